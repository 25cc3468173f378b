// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/row_spool.h"
#include "hudi/merge/log_rows.h"

namespace hudi {

/// The rows of a slice whose logs do not fit into memory, divided by their keys into temporary
/// files, so that merging them part by part does not read the slice's own files for each part.
///
/// Rows keep their order within a file. Add all rows, then Finish(), then read.
class MergeParts {
 public:
  /// `schema`: of all rows; it has the record key. A file holds the parts that leave the same
  /// remainder.
  static arrow::Result<std::unique_ptr<MergeParts>> Make(std::shared_ptr<arrow::Schema> schema,
                                                         int64_t num_parts);

  arrow::Status AddLogs(const LogRows& logs);
  arrow::Status AddBase(const std::shared_ptr<arrow::RecordBatch>& rows);
  arrow::Status Finish();

  /// Rows of the keys whose PartOfKey() is `part`.
  arrow::Result<LogRows> Logs(int64_t part) const;
  /// Base rows of the part, and of others that share its file.
  std::shared_ptr<arrow::RecordBatchReader> Base(int64_t part) const;

 private:
  MergeParts(std::shared_ptr<arrow::Schema> schema, int64_t num_parts)
      : schema_(std::move(schema)), num_parts_(num_parts) {}

  arrow::Status Divide(const std::shared_ptr<arrow::RecordBatch>& rows,
                       const std::vector<std::shared_ptr<RowSpool>>& spools) const;
  int32_t NumberOf(const std::vector<bool>& column_set);
  size_t FileOf(int64_t part) const { return static_cast<size_t>(part) % logs_.size(); }

  std::shared_ptr<arrow::Schema> schema_;
  int64_t num_parts_;
  std::vector<std::shared_ptr<RowSpool>> logs_;
  std::vector<std::shared_ptr<RowSpool>> base_;
  std::vector<std::vector<bool>> column_sets_;
};

}  // namespace hudi
