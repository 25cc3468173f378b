// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/files/insert_writer.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Writes rows of all partitions as they come: one writer for each input task and partition, always
/// new file groups.
///
/// Rows are collected into rounds; within a round batches are split by partition and then written,
/// on all threads.
class BulkWriter {
 public:
  explicit BulkWriter(const WriteContext& context);

  arrow::Status Write(int task, std::shared_ptr<arrow::RecordBatch> working);
  arrow::Result<std::vector<WriteStat>> Finish();

 private:
  using WriterKey = std::pair<int, std::string>;  // input task, partition
  struct Pending {
    int task;
    std::shared_ptr<arrow::RecordBatch> rows;
  };
  arrow::Status FinishRound();

  const WriteContext& context_;
  std::vector<Pending> round_;
  int64_t round_bytes_ = 0;
  std::map<WriterKey, std::unique_ptr<InsertWriter>> writers_;
};

}  // namespace hudi
