// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/predicate_eval.h"

#include <algorithm>
#include <utility>

#include <arrow/array/builder_primitive.h>
#include <arrow/array/concatenate.h>
#include <arrow/array/util.h>
#include <arrow/compute/api_scalar.h>
#include <arrow/compute/api_vector.h>
#include <arrow/compute/cast.h>

#include "hudi/base/compute.h"
#include "hudi/predicate/column_comparison.h"
#include "hudi/predicate/column_path.h"
#include "hudi/predicate/like_pattern.h"

namespace hudi {
namespace {

using arrow::Datum;
using arrow::compute::CallFunction;
using Kind = Predicate::Kind;

arrow::Result<BooleanArrayPtr> Constant(const arrow::Scalar& value, int64_t length) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array,
                        arrow::MakeArrayFromScalar(value, length));
  return std::static_pointer_cast<arrow::BooleanArray>(array);
}

arrow::Result<BooleanArrayPtr> Unknown(int64_t length) {
  return Constant(*arrow::MakeNullScalar(arrow::boolean()), length);
}

BooleanArrayPtr Booleans(const Datum& datum) {
  return std::static_pointer_cast<arrow::BooleanArray>(datum.make_array());
}

// The literals that are not null, as one array.
arrow::Result<std::shared_ptr<arrow::Array>> ValueSet(const Predicate& predicate) {
  arrow::ArrayVector parts;
  for (const std::shared_ptr<arrow::Scalar>& value : predicate.values) {
    if (!value->is_valid) continue;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> part,
                          arrow::MakeArrayFromScalar(*value, 1));
    parts.push_back(std::move(part));
  }
  if (parts.empty()) return nullptr;
  return arrow::Concatenate(parts);
}

bool HasNull(const Predicate& predicate) {
  return std::any_of(predicate.values.begin(), predicate.values.end(),
                     [](const auto& value) { return !value->is_valid; });
}

// A set lookup works where equal values have equal bits and the types are the same throughout.
bool CanLookUp(const Predicate& predicate, const arrow::DataType& type) {
  if (arrow::is_floating(type.id()) || type.id() == arrow::Type::BOOL) return false;
  return std::all_of(predicate.values.begin(), predicate.values.end(), [&](const auto& value) {
    return !value->is_valid || value->type->Equals(type);
  });
}

class Evaluator {
 public:
  explicit Evaluator(const arrow::RecordBatch& batch) : batch_(batch) {}

  // One value a row: true, false, or null for neither.
  arrow::Result<BooleanArrayPtr> Evaluate(const Predicate& predicate) const {
    switch (predicate.kind) {
      case Kind::kTrue:
        return Constant(arrow::BooleanScalar(true), batch_.num_rows());
      case Kind::kFalse:
        return Constant(arrow::BooleanScalar(false), batch_.num_rows());
      case Kind::kNull:
        return Unknown(batch_.num_rows());
      case Kind::kAnd:
        return Combine(predicate, "and_kleene", true);
      case Kind::kOr:
        return Combine(predicate, "or_kleene", false);
      case Kind::kNot: {
        ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr child, Evaluate(*predicate.children.front()));
        ARROW_ASSIGN_OR_RAISE(Datum inverted, CallFunction("invert", {child}));
        return Booleans(inverted);
      }
      default:
        return EvaluateLeaf(predicate);
    }
  }

 private:
  arrow::Result<BooleanArrayPtr> Combine(const Predicate& predicate, const char* kernel,
                                         bool neutral) const {
    BooleanArrayPtr result;
    for (const PredicatePtr& child : predicate.children) {
      ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr values, Evaluate(*child));
      if (result == nullptr) {
        result = std::move(values);
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(Datum combined, CallFunction(kernel, {result, values}));
      result = Booleans(combined);
    }
    if (result == nullptr) return Constant(arrow::BooleanScalar(neutral), batch_.num_rows());
    return result;
  }

  arrow::Result<BooleanArrayPtr> EvaluateLeaf(const Predicate& predicate) const {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column,
                          PredicateColumn(batch_, predicate.column));
    switch (predicate.kind) {
      case Kind::kIsNull: {
        ARROW_ASSIGN_OR_RAISE(Datum nulls, CallFunction("is_null", {column}));
        return Booleans(nulls);
      }
      case Kind::kIsNotNull: {
        ARROW_ASSIGN_OR_RAISE(Datum valid, CallFunction("is_valid", {column}));
        return Booleans(valid);
      }
      case Kind::kIn:
        return EvaluateIn(predicate, column);
      case Kind::kLike:
        return EvaluateLike(predicate, column);
      default:
        break;
    }
    if (!predicate.other_column.empty()) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> other,
                            PredicateColumn(batch_, predicate.other_column));
      return CompareColumns(predicate.kind, column, other);
    }
    const std::shared_ptr<arrow::Scalar>& literal = predicate.values.front();
    if (literal->is_valid) return CompareWithLiteral(predicate.kind, column, literal);
    if (predicate.kind != Kind::kNullSafeEqual) return Unknown(batch_.num_rows());
    ARROW_ASSIGN_OR_RAISE(Datum nulls, CallFunction("is_null", {column}));
    return Booleans(nulls);
  }

  arrow::Result<BooleanArrayPtr> EvaluateIn(const Predicate& predicate,
                                            const std::shared_ptr<arrow::Array>& column) const {
    ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr found, FindValues(predicate, column));
    const auto no_value = arrow::MakeNullScalar(arrow::boolean());
    Datum outcome(found);
    if (HasNull(predicate)) {
      // Not found among the values, but perhaps equal to the null.
      ARROW_ASSIGN_OR_RAISE(outcome, CallFunction("if_else", {outcome, outcome, no_value}));
    }
    if (column->null_count() > 0) {
      ARROW_ASSIGN_OR_RAISE(Datum valid, CallFunction("is_valid", {column}));
      ARROW_ASSIGN_OR_RAISE(outcome, CallFunction("if_else", {valid, outcome, no_value}));
    }
    return Booleans(outcome);
  }

  // True or false for each row; what stands at nulls does not matter.
  arrow::Result<BooleanArrayPtr> FindValues(const Predicate& predicate,
                                            const std::shared_ptr<arrow::Array>& column) const {
    if (CanLookUp(predicate, *column->type())) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> values, ValueSet(predicate));
      if (values == nullptr) return Constant(arrow::BooleanScalar(false), batch_.num_rows());
      ARROW_ASSIGN_OR_RAISE(
          Datum found,
          arrow::compute::IsIn(column, arrow::compute::SetLookupOptions(
                                           values, arrow::compute::SetLookupOptions::SKIP)));
      return Booleans(found);
    }
    ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr found,
                          Constant(arrow::BooleanScalar(false), batch_.num_rows()));
    for (const std::shared_ptr<arrow::Scalar>& value : predicate.values) {
      if (!value->is_valid) continue;
      ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr equal,
                            CompareWithLiteral(Kind::kNullSafeEqual, column, value));
      ARROW_ASSIGN_OR_RAISE(Datum either, CallFunction("or", {found, equal}));
      found = Booleans(either);
    }
    return found;
  }

  arrow::Result<BooleanArrayPtr> EvaluateLike(const Predicate& predicate,
                                              const std::shared_ptr<arrow::Array>& column) const {
    const arrow::Scalar& pattern = *predicate.values.front();
    if (!pattern.is_valid) return Unknown(batch_.num_rows());
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> texts,
                          arrow::compute::Cast(*column, arrow::utf8()));
    const std::string_view text = static_cast<const arrow::StringScalar&>(pattern).view();
    if (text.find('\\') != std::string_view::npos) {
      return LikeEach(static_cast<const arrow::StringArray&>(*texts), LikePattern(text));
    }
    const arrow::compute::MatchSubstringOptions options{std::string(text)};
    ARROW_ASSIGN_OR_RAISE(Datum matches, CallFunction("match_like", {texts}, &options));
    return Booleans(matches);
  }

  // Arrow's kernel takes an escaped backslash in a prefix or suffix for two of them.
  static arrow::Result<BooleanArrayPtr> LikeEach(const arrow::StringArray& texts,
                                                 const LikePattern& pattern) {
    arrow::BooleanBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Reserve(texts.length()));
    for (int64_t i = 0; i < texts.length(); ++i) {
      if (texts.IsNull(i)) {
        builder.UnsafeAppendNull();
      } else {
        builder.UnsafeAppend(pattern.Matches(texts.GetView(i)));
      }
    }
    BooleanArrayPtr out;
    ARROW_RETURN_NOT_OK(builder.Finish(&out));
    return out;
  }

  const arrow::RecordBatch& batch_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::BooleanArray>> EvaluatePredicate(
    const Predicate& bound, const arrow::RecordBatch& batch) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr outcome, Evaluator(batch).Evaluate(bound));
  if (outcome->null_count() == 0) return outcome;
  ARROW_ASSIGN_OR_RAISE(
      Datum matches,
      CallFunction("coalesce", {outcome, Datum(std::make_shared<arrow::BooleanScalar>(false))}));
  return Booleans(matches);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> FilterBatch(
    const Predicate& bound, const std::shared_ptr<arrow::RecordBatch>& batch) {
  if (bound.kind == Kind::kTrue) return batch;
  ARROW_ASSIGN_OR_RAISE(BooleanArrayPtr matches, EvaluatePredicate(bound, *batch));
  const int64_t num_matches = matches->true_count();
  if (num_matches == batch->num_rows()) return batch;
  if (num_matches == 0) return batch->Slice(0, 0);
  ARROW_ASSIGN_OR_RAISE(Datum filtered, arrow::compute::Filter(batch, matches));
  return filtered.record_batch();
}

}  // namespace hudi
