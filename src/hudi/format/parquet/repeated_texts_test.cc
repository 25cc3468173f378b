// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_texts.h"

#include <string>
#include <vector>

#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/table.h>
#include <gtest/gtest.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

using ArrayPtr = std::shared_ptr<arrow::Array>;
using BatchPtr = std::shared_ptr<arrow::RecordBatch>;

ArrayPtr Texts(const std::vector<std::string>& values) {
  arrow::StringBuilder builder;
  EXPECT_TRUE(builder.AppendValues(values).ok());
  return *builder.Finish();
}

ArrayPtr Places(const std::vector<int32_t>& places, const std::vector<std::string>& values) {
  arrow::Int32Builder builder;
  EXPECT_TRUE(builder.AppendValues(places).ok());
  return *arrow::DictionaryArray::FromArrays(*builder.Finish(), Texts(values));
}

std::shared_ptr<arrow::Schema> OneText() {
  return arrow::schema({arrow::field("t", arrow::utf8())});
}

// As callers do: the field says text, whatever the array is.
BatchPtr Batch(const ArrayPtr& array) {
  return arrow::RecordBatch::Make(OneText(), array->length(), {array});
}

bool HoldOneValue(const ArrayPtr& texts) {
  return HoldsOneValue(static_cast<const arrow::BinaryArray&>(*texts));
}

TEST(RepeatedTextsTest, HoldOneValueIfAllRowsAreEqual) {
  EXPECT_TRUE(HoldOneValue(Texts({"a"})));
  EXPECT_TRUE(HoldOneValue(Texts({"a", "a", "a"})));
  EXPECT_TRUE(HoldOneValue(Texts({"", ""})));
  EXPECT_TRUE(HoldOneValue(Texts({"b", "a", "a"})->Slice(1)));
  EXPECT_FALSE(HoldOneValue(Texts(std::vector<std::string>{})));
  EXPECT_FALSE(HoldOneValue(Texts({"a", "b"})));
  EXPECT_FALSE(HoldOneValue(Texts({"a", "a", "b"})));
  EXPECT_FALSE(HoldOneValue(Texts({"ab", "ab", "a", "bab"})));  // the same bytes shifted
  EXPECT_FALSE(HoldOneValue(*arrow::MakeArrayOfNull(arrow::utf8(), 3)));
}

// Batches of every kind, over several row groups, are read back as plain texts.
TEST(RepeatedTextsFileTest, AreReadBackAsTexts) {
  const std::vector<BatchPtr> batches = {
      Batch(Places({0, 1, 0}, {"x", "y"})), Batch(Texts({"x", "x"})), Batch(Texts({"z", "x"})),
      Batch(Places({0, 0}, {"z"})),         Batch(Texts({"q", "q"})), Batch(Texts({"q", "r"}))};
  const std::vector<std::string> expected = {"x", "y", "x", "x", "x", "z", "x",
                                             "z", "z", "q", "q", "q", "r"};
  for (bool dictionary : {true, false}) {
    for (int64_t group_rows : {int64_t{1}, int64_t{2}, int64_t{5}, int64_t{100}}) {
      HUDI_ASSERT_OK_AND_ASSIGN(auto output, arrow::io::BufferOutputStream::Create());
      ParquetWriteOptions options;
      options.row_group_rows = group_rows;
      options.dictionary = dictionary;
      HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, OneText(), options));
      for (const BatchPtr& batch : batches) ASSERT_TRUE(writer->Write(*batch).ok());
      ASSERT_TRUE(writer->Close({}).ok());
      HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Buffer> bytes, output->Finish());
      auto file = std::make_shared<arrow::io::BufferReader>(bytes);
      HUDI_ASSERT_OK_AND_ASSIGN(auto reader, BaseFileReader::Open(file, "f.parquet"));
      EXPECT_TRUE(reader->schema()->Equals(*OneText()));
      EXPECT_EQ(reader->footer().count("ARROW:schema"), 0u);
      ScanOptions scan;
      scan.columns = {"t"};
      HUDI_ASSERT_OK_AND_ASSIGN(auto rows, reader->Scan(scan));
      HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, rows->ToTable());
      HUDI_ASSERT_OK_AND_ASSIGN(table, table->CombineChunks());
      EXPECT_TRUE(table->column(0)->chunk(0)->Equals(Texts(expected)));
    }
  }
}

TEST(RepeatedTextsFileTest, StatisticsAreThoseOfTheValues) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto output, arrow::io::BufferOutputStream::Create());
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, OneText(), {}));
  ASSERT_TRUE(writer->Write(*Batch(Places({2, 1, 2}, {"a", "m", "z"}))).ok());
  ASSERT_TRUE(writer->Write(*Batch(Texts({"k", "k"}))).ok());
  ASSERT_TRUE(writer->Close({}).ok());
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Buffer> bytes, output->Finish());
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto reader, BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes), "f"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::optional<ColumnStatistics> statistics, reader->Statistics(0, "t"));
  ASSERT_TRUE(statistics.has_value());
  EXPECT_EQ(statistics->min->ToString(), "k");  // "a" is in no row
  EXPECT_EQ(statistics->max->ToString(), "z");
  EXPECT_EQ(statistics->null_count, 0);
}

}  // namespace
}  // namespace hudi
