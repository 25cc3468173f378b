// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/merged_rows.h"

#include <arrow/table.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/read/test_table.h"

namespace hudi {
namespace {

using ::testing::UnorderedElementsAre;

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("v", arrow::utf8()),
                        arrow::field("n", arrow::int64())});
}

// A base file and two logs; the last deletes c, which the first brought in.
class MergedRowsTest : public testing::Test {
 protected:
  MergedRowsTest() {
    slice_.file_id = "g";
    slice_.base_file = {
        table_.AddFile("", "g", "1", TestTable::Rows(Columns(), R"([["a","base",5],["b","base",5]])")),
        {},
        0};
    slice_.log_files.push_back(
        {table_.AddLog("", "g", "2",
                       TestTable::Rows(Columns(), R"([["a","one",6],["b","one",6],["c","one",6]])")),
         {},
         0});
    slice_.log_files.push_back(
        {table_.AddLog("", "g", "3",
                       TestTable::Rows(Columns(), R"([["a","two",7],["b","late",1]])"),
                       {{"c", "", log::DeleteOrdering::Always()}}),
         {},
         0});
  }

  arrow::Result<std::vector<std::string>> Read(SliceMerging merging, int64_t memory_bytes) {
    auto shape = std::make_shared<RowShape>();
    shape->read_schema = shape->output_schema = Columns();
    shape->output_columns = {0, 1, 2};
    auto merge_shape = std::make_shared<MergeShape>();
    merge_shape->merge_schema = WithMetaColumns(*Columns());
    merge_shape->merge.mode = MergeMode::kEventTime;
    merge_shape->merge.ordering_fields = {"n"};
    merge_shape->merging = merging;
    merge_shape->is_visible = [](std::string_view) { return true; };
    merge_shape->memory_bytes = memory_bytes;
    ARROW_ASSIGN_OR_RAISE(auto stream, StreamMergedSlice(*table_.storage(), slice_, shape,
                                                         merge_shape, {}, false));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, stream->ToTable());
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

  TestTable table_;
  FileSlice slice_;
};

TEST_F(MergedRowsTest, MergesAllRowsOfAKey) {
  for (int64_t bytes : {1, 1000000}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read(SliceMerging::kAll, bytes));
    EXPECT_THAT(rows, UnorderedElementsAre("a,two,7", "b,one,6"));
  }
}

TEST_F(MergedRowsTest, MergesLogRecordsAmongThemselvesOnly) {
  for (int64_t bytes : {1, 1000000}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read(SliceMerging::kLogsOnly, bytes));
    EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,base,5", "a,two,7", "b,one,6"));
  }
}

TEST_F(MergedRowsTest, ReturnsEveryRecord) {
  for (int64_t bytes : {1, 1000000}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read(SliceMerging::kNone, bytes));
    EXPECT_THAT(rows, UnorderedElementsAre("a,base,5", "b,base,5", "a,one,6", "b,one,6", "c,one,6",
                                           "a,two,7", "b,late,1"));
  }
}

}  // namespace
}  // namespace hudi
