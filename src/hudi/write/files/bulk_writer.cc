// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/bulk_writer.h"

#include <algorithm>
#include <utility>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/base/row_spool.h"
#include "hudi/base/worker_pool.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

constexpr int64_t kRoundBytes = 32 * 1024 * 1024;
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

/// The data columns and the record key.
std::shared_ptr<arrow::RecordBatch> WithoutPartitionAndRow(const arrow::RecordBatch& working) {
  std::vector<std::shared_ptr<arrow::Array>> columns = working.columns();
  arrow::FieldVector fields = working.schema()->fields();
  columns.resize(columns.size() - 2);
  fields.resize(columns.size());
  return arrow::RecordBatch::Make(arrow::schema(std::move(fields)), working.num_rows(),
                                  std::move(columns));
}

}  // namespace

BulkWriter::BulkWriter(const WriteContext& context) : context_(context) {}

arrow::Status BulkWriter::Write(int task, std::shared_ptr<arrow::RecordBatch> working) {
  if (working->num_rows() == 0) return arrow::Status::OK();
  round_.bytes += BatchBytes(*working);
  round_.batches.push_back(std::move(working));
  round_.tasks.push_back(task);
  // Two rounds are held at a time.
  int64_t limit = std::min(kRoundBytes, context_.budget->limit_bytes() / 16);
  return round_.bytes >= limit ? FinishRound() : arrow::Status::OK();
}

/// Shares the round's rows among the writers, the largest share first.
arrow::Result<std::vector<BulkWriter::Job>> BulkWriter::PlanRound(const Round& round) {
  std::vector<SplitBatch> splits(round.batches.size());
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, splits.size(), [&](size_t i) {
    splits[i] = SplitByPartition(*round.batches[i], static_cast<int32_t>(i));
    return arrow::Status::OK();
  }));
  std::map<WriterKey, std::vector<RowRef>> shares;
  for (size_t i = 0; i < splits.size(); ++i) {
    for (size_t p = 0; p < splits[i].paths.size(); ++p) {
      std::vector<RowRef>& share = shares[{round.tasks[i], std::move(splits[i].paths[p])}];
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
  ARROW_RETURN_NOT_OK(AwaitRound());
  Round round = std::exchange(round_, {});
  if (context_.threads <= 1) return WriteRound(round);
  written_ = std::async(std::launch::async,
                        [this, round = std::move(round)] { return WriteRound(round); });
  return arrow::Status::OK();
}

arrow::Status BulkWriter::AwaitRound() {
  return written_.valid() ? written_.get() : arrow::Status::OK();
}

arrow::Status BulkWriter::WriteRound(const Round& round) {
  ARROW_ASSIGN_OR_RAISE(std::vector<Job> jobs, PlanRound(round));
  // What a writer needs of the working columns is the keys.
  std::vector<std::shared_ptr<arrow::RecordBatch>> sources;
  for (const std::shared_ptr<arrow::RecordBatch>& batch : round.batches) {
    sources.push_back(WithoutPartitionAndRow(*batch));
  }
  return RunTasks(context_.threads, jobs.size(), [&](size_t i) {
    const std::vector<RowRef>& rows = jobs[i].rows;
    for (size_t begin = 0; begin < rows.size(); begin += kPieceRows) {
      size_t end = std::min(rows.size(), begin + kPieceRows);
      std::vector<RowRef> piece(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                rows.begin() + static_cast<std::ptrdiff_t>(end));
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, GatherRows(sources, piece));
      ARROW_RETURN_NOT_OK(jobs[i].writer->Write(batch, batch->column(batch->num_columns() - 1)));
    }
    return arrow::Status::OK();
  });
}

arrow::Result<std::vector<WriteStat>> BulkWriter::Finish() {
  ARROW_RETURN_NOT_OK(FinishRound());
  ARROW_RETURN_NOT_OK(AwaitRound());
  std::vector<InsertWriter*> writers;
  for (auto& [key, writer] : writers_) writers.push_back(writer.get());
  std::vector<std::vector<WriteStat>> finished(writers.size());
  // A file that waits for the disk leaves its thread idle.
  int threads = context_.threads > 1 ? 2 * context_.threads : 1;
  ARROW_RETURN_NOT_OK(RunTasks(threads, writers.size(),
                               [&](size_t i) { return writers[i]->Finish().Value(&finished[i]); }));
  std::vector<WriteStat> stats;
  for (std::vector<WriteStat>& part : finished) {
    std::move(part.begin(), part.end(), std::back_inserter(stats));
  }
  return stats;
}

}  // namespace hudi
