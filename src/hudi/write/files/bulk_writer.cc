// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/bulk_writer.h"

#include <algorithm>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/base/row_spool.h"
#include "hudi/base/worker_pool.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

constexpr int64_t kRoundBytes = 64 * 1024 * 1024;
// Taken out of the round's batches at a time, so that they are written while still in cache.
constexpr size_t kPieceRows = 16 * 1024;

/// Rows of one batch by partition path, in their order.
struct SplitBatch {
  std::vector<std::string> paths;
  std::vector<std::vector<RowRef>> rows;  // of each path
};

SplitBatch SplitByPartition(const arrow::RecordBatch& batch, int32_t number) {
  const arrow::StringArray& paths = WorkingPartitions(batch);
  SplitBatch split;
  KeyTable table;
  size_t last = 0;
  for (int64_t i = 0; i < paths.length(); ++i) {
    std::string_view path = paths.GetView(i);
    if (i == 0 || path != split.paths[last]) {
      bool inserted = false;
      last = static_cast<size_t>(table.Insert(0, path, &inserted));
      if (inserted) {
        split.paths.emplace_back(path);
        split.rows.emplace_back();
      }
    }
    split.rows[last].push_back({number, static_cast<int32_t>(i)});
  }
  return split;
}

}  // namespace

BulkWriter::BulkWriter(const WriteContext& context) : context_(context) {}

arrow::Status BulkWriter::Write(int task, std::shared_ptr<arrow::RecordBatch> working) {
  if (working->num_rows() == 0) return arrow::Status::OK();
  round_bytes_ += BatchBytes(*working);
  round_.push_back(std::move(working));
  round_tasks_.push_back(task);
  int64_t limit = std::min(kRoundBytes, context_.budget->limit_bytes() / 8);
  return round_bytes_ >= limit ? FinishRound() : arrow::Status::OK();
}

/// Shares the round's rows among the writers, the largest share first.
arrow::Result<std::vector<BulkWriter::Job>> BulkWriter::PlanRound() {
  std::vector<SplitBatch> splits(round_.size());
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, round_.size(), [&](size_t i) {
    splits[i] = SplitByPartition(*round_[i], static_cast<int32_t>(i));
    return arrow::Status::OK();
  }));
  std::map<WriterKey, std::vector<RowRef>> shares;
  for (size_t i = 0; i < splits.size(); ++i) {
    for (size_t p = 0; p < splits[i].paths.size(); ++p) {
      std::vector<RowRef>& share = shares[{round_tasks_[i], std::move(splits[i].paths[p])}];
      share.insert(share.end(), splits[i].rows[p].begin(), splits[i].rows[p].end());
      splits[i].rows[p] = {};
    }
  }
  std::vector<Job> jobs;
  for (auto& [key, rows] : shares) {
    std::unique_ptr<InsertWriter>& writer = writers_[key];
    if (writer == nullptr) {
      writer = std::make_unique<InsertWriter>(context_, key.second, NewUuid(),
                                              static_cast<int>(writers_.size()) - 1);
    }
    jobs.push_back({writer.get(), std::move(rows)});
  }
  std::stable_sort(jobs.begin(), jobs.end(),
                   [](const Job& a, const Job& b) { return a.rows.size() > b.rows.size(); });
  return jobs;
}

arrow::Status BulkWriter::FinishRound() {
  ARROW_RETURN_NOT_OK(context_.CheckStop());
  ARROW_ASSIGN_OR_RAISE(std::vector<Job> jobs, PlanRound());
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, jobs.size(), [&](size_t i) {
    const std::vector<RowRef>& rows = jobs[i].rows;
    for (size_t begin = 0; begin < rows.size(); begin += kPieceRows) {
      size_t end = std::min(rows.size(), begin + kPieceRows);
      std::vector<RowRef> piece(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                rows.begin() + static_cast<std::ptrdiff_t>(end));
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, GatherRows(round_, piece));
      ARROW_RETURN_NOT_OK(jobs[i].writer->Write(batch));
    }
    return arrow::Status::OK();
  }));
  round_.clear();
  round_tasks_.clear();
  round_bytes_ = 0;
  return arrow::Status::OK();
}

arrow::Result<std::vector<WriteStat>> BulkWriter::Finish() {
  ARROW_RETURN_NOT_OK(FinishRound());
  std::vector<InsertWriter*> writers;
  for (auto& [key, writer] : writers_) writers.push_back(writer.get());
  std::vector<std::vector<WriteStat>> finished(writers.size());
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, writers.size(),
                               [&](size_t i) { return writers[i]->Finish().Value(&finished[i]); }));
  std::vector<WriteStat> stats;
  for (std::vector<WriteStat>& part : finished) {
    std::move(part.begin(), part.end(), std::back_inserter(stats));
  }
  return stats;
}

}  // namespace hudi
