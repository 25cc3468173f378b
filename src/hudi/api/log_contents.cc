// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "hudi/config/option_names.h"
#include "hudi/error.h"
#include "hudi/format/avro/schema.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_block_rows.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/read/plan/merge_options.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/read/stream/cdc_image.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/slices/file_name.h"
#include "hudi/storage/storage.h"
#include "hudi/table/key_settings.h"
#include "hudi/table_info.h"

namespace hudi {
namespace {

using log::BlockType;
using log::HeaderKey;

std::string_view ReferenceName(BlockType type) {
  switch (type) {
    case BlockType::kCommand:
      return "COMMAND_BLOCK";
    case BlockType::kDelete:
      return "DELETE_BLOCK";
    case BlockType::kCorrupt:
      return "CORRUPT_BLOCK";
    case BlockType::kAvroData:
      return "AVRO_DATA_BLOCK";
    case BlockType::kHfileData:
      return "HFILE_DATA_BLOCK";
    case BlockType::kParquetData:
      return "PARQUET_DATA_BLOCK";
    case BlockType::kCdcData:
      return "CDC_DATA_BLOCK";
  }
  return "";
}

std::string_view ReferenceName(HeaderKey key) {
  switch (key) {
    case HeaderKey::kInstantTime:
      return "INSTANT_TIME";
    case HeaderKey::kTargetInstantTime:
      return "TARGET_INSTANT_TIME";
    case HeaderKey::kSchema:
      return "SCHEMA";
    case HeaderKey::kCommandBlockType:
      return "COMMAND_BLOCK_TYPE";
    case HeaderKey::kCompactedBlockTimes:
      return "COMPACTED_BLOCK_TIMES";
    case HeaderKey::kRecordPositions:
      return "RECORD_POSITIONS";
    case HeaderKey::kBlockIdentifier:
      return "BLOCK_IDENTIFIER";
    case HeaderKey::kIsPartial:
      return "IS_PARTIAL";
    case HeaderKey::kBaseFileInstantTimeOfRecordPositions:
      return "BASE_FILE_INSTANT_TIME_OF_RECORD_POSITIONS";
  }
  return "";
}

bool HoldsRows(BlockType type) {
  return type == BlockType::kAvroData || type == BlockType::kHfileData ||
         type == BlockType::kParquetData;
}

// The columns that a data block was written with.
arrow::Result<std::shared_ptr<arrow::Schema>> SchemaOfBlock(const LogBlockRef& ref) {
  arrow::Result<avro::SchemaPtr> record = avro::Schema::Parse(ref.block.Header(HeaderKey::kSchema));
  if (!record.ok()) {
    return CorruptFile(ref.file->path(), ref.block.offset, record.status().message());
  }
  return AvroToArrow(**record);
}

// The records of a data block as they are stored, with all their columns.
class BlockRecords {
 public:
  static arrow::Result<std::unique_ptr<BlockRecords>> Open(const LogBlockRef& ref) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, SchemaOfBlock(ref));
    LogRowsOptions options;
    options.merge_schema = AllNullable(*schema);
    auto records = std::make_unique<BlockRecords>();
    records->opener_ = std::make_unique<LogBlockOpener>(options, LogBlockParts{});
    ARROW_ASSIGN_OR_RAISE(records->rows_, records->opener_->Open(ref));
    return records;
  }

  int64_t remaining() const { return rows_->remaining(); }
  arrow::Status Take(int64_t num_records, const LogBlockRows::Visit& visit) {
    return rows_->Take(num_records, visit);
  }

 private:
  std::unique_ptr<LogBlockOpener> opener_;
  std::unique_ptr<LogBlockRows> rows_;
};

arrow::Result<int64_t> CountRecords(const LogBlockRef& ref) {
  if (HoldsRows(ref.block.type)) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<BlockRecords> records, BlockRecords::Open(ref));
    return records->remaining();
  }
  if (ref.block.type != BlockType::kDelete) return 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, ref.file->ReadContent(ref.block));
  ARROW_ASSIGN_OR_RAISE(
      std::vector<log::DeleteRecord> deletes,
      log::DecodeDeleteBlock(std::string_view(*content), ref.file->OriginOf(ref.block)));
  return static_cast<int64_t>(deletes.size());
}

arrow::Status PrintRows(const arrow::RecordBatch& rows, size_t limit,
                        std::vector<std::string>* records) {
  ARROW_ASSIGN_OR_RAISE(ImagePrinter printer,
                        ImagePrinter::Make(*rows.schema(), /*with_meta_columns=*/true));
  for (int64_t row = 0; row < rows.num_rows() && records->size() < limit; ++row) {
    printer.Append(rows, row, &records->emplace_back());
  }
  return arrow::Status::OK();
}

arrow::Status PrintFile(const Storage& storage, const std::string& path, size_t limit,
                        std::vector<std::string>* records) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> file, OpenLogFile(storage, path));
  while (records->size() < limit) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, file->Next());
    if (!block) return arrow::Status::OK();
    if (!HoldsRows(block->type)) continue;
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<BlockRecords> rows, BlockRecords::Open({file, *block}));
    const auto wanted = static_cast<int64_t>(limit - records->size());
    ARROW_RETURN_NOT_OK(rows->Take(std::min(rows->remaining(), wanted),
                                   [&](const std::shared_ptr<arrow::RecordBatch>& batch) {
                                     return PrintRows(*batch, limit, records);
                                   }));
  }
  return arrow::Status::OK();
}

arrow::Result<LogRowsOptions> MergedRowsOptions(const OpenedTable& table) {
  const TableConfig& config = table.config;
  ARROW_ASSIGN_OR_RAISE(TableSchema schema,
                        ReadTableSchema(*table.storage, config, *table.timeline, ""));
  std::shared_ptr<arrow::Schema> columns = schema.columns;
  LogRowsOptions options;
  options.stored_names = schema.stored_names;
  if (config.populate_meta_fields()) {
    columns = WithMetaColumns(*columns);
  } else {
    ARROW_ASSIGN_OR_RAISE(const KeyOptions keys,
                          ReadKeyOptions(config.version(), NormalizeStored(config.properties())));
    ARROW_ASSIGN_OR_RAISE(options.virtual_keys, VirtualKeys::Make(keys));
    ARROW_ASSIGN_OR_RAISE(
        columns, columns->AddField(0, arrow::field(std::string(kRecordKey), arrow::utf8())));
  }
  ARROW_ASSIGN_OR_RAISE(options.merge, TableMergeOptions(config, *columns));
  options.merge_schema = AllNullable(*columns);
  return options;
}

}  // namespace

arrow::Result<std::vector<LogBlockHeader>> ReadLogBlockHeaders(const std::string& base_path,
                                                               const std::string& path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> file, OpenLogFile(*storage, path));
  std::vector<LogBlockHeader> headers;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, file->Next());
    if (!block) return headers;
    LogBlockHeader header;
    header.type = ReferenceName(block->type);
    for (const auto& [key, value] : block->header) {
      header.entries[std::string(ReferenceName(key))] = value;
    }
    ARROW_ASSIGN_OR_RAISE(header.num_records, CountRecords({file, *block}));
    headers.push_back(std::move(header));
  }
}

arrow::Result<std::vector<std::string>> ReadLogRecords(const std::string& base_path,
                                                       std::vector<std::string> paths, bool merged,
                                                       size_t limit) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  std::vector<std::string> records;
  if (!merged) {
    for (const std::string& path : paths) {
      ARROW_RETURN_NOT_OK(PrintFile(*storage, path, limit, &records));
    }
    return records;
  }
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenedTable::Open(storage));
  std::vector<std::pair<LogFileName, std::string>> named;
  for (const std::string& path : paths) {
    ARROW_ASSIGN_OR_RAISE(LogFileName name,
                          ParseLogFileName(std::string_view(path).substr(path.rfind('/') + 1)));
    named.emplace_back(std::move(name), path);
  }
  std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.instant, a.first.version, a.second) <
           std::tie(b.first.instant, b.first.version, b.second);
  });
  std::vector<std::shared_ptr<log::LogFileReader>> files;
  for (const auto& [name, path] : named) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> file, OpenLogFile(*storage, path));
    files.push_back(std::move(file));
  }
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection selection,
                        SelectLogBlocks(files, [&](std::string_view instant) {
                          return table.timeline->IsCommitted(instant);
                        }));
  ARROW_ASSIGN_OR_RAISE(LogRowsOptions options, MergedRowsOptions(table));
  ARROW_ASSIGN_OR_RAISE(LogRows logs, ReadLogRows(selection.blocks, options));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<SliceMerger> merger,
                        SliceMerger::Make(options.merge, std::move(logs)));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, merger->RemainingRows());
  ARROW_RETURN_NOT_OK(PrintRows(*rows, limit, &records));
  return records;
}

}  // namespace hudi
