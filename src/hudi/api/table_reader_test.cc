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

TEST(TableReaderTest, RefusesWhatIsNoTable) {
  EXPECT_THAT(TableReader::Open(testing::TempDir() + "/no-such-table", {}),
              FailsWith(ErrorCode::kNotATable));
  EXPECT_THAT(TableReader::Open("s3://bucket/table", {}), FailsWith(ErrorCode::kUnsupported));
  auto glob = TableReader::Open(testing::TempDir() + "/no-such-table/*/*", {});
  EXPECT_THAT(glob, FailsWith(ErrorCode::kUnsupported));
  EXPECT_THAT(glob.status().message(), HasSubstr("base path"));
}

TEST(TableReaderTest, RefusesQueriesThatItDoesNotHave) {
  TestTable table;
  ReadOptions options;
  options.config["hoodie.datasource.query.type"] = "incremental";
  EXPECT_THAT(TableReader::Open(table.storage()->root(), options),
              FailsWith(ErrorCode::kUnsupported, "hoodie.datasource.query.type"));
}

}  // namespace
}  // namespace hudi
