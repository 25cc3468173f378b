// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

/// One row of one of several batches.
struct RowRef {
  int32_t source = 0;
  int32_t row = 0;
};

/// The rows `refs[0]`, `refs[1]`, ... of arrays of one type, as one array. Copies column-wise,
/// without a call per row for flat types. Errors: Arrow's CapacityError if the values exceed what
/// one array can hold.
arrow::Result<std::shared_ptr<arrow::Array>> GatherArray(
    const std::vector<std::shared_ptr<arrow::Array>>& sources, const std::vector<RowRef>& refs);

/// Same for whole batches of equal schemas.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> GatherRows(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& sources,
    const std::vector<RowRef>& refs);

/// Rows of a single batch, in the order of `rows`.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> TakeRows(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::vector<int64_t>& rows);

}  // namespace hudi
