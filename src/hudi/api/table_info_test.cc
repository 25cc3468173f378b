// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_info.h"

#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kFirst[] = "20250101000000000";
constexpr char kSecond[] = "20250102000000000";
constexpr char kPending[] = "20250103000000000";

// Group a has two versions, group b is replaced, a third commit is pending.
class TableInfoTest : public testing::Test {
 protected:
  TableInfoTest()
      : schema_(
            arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("dt", arrow::utf8())})),
        table_(ConfigMap{{"hoodie.table.partition.fields", "dt"}}) {
    table_.AddFile("x", "a", kFirst, TestTable::Rows(schema_, R"([["1", "x"], ["2", "x"]])"));
    table_.AddFile("x", "b", kFirst, TestTable::Rows(schema_, R"([["3", "x"]])"));
    table_.Commit(kFirst, schema_, "INSERT");
    table_.AddFile("x", "a", kSecond, TestTable::Rows(schema_, R"([["1", "x"]])"));
    table_.Replace("x", "b");
    table_.Commit(kSecond, schema_, "INSERT_OVERWRITE");
    table_.AddFile("x", "c", kPending, TestTable::Rows(schema_, R"([["9", "x"]])"));
    table_.Write(std::string(".hoodie/timeline/") + kPending + ".commit.requested");
  }
  const std::string& path() const { return table_.storage()->root(); }

  std::shared_ptr<arrow::Schema> schema_;
  TestTable table_;
};

TEST_F(TableInfoTest, DescribesTheTable) {
  HUDI_ASSERT_OK_AND_ASSIGN(TableInfo info, DescribeTable(path()));
  EXPECT_EQ(info.base_path, path());
  EXPECT_EQ(info.name, "t");
  EXPECT_EQ(info.type, "COPY_ON_WRITE");
  EXPECT_EQ(info.version, 8);
  EXPECT_EQ(info.properties.at("hoodie.table.partition.fields"), "dt");
  EXPECT_TRUE(info.schema->Equals(*schema_));
  EXPECT_THAT(info.avro_schema, HasSubstr("t_record"));
  EXPECT_THAT(info.partitions, ElementsAre("x"));
  ASSERT_EQ(info.files.size(), 1U);
  EXPECT_EQ(info.files[0].path, std::string("x/a_0-0-0_") + kSecond + ".parquet");
  EXPECT_EQ(info.num_old_files, 2);
  EXPECT_GT(info.old_bytes, 0);
}

TEST_F(TableInfoTest, ListsFilesWithTheirStates) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<FileInfo> files, ListTableFiles(path(), false, true));
  std::vector<std::string> shown;
  for (const FileInfo& file : files) {
    EXPECT_EQ(file.partition, "x");
    EXPECT_GT(file.size_bytes, 0);
    EXPECT_EQ(file.num_log_files, 0);
    shown.push_back(file.file_id + "@" + file.base_instant + " " + file.state + " " +
                    std::to_string(file.num_rows));
  }
  EXPECT_THAT(shown, ElementsAre(std::string("a@") + kSecond + " live 1",
                                 std::string("a@") + kFirst + " old 2",
                                 std::string("b@") + kFirst + " replaced 1"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<FileInfo> live, ListTableFiles(path(), true, false));
  ASSERT_EQ(live.size(), 1U);
  EXPECT_EQ(live[0].num_rows, -1);
}

TEST_F(TableInfoTest, ListsTheTimelineWithCounts) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<TimelineEntry> entries, ListTimeline(path(), true));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].begin, kFirst);
  EXPECT_EQ(entries[0].completion, "20250101000000099");
  EXPECT_EQ(entries[0].action, "commit");
  EXPECT_EQ(entries[0].state, "COMPLETED");
  EXPECT_EQ(entries[0].operation, "INSERT");
  EXPECT_EQ(entries[0].inserted, 3);
  EXPECT_EQ(entries[0].updated, 0);
  EXPECT_EQ(entries[0].files, 2);
  EXPECT_GT(entries[0].bytes, 0);
  EXPECT_FALSE(entries[0].archived);
  EXPECT_EQ(entries[1].action, "replacecommit");
  EXPECT_EQ(entries[2].begin, kPending);
  EXPECT_EQ(entries[2].completion, "");
  EXPECT_EQ(entries[2].state, "REQUESTED");
}

TEST_F(TableInfoTest, ReadsACommitAsJson) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::string json, ReadCommitAsJson(path(), kFirst));
  EXPECT_THAT(json, HasSubstr("\"operationType\": \"INSERT\""));
  EXPECT_THAT(json, HasSubstr("\"partitionToWriteStats\""));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string pending, ReadCommitAsJson(path(), kPending));
  EXPECT_EQ(pending, "{}");
  auto missing = ReadCommitAsJson(path(), "20250102000000001");
  EXPECT_THAT(missing, FailsWith(ErrorCode::kNotFound, "20250102000000001"));
  EXPECT_THAT(missing.status().message(), HasSubstr(kSecond));
}

TEST(TableInfoErrorsTest, NameWhatIsNoTable) {
  std::string path = testing::TempDir() + "/no-such-table";
  EXPECT_THAT(DescribeTable(path), FailsWith(ErrorCode::kNotATable));
  EXPECT_THAT(ListTimeline(path, false), FailsWith(ErrorCode::kNotATable));
  EXPECT_THAT(ListTableFiles(path, false, false), FailsWith(ErrorCode::kNotATable));
  EXPECT_THAT(ReadCommitAsJson(path, kFirst), FailsWith(ErrorCode::kNotATable));
}

TEST(SparkTypesTest, GoBothWays) {
  EXPECT_EQ(SparkTypeText(*arrow::list(arrow::struct_({arrow::field("a", arrow::int32())}))),
            "array<struct<a:int>>");
  HUDI_ASSERT_OK_AND_ASSIGN(auto schema, ParseSparkDdl("id string, amount decimal(10,2)"));
  EXPECT_EQ(schema->field(1)->type()->ToString(), "decimal128(10, 2)");
}

}  // namespace
}  // namespace hudi
