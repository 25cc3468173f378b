// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/row_order.h"
#include "cli/settings.h"
#include "cli/verb.h"
#include "hudi/rows.h"
#include "hudi/table_reader.h"

namespace hudi::cli {
namespace {

constexpr const char* kAsOfKey = "as.of.instant";
constexpr const char* kQueryTypeKey = "hoodie.datasource.query.type";
constexpr const char* kIncrementalFormatKey = "hoodie.datasource.query.incremental.format";

arrow::Result<RowOutputFormat> ChooseFormat(const Arguments& arguments) {
  if (std::optional<std::string> name = arguments.Find("--format")) return OutputFormatOf(*name);
  std::optional<std::string> path = arguments.Find("--output");
  if (!path) return RowOutputFormat::kTable;
  arrow::Result<RowFormat> by_suffix = RowFormatOfPath(*path);
  if (!by_suffix.ok()) return RowOutputFormat::kTable;
  switch (*by_suffix) {
    case RowFormat::kParquet:
      return RowOutputFormat::kParquet;
    case RowFormat::kCsv:
      return RowOutputFormat::kCsv;
    case RowFormat::kJson:
      return RowOutputFormat::kJson;
    case RowFormat::kArrow:
      return RowOutputFormat::kArrow;
    case RowFormat::kAvro:
      break;
  }
  return UsageError(
      fmt::format("--output '{}': Avro is no output format: expected table, json, "
                  "csv, parquet or arrow",
                  *path));
}

arrow::Result<ReadOptions> MakeReadOptions(const Arguments& arguments) {
  ReadOptions options;
  ARROW_ASSIGN_OR_RAISE(options.config, CollectSettings(arguments, {{"--as-of", kAsOfKey},
                                                                    {"--query", kQueryTypeKey}}));
  ARROW_ASSIGN_OR_RAISE(options.as_of, FindInstant(arguments, "--as-of"));
  ARROW_ASSIGN_OR_RAISE(options.from, FindInstant(arguments, "--from"));
  ARROW_ASSIGN_OR_RAISE(options.to, FindInstant(arguments, "--to"));
  const std::string query = arguments.Get("--query", options.from.empty() ? "" : "incremental");
  if (!options.from.empty() && query != "incremental" && query != "cdc") {
    return UsageError("--from goes with --query incremental or cdc");
  }
  // To Hudi a change data query is a format of the incremental one.
  if (query == "cdc") {
    options.config[kQueryTypeKey] = "incremental";
    options.config[kIncrementalFormatKey] = "cdc";
  }
  if (!options.to.empty() && options.from.empty()) {
    return UsageError("--to needs --from: the instant after which changes are wanted, or earliest");
  }
  options.columns = SplitNames(arguments.Get("--columns", ""));
  if (arguments.Has("--columns") && options.columns.empty()) {
    return UsageError("--columns is empty: expected names of columns");
  }
  options.with_meta_columns = arguments.Has("--meta");
  if (std::optional<std::string> where = arguments.Find("--where")) {
    arrow::Result<PredicatePtr> filter = ParseSqlPredicate(*where);
    if (!filter.ok()) return UsageError("--where: " + filter.status().message());
    options.filter = *std::move(filter);
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  if (std::optional<std::string> size = arguments.Find("--memory")) {
    ARROW_ASSIGN_OR_RAISE(options.memory_limit_bytes, ParseSize("--memory", *size));
  }
  return options;
}

// An object of JSON has each key once; other formats may show a column twice.
arrow::Status RefuseColumnsTwice(const arrow::Schema& schema, RowOutputFormat format) {
  if (format != RowOutputFormat::kJson) return arrow::Status::OK();
  std::set<std::string_view> names;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (names.insert(field->name()).second) continue;
    return UsageError(fmt::format(
        "--columns: '{}' stands twice, but an object of JSON has each key once", field->name()));
  }
  return arrow::Status::OK();
}

bool StandardOutputIsFile() {
  struct stat status = {};
  return ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
}

/// Rows that are counted as they pass.
class CountedRows : public arrow::RecordBatchReader {
 public:
  CountedRows(std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<Progress> progress)
      : rows_(std::move(rows)), progress_(std::move(progress)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch != nullptr) progress_->rows_read += (*batch)->num_rows();
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<Progress> progress_;
};

arrow::Status Read(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(RowOutputFormat format, ChooseFormat(arguments));
  std::optional<std::string> path = arguments.Find("--output");
  if (path && *path == "-") path.reset();
  bool is_binary = format == RowOutputFormat::kParquet || format == RowOutputFormat::kArrow;
  if (is_binary && !path && ::isatty(STDOUT_FILENO) == 1) {
    return UsageError(
        fmt::format("--format {} is not for a terminal: expected --output FILE or a pipe",
                    *arguments.Find("--format")));
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> limit, arguments.FindNumber("--limit", 0));
  ARROW_ASSIGN_OR_RAISE(std::vector<OrderKey> order, ParseOrder(arguments.Get("--order-by", "")));
  ARROW_ASSIGN_OR_RAISE(ReadOptions options, MakeReadOptions(arguments));
  // Rows may be ordered by columns that are not shown.
  size_t num_shown = options.columns.size();
  if (num_shown > 0) AddOrderColumns(order, &options.columns);
  bool hides_columns = options.columns.size() > num_shown;

  bool works_unseen = path || StandardOutputIsFile() ||
                      (format == RowOutputFormat::kTable && ::isatty(STDOUT_FILENO) == 1);
  std::shared_ptr<Progress> progress = options.progress = std::make_shared<Progress>();
  ProgressLine line(!works_unseen || arguments.Has("--quiet"), progress, nullptr);
  if (path) {
    CatchInterrupts();
    options.should_stop = Interrupted;
  } else if (works_unseen) {
    EndAtOnceOnInterrupt();
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> table,
                        TableReader::Open(arguments.positional("TABLE"), std::move(options)));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, table->Scan());
  if (!hides_columns) {
    ARROW_RETURN_NOT_OK(RefuseColumnsTwice(*rows->schema(), format));
  }
  if (!table->checkpoint().empty() && !arguments.Has("--quiet")) {
    std::fprintf(stderr, "hudi: note: what changes next is read by --from %s\n",
                 table->checkpoint().c_str());
  }
  rows = std::make_shared<CountedRows>(std::move(rows), progress);
  if (!order.empty()) {
    ARROW_ASSIGN_OR_RAISE(rows, SortRows(std::move(rows), order));
  }
  if (hides_columns) {
    ARROW_ASSIGN_OR_RAISE(
        rows, HideOrderColumns(std::move(rows), order, SplitNames(arguments.Get("--columns", ""))));
    ARROW_RETURN_NOT_OK(RefuseColumnsTwice(*rows->schema(), format));
  }
  if (limit) rows = FirstRows(std::move(rows), *limit);
  if (!path) {
    std::shared_ptr<arrow::io::OutputStream> output = StandardOutput([&line] {
      if (::isatty(STDOUT_FILENO) == 1) line.Stop();
    });
    ARROW_RETURN_NOT_OK(WriteRows(*rows, format, *output));
    return output->Flush();
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<WholeFile> file, WholeFile::Create(*path));
  ARROW_RETURN_NOT_OK(WriteRows(*Interruptible(std::move(rows)), format, file->stream()));
  return file->Commit();
}

arrow::Status RunRead(const Arguments& arguments) {
  return WithOutcomeOfInterrupt(Read(arguments),
                                fmt::format("{} was not written", arguments.Get("--output", "-")));
}

}  // namespace

const Verb& ReadVerb() {
  static const Verb kVerb = {
      .name = "read",
      .summary = "Prints the rows of a table, now or as it stood at an instant.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options =
          {
              {"--columns", "COLUMN,...", "only these, in this order; meta columns too", {}},
              {"--meta", "", "the five _hoodie_* columns first", {}},
              {"--where", "PREDICATE", "only rows for which this SQL predicate is true", {}},
              {"--as-of",
               "INSTANT",
               "the table as it stood then: yyyyMMddHHmmss[SSS], yyyy-MM-dd[ HH:mm:ss[.SSS]], ISO, "
               "or epoch",
               {}},
              {"--query",
               "TYPE",
               "default snapshot; read_optimized leaves out log files, incremental reads changed "
               "rows, cdc their changes: op, ts_ms, before, after",
               {"snapshot", "read_optimized", "incremental", "cdc"}},
              {"--from",
               "INSTANT",
               "only rows changed after this instant, in their newest state; earliest: all",
               {}},
              {"--to", "INSTANT", "with --from: changes up to this instant; default latest", {}},
              {"--limit", "N", "at most N rows", {}},
              {"--order-by",
               "COLUMN,...",
               "sorted, each column as given or followed by desc; holds all rows in memory",
               {}},
              SetOption(),
              {"--memory",
               "SIZE",
               "what a read may take, such as 256MB; default: 1 GiB of log records, and what row "
               "groups and batches need",
               {}},
              {"--threads", "N", "worker threads; default: one a core", {}},
              {"--format",
               "FORMAT",
               "default: by the suffix of --output, else table",
               {"table", "json", "csv", "parquet", "arrow"}},
              {"--output", "FILE", "write there instead of to standard output", {}},
              {"--quiet", "", "no progress line", {}},
          },
      .details = "",
      .example =
          "hudi read /tmp/numbers --where 'n > 0' --order-by 'n desc' --limit 10 --format json",
      .run = RunRead,
  };
  return kVerb;
}

}  // namespace hudi::cli
