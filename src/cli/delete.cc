// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/verb.h"
#include "cli/write_request.h"

namespace hudi::cli {
namespace {

arrow::Result<WriteResult> DeleteByKey(const Arguments& arguments, WriteOptions options) {
  constexpr const char* kOperation = "hoodie.datasource.write.operation";
  auto [given, added] = options.config.try_emplace(kOperation, "delete");
  if (!added && given->second == "null") given->second = "delete";
  if (given->second != "delete") {
    return UsageError("--set " + std::string(kOperation) + "=" + given->second +
                      " contradicts `hudi delete`");
  }
  FileRows input;
  input.paths = {*arguments.Find("--keys")};
  input.format = arguments.Get("--keys-format", "");
  input.target = arguments.positional("TABLE");
  input.progress = std::make_shared<Progress>();
  ProgressLine line(arguments.Has("--quiet"), input.progress, options.progress);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> keys, OpenFileRows(input));
  return WriteTable(arguments.positional("TABLE"), std::move(keys), options);
}

arrow::Result<WriteResult> DeleteByPredicate(const Arguments& arguments,
                                             const WriteOptions& options) {
  arrow::Result<PredicatePtr> filter = ParseSqlPredicate(*arguments.Find("--where"));
  if (!filter.ok()) return UsageError("--where: " + filter.status().message());
  // The rows to delete come from the table itself.
  ProgressLine line(arguments.Has("--quiet"), nullptr, options.progress);
  return DeleteRows(arguments.positional("TABLE"), *filter, options);
}

arrow::Status RunDelete(const Arguments& arguments) {
  bool by_predicate = arguments.Has("--where");
  bool by_key = arguments.Has("--keys");
  if (by_predicate == by_key) {
    return UsageError(by_key ? "--where and --keys exclude each other"
                             : "expected --where or --keys; see `hudi delete --help`");
  }
  if (arguments.Has("--keys-format") && !by_key) {
    return UsageError("--keys-format needs --keys");
  }
  ARROW_ASSIGN_OR_RAISE(WriteOptions options, MakeWriteOptions(arguments));
  arrow::Result<WriteResult> result =
      by_key ? DeleteByKey(arguments, std::move(options)) : DeleteByPredicate(arguments, options);
  if (!result.ok()) return WithOutcomeOfInterrupt(result.status(), kTableAsItWas);
  return PrintWriteResult(*result, arguments);
}

std::vector<OptionSpec> OptionsOfDelete() {
  std::vector<OptionSpec> options = {
      {"--where", "PREDICATE", "delete the rows for which this SQL predicate is true", {}},
      {"--keys",
       "FILE",
       "delete the rows with the keys in this file (- for standard input), which has the key and "
       "partition columns",
       {}},
      {"--keys-format",
       "FORMAT",
       "default: by the file's suffix, json for standard input",
       {"parquet", "csv", "json", "arrow", "avro"}},
  };
  for (OptionSpec& option : CommitOptionSpecs()) options.push_back(std::move(option));
  return options;
}

}  // namespace

const Verb& DeleteVerb() {
  static const Verb kVerb = {
      .name = "delete",
      .summary = "Deletes rows by predicate or by key, as one commit.",
      .positionals = {{"TABLE", "the table's folder"}},
      .options = OptionsOfDelete(),
      .details = "--dry-run says how many rows would go.",
      .example = "hudi delete /tmp/numbers --where \"id = 'a'\" --dry-run",
      .run = RunDelete,
  };
  return kVerb;
}

}  // namespace hudi::cli
