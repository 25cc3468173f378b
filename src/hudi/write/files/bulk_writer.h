// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
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
/// all threads. With more than one thread, a round is written while the next one is collected: who
/// reads the input need not wait for the files, nor they for the input.
class BulkWriter {
 public:
  explicit BulkWriter(const WriteContext& context);

  arrow::Status Write(int task, std::shared_ptr<arrow::RecordBatch> working);
  arrow::Result<std::vector<WriteStat>> Finish();

 private:
  using WriterKey = std::pair<int, std::string>;  // input task, partition
  struct Round {
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches;  ///< working batches
    std::vector<int> tasks;                                    ///< of the batches
    int64_t bytes = 0;
  };
  struct Job {
    InsertWriter* writer;
    std::vector<RowRef> rows;  ///< of the round's batches
  };
  arrow::Status FinishRound();
  arrow::Status AwaitRound();
  arrow::Result<std::vector<Job>> PlanRound(const Round& round);
  arrow::Status WriteRound(const Round& round);

  const WriteContext& context_;
  Round round_;  ///< the one that is collected
  std::map<WriterKey, std::unique_ptr<InsertWriter>> writers_;
  /// The round that is written. The last member: its destructor waits for what uses the others.
  std::future<arrow::Status> written_;
};

}  // namespace hudi
