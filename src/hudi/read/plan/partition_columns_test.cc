// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/partition_columns.h"

#include <gmock/gmock.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using ::testing::HasSubstr;

TableConfig Config(const std::string& fields, const std::string& generator, bool hive_style,
                   bool url_encode) {
  return TableConfig::FromProperties(
      {{"hoodie.table.name", "t"},
       {"hoodie.table.version", "8"},
       {"hoodie.table.recordkey.fields", "id"},
       {"hoodie.table.partition.fields", fields},
       {"hoodie.table.keygenerator.type", generator},
       {"hoodie.datasource.write.hive_style_partitioning", hive_style ? "true" : "false"},
       {"hoodie.datasource.write.partitionpath.urlencode", url_encode ? "true" : "false"}});
}

std::shared_ptr<arrow::Schema> Schema(const std::string& name,
                                      const std::shared_ptr<arrow::DataType>& type,
                                      bool nullable = true) {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field(name, type, nullable),
                        arrow::field("q", arrow::utf8())});
}

// "name=value" of all values, "-" for none.
std::string Text(const arrow::Result<PartitionValues>& values) {
  EXPECT_TRUE(values.ok()) << values.status();
  std::string text;
  for (const auto& [name, value] : *values) {
    text += (text.empty() ? "" : " ") + name + "=" + value->ToString();
  }
  return text.empty() ? "-" : text;
}

struct ValueCase {
  const char* label;
  std::shared_ptr<arrow::DataType> type;
  bool hive_style;
  bool url_encode;
  const char* path;
  const char* want;
};
class PartitionValueTest : public testing::TestWithParam<ValueCase> {};

TEST_P(PartitionValueTest, ComesFromThePathWhereItIsExact) {
  const ValueCase& c = GetParam();
  PartitionColumns columns(Config("p", "SIMPLE", c.hive_style, c.url_encode), *Schema("p", c.type),
                           {}, false);
  EXPECT_EQ(Text(columns.ValuesOf(c.path)), c.want);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, PartitionValueTest,
    testing::Values(
        ValueCase{"Text", arrow::utf8(), false, false, "2025-07-28", "p=2025-07-28"},
        ValueCase{"HiveText", arrow::utf8(), true, false, "p=2025-07-28", "p=2025-07-28"},
        ValueCase{"HiveTextWithoutPrefix", arrow::utf8(), true, false, "2025-07-28", "-"},
        ValueCase{"TextThatLooksHiveStyle", arrow::utf8(), false, false, "p=1", "-"},
        ValueCase{"TextWithAnEqualSign", arrow::utf8(), false, false, "a=b", "p=a=b"},
        ValueCase{"Encoded", arrow::utf8(), true, true, "p=q%3D1&é%25", "p=q=1&é%"},
        ValueCase{"EncodedSlash", arrow::utf8(), false, true, "x%2Fy", "p=x/y"},
        ValueCase{"NotEncoded", arrow::utf8(), false, false, "x%2Fy", "p=x%2Fy"},
        ValueCase{"Slash", arrow::utf8(), false, false, "x/y", "-"},
        ValueCase{"DefaultPartition", arrow::utf8(), true, false, "p=__HIVE_DEFAULT_PARTITION__",
                  "p=null"},
        ValueCase{"DefaultPartitionOfInts", arrow::int32(), false, false,
                  "__HIVE_DEFAULT_PARTITION__", "p=null"},
        ValueCase{"Int", arrow::int32(), false, false, "-7", "p=-7"},
        ValueCase{"IntTooLarge", arrow::int32(), false, false, "3000000000", "-"},
        ValueCase{"IntWithZeros", arrow::int32(), false, false, "007", "-"},
        ValueCase{"Long", arrow::int64(), true, false, "p=3000000000", "p=3000000000"},
        ValueCase{"Bool", arrow::boolean(), false, false, "true", "p=true"},
        ValueCase{"BoolInCapitals", arrow::boolean(), false, false, "TRUE", "-"},
        ValueCase{"Date", arrow::date32(), false, false, "2024-02-29", "p=2024-02-29"},
        ValueCase{"NoDate", arrow::date32(), false, false, "2023-02-29", "-"},
        ValueCase{"DateInLevels", arrow::utf8(), false, false, "2024/02/29", "-"},
        ValueCase{"Timestamp", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), true, false,
                  "p=1709210096789123", "-"},
        ValueCase{"Double", arrow::float64(), false, false, "2.5", "-"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(PartitionColumnsTest, KeepTheStoredValueWhereNullIsNotAllowed) {
  PartitionColumns columns(Config("p", "SIMPLE", false, false),
                           *Schema("p", arrow::utf8(), /*nullable=*/false), {}, false);
  EXPECT_EQ(Text(columns.ValuesOf("__HIVE_DEFAULT_PARTITION__")), "-");
}

TEST(PartitionColumnsTest, MapSeveralColumnsByPosition) {
  PartitionColumns columns(Config("p,q", "COMPLEX", true, false), *Schema("p", arrow::int32()), {},
                           false);
  EXPECT_EQ(Text(columns.ValuesOf("p=1/q=x")), "p=1 q=x");
  EXPECT_EQ(Text(columns.ValuesOf("p=1/q=x/y")), "-");
}

TEST(PartitionColumnsTest, LeaveFormattedColumnsToTheFiles) {
  PartitionColumns timestamp(Config("p", "TIMESTAMP", true, false), *Schema("p", arrow::utf8()), {},
                             false);
  EXPECT_EQ(Text(timestamp.ValuesOf("p=20240229")), "-");
  PartitionColumns custom(Config("p:timestamp,q:simple", "CUSTOM", true, false),
                          *Schema("p", arrow::int64()), {}, false);
  EXPECT_EQ(Text(custom.ValuesOf("p=20240229/q=x")), "q=x");
}

TEST(PartitionColumnsTest, TakeDroppedColumnsFromEveryPath) {
  auto schema = Schema("p", arrow::utf8());
  PartitionColumns timestamp(Config("p", "TIMESTAMP", true, false), *schema, {"p"}, false);
  EXPECT_EQ(Text(timestamp.ValuesOf("p=2024/02/29")), "p=2024/02/29");
  PartitionColumns two(Config("p,q", "COMPLEX", false, false), *schema, {"p", "q"}, false);
  EXPECT_EQ(Text(two.ValuesOf("a/__HIVE_DEFAULT_PARTITION__")), "p=a q=null");
  EXPECT_THAT(two.ValuesOf("a/b/c"), FailsWith(ErrorCode::kUnsupported, "p"));
}

TEST(PartitionColumnsTest, TakeAllColumnsFromThePathWhenAsked) {
  PartitionColumns columns(Config("p", "SIMPLE", true, false), *Schema("p", arrow::float64()), {},
                           true);
  EXPECT_EQ(Text(columns.ValuesOf("p=2.5")), "p=2.5");
  auto bad = columns.ValuesOf("p=x");
  EXPECT_THAT(bad, FailsWith(ErrorCode::kUnsupported, "p"));
  EXPECT_THAT(bad.status().message(), HasSubstr("'x' is no double"));
}

TEST(PartitionColumnsTest, HaveNoValuesInATableWithoutPartitions) {
  PartitionColumns columns(Config("", "NON_PARTITION", false, false), *Schema("p", arrow::utf8()),
                           {}, false);
  EXPECT_EQ(Text(columns.ValuesOf("")), "-");
}

TEST(UnescapePartitionTextTest, KeepsMalformedEscapes) {
  EXPECT_EQ(UnescapePartitionText("a%3Ab%3a%zz%2"), "a:b:%zz%2");
  EXPECT_EQ(UnescapePartitionText("%"), "%");
}

}  // namespace
}  // namespace hudi
