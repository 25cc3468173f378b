// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/tagged_rows.h"

#include <algorithm>
#include <tuple>

namespace hudi {
namespace {

bool ComesBefore(const TaggedRow& a, const TaggedRow& b) {
  return std::tie(a.slice, a.partition, a.bucket, a.stored_row) <
         std::tie(b.slice, b.partition, b.bucket, b.stored_row);
}

using TaggedRowsAt = std::vector<TaggedRow>::iterator;

void SortRange(TaggedRowsAt begin, TaggedRowsAt end) {
  if (!std::is_sorted(begin, end, ComesBefore)) std::stable_sort(begin, end, ComesBefore);
}

// The rows of slices mostly come in order, and new rows behind them.
void Sort(std::vector<TaggedRow>& rows) {
  const auto is_new = [](const TaggedRow& row) { return row.slice < 0; };
  auto new_rows = std::find_if(rows.begin(), rows.end(), is_new);
  auto of_slices = std::all_of(new_rows, rows.end(), is_new)
                       ? std::rotate(rows.begin(), new_rows, rows.end())
                       : std::stable_partition(rows.begin(), rows.end(), is_new);
  SortRange(rows.begin(), of_slices);
  SortRange(of_slices, rows.end());
}

}  // namespace

arrow::Result<std::unique_ptr<TaggedShard>> TaggedShard::Make(
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::vector<TaggedRow> rows,
    bool on_disk, const std::shared_ptr<MemoryBudget>& budget, const std::string& spill_directory) {
  Sort(rows);
  std::unique_ptr<TaggedShard> shard(new TaggedShard());
  shard->batches_ = std::move(batches);
  shard->rows_ = std::move(rows);
  if (!on_disk || shard->rows_.empty()) return shard;
  auto spool = std::make_unique<RowSpool>(shard->batches_[0]->schema(), budget, spill_directory);
  ARROW_RETURN_NOT_OK(spool->Spill());
  int64_t num_rows = static_cast<int64_t>(shard->rows_.size());
  for (int64_t begin = 0; begin < num_rows; begin += kReadRows) {
    std::vector<std::shared_ptr<arrow::RecordBatch>> piece;
    ARROW_RETURN_NOT_OK(shard->Read(begin, std::min(begin + kReadRows, num_rows), &piece));
    ARROW_RETURN_NOT_OK(spool->Append(piece[0]));
  }
  ARROW_RETURN_NOT_OK(spool->Finish());
  shard->batches_.clear();
  shard->spool_ = std::move(spool);
  return shard;
}

arrow::Status TaggedShard::Read(int64_t begin, int64_t end,
                                std::vector<std::shared_ptr<arrow::RecordBatch>>* out) const {
  if (spool_ != nullptr) {
    while (begin < end) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch,
                            spool_->ReadBatch(static_cast<size_t>(begin / kReadRows)));
      int64_t offset = begin % kReadRows;
      int64_t length = std::min(end - begin, batch->num_rows() - offset);
      out->push_back(batch->Slice(offset, length));
      begin += length;
    }
    return arrow::Status::OK();
  }
  std::vector<RowRef> refs;
  for (; begin < end; begin += static_cast<int64_t>(refs.size())) {
    refs.clear();
    for (int64_t i = begin; i < std::min(end, begin + kReadRows); ++i) {
      refs.push_back(rows_[static_cast<size_t>(i)].ref);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, GatherRows(batches_, refs));
    out->push_back(std::move(batch));
  }
  return arrow::Status::OK();
}

}  // namespace hudi
