// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/result_table.h"
#include "cli/verb.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

arrow::Status RunFiles(const Arguments& arguments) {
  bool with_rows = arguments.Has("--rows");
  ARROW_ASSIGN_OR_RAISE(
      std::vector<FileInfo> files,
      ListTableFiles(arguments.positional("TABLE"), !arguments.Has("--all"), with_rows));
  ResultTable table;
  using File = FileInfo;
  ARROW_RETURN_NOT_OK(table.Add({"partition", {.min_width = 10, .cut = Cut::kMiddle}}, files,
                                [](const File& f) { return f.partition; }));
  ARROW_RETURN_NOT_OK(table.Add({"file_id", {.min_width = 13, .cut = Cut::kMiddle}}, files,
                                [](const File& f) { return f.file_id; }));
  ARROW_RETURN_NOT_OK(table.Add({"base_instant", {.rank = 2}}, files,
                                [](const File& f) { return f.base_instant; }));
  // The columns in front of it say the same.
  ARROW_RETURN_NOT_OK(table.Add({"path", {.min_width = 60, .cut = Cut::kMiddle, .rank = 4}}, files,
                                [](const File& f) { return f.path; }));
  ARROW_RETURN_NOT_OK(table.Add({"bytes", {.title = "size"}, Form::kSize}, files,
                                [](const File& f) { return f.size_bytes; }));
  if (with_rows) {
    ARROW_RETURN_NOT_OK(table.Add("rows", files, [](const File& f) { return f.num_rows; }));
  }
  ARROW_RETURN_NOT_OK(
      table.Add({"log_files", {.short_title = "logs", .rank = 3}}, files,
                [](const File& f) { return static_cast<int64_t>(f.num_log_files); }));
  ARROW_RETURN_NOT_OK(
      table.Add({"state", {}, Form::kState}, files, [](const File& f) { return f.state; }));
  return table.Print(OutputFormatOf(arguments.Get("--format", "table")));
}

}  // namespace

const Verb& FilesVerb() {
  static const Verb kVerb = {
      .name = "files",
      .summary = "Lists a table's files: partition, file group, instant, size, state.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = {{"--all", "", "also files that a later commit replaced", {}},
                  {"--rows", "", "count the rows of each file, from its footer", {}},
                  {"--format", "FORMAT", "default table", {"table", "json", "csv"}}},
      .details = "",
      .example = "hudi files /tmp/numbers --rows",
      .run = RunFiles,
  };
  return kVerb;
}

}  // namespace hudi::cli
