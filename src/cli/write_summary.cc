// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/amounts.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/write_request.h"

namespace hudi::cli {
namespace {

std::string AsJson(const WriteResult& result) {
  nlohmann::ordered_json object;
  object["instant"] = result.instant;
  object["completion"] = result.completion;
  object["action"] = result.action;
  object["operation"] = result.operation;
  object["rows_in"] = result.rows_in;
  object["inserted"] = result.inserted;
  object["updated"] = result.updated;
  object["deleted"] = result.deleted;
  object["files"] = result.files_written;
  object["log_files"] = result.log_files_written;
  object["bytes"] = result.bytes_written;
  object["partitions"] = result.partitions_written;
  object["file_groups_replaced"] = result.file_groups_replaced;
  object["rolled_back"] = result.rolled_back;
  object["compactions"] = nlohmann::ordered_json::array();
  for (const CompactionInfo& compaction : result.compactions) {
    object["compactions"].push_back({{"instant", compaction.instant},
                                     {"action", compaction.action},
                                     {"state", compaction.state},
                                     {"file_groups", compaction.groups.size()}});
  }
  object["dry_run"] = result.dry_run;
  nlohmann::ordered_json phases = nlohmann::ordered_json::object();
  for (const auto& [name, milliseconds] : result.phases) phases[name] = milliseconds;
  object["phases"] = std::move(phases);
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// The fields of the JSON object but for the phases, which are not the same for every operation.
arrow::Result<ResultTable> AsTable(const WriteResult& result) {
  const std::vector<WriteResult> one = {result};
  using R = WriteResult;
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add("instant", one, [](const R& r) { return r.instant; }));
  ARROW_RETURN_NOT_OK(table.Add("completion", one, [](const R& r) { return r.completion; }));
  ARROW_RETURN_NOT_OK(table.Add("action", one, [](const R& r) { return r.action; }));
  ARROW_RETURN_NOT_OK(table.Add("operation", one, [](const R& r) { return r.operation; }));
  ARROW_RETURN_NOT_OK(table.Add("rows_in", one, [](const R& r) { return r.rows_in; }));
  ARROW_RETURN_NOT_OK(table.Add("inserted", one, [](const R& r) { return r.inserted; }));
  ARROW_RETURN_NOT_OK(table.Add("updated", one, [](const R& r) { return r.updated; }));
  ARROW_RETURN_NOT_OK(table.Add("deleted", one, [](const R& r) { return r.deleted; }));
  ARROW_RETURN_NOT_OK(table.Add("files", one, [](const R& r) { return r.files_written; }));
  ARROW_RETURN_NOT_OK(table.Add("log_files", one, [](const R& r) { return r.log_files_written; }));
  ARROW_RETURN_NOT_OK(table.Add("bytes", one, [](const R& r) { return r.bytes_written; }));
  ARROW_RETURN_NOT_OK(
      table.Add("partitions", one, [](const R& r) { return r.partitions_written; }));
  ARROW_RETURN_NOT_OK(
      table.Add("file_groups_replaced", one, [](const R& r) { return r.file_groups_replaced; }));
  ARROW_RETURN_NOT_OK(table.Add("rolled_back", one, [](const R& r) {
    return fmt::format("{}", fmt::join(r.rolled_back, " "));
  }));
  ARROW_RETURN_NOT_OK(table.Add("compactions", one, [](const R& r) {
    std::string instants;
    for (const CompactionInfo& compaction : r.compactions) {
      instants += (instants.empty() ? "" : " ") + compaction.instant;
    }
    return instants;
  }));
  ARROW_RETURN_NOT_OK(table.Add("dry_run", one, [](const R& r) { return r.dry_run; }));
  return table;
}

std::string AsText(const WriteResult& result) {
  TextTable table({{.title = ""}, {.title = "", .min_width = 20, .wraps = true}});
  auto line = [&table](std::string_view name, const std::string& value) {
    constexpr size_t kNameWidth = 9;
    if (!value.empty()) table.AddRow({{fmt::format("{:<{}}", name, kNameWidth)}, {value}});
  };
  if (result.dry_run) line("dry run", "the table was not changed; this is what would be written");
  line("instant", result.instant);
  line("completed", result.completion);
  line("operation", result.operation);
  line("rows", fmt::format("{} inserted, {} updated, {} deleted", GroupedText(result.inserted),
                           GroupedText(result.updated), GroupedText(result.deleted)));
  std::string logs;
  if (result.log_files_written > 0) {
    logs = fmt::format(", {} log file{}", GroupedText(result.log_files_written),
                       result.log_files_written == 1 ? "" : "s");
  }
  line("files",
       fmt::format("{} written{}, {}, in {} partition{}", GroupedText(result.files_written), logs,
                   SizeText(result.bytes_written), GroupedText(result.partitions_written),
                   result.partitions_written == 1 ? "" : "s"));
  if (result.file_groups_replaced > 0) {
    line("replaced", fmt::format("{} file group{}", GroupedText(result.file_groups_replaced),
                                 result.file_groups_replaced == 1 ? "" : "s"));
  }
  if (!result.rolled_back.empty()) {
    line("rolled back", fmt::format("{}", fmt::join(result.rolled_back, ", ")));
  }
  for (const CompactionInfo& compaction : result.compactions) {
    size_t groups = compaction.groups.size();
    line(compaction.state == "completed" ? "compacted" : "planned",
         fmt::format("{} {}: {} file group{}", compaction.action, compaction.instant,
                     GroupedText(static_cast<int64_t>(groups)), groups == 1 ? "" : "s"));
  }
  std::string times;
  for (const auto& [name, milliseconds] : result.phases) {
    times += fmt::format("{}{} {:.0f} ms", times.empty() ? "" : ", ", name, milliseconds);
  }
  line("time", times);
  return table.Text(OutputScreen(), /*indent=*/0, /*with_header=*/false);
}

constexpr const char* kUnprintedDetail = "hudi::cli::DoneButUnprinted";

class UnprintedDetail : public arrow::StatusDetail {
 public:
  const char* type_id() const override { return kUnprintedDetail; }
  std::string ToString() const override { return "done, but what was done was not printed"; }
};

arrow::Status PrintAs(const WriteResult& result, const Arguments& arguments) {
  std::string format = arguments.Get("--format", "table");
  if (format == "json") return Print(AsJson(result));
  if (format == "table") return Print(AsText(result));
  ARROW_ASSIGN_OR_RAISE(ResultTable table, AsTable(result));
  return table.Print(OutputFormatOf(format));
}

}  // namespace

arrow::Status PrintWriteResult(const WriteResult& result, const Arguments& arguments) {
  if (arguments.Has("--quiet") && !arguments.Has("--format")) return arrow::Status::OK();
  arrow::Status printed = PrintAs(result, arguments);
  if (printed.ok() || result.dry_run) return printed;
  return DoneButUnprinted(printed, "the write is done: instant " + result.instant);
}

arrow::Status DoneButUnprinted(const arrow::Status& printed, const std::string& what) {
  return arrow::Status(printed.code(), fmt::format("{}; {}", printed.message(), what),
                       std::make_shared<UnprintedDetail>());
}

bool IsDoneButUnprinted(const arrow::Status& status) {
  return status.detail() != nullptr &&
         std::string_view(status.detail()->type_id()) == kUnprintedDetail;
}

}  // namespace hudi::cli
