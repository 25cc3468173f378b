// SPDX-License-Identifier: Apache-2.0
#include "hudi/compatibility.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "hudi/api/compatibility_rules.h"
#include "hudi/api/table_features.h"
#include "hudi/base/testing.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

std::set<TableFeature> Found(const ConfigMap& properties, const FooterFacts& files = {},
                             bool has_schema_history = false) {
  std::set<TableFeature> found;
  for (const FoundFeature& feature : FeaturesOf(properties, files, has_schema_history).found) {
    EXPECT_FALSE(feature.name.empty());
    found.insert(feature.feature);
  }
  return found;
}

struct FeatureCase {
  const char* label;
  ConfigMap properties;
  TableFeature feature;
  bool is_there;
};
class FeaturesOfTest : public testing::TestWithParam<FeatureCase> {};

TEST_P(FeaturesOfTest, FindsWhatPropertiesSay) {
  EXPECT_EQ(Found(GetParam().properties).contains(GetParam().feature), GetParam().is_there);
}

constexpr const char* kVersion = "hoodie.table.version";
constexpr const char* kType = "hoodie.table.type";

INSTANTIATE_TEST_SUITE_P(
    Properties, FeaturesOfTest,
    testing::Values(
        FeatureCase{"Version6", {{kVersion, "6"}}, TableFeature::kVersion6, true},
        FeatureCase{"Version9", {{kVersion, "9"}}, TableFeature::kVersion9, true},
        FeatureCase{"Version9IsNot8", {{kVersion, "9"}}, TableFeature::kVersion8, false},
        FeatureCase{"Version2", {{kVersion, "2"}}, TableFeature::kOldVersion, true},
        FeatureCase{"Version10", {{kVersion, "10"}}, TableFeature::kFutureVersion, true},
        FeatureCase{"NoVersion", {}, TableFeature::kNoVersion, true},
        FeatureCase{"CopyOnWrite", {{kType, "COPY_ON_WRITE"}}, TableFeature::kMergeOnRead, false},
        FeatureCase{"MergeOnRead", {{kType, "MERGE_ON_READ"}}, TableFeature::kMergeOnRead, true},
        FeatureCase{"LogsWithoutOrdering",
                    {{kType, "MERGE_ON_READ"}},
                    TableFeature::kMergeOnReadWithoutOrdering,
                    true},
        FeatureCase{"LogsWithOrderingUnderItsOldName",
                    {{kType, "MERGE_ON_READ"}, {"hoodie.table.precombine.field", "ts"}},
                    TableFeature::kMergeOnReadWithoutOrdering,
                    false},
        FeatureCase{"LogsWithoutMetaColumns",
                    {{kType, "MERGE_ON_READ"},
                     {"hoodie.table.ordering.fields", "ts"},
                     {"hoodie.populate.meta.fields", "false"}},
                    TableFeature::kMergeOnReadWithoutOrdering,
                    true},
        FeatureCase{"LogsInCommitOrder",
                    {{kType, "MERGE_ON_READ"},
                     {"hoodie.table.ordering.fields", "ts"},
                     {"hoodie.record.merge.mode", "COMMIT_TIME_ORDERING"}},
                    TableFeature::kMergeOnReadByCommitTime,
                    true},
        FeatureCase{"Parquet",
                    {{"hoodie.table.base.file.format", "PARQUET"}},
                    TableFeature::kOtherBaseFormat,
                    false},
        FeatureCase{"Orc",
                    {{"hoodie.table.base.file.format", "ORC"}},
                    TableFeature::kOtherBaseFormat,
                    true},
        FeatureCase{"OwnPayload",
                    {{"hoodie.compaction.payload.class", "com.example.Payload"}},
                    TableFeature::kOwnMergeClass,
                    true},
        FeatureCase{"KnownPayload",
                    {{"hoodie.compaction.payload.class",
                      "org.apache.hudi.common.model.DefaultHoodieRecordPayload"}},
                    TableFeature::kOwnMergeClass,
                    false},
        FeatureCase{"CustomMergeWithoutPayload",
                    {{"hoodie.record.merge.mode", "CUSTOM"}},
                    TableFeature::kOwnMergeClass,
                    true},
        FeatureCase{"OwnKeyGenerator",
                    {{"hoodie.table.keygenerator.class", "com.example.Keys"}},
                    TableFeature::kOwnKeyGenerator,
                    true},
        FeatureCase{"ComplexKeyOfOneColumn",
                    {{kVersion, "8"},
                     {"hoodie.table.keygenerator.type", "COMPLEX"},
                     {"hoodie.table.recordkey.fields", "id"}},
                    TableFeature::kComplexKeyOfOneColumn,
                    true},
        FeatureCase{"ComplexKeyOfTwoColumns",
                    {{kVersion, "8"},
                     {"hoodie.table.keygenerator.type", "COMPLEX"},
                     {"hoodie.table.recordkey.fields", "id,ts"}},
                    TableFeature::kComplexKeyOfOneColumn,
                    false},
        FeatureCase{"DroppedPartitionColumns",
                    {{"hoodie.datasource.write.drop.partition.columns", "true"}},
                    TableFeature::kDroppedPartitionColumns,
                    true},
        FeatureCase{"Bootstrapped",
                    {{"hoodie.bootstrap.base.path", "/source"}},
                    TableFeature::kBootstrapped,
                    true},
        FeatureCase{"NativeFormat",
                    {{"hoodie.table.format", "native"}},
                    TableFeature::kForeignTableFormat,
                    false},
        FeatureCase{"ForeignFormat",
                    {{"hoodie.table.format", "iceberg"}},
                    TableFeature::kForeignTableFormat,
                    true}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(FeaturesOf, FindsWhatFilesSay) {
  FooterFacts files;
  files.codecs = {"zstd", "lz4_raw", "gzip"};
  files.has_local_timestamps = true;
  const std::set<TableFeature> found = Found({}, files, /*has_schema_history=*/true);
  EXPECT_TRUE(found.contains(TableFeature::kZstd));
  EXPECT_TRUE(found.contains(TableFeature::kLz4Raw));
  EXPECT_FALSE(found.contains(TableFeature::kBrotli));
  EXPECT_TRUE(found.contains(TableFeature::kLocalTimestamps));
  EXPECT_TRUE(found.contains(TableFeature::kSchemaOnRead));
}

TEST(CompatibilityRules, NameEnginesThatExistAndSayWhyAndWhence) {
  uint32_t all = 0;
  for (const EngineRow& row : EngineRows()) {
    EXPECT_EQ(std::popcount(static_cast<uint32_t>(row.engine)), 1) << row.name;
    EXPECT_EQ(all & row.engine, 0U) << row.name;
    all |= row.engine;
  }
  for (const CompatibilityRule& rule : CompatibilityRules()) {
    EXPECT_NE(rule.engines, 0U) << rule.why;
    EXPECT_EQ(rule.engines & ~all, 0U) << rule.why;
    EXPECT_TRUE(rule.why.ends_with(".")) << rule.why;
    EXPECT_FALSE(rule.source.empty()) << rule.why;
    EXPECT_TRUE(rule.read != Verdict::kYes || rule.write != Verdict::kYes) << rule.why;
  }
}

TEST(CheckCompatibility, RefusesWhatIsNoTable) {
  const TemporaryTable folder;
  EXPECT_THAT(CheckCompatibility(folder.storage()->root()), FailsWith(ErrorCode::kNotATable));
}

}  // namespace
}  // namespace hudi
