// SPDX-License-Identifier: Apache-2.0
#include "cli/write_request.h"

#include <filesystem>

#include <fmt/format.h>

#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"
#include "hudi/error.h"
#include "hudi/rows.h"
#include "hudi/table_info.h"

namespace hudi::cli {
namespace {

const std::vector<KeyFlag> kWriteFlags = {
    {"--operation", "hoodie.datasource.write.operation"},
    {"--key", "hoodie.datasource.write.recordkey.field"},
    {"--partition-by", "hoodie.datasource.write.partitionpath.field"},
    {"--ordering", "hoodie.datasource.write.precombine.field"},
    {"--type", "hoodie.datasource.write.table.type"},
    {"--table-version", "hoodie.write.table.version"},
    {"--name", "hoodie.table.name"},
};

SaveMode ModeOf(std::string_view name) {
  if (name == "overwrite") return SaveMode::kOverwrite;
  if (name == "error" || name == "errorifexists") return SaveMode::kErrorIfExists;
  if (name == "ignore") return SaveMode::kIgnore;
  return SaveMode::kAppend;
}

RowFormat RowFormatOf(std::string_view name) {
  if (name == "parquet") return RowFormat::kParquet;
  if (name == "csv") return RowFormat::kCsv;
  if (name == "arrow") return RowFormat::kArrow;
  if (name == "avro") return RowFormat::kAvro;
  return RowFormat::kJson;
}

arrow::Result<RowFormat> CommonFormat(const std::vector<std::string>& paths) {
  std::optional<RowFormat> common;
  for (const std::string& path : paths) {
    RowFormat format = RowFormat::kJson;
    if (path != "-") {
      arrow::Result<RowFormat> found = RowFormatOfPath(path);
      if (!found.ok()) {
        return UsageError(
            fmt::format("--input '{}': the name does not tell its format: expected "
                        "--input-format parquet, csv, json, arrow or avro",
                        path));
      }
      format = *found;
    }
    if (common && *common != format) {
      return UsageError(fmt::format("--input '{}' and '{}' have different formats: expected one",
                                    paths[0], path));
    }
    common = format;
  }
  return common.value_or(RowFormat::kJson);
}

/// A stream together with the reader it came from.
class TableRows : public arrow::RecordBatchReader {
 public:
  TableRows(std::unique_ptr<TableReader> table, std::shared_ptr<arrow::RecordBatchReader> rows)
      : table_(std::move(table)), rows_(std::move(rows)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    return rows_->ReadNext(batch);
  }

 private:
  std::unique_ptr<TableReader> table_;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

const std::vector<KeyFlag>& WriteKeyFlags() { return kWriteFlags; }

std::vector<OptionSpec> WriteOptionSpecs() {
  return {
      {"--operation",
       "OP",
       "what to do with the rows; default: upsert if the table has or is given a key, else insert",
       {"upsert", "insert", "bulk_insert", "insert_overwrite", "insert_overwrite_table", "delete",
        "delete_partition"}},
      {"--mode",
       "MODE",
       "what to do if the table exists; default append",
       {"append", "overwrite", "error", "errorifexists", "ignore"}},
      {"--key", "COLUMN,...", "record key", {}},
      {"--partition-by", "COLUMN,...", "partition columns", {}},
      {"--ordering", "COLUMN,...", "ordering columns: of rows with one key the greatest wins", {}},
      {"--type",
       "TYPE",
       "table type of a new table: cow writes changed files anew, mor writes changes to log files; "
       "default cow",
       {"cow", "mor", "COPY_ON_WRITE", "MERGE_ON_READ"}},
      {"--table-version", "N", "version of a new table; default 8", {"6", "8", "9"}},
      {"--name", "NAME", "name of a new table; default: the folder's", {}},
      {"--keep-commit-time-as",
       "COLUMN",
       "keep the commit time of rows that come from a Hudi table in a column of this name",
       {}},
      {"--input-tasks", "N", "split the input into N tasks for file layout and generated keys", {}},
  };
}

std::vector<OptionSpec> CommitOptionSpecs() {
  return {
      SetOption(),
      {"--memory",
       "SIZE",
       "memory before rows spill to disk, such as 2GB; default: a quarter of the machine's",
       {}},
      {"--threads", "N", "worker threads; default: one a core", {}},
      {"--dry-run", "", "do everything but change the table", {}},
      {"--quiet",
       "",
       "no progress, no notes, and no summary unless --format asks for it; errors stay",
       {}},
      {"--format",
       "FORMAT",
       "how to print what was done: table, json (one object), csv (a header and one line); default "
       "table",
       {"table", "json", "csv"}},
  };
}

constexpr int64_t kMaxInputTasks = 100000;

arrow::Result<WriteOptions> MakeWriteOptions(const Arguments& arguments) {
  WriteOptions options;
  ARROW_ASSIGN_OR_RAISE(options.config, CollectSettings(arguments, kWriteFlags));
  options.mode = ModeOf(arguments.Get("--mode", "append"));
  if (std::optional<std::string> size = arguments.Find("--memory")) {
    ARROW_ASSIGN_OR_RAISE(options.memory_limit_bytes, ParseSize("--memory", *size));
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> tasks,
                        arguments.FindNumber("--input-tasks", 1, kMaxInputTasks));
  options.input_tasks = static_cast<int>(tasks.value_or(1));
  options.keep_commit_time_as = arguments.Get("--keep-commit-time-as", "");
  options.dry_run = arguments.Has("--dry-run");
  if (!arguments.Has("--quiet")) {
    options.on_notice = [](std::string_view notice) {
      PrintAboveProgress("hudi: note: " + Visible(notice));
    };
  }
  options.should_stop = Interrupted;
  options.progress = std::make_shared<Progress>();
  CatchInterrupts();
  return options;
}

bool IsTable(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(std::filesystem::path(path) / ".hoodie", error);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenFileRows(const FileRows& input) {
  for (const std::string& path : input.paths) {
    std::error_code error;
    if (path != "-" && std::filesystem::is_directory(path, error)) {
      return Fail(ErrorCode::kInvalidArgument, path, path,
                  IsTable(path) ? ": a Hudi table must be the only input"
                                : ": is a folder without .hoodie: expected a file of rows or a "
                                  "Hudi table");
    }
  }
  RowInput rows;
  rows.paths = input.paths;
  rows.should_stop = Interrupted;
  rows.progress = input.progress;
  if (input.format.empty()) {
    ARROW_ASSIGN_OR_RAISE(rows.format, CommonFormat(input.paths));
  } else {
    rows.format = RowFormatOf(input.format);
  }
  if (!input.schema_ddl.empty()) {
    arrow::Result<std::shared_ptr<arrow::Schema>> schema = ParseSparkDdl(input.schema_ddl);
    if (!schema.ok()) return UsageError("--schema: " + schema.status().message());
    rows.schema = *std::move(schema);
  } else if (!input.target.empty() && IsTable(input.target)) {
    // A table that cannot be opened is the writer's to report.
    arrow::Result<std::unique_ptr<TableReader>> table = TableReader::Open(input.target, {});
    if (table.ok()) rows.wanted_types = (*table)->schema();
  }
  return OpenRows(rows);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenTableRows(const std::string& path,
                                                                       ReadOptions options) {
  options.with_meta_columns = true;
  options.should_stop = Interrupted;
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> table,
                        TableReader::Open(path, std::move(options)));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, table->Scan());
  return std::make_shared<TableRows>(std::move(table), std::move(rows));
}

}  // namespace hudi::cli
