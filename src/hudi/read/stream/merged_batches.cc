// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/merged_batches.h"

#include <utility>

#include <arrow/array/util.h>

#include "hudi/predicate/predicate_eval.h"

namespace hudi {

std::shared_ptr<arrow::RecordBatch> WithSchema(const arrow::RecordBatch& rows,
                                               const std::shared_ptr<arrow::Schema>& schema) {
  return arrow::RecordBatch::Make(schema, rows.num_rows(), rows.columns());
}

arrow::Status SetConstants(const Constants& constants, LogRows* logs) {
  arrow::ArrayVector columns = logs->rows->columns();
  const std::shared_ptr<arrow::Schema> schema = logs->rows->schema();
  for (int i = 0; i < schema->num_fields(); ++i) {
    auto constant = constants.find(schema->field(i)->name());
    if (constant == constants.end()) continue;
    ARROW_ASSIGN_OR_RAISE(columns[static_cast<size_t>(i)],
                          arrow::MakeArrayFromScalar(*constant->second, logs->rows->num_rows()));
  }
  logs->rows = arrow::RecordBatch::Make(schema, logs->rows->num_rows(), std::move(columns));
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> ShapeMerged(
    const RowShape& shape, const arrow::RecordBatch& merged,
    const std::shared_ptr<arrow::Schema>& merged_schema) {
  std::shared_ptr<arrow::RecordBatch> rows = WithSchema(merged, merged_schema);
  if (shape.filter != nullptr) {
    ARROW_ASSIGN_OR_RAISE(rows, FilterBatch(*shape.filter, rows));
  }
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : shape.output_schema->fields()) {
    columns.push_back(rows->GetColumnByName(field->name()));
  }
  return arrow::RecordBatch::Make(shape.output_schema, rows->num_rows(), std::move(columns));
}

std::shared_ptr<const RowShape> BaseShape(const RowShape& shape,
                                          std::shared_ptr<arrow::Schema> schema) {
  auto base_shape = std::make_shared<RowShape>();
  for (int i = 0; i < schema->num_fields(); ++i) base_shape->output_columns.push_back(i);
  base_shape->read_schema = base_shape->output_schema = std::move(schema);
  base_shape->batch_rows = shape.batch_rows;
  base_shape->should_stop = shape.should_stop;
  return base_shape;
}

}  // namespace hudi
