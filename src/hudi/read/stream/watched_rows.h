// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <arrow/record_batch.h>

#include "hudi/progress.h"

namespace hudi {

/// The rows of one source; says when they are done.
class WatchedRows : public arrow::RecordBatchReader {
 public:
  WatchedRows(std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<Progress> progress,
              int64_t source_bytes)
      : rows_(std::move(rows)), progress_(std::move(progress)), source_bytes_(source_bytes) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch == nullptr) progress_->FinishFile(source_bytes_);
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<Progress> progress_;
  int64_t source_bytes_;
};

}  // namespace hudi
