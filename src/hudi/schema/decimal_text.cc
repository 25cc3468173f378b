// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/decimal_text.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "hudi/base/text.h"

namespace hudi {
namespace {

constexpr int64_t kMaxDigits = 38;

// The digits of a number, and where its point stands: value = 0.DIGITS * 10^point.
struct Digits {
  bool negative = false;
  std::string digits;  // without leading zeros
  int64_t point = 0;
};

std::optional<Digits> SplitNumber(std::string_view text) {
  Digits number;
  size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) number.negative = text[i++] == '-';
  bool any = false;
  bool fraction = false;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (IsDigit(c)) {
      any = true;
      if (!fraction && (c != '0' || !number.digits.empty())) ++number.point;
      if (fraction && c == '0' && number.digits.empty()) --number.point;
      if (c != '0' || !number.digits.empty()) number.digits.push_back(c);
    } else {
      break;
    }
  }
  if (!any) return std::nullopt;
  if (i == text.size()) return number;
  if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
  std::string_view exponent = text.substr(i + 1);
  if (!exponent.empty() && exponent.front() == '+') {
    exponent.remove_prefix(1);
    if (!exponent.empty() && exponent.front() == '-') return std::nullopt;
  }
  const std::optional<int64_t> shift = ParseInt64(exponent);
  // An exponent beyond this makes the number zero or too large whatever its digits.
  constexpr int64_t kLimit = 1'000'000'000;
  if (!shift) return std::nullopt;
  number.point += std::clamp(*shift, -kLimit, kLimit);
  return number;
}

}  // namespace

std::optional<arrow::Decimal128> DecimalFromText(std::string_view text, int precision, int scale,
                                                 DecimalRounding rounding) {
  const std::optional<Digits> number = SplitNumber(text);
  if (!number) return std::nullopt;
  if (number->digits.empty()) return arrow::Decimal128(0);
  // Digits that stay: those before the point and `scale` behind it.
  const int64_t kept = number->point + scale;
  if (kept > precision) return std::nullopt;
  const auto digit = [&](int64_t index) {
    return index >= 0 && index < static_cast<int64_t>(number->digits.size())
               ? number->digits[static_cast<size_t>(index)] - '0'
               : 0;
  };
  arrow::Decimal128 value(0);
  for (int64_t i = 0; i < kept; ++i) value = value * arrow::Decimal128(10) + digit(i);
  const int64_t first_lost = std::max<int64_t>(kept, 0);
  if (rounding == DecimalRounding::kExact) {
    for (int64_t i = first_lost; i < static_cast<int64_t>(number->digits.size()); ++i) {
      if (digit(i) != 0) return std::nullopt;
    }
  } else if (kept >= 0 && digit(kept) >= 5) {
    value += arrow::Decimal128(1);
    if (!value.FitsInPrecision(precision)) return std::nullopt;
  }
  return number->negative ? -value : value;
}

std::optional<FlooredDecimal> FloorDecimalText(std::string_view text, int scale) {
  const std::optional<Digits> number = SplitNumber(text);
  if (!number) return std::nullopt;
  FlooredDecimal floored;
  const auto num_digits = static_cast<int64_t>(number->digits.size());
  if (num_digits == 0) return floored;
  const int64_t kept = number->point + scale;
  if (kept > kMaxDigits) {
    floored.range =
        number->negative ? FlooredDecimal::Range::kTooSmall : FlooredDecimal::Range::kTooLarge;
    return floored;
  }
  for (int64_t i = 0; i < kept; ++i) {
    const int digit = i < num_digits ? number->digits[static_cast<size_t>(i)] - '0' : 0;
    floored.value = floored.value * arrow::Decimal128(10) + digit;
  }
  for (int64_t i = std::max<int64_t>(kept, 0); i < num_digits; ++i) {
    if (number->digits[static_cast<size_t>(i)] != '0') floored.exact = false;
  }
  if (number->negative) floored.value = -floored.value;
  if (number->negative && !floored.exact) floored.value -= arrow::Decimal128(1);
  return floored;
}

}  // namespace hudi
