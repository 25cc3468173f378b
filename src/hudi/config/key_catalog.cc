// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string_view>

#include "hudi/base/text.h"
#include "hudi/config.h"
#include "hudi/config/key_topics.h"
#include "hudi/config/write_keys.h"

namespace hudi {
namespace {

struct KnownKey {
  const char* name;
  const char* alternatives;
  const char* default_v6;
  const char* default_v8;
  const char* default_v9;
  const char* topic;
  const char* since;
  const char* deprecated_after;
};

constexpr KnownKey kKnownKeys[] = {
#define HUDI_KEY(name, alternatives, v6, v8, v9, topic, since, deprecated_after) \
  {name, alternatives, v6, v8, v9, topic, since, deprecated_after},
#include "hudi/config/known_keys.inc"
#undef HUDI_KEY
};

struct KnownEffect {
  const char* name;
  const char* values;
  const char* effect;
};

constexpr KnownEffect kKnownEffects[] = {
#define HUDI_EFFECT(name, values, effect) {name, values, effect},
#include "hudi/config/known_effects.inc"
#undef HUDI_EFFECT
};

struct KnownExample {
  const char* name;
  const char* value;
};

// Values for `hudi config KEY` and docs/config.md where neither the default nor the kind gives one.
constexpr KnownExample kExamples[] = {
    {"as.of.instant", "2025-07-28 08:35:00"},
    {"hoodie.database.name", "shop"},
    {"hoodie.datasource.write.commitmeta.key.prefix", "job_"},
    {"hoodie.datasource.write.partitionpath.field", "dt"},
    {"hoodie.datasource.write.partitions.to.delete", "dt=2025-07-*"},
    {"hoodie.datasource.write.payload.class",
     "org.apache.hudi.common.model.DefaultHoodieRecordPayload"},
    {"hoodie.datasource.write.precombine.field", "ts"},
    {"hoodie.datasource.write.table.name", "orders"},
    {"hoodie.keygen.timebased.input.dateformat", "yyyy-MM-dd'T'HH:mm:ss"},
    {"hoodie.keygen.timebased.input.timezone", "Europe/Berlin"},
    {"hoodie.keygen.timebased.output.dateformat", "yyyy/MM/dd"},
    {"hoodie.keygen.timebased.output.timezone", "Europe/Berlin"},
    {"hoodie.keygen.timebased.timezone", "Europe/Berlin"},
    {"hoodie.parquet.max.file.size", "268435456"},
    {"hoodie.parquet.small.file.limit", "0"},
    {"hoodie.payload.delete.field", "op"},
    {"hoodie.payload.delete.marker", "D"},
    {"hoodie.record.merge.property.hoodie.payload.delete.field", "op"},
    {"hoodie.record.merge.property.hoodie.payload.delete.marker", "D"},
    {"hoodie.record.merge.property.hoodie.write.partial.update.unavailable.value",
     "__debezium_unavailable_value"},
    {"hoodie.record.merge.strategy.id", "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5"},
    {"hoodie.static.overwrite.partition.paths", "dt=2025-07-28,dt=2025-07-29"},
    {"hoodie.table.name", "orders"},
    {"hoodie.table.ordering.fields", "ts"},
    {"hoodie.table.partition.fields", "dt"},
    {"hoodie.write.lock.provider", "org.apache.hudi.client.transaction.lock.InProcessLockProvider"},
    {"hoodie.write.partial.update.unavailable.value", "__debezium_unavailable_value"},
    {"hoodie.write.record.merge.strategy.id", "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5"},
};

bool IsNumber(std::string_view text, bool* has_point) {
  *has_point = false;
  size_t digits = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      ++digits;
    } else if (c == '.' && !*has_point && digits > 0) {
      *has_point = true;
    } else if (c != '-' || i != 0) {
      return false;
    }
  }
  return digits > 0;
}

// The newest default tells what values look like, unless something else does.
ConfigValueKind KindOfDefault(const ConfigKeyInfo& info) {
  for (const std::string* text : {&info.default_v9, &info.default_v8, &info.default_v6}) {
    if (*text == "true" || *text == "false") return ConfigValueKind::kBoolean;
    bool has_point = false;
    if (IsNumber(*text, &has_point)) {
      return has_point ? ConfigValueKind::kNumber : ConfigValueKind::kWholeNumber;
    }
    if (text->starts_with("org.apache.")) return ConfigValueKind::kJavaClass;
  }
  return ConfigValueKind::kText;
}

std::string Expectation(const ConfigKeyInfo& info) {
  switch (info.kind) {
    case ConfigValueKind::kBoolean:
      return "true or false";
    case ConfigValueKind::kWholeNumber:
      return "a whole number";
    case ConfigValueKind::kNumber:
      return "a number";
    case ConfigValueKind::kColumns:
      return "a column, or several separated by commas";
    case ConfigValueKind::kJavaClass:
      return "the name of a Java class";
    case ConfigValueKind::kText:
      return "text";
    case ConfigValueKind::kWord:
      break;
  }
  std::string words;
  for (size_t i = 0; i < info.values.size(); ++i) {
    if (i > 0) words += i + 1 == info.values.size() ? " or " : ", ";
    words += info.values[i];
  }
  return words;
}

// A value that differs from the default where there is a choice.
std::string ExampleOf(const ConfigKeyInfo& info) {
  for (const KnownExample& row : kExamples) {
    if (row.name == info.name) return row.value;
  }
  const std::string& usual = info.own_default ? *info.own_default : info.default_v8;
  for (const std::string& value : info.values) {
    if (!EqualsIgnoreCase(value, usual)) return value;
  }
  if (!info.values.empty()) return info.values[0];
  return info.kind == ConfigValueKind::kColumns ? "order_id" : usual;
}

void SetValues(std::string_view values, ConfigKeyInfo& info) {
  if (values == "columns") {
    info.kind = ConfigValueKind::kColumns;
  } else if (values == "class") {
    info.kind = ConfigValueKind::kJavaClass;
  } else if (!values.empty()) {
    info.kind = ConfigValueKind::kWord;
    info.values = SplitText(values, ',');
  }
}

struct Catalog {
  std::vector<ConfigKeyInfo> keys;
  std::map<std::string_view, size_t> by_name;  // main and older spellings

  Catalog() {
    for (const KnownKey& known : kKnownKeys) keys.push_back(InfoOf(known));
    for (size_t i = 0; i < keys.size(); ++i) by_name.emplace(keys[i].name, i);
    for (size_t i = 0; i < keys.size(); ++i) {
      for (const std::string& older : keys[i].alternatives) by_name.emplace(older, i);
    }
    DescribeBound(KeyOptionKeys());
    DescribeBound(FileSizingKeys());
    DescribeBound(ParquetKeys());
    DescribeBound(LogFileKeys());
    DescribeBound(CompactionKeys());
    DescribeBound(BucketKeys());
    DescribeBound(CdcKeys());
    DescribeBound(WriteKeys());
    for (const RuleKey& row : RuleKeys()) Use(row.name, row.effect);
    for (const KnownEffect& row : kKnownEffects) {
      ConfigKeyInfo* info = Find(row.name);
      if (info == nullptr) continue;  // a unit test refuses such a row
      if (*row.effect != '\0') info->effect = row.effect;
      SetValues(row.values, *info);
    }
    for (ConfigKeyInfo& info : keys) {
      if (info.kind == ConfigValueKind::kBoolean) info.values = {"true", "false"};
      if (info.expects.empty()) info.expects = Expectation(info);
      info.example = ExampleOf(info);
    }
  }

  static ConfigKeyInfo InfoOf(const KnownKey& known) {
    ConfigKeyInfo info;
    info.name = known.name;
    if (*known.alternatives != '\0') info.alternatives = SplitText(known.alternatives, ' ');
    info.default_v6 = known.default_v6;
    info.default_v8 = known.default_v8;
    info.default_v9 = known.default_v9;
    info.since = known.since;
    info.deprecated_after = known.deprecated_after;
    if (const KeyTopic* topic = FindKeyTopic(known.topic)) {
      info.topic = topic->title;
      info.read_by = topic->read_by;
    }
    info.kind = KindOfDefault(info);
    return info;
  }

  ConfigKeyInfo* Find(std::string_view name) {
    const auto found = by_name.find(name);
    return found == by_name.end() ? nullptr : &keys[found->second];
  }

  ConfigKeyInfo* Use(std::string_view name, std::string_view effect) {
    ConfigKeyInfo* info = Find(name);
    if (info == nullptr) return nullptr;  // a unit test refuses such a row
    info->effect = effect;
    info->used = true;
    return info;
  }

  template <typename Options>
  void DescribeBound(std::span<const ConfigKey<Options>> rows) {
    const Options defaults;
    for (const ConfigKey<Options>& row : rows) {
      ConfigKeyInfo* info = Use(row.name, row.effect);
      if (info == nullptr) continue;
      if (row.kind != ConfigValueKind::kText) info->kind = row.kind;
      if (row.words != nullptr) {
        for (const std::string_view word : row.words()) info->values.emplace_back(word);
      }
      if (!row.expected.empty()) info->expects = row.expected;
      if (row.own_default) info->own_default = row.print(defaults);
    }
  }
};

const Catalog& TheCatalog() {
  static const Catalog catalog;
  return catalog;
}

}  // namespace

const std::vector<ConfigKeyInfo>& ListConfigKeys() { return TheCatalog().keys; }

std::vector<std::string> ListConfigTopics() {
  std::vector<std::string> titles;
  for (const KeyTopic& topic : KeyTopics()) titles.emplace_back(topic.title);
  return titles;
}

const ConfigKeyInfo* FindConfigKey(const std::string& name) {
  const Catalog& catalog = TheCatalog();
  const auto found = catalog.by_name.find(name);
  return found == catalog.by_name.end() ? nullptr : &catalog.keys[found->second];
}

std::string NearestConfigKey(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [known, index] : TheCatalog().by_name) names.emplace_back(known);
  return NearestWord(name, names);
}

}  // namespace hudi
