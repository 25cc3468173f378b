// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/predicate.h"

namespace hudi {

using BooleanArrayPtr = std::shared_ptr<arrow::BooleanArray>;

/// `column <comparison> literal` for every row, null where the column is null (never with
/// kNullSafeEqual). Floating point as in Spark: NaN equals NaN and is the greatest. `literal` is
/// not null and of the column's type, a double against floats, or a number against text: texts are
/// read as numbers, null where they are none.
arrow::Result<BooleanArrayPtr> CompareWithLiteral(Predicate::Kind comparison,
                                                  const std::shared_ptr<arrow::Array>& column,
                                                  const std::shared_ptr<arrow::Scalar>& literal);

/// The same for two columns: numbers by value (as doubles if one is floating point), dates as their
/// midnight against timestamps.
arrow::Result<BooleanArrayPtr> CompareColumns(Predicate::Kind comparison,
                                              const std::shared_ptr<arrow::Array>& left,
                                              const std::shared_ptr<arrow::Array>& right);

}  // namespace hudi
