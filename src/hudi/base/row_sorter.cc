// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/row_sorter.h"

#include <algorithm>
#include <queue>

#include "hudi/base/gather.h"

namespace hudi {
namespace {

constexpr size_t kOutputRows = 64 * 1024;

/// Three-way order of two rows by the sort columns.
int CompareRows(const std::vector<int>& columns, const arrow::RecordBatch& a, int64_t row_a,
                const arrow::RecordBatch& b, int64_t row_b) {
  for (int column : columns) {
    std::string_view x = static_cast<const arrow::StringArray&>(*a.column(column)).GetView(row_a);
    std::string_view y = static_cast<const arrow::StringArray&>(*b.column(column)).GetView(row_b);
    int order = x.compare(y);
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace

RowSorter::RowSorter(std::shared_ptr<arrow::Schema> schema, std::vector<int> columns,
                     std::shared_ptr<MemoryBudget> budget, std::string spill_directory)
    : schema_(std::move(schema)),
      columns_(std::move(columns)),
      budget_(std::move(budget)),
      spill_directory_(std::move(spill_directory)) {}

RowSorter::~RowSorter() { budget_->Release(reserved_bytes_); }

arrow::Status RowSorter::Append(std::shared_ptr<arrow::RecordBatch> batch) {
  if (batch->num_rows() == 0) return arrow::Status::OK();
  // Sorting copies what it sorts, so a batch counts twice.
  int64_t bytes = 2 * BatchBytes(*batch);
  if (!budget_->TryReserve(bytes)) {
    if (!batches_.empty()) ARROW_RETURN_NOT_OK(SpillRun());
    if (!budget_->TryReserve(bytes)) bytes = 0;  // one batch is always held
  }
  reserved_bytes_ += bytes;
  batches_.push_back(std::move(batch));
  return arrow::Status::OK();
}

arrow::Status RowSorter::VisitSorted(const Visitor& visit) {
  std::vector<RowRef> refs;
  for (size_t b = 0; b < batches_.size(); ++b) {
    for (int64_t i = 0; i < batches_[b]->num_rows(); ++i) {
      refs.push_back({static_cast<int32_t>(b), static_cast<int32_t>(i)});
    }
  }
  std::stable_sort(refs.begin(), refs.end(), [this](const RowRef& a, const RowRef& b) {
    return CompareRows(columns_, *batches_[static_cast<size_t>(a.source)], a.row,
                       *batches_[static_cast<size_t>(b.source)], b.row) < 0;
  });
  for (size_t begin = 0; begin < refs.size(); begin += kOutputRows) {
    size_t end = std::min(refs.size(), begin + kOutputRows);
    std::vector<RowRef> piece(refs.begin() + static_cast<std::ptrdiff_t>(begin),
                              refs.begin() + static_cast<std::ptrdiff_t>(end));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> sorted, GatherRows(batches_, piece));
    ARROW_RETURN_NOT_OK(visit(sorted));
  }
  return arrow::Status::OK();
}

arrow::Status RowSorter::SpillRun() {
  auto run = std::make_unique<RowSpool>(schema_, budget_, spill_directory_);
  ARROW_RETURN_NOT_OK(run->Spill());
  ARROW_RETURN_NOT_OK(VisitSorted(
      [&](const std::shared_ptr<arrow::RecordBatch>& batch) { return run->Append(batch); }));
  ARROW_RETURN_NOT_OK(run->Finish());
  runs_.push_back(std::move(run));
  batches_.clear();
  budget_->Release(reserved_bytes_);
  reserved_bytes_ = 0;
  return arrow::Status::OK();
}

arrow::Status RowSorter::MergeRuns(const Visitor& visit) {
  struct Cursor {
    std::shared_ptr<arrow::RecordBatch> batch;
    size_t next_batch = 0;
    int64_t row = 0;
    int32_t source = -1;  // in the piece being put together
  };
  std::vector<Cursor> cursors(runs_.size());
  auto greater = [&](size_t a, size_t b) {
    int order =
        CompareRows(columns_, *cursors[a].batch, cursors[a].row, *cursors[b].batch, cursors[b].row);
    return order != 0 ? order > 0 : a > b;  // earlier runs hold earlier rows
  };
  std::priority_queue<size_t, std::vector<size_t>, decltype(greater)> heap(greater);
  for (size_t r = 0; r < runs_.size(); ++r) {
    ARROW_ASSIGN_OR_RAISE(cursors[r].batch, runs_[r]->ReadBatch(cursors[r].next_batch++));
    heap.push(r);
  }
  std::vector<std::shared_ptr<arrow::RecordBatch>> sources;
  std::vector<RowRef> refs;
  auto flush = [&]() -> arrow::Status {
    if (refs.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> piece, GatherRows(sources, refs));
    refs.clear();
    sources.clear();
    for (Cursor& cursor : cursors) cursor.source = -1;
    return visit(piece);
  };
  while (!heap.empty()) {
    size_t r = heap.top();
    heap.pop();
    Cursor& cursor = cursors[r];
    if (cursor.source < 0) {
      cursor.source = static_cast<int32_t>(sources.size());
      sources.push_back(cursor.batch);
    }
    refs.push_back({cursor.source, static_cast<int32_t>(cursor.row)});
    if (++cursor.row == cursor.batch->num_rows()) {
      cursor.row = 0;
      cursor.source = -1;
      if (cursor.next_batch == runs_[r]->num_batches()) {
        if (refs.size() >= kOutputRows) ARROW_RETURN_NOT_OK(flush());
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(cursor.batch, runs_[r]->ReadBatch(cursor.next_batch++));
    }
    heap.push(r);
    if (refs.size() >= kOutputRows) ARROW_RETURN_NOT_OK(flush());
  }
  return flush();
}

arrow::Status RowSorter::Finish(const Visitor& visit) {
  if (runs_.empty()) return VisitSorted(visit);
  if (!batches_.empty()) ARROW_RETURN_NOT_OK(SpillRun());
  return MergeRuns(visit);
}

}  // namespace hudi
