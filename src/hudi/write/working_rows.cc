// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/working_rows.h"

#include <string>

#include <arrow/buffer.h>

namespace hudi {

std::shared_ptr<arrow::Schema> WorkingSchema(const arrow::Schema& data) {
  arrow::FieldVector fields = data.fields();
  fields.push_back(arrow::field(std::string(kWorkingKey), arrow::utf8(), false));
  fields.push_back(arrow::field(std::string(kWorkingPartition), arrow::utf8(), false));
  fields.push_back(arrow::field(std::string(kWorkingRow), arrow::int64(), false));
  return arrow::schema(std::move(fields));
}

std::shared_ptr<arrow::RecordBatch> MakeWorkingBatch(
    const arrow::RecordBatch& data, const std::shared_ptr<arrow::Schema>& working_schema,
    std::shared_ptr<arrow::Array> keys, std::shared_ptr<arrow::Array> partitions,
    int64_t first_row) {
  arrow::Int64Builder rows;
  // A builder of fixed-width values fails only when memory runs out, as any allocation here would.
  (void)rows.Reserve(data.num_rows());
  for (int64_t i = 0; i < data.num_rows(); ++i) rows.UnsafeAppend(first_row + i);
  std::vector<std::shared_ptr<arrow::Array>> columns = data.columns();
  columns.push_back(std::move(keys));
  columns.push_back(std::move(partitions));
  columns.push_back(*rows.Finish());
  return arrow::RecordBatch::Make(working_schema, data.num_rows(), std::move(columns));
}

const arrow::StringArray& WorkingKeys(const arrow::RecordBatch& batch) {
  return static_cast<const arrow::StringArray&>(*batch.column(batch.num_columns() - 3));
}

const arrow::StringArray& WorkingPartitions(const arrow::RecordBatch& batch) {
  return static_cast<const arrow::StringArray&>(*batch.column(batch.num_columns() - 2));
}

const arrow::Int64Array& WorkingRowNumbers(const arrow::RecordBatch& batch) {
  return static_cast<const arrow::Int64Array&>(*batch.column(batch.num_columns() - 1));
}

std::shared_ptr<arrow::RecordBatch> DataColumns(const arrow::RecordBatch& working,
                                                const std::shared_ptr<arrow::Schema>& data_schema) {
  std::vector<std::shared_ptr<arrow::Array>> columns = working.columns();
  columns.resize(columns.size() - 3);
  return arrow::RecordBatch::Make(data_schema, working.num_rows(), std::move(columns));
}

}  // namespace hudi
