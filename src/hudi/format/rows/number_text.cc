// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "hudi/base/text.h"
#include "hudi/format/rows/value_text.h"

namespace hudi::rows {
namespace {

bool IsWholeNumber(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text.empty()) return false;
  for (char c : text) {
    if (!IsDigit(c)) return false;
  }
  return true;
}

/// A decimal number: value = (negative ? -1 : 1) * mantissa * 10^exponent, without trailing zeros.
struct DecimalParts {
  bool negative = false;
  unsigned __int128 mantissa = 0;
  int num_digits = 0;
  int64_t exponent = 0;
};

constexpr int kMaxDigits = 38;

// Over 38 significant digits fit no type.
TextProblem SplitDecimal(std::string_view text, DecimalParts* parts) {
  size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) parts->negative = text[i++] == '-';
  bool any_digit = false;
  bool in_fraction = false;
  TextProblem too_many = TextProblem::kNone;
  int64_t pending_zeros = 0;  // zeros that count only if another digit follows
  int64_t fraction_digits = 0;
  for (; i < text.size(); ++i) {
    char c = text[i];
    if (c == '.' && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!IsDigit(c)) break;
    any_digit = true;
    if (in_fraction) ++fraction_digits;
    if (c == '0') {
      if (parts->num_digits > 0) ++pending_zeros;
      continue;
    }
    if (parts->num_digits + pending_zeros + 1 > kMaxDigits) {
      too_many = in_fraction ? TextProblem::kTooPrecise : TextProblem::kOutOfRange;
    }
    if (too_many == TextProblem::kNone) {
      for (int64_t k = 0; k <= pending_zeros; ++k) parts->mantissa *= 10;
      parts->mantissa += static_cast<unsigned>(c - '0');
      parts->num_digits += static_cast<int>(pending_zeros) + 1;
    }
    pending_zeros = 0;
  }
  if (!any_digit) return TextProblem::kMalformed;
  int64_t exponent = 0;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    bool negative = false;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) negative = text[i++] == '-';
    if (i == text.size()) return TextProblem::kMalformed;
    for (; i < text.size() && IsDigit(text[i]); ++i) {
      if (exponent < 1'000'000) exponent = exponent * 10 + (text[i] - '0');
    }
    if (negative) exponent = -exponent;
  }
  if (i != text.size()) return TextProblem::kMalformed;
  if (too_many != TextProblem::kNone) return too_many;
  parts->exponent = exponent - fraction_digits + pending_zeros;
  return TextProblem::kNone;
}

template <typename Float>
TextProblem ParseFloating(std::string_view text, Float* value) {
  using Limits = std::numeric_limits<Float>;
  std::string_view digits = text;
  if (!digits.empty() && (digits[0] == '-' || digits[0] == '+')) digits.remove_prefix(1);
  if (digits.empty() || (!IsDigit(digits[0]) && digits[0] != '.')) {
    if (text == "NaN") {
      *value = Limits::quiet_NaN();
    } else if (text == "Infinity") {
      *value = Limits::infinity();
    } else if (text == "-Infinity") {
      *value = -Limits::infinity();
    } else {
      return TextProblem::kMalformed;
    }
    return TextProblem::kNone;
  }
  if (text[0] == '+') text.remove_prefix(1);
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, *value);
  if (stop != end) return TextProblem::kMalformed;
  if (error == std::errc::result_out_of_range) {
    // from_chars says the same of too large and too small; the latter is zero or denormal.
    std::string copy(text);
    if constexpr (std::is_same_v<Float, float>) {
      *value = std::strtof(copy.c_str(), nullptr);
    } else {
      *value = std::strtod(copy.c_str(), nullptr);
    }
    return std::isinf(*value) ? TextProblem::kOutOfRange : TextProblem::kNone;
  }
  return error == std::errc() ? TextProblem::kNone : TextProblem::kMalformed;
}

template <typename Float>
void AppendFloating(Float value, std::string* out) {
  if (std::isnan(value)) {
    out->append("NaN");
    return;
  }
  if (std::isinf(value)) {
    out->append(value > 0 ? "Infinity" : "-Infinity");
    return;
  }
  Float size = std::abs(value);
  bool plain = size == 0 || (size >= static_cast<Float>(1e-4) && size < static_cast<Float>(1e16));
  std::array<char, 64> buffer;
  auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                    plain ? std::chars_format::fixed : std::chars_format::scientific);
  (void)error;  // 64 characters hold every shortest form
  std::string_view text(buffer.data(), static_cast<size_t>(end - buffer.data()));
  out->append(text);
  if (plain && text.find('.') == std::string_view::npos) out->append(".0");
}

}  // namespace

TextProblem ParseInteger(std::string_view text, int64_t min, int64_t max, int64_t* value) {
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && IsDigit(digits[1])) digits.remove_prefix(1);
  const char* end = digits.data() + digits.size();
  auto [stop, error] = std::from_chars(digits.data(), end, *value);
  if (error == std::errc() && stop == end) {
    return *value < min || *value > max ? TextProblem::kOutOfRange : TextProblem::kNone;
  }
  return IsWholeNumber(text) ? TextProblem::kOutOfRange : TextProblem::kMalformed;
}

TextProblem ParseDouble(std::string_view text, double* value) { return ParseFloating(text, value); }
TextProblem ParseFloat(std::string_view text, float* value) { return ParseFloating(text, value); }

TextProblem ParseDecimal(std::string_view text, int precision, int scale,
                         arrow::Decimal128* value) {
  DecimalParts parts;
  TextProblem problem = SplitDecimal(text, &parts);
  if (problem != TextProblem::kNone) return problem;
  if (parts.num_digits == 0) {
    *value = arrow::Decimal128(0);
    return TextProblem::kNone;
  }
  int64_t shift = scale + parts.exponent;
  if (shift < 0) return TextProblem::kTooPrecise;
  if (parts.num_digits + shift > precision) return TextProblem::kOutOfRange;
  for (int64_t k = 0; k < shift; ++k) parts.mantissa *= 10;
  auto signed_value = static_cast<__int128>(parts.mantissa);
  if (parts.negative) signed_value = -signed_value;
  *value = arrow::Decimal128(static_cast<int64_t>(signed_value >> 64),
                             static_cast<uint64_t>(signed_value));
  return TextProblem::kNone;
}

TextProblem ParseBoolean(std::string_view text, bool* value) {
  if (EqualsIgnoreCase(text, "true")) {
    *value = true;
  } else if (EqualsIgnoreCase(text, "false")) {
    *value = false;
  } else {
    return TextProblem::kMalformed;
  }
  return TextProblem::kNone;
}

bool IsJsonNumber(std::string_view text) {
  size_t i = 0;
  auto digits = [&] {
    size_t first = i;
    while (i < text.size() && IsDigit(text[i])) ++i;
    return i > first;
  };
  if (i < text.size() && text[i] == '-') ++i;
  if (i < text.size() && text[i] == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

void AppendInteger(int64_t value, std::string* out) {
  std::array<char, 24> buffer;
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  (void)error;
  out->append(buffer.data(), static_cast<size_t>(end - buffer.data()));
}

void AppendUnsigned(uint64_t value, std::string* out) {
  std::array<char, 24> buffer;
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  (void)error;
  out->append(buffer.data(), static_cast<size_t>(end - buffer.data()));
}

void AppendDouble(double value, std::string* out) { AppendFloating(value, out); }
void AppendFloat(float value, std::string* out) { AppendFloating(value, out); }

void AppendDecimal(const arrow::Decimal128& value, int scale, std::string* out) {
  auto bits = static_cast<unsigned __int128>(static_cast<uint64_t>(value.high_bits())) << 64 |
              value.low_bits();
  if (value.high_bits() < 0) {
    out->push_back('-');
    bits = -bits;
  }
  std::array<char, 48> digits;  // from the right
  size_t num_digits = 0;
  while (bits > std::numeric_limits<uint64_t>::max()) {
    digits[num_digits++] = static_cast<char>('0' + static_cast<int>(bits % 10));
    bits /= 10;
  }
  auto rest = static_cast<uint64_t>(bits);
  for (; rest > 0; rest /= 10) digits[num_digits++] = static_cast<char>('0' + rest % 10);
  if (scale <= 0) {
    if (num_digits == 0) {
      out->push_back('0');
      return;
    }
    while (num_digits > 0) out->push_back(digits[--num_digits]);
    out->append(static_cast<size_t>(-scale), '0');  // zeros that a negative scale leaves out
    return;
  }
  auto fraction_digits = static_cast<size_t>(scale);
  if (num_digits <= fraction_digits) out->push_back('0');
  while (num_digits > fraction_digits) out->push_back(digits[--num_digits]);
  out->push_back('.');
  out->append(fraction_digits - num_digits, '0');
  while (num_digits > 0) out->push_back(digits[--num_digits]);
}

}  // namespace hudi::rows
