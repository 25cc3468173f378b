// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/amounts.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/result_table.h"
#include "cli/settings.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "cli/write_request.h"
#include "hudi/table_services.h"

namespace hudi::cli {
namespace {

/// A file group and the compaction that it belongs to.
struct Row {
  const CompactionInfo* compaction = nullptr;
  CompactedFileGroup group;
};

std::vector<Row> RowsOf(const CompactResult& result) {
  std::vector<Row> rows;
  for (const CompactionInfo& compaction : result.compactions) {
    for (const CompactedFileGroup& group : compaction.groups) rows.push_back({&compaction, group});
  }
  return rows;
}

std::string AsJson(const CompactResult& result) {
  nlohmann::ordered_json object;
  object["compactions"] = nlohmann::ordered_json::array();
  for (const CompactionInfo& compaction : result.compactions) {
    nlohmann::ordered_json entry;
    entry["instant"] = compaction.instant;
    entry["completion"] = compaction.completion;
    entry["action"] = compaction.action;
    entry["state"] = compaction.state;
    entry["taken_up"] = compaction.taken_up;
    entry["file_groups"] = nlohmann::ordered_json::array();
    for (const CompactedFileGroup& group : compaction.groups) {
      entry["file_groups"].push_back({{"partition", group.partition},
                                      {"file_id", group.file_id},
                                      {"base_file", group.base_file},
                                      {"base_bytes", group.base_bytes},
                                      {"log_files", group.log_files},
                                      {"log_bytes", group.log_bytes},
                                      {"new_file", group.new_file},
                                      {"new_bytes", group.new_bytes},
                                      {"rows", group.rows},
                                      {"updated", group.updated},
                                      {"inserted", group.inserted},
                                      {"deleted", group.deleted}});
    }
    object["compactions"].push_back(std::move(entry));
  }
  object["rolled_back"] = result.rolled_back;
  object["dry_run"] = result.dry_run;
  nlohmann::ordered_json phases = nlohmann::ordered_json::object();
  for (const auto& [name, milliseconds] : result.phases) phases[name] = milliseconds;
  object["phases"] = std::move(phases);
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// People read which compaction it is above the table, scripts in its columns.
arrow::Result<ResultTable> AsTable(const std::vector<Row>& rows, bool with_compaction,
                                   bool with_results) {
  ResultTable table;
  if (with_compaction) {
    ARROW_RETURN_NOT_OK(
        table.Add("instant", rows, [](const Row& r) { return r.compaction->instant; }));
    ARROW_RETURN_NOT_OK(
        table.Add("completion", rows, [](const Row& r) { return r.compaction->completion; }));
    ARROW_RETURN_NOT_OK(
        table.Add("action", rows, [](const Row& r) { return r.compaction->action; }));
    ARROW_RETURN_NOT_OK(table.Add("state", rows, [](const Row& r) { return r.compaction->state; }));
  }
  ARROW_RETURN_NOT_OK(table.Add({"partition", {.min_width = 10, .cut = Cut::kMiddle}}, rows,
                                [](const Row& r) { return r.group.partition; }));
  ARROW_RETURN_NOT_OK(table.Add({"file_id", {.min_width = 13, .cut = Cut::kMiddle}}, rows,
                                [](const Row& r) { return r.group.file_id; }));
  ARROW_RETURN_NOT_OK(table.Add({"base_bytes", {.title = "base"}, Form::kSize}, rows,
                                [](const Row& r) { return r.group.base_bytes; }));
  ARROW_RETURN_NOT_OK(table.Add({"log_files", {.short_title = "logs"}}, rows,
                                [](const Row& r) { return r.group.log_files; }));
  ARROW_RETURN_NOT_OK(table.Add({"log_bytes", {.title = "log size"}, Form::kSize}, rows,
                                [](const Row& r) { return r.group.log_bytes; }));
  if (!with_results) return table;
  ARROW_RETURN_NOT_OK(table.Add({"new_bytes", {.title = "new size"}, Form::kSize}, rows,
                                [](const Row& r) { return r.group.new_bytes; }));
  ARROW_RETURN_NOT_OK(table.Add("rows", rows, [](const Row& r) { return r.group.rows; }));
  ARROW_RETURN_NOT_OK(table.Add("updated", rows, [](const Row& r) { return r.group.updated; }));
  ARROW_RETURN_NOT_OK(table.Add("inserted", rows, [](const Row& r) { return r.group.inserted; }));
  ARROW_RETURN_NOT_OK(table.Add("deleted", rows, [](const Row& r) { return r.group.deleted; }));
  return table;
}

std::string Heading(const CompactionInfo& compaction) {
  std::string kind = compaction.action == "logcompaction" ? "log compaction" : "compaction";
  int64_t logs = 0;
  int64_t bytes = 0;
  for (const CompactedFileGroup& group : compaction.groups) {
    logs += group.log_files;
    // A log compaction leaves base files alone.
    bytes += group.log_bytes + (compaction.action == "logcompaction" ? 0 : group.base_bytes);
  }
  size_t groups = compaction.groups.size();
  std::string what =
      fmt::format("{} file group{}, {} log file{}, {}", GroupedText(static_cast<int64_t>(groups)),
                  groups == 1 ? "" : "s", GroupedText(logs), logs == 1 ? "" : "s", SizeText(bytes));
  if (compaction.state == "planned") return fmt::format("{} to be planned: {}", kind, what);
  if (compaction.state == "requested") {
    return fmt::format("{} {} planned: {}", kind, compaction.instant, what);
  }
  return fmt::format("{} {} completed at {}: {}", kind, compaction.instant, compaction.completion,
                     what);
}

arrow::Result<std::string> AsText(const CompactResult& result) {
  std::string text;
  if (result.dry_run) text += "dry run: the table was not changed\n";
  if (result.compactions.empty()) text += "nothing to compact\n";
  for (const CompactionInfo& compaction : result.compactions) {
    text += Wrapped(Visible(Heading(compaction)), OutputScreen());
    std::vector<Row> rows;
    for (const CompactedFileGroup& group : compaction.groups) rows.push_back({&compaction, group});
    bool done = compaction.state == "completed";
    ARROW_ASSIGN_OR_RAISE(ResultTable table,
                          AsTable(rows, /*with_compaction=*/false, /*with_results=*/done));
    text += table.Text(OutputScreen(), /*indent=*/2);
  }
  return text;
}

arrow::Status PrintAs(const CompactResult& result, const std::string& format) {
  if (format == "json") return Print(AsJson(result));
  if (format == "table") {
    ARROW_ASSIGN_OR_RAISE(std::string text, AsText(result));
    return Print(text);
  }
  ARROW_ASSIGN_OR_RAISE(ResultTable table, AsTable(RowsOf(result), true, true));
  return table.Print(OutputFormatOf(format));
}

arrow::Result<CompactOptions> OptionsOf(const Arguments& arguments) {
  bool schedule = arguments.Has("--schedule");
  bool run = arguments.Has("--run");
  if (schedule && run) {
    return UsageError("--schedule and --run exclude each other; neither means both in turn");
  }
  CompactOptions options;
  options.schedule = !run;
  options.run = !schedule;
  if (arguments.HasPositional("INSTANT")) {
    if (!run) return UsageError("an instant needs --run: it is that of a planned compaction");
    options.instant = arguments.positional("INSTANT");
    if (options.instant.empty()) return UsageError("the instant is empty");
  }
  options.log_compaction = arguments.Has("--logs");
  options.dry_run = arguments.Has("--dry-run");
  ARROW_ASSIGN_OR_RAISE(options.config, CollectSettings(arguments, {}));
  if (std::optional<std::string> size = arguments.Find("--memory")) {
    ARROW_ASSIGN_OR_RAISE(options.memory_limit_bytes, ParseSize("--memory", *size));
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  if (!arguments.Has("--quiet")) {
    options.on_notice = [](std::string_view notice) {
      PrintAboveProgress("hudi: note: " + Visible(notice));
    };
  }
  options.should_stop = Interrupted;
  options.progress = std::make_shared<Progress>();
  return options;
}

arrow::Status RunCompact(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(CompactOptions options, OptionsOf(arguments));
  CatchInterrupts();
  arrow::Result<CompactResult> result;
  {
    ProgressLine line(arguments.Has("--quiet"), nullptr, options.progress);
    result = CompactTable(arguments.positional("TABLE"), options);
  }
  if (!result.ok()) {
    return WithOutcomeOfInterrupt(result.status(),
                                  "the compaction at hand was taken back; if it "
                                  "was planned, it waits to be run");
  }
  if (arguments.Has("--quiet") && !arguments.Has("--format")) return arrow::Status::OK();
  arrow::Status printed = PrintAs(*result, arguments.Get("--format", "table"));
  if (printed.ok() || result->dry_run || result->compactions.empty()) return printed;
  return DoneButUnprinted(printed,
                          "the compaction is done: instant " + result->compactions.back().instant);
}

}  // namespace

const Verb& CompactVerb() {
  static const Verb kVerb = {
      .name = "compact",
      .summary = "Merges the log files of a merge-on-read table into new base files.",
      .positionals = {{"TABLE", "the table's folder"},
                      {"INSTANT", "with --run: the planned compaction to run; default: all",
                       /*optional=*/true}},
      .options = {{"--schedule", "", "only plan a compaction, for `--run` or another engine", {}},
                  {"--run", "", "only run what is planned, by whomever", {}},
                  {"--logs",
                   "",
                   "compact log blocks into fewer log blocks, not into base files (log compaction)",
                   {}},
                  SetOption(),
                  {"--memory",
                   "SIZE",
                   "memory for merging, such as 2GB; default: a quarter of the machine's",
                   {}},
                  {"--threads", "N", "file groups at a time; default: one a core", {}},
                  {"--dry-run", "", "say what would be rewritten, and change nothing", {}},
                  {"--quiet",
                   "",
                   "no progress, no notes, and no summary unless --format asks for it; errors stay",
                   {}},
                  {"--format",
                   "FORMAT",
                   "how to print what was done: table, json (one object), csv (a line per file "
                   "group); default table",
                   {"table", "json", "csv"}}},
      .details =
          "Rows stay as they are, with their commit times. Without --schedule and --run, planned "
          "compactions are run, then a new one is planned and run for all file groups that still "
          "have log files; hoodie.compaction.strategy and its keys choose among them. With one of "
          "the hoodie.compact.inline.* trigger keys a compaction is planned only if it is due. A "
          "compaction that was killed is undone and run again. A write does all this by itself "
          "after every fifth delta commit (hoodie.compact.inline).",
      .example = "hudi compact /tmp/orders_mor --dry-run",
      .run = RunCompact,
  };
  return kVerb;
}

}  // namespace hudi::cli
