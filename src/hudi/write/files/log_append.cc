// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/log_append.h"

#include <algorithm>
#include <utility>

#include "hudi/merge/row_merger.h"
#include "hudi/write/files/delete_records.h"
#include "hudi/write/files/meta_arrays.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

// A block is complete in memory before it is written; with little memory it must be small.
constexpr int64_t kBlocksInMemory = 4;
constexpr int64_t kMinBlockBytes = 1024 * 1024;

int64_t BlockBytes(const WriteContext& context) {
  int64_t share = context.budget->limit_bytes() / (kBlocksInMemory * std::max(context.threads, 1));
  return std::min(context.config.log.max_block_bytes, std::max(share, kMinBlockBytes));
}

}  // namespace

LogAppend::LogAppend(const FileGroupInputs& inputs, const FileGroupTask& task)
    : inputs_(inputs),
      context_(inputs.context),
      task_(task),
      block_bytes_(BlockBytes(inputs.context)),
      sink_(inputs.context, task) {}

log::BlockHeader LogAppend::Header() const {
  return {{log::HeaderKey::kInstantTime, context_.instant()},
          {log::HeaderKey::kSchema, context_.footer_schema_json}};
}

arrow::Result<std::vector<WriteStat>> LogAppend::Run() {
  ARROW_ASSIGN_OR_RAISE(
      data_,
      LogDataBlocks::Make(context_, block_bytes_,
                          [this](log::BlockType type, std::string_view content, int64_t num_rows) {
                            return sink_.Append(type, Header(), content, num_rows, 0);
                          }));
  for (const TaggedRange& range : task_.updates) ARROW_RETURN_NOT_OK(AddRange(range));
  ARROW_RETURN_NOT_OK(data_->Finish());
  ARROW_RETURN_NOT_OK(FlushDeletes());
  return sink_.Finish();
}

arrow::Status LogAppend::AddRange(const TaggedRange& range) {
  const TaggedShard& shard = *inputs_.shards[range.shard];
  for (int64_t begin = range.begin; begin < range.end; begin += TaggedShard::kReadRows) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
    ARROW_RETURN_NOT_OK(
        shard.Read(begin, std::min(begin + TaggedShard::kReadRows, range.end), &batches));
    const TaggedRow* tagged = shard.rows().data() + begin;
    for (const std::shared_ptr<arrow::RecordBatch>& working : batches) {
      ARROW_RETURN_NOT_OK(AddBatch(working, tagged));
      tagged += working->num_rows();
    }
  }
  return arrow::Status::OK();
}

arrow::Status LogAppend::AddBatch(const std::shared_ptr<arrow::RecordBatch>& working,
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
    if (tagged[i].action == RowAction::kDelete) {
      ARROW_RETURN_NOT_OK(AddDelete(keys.GetView(i), log::DeleteOrdering::Always()));
    } else if (deletes[static_cast<size_t>(i)]) {
      ARROW_ASSIGN_OR_RAISE(log::DeleteOrdering ordering, orderings.Of(i));
      ARROW_RETURN_NOT_OK(AddDelete(keys.GetView(i), std::move(ordering)));
    } else {
      rows.push_back(i);
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
  return data_->Write(*full);
}

arrow::Status LogAppend::AddDelete(std::string_view key, log::DeleteOrdering ordering) {
  constexpr int64_t kBytesBesideKey = 64;
  delete_bytes_ += static_cast<int64_t>(key.size() + task_.partition.size()) + kBytesBesideKey;
  deletes_.push_back({std::string(key), task_.partition, std::move(ordering)});
  return delete_bytes_ >= block_bytes_ ? FlushDeletes() : arrow::Status::OK();
}

arrow::Status LogAppend::FlushDeletes() {
  if (deletes_.empty()) return arrow::Status::OK();
  std::string content = log::EncodeDeleteBlock(deletes_);
  int64_t num_deletes = static_cast<int64_t>(deletes_.size());
  deletes_.clear();
  delete_bytes_ = 0;
  return sink_.Append(log::BlockType::kDelete, Header(), content, 0, num_deletes);
}

}  // namespace hudi
