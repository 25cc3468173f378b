// SPDX-License-Identifier: Apache-2.0
// ScanOptions::constants_from_statistics: the same rows, whatever the footer tells of a column.
#include <gtest/gtest.h>

#include <arrow/api.h>
#include <arrow/io/memory.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

constexpr int kGroupRows = 100;

std::shared_ptr<arrow::Array> Texts(const std::function<const char*(int)>& text_of) {
  arrow::StringBuilder builder;
  for (int i = 0; i < 2 * kGroupRows; ++i) {
    const char* text = text_of(i);
    EXPECT_TRUE((text == nullptr ? builder.AppendNull() : builder.Append(text)).ok());
  }
  return *builder.Finish();
}

std::shared_ptr<BaseFileReader> WriteAndOpen(const std::shared_ptr<arrow::RecordBatch>& rows) {
  auto output = *arrow::io::BufferOutputStream::Create();
  ParquetWriteOptions options;
  options.row_group_rows = kGroupRows;
  auto writer = *BaseFileWriter::Open(output, rows->schema(), options);
  EXPECT_TRUE(writer->Write(*rows).ok());
  EXPECT_TRUE(writer->Close({}).ok());
  auto reader = BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(*output->Finish()),
                                     "file.parquet");
  EXPECT_TRUE(reader.ok()) << reader.status();
  return *reader;
}

std::shared_ptr<arrow::Table> Scan(const BaseFileReader& reader, std::vector<std::string> columns,
                                   bool constants) {
  ScanOptions options;
  options.columns = std::move(columns);
  options.batch_rows = 64;
  options.constants_from_statistics = constants;
  auto rows = reader.Scan(options);
  EXPECT_TRUE(rows.ok()) << rows.status();
  auto table = (*rows)->ToTable();
  EXPECT_TRUE(table.ok() && (*table)->ValidateFull().ok());
  return *(*table)->CombineChunks();
}

TEST(ConstantColumnsTest, HoldTheRowsThatWereWritten) {
  auto schema = arrow::schema(
      {arrow::field("same", arrow::utf8()), arrow::field("by_group", arrow::utf8()),
       arrow::field("one_null", arrow::utf8()), arrow::field("all_null", arrow::utf8()),
       arrow::field("empty", arrow::utf8()), arrow::field("last_differs", arrow::utf8())});
  auto batch = arrow::RecordBatch::Make(
      schema, 2 * kGroupRows,
      {Texts([](int) { return "p=1"; }), Texts([](int i) { return i < kGroupRows ? "a" : "b"; }),
       Texts([](int i) { return i == 150 ? nullptr : "x"; }), Texts([](int) { return nullptr; }),
       Texts([](int) { return ""; }), Texts([](int i) { return i == 199 ? "z" : "y"; })});
  std::shared_ptr<BaseFileReader> reader = WriteAndOpen(batch);
  ASSERT_EQ(reader->num_row_groups(), 2);
  auto written = *(*arrow::Table::FromRecordBatches({batch}))->CombineChunks();
  EXPECT_TRUE(Scan(*reader, schema->field_names(), true)->Equals(*written));
  // Constant columns alone, in another order.
  EXPECT_TRUE(
      Scan(*reader, {"empty", "same"}, true)->Equals(*Scan(*reader, {"empty", "same"}, false)));
  EXPECT_EQ(Scan(*reader, {"same"}, true)->num_rows(), 2 * kGroupRows);
}

TEST(ConstantColumnsTest, AFileWithoutRowsHasNone) {
  auto schema = arrow::schema({arrow::field("same", arrow::utf8())});
  auto output = *arrow::io::BufferOutputStream::Create();
  auto writer = *BaseFileWriter::Open(output, schema, {});
  HUDI_ASSERT_OK(writer->Close({}).status());
  auto reader =
      *BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(*output->Finish()), "f");
  EXPECT_EQ(Scan(*reader, {"same"}, true)->num_rows(), 0);
}

}  // namespace
}  // namespace hudi
