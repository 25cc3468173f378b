// SPDX-License-Identifier: Apache-2.0
#include <glob.h>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

// The log files of the table that the pattern names, relative to it.
arrow::Result<std::vector<std::string>> LogFilesOf(const std::string& base_path,
                                                   std::string pattern) {
  if (pattern.starts_with("file:")) pattern = pattern.substr(5);
  while (pattern.starts_with("//")) pattern = pattern.substr(1);
  glob_t found{};
  std::vector<std::filesystem::path> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(base_path));
  std::error_code error;
  const std::filesystem::path root = std::filesystem::canonical(info.base_path, error);
  std::vector<std::string> files;
  for (const std::filesystem::path& path : paths) {
    const std::string name = path.filename().string();
    if (!name.starts_with('.') || name.find(".log.") == std::string::npos) continue;
    const std::string file =
        std::filesystem::canonical(path, error).lexically_relative(root).string();
    if (file.starts_with("..")) {
      return Fail(ErrorCode::kInvalidArgument, path.string(), "the log file '", path.string(),
                  "' is none of the table '", info.base_path, "'");
    }
    if (!file.starts_with(".hoodie/")) files.push_back(file);
  }
  if (files.empty()) {
    return Fail(ErrorCode::kNotFound, pattern, "log_file_path_pattern = '", pattern,
                "' names no log file; expected a path or a pattern such as '", info.base_path,
                "/PARTITION/.*.log.*'");
  }
  return files;
}

arrow::Result<Rows> ShowLogFileMetadata(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> files,
                        LogFilesOf(table.base_path, arguments.Get("log_file_path_pattern")));
  TypedRows rows(
      "instant_time string, record_count int, block_type string, header_metadata string, "
      "footer_metadata string");
  int num_corrupt = 0;
  for (const std::string& file : files) {
    ARROW_ASSIGN_OR_RAISE(std::vector<LogBlockHeader> blocks,
                          ReadLogBlockHeaders(table.base_path, file));
    for (const LogBlockHeader& block : blocks) {
      auto instant = block.entries.find("INSTANT_TIME");
      std::string name = instant == block.entries.end()
                             ? "corrupt_block_" + std::to_string(++num_corrupt)
                             : instant->second;
      rows.Add({std::move(name), block.num_records, block.type,
                nlohmann::json(block.entries)
                    .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                "{}"});
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowLogFileRecords(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(bool merged, arguments.Truth("merge"));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> files,
                        LogFilesOf(table.base_path, arguments.Get("log_file_path_pattern")));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> records,
                        ReadLogRecords(table.base_path, std::move(files), merged, limit));
  TypedRows rows("records string");
  for (std::string& record : records) rows.Add({std::move(record)});
  return rows.Finish();
}

}  // namespace

std::vector<Procedure> LogProcedures() {
  return {
      {"show_logfile_metadata",
       {{"table"}, {"path"}, {"log_file_path_pattern", true}, {"limit", false, "10"}, {"filter"}},
       ShowLogFileMetadata},
      {"show_logfile_records",
       {{"table"},
        {"path"},
        {"log_file_path_pattern", true},
        {"merge", false, "false"},
        {"limit", false, "10"},
        {"filter"}},
       ShowLogFileRecords},
  };
}

}  // namespace hudi::sql
