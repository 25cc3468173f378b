// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/index_settings.h"

#include <algorithm>

#include "hudi/base/text.h"
#include "hudi/config/enum_words.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kIndexKey = "hoodie.index.type";
constexpr std::string_view kEngineKey = "hoodie.index.bucket.engine";
constexpr std::string_view kHashFieldKey = "hoodie.bucket.index.hash.field";
constexpr std::string_view kExpressionsKey = "hoodie.bucket.index.partition.expressions";

arrow::Status ResolveBuckets(const OptionSet& options, WriteConfig* config) {
  if (const std::string* engine = options.Find(kEngineKey); engine != nullptr) {
    ARROW_ASSIGN_OR_RAISE(const size_t word,
                          FindWord(kEngineKey, *engine, {"SIMPLE", "CONSISTENT_HASHING"}));
    if (word != 0) {
      return Fail(ErrorCode::kUnsupported, kEngineKey, "config '", kEngineKey, "' = '", *engine,
                  "': buckets that split and merge are not supported; there is SIMPLE");
    }
  }
  if (const std::string* expressions = options.Find(kExpressionsKey);
      expressions != nullptr && !TrimWhitespace(*expressions).empty()) {
    return Fail(ErrorCode::kUnsupported, kExpressionsKey, "config '", kExpressionsKey, "' = '",
                *expressions,
                "': partitions with their own numbers of buckets are not supported; "
                "'hoodie.bucket.index.num.buckets' holds for all of them");
  }
  const std::vector<std::string>& key_fields = config->keys.key_fields;
  if (key_fields.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kIndexKey, "config '", kIndexKey,
                "' = 'BUCKET': record keys are generated here, and no row is ever found by them; "
                "give 'hoodie.datasource.write.recordkey.field'");
  }
  const std::string* fields = options.Find(kHashFieldKey);
  if (fields == nullptr) return arrow::Status::OK();
  for (const std::string& field : SplitList(*fields)) {
    if (std::find(key_fields.begin(), key_fields.end(), field) == key_fields.end()) {
      return Fail(ErrorCode::kInvalidConfig, kHashFieldKey, "config '", kHashFieldKey, "' = '",
                  *fields, "': '", field, "' is not a field of the record key, which is '",
                  JoinText(key_fields, ","), "'");
    }
    config->buckets.hash_fields.push_back(field);
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Status ResolveIndex(const OptionSet& options, WriteConfig* config) {
  const auto given = options.given().find(kIndexKey);
  if (given != options.given().end() && !TrimWhitespace(given->second).empty()) {
    for (const std::string_view word : {"INMEMORY", "HBASE", "FLINK_STATE", "RECORD_INDEX",
                                        "RECORD_LEVEL_INDEX", "GLOBAL_RECORD_LEVEL_INDEX"}) {
      if (EqualsIgnoreCase(TrimWhitespace(given->second), word)) {
        return Fail(ErrorCode::kUnsupported, kIndexKey, "config '", kIndexKey, "' = '",
                    given->second,
                    "': this index is not supported; there are SIMPLE, GLOBAL_SIMPLE, BLOOM, "
                    "GLOBAL_BLOOM and BUCKET");
      }
    }
    ARROW_RETURN_NOT_OK(ParseConfigValue(kIndexKey, given->second, &config->index));
  } else if (const std::string* stored = options.FindStored(kIndexKey);
             stored != nullptr && EqualsIgnoreCase(*stored, "BUCKET")) {
    // No release puts it there, but a table that says so is meant so.
    config->index = IndexType::kBucket;
  }
  if (config->index == IndexType::kBucket) ARROW_RETURN_NOT_OK(ResolveBuckets(options, config));
  bool simple_moves = true;
  bool bloom_moves = true;
  for (const auto& [key, out] : {std::pair<std::string_view, bool*>{
                                     "hoodie.simple.index.update.partition.path", &simple_moves},
                                 {"hoodie.bloom.index.update.partition.path", &bloom_moves}}) {
    const auto option = options.given().find(key);
    if (option != options.given().end()) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(key, option->second, out));
    }
  }
  config->update_partition_path =
      config->index == IndexType::kGlobalBloom ? bloom_moves : simple_moves;
  return arrow::Status::OK();
}

}  // namespace hudi
