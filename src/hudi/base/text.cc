// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/text.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace hudi {

std::string_view TrimWhitespace(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string> SplitText(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> items;
  for (const std::string& part : SplitText(text, ',')) {
    std::string_view item = TrimWhitespace(part);
    if (!item.empty()) items.emplace_back(item);
  }
  return items;
}

std::string JoinText(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) joined += separator;
    joined += parts[i];
  }
  return joined;
}

namespace {
char LowerAscii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
char UpperAscii(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }
}  // namespace

std::string ToLowerAscii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), LowerAscii);
  return lower;
}

std::string ToUpperAscii(std::string_view text) {
  std::string upper(text);
  std::transform(upper.begin(), upper.end(), upper.begin(), UpperAscii);
  return upper;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return LowerAscii(x) == LowerAscii(y);
         });
}

std::optional<int64_t> ParseInt64(std::string_view text) {
  int64_t value = 0;
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> ParseDouble(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<bool> ParseBool(std::string_view text) {
  if (EqualsIgnoreCase(text, "true")) return true;
  if (EqualsIgnoreCase(text, "false")) return false;
  return std::nullopt;
}

namespace {
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}
}  // namespace

std::string NearestWord(std::string_view word, const std::vector<std::string>& candidates) {
  std::string lower = ToLowerAscii(word);
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  std::string best;
  for (const std::string& candidate : candidates) {
    size_t distance = EditDistance(lower, ToLowerAscii(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

namespace {
// Java prints plain notation for 1e-3 <= |x| < 1e7 and computerised scientific notation otherwise,
// in both with at least one digit after the point. The digits are the shortest that read back as
// the same number.
template <typename Float>
std::string JavaFloatingText(Float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  std::array<char, 64> buffer;
  auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value),
                                    std::chars_format::scientific);
  (void)error;  // 64 characters hold every shortest form
  std::string_view text(buffer.data(), static_cast<size_t>(end - buffer.data()));
  size_t e = text.find('e');
  int exponent = 0;
  std::string_view exponent_text = text.substr(e + 1);
  if (exponent_text[0] == '+') exponent_text.remove_prefix(1);
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  std::string digits(1, text[0]);
  if (e > 2) digits += text.substr(2, e - 2);
  std::string result = value < 0 ? "-" : "";
  if (exponent >= -3 && exponent < 7) {
    if (exponent < 0) {
      result += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
    } else {
      size_t whole = static_cast<size_t>(exponent) + 1;
      if (digits.size() < whole) digits.append(whole - digits.size(), '0');
      std::string fraction = digits.substr(whole);
      result += digits.substr(0, whole) + "." + (fraction.empty() ? "0" : fraction);
    }
    return result;
  }
  std::string fraction = digits.substr(1);
  return result + digits[0] + "." + (fraction.empty() ? "0" : fraction) + "E" +
         std::to_string(exponent);
}
}  // namespace

std::string JavaDoubleText(double value) { return JavaFloatingText(value); }
std::string JavaFloatText(float value) { return JavaFloatingText(value); }

namespace {
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string Base64Encode(std::string_view bytes) {
  // Two digits for each twelve bits.
  static const std::array<std::array<char, 2>, 4096> kPairs = [] {
    std::array<std::array<char, 2>, 4096> pairs;
    for (size_t i = 0; i < pairs.size(); ++i) pairs[i] = {kBase64[i >> 6], kBase64[i & 63]};
    return pairs;
  }();
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data();
  const auto byte = [&bytes](size_t i) -> uint32_t { return static_cast<uint8_t>(bytes[i]); };
  size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3, out += 4) {
    const uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    std::memcpy(out, kPairs[group >> 12].data(), 2);
    std::memcpy(out + 2, kPairs[group & 4095].data(), 2);
  }
  if (i == bytes.size()) return text;
  const bool two = i + 2 == bytes.size();
  const uint32_t group = byte(i) << 16 | (two ? byte(i + 1) << 8 : 0U);
  std::memcpy(out, kPairs[group >> 12].data(), 2);
  if (two) out[2] = kBase64[group >> 6 & 63];
  return text;
}

std::optional<std::string> Base64Decode(std::string_view text) {
  constexpr uint32_t kNoDigit = 64;
  static const std::array<uint8_t, 256> kValues = [] {
    std::array<uint8_t, 256> values;
    values.fill(kNoDigit);
    for (size_t i = 0; i < kBase64.size(); ++i) {
      values[static_cast<uint8_t>(kBase64[i])] = static_cast<uint8_t>(i);
    }
    return values;
  }();
  if (text.size() % 4 != 0) return std::nullopt;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes(text.size() / 4 * 3, '\0');
  char* out = bytes.data();
  uint32_t seen = 0;
  for (size_t i = 0; i < text.size(); i += 4, out += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 4; ++k) {
      const uint32_t value =
          i + k < text.size() - padding ? kValues[static_cast<uint8_t>(text[i + k])] : 0U;
      seen |= value;
      group = group << 6 | value;
    }
    out[0] = static_cast<char>(group >> 16 & 255);
    out[1] = static_cast<char>(group >> 8 & 255);
    out[2] = static_cast<char>(group & 255);
  }
  if (seen >= kNoDigit) return std::nullopt;
  bytes.erase(bytes.size() - padding);
  return bytes;
}

uint32_t Crc32(std::string_view bytes) {
  uLong crc = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    uInt n = static_cast<uInt>(std::min<size_t>(bytes.size(), std::numeric_limits<uInt>::max()));
    crc = crc32(crc, reinterpret_cast<const Bytef*>(bytes.data()), n);
    bytes.remove_prefix(n);
  }
  return static_cast<uint32_t>(crc);
}

}  // namespace hudi
