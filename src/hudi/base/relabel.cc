// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/relabel.h"

#include <utility>

#include <arrow/array.h>

namespace hudi {
namespace {

std::shared_ptr<arrow::ArrayData> Relabel(const arrow::ArrayData& data,
                                          const std::shared_ptr<arrow::DataType>& type) {
  std::shared_ptr<arrow::ArrayData> labelled = data.Copy();
  labelled->type = type;
  for (size_t i = 0; i < labelled->child_data.size(); ++i) {
    labelled->child_data[i] =
        Relabel(*data.child_data[i], type->field(static_cast<int>(i))->type());
  }
  return labelled;
}

class RelabelledRows : public arrow::RecordBatchReader {
 public:
  RelabelledRows(std::shared_ptr<arrow::RecordBatchReader> rows,
                 std::shared_ptr<arrow::Schema> names)
      : rows_(std::move(rows)), names_(std::move(names)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return names_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    if (*batch != nullptr) *batch = RelabelBatch(**batch, names_);
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> names_;
};

}  // namespace

std::shared_ptr<arrow::Array> RelabelArray(const arrow::Array& array,
                                           const std::shared_ptr<arrow::DataType>& type) {
  return arrow::MakeArray(Relabel(*array.data(), type));
}

std::shared_ptr<arrow::RecordBatch> RelabelBatch(const arrow::RecordBatch& batch,
                                                 const std::shared_ptr<arrow::Schema>& names) {
  arrow::ArrayVector columns;
  for (int i = 0; i < batch.num_columns(); ++i) {
    const std::shared_ptr<arrow::DataType>& type = names->field(i)->type();
    // A dictionary of texts stands where the schema says text.
    columns.push_back(batch.column(i)->type_id() == type->id() && type->num_fields() > 0
                          ? RelabelArray(*batch.column(i), type)
                          : batch.column(i));
  }
  return arrow::RecordBatch::Make(names, batch.num_rows(), std::move(columns));
}

std::shared_ptr<arrow::RecordBatchReader> RelabelRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<arrow::Schema> names) {
  return std::make_shared<RelabelledRows>(std::move(rows), std::move(names));
}

}  // namespace hudi
