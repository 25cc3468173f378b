// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::cli {

struct OrderKey {
  std::string column;
  bool descending = false;
};

/// "a, b desc, c asc". Usage error for anything else.
arrow::Result<std::vector<OrderKey>> ParseOrder(std::string_view text);

/// Appends the columns of `order` that `columns` lacks.
void AddOrderColumns(const std::vector<OrderKey>& order, std::vector<std::string>* columns);

/// All rows, sorted; nulls first in ascending order and last in descending order, equal rows in
/// their old order. Holds them all. Errors: kNotFound, kUnsupported for a nested column.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> SortRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::vector<OrderKey>& order);

/// `rows` without the columns that AddOrderColumns() added to `shown`.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> HideOrderColumns(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::vector<OrderKey>& order,
    const std::vector<std::string>& shown);

/// The first `limit` rows; stops reading behind them.
std::shared_ptr<arrow::RecordBatchReader> FirstRows(std::shared_ptr<arrow::RecordBatchReader> rows,
                                                    int64_t limit);

}  // namespace hudi::cli
