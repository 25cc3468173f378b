// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/value_conversion.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_decimal.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/compute/cast.h>
#include <arrow/util/float16.h>
#include <arrow/util/utf8.h>

#include "hudi/base/calendar.h"
#include "hudi/base/java_text.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/decimal_text.h"

namespace hudi {
namespace {

using arrow::Array;
using arrow::DataType;
using arrow::Type;
using ArrayPtr = std::shared_ptr<Array>;
using TypePtr = std::shared_ptr<DataType>;

// The same buffers under another type of the same layout.
ArrayPtr Reinterpret(const Array& array, TypePtr type) {
  std::shared_ptr<arrow::ArrayData> data = array.data()->Copy();
  data->type = std::move(type);
  return arrow::MakeArray(std::move(data));
}

arrow::Result<ArrayPtr> CastTo(const ArrayPtr& array, const TypePtr& type,
                               bool rounds_to_float = false) {
  arrow::compute::CastOptions options = arrow::compute::CastOptions::Safe(type);
  options.allow_float_truncate = rounds_to_float;
  return arrow::compute::Cast(*array, type, options);
}

bool IsText(const DataType& type) {
  return arrow::is_string(type.id()) || type.id() == Type::STRING_VIEW;
}
bool IsBytes(const DataType& type) {
  return arrow::is_binary(type.id()) || type.id() == Type::BINARY_VIEW ||
         type.id() == Type::FIXED_SIZE_BINARY;
}
// Whole number types that a bigint holds.
bool IsSmallInteger(const DataType& type) {
  return arrow::is_integer(type.id()) && type.id() != Type::UINT64;
}
bool FitsInt(const DataType& type) {
  return IsSmallInteger(type) && type.id() != Type::INT64 && type.id() != Type::UINT32;
}

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 80;
  if (text.size() <= kShown) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, kShown)) + "'...";
}

// Calls `convert(i)` for each row that is not null; it gives the value, or a problem as text.
template <typename Builder, typename Convert>
arrow::Result<ArrayPtr> BuildEach(const Array& array, Builder builder, const ConversionSite& site,
                                  Convert&& convert) {
  ARROW_RETURN_NOT_OK(builder.Reserve(array.length()));
  for (int64_t i = 0; i < array.length(); ++i) {
    if (array.IsNull(i)) {
      ARROW_RETURN_NOT_OK(builder.AppendNull());
      continue;
    }
    std::string problem;
    const auto value = convert(i, &problem);
    if (!problem.empty()) return BadValue(site, i, problem);
    ARROW_RETURN_NOT_OK(builder.Append(value));
  }
  ArrayPtr out;
  ARROW_RETURN_NOT_OK(builder.Finish(&out));
  return out;
}

// ---------------------------------------------------------------------------------------------
// Floating point

arrow::Result<ArrayPtr> WidenHalfFloats(const ArrayPtr& array, const ConversionSite& site) {
  const auto& halves = static_cast<const arrow::HalfFloatArray&>(*array);
  return BuildEach(*array, arrow::FloatBuilder(), site, [&](int64_t i, std::string*) {
    return arrow::util::Float16::FromBits(halves.Value(i)).ToFloat();
  });
}

// As Hudi widens: by way of the text, so that 1.1 stays 1.1.
double WidenByText(float value) {
  if (!std::isfinite(value)) return value;
  if (std::abs(value) < 16777216.0F && value == std::trunc(value)) return value;
  char text[32];
  const std::to_chars_result end = std::to_chars(text, text + sizeof(text), value);
  double wide = value;
  std::from_chars(text, end.ptr, wide);
  return wide;
}

arrow::Result<ArrayPtr> ToDouble(const ArrayPtr& array, const ConversionSite& site) {
  if (IsSmallInteger(*array->type())) return CastTo(array, arrow::float64(), true);
  ArrayPtr floats = array;
  if (array->type_id() == Type::HALF_FLOAT) {
    ARROW_ASSIGN_OR_RAISE(floats, WidenHalfFloats(array, site));
  }
  if (floats->type_id() != Type::FLOAT)
    return NoConversion(site, *array->type(), *arrow::float64());
  const auto& values = static_cast<const arrow::FloatArray&>(*floats);
  return BuildEach(*floats, arrow::DoubleBuilder(), site,
                   [&](int64_t i, std::string*) { return WidenByText(values.Value(i)); });
}

arrow::Result<ArrayPtr> ToFloat(const ArrayPtr& array, const ConversionSite& site) {
  if (IsSmallInteger(*array->type())) return CastTo(array, arrow::float32(), true);
  if (array->type_id() == Type::HALF_FLOAT) return WidenHalfFloats(array, site);
  return NoConversion(site, *array->type(), *arrow::float32());
}

// ---------------------------------------------------------------------------------------------
// Dates and timestamps

constexpr int64_t kDayMs = 24LL * 60 * 60 * 1000;

int64_t TicksPerSecond(arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return 1;
    case arrow::TimeUnit::MILLI:
      return 1000;
    case arrow::TimeUnit::MICRO:
      return 1000 * 1000;
    case arrow::TimeUnit::NANO:
      return 1000 * 1000 * 1000;
  }
  return 1;
}

arrow::Result<ArrayPtr> ToUnit(const ArrayPtr& array, const TypePtr& target,
                               const ConversionSite& site) {
  const auto& from = static_cast<const arrow::TimestampType&>(*array->type());
  const auto& to = static_cast<const arrow::TimestampType&>(*target);
  if (from.unit() == to.unit()) return Reinterpret(*array, target);
  const auto& values = static_cast<const arrow::TimestampArray&>(*array);
  const int64_t from_ticks = TicksPerSecond(from.unit());
  const int64_t to_ticks = TicksPerSecond(to.unit());
  arrow::TimestampBuilder builder(target, arrow::default_memory_pool());
  return BuildEach(
      *array, std::move(builder), site, [&](int64_t i, std::string* problem) -> int64_t {
        const int64_t value = values.Value(i);
        if (from_ticks > to_ticks) {
          const int64_t divisor = from_ticks / to_ticks;
          if (value % divisor != 0) {
            *problem = "timestamp " + std::to_string(value) + " in " + from.ToString() +
                       " does not fit in " + to.ToString() + " without loss";
          }
          return value / divisor;
        }
        int64_t scaled = 0;
        if (__builtin_mul_overflow(value, to_ticks / from_ticks, &scaled)) {
          *problem = "timestamp " + std::to_string(value) + " in " + from.ToString() +
                     " is out of the range of " + to.ToString();
        }
        return scaled;
      });
}

arrow::Result<ArrayPtr> ToTimestamp(const ArrayPtr& array, const TypePtr& target,
                                    const ConversionSite& site) {
  if (array->type_id() != Type::TIMESTAMP) return NoConversion(site, *array->type(), *target);
  const auto& from = static_cast<const arrow::TimestampType&>(*array->type());
  const auto& to = static_cast<const arrow::TimestampType&>(*target);
  const bool same_kind = from.timezone().empty() == to.timezone().empty();
  if (!same_kind && site.rules == ConversionRules::kIncoming) {
    return NoConversion(site, *array->type(), *target);
  }
  return ToUnit(array, target, site);
}

// "yyyy-m-d" with a year of four digits; one digit will do for month and day.
std::optional<int32_t> DaysFromText(std::string_view text) {
  const std::vector<std::string> parts = SplitText(text, '-');
  if (parts.size() != 3 || parts[0].size() != 4) return std::nullopt;
  int numbers[3] = {};
  for (size_t i = 0; i < 3; ++i) {
    if (parts[i].empty() || parts[i].size() > (i == 0 ? 4U : 2U)) return std::nullopt;
    for (char c : parts[i]) {
      if (c < '0' || c > '9') return std::nullopt;
      numbers[i] = numbers[i] * 10 + (c - '0');
    }
  }
  if (numbers[1] < 1 || numbers[1] > 12 || numbers[2] < 1 ||
      numbers[2] > DaysInMonth(numbers[0], numbers[1])) {
    return std::nullopt;
  }
  return static_cast<int32_t>(DaysFromCivil(numbers[0], numbers[1], numbers[2]));
}

arrow::Result<ArrayPtr> ToDate(const ArrayPtr& array, const ConversionSite& site) {
  if (array->type_id() == Type::DATE64) {
    const auto& values = static_cast<const arrow::Date64Array&>(*array);
    return BuildEach(*array, arrow::Date32Builder(), site, [&](int64_t i, std::string* problem) {
      if (values.Value(i) % kDayMs != 0) {
        *problem = std::to_string(values.Value(i)) + " ms is not a whole day";
      }
      return static_cast<int32_t>(values.Value(i) / kDayMs);
    });
  }
  if (array->type_id() == Type::STRING) {
    const auto& texts = static_cast<const arrow::StringArray&>(*array);
    return BuildEach(*array, arrow::Date32Builder(), site, [&](int64_t i, std::string* problem) {
      const std::optional<int32_t> days = DaysFromText(texts.GetView(i));
      if (!days) *problem = Quoted(texts.GetView(i)) + " is not a date: expected yyyy-mm-dd";
      return days.value_or(0);
    });
  }
  return NoConversion(site, *array->type(), *arrow::date32());
}

// ---------------------------------------------------------------------------------------------
// Whole numbers

arrow::Result<ArrayPtr> ToInt(const ArrayPtr& array, const ConversionSite& site) {
  if (FitsInt(*array->type())) return CastTo(array, arrow::int32());
  if (array->type_id() == Type::DATE32 && site.rules == ConversionRules::kStored) {
    return Reinterpret(*array, arrow::int32());
  }
  return NoConversion(site, *array->type(), *arrow::int32());
}

arrow::Result<ArrayPtr> ToLong(const ArrayPtr& array, const ConversionSite& site) {
  if (IsSmallInteger(*array->type())) return CastTo(array, arrow::int64());
  if (array->type_id() == Type::TIMESTAMP && site.rules == ConversionRules::kStored) {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr micros,
                          ToUnit(array, arrow::timestamp(arrow::TimeUnit::MICRO), site));
    return Reinterpret(*micros, arrow::int64());
  }
  return NoConversion(site, *array->type(), *arrow::int64());
}

// ---------------------------------------------------------------------------------------------
// Decimals

arrow::Decimal128Builder DecimalBuilder(const TypePtr& target) {
  return arrow::Decimal128Builder(target, arrow::default_memory_pool());
}

std::string DoesNotFit(std::string_view value, const DataType& target) {
  return Quoted(value) + " does not fit in " + SparkTypeName(target);
}

arrow::Result<ArrayPtr> RescaleDecimals(const ArrayPtr& array, const TypePtr& target,
                                        const ConversionSite& site) {
  const auto& from = static_cast<const arrow::DecimalType&>(*array->type());
  const auto& to = static_cast<const arrow::DecimalType&>(*target);
  ArrayPtr wide = array;
  if (array->type_id() != Type::DECIMAL128) {
    if (from.precision() > 38) return NoConversion(site, from, to);
    ARROW_ASSIGN_OR_RAISE(wide, CastTo(array, arrow::decimal128(from.precision(), from.scale())));
    if (wide->type()->Equals(target)) return wide;
  }
  const auto& values = static_cast<const arrow::Decimal128Array&>(*wide);
  return BuildEach(*wide, DecimalBuilder(target), site, [&](int64_t i, std::string* problem) {
    const arrow::Decimal128 value(values.GetValue(i));
    const arrow::Result<arrow::Decimal128> scaled = value.Rescale(from.scale(), to.scale());
    if (!scaled.ok() || !scaled->FitsInPrecision(to.precision())) {
      *problem = DoesNotFit(value.ToString(from.scale()), to);
      return arrow::Decimal128();
    }
    return *scaled;
  });
}

// `text_of(i)` gives the number as text, valid until the next call.
template <typename TextOf>
arrow::Result<ArrayPtr> DecimalsFromText(const Array& array, const TypePtr& target,
                                         const ConversionSite& site, TextOf&& text_of) {
  const auto& to = static_cast<const arrow::DecimalType&>(*target);
  return BuildEach(array, DecimalBuilder(target), site, [&](int64_t i, std::string* problem) {
    const auto text = text_of(i);
    const std::optional<arrow::Decimal128> value =
        DecimalFromText(text, to.precision(), to.scale(), DecimalRounding::kHalfUp);
    if (!value) *problem = DoesNotFit(text, to);
    return value.value_or(arrow::Decimal128());
  });
}

arrow::Result<ArrayPtr> ToDecimal(const ArrayPtr& array, const TypePtr& target,
                                  const ConversionSite& site) {
  if (arrow::is_decimal(array->type_id())) return RescaleDecimals(array, target, site);
  if (IsSmallInteger(*array->type())) {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr longs, CastTo(array, arrow::int64()));
    const auto& values = static_cast<const arrow::Int64Array&>(*longs);
    return DecimalsFromText(*longs, target, site,
                            [&](int64_t i) { return std::to_string(values.Value(i)); });
  }
  switch (array->type_id()) {
    case Type::FLOAT: {
      const auto& values = static_cast<const arrow::FloatArray&>(*array);
      return DecimalsFromText(*array, target, site,
                              [&](int64_t i) { return JavaFloatText(values.Value(i)); });
    }
    case Type::DOUBLE: {
      const auto& values = static_cast<const arrow::DoubleArray&>(*array);
      return DecimalsFromText(*array, target, site,
                              [&](int64_t i) { return JavaDoubleText(values.Value(i)); });
    }
    case Type::STRING: {
      const auto& values = static_cast<const arrow::StringArray&>(*array);
      return DecimalsFromText(*array, target, site, [&](int64_t i) { return values.GetView(i); });
    }
    default:
      return NoConversion(site, *array->type(), *target);
  }
}

// ---------------------------------------------------------------------------------------------
// Text and bytes

// Any text or bytes as BINARY with 32-bit offsets.
arrow::Result<ArrayPtr> ToPlainBinary(const ArrayPtr& array, const ConversionSite& site) {
  switch (array->type_id()) {
    case Type::BINARY:
      return array;
    case Type::STRING:
      return Reinterpret(*array, arrow::binary());
    case Type::LARGE_BINARY:
    case Type::FIXED_SIZE_BINARY:
      return CastTo(array, arrow::binary());
    case Type::LARGE_STRING:
      return CastTo(Reinterpret(*array, arrow::large_binary()), arrow::binary());
    case Type::STRING_VIEW:
    case Type::BINARY_VIEW: {
      const auto& views = static_cast<const arrow::BinaryViewArray&>(*array);
      return BuildEach(*array, arrow::BinaryBuilder(), site,
                       [&](int64_t i, std::string*) { return views.GetView(i); });
    }
    default:
      return NoConversion(site, *array->type(), *arrow::binary());
  }
}

arrow::Status CheckUtf8(const arrow::BinaryArray& bytes, const ConversionSite& site) {
  arrow::util::InitializeUTF8();
  for (int64_t i = 0; i < bytes.length(); ++i) {
    if (bytes.IsNull(i) || arrow::util::ValidateUTF8(bytes.GetView(i))) continue;
    return BadValue(site, i, "the bytes are no UTF-8 text");
  }
  return arrow::Status::OK();
}

arrow::Result<ArrayPtr> ToText(const ArrayPtr& array, const ConversionSite& site) {
  const DataType& from = *array->type();
  if (IsText(from) || IsBytes(from)) {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr bytes, ToPlainBinary(array, site));
    if (IsBytes(from)) {
      ARROW_RETURN_NOT_OK(CheckUtf8(static_cast<const arrow::BinaryArray&>(*bytes), site));
    }
    return Reinterpret(*bytes, arrow::utf8());
  }
  ArrayPtr values = array;
  if (from.id() == Type::HALF_FLOAT) {
    ARROW_ASSIGN_OR_RAISE(values, WidenHalfFloats(array, site));
  } else if (from.id() == Type::DATE64) {
    ARROW_ASSIGN_OR_RAISE(values, ToDate(array, site));
  } else if (arrow::is_decimal(from.id()) && from.id() != Type::DECIMAL128) {
    const auto& decimal = static_cast<const arrow::DecimalType&>(from);
    if (decimal.precision() > 38) return NoConversion(site, from, *arrow::utf8());
    ARROW_ASSIGN_OR_RAISE(values,
                          CastTo(array, arrow::decimal128(decimal.precision(), decimal.scale())));
  } else if (!IsSmallInteger(from) && from.id() != Type::FLOAT && from.id() != Type::DOUBLE &&
             from.id() != Type::DECIMAL128 && from.id() != Type::DATE32) {
    return NoConversion(site, from, *arrow::utf8());
  }
  return JavaTexts(values, site.path, InstantText::kNumber, nullptr);
}

arrow::Result<ArrayPtr> ToBytes(const ArrayPtr& array, const ConversionSite& site) {
  return ToPlainBinary(array, site);
}

}  // namespace

arrow::Status BadValue(const ConversionSite& site, int64_t row, std::string_view problem) {
  const ErrorCode code =
      site.rules == ConversionRules::kIncoming ? ErrorCode::kInvalidRow : ErrorCode::kCorruptFile;
  return Fail(code, site.path, "column '", site.path, "', row ", row + 1,
              " of the batch: ", problem);
}

arrow::Status NoConversion(const ConversionSite& site, const DataType& from, const DataType& to) {
  if (site.rules == ConversionRules::kIncoming) {
    return Fail(ErrorCode::kInvalidSchema, site.path, "column '", site.path, "' is ",
                SparkTypeName(from), " in the input, which does not become the table's ",
                SparkTypeName(to));
  }
  return Fail(ErrorCode::kCorruptFile, site.path, "column '", site.path, "' is ",
              SparkTypeName(from), " in the file, which cannot have become the table's ",
              SparkTypeName(to));
}

arrow::Result<ArrayPtr> ConvertLeaf(const ArrayPtr& array, const TypePtr& target,
                                    const ConversionSite& site) {
  switch (target->id()) {
    case Type::INT32:
      return ToInt(array, site);
    case Type::INT64:
      return ToLong(array, site);
    case Type::FLOAT:
      return ToFloat(array, site);
    case Type::DOUBLE:
      return ToDouble(array, site);
    case Type::DECIMAL128:
      return ToDecimal(array, target, site);
    case Type::STRING:
      return ToText(array, site);
    case Type::BINARY:
      return ToBytes(array, site);
    case Type::DATE32:
      return ToDate(array, site);
    case Type::TIMESTAMP:
      return ToTimestamp(array, target, site);
    default:
      return NoConversion(site, *array->type(), *target);
  }
}

}  // namespace hudi
