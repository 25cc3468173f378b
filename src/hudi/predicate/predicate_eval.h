// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/predicate.h"

namespace hudi {

/// As ParseSqlPredicate() of the public header.
arrow::Result<PredicatePtr> ParsePredicate(std::string_view text);

/// The predicate as SQL text; parsing it again gives an equal predicate.
std::string FormatPredicate(const Predicate& predicate);

/// Checks columns and types against `schema` and turns literals into the columns' types.
/// Errors: kNotFound with the nearest column name; kInvalidArgument for a literal that does not fit
/// its column.
arrow::Result<PredicatePtr> BindPredicate(const Predicate& predicate, const arrow::Schema& schema);

/// Top-level columns that the predicate reads, sorted.
std::vector<std::string> PredicateColumns(const Predicate& predicate);

/// Rows of `batch` for which the bound predicate is true (SQL's three-valued logic: null is not
/// true).
arrow::Result<std::shared_ptr<arrow::BooleanArray>> EvaluatePredicate(
    const Predicate& bound, const arrow::RecordBatch& batch);
arrow::Result<std::shared_ptr<arrow::RecordBatch>> FilterBatch(
    const Predicate& bound, const std::shared_ptr<arrow::RecordBatch>& batch);

/// Bounds of one column over a set of rows; null scalars mean unknown.
struct ColumnBounds {
  std::shared_ptr<arrow::Scalar> min;
  std::shared_ptr<arrow::Scalar> max;
  bool may_have_null = true;
  bool all_null = false;
  bool known = false;
};
/// False only if no row within the bounds can satisfy the bound predicate; unknown bounds never
/// exclude.
bool MightMatch(const Predicate& bound,
                const std::function<ColumnBounds(const std::string& column)>& bounds_of);

}  // namespace hudi
