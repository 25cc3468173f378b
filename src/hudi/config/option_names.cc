// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/option_names.h"

#include <map>

#include "hudi/base/text.h"
#include "hudi/config.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kCommitMetadataPrefixKey =
    "hoodie.datasource.write.commitmeta.key.prefix";

// Keys of the systems around a table, and of Hudi's other tools, of which the releases declare no
// full list.
constexpr std::string_view kForeignPrefixes[] = {
    "parquet.", "fs.",     "spark.",     "dfs.", "hadoop.", "hive.",
    "avro.",    "mapred.", "mapreduce.", "orc.", "yarn.",   "io.",
};
constexpr std::string_view kToolPrefixes[] = {
    "hoodie.streamer.",
    "hoodie.deltastreamer.",
    "hoodie.aws.",
    "hoodie.gcp.",
    "hoodie.datasource.hive_sync.",
    "hoodie.datahub.",
    "hoodie.meta.sync.",
    "hoodie.write.lock.dynamodb.",
    "hoodie.metrics.",
    "hoodie.record.merge.property.",
};

template <size_t N>
bool StartsWithAny(std::string_view key, const std::string_view (&prefixes)[N]) {
  for (const std::string_view prefix : prefixes) {
    if (key.starts_with(prefix)) return true;
  }
  return false;
}

bool IsHudiKey(std::string_view key) {
  return key.starts_with("hoodie.") || key.starts_with("_hoodie.") || key.starts_with("_.hoodie.");
}

arrow::Status UnknownKey(const std::string& key, const std::string& nearest) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "': Hudi has no such key",
              nearest.empty() ? "" : "; did you mean '", nearest, nearest.empty() ? "" : "'?");
}

}  // namespace

arrow::Result<NormalizedOptions> NormalizeOptions(const ConfigMap& options) {
  std::string metadata_prefix = "_";
  const auto given_prefix = options.find(kCommitMetadataPrefixKey);
  if (given_prefix != options.end() && given_prefix->second != "null") {
    metadata_prefix = given_prefix->second;
  }
  NormalizedOptions normalized;
  std::map<std::string, std::string> spelling;  // main name -> the name it was given by
  for (const auto& [key, value] : options) {
    const bool is_hudi = IsHudiKey(key);
    const ConfigKeyInfo* info = FindConfigKey(key);
    if (info == nullptr) {
      if (!metadata_prefix.empty() && key.starts_with(metadata_prefix) && !is_hudi) {
        if (value != "null") normalized.extra_metadata.emplace(key, value);
        continue;
      }
      if (StartsWithAny(key, kToolPrefixes)) {
        normalized.ignored.push_back(key);
        continue;
      }
      const std::string nearest =
          StartsWithAny(key, kForeignPrefixes) ? std::string() : NearestConfigKey(key);
      if (is_hudi || !nearest.empty()) return UnknownKey(key, nearest);
      continue;
    }
    if (value == "null") continue;
    if (!info->used) normalized.ignored.push_back(key);
    const auto [entry, is_new] = normalized.values.emplace(info->name, value);
    if (is_new) {
      spelling.emplace(info->name, key);
    } else if (entry->second != value) {
      return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "' and '",
                  spelling[info->name], "' = '", entry->second,
                  "' are two spellings of one key: give one of them");
    }
  }
  return normalized;
}

ConfigMap NormalizeStored(const ConfigMap& properties) {
  ConfigMap stored;
  for (const auto& [key, value] : properties) {
    const ConfigKeyInfo* info = FindConfigKey(key);
    if (info == nullptr || info->name == key) {
      stored.insert_or_assign(key, value);
    } else {
      stored.emplace(info->name, value);  // the main spelling wins if both are there
    }
  }
  return stored;
}

}  // namespace hudi
