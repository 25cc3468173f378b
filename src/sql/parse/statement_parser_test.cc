// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sql/parse/sql_error.h"
#include "sql/parse/statement.h"

namespace hudi::sql {
namespace {

using testing::ElementsAre;
using testing::Pair;

template <typename Body>
Body Parsed(const std::string& text) {
  arrow::Result<Statement> statement = ParseStatement(text);
  EXPECT_TRUE(statement.ok()) << statement.status() << "\n" << text;
  if (!statement.ok()) return {};
  const Body* body = std::get_if<Body>(&statement->body);
  EXPECT_NE(body, nullptr) << text;
  return body == nullptr ? Body{} : *body;
}

std::vector<std::string> Shown(const std::vector<ColumnDefinition>& columns) {
  std::vector<std::string> shown;
  for (const ColumnDefinition& column : columns) {
    shown.push_back(column.name + " " + column.type + (column.nullable ? "" : " not null") +
                    (column.comment ? " -- " + *column.comment : ""));
  }
  return shown;
}

TEST(ParseCreateTableTest, TakesEveryClause) {
  auto create = Parsed<CreateTableStatement>(
      "CREATE TABLE IF NOT EXISTS db.t (id bigint NOT NULL COMMENT 'the key', `a b` "
      "decimal(10, 2), m map<string,array<int>>, st struct<a:int, b:string>) USING HUDI COMMENT "
      "'c' LOCATION '/tmp/t' PARTITIONED BY (dt, hh) TBLPROPERTIES (type='cow', primaryKey = 'id', "
      "'hoodie.x'='1', hoodie.y = 2, hoodie.z = true)");
  EXPECT_TRUE(create.if_not_exists);
  EXPECT_THAT(create.name.parts, ElementsAre("db", "t"));
  EXPECT_THAT(Shown(create.columns),
              ElementsAre("id bigint not null -- the key", "a b decimal(10, 2)",
                          "m map<string,array<int>>", "st struct<a:int, b:string>"));
  EXPECT_EQ(create.provider, "hudi");
  EXPECT_EQ(create.comment, "c");
  EXPECT_EQ(create.location, "/tmp/t");
  EXPECT_THAT(create.partition_columns, ElementsAre("dt", "hh"));
  EXPECT_THAT(create.properties,
              ElementsAre(Pair("type", "cow"), Pair("primaryKey", "id"), Pair("hoodie.x", "1"),
                          Pair("hoodie.y", "2"), Pair("hoodie.z", "true")));
}

TEST(ParseCreateTableTest, AddsTypedPartitionColumns) {
  auto create = Parsed<CreateTableStatement>(
      "create table t (id int) using hudi partitioned by (dt string comment 'day')");
  EXPECT_THAT(Shown(create.columns), ElementsAre("id int", "dt string -- day"));
  EXPECT_THAT(create.partition_columns, ElementsAre("dt"));
}

TEST(ParseCreateTableTest, TakesColumnsTogetherWithAQuery) {
  arrow::Result<Statement> statement = ParseStatement(
      "CREATE TABLE t (a STRING, b INT) USING hudi OPTIONS (type='mor') AS SELECT 'x' a, 1 b;");
  ASSERT_TRUE(statement.ok()) << statement.status();
  const auto& create = std::get<CreateTableStatement>(statement->body);
  EXPECT_THAT(Shown(create.columns), ElementsAre("a STRING", "b INT"));
  ASSERT_TRUE(create.query.has_value());
  EXPECT_EQ(statement->TextOf(*create.query), "SELECT 'x' a, 1 b");
}

TEST(ParseCreateTableTest, TakesLike) {
  auto create = Parsed<CreateTableStatement>("CREATE TABLE a LIKE db.b USING hudi");
  ASSERT_TRUE(create.like.has_value());
  EXPECT_THAT(create.like->parts, ElementsAre("db", "b"));
}

TEST(ParseCreateViewTest, TakesColumnsAndQuery) {
  auto create =
      Parsed<CreateViewStatement>("CREATE OR REPLACE TEMPORARY VIEW v (a, b) AS VALUES (1, 2)");
  EXPECT_TRUE(create.or_replace);
  EXPECT_TRUE(create.temporary);
  EXPECT_THAT(create.columns, ElementsAre("a", "b"));
}

TEST(ParseInsertTest, TakesColumnsAndPartition) {
  auto insert = Parsed<InsertStatement>(
      "INSERT OVERWRITE TABLE t PARTITION (dt = '2024-01-01', hh) (id, name) SELECT 1, 'x'");
  EXPECT_TRUE(insert.overwrite);
  ASSERT_TRUE(insert.partition.has_value());
  ASSERT_EQ(insert.partition->size(), 2U);
  EXPECT_EQ((*insert.partition)[0].column, "dt");
  EXPECT_TRUE((*insert.partition)[0].value.has_value());
  EXPECT_FALSE((*insert.partition)[1].value.has_value());
  EXPECT_THAT(insert.columns, ElementsAre("id", "name"));
}

TEST(ParseInsertTest, ReadsAQueryInBracketsNotAColumnList) {
  auto insert = Parsed<InsertStatement>("INSERT INTO t (SELECT 1)");
  EXPECT_TRUE(insert.columns.empty());
  EXPECT_FALSE(insert.query.empty());
}

TEST(ParseUpdateTest, SplitsAssignments) {
  arrow::Result<Statement> statement = ParseStatement(
      "UPDATE t AS x SET x.a = CASE WHEN b THEN 1 ELSE 2 END, c = f(1, 2) WHERE id IN (1, 2)");
  ASSERT_TRUE(statement.ok()) << statement.status();
  const auto& update = std::get<UpdateStatement>(statement->body);
  EXPECT_EQ(update.alias, "x");
  ASSERT_EQ(update.assignments.size(), 2U);
  EXPECT_THAT(update.assignments[0].column, ElementsAre("x", "a"));
  EXPECT_EQ(statement->TextOf(update.assignments[0].value), "CASE WHEN b THEN 1 ELSE 2 END");
  EXPECT_EQ(statement->TextOf(update.assignments[1].value), "f(1, 2)");
  EXPECT_EQ(statement->TextOf(*update.where), "id IN (1, 2)");
}

TEST(ParseDeleteTest, MayHaveNoCondition) {
  EXPECT_FALSE(Parsed<DeleteStatement>("DELETE FROM t").where.has_value());
  EXPECT_TRUE(Parsed<DeleteStatement>("DELETE FROM t WHERE a = 1").where.has_value());
}

TEST(ParseMergeTest, TakesEveryClause) {
  arrow::Result<Statement> statement = ParseStatement(R"(
    MERGE INTO t AS target
    USING (SELECT id, max(ts) AS ts FROM s GROUP BY id) source
    ON target.id = source.id AND target.dt = '1'
    WHEN MATCHED AND source.op = 'd' THEN DELETE
    WHEN MATCHED AND CASE WHEN source.x THEN true ELSE false END THEN UPDATE SET *
    WHEN MATCHED THEN UPDATE SET target.name = concat(source.a, 'b'), ts = source.ts
    WHEN NOT MATCHED AND source.id > 0 THEN INSERT (id, ts) VALUES (source.id + 1, source.ts)
    WHEN NOT MATCHED BY TARGET THEN INSERT *
    WHEN NOT MATCHED BY SOURCE THEN DELETE)");
  ASSERT_TRUE(statement.ok()) << statement.status();
  const auto& merge = std::get<MergeStatement>(statement->body);
  EXPECT_EQ(merge.alias, "target");
  EXPECT_EQ(merge.source_alias, "source");
  EXPECT_EQ(statement->TextOf(merge.source), "(SELECT id, max(ts) AS ts FROM s GROUP BY id)");
  EXPECT_EQ(statement->TextOf(merge.on), "target.id = source.id AND target.dt = '1'");
  ASSERT_EQ(merge.clauses.size(), 6U);
  using Clause = MergeClause;
  EXPECT_EQ(merge.clauses[0].action, Clause::Action::kDelete);
  EXPECT_EQ(statement->TextOf(*merge.clauses[0].condition), "source.op = 'd'");
  EXPECT_TRUE(merge.clauses[1].star);
  EXPECT_EQ(merge.clauses[2].assignments.size(), 2U);
  EXPECT_EQ(merge.clauses[3].when, Clause::When::kNotMatched);
  EXPECT_EQ(statement->TextOf(merge.clauses[3].assignments[0].value), "source.id + 1");
  EXPECT_TRUE(merge.clauses[4].star);
  EXPECT_EQ(merge.clauses[5].when, Clause::When::kNotMatchedBySource);
}

TEST(ParseAlterTest, KnowsEachKind) {
  using Kind = AlterTableStatement::Kind;
  auto add = Parsed<AlterTableStatement>(
      "ALTER TABLE t ADD COLUMNS (x int AFTER name, st.c string COMMENT 'n' FIRST)");
  EXPECT_EQ(add.kind, Kind::kAddColumns);
  EXPECT_THAT(Shown(add.columns), ElementsAre("x int", "st.c string -- n"));
  EXPECT_THAT(add.positions, ElementsAre("after name", "first"));
  auto rename = Parsed<AlterTableStatement>("ALTER TABLE t RENAME COLUMN a.b TO c");
  EXPECT_EQ(rename.kind, Kind::kRenameColumn);
  EXPECT_EQ(rename.new_name, "c");
  auto change = Parsed<AlterTableStatement>("ALTER TABLE t CHANGE COLUMN a b bigint COMMENT 'x'");
  EXPECT_EQ(change.kind, Kind::kAlterColumn);
  EXPECT_EQ(change.new_name, "b");
  auto type = Parsed<AlterTableStatement>("ALTER TABLE t ALTER COLUMN a TYPE bigint");
  EXPECT_EQ(type.columns[0].type, "bigint");
  EXPECT_EQ(Parsed<AlterTableStatement>("ALTER TABLE t ALTER COLUMN a DROP NOT NULL").nullable,
            true);
  EXPECT_EQ(Parsed<AlterTableStatement>("ALTER TABLE t RENAME TO db.u").new_table->ToString(),
            "db.u");
  EXPECT_EQ(Parsed<AlterTableStatement>("ALTER TABLE t DROP IF EXISTS PARTITION (dt='1')").kind,
            Kind::kDropPartitions);
  EXPECT_EQ(Parsed<AlterTableStatement>("ALTER TABLE t DROP COLUMN a").kind, Kind::kDropColumns);
}

TEST(ParseSetTest, TakesTheValueAsItStands) {
  auto set = Parsed<SetStatement>("SET hoodie.a.b = org.x.Y,z ;");
  EXPECT_EQ(set.key, "hoodie.a.b");
  EXPECT_EQ(set.value, "org.x.Y,z");
  EXPECT_EQ(Parsed<SetStatement>("set hoodie.x='quoted'").value, "quoted");
  EXPECT_EQ(Parsed<SetStatement>("SET").key, "");
  EXPECT_FALSE(Parsed<SetStatement>("SET hoodie.x").value.has_value());
}

TEST(ParseCallTest, TakesNamedAndPositionalArguments) {
  auto call = Parsed<CallStatement>("CALL run_clean(table => 't', retain_commits => 2)");
  EXPECT_EQ(call.procedure.ToString(), "run_clean");
  ASSERT_EQ(call.arguments.size(), 2U);
  EXPECT_EQ(call.arguments[1].name, "retain_commits");
  EXPECT_EQ(Parsed<CallStatement>("CALL system.show_commits('t', 10)").arguments[0].name, "");
}

TEST(ParseExplainTest, HoldsTheStatement) {
  arrow::Result<Statement> statement = ParseStatement("EXPLAIN EXTENDED DELETE FROM t");
  ASSERT_TRUE(statement.ok());
  const auto& explain = std::get<std::shared_ptr<ExplainStatement>>(statement->body);
  EXPECT_TRUE(explain->extended);
  EXPECT_TRUE(std::holds_alternative<DeleteStatement>(explain->inner));
}

struct RefusedCase {
  const char* label;
  std::string text;
  size_t offset;
  ErrorCode code;
  std::string message;
};
class RefusedStatementTest : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedStatementTest, NamesPlaceAndExpectation) {
  arrow::Result<Statement> statement = ParseStatement(GetParam().text);
  ASSERT_FALSE(statement.ok());
  EXPECT_EQ(CodeOf(statement.status()), GetParam().code);
  EXPECT_EQ(OffsetOf(statement.status()), GetParam().offset);
  EXPECT_THAT(statement.status().message(), testing::HasSubstr(GetParam().message));
}

constexpr ErrorCode kWrong = ErrorCode::kInvalidArgument;
constexpr ErrorCode kNotThere = ErrorCode::kUnsupported;
INSTANTIATE_TEST_SUITE_P(
    Statements, RefusedStatementTest,
    testing::Values(
        RefusedCase{"UnknownWord", "SELEKT 1", 0, kWrong, "expected a statement"},
        RefusedCase{"MissingName", "CREATE TABLE (a int)", 13, kWrong, "the name of a table"},
        RefusedCase{"MissingType", "CREATE TABLE t (a)", 16, kWrong, "column 'a' has no type"},
        RefusedCase{"ClauseTwice", "CREATE TABLE t (a int) USING hudi USING hudi", 34, kWrong,
                    "USING"},
        RefusedCase{"MoreBehindTheEnd", "DROP TABLE t x", 13, kWrong, "the end of the statement"},
        RefusedCase{"InsertWithoutQuery", "INSERT INTO t", 13, kWrong, "SELECT or VALUES"},
        RefusedCase{"UpdateWithoutSet", "UPDATE t x y", 11, kWrong, "expected set"},
        RefusedCase{"MergeInsertOfFewerValues",
                    "MERGE INTO t USING s ON a = b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (1)",
                    73, kWrong, "2 columns"},
        RefusedCase{"MergeWithoutClause", "MERGE INTO t USING s ON a = b", 29, kWrong, "when"},
        RefusedCase{"DefaultValue", "CREATE TABLE t (a int DEFAULT 1)", 22, kNotThere,
                    "default values"},
        RefusedCase{"ReplaceTable", "CREATE OR REPLACE TABLE t (a int)", 18, kNotThere,
                    "DROP TABLE"},
        RefusedCase{"Transaction", "BEGIN", 0, kNotThere, "transaction"},
        RefusedCase{"Index", "CREATE INDEX i ON t (a)", 0, kNotThere, "indexes"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi::sql
