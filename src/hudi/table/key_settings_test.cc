// SPDX-License-Identifier: Apache-2.0
#include "hudi/table/key_settings.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/table/table_config.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kKey = "hoodie.datasource.write.recordkey.field";
constexpr const char* kPartition = "hoodie.datasource.write.partitionpath.field";
constexpr const char* kGenerator = "hoodie.datasource.write.keygenerator.class";
constexpr const char* kVersion = "hoodie.write.table.version";
constexpr const char* kSlash = "hoodie.datasource.write.slash.separated.date.partitioning";
const ConfigMap kTimestamp = {{kKey, "id"},
                              {kPartition, "e"},
                              {kGenerator, "org.apache.hudi.keygen.TimestampBasedKeyGenerator"},
                              {"hoodie.keygen.timebased.timestamp.type", "unix_timestamp"},
                              {"hoodie.keygen.timebased.output.dateformat", "yyyy/MM/dd"}};

ConfigMap With(ConfigMap options, const ConfigMap& more) {
  for (const auto& [key, value] : more) options.insert_or_assign(key, value);
  return options;
}

arrow::Result<KeyOptions> New(const ConfigMap& options) {
  ARROW_ASSIGN_OR_RAISE(const WriteConfig config, ResolveWriteConfig(options, nullptr, "t"));
  return config.keys;
}

arrow::Result<KeyOptions> Again(const ConfigMap& created_with, const ConfigMap& options) {
  ARROW_ASSIGN_OR_RAISE(const WriteConfig created, ResolveWriteConfig(created_with, nullptr, "t"));
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, NewTableProperties(created, created_with));
  const TableConfig table = TableConfig::FromProperties(std::move(properties));
  ARROW_ASSIGN_OR_RAISE(const WriteConfig config, ResolveWriteConfig(options, &table, "t"));
  return config.keys;
}

TEST(ParsePartitionList, SplitsColumnsAndTypes) {
  HUDI_ASSERT_OK_AND_ASSIGN(PartitionList list,
                            ParsePartitionList("k", "part:SIMPLE , e:timestamp"));
  EXPECT_THAT(list.fields, ElementsAre("part", "e"));
  EXPECT_THAT(list.types, ElementsAre("simple", "timestamp"));
  EXPECT_EQ(list.Text(), "part:simple,e:timestamp");
  HUDI_ASSERT_OK_AND_ASSIGN(list, ParsePartitionList("k", " a , b.c "));
  EXPECT_THAT(list.fields, ElementsAre("a", "b.c"));
  EXPECT_THAT(list.types, IsEmpty());
  HUDI_ASSERT_OK_AND_ASSIGN(list, ParsePartitionList("k", ""));
  EXPECT_THAT(list.fields, IsEmpty());
  EXPECT_THAT(ParsePartitionList("k", "a:date"), FailsWith(ErrorCode::kInvalidConfig, "k"));
  EXPECT_THAT(ParsePartitionList("k", "a,b:simple"), FailsWith(ErrorCode::kInvalidConfig, "k"));
}

TEST(InferKeyGenerator, FollowsTheReference) {
  const PartitionList none, one{{"a"}, {}}, two{{"a", "b"}, {}}, typed{{"a"}, {"simple"}};
  EXPECT_EQ(InferKeyGenerator(1, none), KeyGeneratorType::kNonPartitioned);
  EXPECT_EQ(InferKeyGenerator(2, none), KeyGeneratorType::kNonPartitioned);
  EXPECT_EQ(InferKeyGenerator(0, one), KeyGeneratorType::kSimple);
  EXPECT_EQ(InferKeyGenerator(1, one), KeyGeneratorType::kSimple);
  EXPECT_EQ(InferKeyGenerator(2, one), KeyGeneratorType::kComplex);
  EXPECT_EQ(InferKeyGenerator(1, two), KeyGeneratorType::kComplex);
  EXPECT_EQ(InferKeyGenerator(1, typed), KeyGeneratorType::kCustom);
}

// 0.15.0 and 1.0.2 write `v`, 1.2.0 writes `f:v`.
TEST(ResolveKeys, ComplexKeyOfOneColumnFollowsTheVersion) {
  const ConfigMap complex = {{kKey, "k"}, {kPartition, "a,b"}};
  const auto prefix = [&](const ConfigMap& more) {
    return New(With(complex, more)).ValueOrDie().complex_single_field_prefix;
  };
  EXPECT_FALSE(prefix({{kVersion, "6"}}));
  EXPECT_FALSE(prefix({{kVersion, "8"}}));
  EXPECT_TRUE(prefix({{kVersion, "9"}}));
  const std::string encoding = "hoodie.write.complex.keygen.new.encoding";
  EXPECT_TRUE(prefix({{kVersion, "8"}, {encoding, "false"}}));
  EXPECT_FALSE(prefix({{kVersion, "8"}, {encoding, "true"}}));
  EXPECT_TRUE(prefix({{kVersion, "9"}, {encoding, "true"}}));
  EXPECT_FALSE(prefix({{kVersion, "9"}, {kKey, "k,l"}}));
}

TEST(ResolveKeys, PartitionOptionYieldsToTheNonPartitionedGenerator) {
  const ConfigMap options = {{kKey, "id"},
                             {kPartition, "part"},
                             {kGenerator, "org.apache.hudi.keygen.NonpartitionedKeyGenerator"}};
  HUDI_ASSERT_OK_AND_ASSIGN(const KeyOptions keys, Again(options, options));
  EXPECT_THAT(keys.partition_fields, IsEmpty());
  EXPECT_EQ(keys.generator, KeyGeneratorType::kNonPartitioned);
  // Without the generator the option contradicts the table.
  EXPECT_THAT(Again(options, {{kPartition, "part"}}),
              FailsWith(ErrorCode::kConfigConflict, "PartitionPath"));
}

TEST(ResolveKeys, RefusesAKeyForATableWithGeneratedOnes) {
  EXPECT_THAT(Again({{kPartition, "p"}}, {{kKey, "id"}}),
              FailsWith(ErrorCode::kConfigConflict, "RecordKey"));
}

TEST(ResolveKeys, TimestampOptionsComeFromTheTable) {
  HUDI_ASSERT_OK_AND_ASSIGN(KeyOptions keys, Again(kTimestamp, {}));
  EXPECT_EQ(keys.generator, KeyGeneratorType::kTimestamp);
  EXPECT_EQ(keys.timestamp_type, "UNIX_TIMESTAMP");
  EXPECT_EQ(keys.output_date_format, "yyyy/MM/dd");
  // Version 6 does not store the type.
  const ConfigMap v6 = With(kTimestamp, {{kVersion, "6"}});
  EXPECT_THAT(Again(v6, {}),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.keygen.timebased.timestamp.type"));
  HUDI_ASSERT_OK(Again(v6, {{"hoodie.keygen.timebased.timestamp.type", "UNIX_TIMESTAMP"}}));
}

TEST(ResolveKeys, OneZoneStandsForBoth) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      KeyOptions keys, New(With(kTimestamp, {{"hoodie.keygen.timebased.timezone", "GMT+8:00"},
                                             {"hoodie.keygen.timebased.input.timezone", "UTC"}})));
  EXPECT_EQ(keys.input_timezone, "GMT+8:00");
  EXPECT_EQ(keys.output_timezone, "GMT+8:00");
}

struct TimestampCase {
  const char* label;
  ConfigMap more;
  const char* subject;
};
class TimestampOptionsTest : public testing::TestWithParam<TimestampCase> {};
TEST_P(TimestampOptionsTest, Refused) {
  EXPECT_THAT(New(With(kTimestamp, GetParam().more)),
              FailsWith(ErrorCode::kInvalidConfig, GetParam().subject));
}
const TimestampCase kBadTimestampOptions[] = {
    {"NoType",
     {{"hoodie.keygen.timebased.timestamp.type", "null"}},
     "hoodie.keygen.timebased.timestamp.type"},
    {"Type",
     {{"hoodie.keygen.timebased.timestamp.type", "SECONDS"}},
     "hoodie.keygen.timebased.timestamp.type"},
    {"MicrosOnVersion6",
     {{"hoodie.keygen.timebased.timestamp.type", "EPOCHMICROSECONDS"}, {kVersion, "6"}},
     "hoodie.keygen.timebased.timestamp.type"},
    {"NoOutput",
     {{"hoodie.keygen.timebased.output.dateformat", "null"}},
     "hoodie.keygen.timebased.output.dateformat"},
    {"NoInput",
     {{"hoodie.keygen.timebased.timestamp.type", "DATE_STRING"}},
     "hoodie.keygen.timebased.input.dateformat"},
    {"Unit",
     {{"hoodie.keygen.timebased.timestamp.scalar.time.unit", "WEEKS"}},
     "hoodie.keygen.timebased.timestamp.scalar.time.unit"},
    {"TwoKeys", {{kKey, "a,b"}}, kKey},
    {"TwoPartitions", {{kPartition, "a,b"}}, kPartition},
};
INSTANTIATE_TEST_SUITE_P(Options, TimestampOptionsTest, testing::ValuesIn(kBadTimestampOptions),
                         [](const auto& info) { return std::string(info.param.label); });

TEST(ResolveKeys, CustomNeedsTypesAndVersion6DoesNotStoreThem) {
  const ConfigMap custom = {{kKey, "id"},
                            {kPartition, "part:simple,e:timestamp"},
                            {"hoodie.keygen.timebased.timestamp.type", "UNIX_TIMESTAMP"},
                            {"hoodie.keygen.timebased.output.dateformat", "yyyy"}};
  HUDI_ASSERT_OK_AND_ASSIGN(KeyOptions keys, New(custom));
  EXPECT_EQ(keys.generator, KeyGeneratorType::kCustom);
  EXPECT_THAT(keys.partition_fields, ElementsAre("part", "e"));
  EXPECT_THAT(keys.partition_types, ElementsAre("simple", "timestamp"));
  const ConfigMap times = {{"hoodie.keygen.timebased.timestamp.type", "UNIX_TIMESTAMP"},
                           {"hoodie.keygen.timebased.output.dateformat", "yyyy"}};
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Again(custom, With(times, {{kPartition, "part,e"}})));
  EXPECT_THAT(keys.partition_types, ElementsAre("simple", "timestamp"));
  EXPECT_THAT(Again(custom, With(times, {{kPartition, "part:timestamp,e:simple"}})),
              FailsWith(ErrorCode::kConfigConflict, "PartitionPath"));
  const ConfigMap v6 = With(custom, {{kVersion, "6"}});
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Again(v6, v6));
  EXPECT_THAT(keys.partition_types, ElementsAre("simple", "timestamp"));
  EXPECT_THAT(Again(v6, times), FailsWith(ErrorCode::kInvalidConfig, kPartition));
  EXPECT_THAT(New({{kKey, "id"},
                   {kPartition, "part"},
                   {kGenerator, "org.apache.hudi.keygen.CustomKeyGenerator"}}),
              FailsWith(ErrorCode::kInvalidConfig, kPartition));
}

TEST(ResolveKeys, RemembersSlashSeparatedDates) {
  const ConfigMap slash = {{kKey, "id"}, {kPartition, "d"}, {kSlash, "true"}, {kVersion, "9"}};
  HUDI_ASSERT_OK_AND_ASSIGN(KeyOptions keys, Again(slash, {}));
  EXPECT_TRUE(keys.slash_separated_date);
  HUDI_ASSERT_OK_AND_ASSIGN(keys, Again(slash, {{kSlash, "false"}}));
  EXPECT_FALSE(keys.slash_separated_date);
  EXPECT_THAT(New(With(slash, {{kVersion, "8"}})), FailsWith(ErrorCode::kUnsupported, kSlash));
}

TEST(ResolveKeys, VirtualKeysNeedAGeneratorThatCanRecomputeThem) {
  EXPECT_THAT(New(With(kTimestamp, {{"hoodie.populate.meta.fields", "false"}})),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.populate.meta.fields"));
}

}  // namespace
}  // namespace hudi
