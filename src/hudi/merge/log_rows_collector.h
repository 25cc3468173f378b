// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/merge/delete_rows.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"

namespace hudi {

/// Makes log rows of the records of blocks, in the order in which they are added.
class LogRowsCollector {
 public:
  /// `options` must outlive it.
  explicit LogRowsCollector(const LogRowsOptions& options) : options_(options) {}
  arrow::Status Init();

  /// Records of a data block, in columns as LogBlockOpener reads them. `positions`: a row, or null.
  arrow::Status AddData(const LogBlockRef& ref, std::shared_ptr<arrow::RecordBatch> stored,
                        const int64_t* positions);
  arrow::Result<DeleteRows> ReadDeletes(const LogBlockRef& ref) const;
  /// Rows `begin` to `end` of a delete block's.
  arrow::Status AddDeletes(const DeleteRows& deletes, int64_t begin, int64_t end,
                           const int64_t* positions);

  arrow::Result<LogRows> Finish();

 private:
  int32_t ColumnSet(const arrow::Schema& stored);
  arrow::Status Append(std::shared_ptr<arrow::RecordBatch> rows, std::vector<LogAction> actions,
                       int32_t column_set, const int64_t* positions);

  const LogRowsOptions& options_;
  std::vector<std::string> ordering_fields_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  LogRows result_;
};

}  // namespace hudi
