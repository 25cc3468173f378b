// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/scalar_order.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <arrow/type_traits.h>
#include <arrow/util/decimal.h>

namespace hudi {
namespace {

using arrow::Scalar;
using arrow::Type;

template <typename T>
std::weak_ordering Order(const T& left, const T& right) {
  if (left < right) return std::weak_ordering::less;
  if (right < left) return std::weak_ordering::greater;
  return std::weak_ordering::equivalent;
}

std::weak_ordering OrderDoubles(double left, double right) {
  if (std::isnan(left) || std::isnan(right)) return Order(std::isnan(left), std::isnan(right));
  return Order(left, right);
}

std::optional<int64_t> WholeNumber(const Scalar& scalar) {
  switch (scalar.type->id()) {
    case Type::INT8:
      return static_cast<const arrow::Int8Scalar&>(scalar).value;
    case Type::INT16:
      return static_cast<const arrow::Int16Scalar&>(scalar).value;
    case Type::INT32:
      return static_cast<const arrow::Int32Scalar&>(scalar).value;
    case Type::INT64:
      return static_cast<const arrow::Int64Scalar&>(scalar).value;
    case Type::UINT8:
      return static_cast<const arrow::UInt8Scalar&>(scalar).value;
    case Type::UINT16:
      return static_cast<const arrow::UInt16Scalar&>(scalar).value;
    case Type::UINT32:
      return static_cast<const arrow::UInt32Scalar&>(scalar).value;
    default:
      return std::nullopt;
  }
}

std::optional<double> FloatingNumber(const Scalar& scalar) {
  if (scalar.type->id() == Type::FLOAT) return static_cast<const arrow::FloatScalar&>(scalar).value;
  if (scalar.type->id() == Type::DOUBLE) {
    return static_cast<const arrow::DoubleScalar&>(scalar).value;
  }
  return std::nullopt;
}

// A whole or decimal number: unscaled * 10^-scale.
struct ScaledNumber {
  arrow::Decimal256 unscaled;
  int32_t scale = 0;
};

std::optional<ScaledNumber> ExactNumber(const Scalar& scalar) {
  if (const std::optional<int64_t> whole = WholeNumber(scalar)) {
    return ScaledNumber{arrow::Decimal256(*whole), 0};
  }
  const auto scale = [&] { return static_cast<const arrow::DecimalType&>(*scalar.type).scale(); };
  switch (scalar.type->id()) {
    case Type::DECIMAL128:
      return ScaledNumber{
          arrow::Decimal256(static_cast<const arrow::Decimal128Scalar&>(scalar).value), scale()};
    case Type::DECIMAL256:
      return ScaledNumber{static_cast<const arrow::Decimal256Scalar&>(scalar).value, scale()};
    default:
      return std::nullopt;
  }
}

std::optional<std::weak_ordering> OrderNumbers(const Scalar& left, const Scalar& right) {
  const std::optional<int64_t> left_whole = WholeNumber(left);
  const std::optional<int64_t> right_whole = WholeNumber(right);
  if (left_whole && right_whole) return Order(*left_whole, *right_whole);
  const std::optional<double> left_real = FloatingNumber(left);
  const std::optional<double> right_real = FloatingNumber(right);
  if (left_real && right_real) return OrderDoubles(*left_real, *right_real);
  const std::optional<ScaledNumber> left_exact = ExactNumber(left);
  const std::optional<ScaledNumber> right_exact = ExactNumber(right);
  // A floating point number makes the comparison one of doubles, as in Spark.
  if (left_exact && right_real) {
    return OrderDoubles(left_exact->unscaled.ToDouble(left_exact->scale), *right_real);
  }
  if (left_real && right_exact) {
    return OrderDoubles(*left_real, right_exact->unscaled.ToDouble(right_exact->scale));
  }
  if (!left_exact || !right_exact) return std::nullopt;
  const int32_t scale = std::max(left_exact->scale, right_exact->scale);
  const auto rescaled = [&](const ScaledNumber& number) {
    return number.unscaled.IncreaseScaleBy(scale - number.scale);
  };
  return Order(arrow::Decimal256(rescaled(*left_exact)), arrow::Decimal256(rescaled(*right_exact)));
}

// Nanoseconds as two parts that cannot overflow: seconds and rest.
std::optional<std::weak_ordering> OrderTimestamps(const Scalar& left, const Scalar& right) {
  const auto nanos = [](const Scalar& scalar) {
    __int128 value = static_cast<const arrow::TimestampScalar&>(scalar).value;
    switch (static_cast<const arrow::TimestampType&>(*scalar.type).unit()) {
      case arrow::TimeUnit::SECOND:
        return value * 1000000000;
      case arrow::TimeUnit::MILLI:
        return value * 1000000;
      case arrow::TimeUnit::MICRO:
        return value * 1000;
      case arrow::TimeUnit::NANO:
        break;
    }
    return value;
  };
  return Order(nanos(left), nanos(right));
}

std::string_view BytesOf(const Scalar& scalar) {
  return std::string_view(*static_cast<const arrow::BaseBinaryScalar&>(scalar).value);
}

}  // namespace

std::optional<std::weak_ordering> CompareScalars(const Scalar& left, const Scalar& right) {
  const Type::type left_type = left.type->id();
  const Type::type right_type = right.type->id();
  if (arrow::is_base_binary_like(left_type) && arrow::is_base_binary_like(right_type)) {
    return Order(BytesOf(left), BytesOf(right));
  }
  if (left_type == Type::BOOL && right_type == Type::BOOL) {
    return Order(static_cast<const arrow::BooleanScalar&>(left).value,
                 static_cast<const arrow::BooleanScalar&>(right).value);
  }
  if (left_type == Type::DATE32 && right_type == Type::DATE32) {
    return Order(static_cast<const arrow::Date32Scalar&>(left).value,
                 static_cast<const arrow::Date32Scalar&>(right).value);
  }
  if (left_type == Type::TIMESTAMP && right_type == Type::TIMESTAMP) {
    return OrderTimestamps(left, right);
  }
  return OrderNumbers(left, right);
}

}  // namespace hudi
