// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/log_compaction.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <arrow/array.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/merge/virtual_keys.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/services/compaction/log_reduction.h"
#include "hudi/write/files/delete_records.h"
#include "hudi/write/files/log_data_blocks.h"
#include "hudi/write/files/log_file_sink.h"
#include "hudi/write/files/meta_arrays.h"

namespace hudi {
namespace {

constexpr int64_t kMinBlockBytes = 1024 * 1024;
constexpr int64_t kBlocksInMemory = 4;
// Columns take more room than the encoded records they come from.
constexpr int64_t kBytesPerLogByte = 4;
constexpr int64_t kMostPasses = 1024;
constexpr int64_t kGatherRows = 16 * 1024;
constexpr size_t kDeletesPerBlock = 1 << 20;

class GroupLogCompaction {
 public:
  GroupLogCompaction(const WriteContext& context, const FileSlice& slice, int number,
                     int64_t memory_bytes)
      : context_(context), slice_(slice), memory_bytes_(memory_bytes) {
    task_.kind = FileGroupTask::Kind::kAppend;
    task_.number = number;
    task_.partition = slice.partition_path;
    task_.file_id = slice.file_id;
  }

  arrow::Result<std::vector<WriteStat>> Run() {
    ARROW_RETURN_NOT_OK(NameFiles());
    ARROW_RETURN_NOT_OK(SelectBlocks());
    LogFileSink sink(context_, task_);
    sink_ = &sink;
    int64_t num_passes =
        std::clamp<int64_t>((logs_.content_bytes * kBytesPerLogByte + memory_bytes_ - 1) /
                                std::max<int64_t>(memory_bytes_, 1),
                            1, kMostPasses);
    for (int64_t pass = 0; pass < num_passes; ++pass) {
      ARROW_RETURN_NOT_OK(context_.CheckStop());
      ARROW_RETURN_NOT_OK(RunPass(pass, num_passes));
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<WriteStat> stats, sink.Finish());
    AddTotals(&stats);
    return stats;
  }

 private:
  // Layout 1 names log files after their slice and numbers them, layout 2 after what wrote them.
  arrow::Status NameFiles() {
    FileGroupTask::Log& log = task_.log;
    log.prev_commit = slice_.base_instant;
    if (context_.timeline->layout().version >= 2) {
      log.name_instant = context_.instant();
      return arrow::Status::OK();
    }
    log.name_instant = slice_.base_instant;
    if (slice_.base_file) log.base_file = FormatBaseFileName(slice_.base_file->name);
    for (const LogFile& file : slice_.log_files) {
      log.log_files.push_back(FormatLogFileName(file.name));
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, context_.storage->List(task_.partition));
    for (const FileEntry& entry : entries) {
      if (IsChecksumSideFile(entry.name()) || !LooksLikeLogFile(entry.name())) continue;
      ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(entry.name()));
      if (name.file_id != task_.file_id || name.instant != log.name_instant) continue;
      log.first_version = std::max(log.first_version, name.version + 1);
    }
    return arrow::Status::OK();
  }

  arrow::Status SelectBlocks() {
    ARROW_ASSIGN_OR_RAISE(logs_,
                          SelectSliceBlocks(*context_.storage, slice_, context_.timeline.get(),
                                            [this](std::string_view instant) {
                                              return context_.timeline->IsCommitted(instant);
                                            }));
    std::vector<std::string> instants;
    for (const LogBlockRef& ref : logs_.blocks) {
      std::string instant(ref.block.Header(log::HeaderKey::kInstantTime));
      if (std::find(instants.begin(), instants.end(), instant) == instants.end()) {
        instants.push_back(std::move(instant));
      }
    }
    // Newest first.
    std::string replaced;
    for (size_t i = instants.size(); i-- > 0;) {
      replaced += (replaced.empty() ? "" : ",") + instants[i];
    }
    header_ = {{log::HeaderKey::kInstantTime, context_.instant()},
               {log::HeaderKey::kSchema, context_.footer_schema_json},
               {log::HeaderKey::kCompactedBlockTimes, std::move(replaced)}};
    return arrow::Status::OK();
  }

  arrow::Status RunPass(int64_t pass, int64_t num_passes) {
    LogRowsOptions options;
    options.merge_schema = AllNullable(*context_.file_schema);
    options.merge = context_.config.merge;
    options.stored_names = context_.stored_names;
    if (!context_.config.populate_meta_fields) {
      ARROW_ASSIGN_OR_RAISE(options.virtual_keys, VirtualKeys::Make(context_.config.keys));
    }
    if (num_passes > 1) {
      options.wants_key = [=](std::string_view key) { return PartOfKey(key, num_passes) == pass; };
    }
    ARROW_ASSIGN_OR_RAISE(LogRows rows, ReadLogRows(logs_.blocks, options));
    num_records_ += rows.rows->num_rows();
    ARROW_ASSIGN_OR_RAISE(ReducedLog reduced, ReduceLog(rows, context_.config.merge));
    for (const ReducedLog::Block& block : reduced.blocks) {
      ARROW_RETURN_NOT_OK(block.is_delete ? WriteDeletes(rows, block.records)
                                          : WriteRows(rows, block));
    }
    return arrow::Status::OK();
  }

  // The columns of a block's rows as indices of the file schema, and what its header tells of them.
  arrow::Result<LogBlockSchema> SchemaOf(const LogRows& rows, int32_t column_set,
                                         std::vector<int>* columns,
                                         log::BlockHeader* header) const {
    arrow::FieldVector fields;
    for (int i = 0; i < context_.file_schema->num_fields(); ++i) {
      const bool has_it = column_set < 0 ||
                          rows.column_sets[static_cast<size_t>(column_set)][static_cast<size_t>(i)];
      if (!has_it) continue;
      columns->push_back(i);
      fields.push_back(context_.file_schema->field(i));
    }
    *header = header_;
    if (column_set < 0) return LogBlockSchema{context_.log_schema, context_.log_schema_json};
    LogBlockSchema schema{arrow::schema(std::move(fields)), {}};
    AvroRecordName record = RecordNameForTable(context_.config.table_name);
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr avro_schema,
                          ArrowToAvro(*schema.columns, record.name, record.name_space));
    schema.json = avro_schema->ToJson();
    (*header)[log::HeaderKey::kSchema] = schema.json;
    (*header)[log::HeaderKey::kIsPartial] = "true";
    return schema;
  }

  // Without meta columns the keys that the rows were read with are left out again.
  arrow::Result<std::shared_ptr<arrow::Array>> StoredColumn(const arrow::RecordBatch& batch,
                                                            int column) const {
    if (context_.config.populate_meta_fields ||
        !IsMetaColumn(batch.schema()->field(column)->name())) {
      return batch.column(column);
    }
    return ConstantText("", batch.num_rows());
  }

  arrow::Status WriteRows(const LogRows& rows, const ReducedLog::Block& block) {
    const int64_t share = memory_bytes_ / kBlocksInMemory;
    const int64_t block_bytes =
        std::min(context_.config.log.max_block_bytes, std::max(share, kMinBlockBytes));
    std::vector<int> columns;
    log::BlockHeader header;
    ARROW_ASSIGN_OR_RAISE(LogBlockSchema schema,
                          SchemaOf(rows, block.column_set, &columns, &header));
    ARROW_ASSIGN_OR_RAISE(
        std::unique_ptr<LogDataBlocks> blocks,
        LogDataBlocks::Make(context_, schema, block_bytes,
                            [&](log::BlockType type, std::string_view content, int64_t num_rows) {
                              return sink_->Append(type, header, content, {.updates = num_rows});
                            }));
    const std::vector<int64_t>& records = block.records;
    for (size_t begin = 0; begin < records.size(); begin += kGatherRows) {
      size_t end = std::min<size_t>(records.size(), begin + kGatherRows);
      std::vector<int64_t> some(records.begin() + static_cast<std::ptrdiff_t>(begin),
                                records.begin() + static_cast<std::ptrdiff_t>(end));
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, TakeRows(rows.rows, some));
      arrow::ArrayVector arrays;
      for (int column : columns) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, StoredColumn(*batch, column));
        arrays.push_back(std::move(array));
      }
      ARROW_RETURN_NOT_OK(blocks->Write(
          *arrow::RecordBatch::Make(schema.columns, batch->num_rows(), std::move(arrays))));
      context_.progress->rows_written.fetch_add(batch->num_rows(), std::memory_order_relaxed);
    }
    return blocks->Finish();
  }

  arrow::Status WriteDeletes(const LogRows& rows, const std::vector<int64_t>& records) {
    const arrow::StringArray& keys = RecordKeysOf(*rows.rows);
    ARROW_ASSIGN_OR_RAISE(DeleteOrderings orderings,
                          DeleteOrderings::Make(*rows.rows, context_.config.merge));
    std::vector<log::DeleteRecord> deletes;
    for (size_t i = 0; i < records.size(); ++i) {
      log::DeleteRecord record;
      record.record_key = std::string(keys.GetView(records[i]));
      record.partition_path = slice_.partition_path;
      record.ordering = log::DeleteOrdering::Always();
      if (rows.actions[static_cast<size_t>(records[i])] == LogAction::kDelete) {
        ARROW_ASSIGN_OR_RAISE(record.ordering, orderings.Of(records[i]));
      }
      deletes.push_back(std::move(record));
      if (deletes.size() < kDeletesPerBlock && i + 1 < records.size()) continue;
      ARROW_RETURN_NOT_OK(sink_->Append(log::BlockType::kDelete, header_,
                                        log::EncodeDeleteBlock(deletes),
                                        {.deletes = static_cast<int64_t>(deletes.size())}));
      deletes.clear();
    }
    return arrow::Status::OK();
  }

  void AddTotals(std::vector<WriteStat>* stats) const {
    if (stats->empty()) return;
    WriteStat& first = stats->front();
    first.total_log_records = num_records_;
    first.total_log_files = static_cast<int64_t>(slice_.log_files.size());
    first.total_log_blocks = static_cast<int64_t>(logs_.blocks.size());
    for (const LogFile& log : slice_.log_files) first.total_log_bytes_compacted += log.size_bytes;
    for (const WriteStat& stat : *stats) {
      first.total_updated_records_compacted += stat.num_writes + stat.num_deletes;
    }
  }

  const WriteContext& context_;
  const FileSlice& slice_;
  int64_t memory_bytes_;
  FileGroupTask task_;
  LogBlockSelection logs_;
  log::BlockHeader header_;
  LogFileSink* sink_ = nullptr;
  int64_t num_records_ = 0;
};

int64_t LogBytes(const FileSlice& slice) {
  int64_t bytes = 0;
  for (const LogFile& log : slice.log_files) bytes += log.size_bytes;
  return bytes;
}

}  // namespace

arrow::Result<std::vector<CompactedGroup>> RunLogCompactionPlan(const WriteContext& context,
                                                                const CompactionPlan& plan) {
  return CompactGroups(
      context, plan, "the logs of file group", LogBytes,
      [&](const FileSlice& slice, const GroupRun& run) {
        return GroupLogCompaction(context, slice, run.number, run.memory_bytes).Run();
      });
}

}  // namespace hudi
