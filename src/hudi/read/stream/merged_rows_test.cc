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
        table_.AddFile("", "g", "1",
                       TestTable::Rows(Columns(), R"([["a","base",5],["b","base",5]])")),
        {},
        0};
    slice_.log_files.push_back(
        {table_.AddLog(
             "", "g", "2",
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
    ARROW_ASSIGN_OR_RAISE(
        auto stream, StreamMergedSlice(*table_.storage(), slice_, shape, merge_shape, {}, false));
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

// A table without meta columns: keys are made from the key fields.
TEST(VirtualKeyRowsTest, MergesByTheKeyFields) {
  const auto schema =
      arrow::schema({arrow::field("a", arrow::int32()), arrow::field("b", arrow::utf8()),
                     arrow::field("v", arrow::utf8())});
  TestTable table;
  FileSlice slice;
  slice.file_id = "g";
  slice.base_file = {
      table.AddFile("", "g", "1",
                    TestTable::Rows(schema, R"([[1,"x","base"],[1,"y","base"],[2,"x","base"]])"),
                    1 << 20, /*with_meta=*/false),
      {},
      0};
  const auto rows = TestTable::Rows(schema, R"([[1,"x","log"],[3,"x","new"]])");
  avro::SchemaPtr avro_schema = *ArrowToAvro(*schema, "t_record", "hoodie.t");
  auto encoder = *avro::RowEncoder::Make(avro_schema);
  HUDI_ASSERT_OK(encoder->Bind(*rows));
  log::AvroDataBlockBuilder data;
  for (int64_t row = 0; row < rows->num_rows(); ++row) HUDI_ASSERT_OK(data.Append(*encoder, row));
  const log::BlockHeader header = {{log::HeaderKey::kInstantTime, "2"},
                                   {log::HeaderKey::kSchema, avro_schema->ToJson()}};
  table.Write("log", log::EncodeBlock(log::BlockType::kAvroData, header, data.Finish()) +
                         log::EncodeBlock(log::BlockType::kDelete, header,
                                          log::EncodeDeleteBlock(
                                              {{"a:2,b:x", "", log::DeleteOrdering::Always()}})));
  slice.log_files.push_back({"log", {}, 0});

  auto shape = std::make_shared<RowShape>();
  shape->read_schema = shape->output_schema = arrow::schema({schema->field(2)});
  shape->output_columns = {0};
  auto merge_shape = std::make_shared<MergeShape>();
  merge_shape->merge_schema =
      *schema->AddField(0, arrow::field(std::string(kRecordKey), arrow::utf8()));
  KeyOptions keys;
  keys.key_fields = {"a", "b"};
  keys.generator = KeyGeneratorType::kComplex;
  HUDI_ASSERT_OK_AND_ASSIGN(merge_shape->virtual_keys, VirtualKeys::Make(keys));
  merge_shape->is_visible = [](std::string_view) { return true; };
  for (SliceMerging merging : {SliceMerging::kAll, SliceMerging::kNone}) {
    merge_shape->merging = merging;
    for (int64_t bytes : {1, 1000000}) {
      merge_shape->memory_bytes = bytes;
      HUDI_ASSERT_OK_AND_ASSIGN(
          auto stream, StreamMergedSlice(*table.storage(), slice, shape, merge_shape, {}, false));
      HUDI_ASSERT_OK_AND_ASSIGN(auto merged, stream->ToTable());
      ASSERT_EQ(merged->num_columns(), 1);
      std::vector<std::string> texts;
      for (int64_t i = 0; i < merged->num_rows(); ++i) {
        texts.push_back((*merged->column(0)->GetScalar(i))->ToString());
      }
      if (merging == SliceMerging::kAll) {
        EXPECT_THAT(texts, UnorderedElementsAre("log", "base", "new"));
      } else {
        EXPECT_THAT(texts, UnorderedElementsAre("base", "base", "base", "log", "new"));
      }
    }
  }
}

}  // namespace
}  // namespace hudi
