// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/row_spool.h"

namespace hudi {

/// Collects working batches. While they fit in half of the budget they stay together, in memory;
/// beyond it they are split by the hash of the record key into shards on disk, so that all rows of
/// a key are in one shard and each shard can be worked on alone.
class ShardedRows {
 public:
  ShardedRows(std::shared_ptr<arrow::Schema> working_schema, std::shared_ptr<MemoryBudget> budget,
              std::string spill_directory);

  arrow::Status Append(std::shared_ptr<arrow::RecordBatch> batch);
  /// One spool, or kNumKeyShards. Ends the collection.
  arrow::Result<std::vector<std::unique_ptr<RowSpool>>> Finish();
  bool sharded() const { return shards_.size() > 1; }
  int64_t num_rows() const { return num_rows_; }

 private:
  arrow::Status Shard();
  arrow::Status Split(const std::shared_ptr<arrow::RecordBatch>& batch);

  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<MemoryBudget> budget_;
  std::string spill_directory_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> together_;
  int64_t together_bytes_ = 0;
  std::vector<std::unique_ptr<RowSpool>> shards_;
  int64_t num_rows_ = 0;
};

}  // namespace hudi
