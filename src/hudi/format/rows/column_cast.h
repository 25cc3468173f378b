// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::rows {

/// Whether every value of `from` that exists in `to` can be brought there without loss; those that
/// do not exist there are errors when they come up.
bool CanCast(const arrow::DataType& from, const arrow::DataType& to);

/// `rows` in another schema: columns by name, those that `rows` lack null.
///
/// Errors: kInvalidSchema with the file, the column and both types, for a column that `schema`
/// lacks (with the nearest name) or that cannot be cast; later kInvalidRow for a value that does
/// not fit.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> CastRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<arrow::Schema> schema,
    std::string file);

/// One schema for several files: columns by name in the order in which they first come up; a column
/// of two types takes the wider one. Errors: kInvalidSchema with both files and types.
arrow::Result<std::shared_ptr<arrow::Schema>> MergeSchemas(
    const std::vector<std::shared_ptr<arrow::Schema>>& schemas,
    const std::vector<std::string>& files);

}  // namespace hudi::rows
