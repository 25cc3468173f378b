// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/gather.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/files/insert_writer.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Writes rows of all partitions as they come: one writer for each input task and partition, always
/// new file groups.
///
/// Rows are collected into rounds; within a round each writer takes its rows out of all batches, on
/// all threads.
class BulkWriter {
 public:
  explicit BulkWriter(const WriteContext& context);

  arrow::Status Write(int task, std::shared_ptr<arrow::RecordBatch> working);
  arrow::Result<std::vector<WriteStat>> Finish();

 private:
  using WriterKey = std::pair<int, std::string>;  // input task, partition
  struct Job {
    InsertWriter* writer;
    std::vector<RowRef> rows;  ///< of the round's batches
  };
  arrow::Status FinishRound();
  arrow::Result<std::vector<Job>> PlanRound();

  const WriteContext& context_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> round_;
  std::vector<int> round_tasks_;  ///< of the batches
  int64_t round_bytes_ = 0;
  std::map<WriterKey, std::unique_ptr<InsertWriter>> writers_;
};

}  // namespace hudi
