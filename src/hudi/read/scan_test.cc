// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan.h"

#include <algorithm>
#include <string>
#include <vector>

#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("dt", arrow::utf8()),
                        arrow::field("n", arrow::int64())});
}

const ConfigMap kPartitioned = {{"hoodie.table.partition.fields", "dt"},
                                {"hoodie.datasource.write.hive_style_partitioning", "true"}};

// Rows as "value,value", one text a row, in reading order.
arrow::Result<std::vector<std::string>> ReadRows(const TableScan& scan) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, scan.Stream()->ToTable());
  ARROW_RETURN_NOT_OK(table->ValidateFull());
  EXPECT_TRUE(table->schema()->Equals(*scan.schema()));
  std::vector<std::string> rows;
  for (int64_t i = 0; i < table->num_rows(); ++i) {
    std::string row;
    for (const auto& column : table->columns()) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, column->GetScalar(i));
      row += (row.empty() ? "" : ",") + value->ToString();
    }
    rows.push_back(row);
  }
  return rows;
}

arrow::Result<std::vector<std::string>> Query(const TestTable& table, const ScanRequest& request) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableScan> scan, TableScan::Open(table.storage(), request));
  return ReadRows(*scan);
}

ScanRequest Where(const std::string& predicate, std::vector<std::string> columns = {}) {
  ScanRequest request;
  request.filter = ParsePredicate(predicate).ValueOrDie();
  request.columns = std::move(columns);
  return request;
}
ScanRequest AsOf(const std::string& instant) {
  ScanRequest request;
  request.columns = {"id", "n"};
  request.as_of = instant;
  return request;
}

constexpr char kFirst[] = "20250101000000000";
constexpr char kSecond[] = "20250102000000000";
constexpr char kThird[] = "20250103000000000";

// Two partitions; group a gets a second version; group b is replaced by c.
class ScanTest : public testing::Test {
 protected:
  ScanTest() : table_(kPartitioned) {
    auto schema = Columns();
    table_.AddFile("dt=x", "a", kFirst,
                   TestTable::Rows(schema, R"([["1", "x", 10], ["2", "x", 20]])"));
    table_.AddFile("dt=y", "b", kFirst, TestTable::Rows(schema, R"([["3", "y", 30]])"));
    table_.Commit(kFirst, schema);
    table_.AddFile("dt=x", "a", kSecond,
                   TestTable::Rows(schema, R"([["1", "x", 11], ["2", "x", 20]])"));
    table_.Commit(kSecond, schema);
    table_.AddFile("dt=y", "c", kThird, TestTable::Rows(schema, R"([["4", "y", 40]])"));
    table_.Replace("dt=y", "b");
    table_.Commit(kThird, schema, "INSERT_OVERWRITE");
  }
  TestTable table_;
};

TEST_F(ScanTest, ReadsTheNewestVersionsInTableOrder) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, {}));
  EXPECT_THAT(rows, ElementsAre("1,x,11", "2,x,20", "4,y,40"));
}

TEST_F(ScanTest, ReadsAsOfEveryInstant) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto before, Query(table_, AsOf("20241231235959999")));
  EXPECT_THAT(before, IsEmpty());
  HUDI_ASSERT_OK_AND_ASSIGN(auto first, Query(table_, AsOf(kFirst)));
  EXPECT_THAT(first, ElementsAre("1,10", "2,20", "3,30"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto second, Query(table_, AsOf("2025-01-02 12:00:00")));
  EXPECT_THAT(second, ElementsAre("1,11", "2,20", "3,30"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto later, Query(table_, AsOf("20990101000000000")));
  EXPECT_THAT(later, ElementsAre("1,11", "2,20", "4,40"));
  ScanRequest by_key;
  by_key.columns = {"n"};
  by_key.config["as.of.instant"] = "2025-01-01";  // midnight: the first instant
  HUDI_ASSERT_OK_AND_ASSIGN(auto midnight, Query(table_, by_key));
  EXPECT_THAT(midnight, ElementsAre("10", "20", "30"));
}

TEST_F(ScanTest, RefusesTwoDifferentTimes) {
  ScanRequest request = AsOf(kFirst);
  request.config["as.of.instant"] = kSecond;
  EXPECT_THAT(Query(table_, request), FailsWith(ErrorCode::kInvalidArgument));
  request.config["as.of.instant"] = "2025-01-01 00:00:00.000";
  HUDI_ASSERT_OK(Query(table_, request));
}

TEST_F(ScanTest, IgnoresPendingInstants) {
  table_.AddFile("dt=x", "a", "20250104000000000",
                 TestTable::Rows(Columns(), R"([["9", "x", 9]])"));
  table_.Write(".hoodie/timeline/20250104000000000.commit.requested");
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, {}));
  EXPECT_THAT(rows, ElementsAre("1,x,11", "2,x,20", "4,y,40"));
  HUDI_ASSERT_OK(Query(table_, AsOf("20250103235959999")));
  auto refused = Query(table_, AsOf("20250104000000000"));
  EXPECT_THAT(refused, FailsWith(ErrorCode::kInstantUnavailable, "20250104000000000"));
  EXPECT_THAT(refused.status().message(), HasSubstr("not finished"));
}

TEST_F(ScanTest, RefusesAnInstantWhoseFileIsGone) {
  HUDI_ASSERT_OK(table_.storage()->DeleteFile(std::string("dt=x/a_0-0-0_") + kFirst + ".parquet"));
  auto refused = Query(table_, AsOf(kFirst));
  EXPECT_THAT(refused, FailsWith(ErrorCode::kInstantUnavailable, kFirst));
  EXPECT_THAT(refused.status().message(),
              HasSubstr(std::string("oldest usable instant is ") + kSecond));
  HUDI_ASSERT_OK(Query(table_, AsOf(kSecond)));
  // The other partition is whole.
  ScanRequest other = AsOf(kFirst);
  other.filter = *ParsePredicate("dt = 'y'");
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, other));
  EXPECT_THAT(rows, ElementsAre("3,30"));
}

TEST_F(ScanTest, ProjectsInTheOrderAskedFor) {
  ScanRequest request;
  request.columns = {"n", "_hoodie_commit_time", "ID", "n"};
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table_.storage(), request));
  EXPECT_THAT(scan->schema()->field_names(), ElementsAre("n", "_hoodie_commit_time", "id", "n"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, ReadRows(*scan));
  EXPECT_EQ(rows[0], std::string("11,") + kSecond + ",1,11");
}

TEST_F(ScanTest, PutsMetaColumnsFirst) {
  ScanRequest request;
  request.with_meta_columns = true;
  request.columns = {"n", "_hoodie_record_key"};
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table_.storage(), request));
  EXPECT_THAT(scan->schema()->field_names(),
              ElementsAre("_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key",
                          "_hoodie_partition_path", "_hoodie_file_name", "n"));
  HUDI_ASSERT_OK(ReadRows(*scan));
}

TEST_F(ScanTest, RefusesUnknownColumnsWithTheNearest) {
  ScanRequest request;
  request.columns = {"idd"};
  auto refused = Query(table_, request);
  EXPECT_THAT(refused, FailsWith(ErrorCode::kNotFound, "idd"));
  EXPECT_THAT(refused.status().message(), HasSubstr("id"));
}

TEST_F(ScanTest, FiltersByColumnsThatAreNotReturned) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, Where("n > 11 and id <> '4'", {"id"})));
  EXPECT_THAT(rows, ElementsAre("2"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto by_meta,
                            Query(table_, Where("_hoodie_partition_path = 'dt=y'", {"id"})));
  EXPECT_THAT(by_meta, ElementsAre("4"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto none, Query(table_, Where("n > 1000")));
  EXPECT_THAT(none, IsEmpty());
}

TEST_F(ScanTest, OpensOnlyThePartitionsThatCanMatch) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table_.storage(), Where("dt = 'x'")));
  ASSERT_EQ(scan->slices().size(), 1U);
  EXPECT_EQ(scan->slices()[0].partition_path, "dt=x");
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, ReadRows(*scan));
  EXPECT_THAT(rows, ElementsAre("1,x,11", "2,x,20"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto nothing, TableScan::Open(table_.storage(), Where("dt is null")));
  EXPECT_THAT(nothing->slices(), IsEmpty());
}

TEST_F(ScanTest, KeepsReadingWhatItChoseWhenTheTableMovesOn) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table_.storage(), {}));
  table_.AddFile("dt=x", "a", "20250105000000000",
                 TestTable::Rows(Columns(), R"([["1", "x", 99]])"));
  table_.Commit("20250105000000000", Columns());
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, ReadRows(*scan));
  EXPECT_THAT(rows, ElementsAre("1,x,11", "2,x,20", "4,y,40"));
  auto stream = scan->Stream();
  scan.reset();  // a stream may outlive its scan
  HUDI_ASSERT_OK(stream->ToTable());
}

TEST_F(ScanTest, GivesTheSameRowsWithAnyNumberOfThreadsAndRows) {
  for (int threads : {1, 2, 7}) {
    for (int64_t batch_rows : {1, 2, 1000}) {
      ScanRequest request;
      request.threads = threads;
      request.batch_rows = batch_rows;
      HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, request));
      EXPECT_THAT(rows, ElementsAre("1,x,11", "2,x,20", "4,y,40"));
    }
  }
  ScanRequest request;
  request.batch_rows = 0;
  EXPECT_THAT(Query(table_, request), FailsWith(ErrorCode::kInvalidArgument));
}

TEST_F(ScanTest, ReportsACorruptFileByName) {
  std::string path = std::string("dt=x/a_0-0-0_") + kSecond + ".parquet";
  table_.Write(path, "garbage");
  EXPECT_THAT(Query(table_, {}), FailsWith(ErrorCode::kCorruptFile, path));
}

TEST_F(ScanTest, ReportsAMalformedSchemaHistoryByName) {
  const std::string path = ".hoodie/.schema/20250101000000000_20250101000000001.schemacommit";
  table_.Write(path, "{}");
  const auto rows = Query(table_, {});
  EXPECT_THAT(rows, FailsWith(ErrorCode::kInvalidSchema, "latest_schema"));
  EXPECT_THAT(rows.status().message(), HasSubstr(path));
}

TEST_F(ScanTest, RefusesInstantsOlderThanTheCleanerKeeps) {
  // A clean's record, with the fields that matter, as a JSON body (layout 1 wrote Avro too; the
  // reader takes both).
  table_.Write(".hoodie/timeline/20250104000000000_20250104000000099.clean",
               R"({"startCleanTime": "20250104000000000", "timeTakenInMillis": 1,
                   "totalFilesDeleted": 1, "earliestCommitToRetain": "20250102000000000",
                   "lastCompletedCommitTimestamp": "20250103000000000", "partitionMetadata": {}})");
  HUDI_ASSERT_OK(Query(table_, AsOf(kSecond)));
  auto refused = Query(table_, AsOf("20250101235959999"));
  EXPECT_THAT(refused, FailsWith(ErrorCode::kInstantUnavailable, "20250101235959999"));
  EXPECT_THAT(refused.status().message(), HasSubstr("oldest usable instant is 20250102000000000"));
}

TEST(ScanEvolutionTest, ReadsOldFilesInTheNewSchema) {
  auto old_schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int32())});
  auto new_schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int64()),
                     arrow::field("extra", arrow::utf8())});
  TestTable table;
  table.AddFile("", "a", kFirst, TestTable::Rows(old_schema, R"([["1", 5]])"));
  table.Commit(kFirst, old_schema);
  table.AddFile("", "b", kSecond, TestTable::Rows(new_schema, R"([["2", 6, "e"]])"));
  table.Commit(kSecond, new_schema);
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table, {}));
  EXPECT_THAT(rows, ElementsAre("1,5,null", "2,6,e"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto filtered, Query(table, Where("n >= 5 and extra is null")));
  EXPECT_THAT(filtered, ElementsAre("1,5,null"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto with_extra, Query(table, Where("extra = 'e'", {"id"})));
  EXPECT_THAT(with_extra, ElementsAre("2"));
  // Time travel has the schema of its time.
  ScanRequest then;
  then.as_of = kFirst;
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table.storage(), then));
  EXPECT_THAT(scan->schema()->field_names(), ElementsAre("id", "n"));
}

TEST(ScanEvolutionTest, KeepsMillisecondsAndZones) {
  auto schema = arrow::schema({arrow::field("ms", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
                               arrow::field("local", arrow::timestamp(arrow::TimeUnit::MICRO))});
  TestTable table;
  table.AddFile("", "a", kFirst,
                TestTable::Rows(schema, R"([["1969-12-31 23:59:59.999", "2024-02-29 12:00:00"]])"));
  table.Commit(kFirst, schema);
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table.storage(), {}));
  EXPECT_TRUE(scan->schema()->Equals(*schema)) << scan->schema()->ToString();
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, ReadRows(*scan));
  EXPECT_THAT(rows, ElementsAre("1969-12-31 23:59:59.999Z,2024-02-29 12:00:00.000000"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto filtered,
                            Query(table, Where("ms < timestamp '1970-01-01 00:00:00'", {"local"})));
  EXPECT_THAT(filtered, ElementsAre("2024-02-29 12:00:00.000000"));
}

TEST(ScanSchemaTest, FallsBackToTheCreateSchemaAndThenToAFile) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  TestTable from_file;
  from_file.AddFile("", "a", kFirst, TestTable::Rows(schema, R"([["1"]])"));
  from_file.Commit(kFirst, nullptr);
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(from_file, {}));
  EXPECT_THAT(rows, ElementsAre("1"));

  TestTable created(ConfigMap{
      {"hoodie.table.create.schema",
       R"({"type":"record","name":"r","fields":[{"name":"id","type":["null","string"]}]})"}});
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(created.storage(), {}));
  EXPECT_THAT(scan->schema()->field_names(), ElementsAre("id"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto none, ReadRows(*scan));
  EXPECT_THAT(none, IsEmpty());

  TestTable empty;
  ScanRequest with_meta;
  with_meta.with_meta_columns = true;
  HUDI_ASSERT_OK_AND_ASSIGN(auto nothing, TableScan::Open(empty.storage(), with_meta));
  EXPECT_EQ(nothing->schema()->num_fields(), 0);
}

TEST(ScanPartitionTest, FillsInDroppedPartitionColumns) {
  ConfigMap properties = kPartitioned;
  properties["hoodie.datasource.write.drop.partition.columns"] = "true";
  auto stored = arrow::schema({arrow::field("id", arrow::utf8())});
  TestTable table(properties);
  table.AddFile("dt=x", "a", kFirst, TestTable::Rows(stored, R"([["1"], ["2"]])"));
  table.AddFile("dt=__HIVE_DEFAULT_PARTITION__", "b", kFirst,
                TestTable::Rows(stored, R"([["3"]])"));
  table.Commit(kFirst, stored);
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table, {}));
  EXPECT_THAT(rows, testing::UnorderedElementsAre("1,x", "2,x", "3,null"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto some, Query(table, Where("dt = 'x' and id = '2'", {"dt"})));
  EXPECT_THAT(some, ElementsAre("x"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto only, Query(table, Where("dt is null", {"id"})));
  EXPECT_THAT(only, ElementsAre("3"));
}

TEST(ScanPartitionTest, LetsThePathDecideAboutTheColumn) {
  auto schema = Columns();
  TestTable table(kPartitioned);
  // A row that kept its place while its column changed, and an empty value.
  table.AddFile("dt=x", "a", kFirst, TestTable::Rows(schema, R"([["1", "moved", 1]])"));
  table.AddFile("dt=__HIVE_DEFAULT_PARTITION__", "b", kFirst,
                TestTable::Rows(schema, R"([["2", "", 2]])"));
  table.Commit(kFirst, schema);
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table, {}));
  EXPECT_THAT(rows, testing::UnorderedElementsAre("1,x,1", "2,null,2"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto by_path, Query(table, Where("dt = 'x'", {"id"})));
  EXPECT_THAT(by_path, ElementsAre("1"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto by_column, Query(table, Where("dt = 'moved'", {"id"})));
  EXPECT_THAT(by_column, IsEmpty());
}

TEST(ScanMetaTest, LeavesOutMetaColumnsThatTheTableLacks) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  TestTable table(ConfigMap{{"hoodie.populate.meta.fields", "false"}});
  table.AddFile("", "a", kFirst, TestTable::Rows(schema, R"([["1"]])"), 10, /*with_meta=*/false);
  table.Commit(kFirst, schema);
  ScanRequest request;
  request.with_meta_columns = true;
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table, request));
  EXPECT_THAT(rows, ElementsAre("1"));
  request.columns = {"_hoodie_record_key"};
  EXPECT_THAT(Query(table, request), FailsWith(ErrorCode::kNotFound, "_hoodie_record_key"));
}

}  // namespace
}  // namespace hudi
