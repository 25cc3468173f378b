// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/predicate_eval.h"

#include <arrow/builder.h>
#include <arrow/compute/cast.h>
#include <arrow/json/from_string.h>
#include <gtest/gtest.h>

#include "hudi/base/compute.h"
#include "hudi/base/testing.h"

namespace hudi {
namespace {

using arrow::field;
using testing::HasSubstr;
using BatchPtr = std::shared_ptr<arrow::RecordBatch>;

arrow::Result<BatchPtr> Rows(const arrow::FieldVector& fields, const std::string& json) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> rows,
                        arrow::json::ArrayFromJSONString(arrow::struct_(fields), json));
  return arrow::RecordBatch::FromStructArray(rows);
}

// The rows (from 0) that match, e.g. "0 2".
arrow::Result<std::string> Matches(const std::string& text, const BatchPtr& batch) {
  ARROW_ASSIGN_OR_RAISE(PredicatePtr parsed, ParsePredicate(text));
  ARROW_ASSIGN_OR_RAISE(PredicatePtr bound, BindPredicate(*parsed, *batch->schema()));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::BooleanArray> matches,
                        EvaluatePredicate(*bound, *batch));
  EXPECT_EQ(matches->length(), batch->num_rows());
  EXPECT_EQ(matches->null_count(), 0);
  std::string rows;
  for (int64_t i = 0; i < matches->length(); ++i) {
    if (matches->Value(i)) rows += (rows.empty() ? "" : " ") + std::to_string(i);
  }
  return rows;
}

struct MatchCase {
  const char* text;
  const char* rows;
};

void ExpectMatches(const BatchPtr& batch, const std::vector<MatchCase>& cases) {
  for (const MatchCase& want : cases) {
    arrow::Result<std::string> got = Matches(want.text, batch);
    ASSERT_TRUE(got.ok()) << want.text << ": " << got.status().ToString();
    EXPECT_EQ(*got, want.rows) << want.text;
  }
}

TEST(EvaluatePredicateTest, WholeNumbers) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr batch, Rows({field("n", arrow::int32()), field("l", arrow::int64())},
                           "[[1,1],[2,5000000000],[null,null],[-2147483648,9007199254740993]]"));
  ExpectMatches(batch, {{"n = 1", "0"},
                        {"n <> 1", "1 3"},
                        {"not n = 1", "1 3"},
                        {"n < 1.5", "0 3"},
                        {"n <= 1.5", "0 3"},
                        {"n > 1.5", "1"},
                        {"n >= 1.5", "1"},
                        {"n = 1.5", ""},
                        {"n <> 1.5", "0 1 3"},
                        {"not n = 1.5", "0 1 3"},
                        {"n <=> 1.5", ""},
                        {"not n <=> 1.5", "0 1 2 3"},
                        {"n = 1.0", "0"},
                        {"n > 0.5 and n < 1.5D", "0"},
                        {"n > -0.5", "0 1"},
                        {"n < -0.5", "3"},
                        {"n < 5000000000", "0 1 3"},
                        {"n > 5000000000", ""},
                        {"n >= -5000000000", "0 1 3"},
                        {"n = 12345678901234567890123456789012345678", ""},
                        {"n < 1e300", "0 1 3"},
                        {"n > -1e300", "0 1 3"},
                        {"l = 9007199254740993", "3"},
                        {"l > 9007199254740992.5", "3"},
                        {"l = 9007199254740992", ""},
                        {"n = '2'", "1"},
                        {"n = ' 2 '", "1"},
                        {"n in (1, 1.5, '2', 5000000000)", "0 1"},
                        {"n not in (1, 1.5)", "1 3"},
                        {"n in (1, null)", "0"},
                        {"n not in (1, null)", ""},
                        {"n in (1.5)", ""},
                        {"n not in (1.5)", "0 1 3"},
                        {"n is null", "2"},
                        {"n is not null", "0 1 3"},
                        {"n = null", ""},
                        {"not n = null", ""},
                        {"n <=> null", "2"},
                        {"n <=> 1", "0"},
                        {"not n <=> 1", "1 2 3"},
                        {"n between 0 and 1.5", "0"},
                        {"n not between 0 and 1", "1 3"},
                        {"n < l", "1 3"},
                        {"n = l", "0"},
                        {"n <=> l", "0 2"},
                        {"N = 1", "0"}});
}

TEST(EvaluatePredicateTest, ThreeValuedLogic) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr batch,
      Rows({field("a", arrow::boolean()), field("b", arrow::boolean())},
           "[[true,true],[true,null],[null,true],[false,null],[null,false],[null,null]]"));
  ExpectMatches(batch, {{"a and b", "0"},
                        {"a or b", "0 1 2"},
                        {"not (a and b)", "3 4"},
                        {"not (a or b)", ""},
                        {"a", "0 1"},
                        {"not a", "3"},
                        {"a is true", "0 1"},
                        {"a is not true", "2 3 4 5"},
                        {"a is not false", "0 1 2 4 5"},
                        {"a is unknown", "2 4 5"},
                        {"a = 'TRUE'", "0 1"},
                        {"a = 0", "3"},
                        {"a > false", "0 1"},
                        {"a <= b", "0"},
                        {"a <> b", ""},
                        {"a in (true)", "0 1"},
                        {"true", "0 1 2 3 4 5"},
                        {"false", ""},
                        {"null", ""},
                        {"not null", ""},
                        {"null or a", "0 1"}});
}

TEST(EvaluatePredicateTest, NanIsEqualToItselfAndTheGreatest) {
  arrow::DoubleBuilder builder;
  HUDI_ASSERT_OK(builder.AppendValues({1.5, std::nan(""), -0.0, INFINITY}));
  HUDI_ASSERT_OK(builder.AppendNull());
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> doubles, builder.Finish());
  arrow::FloatBuilder float_builder;
  HUDI_ASSERT_OK(float_builder.AppendValues({0.1F, std::nanf(""), 0.0F, 1.0F}));
  HUDI_ASSERT_OK(float_builder.AppendNull());
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> floats, float_builder.Finish());
  BatchPtr batch = arrow::RecordBatch::Make(
      arrow::schema({field("d", arrow::float64()), field("f", arrow::float32())}), 5,
      {doubles, floats});
  ExpectMatches(batch, {{"d > 1", "0 1 3"},
                        {"d >= 1.5", "0 1 3"},
                        {"d < 2", "0 2"},
                        {"d <= 1e999", "0 2 3"},
                        {"d = 'NaN'", "1"},
                        {"d <> 'NaN'", "0 2 3"},
                        {"d < 'NaN'", "0 2 3"},
                        {"d <= 'NaN'", "0 1 2 3"},
                        {"d > 'NaN'", ""},
                        {"d >= 'NaN'", "1"},
                        {"d in ('NaN', 1.5)", "0 1"},
                        {"d not in ('NaN', 1.5)", "2 3"},
                        {"d <=> 'NaN'", "1"},
                        {"not d <=> 'NaN'", "0 2 3 4"},
                        {"d = 0", "2"},
                        {"d in (0)", "2"},
                        {"d = 'Infinity'", "3"},
                        {"not d > 1", "2"},
                        {"f = 0.1", ""},
                        {"f = 0.1F", "0"},
                        {"f = '0.1'", "0"},
                        {"f > 0.1", "0 1 3"},
                        {"f > 0.5", "1 3"},
                        {"d > f", "0 3"},
                        {"d = f", "1 2"},
                        {"d <=> f", "1 2 4"},
                        {"d >= f", "0 1 2 3"},
                        {"d < f", ""}});
}

TEST(EvaluatePredicateTest, Decimals) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr batch, Rows({field("a", arrow::decimal128(5, 2)),
                            field("b", arrow::decimal128(10, 4)), field("n", arrow::int32())},
                           R"([["1.25","1.2500",1],["-0.01","0.0001",0],["999.99","1000.0000",999],
               [null,null,null]])"));
  ExpectMatches(batch, {{"a = 1.25", "0"},
                        {"a = 1.250000", "0"},
                        {"a < 1.255", "0 1"},
                        {"a >= 1.2501", "2"},
                        {"a = 1.2501", ""},
                        {"a > -0.005", "0 2"},
                        {"a >= -0.01", "0 1 2"},
                        {"a < 1000", "0 1 2"},
                        {"a > -1000.001", "0 1 2"},
                        {"a <> 1000", "0 1 2"},
                        {"a = 1.25D", "0"},
                        {"a < 1e9", "0 1 2"},
                        {"a = '1.25'", "0"},
                        {"a in (1, 1.25, 999.990, 1000.5)", "0 2"},
                        {"a = b", "0"},
                        {"a < b", "1 2"},
                        {"a > n", "0 2"},
                        {"b = n", ""}});
}

TEST(EvaluatePredicateTest, DatesAndTimestamps) {
  const auto micros = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr batch,
                            Rows({field("d", arrow::date32()), field("t", micros),
                                  field("m", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
                                  field("l", arrow::timestamp(arrow::TimeUnit::MICRO))},
                                 // 19782 is 2024-02-29; 1709210096 s is 2024-02-29T12:34:56Z.
                                 R"([[19782,1709210096789012,1709210096789,1709210096789012],
               [19783,1709251200000000,1709251200000,1709251200000000],
               [-1,-1,-1,-1],[null,null,null,null]])"));
  ExpectMatches(batch, {{"d = '2024-02-29'", "0"},
                        {"d = '2024-2-29'", "0"},
                        {"d = date '2024-02-29'", "0"},
                        {"d >= '2024-03'", "1"},
                        {"d < '2024'", "2"},
                        {"d < timestamp '2024-02-29 00:00:01'", "0 2"},
                        {"d >= timestamp '2024-02-29 00:00:01'", "1"},
                        {"d = timestamp '2024-02-29 00:00:01'", ""},
                        {"d in ('2024-02-29', '1969-12-31')", "0 2"},
                        {"t = '2024-02-29 12:34:56.789012'", "0"},
                        {"t = '2024-02-29T12:34:56.789012Z'", "0"},
                        {"t = '2024-02-29 13:34:56.789012+01:00'", "0"},
                        {"t = '2024-02-29 13:34:56.789012 Europe/Berlin'", "0"},
                        {"t = timestamp '2024-02-29 12:34:56.789012000'", "0"},
                        {"t >= '2024-03-01'", "1"},
                        {"t > date '2024-02-29' and t < date '2024-03-01'", "0"},
                        {"t < '1970-01-01'", "2"},
                        {"m = '2024-02-29 12:34:56.789'", "0"},
                        {"m = '2024-02-29 12:34:56.789012'", ""},
                        {"m < '2024-02-29 12:34:56.789012'", "0 2"},
                        {"m >= '2024-02-29 12:34:56.789012'", "1"},
                        {"l = '2024-02-29 12:34:56.789012'", "0"},
                        {"l = timestamp_ntz '2024-03-01'", "1"},
                        {"t = l", "0 1 2"},
                        {"t <> m", "0 2"},
                        {"d = t", "1"},
                        {"d < t", "0 2"},
                        {"t = null or d is null", "3"}});
}

TEST(EvaluatePredicateTest, TextAndBytes) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr batch,
      Rows(
          {field("s", arrow::utf8()), field("b", arrow::binary()), field("u", arrow::large_utf8())},
          "[[\"abc\",\"abc\",\"abc\"],[\"10\",\"\",\"b\"],[\"9\",\"zz\",\"\"],"
          "[\"\xC3\xA9%_\\\\x\",null,null],[null,null,null],[\" 9.5 \",\"x\",\"a\\nb\"]]"));
  ExpectMatches(batch, {{"s = 'abc'", "0"},
                        {"s > '9'", "0 3"},
                        {"s >= '9' and s < 'b'", "0 2"},
                        {"s in ('abc', '9', 'nothing')", "0 2"},
                        {"s not in ('abc')", "1 2 3 5"},
                        {"s like 'a%'", "0"},
                        {"s like '%c'", "0"},
                        {"s like '%b%'", "0"},
                        {"s like 'a_c'", "0"},
                        {"s like '_'", "2"},
                        {"s like '_\\%\\_%'", "3"},
                        {"s like '%\\\\\\\\x'", "3"},
                        {"s like '\xC3\xA9!%!_%' escape '!'", "3"},
                        {"s like ''", ""},
                        {"s like '%'", "0 1 2 3 5"},
                        {"s not like 'a%'", "1 2 3 5"},
                        {"s like null", ""},
                        {"u like 'a%b'", "5"},
                        {"u like 'a_b'", "5"},
                        {"u = 'abc'", "0"},
                        {"u = s", "0"},
                        {"s = 9", "2"},
                        {"s > 9", "1 5"},
                        {"s >= 9.5", "1 5"},
                        {"s in (10, 'abc')", "0 1"},
                        {"not s = 9", "1 5"},
                        {"s <=> 9", "2"},
                        {"b = 'abc'", "0"},
                        {"b = X'616263'", "0"},
                        {"b >= X'78'", "2 5"},
                        {"b = ''", "1"}});
}

TEST(EvaluatePredicateTest, NestedFieldsAndDictionaries) {
  const auto st = arrow::struct_(
      {field("x", arrow::int32()), field("y", arrow::struct_({field("Z", arrow::utf8())}))});
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr batch, Rows({field("st", st), field("k", arrow::utf8())},
                           R"([[{"x":1,"y":{"Z":"a"}},"p"],[{"x":2,"y":null},"q"],[null,"p"]])"));
  HUDI_ASSERT_OK(InitializeCompute());
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::shared_ptr<arrow::Array> encoded,
      arrow::compute::Cast(*batch->column(1), arrow::dictionary(arrow::int32(), arrow::utf8())));
  HUDI_ASSERT_OK_AND_ASSIGN(batch, batch->SetColumn(1, field("k", encoded->type()), encoded));
  ExpectMatches(batch, {{"st.x = 2", "1"},
                        {"st.x is null", "2"},
                        {"st.y.Z = 'a'", "0"},
                        {"ST.Y.z is null", "1 2"},
                        {"st is null", "2"},
                        {"st.y is null", "1 2"},
                        {"k = 'p'", "0 2"},
                        {"k in ('q')", "1"},
                        {"k like 'p%' and st.x >= 1", "0"}});
}

TEST(EvaluatePredicateTest, NoRowsAndSlices) {
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr batch,
                            Rows({field("n", arrow::int32()), field("s", arrow::utf8())},
                                 R"([[1,"a"],[2,"b"],[null,"c"],[4,null],[5,"e"]])"));
  ExpectMatches(batch->Slice(0, 0), {{"n = 1 or s like 'a'", ""}, {"true", ""}});
  ExpectMatches(batch->Slice(1, 3), {{"n >= 2", "0 2"},
                                     {"n is null", "1"},
                                     {"s in ('b', 'e')", "0"},
                                     {"s like '%c'", "1"},
                                     {"n in (4)", "2"}});
}

TEST(FilterBatchTest, KeepsMatchingRows) {
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr batch,
                            Rows({field("n", arrow::int32()), field("s", arrow::utf8())},
                                 R"([[1,"a"],[2,"b"],[null,"c"]])"));
  HUDI_ASSERT_OK_AND_ASSIGN(
      BatchPtr wanted,
      Rows({field("n", arrow::int32()), field("s", arrow::utf8())}, R"([[2,"b"]])"));
  const auto filter = [&](const char* text) -> arrow::Result<BatchPtr> {
    ARROW_ASSIGN_OR_RAISE(PredicatePtr parsed, ParsePredicate(text));
    ARROW_ASSIGN_OR_RAISE(PredicatePtr bound, BindPredicate(*parsed, *batch->schema()));
    return FilterBatch(*bound, batch);
  };
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr some, filter("n > 1"));
  EXPECT_TRUE(some->Equals(*wanted));
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr all, filter("s >= 'a'"));
  EXPECT_EQ(all.get(), batch.get());
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr none, filter("n > 5"));
  EXPECT_EQ(none->num_rows(), 0);
}

struct BindErrorCase {
  const char* label;
  const char* text;
  ErrorCode code;
  const char* message;
};
class BindErrorTest : public testing::TestWithParam<BindErrorCase> {};

TEST_P(BindErrorTest, SaysWhatDoesNotFit) {
  arrow::Schema schema({field("status", arrow::utf8()), field("amount", arrow::float64()),
                        field("n", arrow::int32()), field("d", arrow::date32()),
                        field("t", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
                        field("flag", arrow::boolean()), field("tags", arrow::list(arrow::utf8())),
                        field("st", arrow::struct_({field("inner", arrow::int32())})),
                        field("x", arrow::int32()), field("X", arrow::int32())});
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate(GetParam().text));
  arrow::Result<PredicatePtr> got = BindPredicate(*parsed, schema);
  ASSERT_THAT(got, FailsWith(GetParam().code)) << GetParam().text;
  EXPECT_THAT(got.status().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BindErrorTest,
    testing::Values(
        BindErrorCase{"Misspelt", "statsu = 'x'", ErrorCode::kNotFound, "did you mean 'status'?"},
        BindErrorCase{"MisspeltField", "st.iner = 1", ErrorCode::kNotFound,
                      "field of column 'st' 'iner' does not exist; did you mean 'inner'?"},
        BindErrorCase{"NoStruct", "n.a = 1", ErrorCode::kInvalidArgument, "it is no struct"},
        BindErrorCase{"IntAgainstWord", "n = 'abc'", ErrorCode::kInvalidArgument,
                      "column 'n' is int and does not compare with 'abc': the text is no number"},
        BindErrorCase{"IntAgainstDate", "n = date '2024-01-01'", ErrorCode::kInvalidArgument,
                      "expected a number"},
        BindErrorCase{"DateAgainstWord", "d > 'yesterday'", ErrorCode::kInvalidArgument,
                      "expected a date"},
        BindErrorCase{"DateAgainstInt", "d = 20240229", ErrorCode::kInvalidArgument,
                      "expected a date"},
        BindErrorCase{"TimestampAgainstInt", "t = 5", ErrorCode::kInvalidArgument,
                      "expected a timestamp"},
        BindErrorCase{"TextAgainstDate", "status = date '2024-01-01'", ErrorCode::kInvalidArgument,
                      "write the value in quotes"},
        BindErrorCase{"FlagAgainstTwo", "flag = 2", ErrorCode::kInvalidArgument,
                      "expected true or false"},
        BindErrorCase{"ListAgainstText", "tags = 'x'", ErrorCode::kInvalidArgument,
                      "only IS NULL and IS NOT NULL do"},
        BindErrorCase{"LikeOnInt", "n like '1%'", ErrorCode::kInvalidArgument,
                      "LIKE needs a string"},
        BindErrorCase{"TwoKinds", "n = status", ErrorCode::kInvalidArgument,
                      "column 'n' (int) does not compare with column 'status' (string)"},
        BindErrorCase{"InOneBad", "n in (1, 'x')", ErrorCode::kInvalidArgument, "'x'"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(BindPredicateTest, PrefersTheExactName) {
  arrow::Schema schema({field("x", arrow::int32()), field("X", arrow::int32())});
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate("X = 1 and x = 2"));
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr bound, BindPredicate(*parsed, schema));
  EXPECT_EQ(FormatPredicate(*bound), "X = 1 AND x = 2");
  arrow::Schema ambiguous({field("ab", arrow::int32()), field("AB", arrow::int32())});
  HUDI_ASSERT_OK_AND_ASSIGN(parsed, ParsePredicate("Ab = 1"));
  EXPECT_THAT(BindPredicate(*parsed, ambiguous), FailsWith(ErrorCode::kInvalidArgument, "Ab"));
}

TEST(BindPredicateTest, TakesLiteralsThatNoTextGives) {
  arrow::Schema schema({field("n", arrow::int32()), field("s", arrow::utf8()),
                        field("t", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"))});
  const auto bind = [&](const char* column, std::shared_ptr<arrow::Scalar> value) {
    Predicate predicate;
    predicate.kind = Predicate::Kind::kEqual;
    predicate.column = column;
    predicate.values = {std::move(value)};
    return BindPredicate(predicate, schema);
  };
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr bound,
                            bind("n", std::make_shared<arrow::UInt64Scalar>(7)));
  EXPECT_EQ(FormatPredicate(*bound), "n = 7");
  HUDI_ASSERT_OK_AND_ASSIGN(bound, bind("s", std::make_shared<arrow::LargeStringScalar>("x")));
  EXPECT_EQ(FormatPredicate(*bound), "s = 'x'");
  HUDI_ASSERT_OK_AND_ASSIGN(bound,
                            bind("t", std::make_shared<arrow::TimestampScalar>(
                                          5, arrow::timestamp(arrow::TimeUnit::SECOND, "UTC"))));
  EXPECT_EQ(FormatPredicate(*bound), "t = TIMESTAMP '1970-01-01 00:00:05'");
}

TEST(EvaluatePredicateTest, MissingColumnIsAnError) {
  HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr batch, Rows({field("n", arrow::int32())}, "[[1]]"));
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate("m = 1"));
  EXPECT_THAT(EvaluatePredicate(*parsed, *batch), FailsWith(ErrorCode::kNotFound, "m"));
}

}  // namespace
}  // namespace hudi
