// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/text.h"
#include "hudi/config/java_classes.h"
#include "hudi/config/option_names.h"
#include "hudi/config/write_keys.h"
#include "hudi/error.h"
#include "hudi/table/key_settings.h"
#include "hudi/table/merge_settings.h"
#include "hudi/table/option_set.h"
#include "hudi/table/properties_file.h"
#include "hudi/table/stored_options.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

std::string Word(bool value) { return value ? "true" : "false"; }

/// The class that 1.2.0 stores for Hive sync, from the partition option as given.
arrow::Result<std::string> PartitionExtractor(const OptionSet& options, const KeyOptions& keys) {
  ARROW_ASSIGN_OR_RAISE(const auto* by_name,
                        options.Given({"hoodie.datasource.partition_extractor_class",
                                       "hoodie.table.partition_extractor_class"}));
  if (by_name != nullptr) return by_name->second;
  const std::string* for_sync =
      options.Find("hoodie.datasource.hive_sync.partition_extractor_class");
  if (for_sync != nullptr) return *for_sync;
  ARROW_ASSIGN_OR_RAISE(const auto* partition, options.Given({kPartitionOption, kPartitionStored}));
  std::string_view name = "MultiPartKeysValueExtractor";
  if (partition != nullptr) {
    const size_t num_fields = SplitList(partition->second).size();
    if (num_fields == 0) {
      name = "NonPartitionedExtractor";
    } else if (num_fields == 1) {
      name = keys.hive_style             ? "HiveStylePartitionValueExtractor"
             : keys.slash_separated_date ? "SlashEncodedDayPartitionValueExtractor"
                                         : "SinglePartPartitionValueExtractor";
    }
  }
  return "org.apache.hudi.hive." + std::string(name);
}

/// The generator as the caller named it, which tells the Avro variants apart, else the resolved
/// one.
const KeyGeneratorName& GeneratorName(const OptionSet& options, KeyGeneratorType generator) {
  for (const std::string_view key :
       {"hoodie.datasource.write.keygenerator.class", "hoodie.table.keygenerator.class",
        "hoodie.datasource.write.keygenerator.type", "hoodie.table.keygenerator.type"}) {
    const std::string* text = options.Find(key);
    const KeyGeneratorName* row =
        text == nullptr ? nullptr : FindKeyGenerator(TrimWhitespace(*text));
    if (row != nullptr && row->generator == generator) return *row;
  }
  return KeyGeneratorNameOf(generator);
}

void PutTimestampOptions(const OptionSet& options, int table_version, ConfigMap& properties) {
  for (const std::string_view key :
       {"hoodie.keygen.timebased.timestamp.type",
        "hoodie.keygen.timebased.timestamp.scalar.time.unit",
        "hoodie.keygen.timebased.input.dateformat.list.delimiter.regex",
        "hoodie.keygen.timebased.input.dateformat", "hoodie.keygen.timebased.input.timezone",
        "hoodie.keygen.timebased.output.dateformat", "hoodie.keygen.timebased.output.timezone",
        "hoodie.keygen.timebased.timezone", "hoodie.keygen.datetime.parser.class"}) {
    // 0.15 leaves the type out: every write has to name it.
    if (table_version < 8 && key == "hoodie.keygen.timebased.timestamp.type") continue;
    const std::string* value = options.Find(key);
    if (value != nullptr) properties.emplace(key, *value);
  }
}

void PutTimelineKeys(int table_version, ConfigMap& properties) {
  properties["hoodie.table.version"] = std::to_string(table_version);
  if (table_version < 8) {
    properties["hoodie.timeline.layout.version"] = "1";
    properties["hoodie.archivelog.folder"] = "archived";
    return;
  }
  properties["hoodie.table.initial.version"] = std::to_string(table_version);
  properties["hoodie.timeline.layout.version"] = "2";
  properties["hoodie.timeline.path"] = "timeline";
  properties["hoodie.timeline.history.path"] = "history";
  properties["hoodie.archivelog.folder"] = "history";
  properties["hoodie.table.multiple.base.file.formats.enable"] = "false";
  if (table_version >= 9) properties["hoodie.table.format"] = "native";
}

arrow::Status PutKeyKeys(const WriteConfig& config, const OptionSet& options,
                         ConfigMap& properties) {
  const KeyOptions& keys = config.keys;
  if (!keys.key_fields.empty()) {
    properties["hoodie.table.recordkey.fields"] = JoinText(keys.key_fields, ",");
  }
  const PartitionList partition{keys.partition_fields, keys.partition_types};
  const KeyGeneratorName& generator = GeneratorName(options, keys.generator);
  if (config.table_version < 8) {
    properties[std::string(kPartitionStored)] = JoinText(partition.fields, ",");
    properties["hoodie.table.keygenerator.class"] = generator.java_class;
  } else {
    properties[std::string(kPartitionStored)] = partition.Text();
    properties["hoodie.table.keygenerator.type"] = generator.type;
  }
  if (config.table_version >= 9) {
    ARROW_ASSIGN_OR_RAISE(properties["hoodie.table.partition_extractor_class"],
                          PartitionExtractor(options, keys));
  }
  properties["hoodie.datasource.write.hive_style_partitioning"] = Word(keys.hive_style);
  properties["hoodie.datasource.write.partitionpath.urlencode"] = Word(keys.url_encode);
  if (keys.generator == KeyGeneratorType::kTimestamp) {
    PutTimestampOptions(options, config.table_version, properties);
  }
  return arrow::Status::OK();
}

arrow::Status PutMergeKeys(const WriteConfig& config, const OptionSet& options,
                           ConfigMap& properties) {
  MergeRequest request;
  if (!config.merge.ordering_is_default) {
    ARROW_ASSIGN_OR_RAISE(const auto* ordering,
                          options.Given({"hoodie.datasource.write.precombine.field",
                                         "hoodie.table.ordering.fields"}));
    if (ordering != nullptr) request.ordering_fields = SplitList(ordering->second);
  }
  ARROW_ASSIGN_OR_RAISE(const auto* mode, options.Given({"hoodie.write.record.merge.mode",
                                                         "hoodie.record.merge.mode"}));
  // Resolved already: a mode that is given is the one of the result, or there is none.
  if (mode != nullptr) request.mode = config.merge.mode;
  ARROW_ASSIGN_OR_RAISE(
      const auto* strategy,
      options.Given({"hoodie.write.record.merge.strategy.id", "hoodie.record.merge.strategy.id"}));
  if (strategy != nullptr) request.strategy_id = TrimWhitespace(strategy->second);
  ARROW_ASSIGN_OR_RAISE(const auto* payload, options.Given({"hoodie.datasource.write.payload.class",
                                                            "hoodie.compaction.payload.class"}));
  if (payload != nullptr) request.payload_class = TrimWhitespace(payload->second);
  ARROW_ASSIGN_OR_RAISE(ConfigMap merging, MergeProperties(config.table_version, request));

  if (config.table_version < 8 && config.table_type == TableType::kMergeOnRead) {
    // 0.15 keeps for compaction what a copy-on-write table leaves to each write.
    merging[std::string(kPayloadStored)] = request.payload_class.empty()
                                               ? std::string(kOverwriteWithLatestPayload)
                                               : request.payload_class;
    merging["hoodie.compaction.record.merger.strategy"] =
        request.strategy_id.empty() ? std::string(kEventTimeStrategy) : request.strategy_id;
  }
  if (config.table_version < 9) {
    // The name that 0.15 and 1.0 know.
    merging.erase("hoodie.table.ordering.fields");
    if (!request.ordering_fields.empty()) {
      merging["hoodie.table.precombine.field"] = JoinText(request.ordering_fields, ",");
    }
  } else {
    const std::string* field = options.Find("hoodie.payload.delete.field");
    const std::string* marker = options.Find("hoodie.payload.delete.marker");
    if (field != nullptr && marker != nullptr) {
      merging["hoodie.record.merge.property.hoodie.payload.delete.field"] = *field;
      merging["hoodie.record.merge.property.hoodie.payload.delete.marker"] = *marker;
    }
  }
  properties.merge(merging);
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<ConfigMap> NewTableProperties(const WriteConfig& config, const ConfigMap& options) {
  ARROW_ASSIGN_OR_RAISE(const NormalizedOptions normalized, NormalizeOptions(options));
  const ConfigMap none;
  const OptionSet set(normalized.values, none);
  ConfigMap properties;
  properties["hoodie.table.name"] = config.table_name;
  if (config.table_version < 8 || !config.database_name.empty()) {
    properties["hoodie.database.name"] = config.database_name;
  }
  properties["hoodie.table.type"] = TableTypeName(config.table_type);
  PutTimelineKeys(config.table_version, properties);
  ARROW_RETURN_NOT_OK(PutKeyKeys(config, set, properties));
  ARROW_RETURN_NOT_OK(PutMergeKeys(config, set, properties));

  constexpr std::string_view kZoneKey = "hoodie.table.timeline.timezone";
  const std::string* zone = set.Find(kZoneKey);
  std::string zone_word = zone == nullptr ? "LOCAL" : ToUpperAscii(TrimWhitespace(*zone));
  ARROW_RETURN_NOT_OK(FindWord(kZoneKey, zone_word, {"LOCAL", "UTC"}).status());
  properties.emplace(kZoneKey, std::move(zone_word));

  constexpr std::string_view kMetafileKey = "hoodie.partition.metafile.use.base.format";
  bool metafile_in_base_format = false;
  const std::string* metafile = set.Find(kMetafileKey);
  if (metafile != nullptr) {
    ARROW_RETURN_NOT_OK(ParseConfigValue(kMetafileKey, *metafile, &metafile_in_base_format));
  }
  properties.emplace(kMetafileKey, Word(metafile_in_base_format));
  properties["hoodie.populate.meta.fields"] = Word(config.populate_meta_fields);
  properties["hoodie.datasource.write.drop.partition.columns"] =
      Word(config.drop_partition_columns);
  properties["hoodie.table.base.file.format"] = "PARQUET";
  properties["hoodie.table.cdc.enabled"] = Word(config.cdc.enabled);
  if (config.cdc.enabled) {
    properties["hoodie.table.cdc.supplemental.logging.mode"] = CdcModeName(config.cdc.mode);
  }
  const std::string* create_schema = set.Find("hoodie.table.create.schema");
  if (create_schema != nullptr) properties["hoodie.table.create.schema"] = *create_schema;
  properties.emplace(kChecksumKey, TableChecksum(properties));
  return properties;
}

}  // namespace hudi
