// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/settings.h"
#include "cli/verb.h"
#include "cli/write_request.h"
#include "hudi/error.h"

namespace hudi::cli {
namespace {

arrow::Result<WriteResult> Copy(const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(WriteOptions options, MakeWriteOptions(arguments));
  ReadOptions source;
  ARROW_ASSIGN_OR_RAISE(source.as_of, FindInstant(arguments, "--as-of"));
  source.threads = options.threads;
  source.progress = std::make_shared<Progress>();
  ProgressLine line(arguments.Has("--quiet"), source.progress, options.progress);
  if (std::optional<std::string> where = arguments.Find("--where")) {
    arrow::Result<PredicatePtr> filter = ParseSqlPredicate(*where);
    if (!filter.ok()) return UsageError("--where: " + filter.status().message());
    source.filter = *std::move(filter);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenTableRows(arguments.positional("SRC"), std::move(source)));
  return WriteTable(arguments.positional("DST"), std::move(rows), options);
}

arrow::Status RunCopy(const Arguments& arguments) {
  arrow::Result<WriteResult> result = Copy(arguments);
  if (!result.ok()) return WithOutcomeOfInterrupt(result.status(), kTableAsItWas);
  return PrintWriteResult(*result, arguments);
}

std::vector<OptionSpec> OptionsOfCopy() {
  std::vector<OptionSpec> options = {
      {"--as-of", "INSTANT", "copy the rows as they stood at this instant", {}},
      {"--where", "PREDICATE", "copy only rows for which this SQL predicate is true", {}},
  };
  for (OptionSpec& option : WriteOptionSpecs()) options.push_back(std::move(option));
  for (OptionSpec& option : CommitOptionSpecs()) options.push_back(std::move(option));
  return options;
}

}  // namespace

const Verb& CopyVerb() {
  static const Verb kVerb = {
      .name = "copy",
      .summary =
          "Writes the rows of one table into another, with the key, partitions and ordering "
          "of the target.",
      .positionals = {{"SRC", "the folder of the table to read"},
                      {"DST", "the folder of the table to write"}},
      .options = OptionsOfCopy(),
      .details =
          "The meta columns in the target are its own; --keep-commit-time-as keeps the "
          "source's commit time as an ordinary column.",
      .example =
          "hudi copy ods/orders dwd/orders --key order_id --partition-by dt --ordering ts "
          "--keep-commit-time-as ods_commit_time",
      .run = RunCopy,
  };
  return kVerb;
}

}  // namespace hudi::cli
