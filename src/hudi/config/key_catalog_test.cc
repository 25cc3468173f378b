// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hudi/config.h"
#include "hudi/config/key_topics.h"
#include "hudi/config/write_keys.h"

namespace hudi {
namespace {

struct EffectRow {
  const char* name;
  const char* values;
  const char* effect;
};

constexpr EffectRow kEffectRows[] = {
#define HUDI_EFFECT(name, values, effect) {name, values, effect},
#include "hudi/config/known_effects.inc"
#undef HUDI_EFFECT
};

TEST(KeyCatalog, EveryKeyHasASentenceATopicAndSaysWhatItExpects) {
  const std::vector<std::string> topics = ListConfigTopics();
  for (const ConfigKeyInfo& info : ListConfigKeys()) {
    EXPECT_TRUE(info.effect.ends_with(".")) << info.name << ": " << info.effect;
    EXPECT_NE(std::find(topics.begin(), topics.end(), info.topic), topics.end()) << info.name;
    EXPECT_TRUE(info.read_by.ends_with(".")) << info.name;
    EXPECT_FALSE(info.expects.empty()) << info.name;
  }
}

TEST(KeyCatalog, EffectRowsAreSortedKnownKeysUnderTheirMainSpelling) {
  std::string before;
  for (const EffectRow& row : kEffectRows) {
    EXPECT_LT(before, row.name);
    before = row.name;
    const ConfigKeyInfo* info = FindConfigKey(row.name);
    ASSERT_NE(info, nullptr) << row.name;
    EXPECT_EQ(info->name, row.name);
    // A key that the library acts on has its sentence where it is bound.
    EXPECT_EQ(info->used, *row.effect == '\0') << row.name;
  }
}

TEST(KeyCatalog, DefaultsAreAmongTheValues) {
  for (const ConfigKeyInfo& info : ListConfigKeys()) {
    if (info.kind != ConfigValueKind::kWord) continue;
    for (std::string text : {info.default_v6, info.default_v8, info.default_v9}) {
      // Versions are named by words in the releases' defaults.
      if (text.empty() || info.name == "hoodie.table.version") continue;
      const bool found =
          std::any_of(info.values.begin(), info.values.end(), [&text](const std::string& value) {
            return std::equal(value.begin(), value.end(), text.begin(), text.end(),
                              [](char a, char b) { return std::tolower(a) == std::tolower(b); });
          });
      EXPECT_TRUE(found) << info.name << ": " << text;
    }
  }
}

struct KindCase {
  const char* name;
  ConfigValueKind kind;
  const char* expects;
};

TEST(KeyCatalog, TellsWhatAValueMustBe) {
  constexpr KindCase kCases[] = {
      {"hoodie.parquet.max.file.size", ConfigValueKind::kWholeNumber, "a number greater than 0"},
      {"hoodie.keep.max.commits", ConfigValueKind::kWholeNumber, "a whole number"},
      {"hoodie.memory.merge.fraction", ConfigValueKind::kNumber, "a number"},
      {"hoodie.combine.before.insert", ConfigValueKind::kBoolean, "true or false"},
      {"hoodie.clean.failed.writes.policy", ConfigValueKind::kWord, "EAGER, LAZY or NEVER"},
      {"hoodie.table.ordering.fields", ConfigValueKind::kColumns,
       "a column, or several separated by commas"},
      {"hoodie.compaction.strategy", ConfigValueKind::kJavaClass, "the name of a Java class"},
      {"hoodie.table.name", ConfigValueKind::kText, "text"},
  };
  for (const KindCase& want : kCases) {
    const ConfigKeyInfo* info = FindConfigKey(want.name);
    ASSERT_NE(info, nullptr) << want.name;
    EXPECT_EQ(info->kind, want.kind) << want.name;
    EXPECT_EQ(info->expects, want.expects) << want.name;
  }
}

TEST(KeyCatalog, NamesADefaultOfItsOwnWhereItDiffersFromHudis) {
  EXPECT_EQ(FindConfigKey("hoodie.parquet.compression.codec")->own_default, "zstd");
  EXPECT_EQ(FindConfigKey("hoodie.parquet.page.size")->own_default, std::nullopt);
}

TEST(KeyCatalog, OlderSpellingsLeadToTheMainOne) {
  EXPECT_EQ(FindConfigKey("hoodie.cleaner.policy")->name, "hoodie.clean.policy");
  EXPECT_EQ(FindConfigKey("hoodie.table.precombine.field")->name, "hoodie.table.ordering.fields");
  EXPECT_EQ(FindConfigKey("hoodie.no.such.key"), nullptr);
}

TEST(KeyTopics, WordsAndTitlesAreUnique) {
  std::set<std::string_view> seen;
  for (const KeyTopic& topic : KeyTopics()) {
    EXPECT_TRUE(seen.insert(topic.word).second);
    EXPECT_TRUE(seen.insert(topic.title).second);
    EXPECT_EQ(FindKeyTopic(topic.word), &topic);
  }
  EXPECT_EQ(FindKeyTopic("nonsense"), nullptr);
}

}  // namespace
}  // namespace hudi
