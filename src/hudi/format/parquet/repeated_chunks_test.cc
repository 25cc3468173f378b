// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_chunks.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <arrow/builder.h>
#include <arrow/io/file.h>
#include <arrow/io/memory.h>
#include <arrow/table.h>
#include <gtest/gtest.h>
#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>

#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

constexpr int kKeysOfAGroup = 300;
constexpr int kKeys = 2 * kKeysOfAGroup;

std::shared_ptr<arrow::Array> KeyTexts(int changed_row = -1, bool with_null = false) {
  arrow::StringBuilder keys;
  for (int i = 0; i < kKeys; ++i) {
    const std::string key = "key " + std::to_string(i * 7919 % 1000) + "/" + std::to_string(i);
    if (with_null && i == 5) {
      EXPECT_TRUE(keys.AppendNull().ok());
    } else {
      EXPECT_TRUE(keys.Append(i == changed_row ? "KEY" + key.substr(3) : key).ok());
    }
  }
  return *keys.Finish();
}

class RepeatedChunksTest : public ::testing::Test {
 protected:
  ~RepeatedChunksTest() override { std::filesystem::remove(path_); }

  void Write(const arrow::ArrayVector& columns, bool last_is_required = false) {
    arrow::FieldVector fields;
    for (const auto& column : columns) {
      const bool required = last_is_required && fields.size() + 1 == columns.size();
      fields.push_back(
          arrow::field("c" + std::to_string(fields.size()), column->type(), !required));
    }
    auto output = *arrow::io::FileOutputStream::Open(path_);
    ParquetWriteOptions options;
    options.row_group_rows = kKeysOfAGroup;
    auto writer = *BaseFileWriter::Open(output, arrow::schema(fields), options);
    ASSERT_TRUE(
        writer->Write(*arrow::RecordBatch::Make(arrow::schema(fields), kKeys, columns)).ok());
    ASSERT_TRUE(writer->Close({}).ok());
    columns_ = columns;
  }

  std::vector<int> Read(const std::vector<int>& groups) {
    auto file = *arrow::io::ReadableFile::Open(path_);
    return ReadFrom(file.get(), parquet::ParquetFileReader::Open(file)->metadata(), groups);
  }
  std::vector<int> ReadFrom(arrow::io::RandomAccessFile* file,
                            const std::shared_ptr<parquet::FileMetaData>& metadata,
                            const std::vector<int>& groups) {
    parquet::arrow::SchemaManifest manifest;
    EXPECT_TRUE(parquet::arrow::SchemaManifest::Make(metadata->schema(), nullptr,
                                                     parquet::default_arrow_reader_properties(),
                                                     &manifest)
                    .ok());
    arrow::FieldVector fields;
    std::vector<int> all;
    for (const parquet::arrow::SchemaField& field : manifest.schema_fields) {
      fields.push_back(field.field);
      all.push_back(static_cast<int>(all.size()));
    }
    const arrow::Schema schema(fields);
    return *ColumnsToRead({*metadata, manifest, schema}, file, all, groups);
  }

  arrow::Result<std::shared_ptr<arrow::Table>> Rows(const std::vector<std::string>& columns) {
    ARROW_ASSIGN_OR_RAISE(auto file, arrow::io::ReadableFile::Open(path_));
    ARROW_ASSIGN_OR_RAISE(auto reader, BaseFileReader::Open(file, "f.parquet"));
    ScanOptions options;
    options.columns = columns;
    ARROW_ASSIGN_OR_RAISE(auto stream, reader->Scan(options));
    return stream->ToTable();
  }
  void ExpectAllRows(const std::vector<int>& order) {
    std::vector<std::string> names;
    for (int i : order) names.push_back("c" + std::to_string(i));
    auto table = Rows(names);
    ASSERT_TRUE(table.ok()) << table.status();
    for (size_t i = 0; i < order.size(); ++i) {
      EXPECT_TRUE((*table)
                      ->column(static_cast<int>(i))
                      ->Equals(arrow::ChunkedArray(columns_[static_cast<size_t>(order[i])])));
    }
  }

  const std::string path_ = ::testing::TempDir() + "repeated_chunks_" +
                            ::testing::UnitTest::GetInstance()->current_test_info()->name();
  arrow::ArrayVector columns_;
};

std::shared_ptr<arrow::Array> KeyNumbers() {
  arrow::Int64Builder numbers;
  for (int i = 0; i < kKeys; ++i) EXPECT_TRUE(numbers.Append(i).ok());
  return *numbers.Finish();
}

TEST_F(RepeatedChunksTest, OneOfEqualTextColumnsIsRead) {
  Write({KeyNumbers(), KeyTexts(), KeyNumbers(), KeyTexts(), KeyTexts(), KeyTexts(400)});
  EXPECT_EQ(Read({0, 1}), (std::vector<int>{0, 1, 2, 1, 1, 5}));
  // In the first row group the last column is as the others.
  EXPECT_EQ(Read({0}), (std::vector<int>{0, 1, 2, 1, 1, 1}));
  ExpectAllRows({0, 1, 2, 3, 4, 5});
  ExpectAllRows({4, 5, 3, 0});
  ExpectAllRows({5, 4, 4});
}

TEST_F(RepeatedChunksTest, NullsCountToo) {
  Write({KeyTexts(-1, true), KeyTexts(), KeyTexts(-1, true), KeyTexts()});
  EXPECT_EQ(Read({0, 1}), (std::vector<int>{0, 1, 0, 1}));
  ExpectAllRows({3, 2, 1, 0});
}

TEST_F(RepeatedChunksTest, ARequiredColumnIsNotAnOptionalOne) {
  Write({KeyTexts(), KeyTexts()}, /*last_is_required=*/true);
  EXPECT_EQ(Read({0, 1}), (std::vector<int>{0, 1}));
  ExpectAllRows({1, 0});
}

TEST_F(RepeatedChunksTest, OfFilesElsewhereAllIsRead) {
  Write({KeyTexts(), KeyTexts()});
  auto file = *arrow::io::ReadableFile::Open(path_);
  auto bytes = *file->ReadAt(0, *file->GetSize());
  arrow::io::BufferReader reader(bytes);
  EXPECT_EQ(ReadFrom(&reader, parquet::ParquetFileReader::Open(file)->metadata(), {0, 1}),
            (std::vector<int>{0, 1}));
}

TEST_F(RepeatedChunksTest, ADamagedCopyIsAnError) {
  Write({KeyTexts(), KeyTexts()});
  auto file = *arrow::io::ReadableFile::Open(path_);
  const auto metadata = parquet::ParquetFileReader::Open(file)->metadata();
  auto chunk = metadata->RowGroup(1)->ColumnChunk(1);
  const int64_t place = chunk->data_page_offset() + chunk->total_compressed_size() - 1;
  {
    std::fstream bytes(path_, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(place);
    const char old = static_cast<char>(bytes.get());
    bytes.seekp(place);
    bytes.put(static_cast<char>(old ^ 1));
  }
  EXPECT_EQ(Read({0, 1}), (std::vector<int>{0, 1}));
  EXPECT_EQ(Read({0}), (std::vector<int>{0, 0}));
  EXPECT_TRUE(Rows({"c0"}).ok());
  const auto rows = Rows({"c0", "c1"});
  ASSERT_FALSE(rows.ok());
  EXPECT_NE(rows.status().message().find("f.parquet"), std::string::npos) << rows.status();
}

}  // namespace
}  // namespace hudi
