// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

struct PartitionSum {
  int64_t file_groups = 0;
  int64_t log_files = 0;
  int64_t rows = 0;
  int64_t bytes = 0;
};

std::map<std::string, PartitionSum> SumPartitions(const TableInfo& info) {
  std::map<std::string, PartitionSum> sums;
  for (const std::string& partition : info.partitions) sums[partition];
  for (const FileInfo& file : info.files) {
    PartitionSum& sum = sums[file.partition];
    ++sum.file_groups;
    sum.log_files += file.num_log_files;
    sum.rows += std::max<int64_t>(file.num_rows, 0);
    sum.bytes += file.size_bytes;
  }
  return sums;
}

PartitionSum Total(const std::map<std::string, PartitionSum>& partitions) {
  PartitionSum total;
  for (const auto& [name, sum] : partitions) {
    total.file_groups += sum.file_groups;
    total.log_files += sum.log_files;
    total.rows += sum.rows;
    total.bytes += sum.bytes;
  }
  return total;
}

// Whether the rows of every live file are known.
bool HasRowCounts(const TableInfo& info) {
  return std::all_of(info.files.begin(), info.files.end(),
                     [](const FileInfo& file) { return file.num_rows >= 0; });
}

/// Columns of the terminal; without one, lines may be as long as they are.
size_t TerminalWidth() {
  winsize size = {};
  bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : std::string::npos;
}

std::string Cut(const std::string& text, size_t width) {
  if (text.size() <= width || width < 4) return text;
  size_t end = width - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

void AppendPairs(const std::vector<std::pair<std::string, std::string>>& pairs, std::string* text) {
  size_t width = 0;
  for (const auto& [name, value] : pairs) width = std::max(width, name.size());
  size_t terminal = TerminalWidth();
  for (const auto& [name, value] : pairs) {
    size_t room =
        terminal == std::string::npos ? terminal : terminal - std::min(terminal, width + 4);
    *text += fmt::format("  {:<{}}  {}\n", name, width, Cut(value, room));
  }
}

void AppendPartitions(const std::map<std::string, PartitionSum>& partitions, bool all,
                      bool with_rows, std::string* text) {
  constexpr size_t kMostShown = 20;
  size_t shown = all ? partitions.size() : std::min(partitions.size(), kMostShown);
  size_t width = 9;
  size_t count = 0;
  for (const auto& [name, sum] : partitions) {
    if (count++ < shown) width = std::max(width, std::min<size_t>(name.size(), 48));
  }
  *text += fmt::format("  {:<{}}  {:>11}  {:>9}", "partition", width, "file groups", "size");
  if (with_rows) *text += fmt::format("  {:>12}", "rows");
  *text += "\n";
  count = 0;
  for (const auto& [name, sum] : partitions) {
    if (count++ == shown) break;
    *text += fmt::format("  {:<{}}  {:>11}  {:>9}", name.empty() ? "(none)" : Cut(name, width),
                         width, sum.file_groups, SizeText(sum.bytes));
    if (with_rows) *text += fmt::format("  {:>12}", sum.rows);
    *text += "\n";
  }
  if (shown < partitions.size()) {
    *text += fmt::format("  ... {} more (--all shows them)\n", partitions.size() - shown);
  }
}

std::string AsText(const TableInfo& info, bool all) {
  std::map<std::string, PartitionSum> partitions = SumPartitions(info);
  PartitionSum total = Total(partitions);
  bool with_rows = HasRowCounts(info);
  std::vector<std::pair<std::string, std::string>> summary = {
      {"table", info.name},
      {"path", info.base_path},
      {"type", info.type},
      {"version", std::to_string(info.version)},
      {"partitions", std::to_string(info.partitions.size())},
      {"file groups", std::to_string(total.file_groups)},
      {"log files", std::to_string(total.log_files)},
      {"size", SizeText(total.bytes)},
      {"old files", fmt::format("{}, {}", info.num_old_files, SizeText(info.old_bytes))},
  };
  if (with_rows) summary.insert(summary.end() - 1, {"rows", std::to_string(total.rows)});
  std::string text = "summary\n";
  AppendPairs(summary, &text);
  text += "\nproperties\n";
  AppendPairs({info.properties.begin(), info.properties.end()}, &text);
  text += "\nschema\n";
  if (info.schema == nullptr) {
    text += "  none yet: nothing was written\n";
  } else {
    std::vector<std::pair<std::string, std::string>> columns;
    for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
      columns.emplace_back(field->name(),
                           SparkTypeText(*field->type()) + (field->nullable() ? "" : " not null"));
    }
    AppendPairs(columns, &text);
  }
  if (!partitions.empty()) {
    text += "\npartitions\n";
    AppendPartitions(partitions, all, with_rows, &text);
  }
  return text;
}

std::string AsJson(const TableInfo& info) {
  using Json = nlohmann::ordered_json;
  std::map<std::string, PartitionSum> partitions = SumPartitions(info);
  PartitionSum total = Total(partitions);
  bool with_rows = HasRowCounts(info);
  Json object = {
      {"name", info.name},       {"path", info.base_path},           {"type", info.type},
      {"version", info.version}, {"file_groups", total.file_groups}, {"log_files", total.log_files},
      {"bytes", total.bytes},    {"old_files", info.num_old_files},  {"old_bytes", info.old_bytes}};
  if (with_rows) object["rows"] = total.rows;
  object["properties"] = info.properties;
  Json columns = Json::array();
  if (info.schema != nullptr) {
    for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
      columns.push_back({{"name", field->name()},
                         {"type", SparkTypeText(*field->type())},
                         {"nullable", field->nullable()}});
    }
  }
  object["schema"] = std::move(columns);
  Json list = Json::array();
  for (const auto& [name, sum] : partitions) {
    Json partition = {{"partition", name},
                      {"file_groups", sum.file_groups},
                      {"log_files", sum.log_files},
                      {"bytes", sum.bytes}};
    if (with_rows) partition["rows"] = sum.rows;
    list.push_back(std::move(partition));
  }
  object["partitions"] = std::move(list);
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

arrow::Status RunInspect(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(arguments.positional("TABLE")));
  bool as_json = arguments.Get("--format", "table") == "json";
  return Print(as_json ? AsJson(info) : AsText(info, arguments.Has("--all")));
}

}  // namespace

const Verb& InspectVerb() {
  static const Verb kVerb = {
      .name = "inspect",
      .summary = "Shows a table's properties, schema, partitions, file groups and sizes.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = {{"--all", "", "every partition, however many there are", {}},
                  {"--format", "FORMAT", "default table", {"table", "json"}}},
      .details = "",
      .example = "hudi inspect /tmp/numbers",
      .run = RunInspect,
  };
  return kVerb;
}

}  // namespace hudi::cli
