// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "cli/arguments.h"
#include "cli/chart.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

std::optional<std::string> NullIfEmpty(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

// Commits hold "BULK_INSERT", --operation takes "bulk_insert".
std::optional<std::string> OperationName(const TimelineEntry& entry) {
  std::string name = entry.operation;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return NullIfEmpty(name);
}

arrow::Result<ResultTable> MakeTable(const std::vector<TimelineEntry>& entries,
                                     bool with_archived) {
  using Entry = TimelineEntry;
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add("begin", entries, [](const Entry& e) { return e.begin; }));
  ARROW_RETURN_NOT_OK(table.Add({"completion", {.rank = 6}}, entries,
                                [](const Entry& e) { return NullIfEmpty(e.completion); }));
  ARROW_RETURN_NOT_OK(table.Add("action", entries, [](const Entry& e) { return e.action; }));
  ARROW_RETURN_NOT_OK(
      table.Add({"state", {}, Form::kState}, entries, [](const Entry& e) { return e.state; }));
  ARROW_RETURN_NOT_OK(
      table.Add({"operation", {.min_width = 9, .rank = 3}}, entries, OperationName));
  ARROW_RETURN_NOT_OK(table.Add({"inserted", {.short_title = "ins", .rank = 1}}, entries,
                                [](const Entry& e) { return e.inserted; }));
  ARROW_RETURN_NOT_OK(table.Add({"updated", {.short_title = "upd", .rank = 1}}, entries,
                                [](const Entry& e) { return e.updated; }));
  ARROW_RETURN_NOT_OK(table.Add({"deleted", {.short_title = "del", .rank = 1}}, entries,
                                [](const Entry& e) { return e.deleted; }));
  ARROW_RETURN_NOT_OK(
      table.Add({"files", {.rank = 5}}, entries, [](const Entry& e) { return e.files; }));
  ARROW_RETURN_NOT_OK(table.Add({"bytes", {.title = "size", .rank = 2}, Form::kSize}, entries,
                                [](const Entry& e) { return e.bytes; }));
  if (with_archived) {
    ARROW_RETURN_NOT_OK(
        table.Add({"archived", {.rank = 4}}, entries, [](const Entry& e) { return e.archived; }));
  }
  return table;
}

std::string Drawing(const std::vector<TimelineEntry>& entries, const Screen& screen) {
  std::vector<ChartedAction> actions;
  for (const TimelineEntry& entry : entries) {
    actions.push_back({entry.action, entry.begin, StyleOfState(entry.state)});
  }
  std::string drawing = TimelineChart(actions, screen);
  return drawing.empty() ? "" : drawing + "\n";
}

arrow::Status RunTimeline(const Arguments& arguments) {
  bool all = arguments.Has("--all");
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(arguments.positional("TABLE"), all));
  ARROW_ASSIGN_OR_RAISE(ResultTable table, MakeTable(entries, all));
  RowOutputFormat format = OutputFormatOf(arguments.Get("--format", "table"));
  Screen screen = OutputScreen();
  if (format != RowOutputFormat::kTable || !screen.is_terminal) return table.Print(format);
  return Print(Drawing(entries, screen) + table.Text(screen));
}

}  // namespace

const Verb& TimelineVerb() {
  static const Verb kVerb = {
      .name = "timeline",
      .summary = "Lists what was done to a table: begin, completion, action, state, row counts.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = {{"--all", "", "the archived history too", {}},
                  {"--format", "FORMAT", "default table", {"table", "json", "csv"}}},
      .details =
          "JSON is one object an instant; the completion of a pending instant is null. A terminal "
          "also gets a drawing of the actions along time: the higher a block, the more of them.",
      .example = "hudi timeline /tmp/numbers --all",
      .run = RunTimeline,
  };
  return kVerb;
}

}  // namespace hudi::cli
