// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/ordering_values.h"

#include <limits>

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::RecordBatch> Column(const std::string& type, const std::string& values) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl("f " + type);
  return arrow::RecordBatch::Make(
      schema, 2, {*arrow::json::ArrayFromJSONString(schema->field(0)->type(), values)});
}

struct OrderCase {
  const char* label;
  const char* type;
  const char* lesser_and_greater;  ///< JSON
};
class OrderingValuesTest : public testing::TestWithParam<OrderCase> {};

TEST_P(OrderingValuesTest, ComparesByTheTypesNaturalOrder) {
  const auto batch = Column(GetParam().type, GetParam().lesser_and_greater);
  HUDI_ASSERT_OK_AND_ASSIGN(OrderingValues values,
                            OrderingValues::Make(*batch, {{"f"}, false}, false));
  EXPECT_LT(values.Compare(0, values, 1), 0);
  EXPECT_GT(values.Compare(1, values, 0), 0);
  EXPECT_EQ(values.Compare(1, values, 1), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Types, OrderingValuesTest,
    testing::Values(
        OrderCase{"Long", "bigint", "[-9223372036854775808, 9223372036854775807]"},
        OrderCase{"Int", "int", "[-1, 0]"}, OrderCase{"Short", "smallint", "[9, 10]"},
        OrderCase{"Byte", "tinyint", "[-128, 127]"},
        OrderCase{"Boolean", "boolean", "[false, true]"},
        OrderCase{"Double", "double", "[-1.5, 1e-300]"},
        OrderCase{"NegativeDoubles", "double", "[-2.5, -1.5]"},
        OrderCase{"MinusZero", "double", "[-0.0, 0.0]"},
        OrderCase{"NotANumberIsGreatest", "double", "[Inf, NaN]"},
        OrderCase{"Float", "float", "[1.25, 1.5]"}, OrderCase{"Date", "date", "[-1, 0]"},
        OrderCase{"Micros", "timestamp",
                  R"(["2024-01-02 00:00:00", "2024-01-02 00:00:00.000001"])"},
        OrderCase{"Decimal", "decimal(10,2)", R"(["9.99", "10.00"])"},
        OrderCase{"NegativeDecimal", "decimal(38,2)",
                  R"(["-100000000000000000000000000000000000.00", "-3.01"])"},
        OrderCase{"DigitsOfText", "string", R"(["10", "9"])"},
        OrderCase{"PrefixOfText", "string", R"(["a", "ab"])"},
        OrderCase{"LettersBeyondAscii", "string", R"(["z", "é"])"},
        // Avro's Utf8 compares bytes; java.lang.String would have it the other way round.
        OrderCase{"LettersBeyondTheBasicPlane", "string", R"(["￿", "𐀀"])"},
        OrderCase{"ShorterBytes", "binary", R"(["a", "ab"])"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(OrderingColumnsTest, ReadsSeveralFieldsInTurn) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl("a int, st struct<b:string>");
  const auto batch = *arrow::RecordBatch::FromStructArray(*arrow::json::ArrayFromJSONString(
      arrow::struct_(schema->fields()), R"([[1, ["x"]], [1, ["y"]], [2, ["a"]], [1, null]])"));
  HUDI_ASSERT_OK_AND_ASSIGN(OrderingValues values,
                            OrderingValues::Make(*batch, {{"a", "st.b"}, false}, false));
  EXPECT_LT(values.Compare(0, values, 1), 0);
  EXPECT_LT(values.Compare(1, values, 2), 0);
  EXPECT_FALSE(values.IsNull(2));
  EXPECT_TRUE(values.IsNull(3));
  EXPECT_EQ(values.SingleNumbers(), nullptr);
}

TEST(OrderingColumnsTest, ReadsASequenceAsTwoNumbers) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl("_event_seq string");
  const auto rows = [&](const char* json) {
    return arrow::RecordBatch::Make(schema, 2,
                                    {*arrow::json::ArrayFromJSONString(arrow::utf8(), json)});
  };
  const OrderingKey key{{"_event_seq"}, true};
  HUDI_ASSERT_OK_AND_ASSIGN(OrderingValues values,
                            OrderingValues::Make(*rows(R"(["00001.9", "00001.111"])"), key, false));
  EXPECT_LT(values.Compare(0, values, 1), 0);
  EXPECT_THAT(OrderingValues::Make(*rows(R"(["1.2", "12"])"), key, false),
              FailsWith(ErrorCode::kInvalidRow, "_event_seq"));
  EXPECT_THAT(OrderingValues::Make(*rows(R"(["1.2", "a.1"])"), key, false),
              FailsWith(ErrorCode::kInvalidRow, "_event_seq"));
}

TEST(OrderingColumnsTest, OfASliceAreThoseOfItsRows) {
  const auto batch = Column("bigint", "[7, 3]")->Slice(1, 1);
  HUDI_ASSERT_OK_AND_ASSIGN(OrderingValues values,
                            OrderingValues::Make(*batch, {{"f"}, false}, false));
  ASSERT_NE(values.SingleNumbers(), nullptr);
  EXPECT_EQ(values.SingleNumbers()[0], 3);
}

TEST(OrderingColumnsTest, RefusesWhatHasNoOrder) {
  EXPECT_THAT(OrderingValues::Make(*Column("array<int>", "[[1], [2]]"), {{"f"}, false}, false),
              FailsWith(ErrorCode::kUnsupported, "f"));
  EXPECT_THAT(OrderingValues::Make(*Column("int", "[1, 2]"), {{"g"}, false}, false),
              FailsWith(ErrorCode::kNotFound, "g"));
  HUDI_ASSERT_OK_AND_ASSIGN(OrderingValues ints,
                            OrderingValues::Make(*Column("int", "[1, 2]"), {{"f"}, false}, false));
  HUDI_ASSERT_OK_AND_ASSIGN(
      OrderingValues texts,
      OrderingValues::Make(*Column("string", R"(["1", "2"])"), {{"f"}, false}, false));
  EXPECT_THAT(ints.CheckComparable(texts), FailsWith(ErrorCode::kInvalidSchema, "f"));
}

}  // namespace
}  // namespace hudi
