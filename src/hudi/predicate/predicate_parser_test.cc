// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/predicate.h"
#include "hudi/predicate/predicate_eval.h"

namespace hudi {
namespace {

using testing::HasSubstr;

struct TextCase {
  const char* label;
  const char* text;
  const char* printed;
};
class PredicateTextTest : public testing::TestWithParam<TextCase> {};

bool Equal(const Predicate& a, const Predicate& b) {
  if (a.kind != b.kind || a.column != b.column || a.other_column != b.other_column ||
      a.values.size() != b.values.size() || a.children.size() != b.children.size()) {
    return false;
  }
  for (size_t i = 0; i < a.values.size(); ++i) {
    if (!a.values[i]->type->Equals(b.values[i]->type) || !a.values[i]->Equals(*b.values[i])) {
      return false;
    }
  }
  for (size_t i = 0; i < a.children.size(); ++i) {
    if (!Equal(*a.children[i], *b.children[i])) return false;
  }
  return true;
}

TEST_P(PredicateTextTest, PrintsAndParsesBack) {
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed, ParseSqlPredicate(GetParam().text));
  EXPECT_EQ(FormatPredicate(*parsed), GetParam().printed);
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr again, ParseSqlPredicate(FormatPredicate(*parsed)));
  EXPECT_TRUE(Equal(*parsed, *again)) << FormatPredicate(*again);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, PredicateTextTest,
    testing::Values(
        TextCase{"Precedence", "a=1 and b = 2 or not c = 3 and d <> 4",
                 "(a = 1 AND b = 2) OR (NOT (c = 3) AND d <> 4)"},
        TextCase{"Chain", "a=1 AND b=2 AND (c=3 AND d=4)", "a = 1 AND b = 2 AND (c = 3 AND d = 4)"},
        TextCase{"Operators", "a == 1 or a != 1 or a<1 or a<=1 or a>1 or a>=1 or a<=>1",
                 "a = 1 OR a <> 1 OR a < 1 OR a <= 1 OR a > 1 OR a >= 1 OR a <=> 1"},
        TextCase{"Mirrored", "1 < a AND 2 >= b AND 3 = c AND 'x' <> d AND 4 <=> e",
                 "a > 1 AND b <= 2 AND c = 3 AND d <> 'x' AND e <=> 4"},
        TextCase{"TwoColumns", "a.b < `c d`.e", "a.b < `c d`.e"},
        TextCase{"Between", "a BETWEEN 1 AND 5 AND b NOT BETWEEN 'x' AND 'y'",
                 "(a >= 1 AND a <= 5) AND NOT (b >= 'x' AND b <= 'y')"},
        TextCase{"LiteralBetween", "5 between a and b", "a <= 5 AND b >= 5"},
        TextCase{"In", "a in (1, 2L, null) or b NOT IN ('x')",
                 "a IN (1, 2L, NULL) OR NOT (b IN ('x'))"},
        TextCase{"Like", "a like '10\\%_x%' and b not like \"it's\"",
                 "a LIKE '10\\%_x%' AND NOT (b LIKE 'it\\'s')"},
        TextCase{"LikeEscape", "a like '10!%!!\\\\_' escape '!'", "a LIKE '10\\%!\\\\\\_'"},
        TextCase{"Nulls", "a is null and b IS NOT NULL and c is unknown",
                 "a IS NULL AND b IS NOT NULL AND c IS NULL"},
        TextCase{"IsTrue", "a is true and b is not false", "a <=> TRUE AND NOT (b <=> FALSE)"},
        TextCase{"Distinct", "a is distinct from b and a is not distinct from null",
                 "NOT (a <=> b) AND a IS NULL"},
        TextCase{"Alone", "flag and not other", "flag = TRUE AND NOT (other = TRUE)"},
        TextCase{"Bang", "!(a = 1) && b = 2 || c = 3", "(NOT (a = 1) AND b = 2) OR c = 3"},
        TextCase{"DoubleNot", "not not a = 1", "NOT (NOT (a = 1))"},
        TextCase{"Numbers",
                 "a = -1 or a = 2147483648 or a = 1.50 or a = 1e3 or a = 1.5F or a = 2D "
                 "or a = 3BD or a = 4S or a = 5Y or a = 12345678901234567890",
                 "a = -1 OR a = 2147483648L OR a = 1.50BD OR a = 1000.0D OR a = 1.5F OR a = 2.0D "
                 "OR a = 3BD OR a = 4S OR a = 5Y OR a = 12345678901234567890BD"},
        TextCase{"TypedLiterals",
                 "d = date '2024-2-9' or t > timestamp'2024-02-29T12:34:56.5+01:00' or b = X'0aFF' "
                 "or n = timestamp_ntz '2024-02-29'",
                 "d = DATE '2024-02-09' OR t > TIMESTAMP '2024-02-29 11:34:56.5' OR b = X'0AFF' "
                 "OR n = TIMESTAMP_NTZ '2024-02-29 00:00:00'"},
        TextCase{"TypeWordsAsColumns", "date = '2024-01-01' and timestamp > 5 and x = 1",
                 "date = '2024-01-01' AND timestamp > 5 AND x = 1"},
        TextCase{"QuotedNames", "`and` = 1 and `a``b` = 2 and `1x` = 3",
                 "`and` = 1 AND `a``b` = 2 AND `1x` = 3"},
        TextCase{"QuotesInText", "a = 'it''s' and b = \"say \"\"x\"\"\" and c = 'a\\\\b'",
                 "a = 'it\\'s' AND b = 'say \"x\"' AND c = 'a\\\\b'"},
        TextCase{"Constants", "true and false or null", "(TRUE AND FALSE) OR NULL"},
        TextCase{"FoldedLiterals", "1 = 1 and 1 > 2.5 and 'a' < 'b' and 1 = null and null <=> null",
                 "TRUE AND FALSE AND TRUE AND NULL AND TRUE"},
        TextCase{"NullComparison", "a = null and b <=> null", "a = NULL AND b IS NULL"},
        TextCase{"Comments", "a = 1 -- rest\n and /* x */ b = 2", "a = 1 AND b = 2"},
        TextCase{"NonAscii",
                 "gr\xC3\xB6\xC3\x9F"
                 "e = '\xE2\x82\xAC'",
                 "gr\xC3\xB6\xC3\x9F"
                 "e = '\xE2\x82\xAC'"}),
    [](const auto& info) { return std::string(info.param.label); });

// The where texts of the reference's cases.
TEST(ParsePredicateTest, ReadsTheReferencesFilters) {
  for (const char* text :
       {"e = 1709222400000", "e >= 1709210096789", "_hoodie_partition_path = '20240229'",
        "n IS NULL", "val IS NULL OR n = 3", "val LIKE 'a%'", "part = 'p1' AND n > 40",
        "NOT (n = 50)", "_hoodie_partition_path = 'p1' AND id = 'b'", "ts BETWEEN 20 AND 100",
        "id IN ('a','c') AND ts < 50"}) {
    HUDI_ASSERT_OK(ParsePredicate(text));
  }
}

struct BadCase {
  const char* label;
  const char* text;
  const char* message;
};
class BadPredicateTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadPredicateTest, SaysWhereAndWhatWasExpected) {
  arrow::Result<PredicatePtr> got = ParsePredicate(GetParam().text);
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidArgument, GetParam().text));
  EXPECT_THAT(got.status().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadPredicateTest,
    testing::Values(
        BadCase{"Empty", "", "at character 1: expected a column or a value, found the end"},
        BadCase{"NoValue", "a =", "at character 4: expected a value or a column, found the end"},
        BadCase{"NoOperator", "a 5", "at character 3: expected a comparison"},
        BadCase{"OpenParenthesis", "(a = 1", "at character 7: expected ')', found the end"},
        BadCase{"ExtraParenthesis", "a = 1)",
                "at character 6: expected AND, OR or the end, found ')'"},
        BadCase{"DanglingAnd", "a = 1 and", "at character 10: expected a column or a value"},
        BadCase{"OpenText", "a = 'x", "at character 5: the quoted text does not end"},
        BadCase{"Chained", "1 < a < 5", "at character 7: comparisons cannot be chained"},
        BadCase{"Function", "lower(a) = 'x'",
                "at character 1: functions and casts such as lower(...)"},
        BadCase{"Cast", "cast(a as int) = 1", "functions and casts such as cast(...)"},
        BadCase{"Arithmetic", "a + 1 = 2", "at character 3: arithmetic is not supported"},
        BadCase{"ArithmeticRight", "a = b * 2", "at character 7: arithmetic is not supported"},
        BadCase{"Case", "case when a then b end", "'case' is not supported"},
        BadCase{"Subquery", "a in (select 1)", "a query in IN is not supported"},
        BadCase{"InColumns", "a in (b)", "IN takes values, not columns"},
        BadCase{"InEmpty", "a in ()", "at character 7: expected a value, found ')'"},
        BadCase{"InOpen", "a in (1, 2", "expected ',' or ')'"},
        BadCase{"Rlike", "a rlike 'x'", "'rlike' is not supported; LIKE is"},
        BadCase{"NotWhat", "a not 5", "expected IN, BETWEEN or LIKE after NOT"},
        BadCase{"BetweenNoAnd", "a between 1 or 5", "expected AND of BETWEEN"},
        BadCase{"IsWhat", "a is 5", "expected NULL, NOT NULL, TRUE, FALSE or DISTINCT FROM"},
        BadCase{"LiteralAlone", "'x'", "a value alone is no predicate"},
        BadCase{"BadDate", "a = date '2024-13-01'", "at character 5: '2024-13-01' is no date"},
        BadCase{"BadTimestamp", "a = timestamp 'noon'", "'noon' is no timestamp"},
        BadCase{"BadWord", "a = datum '2024-01-01'", "no known type of literal"},
        BadCase{"BadPattern", "a like 'x\\y\\\\z\\\\'", "in a LIKE pattern"},
        BadCase{"TooLarge", "a = 300Y", "'300Y' is out of the range"},
        BadCase{"Unlike", "1 = 'x'", "these two values cannot be compared"},
        BadCase{"Element", "a[0] = 1", "elements of arrays and maps"},
        BadCase{"DotInName", "`a.b` = 1", "no column has a '.'"},
        BadCase{"TrailingDot", "a. = 1", "expected the name of a field"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(ParsePredicateTest, DeepNestingIsAnError) {
  std::string text(100000, '(');
  text.append("a = 1").append(100000, ')');
  EXPECT_THAT(ParsePredicate(text), FailsWith(ErrorCode::kInvalidArgument));
}

TEST(ParsePredicateTest, ColumnsAreTopLevelAndSorted) {
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr parsed,
                            ParsePredicate("z = 1 or (s.a.b < c and not s.q is null) or z > 3"));
  EXPECT_EQ(PredicateColumns(*parsed), (std::vector<std::string>{"c", "s", "z"}));
}

}  // namespace
}  // namespace hudi
