// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/internal_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// As the reference's SerDeHelper prints one with every kind of type.
constexpr const char* kNested =
    R"j({"max_column_id":12,"version_id":20261130031112875,"type":"record","fields":[)j"
    R"j({"id":0,"name":"id","optional":false,"type":"string","doc":""},)j"
    R"j({"id":1,"name":"st","optional":true,"type":{"type":"record","fields":[)j"
    R"j({"id":5,"name":"a","optional":true,"type":"int"},)j"
    R"j({"id":6,"name":"b","optional":true,"type":"decimal(10, 2)","doc":"the b"}]}},)j"
    R"j({"id":2,"name":"ar","optional":true,"type":{"type":"array","element_id":7,)j"
    R"j("element":{"type":"record","fields":[{"id":8,"name":"x","optional":true,"type":"long"}]},)j"
    R"j("element_optional":true}},)j"
    R"j({"id":3,"name":"m","optional":true,"type":{"type":"map","key_id":9,"key":"string",)j"
    R"j("value_id":10,"value":"timestamp","value_optional":false}}]})j";

InternalSchema Parsed(const char* json) {
  arrow::Result<InternalSchema> schema = ParseInternalSchema(json);
  EXPECT_TRUE(schema.ok()) << schema.status();
  return schema.ok() ? *schema : InternalSchema();
}

std::shared_ptr<arrow::Schema> Columns(const char* ddl) { return *ParseDdl(ddl); }

TEST(InternalSchemaTest, PrintsWhatItReads) {
  InternalSchema schema = Parsed(kNested);
  EXPECT_EQ(schema.version_id, 20261130031112875);
  EXPECT_EQ(schema.max_column_id, 12);
  EXPECT_EQ(InternalSchemaJson(schema), kNested);
}

TEST(InternalSchemaTest, FindsFieldsByTheirPath) {
  InternalSchema schema = Parsed(kNested);
  EXPECT_EQ(schema.Find("st.b")->id, 6);
  EXPECT_EQ(schema.Find("ar.element.x")->id, 8);
  EXPECT_EQ(schema.Find("m.value")->id, 10);
  EXPECT_EQ(schema.Find("st.c"), nullptr);
  EXPECT_EQ(schema.Find("x"), nullptr);
}

TEST(InternalSchemaTest, IsArrowsSchemaWithItsComments) {
  arrow::Result<std::shared_ptr<arrow::Schema>> columns = InternalSchemaToArrow(Parsed(kNested));
  ASSERT_TRUE(columns.ok()) << columns.status();
  EXPECT_EQ(SparkTypeName(*(*columns)->field(1)->type()), "struct<a:int,b:decimal(10,2)>");
  EXPECT_EQ(SparkTypeName(*(*columns)->field(2)->type()), "array<struct<x:bigint>>");
  EXPECT_EQ(SparkTypeName(*(*columns)->field(3)->type()), "map<string,timestamp>");
  EXPECT_FALSE((*columns)->field(0)->nullable());
  const arrow::Field& b = *(*columns)->field(1)->type()->field(1);
  EXPECT_EQ(*b.metadata()->Get("comment"), "the b");
}

// The reference gives ids level by level: first all columns, then what is in each of them in turn.
TEST(InternalSchemaTest, GivesIdsLevelByLevel) {
  InternalSchema schema = AssignColumnIds(*WithMetaColumns(*Columns(
      "id string, st struct<a:int,in:struct<z:int>>, ar array<struct<x:int>>, m map<string,int>")));
  EXPECT_EQ(schema.version_id, 0);
  EXPECT_EQ(schema.Find("_hoodie_commit_time")->id, 0);
  EXPECT_EQ(schema.Find("id")->id, 5);
  EXPECT_EQ(schema.Find("m")->id, 8);
  EXPECT_EQ(schema.Find("st.a")->id, 9);
  EXPECT_EQ(schema.Find("st.in")->id, 10);
  EXPECT_EQ(schema.Find("st.in.z")->id, 11);
  EXPECT_EQ(schema.Find("ar.element")->id, 12);
  EXPECT_EQ(schema.Find("ar.element.x")->id, 13);
  EXPECT_EQ(schema.Find("m.key")->id, 14);
  EXPECT_EQ(schema.Find("m.value")->id, 15);
  EXPECT_EQ(schema.max_column_id, 15);
}

TEST(FollowColumnsTest, KeepsIdsByNameAndGivesNewOnes) {
  InternalSchema before = AssignColumnIds(*Columns("id string, st struct<a:int>, n int"));
  before.max_column_id = 20;  // ids up to it were given once
  InternalSchema now = FollowColumns(
      before, *Columns("n bigint, id string, st struct<b:struct<c:int>,a:int>, k int"));
  EXPECT_EQ(now.Find("n")->id, before.Find("n")->id);
  EXPECT_EQ(now.Find("n")->type.leaf, "long");
  EXPECT_EQ(now.Find("st.a")->id, before.Find("st.a")->id);
  EXPECT_GT(now.Find("st.b")->id, 20);
  EXPECT_GT(now.Find("st.b.c")->id, 20);
  EXPECT_GT(now.Find("k")->id, 20);
  EXPECT_NE(now.Find("k")->id, now.Find("st.b")->id);
  EXPECT_EQ(now.max_column_id, 23);
}

TEST(FollowColumnsTest, ChangesNothingWhereNothingChanged) {
  InternalSchema before = Parsed(kNested);
  before.record.fields[1].type.fields[1].type.leaf = "decimal_fixed(10, 2)[5]";
  InternalSchema now = FollowColumns(before, **InternalSchemaToArrow(before));
  EXPECT_TRUE(now.record == before.record) << InternalSchemaJson(now);
  EXPECT_EQ(now.max_column_id, before.max_column_id);
}

TEST(SchemaHistoryTest, HoldsItsSchemasNewestFirst) {
  std::string text = "{\"schemas\":[";
  text.append(kNested).append("]}");
  arrow::Result<std::vector<InternalSchema>> schemas = ParseSchemaHistory(text);
  ASSERT_TRUE(schemas.ok()) << schemas.status();
  ASSERT_EQ(schemas->size(), 1U);
  EXPECT_EQ(SchemaHistoryJson(*schemas), text);
}

struct BrokenSchema {
  const char* label;
  const char* json;
  ErrorCode code;
};
class BrokenSchemaTest : public testing::TestWithParam<BrokenSchema> {};

TEST_P(BrokenSchemaTest, IsRefused) {
  EXPECT_EQ(CodeOf(ParseInternalSchema(GetParam().json).status()), GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(
    Schemas, BrokenSchemaTest,
    testing::Values(
        BrokenSchema{"Empty", "", ErrorCode::kInvalidSchema},
        BrokenSchema{"NoJson", "{", ErrorCode::kInvalidSchema},
        BrokenSchema{"NoRecord", R"({"version_id":1,"type":"array"})", ErrorCode::kInvalidSchema},
        BrokenSchema{"NoId",
                     R"({"type":"record","fields":[{"name":"a","optional":true,"type":"int"}]})",
                     ErrorCode::kInvalidSchema},
        BrokenSchema{"NoOptional",
                     R"({"type":"record","fields":[{"id":0,"name":"a","type":"int"}]})",
                     ErrorCode::kInvalidSchema},
        BrokenSchema{
            "UnknownType",
            R"({"type":"record","fields":[{"id":0,"name":"a","optional":true,"type":"uuid"}]})",
            ErrorCode::kUnsupported}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
