// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/option_names.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/config.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

TEST(FindConfigKey, KnowsMainAndOlderSpellings) {
  const ConfigKeyInfo* info = FindConfigKey("hoodie.cleaner.policy");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->name, "hoodie.clean.policy");
  EXPECT_THAT(info->alternatives, ElementsAre("hoodie.cleaner.policy"));
  EXPECT_EQ(info->default_v6, "KEEP_LATEST_COMMITS");
  EXPECT_EQ(info->default_v9, "KEEP_LATEST_COMMITS");
  EXPECT_FALSE(info->used);
  EXPECT_EQ(FindConfigKey("hoodie.table.precombine.field")->name, "hoodie.table.ordering.fields");
  EXPECT_EQ(FindConfigKey("hoodie.datasource.write.storage.type")->name,
            "hoodie.datasource.write.table.type");
  EXPECT_EQ(FindConfigKey("hoodie.nothing"), nullptr);
}

TEST(FindConfigKey, TellsDefaultsPerVersion) {
  const ConfigKeyInfo* info = FindConfigKey("hoodie.datasource.write.precombine.field");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->default_v6, "ts");
  EXPECT_EQ(info->default_v8, "");
  EXPECT_EQ(info->default_v9, "");
}

TEST(ListConfigKeys, HoldsEachKeyOnceByName) {
  const std::vector<ConfigKeyInfo>& keys = ListConfigKeys();
  ASSERT_GT(keys.size(), 600u);
  for (size_t i = 1; i < keys.size(); ++i) EXPECT_LT(keys[i - 1].name, keys[i].name);
}

TEST(NearestConfigKey, FindsTheMisspeltOne) {
  EXPECT_EQ(NearestConfigKey("hoodie.parquet.max.filesize"), "hoodie.parquet.max.file.size");
  EXPECT_EQ(NearestConfigKey("hoodie.datasource.write.recordkey.fields"),
            "hoodie.datasource.write.recordkey.field");
}

TEST(NormalizeOptions, BringsOlderSpellingsToTheMainOne) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      const NormalizedOptions got,
      NormalizeOptions({{"hoodie.datasource.write.storage.type", "COPY_ON_WRITE"},
                        {"hoodie.table.precombine.field", "ts"},
                        {"hoodie.table.name", "t"}}));
  EXPECT_THAT(got.values,
              UnorderedElementsAre(Pair("hoodie.datasource.write.table.type", "COPY_ON_WRITE"),
                                   Pair("hoodie.table.ordering.fields", "ts"),
                                   Pair("hoodie.table.name", "t")));
  EXPECT_THAT(got.ignored, IsEmpty());
}

TEST(NormalizeOptions, DropsNullAndReportsKeysWithoutEffect) {
  HUDI_ASSERT_OK_AND_ASSIGN(const NormalizedOptions got,
                            NormalizeOptions({{"hoodie.table.name", "null"},
                                              {"hoodie.clean.automatic", "true"},
                                              {"hoodie.cleaner.policy", "null"},
                                              {"hoodie.streamer.transformer.sql", "x"},
                                              {"spark.serializer", "kryo"},
                                              {"parquet.avro.write-old-list-structure", "false"}}));
  EXPECT_THAT(got.values, ElementsAre(Pair("hoodie.clean.automatic", "true")));
  EXPECT_THAT(got.ignored,
              ElementsAre("hoodie.clean.automatic", "hoodie.streamer.transformer.sql"));
}

TEST(NormalizeOptions, KeepsCommitMetadata) {
  HUDI_ASSERT_OK_AND_ASSIGN(NormalizedOptions got, NormalizeOptions({{"_batch", "7"}}));
  EXPECT_THAT(got.extra_metadata, ElementsAre(Pair("_batch", "7")));
  HUDI_ASSERT_OK_AND_ASSIGN(
      got, NormalizeOptions(
               {{"hoodie.datasource.write.commitmeta.key.prefix", "meta."}, {"meta.batch", "7"}}));
  EXPECT_THAT(got.extra_metadata, ElementsAre(Pair("meta.batch", "7")));
}

TEST(NormalizeOptions, RefusesUnknownKeyWithTheNearest) {
  const auto got = NormalizeOptions({{"hoodie.parquet.max.filesize", "1"}});
  EXPECT_THAT(got, FailsWith(ErrorCode::kInvalidConfig, "hoodie.parquet.max.filesize"));
  EXPECT_THAT(got.status().message(), HasSubstr("'hoodie.parquet.max.file.size'"));
  EXPECT_THAT(NormalizeOptions({{"hodie.table.name", "t"}}),
              FailsWith(ErrorCode::kInvalidConfig, "hodie.table.name"));
  EXPECT_THAT(NormalizeOptions({{"_hoodie.spark.sql.writes.prepped", "true"}}),
              FailsWith(ErrorCode::kInvalidConfig));
  // A value of null does not make an unknown key right.
  EXPECT_THAT(NormalizeOptions({{"hoodie.zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "null"}}),
              FailsWith(ErrorCode::kInvalidConfig));
}

TEST(NormalizeOptions, RefusesTwoSpellingsThatDiffer) {
  const auto got = NormalizeOptions(
      {{"hoodie.table.precombine.field", "a"}, {"hoodie.table.ordering.fields", "b"}});
  EXPECT_THAT(got, FailsWith(ErrorCode::kInvalidConfig, "hoodie.table.precombine.field"));
  EXPECT_THAT(got.status().message(), HasSubstr("hoodie.table.ordering.fields"));
  HUDI_ASSERT_OK(NormalizeOptions(
      {{"hoodie.table.precombine.field", "a"}, {"hoodie.table.ordering.fields", "a"}}));
}

TEST(NormalizeStored, KeepsUnknownKeys) {
  EXPECT_THAT(NormalizeStored({{"hoodie.table.precombine.field", "ts"}, {"x.y", "1"}}),
              UnorderedElementsAre(Pair("hoodie.table.ordering.fields", "ts"), Pair("x.y", "1")));
}

}  // namespace
}  // namespace hudi
