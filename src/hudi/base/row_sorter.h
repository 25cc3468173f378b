// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/row_spool.h"

namespace hudi {

/// Sorts batches by text columns, in memory while the budget allows and by merging sorted runs on
/// disk beyond it. Stable.
class RowSorter {
 public:
  /// `columns`: indices of non-null utf8 columns, the most significant first; compared byte by
  /// byte.
  RowSorter(std::shared_ptr<arrow::Schema> schema, std::vector<int> columns,
            std::shared_ptr<MemoryBudget> budget, std::string spill_directory);
  ~RowSorter();

  arrow::Status Append(std::shared_ptr<arrow::RecordBatch> batch);
  using Visitor = std::function<arrow::Status(const std::shared_ptr<arrow::RecordBatch>&)>;
  /// Hands out all rows in order, in batches of at most 64 Ki rows. Ends the sorter.
  arrow::Status Finish(const Visitor& visit);

 private:
  arrow::Status VisitSorted(const Visitor& visit);
  arrow::Status SpillRun();
  arrow::Status MergeRuns(const Visitor& visit);

  std::shared_ptr<arrow::Schema> schema_;
  std::vector<int> columns_;
  std::shared_ptr<MemoryBudget> budget_;
  std::string spill_directory_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  int64_t reserved_bytes_ = 0;
  std::vector<std::unique_ptr<RowSpool>> runs_;
};

}  // namespace hudi
