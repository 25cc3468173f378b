// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::sql {

/// The same rows in arrays that the engine reads right: of a struct inside a struct it forgets at
/// which row the outer one begins, so that every struct, at any depth, begins at its first row
/// here. Columns without such structs stay as they are.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithoutStructOffsets(
    const std::shared_ptr<arrow::RecordBatch>& rows);
/// The same of every batch.
std::shared_ptr<arrow::RecordBatchReader> WithoutStructOffsets(
    std::shared_ptr<arrow::RecordBatchReader> rows);

}  // namespace hudi::sql
