// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/merged_records.h"

#include <string>
#include <utility>
#include <vector>

#include <arrow/io/memory.h>
#include <arrow/table.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/schema.h"
#include "hudi/format/hfile/test_hfile.h"
#include "hudi/format/log/block.h"
#include "hudi/format/log/delete_block.h"

namespace hudi {
namespace {

constexpr char kAvroSchema[] =
    R"({"type":"record","name":"r","fields":[{"name":"key","type":"string"},)"
    R"({"name":"type","type":"int"},{"name":"note","type":["null","string"],"default":null}]})";

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("key", arrow::utf8()), arrow::field("type", arrow::int32()),
                        arrow::field("note", arrow::utf8())});
}

using Notes = std::vector<std::pair<std::string, std::string>>;  // key -> note

std::string HFileOf(const Notes& notes, std::string schema = kAvroSchema) {
  hfile::TestHFile file;
  for (const auto& [key, note] : notes) {
    // An empty key, type 5, the second branch, a short text.
    file.entries.emplace_back(
        key, std::string("\0\x0a\x02", 3) + static_cast<char>(2 * note.size()) + note);
  }
  file.info.emplace_back("schema", std::move(schema));
  return file.Bytes();
}

std::unique_ptr<RecordSource> Base(const Notes& notes) {
  return *RecordSource::OpenBaseFile(
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(HFileOf(notes))),
      "f.hfile", Columns());
}

std::vector<std::unique_ptr<RecordSource>> Logs(const std::vector<std::string>& blocks) {
  std::vector<std::unique_ptr<RecordSource>> sources;
  for (const std::string& bytes : blocks) {
    std::shared_ptr<log::LogFileReader> file = *log::LogFileReader::Open(
        std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes)), "f.log");
    sources.push_back(*RecordSource::OpenLogBlock({file, **file->Next()}, Columns()));
  }
  return sources;
}

std::string DataBlock(const Notes& notes) {
  return log::EncodeBlock(
      log::BlockType::kHfileData,
      {{log::HeaderKey::kInstantTime, "1"}, {log::HeaderKey::kSchema, kAvroSchema}},
      HFileOf(notes));
}

std::string DeleteBlock(const std::vector<std::string>& keys) {
  std::vector<log::DeleteRecord> records;
  for (const std::string& key : keys) records.push_back({key, "p", {}});
  return log::EncodeBlock(log::BlockType::kDelete, {{log::HeaderKey::kInstantTime, "1"}},
                          log::EncodeDeleteBlock(records));
}

Notes Read(const std::shared_ptr<arrow::RecordBatchReader>& rows) {
  Notes notes;
  auto table = rows->ToTable();
  EXPECT_TRUE(table.ok()) << table.status();
  if (!table.ok()) return notes;
  for (int64_t row = 0; row < (*table)->num_rows(); ++row) {
    auto text = [&](int column) { return (*(*table)->column(column)->GetScalar(row))->ToString(); };
    notes.emplace_back(text(0), text(2));
  }
  return notes;
}

TEST(MergedRecordsTest, OneRecordAKeyInAscendingOrder) {
  const auto rows = MergeRecords(Columns(), Base({{"a", "1"}, {"c", "1"}, {"d", "1"}, {"e", "1"}}),
                                 Logs({DataBlock({{"b", "2"}, {"c", "2"}}), DeleteBlock({"e", "a"}),
                                       DataBlock({{"a", "3"}, {"f", "3"}})}));
  EXPECT_EQ(Read(rows), (Notes{{"a", "3"}, {"b", "2"}, {"c", "2"}, {"d", "1"}, {"f", "3"}}));
}

TEST(MergedRecordsTest, WithoutABaseFile) {
  EXPECT_EQ(Read(MergeRecords(
                Columns(), nullptr,
                Logs({DeleteBlock({}), DataBlock({{"a", "1"}, {"b", "1"}}), DeleteBlock({"b"})}))),
            (Notes{{"a", "1"}}));
  EXPECT_EQ(Read(MergeRecords(Columns(), nullptr, {})), Notes{});
}

TEST(MergedRecordsTest, ManyRecordsOverSeveralBatches) {
  Notes base;
  Notes log;
  Notes want;
  for (int i = 0; i < 10000; ++i) {
    std::string key = std::to_string(100000 + i);
    base.emplace_back(key, "b");
    if (i % 3000 == 0) log.emplace_back(key, "l");
    want.emplace_back(key, i % 3000 == 0 ? "l" : "b");
  }
  EXPECT_EQ(Read(MergeRecords(Columns(), Base(base), Logs({DataBlock(log)}))), want);
}

TEST(RecordSourceTest, RefusesHFilesThatDoNotSayWhatTheyHold) {
  hfile::TestHFile file;
  file.entries.emplace_back("a", "x");
  auto bytes = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(file.Bytes()));
  EXPECT_THAT(RecordSource::OpenBaseFile(bytes, "f.hfile", Columns()),
              FailsWith(ErrorCode::kCorruptFile, std::string("f.hfile")));
}

TEST(RecordSourceTest, RefusesBlocksOfOtherKinds) {
  const std::string bytes = log::EncodeBlock(
      log::BlockType::kAvroData,
      {{log::HeaderKey::kInstantTime, "1"}, {log::HeaderKey::kSchema, kAvroSchema}}, "");
  std::shared_ptr<log::LogFileReader> file = *log::LogFileReader::Open(
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes)), "f.log");
  EXPECT_THAT(RecordSource::OpenLogBlock({file, **file->Next()}, Columns()),
              FailsWith(ErrorCode::kUnsupported, std::string("f.log")));
}

}  // namespace
}  // namespace hudi
