// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include <arrow/io/memory.h>

#include "hudi/base/text.h"
#include "hudi/config/properties.h"
#include "hudi/error.h"
#include "hudi/format/avro/document.h"
#include "hudi/format/avro/row_reader.h"
#include "hudi/format/hfile/hfile_reader.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/format/log/record_positions.h"
#include "hudi/merge/log_rows.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi::fuzz {
namespace {

namespace fs = std::filesystem;
using log::BlockType;
using log::HeaderKey;

std::string Fixture(const std::string& path) {
  std::ifstream file(std::string(HUDI_FIXTURES "/") + path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

std::shared_ptr<arrow::io::RandomAccessFile> InMemory(const std::string& bytes) {
  return std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(bytes));
}

arrow::Result<std::shared_ptr<log::LogFileReader>> OpenLog(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                        log::LogFileReader::Open(InMemory(bytes), "f"));
  return reader;
}

// Whether the blocks of a log are whole; an error counts as a report elsewhere.
arrow::Result<bool> HasCorruptBlocks(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader, OpenLog(bytes));
  bool corrupt = false;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, reader->Next());
    if (!block) return corrupt;
    corrupt = corrupt || block->type == BlockType::kCorrupt;
  }
}

arrow::Result<avro::SchemaPtr> SchemaOf(const log::Block& block) {
  return avro::Schema::Parse(block.Header(HeaderKey::kSchema));
}

// The columns of the first block that has a schema, all nullable, and the record key.
std::shared_ptr<arrow::Schema> ColumnsOfLog(const std::string& bytes) {
  arrow::FieldVector fields;
  auto reader = OpenLog(bytes).ValueOrDie();
  while (fields.empty()) {
    std::optional<log::Block> block = reader->Next().ValueOrDie();
    if (!block) break;
    auto schema = SchemaOf(*block);
    if (!schema.ok()) continue;
    // The metadata table's records have unions that are no columns.
    auto columns = avro::RowSchema(**schema);
    if (!columns.ok()) continue;
    for (const auto& field : (*columns)->fields()) fields.push_back(field->WithNullable(true));
  }
  if (fields.empty()) fields.push_back(arrow::field(std::string(kRecordKey), arrow::utf8()));
  return arrow::schema(std::move(fields));
}

arrow::Result<Reading> ReadLog(const std::string& bytes,
                               const std::shared_ptr<arrow::Schema>& columns) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader, OpenLog(bytes));
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection selection,
                        SelectLogBlocks({reader}, [](std::string_view) { return true; }));
  LogRowsOptions options;
  options.merge_schema = columns;
  ARROW_ASSIGN_OR_RAISE(LogRows rows, ReadLogRows(selection.blocks, options));
  ARROW_RETURN_NOT_OK(rows.rows->ValidateFull());
  Reading reading;
  reading.rows = rows.rows->num_rows();
  ARROW_ASSIGN_OR_RAISE(reading.reports_damage, HasCorruptBlocks(bytes));
  return reading;
}

arrow::Result<Reading> ReadChangeData(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader, OpenLog(bytes));
  Reading reading;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, reader->Next());
    if (!block) return reading;
    if (block->type == BlockType::kCorrupt) {
      reading.reports_damage = true;
      continue;
    }
    if (block->type != BlockType::kCdcData) return arrow::Status::Invalid("no change data");
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr schema, SchemaOf(*block));
    ARROW_ASSIGN_OR_RAISE(auto decoder,
                          avro::ColumnDecoder::Make(schema, arrow::default_memory_pool()));
    ARROW_ASSIGN_OR_RAISE(auto content, reader->ReadContent(*block));
    ARROW_ASSIGN_OR_RAISE(
        auto batches, log::DecodeAvroDataBlock(std::string_view(*content), reader->OriginOf(*block),
                                               decoder.get(), 100));
    for (const auto& batch : batches) {
      ARROW_RETURN_NOT_OK(batch->ValidateFull());
      reading.rows += batch->num_rows();
    }
  }
}

arrow::Result<int64_t> CountEntries(const hfile::HFileReader& reader) {
  int64_t rows = 0;
  hfile::EntryScanner scanner(reader);
  for (hfile::Entry entry;;) {
    ARROW_ASSIGN_OR_RAISE(bool more, scanner.Next(&entry));
    if (!more) return rows;
    ++rows;
    if (rows == 1) ARROW_RETURN_NOT_OK(reader.Find(std::string(entry.row)).status());
  }
}

arrow::Result<Reading> ReadHFile(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(auto reader, hfile::HFileReader::Open(InMemory(bytes), "f", 0,
                                                              static_cast<int64_t>(bytes.size())));
  ARROW_RETURN_NOT_OK(reader->ReadMeta("bloomFilter").status());
  ARROW_ASSIGN_OR_RAISE(int64_t rows, CountEntries(*reader));
  return Reading{rows, false};
}

arrow::Result<Reading> ReadHFileLog(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader, OpenLog(bytes));
  Reading reading;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, reader->Next());
    if (!block) return reading;
    if (block->type == BlockType::kCorrupt) {
      reading.reports_damage = true;
      continue;
    }
    if (block->type != BlockType::kHfileData) return arrow::Status::Invalid("no HFile");
    ARROW_ASSIGN_OR_RAISE(
        auto hfile,
        hfile::HFileReader::Open(reader->file(), "f", block->content_offset, block->content_size));
    ARROW_ASSIGN_OR_RAISE(int64_t rows, CountEntries(*hfile));
    reading.rows += rows;
  }
}

arrow::Result<Reading> ReadDeletes(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(auto records, log::DecodeDeleteBlock(bytes, {"f", 0, false}));
  return Reading{static_cast<int64_t>(records.size()), false};
}

arrow::Result<Reading> ReadPositions(const std::string& bytes) {
  auto positions = log::DecodeRecordPositions(bytes, 100000);
  if (!positions) return arrow::Status::Invalid("no positions");
  return Reading{static_cast<int64_t>(positions->size()), false};
}

// Below the text: the bytes of the bitmap.
arrow::Result<Reading> ReadPositionBytes(const std::string& bytes) {
  return ReadPositions(Base64Encode(bytes));
}

arrow::Result<Reading> ReadCommit(const std::string& bytes) {
  ARROW_RETURN_NOT_OK(DecodeCommitMetadata(bytes, "f").status());
  return Reading{};
}

arrow::Result<Reading> ReadDocuments(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(auto documents, avro::ReadContainerDocuments(bytes, "f"));
  return Reading{static_cast<int64_t>(documents.size()), false};
}

arrow::Result<Reading> ReadContainerRows(const std::string& bytes) {
  ARROW_ASSIGN_OR_RAISE(auto rows, avro::OpenAvroRows(InMemory(bytes), "f", 100));
  Reading reading;
  while (true) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
    if (batch == nullptr) return reading;
    ARROW_RETURN_NOT_OK(batch->ValidateFull());
    reading.rows += batch->num_rows();
  }
}

arrow::Result<Reading> ReadProperties(const std::string& bytes) {
  ARROW_RETURN_NOT_OK(ParseProperties(bytes, "f").status());
  return Reading{};
}

std::string DeleteContent() {
  using log::DeleteOrdering;
  using Kind = DeleteOrdering::Kind;
  std::vector<log::DeleteRecord> records;
  for (Kind kind : {Kind::kNone, Kind::kBoolean, Kind::kInt, Kind::kLong, Kind::kFloat,
                    Kind::kDouble, Kind::kBytes, Kind::kText, Kind::kDate, Kind::kDecimal,
                    Kind::kTimeMicros, Kind::kTimestampMicros, Kind::kSeveral}) {
    DeleteOrdering value{kind, 7, 1.5, "abc", {}};
    if (kind == Kind::kSeveral) value.several = {DeleteOrdering::Always(), DeleteOrdering{}};
    records.push_back({"key" + std::to_string(records.size()), "part", value});
  }
  return log::EncodeDeleteBlock(records);
}

std::string PositionText() {
  std::vector<uint64_t> positions;
  for (uint64_t i = 0; i < 20000; ++i) {
    if (i < 6000 || i % 7 == 0) positions.push_back(i);
  }
  positions.push_back(uint64_t{5} << 32);
  return log::EncodeRecordPositions(positions);
}

// Of every kind of instant the first file.
void AddTimeline(std::vector<Target>* targets) {
  const fs::path folder(HUDI_FIXTURES "/timeline");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() > 0) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> seen;
  for (const fs::path& file : files) {
    std::string kind = file.extension().string();
    if (kind != ".commit" && kind != ".deltacommit" && kind != ".replacecommit" &&
        kind != ".requested" && kind != ".clean" && kind != ".rollback" && kind != ".restore" &&
        kind != ".savepoint" && kind != ".inflight") {
      continue;
    }
    std::string name =
        file.lexically_relative(folder).begin()->string().substr(0, 2) + kind.substr(1);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
    seen.push_back(name);
    Target target;
    target.bytes = Fixture("timeline/" + file.lexically_relative(folder).string());
    const bool is_avro = target.bytes.starts_with("Obj");
    target.counts_rows = false;
    target.name = "Commit" + name;
    target.read = ReadCommit;
    targets->push_back(target);
    if (!is_avro) continue;
    target.name = "Body" + name;
    target.read = ReadDocuments;
    targets->push_back(target);
  }
}

}  // namespace

std::vector<Target> AllTargets() {
  std::vector<Target> targets;
  for (const char* name :
       {"v6_rollback", "v8_delete", "v8_isdel", "v9_types", "v8_partial", "v8_parquet"}) {
    Target target;
    target.name = std::string("Log") + name;
    target.bytes = Fixture(std::string("log/") + name + ".log");
    target.read = [columns = ColumnsOfLog(target.bytes)](const std::string& bytes) {
      return ReadLog(bytes, columns);
    };
    if (target.name == "Logv8_parquet") target.slowness = 10;
    targets.push_back(target);
  }
  // Several blocks, one behind the other.
  Target chain;
  chain.name = "LogChain";
  for (const char* name : {"v8_isdel", "v8_delete", "v8_isdel", "v6_rollback", "v8_isdel"}) {
    chain.bytes += Fixture(std::string("log/") + name + ".log");
  }
  chain.read = [columns = ColumnsOfLog(chain.bytes)](const std::string& bytes) {
    return ReadLog(bytes, columns);
  };
  targets.push_back(chain);
  targets.push_back({"ChangeData", Fixture("log/v9_cdc.log"), ReadChangeData});
  targets.push_back({"HFileV6", Fixture("hfile/v6_files.hfile"), ReadHFile});
  targets.push_back({"HFileV8", Fixture("hfile/v8_column_stats.hfile"), ReadHFile});
  targets.push_back({"HFileV9", Fixture("hfile/v9_files.hfile"), ReadHFile});
  targets.push_back({"HFileLog", Fixture("hfile/v8_files.log"), ReadHFileLog});
  targets.push_back({"Deletes", DeleteContent(), ReadDeletes});
  targets.push_back({"Positions", PositionText(), ReadPositions, /*counts_rows=*/false});
  targets.push_back({"PositionBytes", *Base64Decode(PositionText()), ReadPositionBytes,
                     /*counts_rows=*/false});
  targets.push_back({"Properties",
                     "#Updated at 2026\nhoodie.table.name=t\\u00e9\n"
                     "hoodie.table.checksum=4001\na\\:b : c\\\n  d\n",
                     ReadProperties, /*counts_rows=*/false});
  for (const char* codec : {"null", "deflate", "snappy", "zstandard"}) {
    targets.push_back({std::string("Avro") + codec,
                       Fixture(std::string("avro/all_types_") + codec + ".avro"),
                       ReadContainerRows});
  }
  AddTimeline(&targets);
  return targets;
}

}  // namespace hudi::fuzz
