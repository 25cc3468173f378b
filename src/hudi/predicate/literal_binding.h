// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/predicate.h"
#include "hudi/predicate/column_path.h"

namespace hudi {

/// The comparison of a column with a literal, the literal turned into the column's type so that
/// nothing is lost: `n < 1.5` on an int column becomes `n <= 1`.
///
/// - Whole numbers, decimals, dates, timestamps: by value, also where the literal lies between two
///   values of the column's type or outside its range.
/// - float, double: the literal as double (float against a float literal or text).
/// - Text in quotes becomes the column's type: numbers, dates, timestamps (UTC where no zone is
///   given), booleans, bytes.
/// - A string column against a number stays as it is: its texts are read as numbers.
///
/// Errors: kInvalidArgument with the column and the literal for types that do not compare and for
/// text that is no value of the column's type.
arrow::Result<PredicatePtr> BindComparison(Predicate::Kind kind, const BoundColumn& column,
                                           const std::shared_ptr<arrow::Scalar>& literal);

/// The same for `column IN (literals)`; values that the column's type cannot hold fall out.
arrow::Result<PredicatePtr> BindIn(const BoundColumn& column,
                                   const std::vector<std::shared_ptr<arrow::Scalar>>& literals);

/// Refuses comparisons of two columns whose types have no common order.
arrow::Status CheckComparable(const BoundColumn& left, const BoundColumn& right);

}  // namespace hudi
