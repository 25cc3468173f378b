// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/merge/log_rows.h"
#include "hudi/read/stream/slice_rows.h"

namespace hudi {

using Constants = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;

/// The same columns under a schema of the same types.
std::shared_ptr<arrow::RecordBatch> WithSchema(const arrow::RecordBatch& rows,
                                               const std::shared_ptr<arrow::Schema>& schema);

/// Gives log rows the values that the partition path tells, as rows of base files have them.
arrow::Status SetConstants(const Constants& constants, LogRows* logs);

/// Merged rows, filtered and projected. `merged_schema`: of their columns, as a query returns them.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> ShapeMerged(
    const RowShape& shape, const arrow::RecordBatch& merged,
    const std::shared_ptr<arrow::Schema>& merged_schema);

/// How the rows of a base file are read that have all columns of `schema`, for merging.
std::shared_ptr<const RowShape> BaseShape(const RowShape& shape,
                                          std::shared_ptr<arrow::Schema> schema);

}  // namespace hudi
