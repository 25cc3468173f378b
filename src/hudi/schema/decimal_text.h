// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include <arrow/util/decimal.h>

namespace hudi {

enum class DecimalRounding {
  kHalfUp,  ///< to the nearest, halves away from zero
  kExact,   ///< digits beyond the scale must be zeros
};

/// Reads a number such as "-12.50" or "1e3" (no blanks) as a decimal(precision, scale). Nullopt for
/// other text, for a number too large, and for one that needs rounding where none is allowed.
std::optional<arrow::Decimal128> DecimalFromText(std::string_view text, int precision, int scale,
                                                 DecimalRounding rounding);

/// Where a number stands among the multiples of 10^-scale.
struct FlooredDecimal {
  enum class Range { kFits, kTooSmall, kTooLarge };
  Range range = Range::kFits;  ///< beyond 38 digits: value is not set
  arrow::Decimal128 value;     ///< the greatest multiple that is not greater, unscaled
  bool exact = true;           ///< the number is that multiple
};
/// Nullopt for text that is no number.
std::optional<FlooredDecimal> FloorDecimalText(std::string_view text, int scale);

}  // namespace hudi
