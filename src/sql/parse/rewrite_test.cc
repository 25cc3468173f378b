// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parse/functions.h"
#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

arrow::Result<EngineText> Rewritten(const std::string& text) {
  ARROW_ASSIGN_OR_RAISE(Statement statement, ParseStatement(text));
  return RewriteForEngine(statement, std::get<QueryStatement>(statement.body).query);
}

// Without the blanks, whose places do not matter.
std::string Squeezed(std::string_view text) {
  std::string squeezed;
  for (char c : text) {
    if (c != ' ' && c != '\n') squeezed.push_back(c);
  }
  return squeezed;
}

struct RewriteCase {
  const char* label;
  std::string spark;
  std::string engine;
};
class RewriteTest : public testing::TestWithParam<RewriteCase> {};

TEST_P(RewriteTest, GivesTheEnginesSpelling) {
  arrow::Result<EngineText> text = Rewritten(GetParam().spark);
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_EQ(Squeezed(text->text()), Squeezed(GetParam().engine));
}

INSTANTIATE_TEST_SUITE_P(
    Queries, RewriteTest,
    testing::Values(
        RewriteCase{"Plain", "SELECT a, t.b FROM t WHERE a = 1",
                    "SELECT a, t.\"b\" FROM t WHERE a = 1"},
        RewriteCase{"BackTicks", "SELECT `a b`, `c\"d` FROM `t`",
                    R"(SELECT "a b", "c""d" FROM "t")"},
        RewriteCase{"TextInDoubleQuotes", R"(SELECT "x", 'it''s', 'a' 'b')",
                    "SELECT 'x', 'it''s', 'ab'"},
        RewriteCase{"Suffixes", "SELECT 1L, 2.5D, 3BD, 1e5",
                    "SELECT CAST(1 AS BIGINT), CAST(2.5 AS DOUBLE), 3, 1e5"},
        RewriteCase{"Operators", "SELECT a <=> b, a == b, 7 div 2, !a",
                    "SELECT a IS NOT DISTINCT FROM b, a = b, 7 // 2, NOT a"},
        RewriteCase{"ExceptColumns", "SELECT * EXCEPT (a, `b`) FROM t",
                    R"(SELECT * EXCLUDE ("a", "b") FROM t)"},
        RewriteCase{"ExceptQuery", "SELECT a FROM t EXCEPT (SELECT a FROM u)",
                    "SELECT a FROM t EXCEPT (SELECT a FROM u)"},
        RewriteCase{"ValuesWithNames", "SELECT * FROM VALUES (1, 'a'), (2, 'b') AS t(n, s)",
                    R"(SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS "t"("n", "s"))"},
        RewriteCase{"ValuesAlone", "VALUES (1, 2)",
                    R"(SELECT * FROM (VALUES (1, 2)) AS "values"("col1", "col2"))"},
        RewriteCase{"ValuesWithoutBrackets", "SELECT * FROM VALUES 1, 2 t WHERE col1 > 1",
                    R"(SELECT * FROM (VALUES (1), (2)) AS "t"("col1") WHERE col1 > 1)"},
        RewriteCase{"Casts", "SELECT CAST(a AS INT), cast(b as string), CAST(c AS decimal(10,2))",
                    "SELECT hudi_int(a), hudi_text(b), TRY_CAST(c AS DECIMAL(10,2))"},
        RewriteCase{
            "NestedTypes", "SELECT CAST(a AS array<map<string,struct<x:int,y:timestamp>>>)",
            "SELECT TRY_CAST(a AS MAP(VARCHAR, STRUCT(\"x\" INTEGER, \"y\" TIMESTAMPTZ))[])"},
        RewriteCase{"TimestampLiteral", "SELECT TIMESTAMP '2024-01-01 00:00:00'",
                    "SELECT TIMESTAMPTZ '2024-01-01 00:00:00'"},
        RewriteCase{"Binary", "SELECT X'1F'", "SELECT unhex('1F')"},
        RewriteCase{"Functions", "SELECT nvl(a, 0), if(a > 1, 'x', 'y'), substring(s, 1, 10)",
                    "SELECT coalesce(a, 0), (CASE WHEN a > 1 THEN 'x' ELSE 'y' END), "
                    "substring(hudi_text(s), hudi_position(1), greatest(10, 0))"},
        RewriteCase{"FunctionInFunction", "SELECT nvl(nvl(a, b), c)",
                    "SELECT coalesce(coalesce(a, b), c)"},
        RewriteCase{"DatePattern", "SELECT date_format(ts, 'yyyy-MM-dd HH:mm')",
                    "SELECT strftime(TRY_CAST(ts AS TIMESTAMPTZ), '%Y-%m-%d %H:%M')"},
        RewriteCase{"Concat", "SELECT concat(a, '-', b)",
                    "SELECT (hudi_part(a) || hudi_part('-') || hudi_part(b))"},
        RewriteCase{"StructMapArray", "SELECT struct(a, b AS c), map('k', 1), array(1, 2)",
                    R"(SELECT struct_pack("a" := a, "c" := b), MAP {'k': 1}, list_value(1, 2))"},
        RewriteCase{"NamedStruct", "SELECT named_struct('x', 1)",
                    R"(SELECT struct_pack("x" := 1))"},
        RewriteCase{"Elements", "SELECT a[0], m['k'], a[i]", "SELECT a[1], m['k'], a[(i) + 1]"},
        RewriteCase{"RegularExpression", "SELECT a RLIKE '^x' AND b",
                    "SELECT a ~ ('(?s).*(?:' || '^x' || ').*') AND b"},
        RewriteCase{
            "LateralView", "SELECT c FROM t LATERAL VIEW explode(xs) e AS c WHERE c > 1",
            R"(SELECT c FROM t CROSS JOIN LATERAL (SELECT unnest(xs) AS "c") AS "e" WHERE c > 1)"},
        RewriteCase{"SemiJoin", "SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x",
                    R"(SELECT * FROM a SEMI JOIN b ON a."x" = b."x")"},
        RewriteCase{"ParquetPath", "SELECT * FROM parquet.`/data/x`",
                    "SELECT * FROM read_parquet('/data/x/*.parquet')"},
        RewriteCase{"FileInQuotes", "SELECT * FROM 'a.csv'", "SELECT * FROM 'a.csv'"},
        RewriteCase{"WordsThatOnlyTheEngineKeeps", "SELECT check, t.user FROM t",
                    R"(SELECT "check", t."user" FROM t)"},
        RewriteCase{"Current", "SELECT current_timestamp(), current_timestamp, current_date()",
                    "SELECT now(), now(), current_date"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(RewriteTest, PutsTimeTravelIntoTheName) {
  arrow::Result<EngineText> text = Rewritten(
      "SELECT * FROM db.t TIMESTAMP AS OF '2024-01-01' x JOIN t VERSION AS OF 123 ON true");
  ASSERT_TRUE(text.ok()) << text.status();
  TableReference first{{"db", "t"}, "2024-01-01", false, "", {}};
  TableReference second{{"t"}, "123", true, "", {}};
  EXPECT_THAT(text->text(), testing::HasSubstr(QuotedName(NameOfReference(first)) + " x JOIN " +
                                               QuotedName(NameOfReference(second))));
}

TEST(ReferenceNameTest, GivesBackWhatWentIn) {
  TableReference path{{"hudi", "/data/a b"}, "20240101", true, "", {}};
  std::optional<TableReference> back = ReferenceOfName(NameOfReference(path));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->parts, path.parts);
  EXPECT_EQ(back->as_of, path.as_of);
  EXPECT_TRUE(back->by_version);
  TableReference function{{}, "", false, "hudi_query", {"t", "snapshot"}};
  back = ReferenceOfName(NameOfReference(function));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->function, "hudi_query");
  EXPECT_EQ(back->arguments, function.arguments);
  EXPECT_FALSE(ReferenceOfName("trips").has_value());
}

TEST(EngineTextTest, KnowsWhereAPieceCameFrom) {
  std::string spark = "SELECT nvl(aa, 0), bb FROM t";
  arrow::Result<EngineText> text = Rewritten(spark);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->SourceOffset(text->text().find("aa")), spark.find("aa"));
  EXPECT_EQ(text->SourceOffset(text->text().find("bb")), spark.find("bb"));
}

struct RefusedQuery {
  const char* label;
  std::string text;
  size_t offset;
};
class RefusedQueryTest : public testing::TestWithParam<RefusedQuery> {};

TEST_P(RefusedQueryTest, NamesThePlace) {
  arrow::Result<EngineText> text = Rewritten(GetParam().text);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(OffsetOf(text.status()), GetParam().offset);
}

INSTANTIATE_TEST_SUITE_P(
    Queries, RefusedQueryTest,
    testing::Values(
        RefusedQuery{"UnknownType", "SELECT CAST(a AS nope)", 17},
        RefusedQuery{"ClusterBy", "SELECT a FROM t CLUSTER BY a", 16},
        RefusedQuery{"RowsOfDifferentLength", "VALUES (1, 2), (3)", 15},
        RefusedQuery{"DatePatternOfAColumn", "SELECT date_format(a, b)", 22},
        RefusedQuery{"LateralViewOfAnother", "SELECT 1 FROM t LATERAL VIEW stack(a) b", 29},
        RefusedQuery{"TimeTravelToAnExpression", "SELECT * FROM t VERSION AS OF (1 + 1)", 30}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(StrftimePatternTest, KeepsQuotedTextAndRefusesTheRest) {
  EXPECT_EQ(StrftimePattern("yyyy-MM-dd'T'HH:mm:ss.SSS").ValueOrDie(), "%Y-%m-%dT%H:%M:%S.%g");
  EXPECT_FALSE(StrftimePattern("qqq").ok());
}

}  // namespace
}  // namespace hudi::sql
