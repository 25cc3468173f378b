// SPDX-License-Identifier: Apache-2.0
// Tables with log files, read whole.
#include <algorithm>
#include <string>
#include <vector>

#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/read/scan.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr char kFirst[] = "20250101000000000";
constexpr char kSecond[] = "20250102000000000";
constexpr char kThird[] = "20250103000000000";

const ConfigMap kMergeOnRead = {{"hoodie.table.type", "MERGE_ON_READ"},
                                {"hoodie.record.merge.mode", "EVENT_TIME_ORDERING"},
                                {"hoodie.table.ordering.fields", "n"}};

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("v", arrow::utf8()),
                        arrow::field("n", arrow::int64())});
}

arrow::Result<std::vector<std::string>> Query(const TestTable& table, const ScanRequest& request) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableScan> scan, TableScan::Open(table.storage(), request));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, scan->Stream()->ToTable());
  ARROW_RETURN_NOT_OK(rows->ValidateFull());
  std::vector<std::string> texts;
  for (int64_t i = 0; i < rows->num_rows(); ++i) {
    std::string text;
    for (const auto& column : rows->columns()) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, column->GetScalar(i));
      text += (text.empty() ? "" : ",") + value->ToString();
    }
    texts.push_back(text);
  }
  return texts;
}

ScanRequest Select(std::vector<std::string> columns, const std::string& predicate = "") {
  ScanRequest request;
  request.columns = std::move(columns);
  if (!predicate.empty()) request.filter = ParsePredicate(predicate).ValueOrDie();
  return request;
}

// a stays (its update is late), b is updated, c and d are deleted, e is new in a group of logs
// only.
class MergedScanTest : public testing::Test {
 protected:
  MergedScanTest() : table_(kMergeOnRead) {
    using log::DeleteOrdering;
    table_.AddFile("", "g", kFirst,
                   TestTable::Rows(Columns(), R"([["a","base",5],["b","base",5],["c","base",5],
                                                  ["d","base",5]])"));
    table_.Commit(kFirst, Columns());
    table_.AddLog("", "g", kSecond, TestTable::Rows(Columns(), R"([["a","late",4],["b","log",6]])"),
                  {{"c", "", DeleteOrdering::Always()},
                   {"d", "", {DeleteOrdering::Kind::kLong, 4, 0, {}, {}}}});
    table_.Commit(kSecond, Columns());
    table_.AddLog("", "h", kThird, TestTable::Rows(Columns(), R"([["e","new",1]])"),
                  {{"x", "", DeleteOrdering::Always()}});
    table_.AddLog("", "g", kThird, TestTable::Rows(Columns(), "[]"),
                  {{"d", "", {DeleteOrdering::Kind::kLong, 5, 0, {}, {}}}});
    table_.Commit(kThird, Columns());
  }

  TestTable table_;
};

TEST_F(MergedScanTest, MergesLogsIntoTheBaseFile) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, {}));
  EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,log,6", "e,new,1"));
}

TEST_F(MergedScanTest, TimeTravelSeesTheLogsOfItsTime) {
  ScanRequest request;
  request.as_of = kSecond;
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, request));
  EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,log,6", "d,base,5"));
  request.as_of = kFirst;
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Query(table_, request));
  EXPECT_EQ(rows.size(), 4U);
}

TEST_F(MergedScanTest, ReadOptimizedReadsBaseFiles) {
  ScanRequest request = Select({"id"});
  request.config["hoodie.datasource.query.type"] = "read_optimized";
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, request));
  EXPECT_THAT(rows, ElementsAre("a", "b", "c", "d"));
}

// Version 8: every version of a row stands, deletes do nothing.
TEST_F(MergedScanTest, SkipMergeReturnsWhatTheFilesHold) {
  for (const char* bytes : {"1", "1000000"}) {
    ScanRequest request;
    request.config = {{"hoodie.datasource.merge.type", "skip_merge"},
                      {"hoodie.memory.merge.max.size", bytes}};
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, request));
    EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,base,5", "c,base,5", "d,base,5",
                                           "a,late,4", "b,log,6", "e,new,1"));
    request.columns = {"id"};
    request.filter = ParsePredicate("v = 'late' or v = 'new'").ValueOrDie();
    HUDI_ASSERT_OK_AND_ASSIGN(rows, Query(table_, request));
    EXPECT_THAT(rows, UnorderedElementsAre("a", "e"));
  }
}

// A base row that a filter drops still decides about its key, and so does a log row.
TEST_F(MergedScanTest, FiltersAndProjectionsDoNotChangeWhatIsCurrent) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, Select({"v"})));
  EXPECT_THAT(rows, UnorderedElementsAre("base", "log", "new"));
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Query(table_, Select({"id"}, "v = 'late'")));
  EXPECT_THAT(rows, ElementsAre());
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Query(table_, Select({"id"}, "v = 'base'")));
  EXPECT_THAT(rows, ElementsAre("a"));
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Query(table_, Select({"id", "id"}, "n < 5")));
  EXPECT_THAT(rows, ElementsAre("e,e"));
}

TEST_F(MergedScanTest, GivesTheSameRowsInSeveralPasses) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto at_once, Query(table_, {}));
  std::sort(at_once.begin(), at_once.end());
  for (const char* bytes : {"1", "100", "700"}) {
    ScanRequest request;
    request.config["hoodie.memory.merge.max.size"] = bytes;
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, request));
    std::sort(rows.begin(), rows.end());
    EXPECT_EQ(rows, at_once) << bytes;
  }
}

TEST_F(MergedScanTest, APendingWriteIsNotSeen) {
  table_.AddLog("", "g", "20250104000000000", TestTable::Rows(Columns(), R"([["a","pending",9]])"));
  table_.Write(".hoodie/timeline/20250104000000000.deltacommit.requested");
  table_.Write(".hoodie/timeline/20250104000000000.deltacommit.inflight");
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, {}));
  EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,log,6", "e,new,1"));
}

// What a completed commit wrote is there, or the query fails.
TEST_F(MergedScanTest, AFileThatACommitNamesMayNotBeMissingOrCut) {
  const std::string log = std::string(".g_") + kSecond + ".log.1_0-0-0";
  const std::string base = std::string("g_0-0-0_") + kFirst + ".parquet";
  for (const std::string& path : {log, base}) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::string bytes, table_.storage()->ReadAll(path));
    table_.Write(path, bytes.substr(0, bytes.size() - 1));
    EXPECT_THAT(Query(table_, {}), FailsWith(ErrorCode::kCorruptFile, path));
    ASSERT_TRUE(table_.storage()->DeleteFile(path).ok());
    EXPECT_THAT(Query(table_, {}), FailsWith(ErrorCode::kCorruptFile, path));
    table_.Write(path, bytes);
    EXPECT_TRUE(Query(table_, {}).ok());
  }
  // Logs are nothing to a read-optimized query.
  ASSERT_TRUE(table_.storage()->DeleteFile(log).ok());
  ScanRequest request = Select({"id"});
  request.config["hoodie.datasource.query.type"] = "read_optimized";
  EXPECT_TRUE(Query(table_, request).ok());
}

// The same for an instant of the past; log files of later commits do not matter there.
TEST_F(MergedScanTest, AFileOfThePastMayNotBeMissingOrCut) {
  const std::string log = std::string(".g_") + kSecond + ".log.1_0-0-0";
  const std::string later = std::string(".g_") + kThird + ".log.1_0-0-0";
  ScanRequest request;
  request.as_of = kSecond;
  ASSERT_TRUE(table_.storage()->DeleteFile(later).ok());
  EXPECT_TRUE(Query(table_, request).ok());
  HUDI_ASSERT_OK_AND_ASSIGN(std::string bytes, table_.storage()->ReadAll(log));
  table_.Write(log, bytes.substr(0, bytes.size() - 1));
  EXPECT_THAT(Query(table_, request), FailsWith(ErrorCode::kCorruptFile, log));
  ASSERT_TRUE(table_.storage()->DeleteFile(log).ok());
  arrow::Status gone = Query(table_, request).status();
  EXPECT_THAT(gone, FailsWith(ErrorCode::kInstantUnavailable, kSecond));
  EXPECT_THAT(gone.message(), HasSubstr(log));
  request.as_of = kFirst;
  EXPECT_TRUE(Query(table_, request).ok());
}

TEST_F(MergedScanTest, AMemoryLimitDoesNotChangeTheRows) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Query(table_, {}));
  std::sort(rows.begin(), rows.end());
  for (int64_t limit : {int64_t{1}, int64_t{1} << 20, int64_t{1} << 40}) {
    for (const char* use_positions : {"true", "false"}) {
      ScanRequest request;
      request.memory_limit_bytes = limit;
      request.config["hoodie.merge.use.record.positions"] = use_positions;
      HUDI_ASSERT_OK_AND_ASSIGN(auto limited, Query(table_, request));
      std::sort(limited.begin(), limited.end());
      EXPECT_EQ(limited, rows) << limit;
    }
  }
  ScanRequest request;
  request.config["hoodie.merge.use.record.positions"] = "maybe";
  EXPECT_THAT(Query(table_, request),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.merge.use.record.positions"));
}

TEST_F(MergedScanTest, RefusesAPayloadOfOnesOwn) {
  ConfigMap properties = {{"hoodie.table.type", "MERGE_ON_READ"},
                          {"hoodie.record.merge.mode", "CUSTOM"},
                          {"hoodie.compaction.payload.class", "com.example.Mine"}};
  TestTable table(properties);
  table.AddFile("", "g", kFirst, TestTable::Rows(Columns(), R"([["a","x",1]])"));
  table.Commit(kFirst, Columns());
  table.AddLog("", "g", kSecond, TestTable::Rows(Columns(), R"([["a","y",2]])"));
  table.Commit(kSecond, Columns());
  arrow::Status refused = Query(table, {}).status();
  EXPECT_THAT(refused, FailsWith(ErrorCode::kUnsupported));
  EXPECT_THAT(refused.message(), HasSubstr("com.example.Mine"));
}

}  // namespace
}  // namespace hudi
