// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "hudi/base/text.h"
#include "hudi/config/enum_words.h"
#include "hudi/config/java_classes.h"
#include "hudi/config/option_names.h"
#include "hudi/config/record_mergers.h"
#include "hudi/config/write_keys.h"
#include "hudi/error.h"
#include "hudi/table/change_log_properties.h"
#include "hudi/table/index_settings.h"
#include "hudi/table/key_settings.h"
#include "hudi/table/merge_settings.h"
#include "hudi/table/option_set.h"
#include "hudi/table/stored_options.h"
#include "hudi/table/table_config.h"
#include "hudi/table/unsupported_options.h"

namespace hudi {
namespace {

constexpr std::string_view kNameKey = "hoodie.table.name";
constexpr std::string_view kTypeOption = "hoodie.datasource.write.table.type";
constexpr std::string_view kTypeStored = "hoodie.table.type";
constexpr std::string_view kVersionOption = "hoodie.write.table.version";
constexpr std::string_view kVersionStored = "hoodie.table.version";
constexpr std::string_view kOrderingOption = "hoodie.datasource.write.precombine.field";
constexpr std::string_view kOrderingStored = "hoodie.table.ordering.fields";
constexpr std::string_view kOperationKey = "hoodie.datasource.write.operation";
constexpr std::string_view kDropDuplicatesKey = "hoodie.datasource.write.insert.drop.duplicates";
constexpr std::string_view kPolicyKey = "hoodie.datasource.insert.dup.policy";
constexpr std::string_view kCombineInsertKey = "hoodie.combine.before.insert";
constexpr std::string_view kAllowDuplicatesKey = "hoodie.merge.allow.duplicate.on.inserts";
constexpr std::string_view kDeleteFieldKey = "hoodie.payload.delete.field";
constexpr std::string_view kDeleteMarkerKey = "hoodie.payload.delete.marker";
constexpr std::string_view kLogFormatKey = "hoodie.logfile.data.block.format";
constexpr std::string_view kInlineCompactKey = "hoodie.compact.inline";
constexpr std::string_view kScheduleCompactKey = "hoodie.compact.schedule.inline";
constexpr std::string_view kAsyncCompactKey = "hoodie.datasource.compaction.async.enable";
constexpr std::string_view kCdcEnabledKey = "hoodie.table.cdc.enabled";
constexpr std::string_view kCdcModeKey = "hoodie.table.cdc.supplemental.logging.mode";
constexpr std::string_view kMergePropertyPrefix = "hoodie.record.merge.property.";

/// Resolves the parts of one write one after the other; the later ones read what the earlier set.
class Resolver {
 public:
  Resolver(const NormalizedOptions& options, const ConfigMap& stored, std::string_view folder_name)
      : normalized_(options), options_(options.values, stored), folder_name_(folder_name) {}

  arrow::Result<WriteConfig> Resolve() {
    config_.ignored_keys = normalized_.ignored;
    config_.extra_metadata = normalized_.extra_metadata;
    ARROW_RETURN_NOT_OK(ResolveIdentity());
    // Options win over properties of the same name; where they differ, CompareSameNames objects.
    ARROW_RETURN_NOT_OK(ApplyBoundKeys(options_.stored(), config_));
    ARROW_RETURN_NOT_OK(ApplyBoundKeys(options_.given(), config_));
    config_.parquet.codec = ToLowerAscii(TrimWhitespace(config_.parquet.codec));
    if (config_.parquet.codec.empty() || config_.parquet.codec == "none") {
      config_.parquet.codec = "uncompressed";
    }
    ARROW_RETURN_NOT_OK(CompareOrdering());
    ARROW_RETURN_NOT_OK(CompareMerging());
    CompareSameNames();
    CompareChangeLog();
    ARROW_RETURN_NOT_OK(ResolveKeys(options_, config_.table_version, config_.keys, conflicts_));
    ARROW_RETURN_NOT_OK(RefuseUnsupportedOptions(options_));
    NoticeChangeLogMode();
    ARROW_RETURN_NOT_OK(ResolveLogFiles());
    ARROW_RETURN_NOT_OK(ResolveCompaction());
    ARROW_RETURN_NOT_OK(ResolveMerging());
    ARROW_RETURN_NOT_OK(ResolveDeleteMarker());
    ARROW_RETURN_NOT_OK(ResolveOperation());
    ARROW_RETURN_NOT_OK(ResolveDuplicatePolicy());
    ARROW_RETURN_NOT_OK(ResolveIndex(options_, &config_));
    ARROW_RETURN_NOT_OK(Validate());
    return std::move(config_);
  }

 private:
  bool is_new() const { return options_.stored().empty(); }

  /// Name, database, type and version.
  arrow::Status ResolveIdentity() {
    ARROW_ASSIGN_OR_RAISE(const auto* version, options_.Given({kVersionOption, kVersionStored}));
    if (version != nullptr) {
      ARROW_RETURN_NOT_OK(
          ParseConfigValue(version->first, version->second, &config_.table_version));
      if (config_.table_version != 6 && config_.table_version != 8 && config_.table_version != 9) {
        return Fail(ErrorCode::kUnsupported, version->first, "config '", version->first, "' = '",
                    version->second, "': tables of version 6, 8 and 9 can be written");
      }
    }
    ARROW_ASSIGN_OR_RAISE(const auto* type, options_.Given({kTypeOption, kTypeStored}));
    if (type != nullptr) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(type->first, type->second, &config_.table_type));
    }
    ARROW_ASSIGN_OR_RAISE(const auto* name,
                          options_.Given({kNameKey, "hoodie.datasource.write.table.name"}));
    std::string given_name(name == nullptr ? "" : TrimWhitespace(name->second));
    const std::string* database = is_new() ? options_.Find("hoodie.database.name")
                                           : options_.FindStored("hoodie.database.name");
    if (database != nullptr) config_.database_name = *database;
    if (is_new()) {
      config_.table_name = given_name.empty() ? std::string(folder_name_) : given_name;
      if (config_.table_name.empty()) {
        return Fail(ErrorCode::kInvalidConfig, kNameKey, "config '", kNameKey,
                    "' is missing: a new table needs a name");
      }
      return arrow::Status::OK();
    }
    return CompareIdentity(version, type, given_name);
  }

  arrow::Status CompareIdentity(const ConfigMap::value_type* version,
                                const ConfigMap::value_type* type, const std::string& given_name) {
    const std::string* stored_version = options_.FindStored(kVersionStored);
    const std::string* stored_type = options_.FindStored(kTypeStored);
    const std::string* stored_name = options_.FindStored(kNameKey);
    if (stored_version != nullptr) {
      int of_table = 0;
      ARROW_RETURN_NOT_OK(ParseConfigValue(kVersionStored, *stored_version, &of_table));
      if (version != nullptr && config_.table_version != of_table) {
        conflicts_.Add(version->first, version->second, *stored_version);
      }
      config_.table_version = of_table;
    }
    ARROW_RETURN_NOT_OK(NoticeUpgrade());
    TableType of_table = TableType::kCopyOnWrite;
    if (stored_type != nullptr) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(kTypeStored, *stored_type, &of_table));
    }
    if (type != nullptr && config_.table_type != of_table) {
      conflicts_.Add(type->first, type->second, TableTypeName(of_table));
    }
    config_.table_type = of_table;
    if (stored_name != nullptr) {
      if (!given_name.empty() && !EqualsIgnoreCase(given_name, *stored_name)) {
        conflicts_.Add(kNameKey, given_name, *stored_name);
      }
      config_.table_name = *stored_name;
    } else {
      config_.table_name = given_name;
    }
    return arrow::Status::OK();
  }

  arrow::Status NoticeUpgrade() {
    constexpr std::string_view kUpgradeKey = "hoodie.write.auto.upgrade";
    const auto given = options_.given().find(kUpgradeKey);
    if (given == options_.given().end()) return arrow::Status::OK();
    bool upgrade = false;
    ARROW_RETURN_NOT_OK(ParseConfigValue(kUpgradeKey, given->second, &upgrade));
    if (upgrade && config_.table_version < 9) {
      Notice(kUpgradeKey, given->second, "version " + std::to_string(config_.table_version));
    }
    return arrow::Status::OK();
  }

  arrow::Status CompareOrdering() {
    ARROW_ASSIGN_OR_RAISE(const auto* given, options_.Given({kOrderingOption, kOrderingStored}));
    const std::string* stored = options_.FindStored(kOrderingStored);
    if (given != nullptr) ordering_ = SplitList(given->second);
    if (stored != nullptr) {
      const std::vector<std::string> of_table = SplitList(*stored);
      if (!ordering_.empty() && !of_table.empty() && ordering_ != of_table) {
        conflicts_.Add(config_.table_version >= 9 ? "OrderingFields" : "PreCombineKey",
                       given->second, *stored);
      }
      if (!of_table.empty()) ordering_ = of_table;
    }
    if (ordering_.size() > 1 && config_.table_version < 9) {
      return Fail(ErrorCode::kInvalidConfig, kOrderingOption, "config '", kOrderingOption, "' = '",
                  JoinText(ordering_, ","), "': table version ", config_.table_version,
                  " takes one ordering column");
    }
    return arrow::Status::OK();
  }

  /// Reads the merge options of the call and holds them against those of an existing table.
  arrow::Status CompareMerging() {
    ARROW_ASSIGN_OR_RAISE(const auto* mode, options_.Given({kModeOption, kModeStored}));
    ARROW_ASSIGN_OR_RAISE(const auto* strategy, options_.Given({kStrategyOption, kStrategyStored}));
    ARROW_ASSIGN_OR_RAISE(const auto* payload, options_.Given({kPayloadOption, kPayloadStored}));
    if (mode != nullptr) {
      merging_.mode.emplace();
      ARROW_RETURN_NOT_OK(ParseConfigValue(mode->first, mode->second, &*merging_.mode));
    }
    if (strategy != nullptr) merging_.strategy_id = TrimWhitespace(strategy->second);
    if (payload != nullptr) merging_.payload_class = TrimWhitespace(payload->second);
    if (const std::string* classes = options_.Find(kMergerClassesKey); classes != nullptr) {
      ARROW_RETURN_NOT_OK(CheckMergerClasses(*classes));
    }
    if (is_new()) return arrow::Status::OK();
    if (config_.table_version < 8) {
      if (strategy != nullptr) CompareStrategyOfVersion6(*strategy);
      return arrow::Status::OK();
    }

    const std::string* stored_mode = options_.FindStored(kModeStored);
    const std::string* stored_payload = options_.FindStored(kPayloadStored);
    const std::string* stored_strategy = options_.FindStored(kStrategyStored);
    if (mode != nullptr && stored_mode != nullptr &&
        !EqualsIgnoreCase(mode->second, *stored_mode)) {
      if (config_.table_version >= 9) {
        conflicts_.Add(mode->first, mode->second, *stored_mode);
      } else {
        Notice(mode->first, mode->second, *stored_mode);
      }
    }
    if (strategy != nullptr && !merging_.strategy_id.empty()) {
      std::string_view of_table;
      if (stored_strategy != nullptr) of_table = *stored_strategy;
      if (merging_.strategy_id != of_table) {
        if (config_.table_version >= 9) {
          conflicts_.Add(strategy->first, strategy->second, of_table.empty() ? "none" : of_table);
        } else {
          Notice(strategy->first, strategy->second, of_table);
        }
      }
    }
    const std::string* legacy_payload = options_.FindStored("hoodie.table.legacy.payload.class");
    if (stored_payload == nullptr) stored_payload = legacy_payload;
    if (payload != nullptr && !merging_.payload_class.empty() && stored_mode != nullptr &&
        (stored_payload == nullptr || merging_.payload_class != *stored_payload)) {
      if (EqualsIgnoreCase(*stored_mode, "CUSTOM")) {
        conflicts_.Add(payload->first, payload->second,
                       stored_payload == nullptr ? "none" : *stored_payload);
      } else {
        Notice(payload->first, payload->second, *stored_mode);
      }
    }
    return arrow::Status::OK();
  }

  /// Merge-on-read tables of version 6 keep the strategy that their logs are merged by.
  void CompareStrategyOfVersion6(const ConfigMap::value_type& given) {
    const std::string* stored = options_.FindStored(kStrategyStored);
    const std::string_view of_table = stored == nullptr ? kEventTimeStrategy : *stored;
    const bool own = !IsHudisStrategy(merging_.strategy_id) || !IsHudisStrategy(of_table);
    if (config_.table_type == TableType::kMergeOnRead && !merging_.strategy_id.empty() && own &&
        merging_.strategy_id != of_table) {
      conflicts_.Add(given.first, given.second, of_table);
    }
  }

  void Notice(std::string_view key, std::string_view given, std::string_view stored) {
    std::string sentence = "config '";
    sentence += key;
    sentence += "' = '";
    sentence += given;
    sentence += "' has no effect: the table keeps '";
    sentence += stored;
    sentence += "'";
    config_.notices.push_back(std::move(sentence));
  }

  /// Options that go by the name of a table property must agree with it.
  void CompareSameNames() {
    static const std::set<std::string_view> kComparedElsewhere = {
        kNameKey,
        "hoodie.datasource.write.table.name",
        kTypeStored,
        kVersionStored,
        kOrderingStored,
        kModeStored,
        kStrategyStored,
        kPayloadStored,
        "hoodie.table.recordkey.fields",
        "hoodie.table.partition.fields",
        "hoodie.table.keygenerator.class",
        "hoodie.table.keygenerator.type",
        "hoodie.table.base.file.format",
        kCdcEnabledKey,
        kCdcModeKey};
    for (const auto& [key, value] : options_.given()) {
      if (kComparedElsewhere.contains(key)) continue;
      const std::string* stored = options_.FindStored(key);
      if (stored == nullptr || EqualsIgnoreCase(TrimWhitespace(value), *stored)) continue;
      if (key == "hoodie.database.name" && stored->empty()) continue;
      conflicts_.Add(key, value, *stored);
    }
  }

  /// A change log may be switched on, but whoever follows it must not lose it in passing, and
  /// Spark cannot read one whose parts keep different things.
  void CompareChangeLog() {
    const std::string* stored = options_.FindStored(kCdcEnabledKey);
    if (stored == nullptr || !EqualsIgnoreCase(*stored, "true")) return;
    if (!config_.cdc.enabled) conflicts_.Add(kCdcEnabledKey, "false", *stored);
    const auto given = options_.given().find(kCdcModeKey);
    if (given == options_.given().end()) return;
    const std::string* stored_mode = options_.FindStored(kCdcModeKey);
    const std::string_view mode =
        stored_mode == nullptr ? CdcModeName(CdcOptions().mode) : std::string_view(*stored_mode);
    if (!EqualsIgnoreCase(TrimWhitespace(given->second), mode)) {
      conflicts_.Add(kCdcModeKey, given->second, mode);
    }
  }

  arrow::Status ResolveMerging() {
    if (is_new()) {
      merging_.ordering_fields = ordering_;
      ARROW_ASSIGN_OR_RAISE(const ConfigMap properties,
                            MergeProperties(config_.table_version, merging_));
      ARROW_ASSIGN_OR_RAISE(config_.merge,
                            ReadMergeOptions(config_.table_version, properties, merging_));
      if (config_.table_version < 8) config_.merge.ordering_fields = ordering_;
    } else {
      ARROW_ASSIGN_OR_RAISE(config_.merge,
                            ReadMergeOptions(config_.table_version, options_.stored(), merging_));
      if (config_.table_version < 8 && merging_.mode.has_value()) {
        return MergeProperties(config_.table_version, merging_).status();
      }
      if (config_.merge.ordering_fields.empty() && !ordering_.empty()) {
        config_.merge.ordering_fields = ordering_;
        if (config_.table_version >= 8 && config_.merge.mode == MergeMode::kCommitTime) {
          Notice(kOrderingOption, JoinText(ordering_, ","), "COMMIT_TIME_ORDERING");
        }
      }
    }
    if (config_.merge.ordering_fields.empty() && config_.table_version < 8) {
      config_.merge.ordering_fields = {"ts"};
      config_.merge.ordering_is_default = true;
    }
    return arrow::Status::OK();
  }

  arrow::Status ResolveDeleteMarker() {
    const auto given = [&](std::string_view key) -> const std::string* {
      const std::string stored_key = std::string(kMergePropertyPrefix) + std::string(key);
      const auto entry = options_.given().find(key);
      if (entry != options_.given().end()) return &entry->second;
      const auto twin = options_.given().find(stored_key);
      return twin == options_.given().end() ? nullptr : &twin->second;
    };
    const std::string* field = given(kDeleteFieldKey);
    const std::string* marker = given(kDeleteMarkerKey);
    MergeOptions& merge = config_.merge;
    if ((field == nullptr) != (marker == nullptr)) {
      const std::string_view present = field != nullptr ? kDeleteFieldKey : kDeleteMarkerKey;
      const std::string_view missing = field != nullptr ? kDeleteMarkerKey : kDeleteFieldKey;
      // A stored pair completes a given half that repeats it.
      const std::string& of_table = field != nullptr ? merge.delete_field : merge.delete_marker;
      if (of_table.empty()) {
        return Fail(ErrorCode::kInvalidConfig, missing, "config '", missing, "' is missing: '",
                    present, "' needs it");
      }
    }
    ConflictList conflicts;
    if (!merge.delete_field.empty() && field != nullptr && *field != merge.delete_field) {
      conflicts.Add(kDeleteFieldKey, *field, merge.delete_field);
    }
    if (!merge.delete_marker.empty() && marker != nullptr && *marker != merge.delete_marker) {
      conflicts.Add(kDeleteMarkerKey, *marker, merge.delete_marker);
    }
    ARROW_RETURN_NOT_OK(conflicts.ToStatus());
    if (field != nullptr && marker != nullptr) {
      merge.delete_field = *field;
      merge.delete_marker = *marker;
    }
    // Before version 9 only the payload classes that order by event time look at the marker.
    const bool by_event_time =
        merge.mode == MergeMode::kEventTime || merge.payload == PayloadKind::kEventTime;
    if (config_.table_version < 9 && !by_event_time && !merge.delete_field.empty()) {
      config_.notices.push_back(
          "config 'hoodie.payload.delete.field' has no effect: without event time ordering, tables "
          "of version " +
          std::to_string(config_.table_version) + " have no delete marker");
      merge.delete_field.clear();
      merge.delete_marker.clear();
    }
    return arrow::Status::OK();
  }

  arrow::Status ResolveOperation() {
    const auto given = options_.given().find(kOperationKey);
    if (given == options_.given().end()) {
      config_.operation =
          config_.keys.key_fields.empty() ? WriteOperation::kInsert : WriteOperation::kUpsert;
      return arrow::Status::OK();
    }
    for (const std::string_view word :
         {"insert_prepped", "upsert_prepped", "bulk_insert_prepped", "delete_prepped", "bootstrap",
          "bucket_rescale", "cluster", "compact", "index", "alter_schema", "log_compact"}) {
      if (EqualsIgnoreCase(TrimWhitespace(given->second), word)) {
        return Fail(ErrorCode::kUnsupported, kOperationKey, "config '", kOperationKey, "' = '",
                    given->second, "': a write does not do this here");
      }
    }
    return ParseConfigValue(kOperationKey, given->second, &config_.operation);
  }

  arrow::Status ResolveDuplicatePolicy() {
    const auto policy = options_.given().find(kPolicyKey);
    if (policy != options_.given().end()) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(kPolicyKey, policy->second, &config_.duplicate_policy));
      if (config_.table_version < 8 && config_.duplicate_policy != DuplicatePolicy::kNone) {
        Notice(kPolicyKey, policy->second, "none");
        config_.duplicate_policy = DuplicatePolicy::kNone;
      }
    }
    bool drop = false;
    const auto legacy = options_.given().find(kDropDuplicatesKey);
    if (legacy != options_.given().end()) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(kDropDuplicatesKey, legacy->second, &drop));
    }
    if (drop && config_.duplicate_policy == DuplicatePolicy::kFail) {
      return Fail(ErrorCode::kInvalidConfig, kDropDuplicatesKey, "config '", kDropDuplicatesKey,
                  "' = 'true' contradicts '", kPolicyKey, "' = 'fail'");
    }
    if (drop) config_.duplicate_policy = DuplicatePolicy::kDrop;

    if (config_.duplicate_policy != DuplicatePolicy::kNone &&
        config_.operation == WriteOperation::kUpsert) {
      config_.operation = WriteOperation::kInsert;
    }
    const bool is_insert = config_.operation == WriteOperation::kInsert;
    const bool is_bulk = config_.operation == WriteOperation::kBulkInsert;
    if (drop && is_bulk && config_.row_writer) {
      return Fail(ErrorCode::kInvalidConfig, kDropDuplicatesKey, "config '", kDropDuplicatesKey,
                  "' = 'true': bulk_insert cannot drop duplicates; use insert, or set "
                  "'hoodie.datasource.write.row.writer.enable' to false");
    }
    if (drop && (is_insert || is_bulk)) config_.combine_before_insert = true;
    if (!is_insert && !is_bulk) config_.duplicate_policy = DuplicatePolicy::kNone;
    if (is_insert && policy != options_.given().end() &&
        config_.duplicate_policy != DuplicatePolicy::kFail &&
        (config_.table_version < 9 || !options_.given().contains(kAllowDuplicatesKey))) {
      config_.allow_duplicate_on_inserts = true;
    }
    return arrow::Status::OK();
  }

  /// A mode says nothing of a table that keeps no change log.
  void NoticeChangeLogMode() {
    if (!config_.cdc.enabled && options_.given().contains(kCdcModeKey)) {
      Notice(kCdcModeKey, CdcModeName(config_.cdc.mode), "hoodie.table.cdc.enabled=false");
    }
  }

  arrow::Status ResolveLogFiles() {
    const auto format = options_.given().find(kLogFormatKey);
    if (format == options_.given().end()) return arrow::Status::OK();
    if (EqualsIgnoreCase(TrimWhitespace(format->second), "hfile")) {
      return Fail(ErrorCode::kUnsupported, kLogFormatKey, "config '", kLogFormatKey, "' = '",
                  format->second, "': only the metadata table has such blocks");
    }
    ARROW_ASSIGN_OR_RAISE(const size_t word,
                          FindWord(kLogFormatKey, format->second, {"avro", "parquet"}));
    config_.log.block_format = word == 0 ? LogBlockFormat::kAvro : LogBlockFormat::kParquet;
    return arrow::Status::OK();
  }

  /// Batch writes into MERGE_ON_READ tables compact unless somebody says who does.
  arrow::Status ResolveCompaction() {
    CompactionOptions& compaction = config_.compaction;
    const bool is_given = options_.given().contains(kInlineCompactKey);
    const bool is_mor = config_.table_type == TableType::kMergeOnRead;
    if (!is_given && is_mor) {
      compaction.run_inline =
          !(options_.given().contains(kAsyncCompactKey) && compaction.async_enabled);
    }
    if (compaction.run_inline && compaction.schedule_inline) {
      return Fail(ErrorCode::kInvalidConfig, kScheduleCompactKey, "either inline compaction ('",
                  kInlineCompactKey, "') or schedule inline compaction ('", kScheduleCompactKey,
                  "') can be enabled, not both: 'true', 'true'",
                  is_given ? "" : "; the first is the default, set it to false");
    }
    if (is_mor) return arrow::Status::OK();
    if (compaction.run_inline) config_.ignored_keys.emplace_back(kInlineCompactKey);
    compaction.run_inline = compaction.schedule_inline = compaction.log_inline = false;
    return arrow::Status::OK();
  }

  /// Rules across fields.
  arrow::Status Validate() {
    if (config_.keys.key_fields.empty()) {
      constexpr std::string_view kWhy =
          "': record keys are generated here; give 'hoodie.datasource.write.recordkey.field'";
      if (options_.given().contains(kDropDuplicatesKey) &&
          config_.duplicate_policy == DuplicatePolicy::kDrop) {
        return Fail(ErrorCode::kInvalidConfig, kDropDuplicatesKey, "config '", kDropDuplicatesKey,
                    "' = 'true", kWhy);
      }
      if (config_.combine_before_insert) {
        return Fail(ErrorCode::kInvalidConfig, kCombineInsertKey, "config '", kCombineInsertKey,
                    "' = 'true", kWhy);
      }
      if (!config_.populate_meta_fields) {
        return Fail(ErrorCode::kInvalidConfig, "hoodie.populate.meta.fields",
                    "config 'hoodie.populate.meta.fields' = 'false", kWhy);
      }
    }
    const KeyGeneratorType generator = config_.keys.generator;
    if (!config_.populate_meta_fields && generator != KeyGeneratorType::kSimple &&
        generator != KeyGeneratorType::kComplex && generator != KeyGeneratorType::kNonPartitioned) {
      return Fail(ErrorCode::kInvalidConfig, "hoodie.populate.meta.fields",
                  "config 'hoodie.populate.meta.fields' = 'false': the key generator ",
                  KeyGeneratorNameOf(generator).type,
                  " needs the meta columns; SIMPLE, COMPLEX and NON_PARTITION do not");
    }
    return arrow::Status::OK();
  }

  const NormalizedOptions& normalized_;
  const OptionSet options_;
  const std::string_view folder_name_;
  WriteConfig config_;
  ConflictList conflicts_;
  MergeRequest merging_;
  std::vector<std::string> ordering_;
};

}  // namespace

ConfigMap ChangeLogProperties(const TableConfig& table, const CdcOptions& cdc) {
  if (!cdc.enabled || table.cdc_enabled()) return {};
  return {{std::string(kCdcEnabledKey), "true"},
          {std::string(kCdcModeKey), std::string(CdcModeName(cdc.mode))}};
}

arrow::Result<WriteConfig> ResolveWriteConfig(const ConfigMap& options, const TableConfig* table,
                                              std::string_view folder_name) {
  ARROW_ASSIGN_OR_RAISE(const NormalizedOptions normalized, NormalizeOptions(options));
  ConfigMap stored;
  if (table != nullptr) {
    stored = NormalizeStored(table->properties());
    // An existing table always has a version; an empty map stands for a new one.
    stored.emplace(kVersionStored, std::to_string(table->version()));
  }
  return Resolver(normalized, stored, folder_name).Resolve();
}

}  // namespace hudi
