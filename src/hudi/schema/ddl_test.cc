// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/ddl.h"

#include <arrow/util/key_value_metadata.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using arrow::field;
using testing::HasSubstr;

struct DdlCase {
  const char* label;
  const char* type_text;
  std::shared_ptr<arrow::DataType> type;
  const char* name;  // Spark's simple string
};
class DdlTypeTest : public testing::TestWithParam<DdlCase> {};

TEST_P(DdlTypeTest, ParsesAndPrints) {
  const DdlCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> schema,
                            ParseDdl(std::string("a ") + want.type_text + ", b int"));
  ASSERT_EQ(schema->num_fields(), 2);
  EXPECT_TRUE(schema->field(0)->type()->Equals(want.type)) << schema->ToString();
  EXPECT_TRUE(schema->field(0)->nullable());
  EXPECT_EQ(SparkTypeName(*want.type), want.name);
  // What is printed parses to the same type.
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> again,
                            ParseDdl(std::string("a ") + want.name + ", b int"));
  EXPECT_TRUE(again->Equals(schema));
}

const auto kMicrosUtc = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
INSTANTIATE_TEST_SUITE_P(
    Types, DdlTypeTest,
    testing::Values(
        DdlCase{"Boolean", "BOOLEAN", arrow::boolean(), "boolean"},
        DdlCase{"Byte", "byte", arrow::int8(), "tinyint"},
        DdlCase{"Tinyint", "TinyInt", arrow::int8(), "tinyint"},
        DdlCase{"Short", "short", arrow::int16(), "smallint"},
        DdlCase{"Integer", "integer", arrow::int32(), "int"},
        DdlCase{"Long", "long", arrow::int64(), "bigint"},
        DdlCase{"Real", "real", arrow::float32(), "float"},
        DdlCase{"Double", "double", arrow::float64(), "double"},
        DdlCase{"Decimal", "decimal", arrow::decimal128(10, 0), "decimal(10,0)"},
        DdlCase{"Dec5", "dec(5)", arrow::decimal128(5, 0), "decimal(5,0)"},
        DdlCase{"Numeric", "numeric( 38 , 38 )", arrow::decimal128(38, 38), "decimal(38,38)"},
        DdlCase{"Varchar", "varchar(20)", arrow::utf8(), "string"},
        DdlCase{"Char", "char(2)", arrow::utf8(), "string"},
        DdlCase{"Binary", "binary", arrow::binary(), "binary"},
        DdlCase{"Date", "date", arrow::date32(), "date"},
        DdlCase{"Timestamp", "timestamp", kMicrosUtc, "timestamp"},
        DdlCase{"TimestampLtz", "timestamp_ltz", kMicrosUtc, "timestamp"},
        DdlCase{"TimestampNtz", "timestamp_ntz", arrow::timestamp(arrow::TimeUnit::MICRO),
                "timestamp_ntz"},
        DdlCase{"Array", "array<array<int>>", arrow::list(arrow::list(arrow::int32())),
                "array<array<int>>"},
        DdlCase{"Map", "map<string,map<string, double>>",
                arrow::map(arrow::utf8(), arrow::map(arrow::utf8(), arrow::float64())),
                "map<string,map<string,double>>"},
        DdlCase{"Struct", "struct<a:int, b : struct<c decimal(5,1)>>",
                arrow::struct_({field("a", arrow::int32()),
                                field("b", arrow::struct_({field("c", arrow::decimal128(5, 1))}))}),
                "struct<a:int,b:struct<c:decimal(5,1)>>"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(ParseDdlTest, ReadsNamesNullabilityAndComments) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::shared_ptr<arrow::Schema> schema,
      ParseDdl("`order id` string NOT NULL, dt: string comment 'it''s \\'here\\'', "
               "st struct<x:int not null comment \"c\", `y``z`: long>, gr\xC3\xB6\xC3\x9F"
               "e int"));
  ASSERT_EQ(schema->num_fields(), 4);
  EXPECT_TRUE(schema->field(0)->Equals(*field("order id", arrow::utf8(), false)));
  EXPECT_TRUE(schema->field(1)->Equals(
      *field("dt", arrow::utf8(), true, arrow::key_value_metadata({"comment"}, {"it's 'here'"})),
      /*check_metadata=*/true));
  EXPECT_TRUE(schema->field(2)->type()->Equals(
      arrow::struct_({field("x", arrow::int32(), false), field("y`z", arrow::int64())})));
  EXPECT_EQ(schema->field(3)->name(),
            "gr\xC3\xB6\xC3\x9F"
            "e");
}

struct BadDdlCase {
  const char* label;
  const char* ddl;
  const char* message;
};
class BadDdlTest : public testing::TestWithParam<BadDdlCase> {};

TEST_P(BadDdlTest, SaysWhereAndWhatWasExpected) {
  arrow::Result<std::shared_ptr<arrow::Schema>> got = ParseDdl(GetParam().ddl);
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidSchema, GetParam().ddl));
  EXPECT_THAT(got.status().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadDdlTest,
    testing::Values(
        BadDdlCase{"Empty", "", "at character 1: expected a column name, found the end"},
        BadDdlCase{"TypeMissing", "id", "at character 3: expected a type, found the end"},
        BadDdlCase{"Misspelt", "id strng",
                   "at character 4: unknown type 'strng'; did you mean 'string'?"},
        BadDdlCase{"TrailingComma", "id int,", "at character 8: expected a column name"},
        BadDdlCase{"CommaMissing", "id int dt string",
                   "at character 8: expected ',', NOT NULL or COMMENT, found 'dt'"},
        BadDdlCase{"OpenArray", "a array<int", "at character 12: expected '>', found the end"},
        BadDdlCase{"ExtraClose", "a array<int>>",
                   "at character 13: expected ',' or the end, found '>'"},
        BadDdlCase{"DecimalTooWide", "a decimal(39,2)", "1 to 38 digits"},
        BadDdlCase{"ScaleTooWide", "a decimal(5,6)", "1 to 38 digits"},
        BadDdlCase{"DecimalWords", "a decimal(x)", "expected the number of digits, found 'x'"},
        BadDdlCase{"Interval", "a interval", "type 'interval' cannot be stored"},
        BadDdlCase{"IntKey", "m map<int,string>",
                   "at character 7: the key of a map must be a string"},
        BadDdlCase{"EmptyStruct", "s struct<>", "at least one field"},
        BadDdlCase{"NoLength", "a varchar", "needs a length"},
        BadDdlCase{"Twice", "a int, A string", "at character 8: column 'A' stands twice"},
        BadDdlCase{"TwiceInside", "s struct<a:int,a:int>",
                   "at character 16: column 'a' stands twice"},
        BadDdlCase{"OpenTick", "`a int", "at character 1: the name in back-ticks does not end"},
        BadDdlCase{"StrangeSign", "\xC3\xA4 int, b @int", "at character 10: unexpected '@'"},
        BadDdlCase{"Not", "a int not", "expected NULL after NOT"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
