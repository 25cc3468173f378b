// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/value_text.h"

#include <array>

#include <fmt/format.h>

#include "hudi/base/text.h"

namespace hudi::rows {
namespace {

constexpr std::string_view kBase64Letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string WholeNumberFrom(int64_t min, int64_t max) {
  return fmt::format("a whole number from {} to {}", min, max);
}

}  // namespace

bool AppendBase64Decoded(std::string_view text, std::string* bytes) {
  static const std::array<int8_t, 256> kValues = [] {
    std::array<int8_t, 256> values;
    values.fill(-1);
    for (size_t i = 0; i < kBase64Letters.size(); ++i) {
      values[static_cast<uint8_t>(kBase64Letters[i])] = static_cast<int8_t>(i);
    }
    return values;
  }();
  if (text.size() % 4 != 0) return false;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  size_t num_letters = text.size() - padding;
  uint32_t group = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    int8_t value = i < num_letters ? kValues[static_cast<uint8_t>(text[i])] : int8_t{0};
    if (value < 0) return false;
    group = group << 6 | static_cast<uint32_t>(value);
    if (i % 4 == 3) {
      bytes->push_back(static_cast<char>(group >> 16 & 255));
      bytes->push_back(static_cast<char>(group >> 8 & 255));
      bytes->push_back(static_cast<char>(group & 255));
      // Bits that stand for no byte must be zero, else two texts would be one value.
      bool stray_bits =
          i + 1 == text.size() && padding > 0 && (group & ((1U << (8 * padding)) - 1)) != 0;
      if (stray_bits) return false;
      group = 0;
    }
  }
  bytes->erase(bytes->size() - padding);
  return true;
}

void AppendBase64(std::string_view bytes, std::string* out) {
  size_t i = 0;
  auto byte = [&](size_t k) { return static_cast<uint32_t>(static_cast<uint8_t>(bytes[k])); };
  auto letter = [&](uint32_t group, int shift) {
    out->push_back(kBase64Letters[group >> shift & 63]);
  };
  for (; i + 3 <= bytes.size(); i += 3) {
    uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int shift : {18, 12, 6, 0}) letter(group, shift);
  }
  if (bytes.size() - i == 1) {
    uint32_t group = byte(i) << 16;
    letter(group, 18);
    letter(group, 12);
    out->append("==");
  } else if (bytes.size() - i == 2) {
    uint32_t group = byte(i) << 16 | byte(i + 1) << 8;
    letter(group, 18);
    letter(group, 12);
    letter(group, 6);
    out->push_back('=');
  }
}

void AppendJsonString(std::string_view text, std::string* out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out->push_back('"');
  size_t start = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<uint8_t>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out->append(text, start, i - start);
    start = i + 1;
    switch (c) {
      case '"':
        out->append("\\\"");
        break;
      case '\\':
        out->append("\\\\");
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      case '\t':
        out->append("\\t");
        break;
      default:
        out->append("\\u00");
        out->push_back(kHex[c >> 4]);
        out->push_back(kHex[c & 15]);
    }
  }
  out->append(text, start, text.size() - start);
  out->push_back('"');
}

std::string ExpectedText(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::NA:
      return "null";
    case arrow::Type::BOOL:
      return "true or false";
    case arrow::Type::INT8:
      return WholeNumberFrom(INT8_MIN, INT8_MAX);
    case arrow::Type::INT16:
      return WholeNumberFrom(INT16_MIN, INT16_MAX);
    case arrow::Type::INT32:
      return WholeNumberFrom(INT32_MIN, INT32_MAX);
    case arrow::Type::INT64:
      return WholeNumberFrom(INT64_MIN, INT64_MAX);
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
      return "a number, \"NaN\", \"Infinity\" or \"-Infinity\"";
    case arrow::Type::DECIMAL128: {
      const auto& decimal = static_cast<const arrow::Decimal128Type&>(type);
      return fmt::format("a decimal number of at most {} digits before and {} after the point",
                         decimal.precision() - decimal.scale(), decimal.scale());
    }
    case arrow::Type::STRING:
      return "text in double quotes";
    case arrow::Type::BINARY:
      return "base64 text";
    case arrow::Type::FIXED_SIZE_BINARY:
      return fmt::format("base64 text of {} bytes",
                         static_cast<const arrow::FixedSizeBinaryType&>(type).byte_width());
    case arrow::Type::DATE32:
      return "a date as yyyy-mm-dd";
    case arrow::Type::TIMESTAMP:
      return static_cast<const arrow::TimestampType&>(type).timezone().empty()
                 ? "a time without zone as yyyy-mm-ddThh:mm:ss[.ffffff]"
                 : "a time as yyyy-mm-ddThh:mm:ss[.ffffff]Z";
    case arrow::Type::LIST:
      return "an array as [...]";
    case arrow::Type::MAP:
    case arrow::Type::STRUCT:
      return "an object as {...}";
    default:
      return type.ToString();
  }
}

std::string ExpectedText(const arrow::DataType& type, TextProblem problem) {
  std::string expected = ExpectedText(type);
  switch (problem) {
    case TextProblem::kNone:
    case TextProblem::kMalformed:
      return expected;
    case TextProblem::kOutOfRange:
      if (type.id() == arrow::Type::FLOAT || type.id() == arrow::Type::DOUBLE ||
          type.id() == arrow::Type::DATE32 || type.id() == arrow::Type::TIMESTAMP) {
        return expected + " within the range of " + type.name();
      }
      return expected;
    case TextProblem::kTooPrecise:
      if (type.id() == arrow::Type::TIMESTAMP) return expected + ", no finer";
      return expected;
    case TextProblem::kZoneUnknown:
      return expected + ", without Z or an offset";
  }
  return expected;
}

std::string ShownText(std::string_view text) {
  constexpr size_t kLongest = 60;
  std::string_view shown = text;
  if (text.size() > kLongest) {
    size_t end = kLongest;
    while (end > 0 && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80)
      --end;  // not inside a letter
    shown = text.substr(0, end);
  }
  std::string result;
  for (char c : shown) {
    auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      result.push_back(c);
    } else {
      result += fmt::format("\\x{:02x}", byte);
    }
  }
  if (shown.size() < text.size()) result += "...";
  return result;
}

}  // namespace hudi::rows
