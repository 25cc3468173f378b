// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/log_append.h"

#include <algorithm>
#include <utility>

#include "hudi/format/log/record_positions.h"
#include "hudi/merge/row_merger.h"
#include "hudi/write/files/delete_records.h"
#include "hudi/write/files/meta_arrays.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

// A block is complete in memory before it is written; with little memory it must be small.
constexpr int64_t kBlocksInMemory = 4;
constexpr int64_t kMinBlockBytes = 1024 * 1024;
// Rows are gathered and encoded while they are in the caches.
constexpr int64_t kRowsAtATime = 4 * 1024;

int64_t BlockBytes(const WriteContext& context) {
  int64_t share = context.budget->limit_bytes() / (kBlocksInMemory * std::max(context.threads, 1));
  return std::min(context.config.log.max_block_bytes, std::max(share, kMinBlockBytes));
}

uint64_t NumberOf(const RowRef& ref) {
  return uint64_t{static_cast<uint32_t>(ref.source)} << 32 | static_cast<uint32_t>(ref.row);
}

}  // namespace

LogAppend::LogAppend(const FileGroupInputs& inputs, const FileGroupTask& task)
    : inputs_(inputs),
      context_(inputs.context),
      task_(task),
      block_bytes_(BlockBytes(inputs.context)),
      sink_(inputs.context, task),
      has_positions_(!task.log.positions_instant.empty()) {}

log::BlockHeader LogAppend::TakeHeader(int64_t num_records, Positions* positions) const {
  log::BlockHeader header = {{log::HeaderKey::kInstantTime, context_.instant()},
                             {log::HeaderKey::kSchema, context_.footer_schema_json}};
  std::vector<uint64_t> block;
  bool ascending = has_positions_;
  for (int64_t i = 0; i < num_records; ++i) {
    int32_t position = (*positions)[static_cast<size_t>(i)];
    ascending = ascending && position >= 0 &&
                (block.empty() || static_cast<uint64_t>(position) > block.back());
    if (!ascending) break;
    block.push_back(static_cast<uint64_t>(position));
  }
  positions->erase(positions->begin(), positions->begin() + num_records);
  // Readers pair records and positions in order, so a block has all of them or none.
  if (!ascending) return header;
  header[log::HeaderKey::kRecordPositions] = log::EncodeRecordPositions(block);
  header[log::HeaderKey::kBaseFileInstantTimeOfRecordPositions] = task_.log.positions_instant;
  return header;
}

/// A key that the base file holds several times has a tagged row for each. The log gets it once,
/// and without positions, so that it counts for all of them.
void LogAppend::FindRepeatedRows() {
  for (const TaggedRange& range : task_.updates) {
    const std::vector<TaggedRow>& rows = inputs_.shards[range.shard]->rows();
    std::vector<uint64_t> refs;
    refs.reserve(static_cast<size_t>(range.size()));
    for (int64_t i = range.begin; i < range.end; ++i) {
      refs.push_back(NumberOf(rows[static_cast<size_t>(i)].ref));
    }
    std::sort(refs.begin(), refs.end());
    for (size_t i = 1; i < refs.size(); ++i) {
      if (refs[i] != refs[i - 1]) continue;
      if (repeated_ == nullptr) repeated_ = std::make_unique<std::set<RowKey>>();
      repeated_->emplace(range.shard, refs[i]);
      has_positions_ = false;
    }
  }
}

arrow::Result<std::vector<WriteStat>> LogAppend::Run() {
  FindRepeatedRows();
  ARROW_RETURN_NOT_OK(AddRanges(task_.updates, /*inserts=*/false));
  // New rows have no positions and bring every column, so they stand in blocks of their own.
  ARROW_RETURN_NOT_OK(AddRanges(task_.inserts, /*inserts=*/true));
  ARROW_RETURN_NOT_OK(FlushDeletes());
  return sink_.Finish();
}

arrow::Status LogAppend::AddRanges(const std::vector<TaggedRange>& ranges, bool inserts) {
  if (ranges.empty()) return arrow::Status::OK();
  partial_ = context_.partial_update && !inserts;
  const LogBlockSchema schema =
      partial_ ? LogBlockSchema{context_.log_schema, context_.log_schema_json}
               : LogBlockSchema{context_.file_schema, context_.footer_schema_json};
  auto write_block = [&](log::BlockType type, std::string_view content, int64_t num_rows) {
    log::BlockHeader header = TakeHeader(num_rows, &data_positions_);
    header[log::HeaderKey::kSchema] = schema.json;
    if (partial_) header[log::HeaderKey::kIsPartial] = "true";
    LogFileSink::RowCounts counts;
    (inserts ? counts.inserts : counts.updates) = num_rows;
    return sink_.Append(type, header, content, counts);
  };
  ARROW_ASSIGN_OR_RAISE(data_, LogDataBlocks::Make(context_, schema, block_bytes_, write_block));
  for (const TaggedRange& range : ranges) ARROW_RETURN_NOT_OK(AddRange(range));
  ARROW_RETURN_NOT_OK(data_->Finish());
  data_.reset();
  return arrow::Status::OK();
}

arrow::Status LogAppend::AddRange(const TaggedRange& range) {
  const TaggedShard& shard = *inputs_.shards[range.shard];
  const int64_t step = shard.on_disk() ? TaggedShard::kReadRows : kRowsAtATime;
  for (int64_t begin = range.begin; begin < range.end; begin += step) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
    ARROW_RETURN_NOT_OK(shard.Read(begin, std::min(begin + step, range.end), &batches));
    const TaggedRow* tagged = shard.rows().data() + begin;
    for (const std::shared_ptr<arrow::RecordBatch>& working : batches) {
      ARROW_RETURN_NOT_OK(AddBatch(working, range.shard, tagged));
      tagged += working->num_rows();
    }
  }
  return arrow::Status::OK();
}

arrow::Status LogAppend::AddBatch(const std::shared_ptr<arrow::RecordBatch>& working, size_t shard,
                                  const TaggedRow* tagged) {
  const arrow::StringArray& keys = WorkingKeys(*working);
  bool has_data = context_.config.operation != WriteOperation::kDelete;
  std::shared_ptr<arrow::RecordBatch> data;
  std::vector<bool> deletes;
  DeleteOrderings orderings;
  if (has_data) {
    data = DataColumns(*working, context_.table_schema);
    ARROW_ASSIGN_OR_RAISE(deletes, DeleteFlags(*data, context_.config.merge));
    if (std::find(deletes.begin(), deletes.end(), true) != deletes.end()) {
      ARROW_ASSIGN_OR_RAISE(orderings, DeleteOrderings::Make(*data, context_.config.merge));
    }
  }
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < working->num_rows(); ++i) {
    const TaggedRow& row = tagged[i];
    if (repeated_ != nullptr) {
      auto found = repeated_->find({shard, NumberOf(row.ref)});
      if (found != repeated_->end() && !seen_.insert(*found).second) continue;
    }
    if (row.action == RowAction::kDelete) {
      ARROW_RETURN_NOT_OK(
          AddDelete(keys.GetView(i), row.stored_row, log::DeleteOrdering::Always()));
    } else if (deletes[static_cast<size_t>(i)]) {
      ARROW_ASSIGN_OR_RAISE(log::DeleteOrdering ordering, orderings.Of(i));
      ARROW_RETURN_NOT_OK(AddDelete(keys.GetView(i), row.stored_row, std::move(ordering)));
    } else {
      rows.push_back(i);
      data_positions_.push_back(row.stored_row);
    }
  }
  return AddRows(working, rows);
}

arrow::Status LogAppend::AddRows(const std::shared_ptr<arrow::RecordBatch>& working,
                                 const std::vector<int64_t>& rows) {
  if (rows.empty()) return arrow::Status::OK();
  std::shared_ptr<arrow::RecordBatch> taken = working;
  if (static_cast<int64_t>(rows.size()) < working->num_rows()) {
    ARROW_ASSIGN_OR_RAISE(taken, TakeRows(working, rows));
  }
  // In log records the column of the file name holds the file id alone.
  MetaValues meta{task_.partition, task_.file_id, task_.number};
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::RecordBatch> full,
      RowsOfThisCommit(context_, meta, *taken, taken->column(taken->num_columns() - 3), &counter_));
  context_.progress->rows_written.fetch_add(full->num_rows(), std::memory_order_relaxed);
  if (!partial_) return data_->Write(*full);
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : context_.log_schema->fields()) {
    columns.push_back(full->GetColumnByName(field->name()));
  }
  return data_->Write(
      *arrow::RecordBatch::Make(context_.log_schema, full->num_rows(), std::move(columns)));
}

arrow::Status LogAppend::AddDelete(std::string_view key, int32_t position,
                                   log::DeleteOrdering ordering) {
  constexpr int64_t kBytesBesideKey = 64;
  delete_bytes_ += static_cast<int64_t>(key.size() + task_.partition.size()) + kBytesBesideKey;
  deletes_.push_back({std::string(key), task_.partition, std::move(ordering)});
  delete_positions_.push_back(position);
  return delete_bytes_ >= block_bytes_ ? FlushDeletes() : arrow::Status::OK();
}

arrow::Status LogAppend::FlushDeletes() {
  if (deletes_.empty()) return arrow::Status::OK();
  std::string content = log::EncodeDeleteBlock(deletes_);
  int64_t num_deletes = static_cast<int64_t>(deletes_.size());
  deletes_.clear();
  delete_bytes_ = 0;
  return sink_.Append(log::BlockType::kDelete, TakeHeader(num_deletes, &delete_positions_), content,
                      {.deletes = num_deletes});
}

}  // namespace hudi
