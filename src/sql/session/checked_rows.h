// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/status.h>

namespace hudi::sql {

/// The column of a query that says what is wrong with a row: 0 for nothing.
inline constexpr const char* kProblemColumn = "__problem";

enum class RowProblem : int32_t {
  kNone = 0,
  kLowersOrdering = 1,
  kChangesKey = 2,
  kChangesPartition = 3,
  kInsertsStoredKey = 4,
  kMatchedTwice = 5,
};

/// `rows` without their problem column. The first row that has a problem ends the stream, after all
/// rows with that problem are counted, with what `fail` makes of it.
std::shared_ptr<arrow::RecordBatchReader> CheckedRows(
    std::shared_ptr<arrow::RecordBatchReader> rows,
    std::function<arrow::Status(RowProblem problem, int64_t count)> fail);

}  // namespace hudi::sql
