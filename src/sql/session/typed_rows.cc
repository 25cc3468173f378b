// SPDX-License-Identifier: Apache-2.0
#include "sql/session/typed_rows.h"

#include <arrow/builder.h>
#include <arrow/scalar.h>

#include "hudi/table_info.h"

namespace hudi::sql {
namespace {

arrow::Result<std::shared_ptr<arrow::Scalar>> ScalarOf(
    const Cell& cell, const std::shared_ptr<arrow::DataType>& type) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return std::make_shared<arrow::StringScalar>(*text);
  }
  if (const auto* number = std::get_if<int64_t>(&cell)) return arrow::MakeScalar(type, *number);
  if (const auto* fraction = std::get_if<double>(&cell)) return arrow::MakeScalar(type, *fraction);
  if (const auto* truth = std::get_if<bool>(&cell)) return arrow::MakeScalar(*truth);
  return arrow::MakeNullScalar(type);
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> TypedRows::Finish() const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, ParseSparkDdl(ddl_));
  arrow::ArrayVector arrays;
  for (int column = 0; column < schema->num_fields(); ++column) {
    const std::shared_ptr<arrow::DataType>& type = schema->field(column)->type();
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ArrayBuilder> builder, arrow::MakeBuilder(type));
    for (const std::vector<Cell>& row : rows_) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value,
                            ScalarOf(row[static_cast<size_t>(column)], type));
      ARROW_RETURN_NOT_OK(builder->AppendScalar(*value));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, builder->Finish());
    arrays.push_back(std::move(array));
  }
  arrow::RecordBatchVector batches;
  if (!rows_.empty()) {
    batches.push_back(
        arrow::RecordBatch::Make(schema, static_cast<int64_t>(rows_.size()), std::move(arrays)));
  }
  return arrow::RecordBatchReader::Make(std::move(batches), std::move(schema));
}

}  // namespace hudi::sql
