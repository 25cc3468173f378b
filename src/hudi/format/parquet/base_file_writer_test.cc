// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/base_file_writer.h"

#include <sstream>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/array/array_nested.h>
#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <gmock/gmock.h>
#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>
#include <parquet/printer.h>
#include <parquet/schema.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<arrow::RecordBatch> Batch(const std::shared_ptr<arrow::Schema>& schema,
                                          const std::string& json) {
  auto rows = arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json);
  EXPECT_TRUE(rows.ok()) << rows.status();
  return *arrow::RecordBatch::FromStructArray(*rows);
}

struct Written {
  std::shared_ptr<arrow::Buffer> bytes;
  int64_t size = 0;
  std::unique_ptr<parquet::ParquetFileReader> Open() const {
    return parquet::ParquetFileReader::Open(std::make_shared<arrow::io::BufferReader>(bytes));
  }
  std::string SchemaText() const {
    std::ostringstream text;
    auto reader = Open();
    parquet::schema::PrintSchema(reader->metadata()->schema()->schema_root().get(), text);
    return text.str();
  }
  std::shared_ptr<arrow::Table> Rows() const {
    auto reader = parquet::arrow::OpenFile(std::make_shared<arrow::io::BufferReader>(bytes),
                                           arrow::default_memory_pool());
    return *(*reader)->ReadTable();
  }
};

Written WriteFile(const std::shared_ptr<arrow::Schema>& schema,
                  const std::vector<std::shared_ptr<arrow::RecordBatch>>& batches,
                  const ParquetWriteOptions& options,
                  const std::map<std::string, std::string>& footer = {}) {
  auto output = *arrow::io::BufferOutputStream::Create();
  auto writer = BaseFileWriter::Open(output, schema, options);
  EXPECT_TRUE(writer.ok()) << writer.status();
  for (const auto& batch : batches) {
    arrow::Status status = (*writer)->Write(*batch);
    EXPECT_TRUE(status.ok()) << status;
  }
  auto size = (*writer)->Close(footer);
  EXPECT_TRUE(size.ok()) << size.status();
  EXPECT_TRUE(output->closed());
  Written written;
  written.size = *size;
  written.bytes = *output->Finish();
  EXPECT_EQ(written.bytes->size(), written.size);
  return written;
}

// The layout that table.md 5.2 asks of every type; field by field as the Parquet format spells it.
TEST(BaseFileWriterTest, WritesTheReferencesTypes) {
  auto schema = arrow::schema({
      arrow::field("id", arrow::utf8(), false),
      arrow::field("b", arrow::boolean()),
      arrow::field("i", arrow::int32()),
      arrow::field("l", arrow::int64(), false),
      arrow::field("d10", arrow::decimal128(10, 2)),
      arrow::field("d30", arrow::decimal128(30, 3)),
      arrow::field("d5", arrow::decimal128(5, 1)),
      arrow::field("day", arrow::date32()),
      arrow::field("us", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
      arrow::field("ms", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
      arrow::field("ntz", arrow::timestamp(arrow::TimeUnit::MICRO)),
      arrow::field("bin", arrow::binary()),
      arrow::field("list", arrow::list(arrow::int32())),
      arrow::field("map", arrow::map(arrow::utf8(), arrow::int64())),
      arrow::field("st", arrow::struct_({arrow::field("x", arrow::int32(), false)})),
  });
  ParquetWriteOptions options;
  options.root_name = "hoodie.t.t_record";
  Written file = WriteFile(schema, {}, options);
  std::string text = file.SchemaText();
  EXPECT_THAT(text, HasSubstr("required group field_id=-1 hoodie.t.t_record {"));
  EXPECT_THAT(text, HasSubstr("required binary field_id=-1 id (String);"));
  EXPECT_THAT(text, HasSubstr("optional boolean field_id=-1 b;"));
  EXPECT_THAT(text, HasSubstr("optional int32 field_id=-1 i;"));
  EXPECT_THAT(text, HasSubstr("required int64 field_id=-1 l;"));
  EXPECT_THAT(text, HasSubstr("optional fixed_len_byte_array(5) field_id=-1 d10 "
                              "(Decimal(precision=10, scale=2));"));
  EXPECT_THAT(text, HasSubstr("optional fixed_len_byte_array(13) field_id=-1 d30 "
                              "(Decimal(precision=30, scale=3));"));
  EXPECT_THAT(text, HasSubstr("optional fixed_len_byte_array(3) field_id=-1 d5 "
                              "(Decimal(precision=5, scale=1));"));
  EXPECT_THAT(text, HasSubstr("optional int32 field_id=-1 day (Date);"));
  EXPECT_THAT(text, HasSubstr("optional int64 field_id=-1 us (Timestamp(isAdjustedToUTC=true, "
                              "timeUnit=microseconds"));
  EXPECT_THAT(text, HasSubstr("optional int64 field_id=-1 ms (Timestamp(isAdjustedToUTC=true, "
                              "timeUnit=milliseconds"));
  EXPECT_THAT(text, HasSubstr("optional int64 field_id=-1 ntz (Timestamp(isAdjustedToUTC=false, "
                              "timeUnit=microseconds"));
  EXPECT_THAT(text, HasSubstr("optional binary field_id=-1 bin;"));
  EXPECT_THAT(text, HasSubstr("  optional group field_id=-1 list (List) {\n"
                              "    repeated group field_id=-1 list {\n"
                              "      optional int32 field_id=-1 element;\n"));
  EXPECT_THAT(text, HasSubstr("  optional group field_id=-1 map (Map) {\n"
                              "    repeated group field_id=-1 key_value {\n"
                              "      required binary field_id=-1 key (String);\n"
                              "      optional int64 field_id=-1 value;\n"));
  EXPECT_THAT(text, HasSubstr("  optional group field_id=-1 st {\n"
                              "    required int32 field_id=-1 x;\n"));
}

TEST(BaseFileWriterTest, MakesAValidFileWithoutRows) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  Written file = WriteFile(schema, {}, {}, {{"k", "v"}});
  auto reader = file.Open();
  EXPECT_EQ(reader->metadata()->num_row_groups(), 0);
  EXPECT_EQ(reader->metadata()->num_rows(), 0);
  EXPECT_EQ(*reader->metadata()->key_value_metadata()->Get("k"), "v");
}

TEST(BaseFileWriterTest, AddsKeyValuesAfterTheRowsAndNoArrowSchema) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  auto output = *arrow::io::BufferOutputStream::Create();
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, schema, {}));
  HUDI_ASSERT_OK(writer->Write(*Batch(schema, R"([{"id": "a"}, {"id": null}])")));
  EXPECT_EQ(writer->num_rows(), 2);
  HUDI_ASSERT_OK(
      writer->Close({{kFooterMinRecordKey, "a"}, {kFooterBloomFilter, "text"}}).status());
  auto reader = parquet::ParquetFileReader::Open(
      std::make_shared<arrow::io::BufferReader>(*output->Finish()));
  const auto& footer = reader->metadata()->key_value_metadata();
  EXPECT_EQ(*footer->Get("hoodie_min_record_key"), "a");
  EXPECT_EQ(*footer->Get("org.apache.hudi.bloomfilter"), "text");
  EXPECT_FALSE(footer->Contains("ARROW:schema"));
}

TEST(BaseFileWriterTest, RoundTripsNestedRowsWithNulls) {
  auto item = arrow::struct_(
      {arrow::field("q", arrow::int64()), arrow::field("tags", arrow::list(arrow::utf8()))});
  auto schema = arrow::schema({arrow::field("list", arrow::list(item)),
                               arrow::field("map", arrow::map(arrow::utf8(), item)),
                               arrow::field("dec", arrow::decimal128(38, 10))});
  auto rows = Batch(schema, R"([
    {"list": [{"q": 1, "tags": ["a", null]}, null], "map": [["k", {"q": 2, "tags": []}]], "dec": "-1234567890123456789012345678.0123456789"},
    {"list": null, "map": null, "dec": null},
    {"list": [], "map": [], "dec": "0.0000000001"}])");
  for (ParquetCodec codec :
       {ParquetCodec::kUncompressed, ParquetCodec::kSnappy, ParquetCodec::kGzip,
        ParquetCodec::kZstd, ParquetCodec::kLz4, ParquetCodec::kBrotli}) {
    ParquetWriteOptions options;
    options.codec = codec;
    std::shared_ptr<arrow::Table> back = WriteFile(schema, {rows}, options).Rows();
    EXPECT_TRUE(back->Equals(**arrow::Table::FromRecordBatches({rows}))) << back->ToString();
  }
}

TEST(BaseFileWriterTest, BoundsRowGroupsByRows) {
  auto schema = arrow::schema({arrow::field("i", arrow::int64())});
  arrow::Int64Builder builder;
  for (int i = 0; i < 2500; ++i) ASSERT_TRUE(builder.Append(i).ok());
  auto batch = arrow::RecordBatch::Make(schema, 2500, {*builder.Finish()});
  ParquetWriteOptions options;
  options.row_group_rows = 1000;
  Written file = WriteFile(schema, {batch, batch}, options);
  auto reader = file.Open();
  ASSERT_EQ(reader->metadata()->num_row_groups(), 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(reader->metadata()->RowGroup(i)->num_rows(), 1000);
  EXPECT_EQ(file.Rows()->num_rows(), 5000);
}

// Texts that neither a dictionary nor a codec shrinks much.
std::shared_ptr<arrow::RecordBatch> RandomTexts(const std::shared_ptr<arrow::Schema>& schema,
                                                int rows, uint64_t seed) {
  arrow::StringBuilder builder;
  std::string text(100, ' ');
  for (int i = 0; i < rows; ++i) {
    for (char& c : text) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      c = static_cast<char>(' ' + (seed >> 33) % 90);
    }
    EXPECT_TRUE(builder.Append(text).ok());
  }
  return arrow::RecordBatch::Make(schema, rows, {*builder.Finish()});
}

TEST(BaseFileWriterTest, BoundsRowGroupsByBytes) {
  auto schema = arrow::schema({arrow::field("s", arrow::utf8())});
  ParquetWriteOptions options;
  options.row_group_bytes = 1 << 20;
  Written file = WriteFile(schema, {RandomTexts(schema, 40000, 1)}, options);
  auto reader = file.Open();
  ASSERT_GE(reader->metadata()->num_row_groups(), 3);
  for (int i = 0; i < reader->metadata()->num_row_groups(); ++i) {
    EXPECT_LT(reader->metadata()->RowGroup(i)->total_byte_size(), (1 << 20) * 5 / 4);
  }
}

TEST(BaseFileWriterTest, EstimatesItsSizeWhileOneRowGroupIsOpen) {
  auto schema = arrow::schema({arrow::field("s", arrow::utf8())});
  for (ParquetCodec codec : {ParquetCodec::kUncompressed, ParquetCodec::kZstd}) {
    auto output = *arrow::io::BufferOutputStream::Create();
    ParquetWriteOptions options;
    options.codec = codec;
    HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, schema, options));
    HUDI_ASSERT_OK_AND_ASSIGN(int64_t empty, writer->EstimatedSizeBytes());
    EXPECT_LT(empty, 100);
    for (uint64_t i = 0; i < 20; ++i) {
      HUDI_ASSERT_OK(writer->Write(*RandomTexts(schema, 5000, i)));
    }
    HUDI_ASSERT_OK_AND_ASSIGN(int64_t estimate, writer->EstimatedSizeBytes());
    HUDI_ASSERT_OK_AND_ASSIGN(int64_t size, writer->Close({}));
    EXPECT_GT(estimate, size * 8 / 10);
    EXPECT_LT(estimate, size * 12 / 10);
  }
}

TEST(BaseFileWriterTest, EstimatesItsSizeWithDictionaryPagesWaiting) {
  // Dictionary columns keep their finished pages, columns without one write them at once.
  auto schema = arrow::schema({arrow::field("s", arrow::utf8()), arrow::field("n", arrow::int64()),
                               arrow::field("b", arrow::boolean())});
  constexpr int kRows = 50000;
  arrow::StringBuilder texts;
  arrow::Int64Builder numbers;
  arrow::BooleanBuilder flags;
  uint64_t random = 1;
  for (int i = 0; i < kRows; ++i) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    ASSERT_TRUE(texts.Append("text " + std::to_string((random >> 33) % 1000)).ok());
    ASSERT_TRUE(numbers.Append(static_cast<int64_t>((random >> 20) % 5000)).ok());
    ASSERT_TRUE(flags.Append((random >> 40) % 2 == 0).ok());
  }
  auto batch = arrow::RecordBatch::Make(schema, kRows,
                                        {*texts.Finish(), *numbers.Finish(), *flags.Finish()});
  auto output = *arrow::io::BufferOutputStream::Create();
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, schema, {}));
  HUDI_ASSERT_OK(writer->Write(*batch));
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t estimate, writer->EstimatedSizeBytes());
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t size, writer->Close({}));
  EXPECT_GT(estimate, size * 7 / 10);
  EXPECT_LT(estimate, size * 13 / 10);
}

TEST(BaseFileWriterTest, RefusesNullsInRequiredColumns) {
  auto nullable = arrow::schema({arrow::field("id", arrow::utf8())});
  auto required = arrow::schema({arrow::field("id", arrow::utf8(), false)});
  auto rows = Batch(nullable, R"([{"id": null}])");
  auto output = *arrow::io::BufferOutputStream::Create();
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, required, {}));
  EXPECT_FALSE(writer->Write(*arrow::RecordBatch::Make(required, 1, rows->columns())).ok());
  EXPECT_THAT(writer->Close({}), FailsWith(ErrorCode::kInternal));
}

TEST(BaseFileWriterTest, RefusesRowsOfAnotherSchema) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  auto other = arrow::schema({arrow::field("id", arrow::int32())});
  auto output = *arrow::io::BufferOutputStream::Create();
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, schema, {}));
  EXPECT_THAT(writer->Write(*Batch(other, R"([{"id": 1}])")), FailsWith(ErrorCode::kInternal));
}

TEST(BaseFileWriterTest, LeavesNoFooterWhenItIsGivenUp) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  auto output = *arrow::io::BufferOutputStream::Create();
  {
    HUDI_ASSERT_OK_AND_ASSIGN(auto writer, BaseFileWriter::Open(output, schema, {}));
    HUDI_ASSERT_OK(writer->Write(*Batch(schema, R"([{"id": "a"}])")));
  }
  EXPECT_LE(*output->Tell(), 4);  // the magic at the start
}

// Fails every write after the first `budget` bytes, as a full disk does.
class FullDisk : public arrow::io::OutputStream {
 public:
  explicit FullDisk(int64_t budget) : budget_(budget) {}
  arrow::Status Write(const void*, int64_t size) override {
    if (written_ + size > budget_) return Fail(ErrorCode::kStorage, "f", "no space left");
    written_ += size;
    return arrow::Status::OK();
  }
  arrow::Status Close() override { return arrow::Status::OK(); }
  arrow::Result<int64_t> Tell() const override { return written_; }
  bool closed() const override { return false; }

 private:
  int64_t budget_;
  int64_t written_ = 0;
};

TEST(BaseFileWriterTest, ReturnsTheStoragesErrorWhereverTheDiskFillsUp) {
  auto schema = arrow::schema({arrow::field("s", arrow::utf8())});
  auto rows = RandomTexts(schema, 3000, 7);
  ParquetWriteOptions options;
  options.row_group_rows = 1000;
  int64_t size = WriteFile(schema, {rows}, options).size;
  for (int64_t budget = 0; budget < size; budget += size / 50) {
    auto write = [&]() -> arrow::Status {
      ARROW_ASSIGN_OR_RAISE(
          auto writer, BaseFileWriter::Open(std::make_shared<FullDisk>(budget), schema, options));
      ARROW_RETURN_NOT_OK(writer->Write(*rows));
      return writer->Close({}).status();
    };
    EXPECT_THAT(write(), FailsWith(ErrorCode::kStorage, "f")) << budget;
  }
}

}  // namespace
}  // namespace hudi
