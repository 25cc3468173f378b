// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/bulk_writer.h"

#include <algorithm>

#include "hudi/base/gather.h"
#include "hudi/base/row_spool.h"
#include "hudi/base/worker_pool.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

constexpr int64_t kRoundBytes = 256 * 1024 * 1024;

using Pieces = std::map<std::string, std::shared_ptr<arrow::RecordBatch>>;

/// Rows of one batch by partition path, in their order.
arrow::Result<Pieces> SplitByPartition(const std::shared_ptr<arrow::RecordBatch>& batch) {
  const arrow::StringArray& paths = WorkingPartitions(*batch);
  std::map<std::string_view, std::vector<RowRef>> rows;
  std::vector<RowRef>* current = nullptr;
  std::string_view current_path;
  for (int64_t i = 0; i < paths.length(); ++i) {
    std::string_view path = paths.GetView(i);
    if (current == nullptr || path != current_path) {
      current = &rows[path];
      current_path = path;
    }
    current->push_back({0, static_cast<int32_t>(i)});
  }
  Pieces pieces;
  for (const auto& [path, refs] : rows) {
    ARROW_ASSIGN_OR_RAISE(pieces[std::string(path)], GatherRows({batch}, refs));
  }
  return pieces;
}

}  // namespace

BulkWriter::BulkWriter(const WriteContext& context) : context_(context) {}

arrow::Status BulkWriter::Write(int task, std::shared_ptr<arrow::RecordBatch> working) {
  if (working->num_rows() == 0) return arrow::Status::OK();
  round_bytes_ += BatchBytes(*working);
  round_.push_back({task, std::move(working)});
  int64_t limit = std::min(kRoundBytes, context_.budget->limit_bytes() / 4);
  return round_bytes_ >= limit ? FinishRound() : arrow::Status::OK();
}

arrow::Status BulkWriter::FinishRound() {
  ARROW_RETURN_NOT_OK(context_.CheckStop());
  std::vector<Pieces> split(round_.size());
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, round_.size(), [&](size_t i) {
    return SplitByPartition(round_[i].rows).Value(&split[i]);
  }));
  std::map<WriterKey, std::vector<std::shared_ptr<arrow::RecordBatch>>> work;
  for (size_t i = 0; i < round_.size(); ++i) {
    for (auto& [path, rows] : split[i]) work[{round_[i].task, path}].push_back(std::move(rows));
  }
  round_.clear();
  round_bytes_ = 0;
  split.clear();
  std::vector<std::pair<InsertWriter*, std::vector<std::shared_ptr<arrow::RecordBatch>>>> jobs;
  for (auto& [key, batches] : work) {
    std::unique_ptr<InsertWriter>& writer = writers_[key];
    if (writer == nullptr) {
      writer = std::make_unique<InsertWriter>(context_, key.second, NewUuid(),
                                              static_cast<int>(writers_.size()) - 1);
    }
    jobs.emplace_back(writer.get(), std::move(batches));
  }
  return RunTasks(context_.threads, jobs.size(), [&](size_t i) {
    for (std::shared_ptr<arrow::RecordBatch>& batch : jobs[i].second) {
      ARROW_RETURN_NOT_OK(jobs[i].first->Write(batch));
      batch.reset();
    }
    return arrow::Status::OK();
  });
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
