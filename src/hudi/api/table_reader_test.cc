// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_reader.h"

#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TableReaderTest, ReadsThroughThePublicInterface) {
  auto schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int64())});
  TestTable table;
  table.AddFile("", "a", "20250101000000000", TestTable::Rows(schema, R"([["1", 5], ["2", 6]])"));
  table.Commit("20250101000000000", schema);
  ReadOptions options;
  options.columns = {"n"};
  HUDI_ASSERT_OK_AND_ASSIGN(options.filter, ParseSqlPredicate("id = '2'"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader,
                            TableReader::Open("file://" + table.storage()->root(), options));
  EXPECT_THAT(reader->schema()->field_names(), ElementsAre("n"));
  for (int times = 0; times < 2; ++times) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan());
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, stream->ToTable());
    ASSERT_EQ(rows->num_rows(), 1);
    EXPECT_EQ((*rows->column(0)->GetScalar(0))->ToString(), "6");
  }
}

TEST(TableReaderTest, StopsWhenAskedAndSaysHowFarItIs) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  TestTable table;
  table.AddFile("", "a", "20250101000000000", TestTable::Rows(schema, R"([["1"]])"));
  table.AddFile("", "b", "20250101000000000", TestTable::Rows(schema, R"([["2"]])"));
  table.Commit("20250101000000000", schema);
  bool stop = false;
  ReadOptions options;
  options.should_stop = [&stop] { return stop; };
  options.progress = std::make_shared<Progress>();
  // Nothing passes a filter: it is heard all the same.
  HUDI_ASSERT_OK_AND_ASSIGN(options.filter, ParseSqlPredicate("id like '%no%'"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, TableReader::Open(table.storage()->root(), options));
  HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan());
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, stream->ToTable());
  EXPECT_EQ(rows->num_rows(), 0);
  EXPECT_EQ(options.progress->files_done, 2);
  EXPECT_EQ(options.progress->files_total, 2);
  EXPECT_EQ(options.progress->bytes_done, options.progress->bytes_total);
  EXPECT_GT(options.progress->bytes_total, 0);
  stop = true;
  HUDI_ASSERT_OK_AND_ASSIGN(stream, reader->Scan());
  EXPECT_THAT(stream->ToTable(), FailsWith(ErrorCode::kInterrupted));
}

TEST(TableReaderTest, ReadsSliceBySlice) {
  auto old_schema = arrow::schema({arrow::field("id", arrow::utf8())});
  auto schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int64())});
  auto narrow =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int32())});
  TestTable table;
  table.AddFile("", "a", "20250101000000000", TestTable::Rows(old_schema, R"([["1"]])"));
  table.AddFile("", "b", "20250101000000000",
                TestTable::Rows(schema, R"([["2", 5], ["3", 6], ["4", 7]])"));
  table.AddFile("", "c", "20250101000000000", TestTable::Rows(narrow, R"([["5", 8]])"));
  table.Commit("20250101000000000", schema);
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, TableReader::Open(table.storage()->root(), {}));
  std::vector<SliceInfo> slices = reader->Slices();
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_TRUE(slices[0].path.starts_with(table.storage()->root() + "/a_"));
  EXPECT_TRUE(slices[0].has_base_file);
  EXPECT_EQ(slices[0].num_log_files, 0);
  EXPECT_GT(slices[0].size_bytes, 0);
  // A column that is not there is null; one of another type must be converted.
  std::vector<std::optional<int64_t>> plain;
  for (size_t i = 0; i < slices.size(); ++i) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::optional<int64_t> rows, reader->PlainRows(i));
    plain.push_back(rows);
  }
  EXPECT_THAT(plain, ElementsAre(1, 3, std::nullopt));
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr filter, ParseSqlPredicate("n > 5"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> might_match, reader->MightMatch(*filter));
  EXPECT_THAT(might_match, ElementsAre(true, true, true));
  HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->ScanSlice(1, {"n"}, filter));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, stream->ToTable());
  EXPECT_EQ(rows->num_rows(), 2);
  EXPECT_THAT(rows->schema()->field_names(), ElementsAre("n"));
  EXPECT_THAT(reader->ScanSlice(0, {"nope"}, nullptr), FailsWith(ErrorCode::kNotFound, "nope"));
  // Of a filtered query not every row of a slice is one of the query.
  ReadOptions options;
  options.filter = filter;
  HUDI_ASSERT_OK_AND_ASSIGN(reader, TableReader::Open(table.storage()->root(), options));
  EXPECT_TRUE(reader->Slices().empty());
}

TEST(TableReaderTest, RefusesWhatIsNoTable) {
  EXPECT_THAT(TableReader::Open(testing::TempDir() + "/no-such-table", {}),
              FailsWith(ErrorCode::kNotATable));
  EXPECT_THAT(TableReader::Open("s3://bucket/table", {}), FailsWith(ErrorCode::kUnsupported));
  auto glob = TableReader::Open(testing::TempDir() + "/no-such-table/*/*", {});
  EXPECT_THAT(glob, FailsWith(ErrorCode::kUnsupported));
  EXPECT_THAT(glob.status().message(), HasSubstr("base path"));
}

TEST(TableReaderTest, RefusesChangesWithoutChangeLogOrBegin) {
  TestTable table;
  ReadOptions options;
  options.changes = true;
  EXPECT_THAT(TableReader::Open(table.storage()->root(), options),
              FailsWith(ErrorCode::kInvalidArgument, "changes"));
  options.from = "earliest";
  EXPECT_THAT(TableReader::Open(table.storage()->root(), options),
              FailsWith(ErrorCode::kUnsupported, "hoodie.table.cdc.enabled"));
}

}  // namespace
}  // namespace hudi
