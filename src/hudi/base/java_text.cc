// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/java_text.h"

#include <array>
#include <charconv>

#include <arrow/builder.h>
#include <arrow/compute/cast.h>
#include <arrow/util/utf8.h>
#include <fmt/format.h>

#include "hudi/base/calendar.h"
#include "hudi/base/compute.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

// The first day that java.util's calendars count by the Gregorian rules: 1582-10-15.
constexpr int64_t kGregorianStartDays = -141427;
static_assert(DaysFromCivil(1582, 10, 15) == kGregorianStartDays);

void AppendZeroPadded(int64_t value, int width, std::string* out) {
  fmt::format_to(std::back_inserter(*out), "{:0{}}", value, width);
}

/// Builds the texts of a typed array. `append_text` is called with a row and a string to fill.
template <typename AppendText>
arrow::Result<std::shared_ptr<arrow::StringArray>> BuildTexts(const arrow::Array& column,
                                                              AppendText&& append_text) {
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(column.length()));
  std::string text;
  for (int64_t i = 0; i < column.length(); ++i) {
    if (column.IsNull(i)) {
      builder.UnsafeAppendNull();
      continue;
    }
    text.clear();
    append_text(i, &text);
    ARROW_RETURN_NOT_OK(builder.ReserveData(static_cast<int64_t>(text.size())));
    builder.UnsafeAppend(text);
  }
  std::shared_ptr<arrow::StringArray> texts;
  ARROW_RETURN_NOT_OK(builder.Finish(&texts));
  return texts;
}

template <typename ArrayType>
arrow::Result<std::shared_ptr<arrow::StringArray>> IntegerTexts(const arrow::Array& column) {
  constexpr int64_t kMostDigits = 20;  // of a 64-bit number with its sign
  const auto& typed = static_cast<const ArrayType&>(column);
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(column.length()));
  ARROW_RETURN_NOT_OK(builder.ReserveData((column.length() - column.null_count()) * kMostDigits));
  std::array<char, kMostDigits> digits;
  for (int64_t i = 0; i < column.length(); ++i) {
    if (column.IsNull(i)) {
      builder.UnsafeAppendNull();
      continue;
    }
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), typed.Value(i));
    builder.UnsafeAppend(digits.data(), static_cast<int32_t>(end.ptr - digits.data()));
  }
  std::shared_ptr<arrow::StringArray> texts;
  ARROW_RETURN_NOT_OK(builder.Finish(&texts));
  return texts;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> TimestampTexts(const arrow::Array& column,
                                                                  InstantText instants,
                                                                  const TimeZone* zone) {
  const auto& typed = static_cast<const arrow::TimestampArray&>(column);
  const auto& type = static_cast<const arrow::TimestampType&>(*column.type());
  if (instants == InstantText::kTimestamp && !type.timezone().empty()) {
    return BuildTexts(column, [&](int64_t i, std::string* text) {
      AppendJavaTimestamp(TimestampToMs(typed.Value(i), type.unit()), *zone, text);
    });
  }
  return BuildTexts(column, [&](int64_t i, std::string* text) {
    int64_t value = typed.Value(i);
    if (type.unit() == arrow::TimeUnit::SECOND) value *= 1000000;
    if (type.unit() == arrow::TimeUnit::NANO) value = FloorDiv(value, 1000);
    *text = std::to_string(value);
  });
}

arrow::Result<std::shared_ptr<arrow::Array>> CastToUtf8(
    const std::shared_ptr<arrow::Array>& column) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  return arrow::compute::Cast(*column, arrow::utf8(), arrow::compute::CastOptions::Safe());
}

}  // namespace

void AppendJavaDecimal(const arrow::Decimal128& value, int32_t scale, std::string* out) {
  const bool negative = value.IsNegative();
  const std::string digits = arrow::Decimal128(arrow::Decimal128::Abs(value)).ToIntegerString();
  if (negative) out->push_back('-');
  const int64_t num_digits = static_cast<int64_t>(digits.size());
  // The power of ten of the first digit; Java leaves plain notation below 10^-6.
  const int64_t exponent = num_digits - 1 - scale;
  if (scale == 0) {
    out->append(digits);
  } else if (scale > 0 && exponent >= -6) {
    if (num_digits > scale) {
      out->append(digits, 0, num_digits - scale);
      out->push_back('.');
      out->append(digits, num_digits - scale);
    } else {
      out->append("0.");
      out->append(scale - num_digits, '0');
      out->append(digits);
    }
  } else {
    out->push_back(digits[0]);
    if (num_digits > 1) {
      out->push_back('.');
      out->append(digits, 1);
    }
    if (exponent != 0) {
      out->push_back('E');
      if (exponent > 0) out->push_back('+');
      out->append(std::to_string(exponent));
    }
  }
}

void AppendJavaDate(int64_t epoch_days, std::string* out) {
  const CivilDay civil = CivilFromDays(epoch_days);
  if (civil.year < 0) out->push_back('-');
  if (civil.year > 9999) out->push_back('+');
  AppendZeroPadded(std::abs(civil.year), 4, out);
  out->push_back('-');
  AppendZeroPadded(civil.month, 2, out);
  out->push_back('-');
  AppendZeroPadded(civil.day, 2, out);
}

void AppendJavaTimestamp(int64_t epoch_ms, const TimeZone& zone, std::string* out) {
  const int64_t utc_seconds = FloorDiv(epoch_ms, 1000);
  const int ms = static_cast<int>(epoch_ms - utc_seconds * 1000);
  const int64_t local_seconds = utc_seconds + zone.OffsetAt(utc_seconds);
  const int64_t days = FloorDiv(local_seconds, 86400);
  const int second_of_day = static_cast<int>(local_seconds - days * 86400);
  const CivilDay civil = days < kGregorianStartDays ? JulianFromDays(days) : CivilFromDays(days);
  // Java shows a year before 1 as the year of its era.
  AppendZeroPadded(civil.year > 0 ? civil.year : 1 - civil.year, 4, out);
  out->push_back('-');
  AppendZeroPadded(civil.month, 2, out);
  out->push_back('-');
  AppendZeroPadded(civil.day, 2, out);
  out->push_back(' ');
  AppendZeroPadded(second_of_day / 3600, 2, out);
  out->push_back(':');
  AppendZeroPadded(second_of_day / 60 % 60, 2, out);
  out->push_back(':');
  AppendZeroPadded(second_of_day % 60, 2, out);
  out->push_back('.');
  AppendZeroPadded(ms, 3, out);
  while (out->back() == '0' && (*out)[out->size() - 2] != '.') out->pop_back();
}

int64_t TimestampToMs(int64_t value, arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return value * 1000;
    case arrow::TimeUnit::MILLI:
      return value;
    case arrow::TimeUnit::MICRO:
      return value / 1000;
    case arrow::TimeUnit::NANO:
      return value / 1000000;
  }
  return value;
}

bool HasJavaText(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::NA:
    case arrow::Type::BOOL:
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::INT64:
    case arrow::Type::UINT8:
    case arrow::Type::UINT16:
    case arrow::Type::UINT32:
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
    case arrow::Type::DATE32:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DECIMAL128:
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW:
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
    case arrow::Type::BINARY_VIEW:
    case arrow::Type::FIXED_SIZE_BINARY:
      return true;
    case arrow::Type::DICTIONARY:
      return HasJavaText(*static_cast<const arrow::DictionaryType&>(type).value_type());
    default:
      return false;
  }
}

arrow::Result<std::shared_ptr<arrow::StringArray>> JavaTexts(
    const std::shared_ptr<arrow::Array>& column, std::string_view field, InstantText instants,
    const TimeZone* zone) {
  switch (column->type_id()) {
    case arrow::Type::STRING:
      return std::static_pointer_cast<arrow::StringArray>(column);
    case arrow::Type::NA:
      return BuildTexts(*column, [](int64_t, std::string*) {});
    case arrow::Type::BOOL: {
      const auto& typed = static_cast<const arrow::BooleanArray&>(*column);
      return BuildTexts(*column, [&](int64_t i, std::string* text) {
        *text = typed.Value(i) ? "true" : "false";
      });
    }
    case arrow::Type::INT8:
      return IntegerTexts<arrow::Int8Array>(*column);
    case arrow::Type::INT16:
      return IntegerTexts<arrow::Int16Array>(*column);
    case arrow::Type::INT32:
      return IntegerTexts<arrow::Int32Array>(*column);
    case arrow::Type::INT64:
      return IntegerTexts<arrow::Int64Array>(*column);
    case arrow::Type::UINT8:
      return IntegerTexts<arrow::UInt8Array>(*column);
    case arrow::Type::UINT16:
      return IntegerTexts<arrow::UInt16Array>(*column);
    case arrow::Type::UINT32:
      return IntegerTexts<arrow::UInt32Array>(*column);
    case arrow::Type::FLOAT: {
      const auto& typed = static_cast<const arrow::FloatArray&>(*column);
      return BuildTexts(
          *column, [&](int64_t i, std::string* text) { *text = JavaFloatText(typed.Value(i)); });
    }
    case arrow::Type::DOUBLE: {
      const auto& typed = static_cast<const arrow::DoubleArray&>(*column);
      return BuildTexts(
          *column, [&](int64_t i, std::string* text) { *text = JavaDoubleText(typed.Value(i)); });
    }
    case arrow::Type::DATE32: {
      const auto& typed = static_cast<const arrow::Date32Array&>(*column);
      return BuildTexts(
          *column, [&](int64_t i, std::string* text) { AppendJavaDate(typed.Value(i), text); });
    }
    case arrow::Type::TIMESTAMP:
      return TimestampTexts(*column, instants, zone);
    case arrow::Type::DECIMAL128: {
      const auto& typed = static_cast<const arrow::Decimal128Array&>(*column);
      const int32_t scale = static_cast<const arrow::Decimal128Type&>(*column->type()).scale();
      return BuildTexts(*column, [&](int64_t i, std::string* text) {
        AppendJavaDecimal(arrow::Decimal128(typed.Value(i)), scale, text);
      });
    }
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> texts, CastToUtf8(column));
      return std::static_pointer_cast<arrow::StringArray>(texts);
    }
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
    case arrow::Type::BINARY_VIEW:
    case arrow::Type::FIXED_SIZE_BINARY: {
      arrow::Result<std::shared_ptr<arrow::Array>> texts = CastToUtf8(column);
      if (!texts.ok()) {
        return Fail(ErrorCode::kInvalidRow, field, "field '", field, "' of type ",
                    column->type()->ToString(),
                    " holds bytes that are no UTF-8 text; expected a text or number column");
      }
      return std::static_pointer_cast<arrow::StringArray>(*texts);
    }
    case arrow::Type::DICTIONARY: {
      ARROW_RETURN_NOT_OK(InitializeCompute());
      const auto& type = static_cast<const arrow::DictionaryType&>(*column->type());
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> plain,
                            arrow::compute::Cast(*column, type.value_type()));
      return JavaTexts(plain, field, instants, zone);
    }
    default:
      return Fail(ErrorCode::kUnsupported, field, "field '", field, "' of type ",
                  column->type()->ToString(),
                  " has no text; expected a number, text, date, timestamp, decimal or boolean");
  }
}

}  // namespace hudi
