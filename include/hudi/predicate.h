// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/export.h"

namespace hudi {

struct Predicate;
using PredicatePtr = std::shared_ptr<const Predicate>;

/// A filter over rows, as a tree. Comparisons have a column on the left and a literal on the right,
/// or two columns. A comparison with a null is neither true nor false, as in SQL; so is kNull.
struct HUDI_EXPORT Predicate {
  enum class Kind {
    kTrue,
    kFalse,
    kAnd,
    kOr,
    kNot,
    kEqual,
    kNotEqual,
    kLess,
    kLessEqual,
    kGreater,
    kGreaterEqual,
    kNullSafeEqual,
    kIsNull,
    kIsNotNull,
    kIn,
    kLike,  ///< values[0] is the pattern: %, _ and backslash
    kNull,
  };
  Kind kind = Kind::kTrue;
  std::vector<PredicatePtr> children;                  ///< kAnd, kOr, kNot
  std::string column;                                  ///< nested fields as a.b
  std::string other_column;                            ///< comparison of two columns
  std::vector<std::shared_ptr<arrow::Scalar>> values;  ///< one for comparisons, several for kIn
};

/// Parses a SQL predicate such as "dt = '2025-07-28' and amount > 10 or status in ('PAID','OPEN')".
///
/// Spark's spelling: = == <> != < <= > >= <=>, AND OR NOT, IS [NOT] NULL | TRUE | FALSE | DISTINCT
/// FROM, [NOT] IN, [NOT] BETWEEN, [NOT] LIKE [ESCAPE]; text in single or double quotes, names in
/// back-ticks if they need quotes, nested fields as a.b; numbers, DATE '...', TIMESTAMP '...',
/// X'...'. Functions, casts and arithmetic are refused. Errors: kInvalidArgument with the position
/// and what was expected.
HUDI_EXPORT arrow::Result<PredicatePtr> ParseSqlPredicate(const std::string& text);

}  // namespace hudi
