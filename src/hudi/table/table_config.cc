// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/table_config.h"

#include "hudi/base/text.h"
#include "hudi/config/enum_words.h"
#include "hudi/config/java_classes.h"
#include "hudi/config/option_names.h"
#include "hudi/error.h"
#include "hudi/table/key_settings.h"
#include "hudi/table/properties_file.h"

namespace hudi {
namespace {

constexpr std::string_view kVersionKey = "hoodie.table.version";
constexpr std::string_view kPartitionKey = "hoodie.table.partition.fields";

arrow::Status Unsupported(std::string_view key, std::string_view value, std::string_view why) {
  return Fail(ErrorCode::kUnsupported, key, kPropertiesPath, ": '", key, "' = '", value,
              "': ", why);
}

arrow::Status CheckVersion(const ConfigMap& properties) {
  const auto entry = properties.find(kVersionKey);
  if (entry == properties.end()) {
    return Fail(ErrorCode::kUnsupported, kVersionKey, kPropertiesPath, " has no '", kVersionKey,
                "': tables older than version 6 cannot be read");
  }
  int version = 0;
  ARROW_RETURN_NOT_OK(While(ParseConfigValue(kVersionKey, entry->second, &version),
                            "reading " + std::string(kPropertiesPath)));
  if (version == 6 || version == 8 || version == 9) return arrow::Status::OK();
  return Unsupported(kVersionKey, entry->second,
                     version > 9   ? "the table is from the future; versions 6, 8 and 9 are known"
                     : version > 6 ? "version 7 is a step of an unfinished upgrade"
                                   : "the table is too old; versions 6, 8 and 9 are known");
}

arrow::Status CheckFeatures(const ConfigMap& properties) {
  struct Required {
    std::string_view key;
    std::string_view value;
    std::string_view why;
  };
  for (const Required& required :
       {Required{"hoodie.table.base.file.format", "PARQUET", "only Parquet base files are read"},
        Required{"hoodie.table.multiple.base.file.formats.enable", "false",
                 "tables with base files of several formats are not supported"},
        Required{"hoodie.table.format", "native", "other table formats are not supported"},
        Required{"hoodie.bootstrap.base.path", "", "bootstrapped tables are not supported"}}) {
    const auto entry = properties.find(required.key);
    if (entry != properties.end() && !EqualsIgnoreCase(entry->second, required.value)) {
      return Unsupported(required.key, entry->second, required.why);
    }
  }
  return arrow::Status::OK();
}

template <typename Value>
arrow::Status CheckValue(const ConfigMap& properties, std::string_view key, Value scratch = {}) {
  const auto entry = properties.find(key);
  if (entry == properties.end() || entry->second.empty()) return arrow::Status::OK();
  return While(ParseConfigValue(key, entry->second, &scratch),
               "reading " + std::string(kPropertiesPath));
}

/// Parses every value once, so that the accessors need not report errors.
arrow::Status CheckValues(const ConfigMap& properties) {
  ARROW_RETURN_NOT_OK(CheckValue<TableType>(properties, "hoodie.table.type"));
  ARROW_RETURN_NOT_OK(CheckValue<MergeMode>(properties, "hoodie.record.merge.mode"));
  for (const std::string_view key :
       {"hoodie.datasource.write.hive_style_partitioning",
        "hoodie.datasource.write.partitionpath.urlencode",
        "hoodie.datasource.write.drop.partition.columns", "hoodie.populate.meta.fields",
        "hoodie.partition.metafile.use.base.format", "hoodie.table.cdc.enabled"}) {
    ARROW_RETURN_NOT_OK(CheckValue<bool>(properties, key));
  }
  constexpr std::string_view kLayoutKey = "hoodie.timeline.layout.version";
  const auto layout = properties.find(kLayoutKey);
  if (layout != properties.end() && layout->second != "1" && layout->second != "2") {
    return Unsupported(kLayoutKey, layout->second, "timeline layouts 1 and 2 are known");
  }
  constexpr std::string_view kZoneKey = "hoodie.table.timeline.timezone";
  const auto zone = properties.find(kZoneKey);
  if (zone != properties.end()) {
    ARROW_RETURN_NOT_OK(FindWord(kZoneKey, zone->second, {"LOCAL", "UTC"}).status());
  }
  const auto partition = properties.find(kPartitionKey);
  if (partition != properties.end()) {
    ARROW_RETURN_NOT_OK(ParsePartitionList(kPartitionKey, partition->second).status());
  }
  return arrow::Status::OK();
}

PartitionList StoredPartition(const TableConfig& config) {
  const std::string text = config.Get(kPartitionKey);
  arrow::Result<PartitionList> list = ParsePartitionList(kPartitionKey, text);
  if (list.ok()) return *std::move(list);
  PartitionList plain;
  plain.fields = SplitList(text);
  return plain;
}

}  // namespace

TableConfig::TableConfig(ConfigMap properties) : properties_(std::move(properties)) {}

TableConfig TableConfig::FromProperties(ConfigMap properties) {
  return TableConfig(std::move(properties));
}

arrow::Result<TableConfig> TableConfig::Load(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, ReadPropertiesFile(storage));
  const ConfigMap normalized = NormalizeStored(properties);
  ARROW_RETURN_NOT_OK(CheckVersion(normalized));
  ARROW_RETURN_NOT_OK(CheckFeatures(normalized));
  ARROW_RETURN_NOT_OK(CheckValues(normalized));
  constexpr std::string_view kPartitionBuckets =
      ".hoodie/.bucket_index/partition_bucket_index_meta";
  ARROW_ASSIGN_OR_RAISE(const bool has_partition_buckets, storage.Exists(kPartitionBuckets));
  if (has_partition_buckets) {
    return Fail(ErrorCode::kUnsupported, kPartitionBuckets, kPartitionBuckets,
                " exists: tables whose partitions have their own numbers of buckets are not "
                "supported");
  }
  return TableConfig(std::move(properties));
}

std::string TableConfig::Get(std::string_view key, std::string_view fallback) const {
  const auto entry = properties_.find(key);
  return entry == properties_.end() ? std::string(fallback) : entry->second;
}

namespace {

bool GetBool(const TableConfig& config, std::string_view key, bool fallback) {
  return ParseBool(config.Get(key)).value_or(fallback);
}

}  // namespace

std::string TableConfig::name() const { return Get("hoodie.table.name"); }

TableType TableConfig::type() const {
  return EqualsIgnoreCase(Get("hoodie.table.type"), "MERGE_ON_READ") ? TableType::kMergeOnRead
                                                                     : TableType::kCopyOnWrite;
}

int TableConfig::version() const {
  return static_cast<int>(ParseInt64(Get(kVersionKey)).value_or(0));
}

int TableConfig::layout_version() const {
  const int by_version = version() >= 8 ? 2 : 1;
  return static_cast<int>(ParseInt64(Get("hoodie.timeline.layout.version")).value_or(by_version));
}

bool TableConfig::utc() const {
  return EqualsIgnoreCase(Get("hoodie.table.timeline.timezone"), "UTC");
}

std::string TableConfig::timeline_directory() const {
  if (layout_version() == 1) return std::string(kMetaFolder);
  return std::string(kMetaFolder) + "/" + Get("hoodie.timeline.path", "timeline");
}

std::string TableConfig::history_directory() const {
  if (layout_version() == 1) {
    return std::string(kMetaFolder) + "/" + Get("hoodie.archivelog.folder", "archived");
  }
  return timeline_directory() + "/" + Get("hoodie.timeline.history.path", "history");
}

std::vector<std::string> TableConfig::key_fields() const {
  return SplitList(Get("hoodie.table.recordkey.fields"));
}

std::vector<std::string> TableConfig::partition_fields() const {
  return StoredPartition(*this).fields;
}

std::vector<std::string> TableConfig::partition_types() const {
  return StoredPartition(*this).types;
}

std::vector<std::string> TableConfig::ordering_fields() const {
  return SplitList(Get("hoodie.table.ordering.fields", Get("hoodie.table.precombine.field")));
}

KeyGeneratorType TableConfig::key_generator() const {
  for (const std::string_view key :
       {"hoodie.table.keygenerator.class", "hoodie.table.keygenerator.type"}) {
    const KeyGeneratorName* row = FindKeyGenerator(Get(key));
    if (row != nullptr) return row->generator;
  }
  return InferKeyGenerator(key_fields().size(), StoredPartition(*this));
}

bool TableConfig::hive_style() const {
  return GetBool(*this, "hoodie.datasource.write.hive_style_partitioning", false);
}
bool TableConfig::url_encode() const {
  return GetBool(*this, "hoodie.datasource.write.partitionpath.urlencode", false);
}
bool TableConfig::drop_partition_columns() const {
  return GetBool(*this, "hoodie.datasource.write.drop.partition.columns", false);
}
bool TableConfig::populate_meta_fields() const {
  return GetBool(*this, "hoodie.populate.meta.fields", true);
}
bool TableConfig::metafile_in_base_format() const {
  return GetBool(*this, "hoodie.partition.metafile.use.base.format", false);
}
bool TableConfig::cdc_enabled() const { return GetBool(*this, "hoodie.table.cdc.enabled", false); }

bool TableConfig::metadata_table_on() const {
  return !SplitList(Get("hoodie.table.metadata.partitions")).empty() ||
         !SplitList(Get("hoodie.table.metadata.partitions.inflight")).empty();
}

std::string TableConfig::create_schema_json() const { return Get("hoodie.table.create.schema"); }

}  // namespace hudi
