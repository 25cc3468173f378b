// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <arrow/result.h>

#include "hudi/predicate.h"
#include "hudi/read/plan/incremental.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/partition_columns.h"
#include "hudi/read/plan/slice_plan.h"

namespace hudi {

/// Fixes which partitions and files a query reads.
class ScanPlanner {
 public:
  /// `filter` (bound to the table's schema, or null) drops partitions in which no row can match.
  /// The arguments must outlive the planner.
  ScanPlanner(const OpenedTable& table, const PartitionColumns& partitions,
              const Predicate* filter);

  /// The slices of a snapshot, now or as of `options.as_of`. Errors: kInstantUnavailable if files
  /// of that time are gone; kCorruptFile if those of now are, or are not as large as their commits
  /// say.
  arrow::Status Run(const SlicePlanOptions& options);
  /// The slices that hold what an incremental query asks for.
  arrow::Status RunChanges(SlicePlanOptions options, const IncrementalQuery& query,
                           ChangedRows changed);

  /// The timeline whose files are read.
  const std::shared_ptr<const Timeline>& timeline() const { return timeline_; }
  /// The plan, and for each slice the columns that its partition path decides. They may be moved
  /// away.
  std::vector<FileSlice>& slices() { return slices_; }
  std::vector<PartitionValues>& constants() { return constants_; }

 private:
  void KeepChanged(const ChangedRows& changed, const IncrementalQuery& query);

  const Storage& storage_;
  std::shared_ptr<const Timeline> timeline_;
  TableType table_type_;
  const PartitionColumns& columns_;
  const Predicate* filter_;
  std::vector<FileSlice> slices_;
  std::vector<PartitionValues> constants_;
};

}  // namespace hudi
