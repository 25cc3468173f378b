// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi::avro {
namespace {

struct RoundTripCase {
  const char* label;
  const char* json;
};
class SchemaRoundTripTest : public testing::TestWithParam<RoundTripCase> {};

TEST_P(SchemaRoundTripTest, PrintsWhatItParsed) {
  HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr schema, Schema::Parse(GetParam().json));
  EXPECT_EQ(schema->ToJson(), GetParam().json);
}

INSTANTIATE_TEST_SUITE_P(
    Schemas, SchemaRoundTripTest,
    testing::Values(
        RoundTripCase{"Primitive", R"("long")"},
        RoundTripCase{"Logical", R"({"type":"long","logicalType":"timestamp-micros"})"},
        RoundTripCase{"UnknownLogical", R"({"type":"long","logicalType":"fortnights"})"},
        RoundTripCase{"JavaString", R"({"type":"string","avro.java.string":"String"})"},
        RoundTripCase{"BytesDecimal",
                      R"({"type":"bytes","logicalType":"decimal","precision":10,"scale":2})"},
        RoundTripCase{
            "Nested",
            R"({"type":"record","name":"t_record","namespace":"hoodie.t","fields":[)"
            R"({"name":"_hoodie_commit_time","type":["null","string"],"doc":"","default":null},)"
            R"({"name":"d","type":{"type":"fixed","name":"fixed","namespace":"hoodie.t.t_record.d","size":5,"logicalType":"decimal","precision":10,"scale":2}},)"
            R"({"name":"s","type":["null",{"type":"record","name":"s","namespace":"hoodie.t.t_record","fields":[{"name":"x","type":"int","default":3}]}],"default":null}]})"},
        RoundTripCase{
            "NamedTwice",
            R"({"type":"record","name":"r","namespace":"a","fields":[)"
            R"({"name":"x","type":{"type":"enum","name":"e","symbols":["P","Q"],"default":"P"}},)"
            R"({"name":"y","type":"e"},)"
            R"({"name":"z","type":{"type":"record","name":"r","namespace":"b","fields":[{"name":"y","type":"a.e"}]}}]})"},
        RoundTripCase{"Containers",
                      R"({"type":"array","items":{"type":"map","values":["null","double"]}})"},
        RoundTripCase{
            "Aliases",
            R"({"type":"record","name":"r","doc":"d","fields":[{"name":"x","type":"int","aliases":["old"],"order":"ignore"}],"aliases":["q.s"]})"}),
    [](const auto& info) { return std::string(info.param.label); });

struct RefusalCase {
  const char* label;
  const char* json;
  ErrorCode code;
  const char* subject;
};
class SchemaRefusalTest : public testing::TestWithParam<RefusalCase> {};

TEST_P(SchemaRefusalTest, NamesThePlace) {
  EXPECT_THAT(Schema::Parse(GetParam().json),
              FailsWith(GetParam().code, std::string(GetParam().subject)));
}

INSTANTIATE_TEST_SUITE_P(
    Schemas, SchemaRefusalTest,
    testing::Values(
        RefusalCase{"NotJson", "{\"type\":", ErrorCode::kInvalidSchema, "byte 8"},
        RefusalCase{"Number", "7", ErrorCode::kInvalidSchema, "the top level"},
        RefusalCase{"UnknownType",
                    R"({"type":"record","name":"r","fields":[{"name":"a","type":"strnig"}]})",
                    ErrorCode::kInvalidSchema, "field 'a'"},
        RefusalCase{
            "UnknownTypeDeep",
            R"({"type":"record","name":"r","fields":[{"name":"a","type":{"type":"record","name":"s","fields":[{"name":"b","type":{"type":"array","items":"x"}}]}}]})",
            ErrorCode::kInvalidSchema, "field 'a.b', items"},
        RefusalCase{"NoFields", R"({"type":"record","name":"r"})", ErrorCode::kInvalidSchema,
                    "record 'r'"},
        RefusalCase{
            "FieldTwice",
            R"({"type":"record","name":"r","fields":[{"name":"a","type":"int"},{"name":"a","type":"int"}]})",
            ErrorCode::kInvalidSchema, "record 'r'"},
        RefusalCase{"BadFieldName",
                    R"({"type":"record","name":"r","fields":[{"name":"a-b","type":"int"}]})",
                    ErrorCode::kInvalidSchema, "record 'r', field 0"},
        RefusalCase{"UnionInUnion", R"(["null",["int"]])", ErrorCode::kInvalidSchema, "branch 1"},
        RefusalCase{"UnionTwice", R"(["int","int"])", ErrorCode::kInvalidSchema, "branch 1"},
        RefusalCase{"FixedSize", R"({"type":"fixed","name":"f","size":-1})",
                    ErrorCode::kInvalidSchema, "fixed 'f'"},
        RefusalCase{"EnumSymbolTwice", R"({"type":"enum","name":"e","symbols":["A","A"]})",
                    ErrorCode::kInvalidSchema, "enum 'e'"},
        RefusalCase{"NoItems", R"({"type":"array"})", ErrorCode::kInvalidSchema, "the top level"},
        RefusalCase{
            "Recursive",
            R"({"type":"record","name":"r","fields":[{"name":"next","type":["null","r"]}]})",
            ErrorCode::kUnsupported, "r"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(SchemaTest, ReadsDecimalAndNullable) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      SchemaPtr schema,
      Schema::Parse(
          R"(["null",{"type":"fixed","name":"f","size":5,"logicalType":"decimal","precision":10,"scale":2}])"));
  ASSERT_TRUE(schema->IsNullable());
  const Schema& type = schema->NonNull();
  EXPECT_EQ(type.logical_type, LogicalType::kDecimal);
  EXPECT_EQ(type.precision, 10);
  EXPECT_EQ(type.scale, 2);
  EXPECT_EQ(type.fixed_size, 5);
}

TEST(SchemaTest, KeepsLogicalTypeThatDoesNotFitAsProperty) {
  HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr schema,
                            Schema::Parse(R"({"type":"string","logicalType":"date"})"));
  EXPECT_EQ(schema->logical_type, LogicalType::kNone);
  EXPECT_EQ(schema->properties.at("logicalType"), "\"date\"");
}

TEST(SchemaTest, SharesNodeOfNamedType) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      SchemaPtr schema,
      Schema::Parse(
          R"({"type":"record","name":"r","namespace":"n","fields":[{"name":"x","type":{"type":"fixed","name":"f","size":1}},{"name":"y","type":"n.f"},{"name":"z","type":{"type":"f"}}]})"));
  EXPECT_EQ(schema->fields[0].type, schema->fields[1].type);
  EXPECT_EQ(schema->fields[0].type, schema->fields[2].type);
  EXPECT_EQ(schema->fields[0].type->FullName(), "n.f");
  EXPECT_EQ(schema->FieldIndex("y"), 1);
  EXPECT_EQ(schema->FieldIndex("Y"), -1);
}

TEST(SchemaTest, RefusesBottomlessNesting) {
  std::string json;
  for (int i = 0; i < 100000; ++i) json += R"({"type":"array","items":)";
  EXPECT_THAT(Schema::Parse(json + "\"int\"" + std::string(100000, '}')),
              FailsWith(ErrorCode::kInvalidSchema));
}

}  // namespace
}  // namespace hudi::avro
