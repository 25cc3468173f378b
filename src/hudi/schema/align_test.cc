// SPDX-License-Identifier: Apache-2.0
#include <arrow/array/builder_primitive.h>
#include <arrow/compute/cast.h>
#include <arrow/json/from_string.h>
#include <arrow/record_batch.h>
#include <gtest/gtest.h>

#include "hudi/base/compute.h"
#include "hudi/base/testing.h"
#include "hudi/schema/decimal_text.h"
#include "hudi/schema/evolution.h"

namespace hudi {
namespace {

using arrow::field;
using arrow::TimeUnit;
using testing::HasSubstr;
using ArrayPtr = std::shared_ptr<arrow::Array>;
using BatchPtr = std::shared_ptr<arrow::RecordBatch>;
using TypePtr = std::shared_ptr<arrow::DataType>;

const TypePtr kMicros = arrow::timestamp(TimeUnit::MICRO, "UTC");
const TypePtr kMillis = arrow::timestamp(TimeUnit::MILLI, "UTC");

ArrayPtr Json(const TypePtr& type, const std::string& json) {
  return arrow::json::ArrayFromJSONString(type, json).ValueOrDie();
}

BatchPtr OneColumn(const ArrayPtr& array) {
  return arrow::RecordBatch::Make(arrow::schema({field("c", array->type())}), array->length(),
                                  {array});
}

// ---------------------------------------------------------------------------------------------
// Values. What comes out is what HoodieAvroUtils makes of the values in release 1.2.0.

struct ValueCase {
  const char* label;
  TypePtr from;
  const char* values;
  TypePtr to;
  const char* incoming;  // nullptr: refused
  const char* stored;    // nullptr: refused
};
void PrintTo(const ValueCase& values, std::ostream* out) { *out << values.label; }

class ValueConversionTest : public testing::TestWithParam<ValueCase> {};

TEST_P(ValueConversionTest, ConvertsOrRefuses) {
  const ValueCase& values = GetParam();
  const BatchPtr batch = OneColumn(Json(values.from, values.values));
  const auto target = arrow::schema({field("c", values.to)});
  const auto check = [&](const arrow::Result<BatchPtr>& got, const char* want, ErrorCode code,
                         ErrorCode type_code) {
    if (want == nullptr) {
      ASSERT_FALSE(got.ok()) << (*got)->ToString();
      EXPECT_TRUE(CodeOf(got.status()) == code || CodeOf(got.status()) == type_code)
          << got.status().ToString();
      EXPECT_EQ(FindErrorDetail(got.status())->subject(), "c");
      return;
    }
    ASSERT_TRUE(got.ok()) << got.status().ToString();
    HUDI_ASSERT_OK((*got)->ValidateFull());
    const ArrayPtr wanted = Json(values.to, want);
    EXPECT_TRUE((*got)->column(0)->Equals(wanted, arrow::EqualOptions().nans_equal(true)))
        << (*got)->column(0)->ToString();
  };
  {
    SCOPED_TRACE("incoming");
    check(AlignBatch(batch, target), values.incoming, ErrorCode::kInvalidRow,
          ErrorCode::kInvalidSchema);
  }
  {
    SCOPED_TRACE("stored");
    check(AlignStoredBatch(batch, target), values.stored, ErrorCode::kCorruptFile,
          ErrorCode::kCorruptFile);
  }
  // A slice, and no rows at all.
  if (values.incoming != nullptr) {
    HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr part, AlignBatch(batch->Slice(1), target));
    EXPECT_TRUE(part->column(0)->Equals(Json(values.to, values.incoming)->Slice(1),
                                        arrow::EqualOptions().nans_equal(true)));
    HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr none, AlignBatch(batch->Slice(0, 0), target));
    EXPECT_EQ(none->num_rows(), 0);
  }
}

ValueCase Both(const char* label, TypePtr from, const char* values, TypePtr to, const char* out) {
  return ValueCase{label, std::move(from), values, std::move(to), out, out};
}

INSTANTIATE_TEST_SUITE_P(
    Values, ValueConversionTest,
    testing::Values(
        Both("Int8ToInt", arrow::int8(), "[1,null,-128]", arrow::int32(), "[1,null,-128]"),
        Both("UInt16ToInt", arrow::uint16(), "[65535,null]", arrow::int32(), "[65535,null]"),
        Both("UInt32ToLong", arrow::uint32(), "[4294967295,null]", arrow::int64(),
             "[4294967295,null]"),
        Both("LongToInt", arrow::int64(), "[1]", arrow::int32(), nullptr),
        Both("LongToFloat", arrow::int64(), "[16777217,null]", arrow::float32(), "[16777216,null]"),
        Both("LongToDouble", arrow::int64(), "[9007199254740993,null]", arrow::float64(),
             "[9007199254740992,null]"),
        Both("FloatToDouble", arrow::float32(), "[1.1,null,16777216,-0.5,3.4028235e38]",
             arrow::float64(), "[1.1,null,16777216,-0.5,3.4028235e38]"),
        Both("DoubleToFloat", arrow::float64(), "[1.5]", arrow::float32(), nullptr),
        Both("IntToText", arrow::int32(), "[5,null,-7]", arrow::utf8(), R"(["5",null,"-7"])"),
        Both("FloatToText", arrow::float32(), "[1.1,10000000000,3.4028235e38]", arrow::utf8(),
             R"(["1.1","1.0E10","3.4028235E38"])"),
        Both("DoubleToText", arrow::float64(), "[1.1e21,0.1,100,1e300]", arrow::utf8(),
             R"(["1.1E21","0.1","100.0","1.0E300"])"),
        Both("DecimalToText", arrow::decimal128(20, 10), R"(["0.0000000001","1.5000000000",null])",
             arrow::utf8(), R"(["1E-10","1.5000000000",null])"),
        Both("DateToText", arrow::date32(), "[19782,-1,null]", arrow::utf8(),
             R"(["2024-02-29","1969-12-31",null])"),
        Both("BytesToText", arrow::binary(), R"(["ab",null,""])", arrow::utf8(),
             R"(["ab",null,""])"),
        Both("TextToBytes", arrow::utf8(), R"(["ab",null])", arrow::binary(), R"(["ab",null])"),
        Both("LargeTextToText", arrow::large_utf8(), R"(["ab",null,"c"])", arrow::utf8(),
             R"(["ab",null,"c"])"),
        Both("TextViewToText", arrow::utf8_view(), R"(["a text longer than 12",null,"c"])",
             arrow::utf8(), R"(["a text longer than 12",null,"c"])"),
        Both("LargeBytesToBytes", arrow::large_binary(), R"(["ab",null])", arrow::binary(),
             R"(["ab",null])"),
        Both("FixedBytesToBytes", arrow::fixed_size_binary(2), R"(["ab",null])", arrow::binary(),
             R"(["ab",null])"),
        Both("BoolToText", arrow::boolean(), "[true]", arrow::utf8(), nullptr),
        Both("TimestampToText", kMicros, "[1]", arrow::utf8(), nullptr),
        Both("TextToInt", arrow::utf8(), R"(["5"])", arrow::int32(), nullptr),
        Both("IntToBool", arrow::int32(), "[1]", arrow::boolean(), nullptr),
        ValueCase{"TextToDate", arrow::utf8(), R"(["2024-02-29",null,"2024-2-9"])", arrow::date32(),
                  "[19782,null,19762]", "[19782,null,19762]"},
        ValueCase{"NoDate", arrow::utf8(), R"(["2024-02-30"])", arrow::date32(), nullptr, nullptr},
        ValueCase{"TextToDecimal", arrow::utf8(), R"(["1.255","-1.255","1e2",null])",
                  arrow::decimal128(5, 2), R"(["1.26","-1.26","100.00",null])",
                  R"(["1.26","-1.26","100.00",null])"},
        ValueCase{"NoDecimal", arrow::utf8(), R"([" 1"])", arrow::decimal128(5, 2), nullptr,
                  nullptr},
        ValueCase{"TooLargeForDecimal", arrow::utf8(), R"(["99999"])", arrow::decimal128(5, 2),
                  nullptr, nullptr},
        ValueCase{"RoundsBeyondDecimal", arrow::utf8(), R"(["999.995"])", arrow::decimal128(5, 2),
                  nullptr, nullptr},
        ValueCase{"DoubleToDecimal", arrow::float64(), "[1.005,null]", arrow::decimal128(5, 2),
                  R"(["1.01",null])", R"(["1.01",null])"},
        ValueCase{"FloatToDecimal", arrow::float32(), "[1.1]", arrow::decimal128(5, 2),
                  R"(["1.10"])", R"(["1.10"])"},
        ValueCase{"NanToDecimal", arrow::float64(), "[NaN]", arrow::decimal128(5, 2), nullptr,
                  nullptr},
        ValueCase{"IntToDecimal", arrow::int32(), "[123,-5]", arrow::decimal128(5, 2),
                  R"(["123.00","-5.00"])", R"(["123.00","-5.00"])"},
        ValueCase{"LargeIntToDecimal", arrow::int32(), "[1234]", arrow::decimal128(5, 2), nullptr,
                  nullptr},
        Both("DecimalWider", arrow::decimal128(5, 2), R"(["1.25",null])", arrow::decimal128(10, 4),
             R"(["1.2500",null])"),
        Both("DecimalExact", arrow::decimal128(10, 4), R"(["1.2500"])", arrow::decimal128(5, 2),
             R"(["1.25"])"),
        Both("DecimalInexact", arrow::decimal128(10, 4), R"(["1.2550"])", arrow::decimal128(5, 2),
             nullptr),
        Both("DecimalTooLarge", arrow::decimal128(10, 2), R"(["1000.00"])", arrow::decimal128(5, 2),
             nullptr),
        Both("Decimal256", arrow::decimal256(20, 2), R"(["1.25",null])", arrow::decimal128(20, 2),
             R"(["1.25",null])"),
        Both("Decimal64", arrow::decimal64(10, 2), R"(["1.25",null])", arrow::decimal128(12, 3),
             R"(["1.250",null])"),
        Both("NanosExact", arrow::timestamp(TimeUnit::NANO, "Europe/Berlin"), "[5000,null,-1000]",
             kMicros, "[5,null,-1]"),
        Both("NanosInexact", arrow::timestamp(TimeUnit::NANO, "UTC"), "[5001]", kMicros, nullptr),
        Both("SecondsToMicros", arrow::timestamp(TimeUnit::SECOND, "UTC"), "[5,null]", kMicros,
             "[5000000,null]"),
        Both("SecondsOutOfRange", arrow::timestamp(TimeUnit::SECOND, "UTC"), "[9223372036854775]",
             kMicros, nullptr),
        Both("MicrosToMillis", kMicros, "[5000,null]", kMillis, "[5,null]"),
        Both("MicrosToMillisInexact", kMicros, "[5001]", kMillis, nullptr),
        ValueCase{"ZoneAppears", arrow::timestamp(TimeUnit::MICRO), "[5]", kMicros, nullptr, "[5]"},
        ValueCase{"MillisToLong", kMillis, "[5,null]", arrow::int64(), nullptr, "[5000,null]"},
        ValueCase{"DateToInt", arrow::date32(), "[5,null]", arrow::int32(), nullptr, "[5,null]"},
        Both("LongToTimestamp", arrow::int64(), "[5]", kMicros, nullptr),
        Both("IntToDate", arrow::int32(), "[5]", arrow::date32(), nullptr),
        Both("Date64", arrow::date64(), "[86400000,null]", arrow::date32(), "[1,null]"),
        Both("Nothing", arrow::null(), "[null,null]", arrow::list(arrow::int32()), "[null,null]"),
        Both("ListElements", arrow::list(arrow::int32()), "[[1,null],null,[],[3]]",
             arrow::list(arrow::int64()), "[[1,null],null,[],[3]]"),
        Both("LargeList", arrow::large_list(arrow::int8()), "[[1,null],null,[],[3]]",
             arrow::list(arrow::int32()), "[[1,null],null,[],[3]]"),
        Both("FixedSizeList", arrow::fixed_size_list(arrow::int8(), 2), "[[1,null],null,[2,3]]",
             arrow::list(arrow::int32()), "[[1,null],null,[2,3]]"),
        Both("ListView", arrow::list_view(arrow::int8()), "[[1,null],null,[2,3]]",
             arrow::list(arrow::int32()), "[[1,null],null,[2,3]]"),
        Both("LargeListView", arrow::large_list_view(arrow::int8()), "[[1,null],null,[],[2,3]]",
             arrow::list(arrow::int64()), "[[1,null],null,[],[2,3]]"),
        Both("ListOfLists", arrow::list(arrow::list(arrow::int32())), "[[[1],null],[],[[],[2,3]]]",
             arrow::list(arrow::list(arrow::utf8())), R"([[["1"],null],[],[[],["2","3"]]])"),
        Both("MapValues", arrow::map(arrow::utf8(), arrow::int32()),
             R"([[["a",1],["b",null]],null,[],[["c",3]]])",
             arrow::map(arrow::utf8(), arrow::int64()),
             R"([[["a",1],["b",null]],null,[],[["c",3]]])"),
        Both("StructFields",
             arrow::struct_({field("gone", arrow::int32()), field("b", arrow::int32()),
                             field("a", arrow::int32())}),
             "[[0,1,2],null,[0,null,3]]",
             arrow::struct_({field("a", arrow::int64()), field("n", arrow::list(arrow::utf8())),
                             field("b", arrow::utf8())}),
             R"([[2,null,"1"],null,[3,null,null]])"),
        Both("StructToInt", arrow::struct_({field("a", arrow::int32())}), "[[1]]", arrow::int32(),
             nullptr),
        Both("IntToStruct", arrow::int32(), "[1]", arrow::struct_({field("a", arrow::int32())}),
             nullptr),
        Both("MapToList", arrow::map(arrow::utf8(), arrow::int32()), "[[]]",
             arrow::list(arrow::int32()), nullptr)),
    [](const auto& info) { return std::string(info.param.label); });

TEST(AlignBatchTest, NamesColumnRowAndValue) {
  const BatchPtr batch = OneColumn(Json(arrow::utf8(), R"([null,"2024-01-01","soon"])"));
  arrow::Result<BatchPtr> got = AlignBatch(batch, arrow::schema({field("c", arrow::date32())}));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidRow, "c"));
  EXPECT_THAT(got.status().message(),
              HasSubstr("column 'c', row 3 of the batch: 'soon' is not a date"));
  got = AlignBatch(OneColumn(Json(arrow::list(arrow::float64()), "[[1.5],[1e9]]")),
                   arrow::schema({field("c", arrow::list(arrow::decimal128(5, 2)))}));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidRow, "c.item"));
  EXPECT_THAT(got.status().message(), HasSubstr("'1.0E9' does not fit in decimal(5,2)"));
}

TEST(AlignBatchTest, ColumnsThatFitAreNotCopied) {
  const auto schema = arrow::schema({field("a", arrow::int32()),
                                     field("l", arrow::list(field("item", arrow::utf8()))),
                                     field("s", arrow::struct_({field("x", arrow::float64())}))});
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr batch, arrow::RecordBatch::FromStructArray(
                                                Json(arrow::struct_(schema->fields()),
                                                     R"([[1,["x"],[0.5]],[null,null,null]])")));
  const auto target = arrow::schema(
      {field("s", schema->field(2)->type()), field("extra", arrow::int64()),
       field("l", arrow::list(field("element", arrow::utf8()))), field("a", arrow::int32())});
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr got, AlignBatch(batch, target));
  HUDI_ASSERT_OK(got->ValidateFull());
  EXPECT_TRUE(got->schema()->Equals(*target));
  EXPECT_EQ(got->column_data(0).get(), batch->column_data(2).get());
  EXPECT_EQ(got->column_data(2).get(), batch->column_data(1).get());
  EXPECT_EQ(got->column_data(3).get(), batch->column_data(0).get());
  EXPECT_EQ(got->column(1)->null_count(), 2);
}

TEST(AlignBatchTest, DecodesDictionaries) {
  HUDI_ASSERT_OK(InitializeCompute());
  HUDI_ASSERT_OK_AND_ASSIGN(ArrayPtr encoded,
                            arrow::compute::Cast(*Json(arrow::utf8(), R"(["a",null,"b","a"])"),
                                                 arrow::dictionary(arrow::int32(), arrow::utf8())));
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr got, AlignBatch(OneColumn(encoded), arrow::schema({field("c", arrow::utf8())})));
  EXPECT_TRUE(got->column(0)->Equals(Json(arrow::utf8(), R"(["a",null,"b","a"])")));
}

TEST(AlignBatchTest, RefusesNullsWhereTheTableHasNone) {
  const auto required = [](const TypePtr& type) {
    return arrow::schema({field("c", type, /*nullable=*/false)});
  };
  const BatchPtr ints = OneColumn(Json(arrow::int32(), "[1,null]"));
  arrow::Result<BatchPtr> got = AlignBatch(ints, required(arrow::int32()));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidRow, "c"));
  EXPECT_THAT(got.status().message(), HasSubstr("row 2 of the batch: null"));
  EXPECT_THAT(AlignStoredBatch(ints, required(arrow::int64())),
              FailsWith(ErrorCode::kCorruptFile, "c"));
  HUDI_ASSERT_OK(AlignBatch(ints->Slice(0, 1), required(arrow::int32())));
  // Inside: an element, a field, a map's value.
  const BatchPtr list = OneColumn(Json(arrow::list(arrow::int32()), "[[1,null]]"));
  EXPECT_THAT(
      AlignBatch(list,
                 arrow::schema({field("c", arrow::list(field("element", arrow::int32(), false)))})),
      FailsWith(ErrorCode::kInvalidRow, "c.element"));
  const TypePtr loose = arrow::struct_({field("x", arrow::int32())});
  const TypePtr strict = arrow::struct_({field("x", arrow::int32(), false)});
  EXPECT_THAT(AlignBatch(OneColumn(Json(loose, "[[null]]")), arrow::schema({field("c", strict)})),
              FailsWith(ErrorCode::kInvalidRow, "c.x"));
  // Under a null struct there is no value to miss.
  HUDI_ASSERT_OK(
      AlignBatch(OneColumn(Json(loose, "[null,[1]]")), arrow::schema({field("c", strict)})));
}

TEST(AlignBatchTest, MissingColumns) {
  const BatchPtr batch = OneColumn(Json(arrow::int32(), "[1]"));
  const auto optional = arrow::schema({field("c", arrow::int32()), field("d", arrow::utf8())});
  const auto required =
      arrow::schema({field("c", arrow::int32()), field("d", arrow::utf8(), false)});
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr got, AlignStoredBatch(batch, optional));
  EXPECT_EQ(got->column(1)->null_count(), 1);
  EXPECT_THAT(AlignBatch(batch, required), FailsWith(ErrorCode::kInvalidSchema, "d"));
  EXPECT_THAT(AlignStoredBatch(batch, required), FailsWith(ErrorCode::kCorruptFile, "d"));
}

TEST(AlignBatchTest, RefusesAColumnThatStandsTwice) {
  const ArrayPtr array = Json(arrow::int32(), "[1]");
  const BatchPtr batch = arrow::RecordBatch::Make(
      arrow::schema({field("c", arrow::int32()), field("c", arrow::int32())}), 1, {array, array});
  EXPECT_THAT(AlignBatch(batch, arrow::schema({field("c", arrow::int32())})),
              FailsWith(ErrorCode::kInvalidSchema, "c"));
}

TEST(AlignBatchTest, WhatStandsUnderANullStructIsNotConverted) {
  const auto texts = Json(arrow::utf8(), R"(["1.5","no number"])");
  HUDI_ASSERT_OK_AND_ASSIGN(
      ArrayPtr parent,
      arrow::StructArray::Make({texts}, {field("x", arrow::utf8())},
                               Json(arrow::boolean(), "[true,false]")->data()->buffers[1], 1));
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr got,
      AlignBatch(
          OneColumn(parent),
          arrow::schema({field("c", arrow::struct_({field("x", arrow::decimal128(3, 1))}))})));
  HUDI_ASSERT_OK(got->ValidateFull());
  EXPECT_EQ(got->column(0)->null_count(), 1);
}

TEST(AlignBatchTest, RefusesBytesThatAreNoText) {
  EXPECT_THAT(AlignBatch(OneColumn(Json(arrow::binary(), "[\"ok\"]")),
                         arrow::schema({field("c", arrow::boolean())})),
              FailsWith(ErrorCode::kInvalidSchema, "c"));
  arrow::BinaryBuilder builder;
  HUDI_ASSERT_OK(builder.Append("\xFF"));
  HUDI_ASSERT_OK_AND_ASSIGN(ArrayPtr bytes, builder.Finish());
  EXPECT_THAT(AlignBatch(OneColumn(bytes), arrow::schema({field("c", arrow::utf8())})),
              FailsWith(ErrorCode::kInvalidRow, "c"));
}

TEST(AlignArrayTest, AlignsOneColumn) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      ArrayPtr got, AlignArray(Json(arrow::int32(), "[1,null]"), *field("n", arrow::int64())));
  EXPECT_TRUE(got->Equals(Json(arrow::int64(), "[1,null]")));
}

// ---------------------------------------------------------------------------------------------

struct DecimalTextCase {
  const char* text;
  int precision;
  int scale;
  const char* half_up;  // nullptr: refused
  const char* exact;
};

TEST(DecimalFromTextTest, ReadsRoundsOrRefuses) {
  const DecimalTextCase cases[] = {
      {"0", 5, 2, "0.00", "0.00"},
      {"-0.00", 5, 2, "0.00", "0.00"},
      {"1.5", 5, 2, "1.50", "1.50"},
      {"+1.5", 5, 2, "1.50", "1.50"},
      {".5", 5, 2, "0.50", "0.50"},
      {"5.", 5, 2, "5.00", "5.00"},
      {"1.2500", 5, 2, "1.25", "1.25"},
      {"1.254", 5, 2, "1.25", nullptr},
      {"1.255", 5, 2, "1.26", nullptr},
      {"-1.255", 5, 2, "-1.26", nullptr},
      {"0.004", 5, 2, "0.00", nullptr},
      {"0.005", 5, 2, "0.01", nullptr},
      {"0.0049999", 5, 2, "0.00", nullptr},
      {"999.99", 5, 2, "999.99", "999.99"},
      {"999.995", 5, 2, nullptr, nullptr},
      {"1000", 5, 2, nullptr, nullptr},
      {"1e2", 5, 2, "100.00", "100.00"},
      {"12345E-3", 5, 2, "12.35", nullptr},
      {"1e-400", 5, 2, "0.00", nullptr},
      {"1e400", 5, 2, nullptr, nullptr},
      {"0.12345678901234567890123456789012345678905", 38, 38,
       "0.12345678901234567890123456789012345679", nullptr},
      {"99999999999999999999999999999999999999", 38, 0, "99999999999999999999999999999999999999",
       "99999999999999999999999999999999999999"},
      {"", 5, 2, nullptr, nullptr},
      {"-", 5, 2, nullptr, nullptr},
      {".", 5, 2, nullptr, nullptr},
      {"1e", 5, 2, nullptr, nullptr},
      {"1e+-2", 5, 2, nullptr, nullptr},
      {"1,5", 5, 2, nullptr, nullptr},
      {" 1", 5, 2, nullptr, nullptr},
      {"0x1", 5, 2, nullptr, nullptr},
      {"NaN", 5, 2, nullptr, nullptr},
  };
  for (const DecimalTextCase& want : cases) {
    for (const auto& [rounding, text] : {std::pair{DecimalRounding::kHalfUp, want.half_up},
                                         std::pair{DecimalRounding::kExact, want.exact}}) {
      const std::optional<arrow::Decimal128> got =
          DecimalFromText(want.text, want.precision, want.scale, rounding);
      ASSERT_EQ(got.has_value(), text != nullptr) << want.text;
      if (got) {
        EXPECT_EQ(got->ToString(want.scale), text) << want.text;
      }
    }
  }
}

}  // namespace
}  // namespace hudi
