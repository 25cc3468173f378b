// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/struct_offsets.h"

#include <utility>
#include <vector>

#include <arrow/array.h>
#include <arrow/type.h>
#include <arrow/util/bitmap_ops.h>

namespace hudi::sql {
namespace {

using DataPtr = std::shared_ptr<arrow::ArrayData>;

arrow::Result<DataPtr> FromTheFirstRow(const DataPtr& data) {
  if (data->child_data.empty()) return data;
  const bool is_struct = data->type->id() == arrow::Type::STRUCT;
  bool changed = is_struct && data->offset != 0;
  std::vector<DataPtr> children;
  for (const DataPtr& child : data->child_data) {
    // A list's places count in its child, which stays whole.
    DataPtr part = is_struct && (data->offset != 0 || child->length != data->length)
                       ? child->Slice(data->offset, data->length)
                       : child;
    ARROW_ASSIGN_OR_RAISE(children.emplace_back(), FromTheFirstRow(part));
    changed = changed || children.back() != child;
  }
  if (!changed) return data;
  DataPtr copy = data->Copy();
  copy->child_data = std::move(children);
  if (!is_struct || data->offset == 0) return copy;
  copy->offset = 0;
  if (data->buffers[0] != nullptr) {
    ARROW_ASSIGN_OR_RAISE(
        copy->buffers[0],
        arrow::internal::CopyBitmap(arrow::default_memory_pool(), data->buffers[0]->data(),
                                    data->offset, data->length));
  }
  return copy;
}

class FromTheFirstRowReader : public arrow::RecordBatchReader {
 public:
  explicit FromTheFirstRowReader(std::shared_ptr<arrow::RecordBatchReader> rows)
      : rows_(std::move(rows)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    return *batch == nullptr ? arrow::Status::OK() : WithoutStructOffsets(*batch).Value(batch);
  }
  arrow::Status Close() override { return rows_->Close(); }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithoutStructOffsets(
    const std::shared_ptr<arrow::RecordBatch>& rows) {
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Array>& column : rows->columns()) {
    ARROW_ASSIGN_OR_RAISE(DataPtr data, FromTheFirstRow(column->data()));
    columns.push_back(data == column->data() ? column : arrow::MakeArray(std::move(data)));
  }
  return arrow::RecordBatch::Make(rows->schema(), rows->num_rows(), std::move(columns));
}

std::shared_ptr<arrow::RecordBatchReader> WithoutStructOffsets(
    std::shared_ptr<arrow::RecordBatchReader> rows) {
  return std::make_shared<FromTheFirstRowReader>(std::move(rows));
}

}  // namespace hudi::sql
