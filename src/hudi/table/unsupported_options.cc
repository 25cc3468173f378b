// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/unsupported_options.h"

#include "hudi/base/text.h"
#include "hudi/config/config_value.h"
#include "hudi/error.h"

namespace hudi {
namespace {

/// A key of which only one value can be honoured.
struct OnlyValue {
  std::string_view key;
  std::string_view value;
  bool is_bool;
  std::string_view why;
};
constexpr OnlyValue kOnlyValues[] = {
    {"hoodie.table.multiple.base.file.formats.enable", "false", true,
     "base files of several formats are not supported"},
    {"hoodie.table.base.file.format", "PARQUET", false, "base files are Parquet"},
    {"hoodie.base.file.format", "PARQUET", false, "base files are Parquet"},
    {"hoodie.table.format", "native", false, "other table formats are not supported"},
    {"hoodie.allow.operation.metadata.field", "false", true,
     "the column _hoodie_operation is not supported"},
    {"hoodie.index.class", "", false, "an index of one's own cannot run here"},
    {"hoodie.bulkinsert.user.defined.partitioner.class", "", false,
     "a partitioner of one's own cannot run here"},
    {"hoodie.precommit.validators", "", false, "validators are Java classes and cannot run here"},
    {"hoodie.bootstrap.base.path", "", false, "bootstrapped tables are not supported"},
    {"hoodie.payload.update.on.same.ordering.field", "true", true,
     "of two equal ordering values the later row wins"},
};

arrow::Status CheckConcurrency(const OptionSet& options) {
  constexpr std::string_view kModeKey = "hoodie.write.concurrency.mode";
  constexpr std::string_view kProviderKey = "hoodie.write.lock.provider";
  const auto mode = options.given().find(kModeKey);
  if (mode == options.given().end()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(const size_t word,
                        FindWord(kModeKey, mode->second,
                                 {"SINGLE_WRITER", "OPTIMISTIC_CONCURRENCY_CONTROL",
                                  "NON_BLOCKING_CONCURRENCY_CONTROL"}));
  if (word == 0) return arrow::Status::OK();
  const auto provider = options.given().find(kProviderKey);
  // Within one process the lock that every write of ours takes is stronger than that provider.
  if (word == 1 && provider != options.given().end() &&
      provider->second.ends_with(".InProcessLockProvider")) {
    return arrow::Status::OK();
  }
  return Fail(ErrorCode::kUnsupported, kModeKey, "config '", kModeKey, "' = '", mode->second,
              "': several writers at once are not supported yet, except with the lock provider "
              "org.apache.hudi.client.transaction.lock.InProcessLockProvider");
}

}  // namespace

arrow::Status RefuseUnsupportedOptions(const OptionSet& options) {
  for (const OnlyValue& only : kOnlyValues) {
    const auto given = options.given().find(only.key);
    if (given == options.given().end()) continue;
    bool ignored = false;
    if (only.is_bool) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(only.key, given->second, &ignored));
    }
    if (!EqualsIgnoreCase(TrimWhitespace(given->second), only.value)) {
      return Fail(ErrorCode::kUnsupported, only.key, "config '", only.key, "' = '", given->second,
                  "': ", only.why);
    }
  }
  return CheckConcurrency(options);
}

}  // namespace hudi
