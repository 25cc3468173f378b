// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/read/plan/cdc_plan.h"
#include "hudi/read/scan.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// A change data query over one table: the commits and files are chosen by Open(); streams made
/// later read these and no others.
class ChangeScan {
 public:
  /// `stop_before_pending`: see PlanChanges(). Errors: those of TableReader::Open(), and of
  /// PlanChanges().
  static arrow::Result<std::unique_ptr<ChangeScan>> Open(std::shared_ptr<Storage> storage,
                                                         const ScanRequest& request,
                                                         bool stop_before_pending);
  ~ChangeScan();

  /// Those of CdcSchema() that the query asks for.
  const std::shared_ptr<arrow::Schema>& schema() const;
  const std::string& table_name() const;
  /// Where the next query begins; empty if no commit is in the range.
  const std::string& checkpoint() const;
  /// The commits of the range that changed data, in its order.
  const std::vector<CdcCommit>& commits() const;
  /// Streams the changes of one commit, or of all of them in their order.
  std::shared_ptr<arrow::RecordBatchReader> Stream(const CdcCommit& commit) const;
  std::shared_ptr<arrow::RecordBatchReader> Stream() const;

 private:
  class Impl;
  explicit ChangeScan(std::shared_ptr<const Impl> impl);
  // Shared with the streams, which may outlive the scan.
  std::shared_ptr<const Impl> impl_;
};

}  // namespace hudi
