// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/watched_rows.h"

#include <string>
#include <utility>
#include <vector>

namespace hudi::sql {
namespace {

class WatchedStream : public arrow::RecordBatchReader {
 public:
  WatchedStream(std::shared_ptr<arrow::RecordBatchReader> rows,
                std::shared_ptr<QueryFailure> failure)
      : rows_(std::move(rows)), failure_(std::move(failure)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    arrow::Status status = rows_->ReadNext(batch);
    if (!status.ok()) failure_->Set(status);
    return status;
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<QueryFailure> failure_;
};

class WatchedRows : public RowSource {
 public:
  WatchedRows(std::shared_ptr<const RowSource> rows, std::shared_ptr<QueryFailure> failure)
      : rows_(std::move(rows)), failure_(std::move(failure)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns, const PredicatePtr& filter) const override {
    arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> stream = rows_->Scan(columns, filter);
    if (!stream.ok()) {
      failure_->Set(stream.status());
      return stream;
    }
    return std::make_shared<WatchedStream>(*std::move(stream), failure_);
  }

 private:
  std::shared_ptr<const RowSource> rows_;
  std::shared_ptr<QueryFailure> failure_;
};

}  // namespace

std::shared_ptr<const RowSource> WatchRows(std::shared_ptr<const RowSource> rows,
                                           std::shared_ptr<QueryFailure> failure) {
  return std::make_shared<WatchedRows>(std::move(rows), std::move(failure));
}

}  // namespace hudi::sql
