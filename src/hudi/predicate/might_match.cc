// SPDX-License-Identifier: Apache-2.0
// What the bounds of the columns say about a predicate, without looking at rows.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <arrow/type_traits.h>

#include "hudi/predicate/like_pattern.h"
#include "hudi/predicate/predicate_eval.h"
#include "hudi/predicate/scalar_order.h"

namespace hudi {
namespace {

using Kind = Predicate::Kind;
using ScalarPtr = std::shared_ptr<arrow::Scalar>;
using BoundsOf = std::function<ColumnBounds(const std::string& column)>;

// The outcomes that rows within the bounds can have. Too many is safe, too few is not.
struct Outcomes {
  bool can_be_true = true;
  bool can_be_false = true;
};

constexpr Outcomes kAnything{true, true};
constexpr Outcomes kNever{false, false};  // null in every row

bool IsFloating(const arrow::Scalar& scalar) { return arrow::is_floating(scalar.type->id()); }

// A bound as a double at a safe distance: a file may hold floats or whole numbers under a column
// that became wider since, and widening rounds.
ScalarPtr Loosened(const arrow::Scalar& bound, const arrow::Scalar& literal, bool lower) {
  if (literal.type->id() != arrow::Type::DOUBLE && literal.type->id() != arrow::Type::FLOAT) {
    return bound.GetSharedPtr();
  }
  const double infinity = std::numeric_limits<double>::infinity();
  if (bound.type->id() == arrow::Type::FLOAT && literal.type->id() == arrow::Type::DOUBLE) {
    const float value = static_cast<const arrow::FloatScalar&>(bound).value;
    const float limit = static_cast<float>(lower ? -infinity : infinity);
    return std::make_shared<arrow::DoubleScalar>(std::nextafter(value, limit));
  }
  double value = 0;
  if (bound.type->id() == arrow::Type::INT64) {
    value = static_cast<double>(static_cast<const arrow::Int64Scalar&>(bound).value);
  } else if (bound.type->id() == arrow::Type::INT32) {
    value = static_cast<const arrow::Int32Scalar&>(bound).value;
  } else {
    return bound.GetSharedPtr();
  }
  const double margin = std::abs(value) * std::numeric_limits<float>::epsilon();
  return std::make_shared<arrow::DoubleScalar>(lower ? value - margin : value + margin);
}

// Values that a column can have in the rows, as far as they are known.
class Interval {
 public:
  explicit Interval(const ColumnBounds& bounds) : bounds_(bounds) {
    has_values_ = bounds.known && Usable(bounds.min) && Usable(bounds.max);
  }

  // Null everywhere.
  bool AllNull() const { return bounds_.known && bounds_.all_null; }
  bool HasValues() const { return has_values_; }

  // Whether some value can be less than / equal to / greater than the literal; anything if unknown.
  struct Sides {
    bool less = true;
    bool equal = true;
    bool greater = true;
  };
  Sides Against(const arrow::Scalar& literal) const {
    if (!has_values_) return Sides{};
    const auto low = CompareScalars(*Loosened(*bounds_.min, literal, true), literal);
    const auto high = CompareScalars(*Loosened(*bounds_.max, literal, false), literal);
    if (!low || !high) return Sides{};
    Sides sides;
    sides.less = *low < 0;
    sides.equal = *low <= 0 && *high >= 0;
    sides.greater = *high > 0;
    // Statistics leave NaN out, and NaN is greater than everything.
    if (MayHoldNaN()) {
      const bool literal_is_nan = IsNaN(literal);
      sides.equal = sides.equal || literal_is_nan;
      sides.greater = sides.greater || !literal_is_nan;
    }
    return sides;
  }

  Sides Against(const Interval& other) const {
    if (!has_values_ || !other.has_values_) return Sides{};
    // Floating point and columns of two types are left to the rows.
    if (!bounds_.min->type->Equals(*other.bounds_.min->type) || MayHoldNaN()) return Sides{};
    const auto low_to_high = CompareScalars(*bounds_.min, *other.bounds_.max);
    const auto high_to_low = CompareScalars(*bounds_.max, *other.bounds_.min);
    if (!low_to_high || !high_to_low) return Sides{};
    return Sides{*low_to_high < 0, *low_to_high <= 0 && *high_to_low >= 0, *high_to_low > 0};
  }

  // The text that every value is; nullopt unless the bounds say so.
  std::optional<std::string_view> OnlyText() const {
    if (!has_values_ || !IsText(*bounds_.min) || !IsText(*bounds_.max)) return std::nullopt;
    if (TextOf(*bounds_.min) != TextOf(*bounds_.max)) return std::nullopt;
    return TextOf(*bounds_.min);
  }

  // Whether some value can start with `prefix`.
  bool MayStartWith(std::string_view prefix) const {
    if (!has_values_ || !IsText(*bounds_.min) || !IsText(*bounds_.max)) return true;
    if (TextOf(*bounds_.max).compare(prefix) < 0) return false;
    // Cut to the prefix's length, a value that starts with it is not below the minimum.
    return TextOf(*bounds_.min).substr(0, prefix.size()).compare(prefix) <= 0;
  }

 private:
  static bool Usable(const ScalarPtr& bound) {
    return bound != nullptr && bound->is_valid && !IsNaN(*bound);
  }
  static bool IsNaN(const arrow::Scalar& scalar) {
    if (scalar.type->id() == arrow::Type::FLOAT) {
      return std::isnan(static_cast<const arrow::FloatScalar&>(scalar).value);
    }
    return scalar.type->id() == arrow::Type::DOUBLE &&
           std::isnan(static_cast<const arrow::DoubleScalar&>(scalar).value);
  }
  static bool IsText(const arrow::Scalar& scalar) {
    return arrow::is_base_binary_like(scalar.type->id());
  }
  static std::string_view TextOf(const arrow::Scalar& scalar) {
    return std::string_view(*static_cast<const arrow::BaseBinaryScalar&>(scalar).value);
  }
  bool MayHoldNaN() const { return IsFloating(*bounds_.min) || IsFloating(*bounds_.max); }

  const ColumnBounds& bounds_;
  bool has_values_ = false;
};

Outcomes OfSides(Kind comparison, const Interval::Sides& sides) {
  switch (comparison) {
    case Kind::kEqual:
      return {sides.equal, sides.less || sides.greater};
    case Kind::kNotEqual:
      return {sides.less || sides.greater, sides.equal};
    case Kind::kLess:
      return {sides.less, sides.equal || sides.greater};
    case Kind::kLessEqual:
      return {sides.less || sides.equal, sides.greater};
    case Kind::kGreater:
      return {sides.greater, sides.less || sides.equal};
    case Kind::kGreaterEqual:
      return {sides.greater || sides.equal, sides.less};
    default:
      return kAnything;
  }
}

Outcomes OfIn(const Predicate& predicate, const Interval& interval) {
  Outcomes outcomes{false, true};
  bool has_null = false;
  for (const ScalarPtr& value : predicate.values) {
    if (!value->is_valid) {
      has_null = true;
      continue;
    }
    const Interval::Sides sides = interval.Against(*value);
    outcomes.can_be_true = outcomes.can_be_true || sides.equal;
    // Every value is this one.
    if (!sides.less && !sides.greater) outcomes.can_be_false = false;
  }
  if (has_null) outcomes.can_be_false = false;
  return outcomes;
}

Outcomes OfLike(const Predicate& predicate, const Interval& interval) {
  const arrow::Scalar& scalar = *predicate.values.front();
  if (!scalar.is_valid) return kNever;
  const LikePattern pattern(static_cast<const arrow::StringScalar&>(scalar).view());
  if (const std::optional<std::string_view> text = interval.OnlyText()) {
    const bool matches = pattern.Matches(*text);
    return {matches, !matches};
  }
  return {interval.MayStartWith(pattern.Prefix()), true};
}

Outcomes OfNulls(Kind kind, const ColumnBounds& bounds) {
  if (!bounds.known) return kAnything;
  const bool may_be_null = bounds.may_have_null || bounds.all_null;
  const bool may_be_value = !bounds.all_null;
  return kind == Kind::kIsNull ? Outcomes{may_be_null, may_be_value}
                               : Outcomes{may_be_value, may_be_null};
}

Outcomes OfLeaf(const Predicate& predicate, const BoundsOf& bounds_of) {
  const ColumnBounds bounds = bounds_of(predicate.column);
  if (predicate.kind == Kind::kIsNull || predicate.kind == Kind::kIsNotNull) {
    return OfNulls(predicate.kind, bounds);
  }
  const Interval interval(bounds);
  const bool null_safe = predicate.kind == Kind::kNullSafeEqual;
  if (!predicate.other_column.empty()) {
    const ColumnBounds other_bounds = bounds_of(predicate.other_column);
    const Interval other(other_bounds);
    if (null_safe) return kAnything;
    if (interval.AllNull() || other.AllNull()) return kNever;
    return OfSides(predicate.kind, interval.Against(other));
  }
  if (predicate.kind == Kind::kIn) {
    return interval.AllNull() ? kNever : OfIn(predicate, interval);
  }
  if (predicate.kind == Kind::kLike) {
    return interval.AllNull() ? kNever : OfLike(predicate, interval);
  }
  const arrow::Scalar& literal = *predicate.values.front();
  if (!literal.is_valid) return null_safe ? OfNulls(Kind::kIsNull, bounds) : kNever;
  if (null_safe) {
    // A null is not the literal, so that nulls make it false.
    if (interval.AllNull()) return {false, true};
    const Outcomes equal = OfSides(Kind::kEqual, interval.Against(literal));
    return {equal.can_be_true, equal.can_be_false || !bounds.known || bounds.may_have_null};
  }
  if (interval.AllNull()) return kNever;
  return OfSides(predicate.kind, interval.Against(literal));
}

Outcomes OfPredicate(const Predicate& predicate, const BoundsOf& bounds_of) {
  switch (predicate.kind) {
    case Kind::kTrue:
      return {true, false};
    case Kind::kFalse:
      return {false, true};
    case Kind::kNull:
      return kNever;
    case Kind::kNot: {
      const Outcomes child = OfPredicate(*predicate.children.front(), bounds_of);
      return {child.can_be_false, child.can_be_true};
    }
    case Kind::kAnd:
    case Kind::kOr: {
      const bool all = predicate.kind == Kind::kAnd;
      Outcomes outcomes{all, !all};
      for (const PredicatePtr& child : predicate.children) {
        const Outcomes term = OfPredicate(*child, bounds_of);
        if (all) {
          outcomes.can_be_true = outcomes.can_be_true && term.can_be_true;
          outcomes.can_be_false = outcomes.can_be_false || term.can_be_false;
        } else {
          outcomes.can_be_true = outcomes.can_be_true || term.can_be_true;
          outcomes.can_be_false = outcomes.can_be_false && term.can_be_false;
        }
      }
      return outcomes;
    }
    default:
      return OfLeaf(predicate, bounds_of);
  }
}

}  // namespace

bool MightMatch(const Predicate& bound, const BoundsOf& bounds_of) {
  return OfPredicate(bound, bounds_of).can_be_true;
}

}  // namespace hudi
