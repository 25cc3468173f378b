// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/verb.h"
#include "cli/write_request.h"

namespace hudi::cli {
namespace {

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenInput(
    const Arguments& arguments, const WriteOptions& options,
    const std::shared_ptr<Progress>& progress) {
  std::vector<std::string> paths = arguments.All("--input");
  if (paths.empty()) {
    auto operation = options.config.find("hoodie.datasource.write.operation");
    // Partitions may be named by key; then there are no rows.
    if (operation != options.config.end() && operation->second == "delete_partition") {
      return nullptr;
    }
    return UsageError(
        "--input is missing: expected a file, - for standard input, or a Hudi table; see `hudi "
        "write --help`");
  }
  if (paths.size() == 1 && IsTable(paths[0])) {
    for (const char* option : {"--input-format", "--schema"}) {
      if (arguments.Has(option)) {
        return UsageError(std::string(option) + " does not go with a Hudi table as --input");
      }
    }
    ReadOptions source;
    source.progress = progress;
    return OpenTableRows(paths[0], std::move(source));
  }
  FileRows input;
  input.progress = progress;
  input.paths = std::move(paths);
  input.format = arguments.Get("--input-format", "");
  input.schema_ddl = arguments.Get("--schema", "");
  if (options.mode == SaveMode::kAppend) input.target = arguments.positional("TABLE");
  return OpenFileRows(input);
}

arrow::Result<WriteResult> Write(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(WriteOptions options, MakeWriteOptions(arguments));
  auto input = std::make_shared<Progress>();
  ProgressLine line(arguments.Has("--quiet"), input, options.progress);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenInput(arguments, options, input));
  return WriteTable(arguments.positional("TABLE"), std::move(rows), options);
}

arrow::Status RunWrite(const Arguments& arguments) {
  arrow::Result<WriteResult> result = Write(arguments);
  if (!result.ok()) return WithOutcomeOfInterrupt(result.status(), kTableAsItWas);
  return PrintWriteResult(*result, arguments);
}

std::vector<OptionSpec> OptionsOfWrite() {
  std::vector<OptionSpec> options = {
      {"--input",
       "FILE",
       "a file of rows, - for standard input, or a Hudi table; repeatable",
       {},
       /*repeatable=*/true},
      {"--input-format",
       "FORMAT",
       "default: by the file's suffix, json for standard input",
       {"parquet", "csv", "json", "arrow", "avro"}},
      {"--schema",
       "DDL",
       "columns of the rows as Spark DDL; default: the file's own, or the narrowest that fits all "
       "rows",
       {}},
  };
  for (OptionSpec& option : WriteOptionSpecs()) options.push_back(std::move(option));
  for (OptionSpec& option : CommitOptionSpecs()) options.push_back(std::move(option));
  return options;
}

}  // namespace

const Verb& WriteVerb() {
  static const Verb kVerb = {
      .name = "write",
      .summary = "Writes rows into a table as one commit; makes the table if it is not there.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = OptionsOfWrite(),
      .details =
          "JSON is one object a line: decimals as texts or numbers, dates yyyy-mm-dd, timestamps "
          "ISO-8601, binary base64; a key that a row lacks is null. Flags such as --key are short "
          "forms of hoodie.* keys and may not contradict a --set.",
      .example = "echo '{\"id\":\"a\",\"n\":1}' | hudi write /tmp/numbers --input - --key id",
      .run = RunWrite,
  };
  return kVerb;
}

}  // namespace hudi::cli
