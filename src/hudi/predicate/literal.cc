// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/literal.h"

#include <cstdlib>
#include <limits>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/util/decimal.h>
#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/predicate/scalar_order.h"
#include "hudi/predicate/temporal_literal.h"
#include "hudi/schema/decimal_text.h"

namespace hudi {
namespace {

using Kind = Predicate::Kind;
using ScalarPtr = std::shared_ptr<arrow::Scalar>;

ScalarPtr DecimalLiteral(std::string_view digits) {
  // As many digits as are written; an exponent moves the point.
  arrow::Decimal128 value;
  int32_t precision = 0;
  int32_t scale = 0;
  if (!arrow::Decimal128::FromString(digits, &value, &precision, &scale).ok()) return nullptr;
  if (scale < 0) {
    const arrow::Result<arrow::Decimal128> plain = value.Rescale(scale, 0);
    if (!plain.ok()) return nullptr;
    value = *plain;
    precision -= scale;
    scale = 0;
  }
  precision = std::max({precision, scale, 1});
  if (precision > 38) return nullptr;
  return std::make_shared<arrow::Decimal128Scalar>(value, arrow::decimal128(precision, scale));
}

template <typename ScalarType>
ScalarPtr WholeLiteral(const std::string& digits) {
  using Value = typename ScalarType::ValueType;
  const std::optional<int64_t> value = ParseInt64(digits);
  if (!value || *value < std::numeric_limits<Value>::min() ||
      *value > std::numeric_limits<Value>::max()) {
    return nullptr;
  }
  return std::make_shared<ScalarType>(static_cast<Value>(*value));
}

std::optional<std::string> BytesFromHex(std::string_view text) {
  std::string digits(text);
  if (digits.size() % 2 == 1) digits.insert(digits.begin(), '0');
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    int byte = 0;
    for (size_t j = i; j < i + 2; ++j) {
      const char c = digits[j];
      byte *= 16;
      if (c >= '0' && c <= '9') {
        byte += c - '0';
      } else if (c >= 'a' && c <= 'f') {
        byte += c - 'a' + 10;
      } else if (c >= 'A' && c <= 'F') {
        byte += c - 'A' + 10;
      } else {
        return std::nullopt;
      }
    }
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

std::string QuotedText(std::string_view text) {
  std::string out = "'";
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // "\%" and "\_" are left as they are by the parser, so a backslash before them stays single.
    const bool before_wildcard =
        c == '\\' && i + 1 < text.size() && (text[i + 1] == '%' || text[i + 1] == '_');
    if (c == '\'' || (c == '\\' && !before_wildcard)) out.push_back('\\');
    if (c == '\0') {
      out += "\\0";
    } else {
      out.push_back(c);
    }
  }
  return out + "'";
}

}  // namespace

ScalarPtr NumberLiteral(std::string_view text, bool negative) {
  size_t digits_end = text.size();
  // The suffix is letters; an 'e' inside the number is not one, for digits follow it.
  while (digits_end > 0 && text[digits_end - 1] != '.' &&
         (text[digits_end - 1] < '0' || text[digits_end - 1] > '9')) {
    --digits_end;
  }
  const std::string suffix = ToLowerAscii(text.substr(digits_end));
  const std::string digits = (negative ? "-" : "") + std::string(text.substr(0, digits_end));
  const bool whole = digits.find_first_of(".eE") == std::string::npos;
  if (suffix == "l") return WholeLiteral<arrow::Int64Scalar>(digits);
  if (suffix == "s") return WholeLiteral<arrow::Int16Scalar>(digits);
  if (suffix == "y") return WholeLiteral<arrow::Int8Scalar>(digits);
  if (suffix == "bd") return DecimalLiteral(digits);
  if (suffix == "f")
    return std::make_shared<arrow::FloatScalar>(std::strtof(digits.c_str(), nullptr));
  if (suffix == "d" || digits.find_first_of("eE") != std::string::npos) {
    return std::make_shared<arrow::DoubleScalar>(std::strtod(digits.c_str(), nullptr));
  }
  if (!whole) return DecimalLiteral(digits);
  if (ScalarPtr value = WholeLiteral<arrow::Int32Scalar>(digits)) return value;
  if (ScalarPtr value = WholeLiteral<arrow::Int64Scalar>(digits)) return value;
  return DecimalLiteral(digits);
}

ScalarPtr TypedLiteral(std::string_view word, std::string_view text) {
  const std::string type = ToLowerAscii(word);
  if (type == "date") {
    const std::optional<int32_t> days = DateFromLiteral(text);
    return days ? std::make_shared<arrow::Date32Scalar>(*days) : nullptr;
  }
  if (type == "timestamp" || type == "timestamp_ltz" || type == "timestamp_ntz") {
    const std::optional<TimestampLiteral> literal = TimestampFromLiteral(text);
    const bool local = type == "timestamp_ntz";
    if (!literal || (local && literal->has_zone)) return nullptr;
    return std::make_shared<arrow::TimestampScalar>(
        literal->micros, arrow::timestamp(arrow::TimeUnit::MICRO, local ? "" : "UTC"));
  }
  if (type == "x") {
    std::optional<std::string> bytes = BytesFromHex(text);
    if (!bytes) return nullptr;
    return std::make_shared<arrow::BinaryScalar>(arrow::Buffer::FromString(*std::move(bytes)));
  }
  return nullptr;
}

std::string BadTypedLiteral(std::string_view word, std::string_view text) {
  const std::string type = ToLowerAscii(word);
  const std::string shown = "'" + std::string(text) + "'";
  if (type == "date") return shown + " is no date: expected yyyy-mm-dd";
  if (type == "timestamp_ntz")
    return shown + " is no timestamp without zone: expected yyyy-mm-dd hh:mm:ss";
  if (type == "timestamp" || type == "timestamp_ltz") {
    return shown + " is no timestamp: expected yyyy-mm-dd hh:mm:ss[.ffffff][zone]";
  }
  if (type == "x") return shown + " is no hexadecimal text";
  return "'" + std::string(word) +
         "' before a text is no known type of literal: "
         "DATE, TIMESTAMP, TIMESTAMP_NTZ and X are";
}

std::string LiteralText(const arrow::Scalar& literal) {
  if (!literal.is_valid) return "NULL";
  switch (literal.type->id()) {
    case arrow::Type::INT8:
      return literal.ToString() + "Y";
    case arrow::Type::INT16:
      return literal.ToString() + "S";
    case arrow::Type::INT64:
      return literal.ToString() + "L";
    case arrow::Type::FLOAT:
      return JavaFloatText(static_cast<const arrow::FloatScalar&>(literal).value) + "F";
    case arrow::Type::DOUBLE:
      return JavaDoubleText(static_cast<const arrow::DoubleScalar&>(literal).value) + "D";
    case arrow::Type::DECIMAL128: {
      const auto& decimal = static_cast<const arrow::Decimal128Scalar&>(literal);
      return decimal.value.ToString(static_cast<const arrow::DecimalType&>(*literal.type).scale()) +
             "BD";
    }
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
      return QuotedText(
          std::string_view(*static_cast<const arrow::BaseBinaryScalar&>(literal).value));
    case arrow::Type::BINARY: {
      std::string hex;
      for (char c : std::string_view(*static_cast<const arrow::BinaryScalar&>(literal).value)) {
        hex += fmt::format("{:02X}", static_cast<unsigned char>(c));
      }
      return "X'" + hex + "'";
    }
    case arrow::Type::DATE32:
      return "DATE '" + DateLiteralText(static_cast<const arrow::Date32Scalar&>(literal).value) +
             "'";
    case arrow::Type::TIMESTAMP: {
      const auto& type = static_cast<const arrow::TimestampType&>(*literal.type);
      int64_t micros = static_cast<const arrow::TimestampScalar&>(literal).value;
      if (type.unit() == arrow::TimeUnit::MILLI) micros *= 1000;
      return (type.timezone().empty() ? "TIMESTAMP_NTZ '" : "TIMESTAMP '") +
             TimestampLiteralText(micros) + "'";
    }
    case arrow::Type::BOOL:
      return static_cast<const arrow::BooleanScalar&>(literal).value ? "TRUE" : "FALSE";
    default:
      return literal.ToString();
  }
}

std::optional<std::string> NumberText(const arrow::Scalar& literal) {
  switch (literal.type->id()) {
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
      return literal.ToString();
    case arrow::Type::FLOAT:
      return JavaFloatText(static_cast<const arrow::FloatScalar&>(literal).value);
    case arrow::Type::DOUBLE:
      return JavaDoubleText(static_cast<const arrow::DoubleScalar&>(literal).value);
    case arrow::Type::DECIMAL128:
      return static_cast<const arrow::Decimal128Scalar&>(literal).value.ToString(
          static_cast<const arrow::DecimalType&>(*literal.type).scale());
    default:
      return std::nullopt;
  }
}

std::optional<Kind> CompareLiterals(Kind comparison, const arrow::Scalar& left,
                                    const arrow::Scalar& right) {
  if (!left.is_valid || !right.is_valid) {
    if (comparison != Kind::kNullSafeEqual) return Kind::kNull;
    return left.is_valid == right.is_valid ? Kind::kTrue : Kind::kFalse;
  }
  const std::optional<std::weak_ordering> order = CompareScalars(left, right);
  if (!order) return std::nullopt;
  const auto outcome = [](bool value) { return value ? Kind::kTrue : Kind::kFalse; };
  switch (comparison) {
    case Kind::kEqual:
    case Kind::kNullSafeEqual:
      return outcome(*order == 0);
    case Kind::kNotEqual:
      return outcome(*order != 0);
    case Kind::kLess:
      return outcome(*order < 0);
    case Kind::kLessEqual:
      return outcome(*order <= 0);
    case Kind::kGreater:
      return outcome(*order > 0);
    case Kind::kGreaterEqual:
      return outcome(*order >= 0);
    default:
      return std::nullopt;
  }
}

}  // namespace hudi
