// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "cli/arguments.h"
#include "cli/output.h"
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

arrow::Status RunTimeline(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(arguments.positional("TABLE"), arguments.Has("--all")));
  using Entry = TimelineEntry;
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add("begin", entries, [](const Entry& e) { return e.begin; }));
  ARROW_RETURN_NOT_OK(
      table.Add("completion", entries, [](const Entry& e) { return NullIfEmpty(e.completion); }));
  ARROW_RETURN_NOT_OK(table.Add("action", entries, [](const Entry& e) { return e.action; }));
  ARROW_RETURN_NOT_OK(table.Add("state", entries, [](const Entry& e) { return e.state; }));
  ARROW_RETURN_NOT_OK(table.Add("operation", entries, OperationName));
  ARROW_RETURN_NOT_OK(table.Add("inserted", entries, [](const Entry& e) { return e.inserted; }));
  ARROW_RETURN_NOT_OK(table.Add("updated", entries, [](const Entry& e) { return e.updated; }));
  ARROW_RETURN_NOT_OK(table.Add("deleted", entries, [](const Entry& e) { return e.deleted; }));
  ARROW_RETURN_NOT_OK(table.Add("files", entries, [](const Entry& e) { return e.files; }));
  ARROW_RETURN_NOT_OK(table.Add("bytes", entries, [](const Entry& e) { return e.bytes; }));
  if (arguments.Has("--all")) {
    ARROW_RETURN_NOT_OK(table.Add("archived", entries, [](const Entry& e) { return e.archived; }));
  }
  return table.Print(OutputFormatOf(arguments.Get("--format", "table")));
}

}  // namespace

const Verb& TimelineVerb() {
  static const Verb kVerb = {
      .name = "timeline",
      .summary = "Lists what was done to a table: begin, completion, action, state, row counts.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = {{"--all", "", "the archived history too", {}},
                  {"--format", "FORMAT", "default table", {"table", "json", "csv"}}},
      .details = "JSON is one object an instant; the completion of a pending instant is null.",
      .example = "hudi timeline /tmp/numbers --all",
      .run = RunTimeline,
  };
  return kVerb;
}

}  // namespace hudi::cli
