// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/incremental.h"

#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/read/scan.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int64())});
}

// Commits on the first to third of January; each completes 99 ms after it was requested.
constexpr char kFirst[] = "20250101000000000";
constexpr char kFirstDone[] = "20250101000000099";
constexpr char kSecond[] = "20250102000000000";
constexpr char kSecondDone[] = "20250102000000099";
constexpr char kThird[] = "20250103000000000";
constexpr char kThirdDone[] = "20250103000000099";

class IncrementalTest : public testing::Test {
 protected:
  // Group a is written by the first and third commit, group b by the second.
  void Fill(TestTable* table) {
    table->AddFile("", "a", kFirst, TestTable::Rows(Columns(), R"([["1",1]])"));
    table->Commit(kFirst, Columns());
    table->AddFile("", "b", kSecond, TestTable::Rows(Columns(), R"([["2",2]])"));
    table->Commit(kSecond, Columns());
    table->AddFile("", "a", kThird, TestTable::Rows(Columns(), R"([["1",3]])"));
    table->Commit(kThird, Columns());
  }

  arrow::Result<std::vector<std::string>> Changes(const TestTable& table, const std::string& begin,
                                                  const std::string& end, bool after_begin,
                                                  ConfigMap config = {}) {
    ScanRequest request;
    request.config = std::move(config);
    request.config["hoodie.datasource.query.type"] = "incremental";
    request.config["hoodie.datasource.read.begin.instanttime"] = begin;
    if (!end.empty()) request.config["hoodie.datasource.read.end.instanttime"] = end;
    request.after_begin = after_begin;
    ARROW_ASSIGN_OR_RAISE(auto scan, TableScan::Open(table.storage(), request));
    checkpoint_ = scan->checkpoint();
    ARROW_ASSIGN_OR_RAISE(auto rows, scan->Stream()->ToTable());
    std::vector<std::string> texts;
    for (int64_t i = 0; i < rows->num_rows(); ++i) {
      ARROW_ASSIGN_OR_RAISE(auto id, rows->column(0)->GetScalar(i));
      ARROW_ASSIGN_OR_RAISE(auto n, rows->column(1)->GetScalar(i));
      texts.push_back(id->ToString() + "=" + n->ToString());
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  std::string checkpoint_;
};

TEST_F(IncrementalTest, TheNewestStateOfRowsOfTheRange) {
  TestTable table;
  Fill(&table);
  HUDI_ASSERT_OK_AND_ASSIGN(auto all, Changes(table, "earliest", "", true));
  EXPECT_THAT(all, ElementsAre("1=3", "2=2"));
  EXPECT_EQ(checkpoint_, kThirdDone);
  HUDI_ASSERT_OK_AND_ASSIGN(auto first, Changes(table, "000", kFirstDone, true));
  EXPECT_THAT(first, ElementsAre("1=1"));
  EXPECT_EQ(checkpoint_, kFirstDone);
  HUDI_ASSERT_OK_AND_ASSIGN(auto second, Changes(table, kFirstDone, kSecondDone, true));
  EXPECT_THAT(second, ElementsAre("2=2"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto none, Changes(table, kThirdDone, "", true));
  EXPECT_THAT(none, IsEmpty());
  EXPECT_EQ(checkpoint_, "");
}

// `hudi write` tells both times of a commit; either of them is a checkpoint.
TEST_F(IncrementalTest, ACommitsRequestedTimeStandsForTheCommit) {
  TestTable table;
  Fill(&table);
  HUDI_ASSERT_OK_AND_ASSIGN(auto after, Changes(table, kFirst, kSecond, true));
  EXPECT_THAT(after, ElementsAre("2=2"));
}

// A release's own option: 1.0 takes the commit of the begin too, the others do not.
TEST_F(IncrementalTest, TheBeginOfAnOptionIsAsInTheRelease) {
  TestTable v8;
  Fill(&v8);
  HUDI_ASSERT_OK_AND_ASSIGN(auto closed, Changes(v8, kSecondDone, "", false));
  EXPECT_THAT(closed, ElementsAre("1=3", "2=2"));
  TestTable v9(ConfigMap{{"hoodie.table.version", "9"}});
  Fill(&v9);
  HUDI_ASSERT_OK_AND_ASSIGN(auto open, Changes(v9, kSecondDone, "", false));
  EXPECT_THAT(open, ElementsAre("1=3"));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto requested,
      Changes(v9, kSecond, "", false, {{"hoodie.datasource.read.incr.table.version", "6"}}));
  EXPECT_THAT(requested, ElementsAre("1=3"));
}

TEST_F(IncrementalTest, ASecondWithoutMillisecondsIsTheWholeSecond) {
  TestTable table(ConfigMap{{"hoodie.table.version", "9"}});
  Fill(&table);
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Changes(table, "20250102000000", "20250102000000", false));
  EXPECT_THAT(rows, ElementsAre("2=2"));
}

TEST_F(IncrementalTest, APatternChoosesFiles) {
  TestTable table;
  Fill(&table);
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows,
      Changes(table, "000", "", true, {{"hoodie.datasource.read.incr.path.glob", "/b_*"}}));
  EXPECT_THAT(rows, ElementsAre("2=2"));
}

TEST(SplitPredicatesTest, CommasInTextsAndListsDoNotSplit) {
  EXPECT_THAT(SplitPredicates("a = 'x,y', b in (1, 2) ,,c > 3"),
              ElementsAre("a = 'x,y'", " b in (1, 2) ", "c > 3"));
}

}  // namespace
}  // namespace hudi
