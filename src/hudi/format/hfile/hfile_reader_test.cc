// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/hfile/hfile_reader.h"

#include <fstream>
#include <sstream>

#include <arrow/io/memory.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/document.h"
#include "hudi/format/hfile/test_hfile.h"

namespace hudi::hfile {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Entries = std::vector<std::pair<std::string, std::string>>;

std::string Fixture(const std::string& name) {
  std::ifstream file(std::string(HUDI_HFILE_FIXTURES "/") + name, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

arrow::Result<std::unique_ptr<HFileReader>> Open(const std::string& bytes) {
  auto file = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
  return HFileReader::Open(file, "f.hfile", 0, static_cast<int64_t>(bytes.size()));
}

arrow::Result<Entries> Scan(const HFileReader& reader) {
  Entries entries;
  EntryScanner scanner(reader);
  for (Entry entry;;) {
    ARROW_ASSIGN_OR_RAISE(bool more, scanner.Next(&entry));
    if (!more) return entries;
    entries.emplace_back(entry.row, entry.value);
  }
}

arrow::Result<Entries> ScanBytes(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<HFileReader> reader, Open(bytes));
  return Scan(*reader);
}

TestHFile Numbers(int count) {
  TestHFile file;
  for (int i = 0; i < count; ++i) {
    file.entries.emplace_back("row" + std::to_string(100 + 2 * i),
                              std::string(static_cast<size_t>(i), 'v'));
  }
  return file;
}

TEST(HFileReaderTest, ReadsEveryShape) {
  for (int count : {0, 1, 2, 3, 9}) {
    for (int levels : {1, 2}) {
      for (Compression compression : {Compression::kNone, Compression::kGzip}) {
        for (int checksum : {0, 1}) {
          TestHFile file = Numbers(count);
          file.levels = levels;
          file.compression = compression;
          file.checksum = checksum;
          HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(file.Bytes()));
          EXPECT_EQ(reader->num_entries(), count);
          HUDI_ASSERT_OK_AND_ASSIGN(Entries entries, Scan(*reader));
          EXPECT_EQ(entries, file.entries);
        }
      }
    }
  }
}

TEST(HFileReaderTest, FindsRows) {
  for (int levels : {1, 2}) {
    TestHFile file = Numbers(9);
    file.levels = levels;
    HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(file.Bytes()));
    for (const auto& [row, value] : file.entries) {
      HUDI_ASSERT_OK_AND_ASSIGN(auto found, reader->Find(row));
      EXPECT_EQ(found, value) << row;
    }
    for (const char* row : {"", "row", "row101", "row1000", "row115", "row117", "z"}) {
      HUDI_ASSERT_OK_AND_ASSIGN(auto found, reader->Find(row));
      EXPECT_EQ(found, std::nullopt) << row;
    }
  }
}

TEST(HFileReaderTest, TheFirstOfEqualRowsIsFoundAcrossBlocks) {
  TestHFile file;
  file.entries = {{"a", "1"}, {"b", "2"}, {"b", "3"}, {"b", "4"}, {"c", "5"}};
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(file.Bytes()));
  HUDI_ASSERT_OK_AND_ASSIGN(auto found, reader->Find("b"));
  EXPECT_EQ(found, "2");
  HUDI_ASSERT_OK_AND_ASSIGN(Entries entries, Scan(*reader));
  EXPECT_EQ(entries.size(), 5U);
}

TEST(HFileReaderTest, ReadsFilesOfTheReference) {
  for (const char* name : {"v6_files.hfile", "v8_column_stats.hfile", "v9_files.hfile"}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto reader, Open(Fixture(name)));
    HUDI_ASSERT_OK_AND_ASSIGN(Entries entries, Scan(*reader));
    ASSERT_FALSE(entries.empty());
    const std::string* schema_json = reader->Info("schema");
    ASSERT_NE(schema_json, nullptr);
    HUDI_ASSERT_OK_AND_ASSIGN(avro::SchemaPtr schema, avro::Schema::Parse(*schema_json));
    EXPECT_EQ(*reader->Info("minRecordKey"), entries.front().first);
    EXPECT_EQ(*reader->Info("maxRecordKey"), entries.back().first);
    for (const auto& [row, value] : entries) {
      HUDI_ASSERT_OK_AND_ASSIGN(avro::Document record, avro::DecodeDocument(*schema, value, "f"));
      EXPECT_EQ(record["key"], "") << row;  // the row holds it
      HUDI_ASSERT_OK_AND_ASSIGN(auto found, reader->Find(row));
      EXPECT_EQ(found, value);
    }
    HUDI_ASSERT_OK_AND_ASSIGN(auto bloom, reader->ReadMeta("bloomFilter"));
    EXPECT_TRUE(bloom.has_value()) << name;
    HUDI_ASSERT_OK_AND_ASSIGN(auto nothing, reader->ReadMeta("nothing"));
    EXPECT_FALSE(nothing.has_value());
  }
}

TEST(HFileReaderTest, AFileInsideAnotherOneIsRead) {
  const TestHFile file = Numbers(5);
  const std::string bytes = file.Bytes();
  auto outer = std::make_shared<arrow::io::BufferReader>(
      arrow::Buffer::FromString("before" + bytes + "behind"));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto reader, HFileReader::Open(outer, "f.log", 6, static_cast<int64_t>(bytes.size())));
  HUDI_ASSERT_OK_AND_ASSIGN(Entries entries, Scan(*reader));
  EXPECT_EQ(entries, file.entries);
}

TEST(HFileReaderTest, RefusesWhatItCannotRead) {
  TestHFile file = Numbers(3);
  file.version = 0x02000002;
  EXPECT_THAT(Open(file.Bytes()), FailsWith(ErrorCode::kUnsupported, "f.hfile"));
  file = Numbers(3);
  file.info.emplace_back("hfile.MAX_TAGS_LEN", "");
  EXPECT_THAT(Open(file.Bytes()), FailsWith(ErrorCode::kUnsupported, "f.hfile"));
  file = Numbers(3);
  file.compression = static_cast<Compression>(3);
  EXPECT_THAT(Open(file.Bytes()).status().message(), HasSubstr("SNAPPY"));
}

TEST(HFileReaderTest, FewerOrMoreEntriesThanCountedAreAnError) {
  for (int64_t off_by : {-1, 1}) {
    TestHFile file = Numbers(3);
    file.count_off_by = off_by;
    EXPECT_THAT(ScanBytes(file.Bytes()), FailsWith(ErrorCode::kCorruptFile));
  }
}

TEST(HFileReaderTest, RowsOutOfOrderAreAnError) {
  TestHFile file;
  file.entries = {{"b", ""}, {"a", ""}};
  EXPECT_THAT(ScanBytes(file.Bytes()), FailsWith(ErrorCode::kCorruptFile));
  file.entries = {{"b", ""}, {"c", ""}, {"a", ""}};  // of two blocks
  EXPECT_THAT(ScanBytes(file.Bytes()), FailsWith(ErrorCode::kCorruptFile));
}

TEST(HFileReaderTest, AChecksumThatDoesNotMatchIsAnError) {
  TestHFile file = Numbers(9);
  file.checksum = 1;
  std::string bytes = file.Bytes();
  bytes[kBlockHeadSize + 20] = static_cast<char>(bytes[kBlockHeadSize + 20] ^ 1);
  auto scanned = ScanBytes(bytes);
  EXPECT_THAT(scanned, FailsWith(ErrorCode::kCorruptFile));
  EXPECT_THAT(scanned.status().message(), HasSubstr("checksum"));
  // HBase's writer: CRC-32C.
  bytes = Fixture("v8_column_stats.hfile");
  bytes[kBlockHeadSize + 40] = static_cast<char>(bytes[kBlockHeadSize + 40] ^ 1);
  EXPECT_THAT(ScanBytes(bytes).status().message(), HasSubstr("checksum"));
}

TEST(HFileReaderTest, AFileCutAnywhereIsAnError) {
  const std::string bytes = Numbers(5).Bytes();
  for (size_t size = 0; size < bytes.size(); size += size < 1000 ? 1 : 37) {
    EXPECT_THAT(ScanBytes(bytes.substr(0, size)), FailsWith(ErrorCode::kCorruptFile)) << size;
  }
}

}  // namespace
}  // namespace hudi::hfile
