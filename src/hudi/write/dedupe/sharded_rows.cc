// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/dedupe/sharded_rows.h"

#include "hudi/base/gather.h"
#include "hudi/write/record_key_order.h"
#include "hudi/write/working_rows.h"

namespace hudi {

ShardedRows::ShardedRows(std::shared_ptr<arrow::Schema> working_schema,
                         std::shared_ptr<MemoryBudget> budget, std::string spill_directory)
    : schema_(std::move(working_schema)),
      budget_(std::move(budget)),
      spill_directory_(std::move(spill_directory)) {}

arrow::Status ShardedRows::Append(std::shared_ptr<arrow::RecordBatch> batch) {
  if (batch->num_rows() == 0) return arrow::Status::OK();
  num_rows_ += batch->num_rows();
  if (!shards_.empty()) return Split(batch);
  together_bytes_ += BatchBytes(*batch);
  together_.push_back(std::move(batch));
  return together_bytes_ > budget_->limit_bytes() / 2 ? Shard() : arrow::Status::OK();
}

arrow::Status ShardedRows::Shard() {
  for (size_t i = 0; i < kNumKeyShards; ++i) {
    shards_.push_back(std::make_unique<RowSpool>(schema_, budget_, spill_directory_));
    ARROW_RETURN_NOT_OK(shards_.back()->Spill());
  }
  for (std::shared_ptr<arrow::RecordBatch>& batch : together_) {
    ARROW_RETURN_NOT_OK(Split(batch));
    batch.reset();
  }
  together_.clear();
  return arrow::Status::OK();
}

arrow::Status ShardedRows::Split(const std::shared_ptr<arrow::RecordBatch>& batch) {
  const arrow::StringArray& keys = WorkingKeys(*batch);
  std::vector<std::vector<int64_t>> rows(kNumKeyShards);
  for (int64_t i = 0; i < batch->num_rows(); ++i) {
    rows[ShardOfKey(keys.GetView(i))].push_back(i);
  }
  for (size_t shard = 0; shard < kNumKeyShards; ++shard) {
    if (rows[shard].empty()) continue;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> piece, TakeRows(batch, rows[shard]));
    ARROW_RETURN_NOT_OK(shards_[shard]->Append(std::move(piece)));
  }
  return arrow::Status::OK();
}

arrow::Result<std::vector<std::unique_ptr<RowSpool>>> ShardedRows::Finish() {
  if (shards_.empty()) {
    shards_.push_back(std::make_unique<RowSpool>(schema_, budget_, spill_directory_));
    for (std::shared_ptr<arrow::RecordBatch>& batch : together_) {
      ARROW_RETURN_NOT_OK(shards_[0]->Append(std::move(batch)));
    }
    together_.clear();
  }
  for (std::unique_ptr<RowSpool>& shard : shards_) ARROW_RETURN_NOT_OK(shard->Finish());
  return std::move(shards_);
}

}  // namespace hudi
