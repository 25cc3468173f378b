// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/row_order.h"
#include "cli/settings.h"
#include "cli/verb.h"
#include "hudi/rows.h"
#include "hudi/table_reader.h"

namespace hudi::cli {
namespace {

constexpr const char* kAsOfKey = "as.of.instant";

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
  ARROW_ASSIGN_OR_RAISE(options.config, CollectSettings(arguments, {{"--as-of", kAsOfKey}}));
  options.columns = SplitNames(arguments.Get("--columns", ""));
  if (arguments.Has("--columns") && options.columns.empty()) {
    return UsageError("--columns is empty: expected names of columns");
  }
  options.with_meta_columns = arguments.Has("--meta");
  options.as_of = arguments.Get("--as-of", "");
  if (std::optional<std::string> where = arguments.Find("--where")) {
    arrow::Result<PredicatePtr> filter = ParseSqlPredicate(*where);
    if (!filter.ok()) return UsageError("--where: " + filter.status().message());
    options.filter = *std::move(filter);
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<int64_t> threads,
                        arguments.FindNumber("--threads", 1, kMaxThreads));
  options.threads = static_cast<int>(threads.value_or(0));
  return options;
}

arrow::Status RunRead(const Arguments& arguments) {
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

  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> table,
                        TableReader::Open(arguments.positional("TABLE"), std::move(options)));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, table->Scan());
  if (path) {
    CatchInterrupts();
    rows = Interruptible(std::move(rows));
  }
  if (!order.empty()) {
    ARROW_ASSIGN_OR_RAISE(rows, SortRows(std::move(rows), order));
  }
  if (hides_columns) {
    ARROW_ASSIGN_OR_RAISE(
        rows, HideOrderColumns(std::move(rows), order, SplitNames(arguments.Get("--columns", ""))));
  }
  if (limit) rows = FirstRows(std::move(rows), *limit);
  if (!path) {
    std::shared_ptr<arrow::io::OutputStream> output = StandardOutput();
    ARROW_RETURN_NOT_OK(WriteRows(*rows, format, *output));
    return output->Flush();
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<WholeFile> file, WholeFile::Create(*path));
  ARROW_RETURN_NOT_OK(WriteRows(*rows, format, file->stream()));
  return file->Commit();
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
              {"--limit", "N", "at most N rows", {}},
              {"--order-by",
               "COLUMN,...",
               "sorted, each column as given or followed by desc; holds all rows in memory",
               {}},
              SetOption(),
              {"--threads", "N", "worker threads; default: one a core", {}},
              {"--format",
               "FORMAT",
               "default: by the suffix of --output, else table",
               {"table", "json", "csv", "parquet", "arrow"}},
              {"--output", "FILE", "write there instead of to standard output", {}},
          },
      .details = "",
      .example =
          "hudi read /tmp/numbers --where 'n > 0' --order-by 'n desc' --limit 10 --format json",
      .run = RunRead,
  };
  return kVerb;
}

}  // namespace hudi::cli
