// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/avro_arrow.h"

#include <arrow/util/key_value_metadata.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/schema/reference_schemas_fixture.h"

namespace hudi {
namespace {

using arrow::field;
using arrow::TimeUnit;

class ReferenceSchemaTest : public testing::TestWithParam<ReferenceSchema> {};

TEST_P(ReferenceSchemaTest, ComesBackByteForByte) {
  HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr record, avro::Schema::Parse(GetParam().json));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> columns, AvroToArrow(*record));
  HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr back,
                            ArrowToAvro(*columns, record->name, record->name_space));
  EXPECT_EQ(back->ToJson(), GetParam().json);
}

TEST_P(ReferenceSchemaTest, IsCanonicalAlready) {
  HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr record, avro::Schema::Parse(GetParam().json));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> columns, AvroToArrow(*record));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(*columns));
  EXPECT_TRUE(canonical->Equals(*columns)) << canonical->ToString();
}

INSTANTIATE_TEST_SUITE_P(Written, ReferenceSchemaTest, testing::ValuesIn(kReferenceSchemas),
                         [](const auto& info) { return std::string(info.param.label); });

arrow::Result<std::string> JsonOf(const std::shared_ptr<arrow::DataType>& type,
                                  bool nullable = false) {
  ARROW_ASSIGN_OR_RAISE(
      avro::SchemaPtr record,
      ArrowToAvro(arrow::Schema({field("c", type, nullable)}), "t_record", "hoodie.t"));
  return record->fields[0].type->ToJson();
}

struct TypeCase {
  const char* label;
  std::shared_ptr<arrow::DataType> type;
  const char* json;                            // nullptr: refused
  std::shared_ptr<arrow::DataType> canonical;  // nullptr: as `type`
};
class ArrowTypeTest : public testing::TestWithParam<TypeCase> {};

TEST_P(ArrowTypeTest, HasOneAvroForm) {
  const TypeCase& want = GetParam();
  arrow::Result<std::string> got = JsonOf(want.type);
  arrow::Schema schema({field("c", want.type)});
  if (want.json == nullptr) {
    EXPECT_THAT(got, FailsWith(ErrorCode::kUnsupported, "c"));
    EXPECT_THAT(CanonicalSchema(schema), FailsWith(ErrorCode::kUnsupported, "c"));
    return;
  }
  HUDI_ASSERT_OK(got);
  EXPECT_EQ(*got, want.json);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(schema));
  const auto& wanted = want.canonical == nullptr ? want.type : want.canonical;
  EXPECT_TRUE(canonical->field(0)->type()->Equals(wanted)) << canonical->ToString();
}

INSTANTIATE_TEST_SUITE_P(
    Types, ArrowTypeTest,
    testing::Values(
        TypeCase{"Bool", arrow::boolean(), R"("boolean")", nullptr},
        TypeCase{"Int8", arrow::int8(), R"("int")", arrow::int32()},
        TypeCase{"Int16", arrow::int16(), R"("int")", arrow::int32()},
        TypeCase{"UInt16", arrow::uint16(), R"("int")", arrow::int32()},
        TypeCase{"UInt32", arrow::uint32(), R"("long")", arrow::int64()},
        TypeCase{"UInt64", arrow::uint64(), nullptr, nullptr},
        TypeCase{"HalfFloat", arrow::float16(), R"("float")", arrow::float32()},
        TypeCase{"Double", arrow::float64(), R"("double")", nullptr},
        TypeCase{"Date64", arrow::date64(), R"({"type":"int","logicalType":"date"})",
                 arrow::date32()},
        TypeCase{"LargeString", arrow::large_utf8(), R"("string")", arrow::utf8()},
        TypeCase{"StringView", arrow::utf8_view(), R"("string")", arrow::utf8()},
        TypeCase{"Dictionary", arrow::dictionary(arrow::int8(), arrow::utf8()), R"("string")",
                 arrow::utf8()},
        TypeCase{"RunEnds", arrow::run_end_encoded(arrow::int32(), arrow::int64()), R"("long")",
                 arrow::int64()},
        TypeCase{"FixedBinary", arrow::fixed_size_binary(4), R"("bytes")", arrow::binary()},
        TypeCase{"Millis", arrow::timestamp(TimeUnit::MILLI, "UTC"),
                 R"({"type":"long","logicalType":"timestamp-millis"})",
                 arrow::timestamp(TimeUnit::MICRO, "UTC")},
        TypeCase{"Nanos", arrow::timestamp(TimeUnit::NANO, "Europe/Berlin"),
                 R"({"type":"long","logicalType":"timestamp-micros"})",
                 arrow::timestamp(TimeUnit::MICRO, "UTC")},
        TypeCase{"NoZone", arrow::timestamp(TimeUnit::SECOND),
                 R"({"type":"long","logicalType":"local-timestamp-micros"})",
                 arrow::timestamp(TimeUnit::MICRO)},
        TypeCase{"Decimal1", arrow::decimal128(1, 0),
                 R"({"type":"fixed","name":"fixed","namespace":"hoodie.t.t_record.c","size":1,)"
                 R"("logicalType":"decimal","precision":1,"scale":0})",
                 nullptr},
        TypeCase{"Decimal38", arrow::decimal256(38, 38),
                 R"({"type":"fixed","name":"fixed","namespace":"hoodie.t.t_record.c","size":16,)"
                 R"("logicalType":"decimal","precision":38,"scale":38})",
                 arrow::decimal128(38, 38)},
        TypeCase{"Decimal39", arrow::decimal256(39, 0), nullptr, nullptr},
        TypeCase{"NegativeScale", arrow::decimal128(5, -2), nullptr, nullptr},
        TypeCase{"Time", arrow::time64(TimeUnit::MICRO), nullptr, nullptr},
        TypeCase{"Duration", arrow::duration(TimeUnit::MICRO), nullptr, nullptr},
        TypeCase{"Interval", arrow::month_interval(), nullptr, nullptr},
        TypeCase{"EmptyStruct", arrow::struct_({}), nullptr, nullptr},
        TypeCase{"IntMapKey", arrow::map(arrow::int32(), arrow::utf8()), nullptr, nullptr},
        TypeCase{"LargeList", arrow::large_list(field("x", arrow::int8(), false)),
                 R"({"type":"array","items":"int"})",
                 arrow::list(field("element", arrow::int32(), false))},
        TypeCase{"ListOfMillis", arrow::list(arrow::timestamp(TimeUnit::MILLI, "UTC")),
                 R"({"type":"array","items":["null",{"type":"long",)"
                 R"("logicalType":"timestamp-millis"}]})",
                 arrow::list(arrow::timestamp(TimeUnit::MICRO, "UTC"))},
        TypeCase{"Map", arrow::map(arrow::large_utf8(), field("v", arrow::int16(), false)),
                 R"({"type":"map","values":"int"})",
                 arrow::map(arrow::utf8(), field("value", arrow::int32(), false))}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(ArrowToAvroTest, NamesTheNestedColumnAtFault) {
  arrow::Schema schema({field("s", arrow::struct_({field("a", arrow::list(arrow::uint64()))}))});
  EXPECT_THAT(ArrowToAvro(schema, "r", "n"), FailsWith(ErrorCode::kUnsupported, "s.a.element"));
}

TEST(ArrowToAvroTest, NullTypeHasNoAvroForm) {
  arrow::Schema schema({field("c", arrow::null())});
  EXPECT_THAT(ArrowToAvro(schema, "r", "n"), FailsWith(ErrorCode::kUnsupported, "c"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(schema));
  EXPECT_TRUE(canonical->Equals(schema));
}

TEST(ArrowToAvroTest, MetaColumnsHaveAnEmptyDoc) {
  arrow::Schema data({field("id", arrow::utf8(), false)});
  HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr record,
                            ArrowToAvro(*WithMetaColumns(data), "t_record", "hoodie.t"));
  const std::string meta = R"(","type":["null","string"],"doc":"","default":null},)";
  EXPECT_EQ(record->ToJson(),
            R"({"type":"record","name":"t_record","namespace":"hoodie.t","fields":[)"
            R"({"name":"_hoodie_commit_time)" +
                meta + R"({"name":"_hoodie_commit_seqno)" + meta +
                R"({"name":"_hoodie_record_key)" + meta + R"({"name":"_hoodie_partition_path)" +
                meta + R"({"name":"_hoodie_file_name)" + meta +
                R"({"name":"id","type":"string"}]})");
}

TEST(ArrowToAvroTest, KeepsCommentsAsDoc) {
  arrow::Schema schema(
      {field("c", arrow::int32(), true, arrow::key_value_metadata({"comment"}, {"a \"c\""}))});
  HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr record, ArrowToAvro(schema, "r", "n"));
  EXPECT_EQ(record->ToJson(),
            R"({"type":"record","name":"r","namespace":"n","fields":[)"
            R"({"name":"c","type":["null","int"],"doc":"a \"c\"","default":null}]})");
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> back, AvroToArrow(*record));
  EXPECT_TRUE(back->Equals(schema, /*check_metadata=*/true)) << back->ToString(true);
}

TEST(ArrowToAvroTest, RefusesNamesThatAvroCannotHold) {
  for (const char* name : {"", "1a", "a b", "a-b", "a.b", "\xE2\x82\xAC" /* euro sign */,
                           "\xF0\x9F\x98\x80" /* a face */, "\xFF", "a\xC3"}) {
    arrow::Schema schema({field(name, arrow::int32())});
    EXPECT_THAT(ArrowToAvro(schema, "r", "n"), FailsWith(ErrorCode::kInvalidSchema, name)) << name;
  }
  for (const char* name : {"_1a",
                           "gr\xC3\xB6\xC3\x9F"
                           "e",
                           "\xE8\xA1\xA8", "x\xD9\xA3"}) {
    arrow::Schema schema({field(name, arrow::int32())});
    HUDI_ASSERT_OK(ArrowToAvro(schema, "r", "n"));
  }
}

TEST(ArrowToAvroTest, RefusesANameThatStandsTwice) {
  arrow::Schema schema(
      {field("s", arrow::struct_({field("a", arrow::int32()), field("a", arrow::utf8())}))});
  EXPECT_THAT(ArrowToAvro(schema, "r", "n"), FailsWith(ErrorCode::kInvalidSchema, "s.a"));
}

struct AvroCase {
  const char* label;
  const char* json;
  std::shared_ptr<arrow::DataType> type;  // nullptr: refused
  bool nullable;
};
class AvroTypeTest : public testing::TestWithParam<AvroCase> {};

TEST_P(AvroTypeTest, HasOneArrowForm) {
  const AvroCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(
      avro::SchemaPtr record,
      avro::Schema::Parse(
          std::string(R"({"type":"record","name":"r","fields":[{"name":"c","type":)") + want.json +
          "}]}"));
  arrow::Result<std::shared_ptr<arrow::Schema>> got = AvroToArrow(*record);
  if (want.type == nullptr) {
    EXPECT_THAT(got, FailsWith(ErrorCode::kUnsupported, "c"));
    return;
  }
  HUDI_ASSERT_OK(got);
  EXPECT_TRUE((*got)->field(0)->type()->Equals(want.type)) << (*got)->ToString();
  EXPECT_EQ((*got)->field(0)->nullable(), want.nullable);
}

INSTANTIATE_TEST_SUITE_P(
    Types, AvroTypeTest,
    testing::Values(
        AvroCase{"NullLast", R"(["int","null"])", arrow::int32(), true},
        AvroCase{"UnionOfOne", R"(["int"])", arrow::int32(), false},
        AvroCase{"UnionOfTwo", R"(["int","string"])", nullptr, false},
        AvroCase{"UnionOfThree", R"(["null","int","string"])", nullptr, false},
        AvroCase{"Null", R"("null")", nullptr, false},
        AvroCase{"Enum", R"({"type":"enum","name":"e","symbols":["A"]})", arrow::utf8(), false},
        AvroCase{"Fixed", R"({"type":"fixed","name":"f","size":3})", arrow::binary(), false},
        AvroCase{"BytesDecimal",
                 R"({"type":"bytes","logicalType":"decimal","precision":6,"scale":2})",
                 arrow::decimal128(6, 2), false},
        AvroCase{"DecimalTooWide",
                 R"({"type":"bytes","logicalType":"decimal","precision":39,"scale":2})", nullptr,
                 false},
        AvroCase{"Millis", R"({"type":"long","logicalType":"timestamp-millis"})",
                 arrow::timestamp(TimeUnit::MILLI, "UTC"), false},
        AvroCase{"LocalMillis", R"({"type":"long","logicalType":"local-timestamp-millis"})",
                 arrow::timestamp(TimeUnit::MILLI), false},
        AvroCase{"TimeMillis", R"({"type":"int","logicalType":"time-millis"})", nullptr, false},
        AvroCase{"TimeMicros", R"({"type":"long","logicalType":"time-micros"})", nullptr, false},
        AvroCase{"Uuid", R"({"type":"string","logicalType":"uuid"})", nullptr, false}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(AvroToArrowTest, RefusesAnythingButARecord) {
  EXPECT_THAT(AvroToArrow(*avro::MakePrimitive(avro::Type::kInt)),
              FailsWith(ErrorCode::kInvalidSchema));
}

struct RecordNameCase {
  const char* label;
  const char* table;
  const char* full_name;
};
class RecordNameTest : public testing::TestWithParam<RecordNameCase> {};

// The full names are what release 1.0.2 makes of these table names.
TEST_P(RecordNameTest, MasksWhatAvroCannotHold) {
  AvroRecordName got = RecordNameForTable(GetParam().table);
  EXPECT_EQ(got.name_space + "." + got.name, GetParam().full_name);
}

INSTANTIATE_TEST_SUITE_P(
    Names, RecordNameTest,
    testing::Values(RecordNameCase{"Plain", "tbl", "hoodie.tbl.tbl_record"},
                    RecordNameCase{"Dash", "my-table", "hoodie.my__table.my__table_record"},
                    RecordNameCase{"LeadingDigit", "1abc", "hoodie.__abc.__abc_record"},
                    RecordNameCase{"NonAscii",
                                   "gr\xC3\xB6\xC3\x9F"
                                   "e",
                                   "hoodie.gr____e.gr____e_record"},
                    RecordNameCase{"LeadingDash", "-x", "hoodie.__x.__x_record"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(MetaColumnsTest, ComeFirstAndGoAgain) {
  arrow::Schema data({field("id", arrow::int32(), false), field("ts", arrow::int64())});
  std::shared_ptr<arrow::Schema> with = WithMetaColumns(data);
  ASSERT_EQ(with->num_fields(), 7);
  EXPECT_EQ(with->field(0)->name(), "_hoodie_commit_time");
  EXPECT_EQ(with->field(4)->name(), "_hoodie_file_name");
  EXPECT_TRUE(with->field(2)->Equals(*field("_hoodie_record_key", arrow::utf8())));
  EXPECT_EQ(with->field(5)->name(), "id");
  EXPECT_TRUE(WithMetaColumns(*with)->Equals(*with));
  EXPECT_TRUE(WithoutMetaColumns(*with)->Equals(data));
}

TEST(MetaColumnsTest, DeleteFlagIsData) {
  EXPECT_TRUE(IsMetaColumn("_hoodie_operation"));
  EXPECT_FALSE(IsMetaColumn(kIsDeleted));
  EXPECT_FALSE(IsMetaColumn("_HOODIE_RECORD_KEY"));
}

}  // namespace
}  // namespace hudi
