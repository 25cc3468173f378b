// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/literal_binding.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/compute/cast.h>
#include <arrow/type_traits.h>
#include <arrow/util/decimal.h>

#include "hudi/base/calendar.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/predicate/literal.h"
#include "hudi/predicate/temporal_literal.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/decimal_text.h"

namespace hudi {
namespace {

using arrow::Type;
using Kind = Predicate::Kind;
using ScalarPtr = std::shared_ptr<arrow::Scalar>;

constexpr int64_t kMicrosPerDay = 86400LL * 1000 * 1000;

// Where a literal stands among the values of a column's type.
struct Place {
  enum class Range { kHolds, kBelowAll, kAboveAll };
  Range range = Range::kHolds;
  ScalarPtr floor;    ///< the greatest value of the type that is not greater; with kHolds
  bool exact = true;  ///< the literal is that value
};

arrow::Status DoesNotCompare(const BoundColumn& column, const arrow::Scalar& literal,
                             std::string_view hint) {
  return Fail(ErrorCode::kInvalidArgument, column.path, "column '", column.path, "' is ",
              SparkTypeName(*column.type), " and does not compare with ", LiteralText(literal),
              hint.empty() ? "" : ": ", hint);
}

bool IsQuotedText(const arrow::Scalar& literal) { return literal.type->id() == Type::STRING; }

std::string TextOf(const arrow::Scalar& literal) {
  return std::string(std::string_view(*static_cast<const arrow::BaseBinaryScalar&>(literal).value));
}

// The literal's digits: of a number, or of text that is one.
arrow::Result<std::string> DigitsOf(const BoundColumn& column, const arrow::Scalar& literal) {
  if (const std::optional<std::string> digits = NumberText(literal)) return *digits;
  if (IsQuotedText(literal)) {
    std::string text(TrimWhitespace(TextOf(literal)));
    if (FloorDecimalText(text, 0)) return text;
    return DoesNotCompare(column, literal, "the text is no number");
  }
  return DoesNotCompare(column, literal, "expected a number");
}

// ---------------------------------------------------------------------------------------------
// Types whose values are steps: whole numbers, decimals, dates, timestamps.

struct Limits {
  arrow::Decimal128 min;
  arrow::Decimal128 max;
};

template <typename T>
Limits LimitsOf() {
  return Limits{arrow::Decimal128(std::numeric_limits<T>::min()),
                arrow::Decimal128(std::numeric_limits<T>::max())};
}

std::optional<Limits> StepLimits(const arrow::DataType& type) {
  switch (type.id()) {
    case Type::INT8:
      return LimitsOf<int8_t>();
    case Type::INT16:
      return LimitsOf<int16_t>();
    case Type::INT32:
    case Type::DATE32:
      return LimitsOf<int32_t>();
    case Type::INT64:
    case Type::TIMESTAMP:
      return LimitsOf<int64_t>();
    case Type::UINT8:
      return LimitsOf<uint8_t>();
    case Type::UINT16:
      return LimitsOf<uint16_t>();
    case Type::UINT32:
      return LimitsOf<uint32_t>();
    case Type::DECIMAL128: {
      const int32_t precision = static_cast<const arrow::DecimalType&>(type).precision();
      const arrow::Decimal128 max =
          arrow::Decimal128(arrow::Decimal128::GetScaleMultiplier(precision)) -
          arrow::Decimal128(1);
      return Limits{-max, max};
    }
    default:
      return std::nullopt;
  }
}

ScalarPtr StepScalar(const arrow::Decimal128& step, const std::shared_ptr<arrow::DataType>& type) {
  if (type->id() == Type::DECIMAL128) {
    return std::make_shared<arrow::Decimal128Scalar>(step, type);
  }
  const auto value = static_cast<int64_t>(step.low_bits());
  switch (type->id()) {
    case Type::INT8:
      return std::make_shared<arrow::Int8Scalar>(static_cast<int8_t>(value));
    case Type::INT16:
      return std::make_shared<arrow::Int16Scalar>(static_cast<int16_t>(value));
    case Type::INT32:
      return std::make_shared<arrow::Int32Scalar>(static_cast<int32_t>(value));
    case Type::UINT8:
      return std::make_shared<arrow::UInt8Scalar>(static_cast<uint8_t>(value));
    case Type::UINT16:
      return std::make_shared<arrow::UInt16Scalar>(static_cast<uint16_t>(value));
    case Type::UINT32:
      return std::make_shared<arrow::UInt32Scalar>(static_cast<uint32_t>(value));
    case Type::DATE32:
      return std::make_shared<arrow::Date32Scalar>(static_cast<int32_t>(value));
    case Type::TIMESTAMP:
      return std::make_shared<arrow::TimestampScalar>(value, type);
    default:
      return std::make_shared<arrow::Int64Scalar>(value);
  }
}

// Microseconds of a date or timestamp literal, or of text that is one.
arrow::Result<int64_t> MicrosOf(const BoundColumn& column, const arrow::Scalar& literal) {
  switch (literal.type->id()) {
    case Type::DATE32:
      return static_cast<const arrow::Date32Scalar&>(literal).value * kMicrosPerDay;
    case Type::TIMESTAMP:
      return static_cast<const arrow::TimestampScalar&>(literal).value;
    case Type::STRING: {
      const std::optional<TimestampLiteral> parsed = TimestampFromLiteral(TextOf(literal));
      if (parsed) return parsed->micros;
      return DoesNotCompare(column, literal,
                            column.type->id() == Type::DATE32
                                ? "expected a date such as '2024-02-29'"
                                : "expected a timestamp such as '2024-02-29 12:34:56'");
    }
    default:
      return DoesNotCompare(column, literal,
                            column.type->id() == Type::DATE32
                                ? "expected a date such as '2024-02-29'"
                                : "expected a timestamp such as '2024-02-29 12:34:56'");
  }
}

int64_t MicrosPerStep(const arrow::DataType& type) {
  if (type.id() == Type::DATE32) return kMicrosPerDay;
  switch (static_cast<const arrow::TimestampType&>(type).unit()) {
    case arrow::TimeUnit::SECOND:
      return 1000000;
    case arrow::TimeUnit::MILLI:
      return 1000;
    default:
      return 1;
  }
}

arrow::Result<Place> TemporalPlace(const BoundColumn& column, const arrow::Scalar& literal) {
  ARROW_ASSIGN_OR_RAISE(int64_t micros, MicrosOf(column, literal));
  Place place;
  if (column.type->id() == Type::TIMESTAMP &&
      static_cast<const arrow::TimestampType&>(*column.type).unit() == arrow::TimeUnit::NANO) {
    return DoesNotCompare(column, literal, "nanoseconds are not supported");
  }
  const int64_t step = MicrosPerStep(*column.type);
  place.floor = StepScalar(arrow::Decimal128(FloorDiv(micros, step)), column.type);
  place.exact = FloorMod(micros, step) == 0;
  return place;
}

arrow::Result<Place> NumericPlace(const BoundColumn& column, const arrow::Scalar& literal) {
  ARROW_ASSIGN_OR_RAISE(std::string digits, DigitsOf(column, literal));
  Place place;
  if (digits == "NaN" || digits == "Infinity" || digits == "-Infinity") {
    place.range = digits == "-Infinity" ? Place::Range::kBelowAll : Place::Range::kAboveAll;
    return place;
  }
  const int32_t scale = column.type->id() == Type::DECIMAL128
                            ? static_cast<const arrow::DecimalType&>(*column.type).scale()
                            : 0;
  const std::optional<FlooredDecimal> floored = FloorDecimalText(digits, scale);
  if (!floored) return DoesNotCompare(column, literal, "the text is no number");
  const Limits limits = *StepLimits(*column.type);
  if (floored->range == FlooredDecimal::Range::kTooLarge || floored->value > limits.max ||
      (floored->value == limits.max && !floored->exact)) {
    place.range = Place::Range::kAboveAll;
  } else if (floored->range == FlooredDecimal::Range::kTooSmall || floored->value < limits.min) {
    place.range = Place::Range::kBelowAll;
  } else {
    place.floor = StepScalar(floored->value, column.type);
    place.exact = floored->exact;
  }
  if (floored->range == FlooredDecimal::Range::kTooSmall) place.range = Place::Range::kBelowAll;
  return place;
}

// ---------------------------------------------------------------------------------------------
// Other types: the literal becomes one of their values or is refused.

arrow::Result<ScalarPtr> FloatingValue(const BoundColumn& column, const arrow::Scalar& literal) {
  const bool narrow = column.type->id() != Type::DOUBLE;
  if (narrow && literal.type->id() == Type::FLOAT) return literal.GetSharedPtr();
  if (literal.type->id() == Type::DOUBLE) return literal.GetSharedPtr();
  if (literal.type->id() == Type::FLOAT) {
    return std::make_shared<arrow::DoubleScalar>(
        static_cast<const arrow::FloatScalar&>(literal).value);
  }
  std::string digits;
  if (IsQuotedText(literal)) {
    digits = TrimWhitespace(TextOf(literal));
    for (std::string_view word : {"nan", "infinity", "+infinity", "-infinity", "inf", "-inf"}) {
      if (!EqualsIgnoreCase(digits, word)) continue;
      return std::make_shared<arrow::DoubleScalar>(std::strtod(digits.c_str(), nullptr));
    }
  }
  ARROW_ASSIGN_OR_RAISE(digits, DigitsOf(column, literal));
  // Text is read as the column's type, so that f = '0.1' finds a float 0.1.
  if (narrow && IsQuotedText(literal)) {
    return std::make_shared<arrow::FloatScalar>(std::strtof(digits.c_str(), nullptr));
  }
  return std::make_shared<arrow::DoubleScalar>(std::strtod(digits.c_str(), nullptr));
}

arrow::Result<ScalarPtr> BooleanValue(const BoundColumn& column, const arrow::Scalar& literal) {
  if (literal.type->id() == Type::BOOL) return literal.GetSharedPtr();
  std::optional<bool> value;
  if (IsQuotedText(literal)) {
    value = ParseBool(TrimWhitespace(TextOf(literal)));
  } else if (const std::optional<std::string> digits = NumberText(literal)) {
    if (*digits == "0" || *digits == "1") value = *digits == "1";
  }
  if (!value) return DoesNotCompare(column, literal, "expected true or false");
  return std::make_shared<arrow::BooleanScalar>(*value);
}

arrow::Result<ScalarPtr> TextValue(const BoundColumn& column, const arrow::Scalar& literal) {
  if (IsQuotedText(literal)) return literal.GetSharedPtr();
  if (NumberText(literal)) return literal.GetSharedPtr();
  return DoesNotCompare(column, literal, "write the value in quotes");
}

arrow::Result<ScalarPtr> BytesValue(const BoundColumn& column, const arrow::Scalar& literal) {
  if (literal.type->id() == Type::BINARY) return literal.GetSharedPtr();
  if (IsQuotedText(literal)) {
    return std::make_shared<arrow::BinaryScalar>(
        static_cast<const arrow::BaseBinaryScalar&>(literal).value);
  }
  return DoesNotCompare(column, literal, "expected text in quotes or X'...'");
}

// Literals that no SQL text gives, as callers may build them: as the type that one would.
arrow::Result<ScalarPtr> PlainLiteral(const ScalarPtr& literal) {
  std::shared_ptr<arrow::DataType> type;
  switch (literal->type->id()) {
    case Type::UINT8:
    case Type::UINT16:
    case Type::UINT32:
      type = arrow::int64();
      break;
    case Type::UINT64:
      type = arrow::decimal128(20, 0);
      break;
    case Type::HALF_FLOAT:
      type = arrow::float32();
      break;
    case Type::LARGE_STRING:
    case Type::STRING_VIEW:
      type = arrow::utf8();
      break;
    case Type::LARGE_BINARY:
    case Type::BINARY_VIEW:
    case Type::FIXED_SIZE_BINARY:
      type = arrow::binary();
      break;
    case Type::DATE64:
      type = arrow::date32();
      break;
    case Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(*literal->type);
      if (timestamp.unit() == arrow::TimeUnit::MICRO) return literal;
      type = arrow::timestamp(arrow::TimeUnit::MICRO, timestamp.timezone());
      break;
    }
    default:
      return literal;
  }
  ARROW_ASSIGN_OR_RAISE(arrow::Datum cast, arrow::compute::Cast(arrow::Datum(literal), type));
  return cast.scalar();
}

arrow::Result<Place> PlaceOf(const BoundColumn& column, const ScalarPtr& any_literal) {
  ARROW_ASSIGN_OR_RAISE(ScalarPtr plain, PlainLiteral(any_literal));
  const arrow::Scalar& literal = *plain;
  Place place;
  switch (column.type->id()) {
    case Type::DATE32:
    case Type::TIMESTAMP:
      return TemporalPlace(column, literal);
    case Type::HALF_FLOAT:
    case Type::FLOAT:
    case Type::DOUBLE: {
      ARROW_ASSIGN_OR_RAISE(place.floor, FloatingValue(column, literal));
      return place;
    }
    case Type::BOOL: {
      ARROW_ASSIGN_OR_RAISE(place.floor, BooleanValue(column, literal));
      return place;
    }
    case Type::STRING:
    case Type::LARGE_STRING:
    case Type::STRING_VIEW: {
      ARROW_ASSIGN_OR_RAISE(place.floor, TextValue(column, literal));
      return place;
    }
    case Type::BINARY:
    case Type::LARGE_BINARY:
    case Type::BINARY_VIEW:
    case Type::FIXED_SIZE_BINARY: {
      ARROW_ASSIGN_OR_RAISE(place.floor, BytesValue(column, literal));
      return place;
    }
    default:
      if (StepLimits(*column.type)) return NumericPlace(column, literal);
      return DoesNotCompare(column, literal, "only IS NULL and IS NOT NULL do");
  }
}

PredicatePtr Comparison(Kind kind, const BoundColumn& column, ScalarPtr value) {
  auto predicate = std::make_shared<Predicate>();
  predicate->kind = kind;
  predicate->column = column.path;
  predicate->values.push_back(std::move(value));
  return predicate;
}

// True (or false) for every value, null for null: what SQL makes of a comparison with a literal
// beyond the column's range.
PredicatePtr ForEveryValue(bool outcome, const BoundColumn& column) {
  return Comparison(outcome ? Kind::kGreaterEqual : Kind::kLess, column,
                    StepScalar(StepLimits(*column.type)->min, column.type));
}

}  // namespace

arrow::Result<PredicatePtr> BindComparison(Kind kind, const BoundColumn& column,
                                           const ScalarPtr& literal) {
  if (!literal->is_valid) return Comparison(kind, column, arrow::MakeNullScalar(column.type));
  ARROW_ASSIGN_OR_RAISE(Place place, PlaceOf(column, literal));
  if (place.range == Place::Range::kHolds && place.exact) {
    return Comparison(kind, column, place.floor);
  }
  const bool below = place.range == Place::Range::kBelowAll;
  const bool between = place.range == Place::Range::kHolds;
  switch (kind) {
    case Kind::kEqual:
      return ForEveryValue(false, column);
    case Kind::kNotEqual:
      return ForEveryValue(true, column);
    case Kind::kNullSafeEqual: {
      auto never = std::make_shared<Predicate>();
      never->kind = Kind::kFalse;
      return never;
    }
    case Kind::kLess:
    case Kind::kLessEqual:
      if (between) return Comparison(Kind::kLessEqual, column, place.floor);
      return ForEveryValue(!below, column);
    case Kind::kGreater:
    case Kind::kGreaterEqual:
      if (between) return Comparison(Kind::kGreater, column, place.floor);
      return ForEveryValue(below, column);
    default:
      return Fail(ErrorCode::kInternal, column.path, "no comparison");
  }
}

arrow::Result<PredicatePtr> BindIn(const BoundColumn& column,
                                   const std::vector<ScalarPtr>& literals) {
  auto predicate = std::make_shared<Predicate>();
  predicate->kind = Kind::kIn;
  predicate->column = column.path;
  for (const ScalarPtr& literal : literals) {
    if (!literal->is_valid) {
      predicate->values.push_back(arrow::MakeNullScalar(column.type));
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(Place place, PlaceOf(column, literal));
    if (place.range == Place::Range::kHolds && place.exact) {
      predicate->values.push_back(place.floor);
    }
  }
  return predicate;
}

arrow::Status CheckComparable(const BoundColumn& left, const BoundColumn& right) {
  enum class Group { kNone, kNumber, kText, kBytes, kTime, kBoolean };
  const auto group = [](const arrow::DataType& type) {
    if (arrow::is_integer(type.id()) || arrow::is_floating(type.id()) ||
        type.id() == Type::DECIMAL128) {
      return type.id() == Type::UINT64 ? Group::kNone : Group::kNumber;
    }
    if (arrow::is_string(type.id()) || type.id() == Type::STRING_VIEW) return Group::kText;
    if (arrow::is_binary(type.id())) return Group::kBytes;
    if (type.id() == Type::DATE32 || type.id() == Type::TIMESTAMP) return Group::kTime;
    return type.id() == Type::BOOL ? Group::kBoolean : Group::kNone;
  };
  const Group left_group = group(*left.type);
  if (left_group != Group::kNone && left_group == group(*right.type)) return arrow::Status::OK();
  return Fail(ErrorCode::kInvalidArgument, left.path, "column '", left.path, "' (",
              SparkTypeName(*left.type), ") does not compare with column '", right.path, "' (",
              SparkTypeName(*right.type), ")");
}

}  // namespace hudi
