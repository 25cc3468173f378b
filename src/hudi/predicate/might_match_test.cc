// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <random>

#include <arrow/builder.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/predicate/scalar_order.h"

namespace hudi {
namespace {

using arrow::field;
using ScalarPtr = std::shared_ptr<arrow::Scalar>;

ScalarPtr Int(int32_t value) { return std::make_shared<arrow::Int32Scalar>(value); }
ScalarPtr Text(const char* value) { return std::make_shared<arrow::StringScalar>(value); }
ScalarPtr Real(double value) { return std::make_shared<arrow::DoubleScalar>(value); }

// n in [10, 20] without nulls, s in ['apple', 'banana'], p is 'p1' throughout, d in [1, 2], gone is
// null throughout, nul has nulls in [5, 5], what is unknown.
ColumnBounds BoundsOf(const std::string& column) {
  ColumnBounds bounds;
  bounds.known = true;
  bounds.may_have_null = false;
  if (column == "n") {
    bounds.min = Int(10);
    bounds.max = Int(20);
  } else if (column == "s") {
    bounds.min = Text("apple");
    bounds.max = Text("banana");
  } else if (column == "p") {
    bounds.min = bounds.max = Text("p1");
  } else if (column == "d") {
    bounds.min = Real(1);
    bounds.max = Real(2);
  } else if (column == "m") {
    bounds.min = Int(21);
    bounds.max = Int(30);
  } else if (column == "gone") {
    bounds.may_have_null = true;
    bounds.all_null = true;
  } else if (column == "nul") {
    bounds.min = bounds.max = Int(5);
    bounds.may_have_null = true;
  } else {
    bounds.known = false;
    bounds.may_have_null = true;
  }
  return bounds;
}

struct MightMatchCase {
  const char* text;
  bool might_match;
};

void PrintTo(const MightMatchCase& bounds_case, std::ostream* out) { *out << bounds_case.text; }

class MightMatchTest : public testing::TestWithParam<MightMatchCase> {};

TEST_P(MightMatchTest, ExcludesOnlyWhatCannotBe) {
  arrow::Schema schema({field("n", arrow::int32()), field("s", arrow::utf8()),
                        field("p", arrow::utf8()), field("d", arrow::float64()),
                        field("m", arrow::int32()), field("gone", arrow::int32()),
                        field("nul", arrow::int32()), field("what", arrow::int32())});
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate(GetParam().text));
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr bound, BindPredicate(*parsed, schema));
  EXPECT_EQ(MightMatch(*bound, BoundsOf), GetParam().might_match) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Predicates, MightMatchTest,
    testing::Values(
        MightMatchCase{"n = 10", true}, MightMatchCase{"n = 9", false},
        MightMatchCase{"n = 10.5", false}, MightMatchCase{"n < 10", false},
        MightMatchCase{"n <= 10", true}, MightMatchCase{"n < 10.5", true},
        MightMatchCase{"n > 20", false}, MightMatchCase{"n >= 20", true},
        MightMatchCase{"n <> 15", true}, MightMatchCase{"n > 5000000000", false},
        MightMatchCase{"not n >= 10", false}, MightMatchCase{"not n > 10", true},
        MightMatchCase{"not (n < 5 or n > 25)", true},
        MightMatchCase{"not (n > 5 or n > 25)", false}, MightMatchCase{"n in (1, 2, 30)", false},
        MightMatchCase{"n in (1, 15)", true}, MightMatchCase{"n in (1, null)", false},
        MightMatchCase{"n not in (15, null)", false}, MightMatchCase{"n between 21 and 30", false},
        MightMatchCase{"n between 1 and 10", true}, MightMatchCase{"n is null", false},
        MightMatchCase{"n is not null", true}, MightMatchCase{"n <=> null", false},
        MightMatchCase{"n = null", false}, MightMatchCase{"n <=> 9", false},
        MightMatchCase{"not n <=> 9", true}, MightMatchCase{"n = 9 or s = 'c'", false},
        MightMatchCase{"n = 9 or s = 'apple'", true}, MightMatchCase{"n = 10 and s < 'a'", false},
        MightMatchCase{"s like 'app%'", true}, MightMatchCase{"s like 'b%'", true},
        MightMatchCase{"s like 'c%'", false}, MightMatchCase{"s like 'ab%'", false},
        MightMatchCase{"s like '%z'", true}, MightMatchCase{"s like 'applez_'", true},
        MightMatchCase{"not s like 'z%'", true}, MightMatchCase{"p = 'p1'", true},
        MightMatchCase{"p <> 'p1'", false}, MightMatchCase{"p not in ('p1', 'p2')", false},
        MightMatchCase{"p not in ('p2')", true}, MightMatchCase{"p like '_2'", false},
        MightMatchCase{"not p like 'p%'", false}, MightMatchCase{"p = 1", true},
        MightMatchCase{"d < 1", false},
        MightMatchCase{"d > 2", true},  // a NaN is not in the bounds, and is greater
        MightMatchCase{"d = 3", false}, MightMatchCase{"d = 'NaN'", true},
        MightMatchCase{"not d <= 2", true}, MightMatchCase{"not d >= 1", false},
        MightMatchCase{"n < m", true}, MightMatchCase{"n > m", false},
        MightMatchCase{"n = m", false}, MightMatchCase{"n <=> m", true},
        MightMatchCase{"gone = 1", false}, MightMatchCase{"not gone = 1", false},
        MightMatchCase{"gone is null", true}, MightMatchCase{"gone is not null", false},
        MightMatchCase{"gone <=> null", true}, MightMatchCase{"not gone <=> 1", true},
        MightMatchCase{"gone in (1)", false}, MightMatchCase{"gone < n", false},
        MightMatchCase{"nul <> 5", false}, MightMatchCase{"nul is null", true},
        MightMatchCase{"not nul <=> 5", true}, MightMatchCase{"what = 1", true},
        MightMatchCase{"not what = 1", true}, MightMatchCase{"what is null", true},
        MightMatchCase{"what = null", false}, MightMatchCase{"true", true},
        MightMatchCase{"false", false}, MightMatchCase{"not true", false},
        MightMatchCase{"null", false}, MightMatchCase{"not null", false}));

// A file written when the column was narrower: its bounds are of the older type.
TEST(MightMatchTest, BoundsOfAnOlderTypeAreReadWithCare) {
  const auto match = [](const std::shared_ptr<arrow::DataType>& type, const char* text,
                        const ScalarPtr& only) {
    const PredicatePtr bound =
        BindPredicate(**ParsePredicate(text), arrow::Schema({field("c", type)})).ValueOrDie();
    ColumnBounds bounds{only, only, false, false, true};
    return MightMatch(*bound, [&](const std::string&) { return bounds; });
  };
  // 1.1F is widened to 1.1, which it is not.
  const auto tenth = std::make_shared<arrow::FloatScalar>(1.1F);
  EXPECT_TRUE(match(arrow::float64(), "c = 1.1", tenth));
  EXPECT_FALSE(match(arrow::float64(), "c = 1.2", tenth));
  // 16777217 becomes 16777216 in a float.
  EXPECT_TRUE(
      match(arrow::float32(), "c = 16777216", std::make_shared<arrow::Int64Scalar>(16777217)));
  EXPECT_FALSE(match(arrow::float32(), "c = 1", std::make_shared<arrow::Int64Scalar>(16777217)));
  EXPECT_FALSE(match(arrow::int64(), "c = 5000000000", Int(7)));
  EXPECT_TRUE(match(arrow::utf8(), "c = '7'", Int(7)));
  EXPECT_TRUE(match(arrow::utf8(), "c = '8'", Int(7)));
  EXPECT_FALSE(match(
      arrow::decimal128(10, 4), "c = 1.26",
      std::make_shared<arrow::Decimal128Scalar>(arrow::Decimal128(125), arrow::decimal128(5, 2))));
}

// Random rows and predicates: whatever matches a row, MightMatch must allow.
class RandomRows {
 public:
  explicit RandomRows(uint32_t seed) : random_(seed) {}

  int Pick(int count) { return static_cast<int>(random_() % static_cast<uint32_t>(count)); }

  std::shared_ptr<arrow::RecordBatch> Batch() {
    arrow::Int32Builder ints;
    arrow::DoubleBuilder doubles;
    arrow::StringBuilder texts;
    arrow::Decimal128Builder decimals(arrow::decimal128(4, 1));
    arrow::BooleanBuilder flags;
    const int num_rows = 1 + Pick(4);
    const int null_rate = 1 + Pick(4);
    for (int i = 0; i < num_rows; ++i) {
      const auto append = [&](auto* builder, auto value) {
        EXPECT_TRUE((Pick(null_rate) == 0 ? builder->AppendNull() : builder->Append(value)).ok());
      };
      append(&ints, Pick(5) - 2);
      append(&doubles, Pick(4) == 0 ? std::nan("") : (Pick(5) - 2) / 2.0);
      append(&texts, std::string(kWords[static_cast<size_t>(Pick(6))]));
      append(&decimals, arrow::Decimal128(Pick(41) - 20));
      append(&flags, Pick(2) == 0);
    }
    return arrow::RecordBatch::Make(
        Schema(), num_rows,
        {*ints.Finish(), *doubles.Finish(), *texts.Finish(), *decimals.Finish(), *flags.Finish()});
  }

  static std::shared_ptr<arrow::Schema> Schema() {
    return arrow::schema({field("i", arrow::int32()), field("d", arrow::float64()),
                          field("s", arrow::utf8()), field("e", arrow::decimal128(4, 1)),
                          field("f", arrow::boolean())});
  }

  std::string Predicate(int depth = 0) {
    switch (depth > 2 ? 10 : Pick(11)) {
      case 0:
      case 1:
        return "(" + Predicate(depth + 1) + " and " + Predicate(depth + 1) + ")";
      case 2:
      case 3:
        return "(" + Predicate(depth + 1) + " or " + Predicate(depth + 1) + ")";
      case 4:
      case 5:
        return "not (" + Predicate(depth + 1) + ")";
      default:
        return Leaf();
    }
  }

 private:
  static constexpr std::array<const char*, 6> kWords = {"", "a", "ab", "b", "ba", "\xC3\xA9"};

  std::string Number() {
    static constexpr std::array<const char*, 12> kNumbers = {
        "0", "1", "-1", "2", "0.5", "-1.25", "1.5", "3000000000", "1e10", "-0.25D", "null", "0.95"};
    return kNumbers[static_cast<size_t>(Pick(12))];
  }

  std::string Leaf() {
    static constexpr std::array<const char*, 7> kOperators = {
        " = ", " <> ", " < ", " <= ", " > ", " >= ", " <=> "};
    static constexpr std::array<const char*, 3> kNumeric = {"i", "d", "e"};
    static constexpr std::array<const char*, 5> kPatterns = {"a%", "%b", "_", "a_", "%"};
    const std::string column = kNumeric[static_cast<size_t>(Pick(3))];
    const std::string op = kOperators[static_cast<size_t>(Pick(7))];
    switch (Pick(9)) {
      case 0:
        return std::string(Pick(2) == 0 ? "i" : "s") + (Pick(2) == 0 ? " is null" : " is not null");
      case 1:
        return column + " in (" + Number() + ", " + Number() + ")";
      case 2:
        return "s" + op + "'" + kWords[static_cast<size_t>(Pick(6))] + "'";
      case 3:
        return std::string("s like '") + kPatterns[static_cast<size_t>(Pick(5))] + "'";
      case 4:
        return "d" + op + "'NaN'";
      case 5:
        return column + op + kNumeric[static_cast<size_t>(Pick(3))];
      case 6:
        return "f" + op + (Pick(2) == 0 ? "true" : "false");
      default:
        return column + op + Number();
    }
  }

  std::mt19937 random_;
};

ColumnBounds BoundsIn(const arrow::RecordBatch& batch, const std::string& column) {
  ColumnBounds bounds;
  bounds.known = true;
  const std::shared_ptr<arrow::Array> values = batch.GetColumnByName(column);
  bounds.may_have_null = values->null_count() > 0;
  bounds.all_null = values->null_count() == values->length();
  for (int64_t i = 0; i < values->length(); ++i) {
    const ScalarPtr value = *values->GetScalar(i);
    if (!value->is_valid) continue;
    // As Parquet's statistics do, leave NaN out.
    if (column == "d" && std::isnan(static_cast<const arrow::DoubleScalar&>(*value).value))
      continue;
    if (bounds.min == nullptr || *CompareScalars(*value, *bounds.min) < 0) bounds.min = value;
    if (bounds.max == nullptr || *CompareScalars(*value, *bounds.max) > 0) bounds.max = value;
  }
  return bounds;
}

TEST(MightMatchTest, NeverExcludesRowsThatMatch) {
  int num_excluded = 0;
  for (uint32_t seed = 0; seed < 8000; ++seed) {
    RandomRows random(seed);
    const std::shared_ptr<arrow::RecordBatch> batch = random.Batch();
    const std::string text = random.Predicate();
    HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate(text));
    HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr bound, BindPredicate(*parsed, *batch->schema()));
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::BooleanArray> matches,
                              EvaluatePredicate(*bound, *batch));
    const bool might_match =
        MightMatch(*bound, [&](const std::string& column) { return BoundsIn(*batch, column); });
    ASSERT_TRUE(might_match || matches->true_count() == 0) << text << "\n" << batch->ToString();
    num_excluded += might_match ? 0 : 1;
  }
  // The bounds must be of some use.
  EXPECT_GT(num_excluded, 800);
}

// The outcome of a predicate does not depend on which rows stand beside a row.
TEST(EvaluatePredicateTest, JudgesEachRowAlone) {
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    RandomRows random(seed);
    const std::shared_ptr<arrow::RecordBatch> batch = random.Batch();
    const std::string text = random.Predicate();
    HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParsePredicate(text));
    HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr bound, BindPredicate(*parsed, *batch->schema()));
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::BooleanArray> matches,
                              EvaluatePredicate(*bound, *batch));
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::BooleanArray> alone,
                                EvaluatePredicate(*bound, *batch->Slice(i, 1)));
      ASSERT_EQ(alone->Value(0), matches->Value(i)) << text << "\n" << batch->ToString();
    }
  }
}

}  // namespace
}  // namespace hudi
