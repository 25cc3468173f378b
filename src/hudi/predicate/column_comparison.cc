// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/column_comparison.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <arrow/array/builder_primitive.h>
#include <arrow/compute/api_scalar.h>
#include <arrow/compute/cast.h>
#include <arrow/type_traits.h>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/predicate/literal.h"

namespace hudi {
namespace {

using arrow::Datum;
using arrow::Type;
using arrow::compute::CallFunction;
using Kind = Predicate::Kind;

const char* Kernel(Kind comparison) {
  switch (comparison) {
    case Kind::kNotEqual:
      return "not_equal";
    case Kind::kLess:
      return "less";
    case Kind::kLessEqual:
      return "less_equal";
    case Kind::kGreater:
      return "greater";
    case Kind::kGreaterEqual:
      return "greater_equal";
    default:
      return "equal";
  }
}

arrow::Result<Datum> Cast(const Datum& values, const std::shared_ptr<arrow::DataType>& type) {
  if (values.type()->Equals(type)) return values;
  // Between number types: rounding to a double is what a comparison of doubles means.
  arrow::compute::CastOptions options = arrow::compute::CastOptions::Safe(type);
  options.allow_float_truncate = true;
  return arrow::compute::Cast(values, options);
}

// What IEEE comparisons say, put right where a NaN stands: it equals itself and is the greatest.
arrow::Result<Datum> CompareDoubles(Kind comparison, const Datum& left, const Datum& right) {
  ARROW_ASSIGN_OR_RAISE(Datum left_nan, CallFunction("is_nan", {left}));
  ARROW_ASSIGN_OR_RAISE(Datum right_nan, CallFunction("is_nan", {right}));
  ARROW_ASSIGN_OR_RAISE(Datum plain, CallFunction(Kernel(comparison), {left, right}));
  switch (comparison) {
    case Kind::kEqual:
    case Kind::kNullSafeEqual: {
      ARROW_ASSIGN_OR_RAISE(Datum both, CallFunction("and", {left_nan, right_nan}));
      return CallFunction("or", {plain, both});
    }
    case Kind::kNotEqual: {
      ARROW_ASSIGN_OR_RAISE(Datum both, CallFunction("and", {left_nan, right_nan}));
      return CallFunction("and_not", {plain, both});
    }
    case Kind::kGreater: {  // NaN > anything but NaN
      ARROW_ASSIGN_OR_RAISE(Datum above, CallFunction("and_not", {left_nan, right_nan}));
      return CallFunction("or", {plain, above});
    }
    case Kind::kGreaterEqual:
      return CallFunction("or", {plain, left_nan});
    case Kind::kLess: {
      ARROW_ASSIGN_OR_RAISE(Datum below, CallFunction("and_not", {right_nan, left_nan}));
      return CallFunction("or", {plain, below});
    }
    default:
      return CallFunction("or", {plain, right_nan});
  }
}

// Nulls of a null-safe comparison: `equal` is null where a side is.
arrow::Result<Datum> NullSafe(const Datum& equal, const Datum& left, const Datum& right) {
  ARROW_ASSIGN_OR_RAISE(Datum left_null, CallFunction("is_null", {left}));
  ARROW_ASSIGN_OR_RAISE(Datum right_null, CallFunction("is_null", {right}));
  ARROW_ASSIGN_OR_RAISE(Datum both, CallFunction("and", {left_null, right_null}));
  return CallFunction("coalesce", {equal, both});
}

arrow::Result<BooleanArrayPtr> ToBooleans(const Datum& values, int64_t length) {
  if (values.is_scalar()) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array,
                          arrow::MakeArrayFromScalar(*values.scalar(), length));
    return std::static_pointer_cast<arrow::BooleanArray>(array);
  }
  return std::static_pointer_cast<arrow::BooleanArray>(values.make_array());
}

arrow::Result<BooleanArrayPtr> CompareValues(Kind comparison, Datum left, Datum right,
                                             int64_t length) {
  if (left.type()->id() == Type::BOOL) {
    // Booleans have no order of their own among the kernels.
    ARROW_ASSIGN_OR_RAISE(left, Cast(left, arrow::uint8()));
    ARROW_ASSIGN_OR_RAISE(right, Cast(right, arrow::uint8()));
  }
  Datum outcome;
  if (arrow::is_floating(left.type()->id())) {
    ARROW_ASSIGN_OR_RAISE(outcome, CompareDoubles(comparison, left, right));
  } else {
    ARROW_ASSIGN_OR_RAISE(outcome, CallFunction(Kernel(comparison), {left, right}));
  }
  if (comparison == Kind::kNullSafeEqual) {
    ARROW_ASSIGN_OR_RAISE(outcome, NullSafe(outcome, left, right));
  }
  return ToBooleans(outcome, length);
}

// ---------------------------------------------------------------------------------------------
// Text against a number

// The number that a text is, against a literal: by value if both are whole, else as doubles.
class NumberInText {
 public:
  explicit NumberInText(const arrow::Scalar& literal) {
    const std::string digits = NumberText(literal).value_or("");
    whole_ = ParseInt64(digits);
    real_ = std::strtod(digits.c_str(), nullptr);
  }

  // Negative, zero, positive; nullopt if the text is no number.
  std::optional<int> Compare(std::string_view text) const {
    text = TrimWhitespace(text);
    if (whole_) {
      if (const std::optional<int64_t> value = ParseInt64(text)) return Sign(*value, *whole_);
    }
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    double value = 0;
    const std::from_chars_result end =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    if (std::isnan(value) || std::isnan(real_)) {
      return static_cast<int>(std::isnan(value)) - static_cast<int>(std::isnan(real_));
    }
    return Sign(value, real_);
  }

 private:
  template <typename T>
  static int Sign(T left, T right) {
    return left < right ? -1 : (right < left ? 1 : 0);
  }

  std::optional<int64_t> whole_;
  double real_ = 0;
};

bool Holds(Kind comparison, int order) {
  switch (comparison) {
    case Kind::kNotEqual:
      return order != 0;
    case Kind::kLess:
      return order < 0;
    case Kind::kLessEqual:
      return order <= 0;
    case Kind::kGreater:
      return order > 0;
    case Kind::kGreaterEqual:
      return order >= 0;
    default:
      return order == 0;
  }
}

arrow::Result<BooleanArrayPtr> CompareTextAsNumber(Kind comparison, const arrow::Array& column,
                                                   const arrow::Scalar& literal) {
  const auto& texts = static_cast<const arrow::StringArray&>(column);
  const NumberInText number(literal);
  arrow::BooleanBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(texts.length()));
  for (int64_t i = 0; i < texts.length(); ++i) {
    std::optional<int> order;
    if (texts.IsValid(i)) order = number.Compare(texts.GetView(i));
    if (order) {
      builder.UnsafeAppend(Holds(comparison, *order));
    } else if (comparison == Kind::kNullSafeEqual) {
      builder.UnsafeAppend(false);
    } else {
      builder.UnsafeAppendNull();
    }
  }
  std::shared_ptr<arrow::BooleanArray> out;
  ARROW_RETURN_NOT_OK(builder.Finish(&out));
  return out;
}

// ---------------------------------------------------------------------------------------------

// The type in which two columns are compared.
std::shared_ptr<arrow::DataType> CommonType(const arrow::DataType& left,
                                            const arrow::DataType& right) {
  if (left.Equals(right) && !arrow::is_floating(left.id())) return nullptr;
  const auto is_kind = [&](auto&& test) { return test(left.id()) && test(right.id()); };
  if (arrow::is_floating(left.id()) || arrow::is_floating(right.id())) return arrow::float64();
  if (is_kind([](Type::type id) { return arrow::is_integer(id); })) return arrow::int64();
  if (left.id() == Type::DECIMAL128 || right.id() == Type::DECIMAL128) {
    const auto digits = [](const arrow::DataType& type) {
      if (type.id() != Type::DECIMAL128) return std::pair<int32_t, int32_t>(19, 0);
      const auto& decimal = static_cast<const arrow::DecimalType&>(type);
      return std::pair<int32_t, int32_t>(decimal.precision() - decimal.scale(), decimal.scale());
    };
    const auto [left_whole, left_scale] = digits(left);
    const auto [right_whole, right_scale] = digits(right);
    const int32_t scale = std::max(left_scale, right_scale);
    return arrow::decimal256(std::max(left_whole, right_whole) + scale, scale);
  }
  if (left.id() == Type::DATE32 && right.id() == Type::DATE32) return nullptr;
  if (is_kind([](Type::type id) { return id == Type::TIMESTAMP || id == Type::DATE32; })) {
    // Without zone: instants and clock readings alike are compared as UTC.
    return arrow::timestamp(arrow::TimeUnit::MICRO);
  }
  if (is_kind([](Type::type id) { return arrow::is_string(id) || id == Type::STRING_VIEW; })) {
    return arrow::utf8();
  }
  return arrow::binary();
}

arrow::Result<Datum> AsCommonType(const std::shared_ptr<arrow::Array>& column,
                                  const std::shared_ptr<arrow::DataType>& type) {
  if (column->type_id() == Type::TIMESTAMP) {
    // The cast must not move instants from their zone.
    std::shared_ptr<arrow::ArrayData> data = column->data()->Copy();
    data->type = arrow::timestamp(static_cast<const arrow::TimestampType&>(*data->type).unit());
    return Cast(Datum(data), type);
  }
  if (arrow::is_integer(column->type_id()) && arrow::is_decimal(type->id())) {
    ARROW_ASSIGN_OR_RAISE(Datum longs, Cast(Datum(column), arrow::int64()));
    return Cast(longs, type);
  }
  return Cast(Datum(column), type);
}

}  // namespace

arrow::Result<BooleanArrayPtr> CompareWithLiteral(Kind comparison,
                                                  const std::shared_ptr<arrow::Array>& column,
                                                  const std::shared_ptr<arrow::Scalar>& literal) {
  const bool number = NumberText(*literal).has_value();
  const bool text = arrow::is_string(column->type_id()) || column->type_id() == Type::STRING_VIEW;
  Datum values(column);
  if (text && number) {
    ARROW_ASSIGN_OR_RAISE(values, Cast(values, arrow::utf8()));
    return CompareTextAsNumber(comparison, *values.make_array(), *literal);
  }
  ARROW_ASSIGN_OR_RAISE(values, Cast(values, literal->type));
  return CompareValues(comparison, values, Datum(literal), column->length());
}

arrow::Result<BooleanArrayPtr> CompareColumns(Kind comparison,
                                              const std::shared_ptr<arrow::Array>& left,
                                              const std::shared_ptr<arrow::Array>& right) {
  Datum left_values(left);
  Datum right_values(right);
  if (const auto type = CommonType(*left->type(), *right->type())) {
    ARROW_ASSIGN_OR_RAISE(left_values, AsCommonType(left, type));
    ARROW_ASSIGN_OR_RAISE(right_values, AsCommonType(right, type));
  }
  return CompareValues(comparison, left_values, right_values, left->length());
}

}  // namespace hudi
