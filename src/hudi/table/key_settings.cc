// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/key_settings.h"

#include <algorithm>

#include "hudi/base/text.h"
#include "hudi/config/config_value.h"
#include "hudi/config/java_classes.h"
#include "hudi/error.h"
#include "hudi/table/stored_options.h"

namespace hudi {
namespace {

constexpr std::string_view kKeyOption = "hoodie.datasource.write.recordkey.field";
constexpr std::string_view kKeyStored = "hoodie.table.recordkey.fields";
constexpr std::string_view kClassOption = "hoodie.datasource.write.keygenerator.class";
constexpr std::string_view kClassStored = "hoodie.table.keygenerator.class";
constexpr std::string_view kGeneratorTypeOption = "hoodie.datasource.write.keygenerator.type";
constexpr std::string_view kGeneratorTypeStored = "hoodie.table.keygenerator.type";
constexpr std::string_view kTimestampTypeKey = "hoodie.keygen.timebased.timestamp.type";
constexpr std::string_view kExtractorStored = "hoodie.table.partition_extractor_class";
constexpr std::string_view kSlashKey = "hoodie.datasource.write.slash.separated.date.partitioning";

arrow::Result<const KeyGeneratorName*> ParseGenerator(std::string_view key, std::string_view text) {
  const KeyGeneratorName* row = FindKeyGenerator(TrimWhitespace(text));
  if (row != nullptr) return row;
  if (text.find('.') != std::string_view::npos || text == "USER_PROVIDED") {
    return Fail(ErrorCode::kUnsupported, key, "config '", key, "' = '", text,
                "': a key generator of one's own cannot run here; known are SIMPLE, COMPLEX, "
                "TIMESTAMP, CUSTOM, NON_PARTITION and GLOBAL_DELETE");
  }
  return InvalidValue(key, text,
                      "one of SIMPLE, COMPLEX, TIMESTAMP, CUSTOM, NON_PARTITION, GLOBAL_DELETE or "
                      "the Java class of one of them");
}

/// The generator that the options name, else null. A class wins over a type, as in Hudi.
arrow::Result<const KeyGeneratorName*> GivenGenerator(const OptionSet& options) {
  ARROW_ASSIGN_OR_RAISE(const auto* by_class, options.Given({kClassOption, kClassStored}));
  ARROW_ASSIGN_OR_RAISE(const auto* by_type,
                        options.Given({kGeneratorTypeOption, kGeneratorTypeStored}));
  if (by_class != nullptr && by_class->second.empty()) by_class = nullptr;
  if (by_type != nullptr && by_type->second.empty()) by_type = nullptr;
  if (by_class == nullptr && by_type == nullptr) return nullptr;
  const auto* given = by_class != nullptr ? by_class : by_type;
  ARROW_ASSIGN_OR_RAISE(const KeyGeneratorName* row, ParseGenerator(given->first, given->second));
  if (by_class != nullptr && by_type != nullptr) {
    ARROW_ASSIGN_OR_RAISE(const KeyGeneratorName* other,
                          ParseGenerator(by_type->first, by_type->second));
    if (other->generator != row->generator) {
      return Fail(ErrorCode::kInvalidConfig, by_type->first, "config '", by_type->first, "' = '",
                  by_type->second, "' contradicts '", by_class->first, "' = '", by_class->second,
                  "': give one of them");
    }
  }
  return row;
}

arrow::Result<const KeyGeneratorName*> StoredGenerator(const OptionSet& options) {
  for (const std::string_view key : {kClassStored, kGeneratorTypeStored}) {
    const std::string* text = options.FindStored(key);
    if (text != nullptr && !text->empty()) return ParseGenerator(key, *text);
  }
  return nullptr;
}

arrow::Status Misfit(std::string_view key, std::string_view value, std::string_view generator,
                     std::string_view wants) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value,
              "': the key generator ", generator, " takes ", wants);
}

/// Time-based options that the timestamp generator, or a `timestamp` column of the custom one,
/// needs.
arrow::Status CheckTimestampOptions(int table_version, KeyOptions& keys) {
  if (keys.timestamp_type.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kTimestampTypeKey, "config '", kTimestampTypeKey,
                "' is missing: timestamp partitions need it");
  }
  const std::string type = ToUpperAscii(TrimWhitespace(keys.timestamp_type));
  std::vector<std::string_view> types = {"UNIX_TIMESTAMP", "EPOCHMILLISECONDS", "SCALAR",
                                         "DATE_STRING", "MIXED"};
  if (table_version >= 8) types.insert(types.begin() + 2, "EPOCHMICROSECONDS");
  ARROW_RETURN_NOT_OK(FindWord(kTimestampTypeKey, type, types).status());
  keys.timestamp_type = type;
  constexpr std::string_view kOutputKey = "hoodie.keygen.timebased.output.dateformat";
  constexpr std::string_view kInputKey = "hoodie.keygen.timebased.input.dateformat";
  if (keys.output_date_format.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kOutputKey, "config '", kOutputKey,
                "' is missing: timestamp partitions need it");
  }
  if ((type == "DATE_STRING" || type == "MIXED") && keys.input_date_formats.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kInputKey, "config '", kInputKey,
                "' is missing: timestamp type ", type, " needs it");
  }
  constexpr std::string_view kUnitKey = "hoodie.keygen.timebased.timestamp.scalar.time.unit";
  ARROW_RETURN_NOT_OK(FindWord(kUnitKey, keys.scalar_time_unit,
                               {"NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES",
                                "HOURS", "DAYS"})
                          .status());
  keys.scalar_time_unit = ToUpperAscii(TrimWhitespace(keys.scalar_time_unit));
  return arrow::Status::OK();
}

arrow::Status CheckFit(int table_version, KeyOptions& keys) {
  const std::string_view name = KeyGeneratorNameOf(keys.generator).type;
  const std::string key_text = JoinText(keys.key_fields, ",");
  const std::string partition_text = JoinText(keys.partition_fields, ",");
  switch (keys.generator) {
    case KeyGeneratorType::kSimple:
    case KeyGeneratorType::kTimestamp:
      if (keys.key_fields.size() > 1) {
        return Misfit(kKeyOption, key_text, name, "one key column; several need COMPLEX");
      }
      if (keys.partition_fields.size() != 1) {
        return Misfit(kPartitionOption, partition_text, name,
                      keys.generator == KeyGeneratorType::kSimple
                          ? "one partition column; several need COMPLEX, none NON_PARTITION"
                          : "one partition column");
      }
      break;
    case KeyGeneratorType::kCustom:
      if (keys.partition_types.size() != keys.partition_fields.size()) {
        return Misfit(kPartitionOption, partition_text, name,
                      "a type for each column: `column:simple` or `column:timestamp`");
      }
      break;
    case KeyGeneratorType::kComplex:
    case KeyGeneratorType::kNonPartitioned:
    case KeyGeneratorType::kGlobalDelete:
      break;
  }
  if (keys.generator != KeyGeneratorType::kCustom && !keys.partition_types.empty()) {
    return Misfit(kPartitionOption, partition_text, name, "columns without a type");
  }
  if (keys.generator == KeyGeneratorType::kTimestamp ||
      std::find(keys.partition_types.begin(), keys.partition_types.end(), "timestamp") !=
          keys.partition_types.end()) {
    ARROW_RETURN_NOT_OK(CheckTimestampOptions(table_version, keys));
  }
  if (keys.slash_separated_date && table_version < 9) {
    return Fail(ErrorCode::kUnsupported, kSlashKey, "config '", kSlashKey,
                "' = 'true': table version ", table_version, " has no such partitions");
  }
  return arrow::Status::OK();
}

/// Compares the record key options with the stored ones; gives the columns to use.
arrow::Result<std::vector<std::string>> ResolveKeyFields(const OptionSet& options, bool is_new,
                                                         ConflictList& conflicts) {
  ARROW_ASSIGN_OR_RAISE(const auto* given, options.Given({kKeyOption, kKeyStored}));
  const std::string* stored = options.FindStored(kKeyStored);
  std::vector<std::string> fields;
  if (stored != nullptr) fields = SplitList(*stored);
  if (given == nullptr) return fields;
  std::vector<std::string> given_fields = SplitList(given->second);
  if (given_fields.empty() || is_new) return given_fields.empty() ? fields : given_fields;
  if (given_fields != fields) {
    conflicts.Add("RecordKey", JoinText(given_fields, ","),
                  fields.empty() ? "(generated keys)" : JoinText(fields, ","));
  }
  return fields;
}

}  // namespace

std::string PartitionList::Text() const {
  std::vector<std::string> items = fields;
  for (size_t i = 0; i < types.size(); ++i) items[i] += ":" + types[i];
  return JoinText(items, ",");
}

arrow::Result<PartitionList> ParsePartitionList(std::string_view key, std::string_view text) {
  PartitionList list;
  for (const std::string& item : SplitList(text)) {
    const size_t colon = item.rfind(':');
    if (colon == std::string::npos) {
      list.fields.push_back(item);
      continue;
    }
    const std::string type = ToLowerAscii(TrimWhitespace(std::string_view(item).substr(colon + 1)));
    if (type != "simple" && type != "timestamp") {
      return InvalidValue(key, text, "`column:simple` or `column:timestamp`");
    }
    list.fields.emplace_back(TrimWhitespace(std::string_view(item).substr(0, colon)));
    list.types.push_back(type);
  }
  if (!list.types.empty() && list.types.size() != list.fields.size()) {
    return InvalidValue(key, text, "a type for each column: `column:simple` or `column:timestamp`");
  }
  return list;
}

KeyGeneratorType InferKeyGenerator(size_t num_key_fields, const PartitionList& partition) {
  if (partition.fields.empty()) return KeyGeneratorType::kNonPartitioned;
  if (!partition.types.empty()) return KeyGeneratorType::kCustom;
  return partition.fields.size() == 1 && num_key_fields <= 1 ? KeyGeneratorType::kSimple
                                                             : KeyGeneratorType::kComplex;
}

arrow::Status ResolveKeys(const OptionSet& options, int table_version, KeyOptions& keys,
                          ConflictList& conflicts) {
  const bool is_new = options.stored().empty();
  ARROW_ASSIGN_OR_RAISE(keys.key_fields, ResolveKeyFields(options, is_new, conflicts));

  ARROW_ASSIGN_OR_RAISE(const auto* given_text,
                        options.Given({kPartitionOption, kPartitionStored}));
  ARROW_ASSIGN_OR_RAISE(const KeyGeneratorName* given_generator, GivenGenerator(options));
  ARROW_ASSIGN_OR_RAISE(const KeyGeneratorName* stored_generator, StoredGenerator(options));
  const std::string* stored_text = options.FindStored(kPartitionStored);
  PartitionList given, stored;
  if (given_text != nullptr) {
    ARROW_ASSIGN_OR_RAISE(given, ParsePartitionList(given_text->first, given_text->second));
  }
  if (stored_text != nullptr) {
    ARROW_ASSIGN_OR_RAISE(stored, ParsePartitionList(kPartitionStored, *stored_text));
  }
  // Hudi ignores the partition option beside this generator.
  if (given_generator != nullptr &&
      given_generator->generator == KeyGeneratorType::kNonPartitioned) {
    given_text = nullptr;
    given = PartitionList();
  }

  if (is_new) {
    keys.generator = given_generator != nullptr ? given_generator->generator
                                                : InferKeyGenerator(keys.key_fields.size(), given);
    keys.partition_fields = given.fields;
    keys.partition_types = given.types;
  } else {
    keys.generator = stored_generator != nullptr
                         ? stored_generator->generator
                         : InferKeyGenerator(keys.key_fields.size(), stored);
    keys.partition_fields = stored.fields;
    keys.partition_types = stored.types;
    if (given_generator != nullptr && given_generator->generator != keys.generator) {
      conflicts.Add("KeyGenerator", given_generator->java_class,
                    KeyGeneratorNameOf(keys.generator).java_class);
    }
    if (given_text != nullptr) {
      const bool types_differ = !given.types.empty() && given.types != stored.types;
      if (keys.generator == KeyGeneratorType::kCustom && stored.types.empty()) {
        keys.partition_types = given.types;  // version 6 stores bare columns
        if (given.fields != stored.fields) {
          conflicts.Add("PartitionPath", given.Text(), stored.Text());
        }
      } else if (given.fields != stored.fields || types_differ) {
        conflicts.Add("PartitionPath", given.Text(), stored.Text());
      }
    }
  }

  const std::string* both_zones = options.Find("hoodie.keygen.timebased.timezone");
  if (both_zones != nullptr) keys.input_timezone = keys.output_timezone = *both_zones;
  const std::string* extractor = options.FindStored(kExtractorStored);
  if (!is_new && !options.given().contains(kSlashKey) && extractor != nullptr) {
    // 1.2.0 does not store the option itself, only the class that follows from it.
    keys.slash_separated_date = extractor->ends_with(".SlashEncodedDayPartitionValueExtractor");
  }
  ARROW_RETURN_NOT_OK(conflicts.ToStatus());
  ARROW_RETURN_NOT_OK(CheckFit(table_version, keys));

  keys.complex_single_field_prefix = false;
  if (keys.generator == KeyGeneratorType::kComplex && keys.key_fields.size() == 1) {
    constexpr std::string_view kNewEncoding = "hoodie.write.complex.keygen.new.encoding";
    bool bare_value = table_version < 9;
    const std::string* encoding = options.Find(kNewEncoding);
    if (encoding != nullptr && table_version < 9) {
      ARROW_RETURN_NOT_OK(ParseConfigValue(kNewEncoding, *encoding, &bare_value));
    }
    keys.complex_single_field_prefix = !bare_value;
  }
  return arrow::Status::OK();
}

arrow::Result<KeyOptions> ReadKeyOptions(int table_version, const ConfigMap& properties) {
  const ConfigMap none;
  const OptionSet options(none, properties);
  KeyOptions keys;
  ConflictList conflicts;
  ARROW_RETURN_NOT_OK(ResolveKeys(options, table_version, keys, conflicts));
  return keys;
}

}  // namespace hudi
