// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/merge_settings.h"

#include "hudi/base/text.h"
#include "hudi/config/enum_words.h"
#include "hudi/config/java_classes.h"
#include "hudi/config/record_mergers.h"
#include "hudi/error.h"
#include "hudi/table/stored_options.h"

namespace hudi {
namespace {

constexpr std::string_view kLegacyPayloadKey = "hoodie.table.legacy.payload.class";
constexpr std::string_view kPartialUpdateKey = "hoodie.table.partial.update.mode";
constexpr std::string_view kOrderingKey = "hoodie.table.ordering.fields";
constexpr std::string_view kStoredDeleteField =
    "hoodie.record.merge.property.hoodie.payload.delete.field";
constexpr std::string_view kStoredDeleteMarker =
    "hoodie.record.merge.property.hoodie.payload.delete.marker";
constexpr std::string_view kUnavailableKey =
    "hoodie.record.merge.property.hoodie.write.partial.update.unavailable.value";

std::string_view ValueOf(const ConfigMap& properties, std::string_view key) {
  const auto entry = properties.find(key);
  return entry == properties.end() ? std::string_view() : std::string_view(entry->second);
}

/// What version 9 stores in place of a payload class of earlier releases.
struct PayloadMigration {
  PayloadKind kind;
  MergeMode mode;
  std::string_view partial_update;
  std::string_view delete_field;
  std::string_view delete_marker;
  std::string_view ordering;
  std::string_view unavailable;
};
constexpr PayloadMigration kMigrations[] = {
    {PayloadKind::kOverwriteWithLatest, MergeMode::kCommitTime, "", "", "", "", ""},
    {PayloadKind::kDefault, MergeMode::kEventTime, "", "", "", "", ""},
    {PayloadKind::kEventTime, MergeMode::kEventTime, "", "", "", "", ""},
    {PayloadKind::kOverwriteNonDefaults, MergeMode::kCommitTime, "IGNORE_DEFAULTS", "", "", "", ""},
    {PayloadKind::kPartialUpdate, MergeMode::kEventTime, "IGNORE_DEFAULTS", "", "", "", ""},
    {PayloadKind::kAwsDms, MergeMode::kCommitTime, "", "Op", "D", "", ""},
    {PayloadKind::kMySqlDebezium, MergeMode::kEventTime, "", "_change_operation_type", "d",
     "_event_bin_file,_event_pos", ""},
    {PayloadKind::kPostgresDebezium, MergeMode::kEventTime, "FILL_UNAVAILABLE",
     "_change_operation_type", "d", "_event_lsn", "__debezium_unavailable_value"},
};

const PayloadMigration* FindMigration(PayloadKind kind) {
  for (const PayloadMigration& migration : kMigrations) {
    if (migration.kind == kind) return &migration;
  }
  return nullptr;
}

MergeMode ModeOfPayload(int table_version, PayloadKind kind) {
  if (kind == PayloadKind::kOverwriteWithLatest) return MergeMode::kCommitTime;
  if (kind == PayloadKind::kDefault) return MergeMode::kEventTime;
  // 1.0.2 treats this one as user code, the releases before and after it do not.
  if (kind == PayloadKind::kEventTime && table_version != 8) return MergeMode::kEventTime;
  return MergeMode::kCustom;
}

/// The mode of a strategy. Errors: kUnsupported for one of somebody else's that is not registered.
arrow::Result<MergeMode> ModeOfStrategy(std::string_view key, std::string_view strategy_id) {
  if (strategy_id == kEventTimeStrategy) return MergeMode::kEventTime;
  if (strategy_id == kCommitTimeStrategy) return MergeMode::kCommitTime;
  if (strategy_id == kPayloadStrategy) return MergeMode::kCustom;
  if (FindMergerOfStrategy(strategy_id) == nullptr) return NoSuchMerger(key, strategy_id);
  return MergeMode::kCustom;
}

/// What a payload class does: one of Hudi's, or a registered merger.
arrow::Status FindPayloadLogic(std::string_view key, std::string_view payload_class,
                               MergeOptions* options) {
  const std::optional<PayloadKind> kind = FindPayload(payload_class);
  if (kind.has_value()) {
    options->payload = *kind;
    return arrow::Status::OK();
  }
  options->merger = FindMergerOfClass(payload_class);
  return options->merger == nullptr ? NoSuchMerger(key, payload_class) : arrow::Status::OK();
}

arrow::Status Contradiction(std::string_view key, std::string_view value, std::string_view other,
                            std::string_view other_value) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "' contradicts '",
              other, "' = '", other_value, "': give one of them, or two that agree");
}

/// Mode and payload of a request, before a version's way of storing it. `payload` is nullopt if no
/// class of Hudi's was given.
struct Behaviour {
  MergeMode mode = MergeMode::kCommitTime;
  std::optional<PayloadKind> payload;
  bool own_payload = false;   ///< the payload class is a registered merger
  bool own_strategy = false;  ///< the strategy is a registered merger's
};

arrow::Result<Behaviour> InferBehaviour(int table_version, const MergeRequest& request) {
  Behaviour behaviour;
  std::optional<MergeMode> payload_mode, strategy_mode;
  if (!request.payload_class.empty()) {
    MergeOptions logic;
    ARROW_RETURN_NOT_OK(FindPayloadLogic(kPayloadOption, request.payload_class, &logic));
    behaviour.own_payload = logic.merger != nullptr;
    if (!behaviour.own_payload) behaviour.payload = logic.payload;
    payload_mode = behaviour.own_payload ? MergeMode::kCustom
                                         : ModeOfPayload(table_version, *behaviour.payload);
  }
  if (!request.strategy_id.empty()) {
    ARROW_ASSIGN_OR_RAISE(strategy_mode, ModeOfStrategy(kStrategyOption, request.strategy_id));
    behaviour.own_strategy = !IsHudisStrategy(request.strategy_id);
    if (request.strategy_id == kPayloadStrategy && !payload_mode.has_value()) {
      return Fail(ErrorCode::kInvalidConfig, kPayloadOption, "config '", kStrategyOption, "' = '",
                  request.strategy_id, "' needs '", kPayloadOption, "' as well");
    }
    if (*strategy_mode != MergeMode::kCustom && payload_mode.has_value() &&
        *strategy_mode != *payload_mode) {
      return Contradiction(kStrategyOption, request.strategy_id, kPayloadOption,
                           request.payload_class);
    }
  }
  if (payload_mode.has_value() || strategy_mode.has_value()) {
    behaviour.mode = strategy_mode.value_or(payload_mode.value_or(MergeMode::kCommitTime));
  } else if (request.mode.has_value()) {
    behaviour.mode = *request.mode;
  } else {
    behaviour.mode =
        request.ordering_fields.empty() ? MergeMode::kCommitTime : MergeMode::kEventTime;
  }
  // Version 9 keeps a payload of earlier releases as a built-in mode.
  if (table_version >= 9 && behaviour.payload.has_value() && !behaviour.own_strategy) {
    const PayloadMigration* migration = FindMigration(*behaviour.payload);
    if (migration != nullptr) behaviour.mode = migration->mode;
  }
  if (request.mode.has_value() && *request.mode != behaviour.mode) {
    const bool by_payload = payload_mode.has_value();
    return Contradiction(kModeOption, MergeModeName(*request.mode),
                         by_payload ? kPayloadOption : kStrategyOption,
                         by_payload ? request.payload_class : request.strategy_id);
  }
  if (behaviour.mode == MergeMode::kCustom && !behaviour.payload.has_value() &&
      !behaviour.own_payload && !behaviour.own_strategy) {
    return Fail(ErrorCode::kInvalidConfig, kModeOption, "config '", kModeOption,
                "' = 'CUSTOM' needs '", kPayloadOption, "' or '", kStrategyOption, "' as well");
  }
  return behaviour;
}

ConfigMap PropertiesOfVersion8(const Behaviour& behaviour, const MergeRequest& request) {
  switch (behaviour.mode) {
    case MergeMode::kCommitTime:
      return {{std::string(kPayloadStored), std::string(kOverwriteWithLatestPayload)},
              {std::string(kStrategyStored), std::string(kCommitTimeStrategy)}};
    case MergeMode::kEventTime:
      return {{std::string(kPayloadStored), std::string(kDefaultPayload)},
              {std::string(kStrategyStored), std::string(kEventTimeStrategy)}};
    case MergeMode::kCustom:
      break;
  }
  // 1.0 wants a payload class in every table.
  const std::string payload_class =
      request.payload_class.empty() ? std::string(kDefaultPayload) : request.payload_class;
  return {{std::string(kPayloadStored), payload_class},
          {std::string(kStrategyStored),
           behaviour.own_strategy ? request.strategy_id : std::string(kPayloadStrategy)}};
}

arrow::Result<ConfigMap> PropertiesOfVersion9(const Behaviour& behaviour,
                                              const MergeRequest& request) {
  ConfigMap properties;
  const std::string& payload_class = request.payload_class;
  if (behaviour.own_strategy) {
    properties.emplace(kStrategyStored, request.strategy_id);
    return properties;
  }
  if (behaviour.own_payload) {
    properties.emplace(kPayloadStored, payload_class);
    properties.emplace(kStrategyStored, kPayloadStrategy);
    return properties;
  }
  if (!behaviour.payload.has_value()) return properties;
  const auto put = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) properties.emplace(key, value);
  };
  const PayloadMigration* migration = FindMigration(*behaviour.payload);
  if (migration == nullptr) {
    if (*behaviour.payload != PayloadKind::kEmpty) {
      return Fail(ErrorCode::kUnsupported, kPayloadOption, "config '", kPayloadOption, "' = '",
                  payload_class, "': table version 9 has no such payload class");
    }
    put(kPayloadStored, payload_class);
    put(kStrategyStored, kPayloadStrategy);
    return properties;
  }
  put(kLegacyPayloadKey, payload_class);
  put(kPartialUpdateKey, migration->partial_update);
  put(kStoredDeleteField, migration->delete_field);
  put(kStoredDeleteMarker, migration->delete_marker);
  put(kUnavailableKey, migration->unavailable);
  put(kOrderingKey, migration->ordering);
  return properties;
}

arrow::Status RefuseModesOfVersion6(const MergeRequest& request) {
  if (request.mode.has_value()) {
    return Fail(ErrorCode::kInvalidConfig, kModeOption, "config '", kModeOption, "' = '",
                MergeModeName(*request.mode), "': table version 6 has no merge modes; give '",
                kPayloadOption, "'");
  }
  return arrow::Status::OK();
}

arrow::Result<MergeOptions> ReadVersion6(const ConfigMap& properties, const MergeRequest& given) {
  MergeOptions options;
  const bool given_strategy = !given.strategy_id.empty();
  const std::string_view strategy_id =
      given_strategy ? given.strategy_id : ValueOf(properties, kStrategyStored);
  if (!strategy_id.empty() && !IsHudisStrategy(strategy_id)) {
    options.mode = MergeMode::kCustom;
    options.merger = FindMergerOfStrategy(strategy_id);
    if (options.merger != nullptr) return options;
    return NoSuchMerger(given_strategy ? kStrategyOption : kStrategyStored, strategy_id);
  }
  std::string_view name = given.payload_class;
  if (name.empty()) name = ValueOf(properties, kPayloadStored);
  if (name.empty()) name = kOverwriteWithLatestPayload;
  ARROW_RETURN_NOT_OK(FindPayloadLogic(
      given.payload_class.empty() ? kPayloadStored : kPayloadOption, name, &options));
  options.mode = options.merger != nullptr ? MergeMode::kCustom : ModeOfPayload(6, options.payload);
  return options;
}

arrow::Result<MergeMode> StoredMode(const ConfigMap& properties) {
  const std::string_view mode_text = ValueOf(properties, kModeStored);
  if (!mode_text.empty()) {
    MergeMode mode = MergeMode::kCommitTime;
    ARROW_RETURN_NOT_OK(ParseConfigValue(kModeStored, mode_text, &mode));
    return mode;
  }
  const std::string_view strategy_id = ValueOf(properties, kStrategyStored);
  if (!strategy_id.empty()) return ModeOfStrategy(kStrategyStored, strategy_id);
  const std::string_view payload_class = ValueOf(properties, kPayloadStored);
  if (!payload_class.empty()) {
    const std::optional<PayloadKind> kind = FindPayload(payload_class);
    return kind.has_value() ? ModeOfPayload(8, *kind) : MergeMode::kCustom;
  }
  return ValueOf(properties, kOrderingKey).empty() ? MergeMode::kCommitTime : MergeMode::kEventTime;
}

arrow::Status ReadPartialUpdates(const ConfigMap& properties, MergeOptions& options) {
  const std::string_view partial_update = ValueOf(properties, kPartialUpdateKey);
  if (partial_update.empty() || partial_update == "NONE") return arrow::Status::OK();
  if (partial_update == "IGNORE_DEFAULTS") {
    options.ignore_defaults = true;
  } else if (partial_update == "FILL_UNAVAILABLE") {
    options.fill_unavailable = true;
    options.unavailable_value = ValueOf(properties, kUnavailableKey);
    if (options.unavailable_value.empty()) {
      return Fail(ErrorCode::kInvalidConfig, kUnavailableKey, "config '", kPartialUpdateKey,
                  "' = 'FILL_UNAVAILABLE' needs '", kUnavailableKey, "' as well");
    }
  } else {
    return Fail(ErrorCode::kUnsupported, kPartialUpdateKey, "config '", kPartialUpdateKey, "' = '",
                partial_update, "': known are NONE, IGNORE_DEFAULTS and FILL_UNAVAILABLE");
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<ConfigMap> MergeProperties(int table_version, const MergeRequest& request) {
  if (table_version < 8) {
    ARROW_RETURN_NOT_OK(RefuseModesOfVersion6(request));
    // 0.15 stores no merge setting of a copy-on-write table: each write names its payload or
    // strategy.
    ARROW_RETURN_NOT_OK(ReadVersion6({}, request).status());
    return ConfigMap();
  }
  ARROW_ASSIGN_OR_RAISE(const Behaviour behaviour, InferBehaviour(table_version, request));
  ConfigMap properties;
  if (table_version >= 9) {
    ARROW_ASSIGN_OR_RAISE(properties, PropertiesOfVersion9(behaviour, request));
  } else {
    properties = PropertiesOfVersion8(behaviour, request);
  }
  properties.emplace(kModeStored, MergeModeName(behaviour.mode));
  if (!request.ordering_fields.empty()) {
    properties.emplace(kOrderingKey, JoinText(request.ordering_fields, ","));
  }
  return properties;
}

arrow::Result<MergeOptions> ReadMergeOptions(int table_version, const ConfigMap& properties,
                                             const MergeRequest& given) {
  MergeOptions options;
  if (table_version < 8) {
    ARROW_ASSIGN_OR_RAISE(options, ReadVersion6(properties, given));
  } else {
    ARROW_ASSIGN_OR_RAISE(options.mode, StoredMode(properties));
    if (options.mode == MergeMode::kCustom) {
      const std::string_view strategy_id = ValueOf(properties, kStrategyStored);
      if (!strategy_id.empty() && !IsHudisStrategy(strategy_id)) {
        options.merger = FindMergerOfStrategy(strategy_id);
        if (options.merger == nullptr) return NoSuchMerger(kStrategyStored, strategy_id);
      } else {
        ARROW_RETURN_NOT_OK(
            FindPayloadLogic(kPayloadStored, ValueOf(properties, kPayloadStored), &options));
      }
    }
    ARROW_RETURN_NOT_OK(ReadPartialUpdates(properties, options));
    options.delete_field = ValueOf(properties, kStoredDeleteField);
    options.delete_marker = ValueOf(properties, kStoredDeleteMarker);
  }
  options.table_version = table_version;
  options.ordering_fields = SplitList(ValueOf(properties, kOrderingKey));
  return options;
}

}  // namespace hudi
