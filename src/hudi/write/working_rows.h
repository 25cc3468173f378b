// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

// Between the stages of a write, rows carry three working columns after the data columns.
inline constexpr std::string_view kWorkingKey = "__record_key";       ///< utf8, not null
inline constexpr std::string_view kWorkingPartition = "__partition";  ///< utf8, not null
inline constexpr std::string_view kWorkingRow = "__input_row";  ///< int64, row number in the input

/// `data` and the working columns.
std::shared_ptr<arrow::Schema> WorkingSchema(const arrow::Schema& data);

/// Appends the working columns to a batch of data columns.
std::shared_ptr<arrow::RecordBatch> MakeWorkingBatch(
    const arrow::RecordBatch& data, const std::shared_ptr<arrow::Schema>& working_schema,
    std::shared_ptr<arrow::Array> keys, std::shared_ptr<arrow::Array> partitions,
    int64_t first_row);

/// Typed views of a working batch's columns.
const arrow::StringArray& WorkingKeys(const arrow::RecordBatch& batch);
const arrow::StringArray& WorkingPartitions(const arrow::RecordBatch& batch);
const arrow::Int64Array& WorkingRowNumbers(const arrow::RecordBatch& batch);

/// The batch without its working columns, in `data_schema`.
std::shared_ptr<arrow::RecordBatch> DataColumns(const arrow::RecordBatch& working,
                                                const std::shared_ptr<arrow::Schema>& data_schema);

}  // namespace hudi
