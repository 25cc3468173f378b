// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <optional>

#include <arrow/scalar.h>

namespace hudi {

/// Order of two values that are not null: numbers of any types by value (as doubles if one is
/// floating point; NaN equals NaN and is the greatest; -0.0 equals 0.0: all as in Spark), text and
/// bytes bytewise, dates, timestamps of any units, false before true. Nullopt if the types have no
/// common order.
std::optional<std::weak_ordering> CompareScalars(const arrow::Scalar& left,
                                                 const arrow::Scalar& right);

}  // namespace hudi
