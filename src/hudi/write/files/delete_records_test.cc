// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/delete_records.h"

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/merge/delete_rows.h"

namespace hudi {
namespace {

using Kind = log::DeleteOrdering::Kind;

struct TypeCase {
  const char* label;
  std::shared_ptr<arrow::DataType> type;
  const char* json;
  Kind kind;
};
class DeleteOrderingsTest : public testing::TestWithParam<TypeCase> {};

arrow::Result<std::shared_ptr<arrow::RecordBatch>> Rows(const arrow::FieldVector& fields,
                                                        const std::string& json) {
  ARROW_ASSIGN_OR_RAISE(auto rows, arrow::json::ArrayFromJSONString(arrow::struct_(fields), json));
  return arrow::RecordBatch::FromStructArray(rows);
}

MergeOptions EventTime(std::vector<std::string> fields, int version) {
  MergeOptions merge;
  merge.mode = MergeMode::kEventTime;
  merge.ordering_fields = std::move(fields);
  merge.table_version = version;
  return merge;
}

TEST_P(DeleteOrderingsTest, TakesTheBranchOfTheTypeAndIsReadBack) {
  const TypeCase& c = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows({arrow::field("ts", c.type)}, c.json));
  HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings,
                            DeleteOrderings::Make(*rows, EventTime({"ts"}, 8)));
  HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering value, orderings.Of(0));
  EXPECT_EQ(value.kind, c.kind);
  std::shared_ptr<arrow::Scalar> read = DeleteOrderingAs(value, c.type);
  ASSERT_NE(read, nullptr);
  EXPECT_TRUE(read->Equals(**rows->column(0)->GetScalar(0))) << read->ToString();
  // A row without a value is deleted for good.
  HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering none, orderings.Of(1));
  EXPECT_TRUE(none.is_always());
}

INSTANTIATE_TEST_SUITE_P(
    Types, DeleteOrderingsTest,
    testing::Values(TypeCase{"Boolean", arrow::boolean(), "[[true],[null]]", Kind::kBoolean},
                    TypeCase{"Int", arrow::int32(), "[[-7],[null]]", Kind::kInt},
                    TypeCase{"Long", arrow::int64(), "[[9007199254740993],[null]]", Kind::kLong},
                    TypeCase{"Float", arrow::float32(), "[[1.5],[null]]", Kind::kFloat},
                    TypeCase{"Double", arrow::float64(), "[[-2.25],[null]]", Kind::kDouble},
                    TypeCase{"Text", arrow::utf8(), R"([["é9"],[null]])", Kind::kText},
                    TypeCase{"Bytes", arrow::binary(), R"([["xyz"],[null]])", Kind::kBytes},
                    TypeCase{"Date", arrow::date32(), "[[19000],[null]]", Kind::kDate},
                    TypeCase{"Decimal", arrow::decimal128(10, 2), R"([["-12.34"],[null]])",
                             Kind::kDecimal},
                    TypeCase{"Timestamp", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"),
                             R"([["2024-02-29 12:34:56.789012"],[null]])", Kind::kLong}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(DeleteOrderings, SeveralFieldsAreAListOnVersion9) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows, Rows({arrow::field("a", arrow::int64()), arrow::field("d", arrow::date32())},
                      "[[5, 19000]]"));
  HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings,
                            DeleteOrderings::Make(*rows, EventTime({"a", "d"}, 9)));
  HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering value, orderings.Of(0));
  ASSERT_EQ(value.kind, Kind::kSeveral);
  ASSERT_EQ(value.several.size(), 2U);
  EXPECT_EQ(value.several[0], (log::DeleteOrdering{Kind::kLong, 5, 0, {}, {}}));
  EXPECT_EQ(value.several[1], (log::DeleteOrdering{Kind::kLocalDate, 19000, 0, {}, {}}));
}

// Payloads whose deletes win over any row. With a value the reference would let them lose in logs.
TEST(DeleteOrderings, DeletesThatAlwaysWinKeepNone) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows({arrow::field("ts", arrow::int64())}, "[[5]]"));
  for (const auto& [version, payload] :
       std::vector<std::pair<int, PayloadKind>>{{8, PayloadKind::kEmpty},
                                                {9, PayloadKind::kEmpty},
                                                {6, PayloadKind::kOverwriteWithLatest},
                                                {6, PayloadKind::kEventTime},
                                                {8, PayloadKind::kEventTime},
                                                {8, PayloadKind::kPartialUpdate},
                                                {8, PayloadKind::kOverwriteNonDefaults},
                                                {8, PayloadKind::kAwsDms}}) {
    SCOPED_TRACE(version);
    MergeOptions merge = EventTime({"ts"}, version);
    merge.mode = MergeMode::kCustom;
    merge.payload = payload;
    HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings, DeleteOrderings::Make(*rows, merge));
    HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering value, orderings.Of(0));
    EXPECT_TRUE(value.is_always()) << static_cast<int>(payload);
  }
}

TEST(DeleteOrderings, FieldsInsideStructsAreReadBackInTheirPlaces) {
  const auto inner = arrow::struct_({arrow::field("n", arrow::int64())});
  const arrow::FieldVector fields = {
      arrow::field("_hoodie_record_key", arrow::utf8()),
      arrow::field(
          "st", arrow::struct_({arrow::field("x", arrow::int32()),
                                arrow::field("ts", arrow::int64()), arrow::field("in", inner)}))};
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows(fields, R"([["k", [1, 5, [7]]],
                                                        ["k", [1, 5, null]],
                                                        ["k", null]])"));
  const std::vector<std::string> ordering = {"st.ts", "st.in.n"};
  HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings,
                            DeleteOrderings::Make(*rows, EventTime(ordering, 9)));
  HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering value, orderings.Of(0));
  ASSERT_EQ(value.several.size(), 2U);
  EXPECT_EQ(value.several[0], (log::DeleteOrdering{Kind::kLong, 5, 0, {}, {}}));
  EXPECT_EQ(value.several[1], (log::DeleteOrdering{Kind::kLong, 7, 0, {}, {}}));
  for (int64_t row : {1, 2}) {
    HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering none, orderings.Of(row));
    EXPECT_TRUE(none.is_always());
  }

  HUDI_ASSERT_OK_AND_ASSIGN(
      DeleteRows read, MakeDeleteRows({{"k", "", value}, {"l", "", log::DeleteOrdering::Always()}},
                                      rows->schema(), ordering));
  HUDI_ASSERT_OK_AND_ASSIGN(auto want, Rows(fields, R"([["k", [null, 5, [7]]],
                                                        ["l", [null, null, [null]]]])"));
  EXPECT_TRUE(read.rows->Equals(*want)) << read.rows->ToString();
  EXPECT_EQ(read.always, (std::vector<bool>{false, true}));
}

TEST(DeleteOrderings, WithoutAnOrderingFieldADeleteAlwaysWins) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows({arrow::field("a", arrow::int64())}, "[[5]]"));
  HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings, DeleteOrderings::Make(*rows, {}));
  HUDI_ASSERT_OK_AND_ASSIGN(log::DeleteOrdering value, orderings.Of(0));
  EXPECT_TRUE(value.is_always());
}

TEST(DeleteOrderings, RefusesADecimalThatTheBlockCannotHold) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Rows({arrow::field("ts", arrow::decimal128(38, 0))},
                                            R"([["99999999999999999999"]])"));
  HUDI_ASSERT_OK_AND_ASSIGN(DeleteOrderings orderings,
                            DeleteOrderings::Make(*rows, EventTime({"ts"}, 8)));
  EXPECT_THAT(orderings.Of(0), FailsWith(ErrorCode::kInvalidRow, "ts"));
}

}  // namespace
}  // namespace hudi
