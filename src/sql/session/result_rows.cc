// SPDX-License-Identifier: Apache-2.0
#include "sql/session/result_rows.h"

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/scalar.h>
#include <arrow/table.h>

#include "hudi/error.h"

namespace hudi::sql {

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> TextRows::Finish() const {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (size_t column = 0; column < columns_.size(); ++column) {
    arrow::StringBuilder builder;
    for (const auto& row : rows_) {
      if (row[column]) {
        ARROW_RETURN_NOT_OK(builder.Append(*row[column]));
      } else {
        ARROW_RETURN_NOT_OK(builder.AppendNull());
      }
    }
    fields.push_back(arrow::field(columns_[column], arrow::utf8()));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, builder.Finish());
    arrays.push_back(std::move(array));
  }
  std::shared_ptr<arrow::Schema> schema = arrow::schema(std::move(fields));
  arrow::RecordBatchVector batches;
  if (!rows_.empty()) {
    batches.push_back(
        arrow::RecordBatch::Make(schema, static_cast<int64_t>(rows_.size()), std::move(arrays)));
  }
  return arrow::RecordBatchReader::Make(std::move(batches), std::move(schema));
}

arrow::Result<int64_t> SingleNumber(arrow::RecordBatchReader& rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, rows.ToTable());
  if (table->num_rows() != 1 || table->num_columns() != 1) {
    return Fail(ErrorCode::kInternal, "", "expected one number, got ", table->num_rows(), " rows");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, table->column(0)->GetScalar(0));
  if (!value->is_valid) return 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> number, value->CastTo(arrow::int64()));
  return static_cast<const arrow::Int64Scalar&>(*number).value;
}

arrow::Result<std::vector<std::optional<std::string>>> FirstRowAsText(
    arrow::RecordBatchReader& rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, rows.ToTable());
  std::vector<std::optional<std::string>> values;
  if (table->num_rows() == 0) return values;
  for (int i = 0; i < table->num_columns(); ++i) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, table->column(i)->GetScalar(0));
    if (value->is_valid) {
      values.emplace_back(value->ToString());
    } else {
      values.emplace_back(std::nullopt);
    }
  }
  return values;
}

}  // namespace hudi::sql
