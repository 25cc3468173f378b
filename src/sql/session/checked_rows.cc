// SPDX-License-Identifier: Apache-2.0
#include "sql/session/checked_rows.h"

#include <utility>

#include <arrow/array.h>

namespace hudi::sql {
namespace {

class Checked : public arrow::RecordBatchReader {
 public:
  Checked(std::shared_ptr<arrow::RecordBatchReader> rows,
          std::function<arrow::Status(RowProblem, int64_t)> fail)
      : rows_(std::move(rows)), fail_(std::move(fail)) {
    index_ = rows_->schema()->GetFieldIndex(kProblemColumn);
    schema_ = rows_->schema();
    if (index_ >= 0) schema_ = schema_->RemoveField(index_).ValueOr(schema_);
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch == nullptr || index_ < 0) return arrow::Status::OK();
    int32_t problem = FirstProblem(**batch);
    if (problem != 0) return CountAndFail(problem, std::move(*batch));
    return (*batch)->RemoveColumn(index_).Value(batch);
  }

 private:
  const arrow::Int32Array& Problems(const arrow::RecordBatch& batch) const {
    return static_cast<const arrow::Int32Array&>(*batch.column(index_));
  }

  int32_t FirstProblem(const arrow::RecordBatch& batch) const {
    const arrow::Int32Array& problems = Problems(batch);
    for (int64_t row = 0; row < problems.length(); ++row) {
      if (problems.IsValid(row) && problems.Value(row) != 0) return problems.Value(row);
    }
    return 0;
  }

  arrow::Status CountAndFail(int32_t problem, std::shared_ptr<arrow::RecordBatch> batch) {
    int64_t count = 0;
    while (batch != nullptr) {
      const arrow::Int32Array& problems = Problems(*batch);
      for (int64_t row = 0; row < problems.length(); ++row) {
        if (problems.IsValid(row) && problems.Value(row) == problem) ++count;
      }
      ARROW_RETURN_NOT_OK(rows_->ReadNext(&batch));
    }
    return fail_(static_cast<RowProblem>(problem), count);
  }

  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::function<arrow::Status(RowProblem, int64_t)> fail_;
  std::shared_ptr<arrow::Schema> schema_;
  int index_ = -1;
};

}  // namespace

std::shared_ptr<arrow::RecordBatchReader> CheckedRows(
    std::shared_ptr<arrow::RecordBatchReader> rows,
    std::function<arrow::Status(RowProblem, int64_t)> fail) {
  return std::make_shared<Checked>(std::move(rows), std::move(fail));
}

}  // namespace hudi::sql
