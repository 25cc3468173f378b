// SPDX-License-Identifier: Apache-2.0
#include "sql/duckdb/filter_predicate.h"

#include <string_view>
#include <utility>

#include <arrow/scalar.h>
#include <duckdb/planner/expression/bound_between_expression.hpp>
#include <duckdb/planner/expression/bound_columnref_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_function_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>

namespace hudi::sql {
namespace {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::LogicalTypeId;
using Kind = Predicate::Kind;

std::shared_ptr<arrow::Scalar> ScalarOf(const duckdb::Value& value) {
  if (value.IsNull()) return nullptr;
  switch (value.type().id()) {
    case LogicalTypeId::BOOLEAN:
      return std::make_shared<arrow::BooleanScalar>(value.GetValue<bool>());
    case LogicalTypeId::TINYINT:
      return std::make_shared<arrow::Int8Scalar>(value.GetValue<int8_t>());
    case LogicalTypeId::SMALLINT:
      return std::make_shared<arrow::Int16Scalar>(value.GetValue<int16_t>());
    case LogicalTypeId::INTEGER:
      return std::make_shared<arrow::Int32Scalar>(value.GetValue<int32_t>());
    case LogicalTypeId::BIGINT:
      return std::make_shared<arrow::Int64Scalar>(value.GetValue<int64_t>());
    case LogicalTypeId::VARCHAR:
      return std::make_shared<arrow::StringScalar>(duckdb::StringValue::Get(value));
    case LogicalTypeId::DATE:
      return std::make_shared<arrow::Date32Scalar>(value.GetValue<duckdb::date_t>().days);
    case LogicalTypeId::TIMESTAMP_TZ:
      return std::make_shared<arrow::TimestampScalar>(
          duckdb::TimestampTZValue::Get(value).value,
          arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"));
    case LogicalTypeId::TIMESTAMP:
      return std::make_shared<arrow::TimestampScalar>(duckdb::TimestampValue::Get(value).value,
                                                      arrow::timestamp(arrow::TimeUnit::MICRO));
    default:
      // Floating point numbers too: NaN has an order of its own in each engine.
      return nullptr;
  }
}

class FilterConverter {
 public:
  FilterConverter(uint64_t table_index, const std::vector<std::string>& columns)
      : table_index_(table_index), columns_(columns) {}

  /// Null: no counterpart.
  PredicatePtr Convert(const Expression& expression) const {
    switch (expression.GetExpressionClass()) {
      case ExpressionClass::BOUND_COMPARISON:
        return Comparison(expression.Cast<duckdb::BoundComparisonExpression>());
      case ExpressionClass::BOUND_CONJUNCTION:
        return Conjunction(expression.Cast<duckdb::BoundConjunctionExpression>());
      case ExpressionClass::BOUND_OPERATOR:
        return Operator(expression.Cast<duckdb::BoundOperatorExpression>());
      case ExpressionClass::BOUND_FUNCTION:
        return Pattern(expression.Cast<duckdb::BoundFunctionExpression>());
      case ExpressionClass::BOUND_BETWEEN:
        return Between(expression.Cast<duckdb::BoundBetweenExpression>());
      default:
        return nullptr;
    }
  }

 private:
  // The name of a column of the table; empty for everything else.
  std::string ColumnOf(const Expression& expression) const {
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_COLUMN_REF) return "";
    const auto& column = expression.Cast<duckdb::BoundColumnRefExpression>();
    if (column.binding.table_index != table_index_) return "";
    return column.binding.column_index < columns_.size() ? columns_[column.binding.column_index]
                                                         : "";
  }

  static std::shared_ptr<arrow::Scalar> LiteralOf(const Expression& expression) {
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) return nullptr;
    return ScalarOf(expression.Cast<duckdb::BoundConstantExpression>().value);
  }

  static PredicatePtr Make(Kind kind, std::string column,
                           std::vector<std::shared_ptr<arrow::Scalar>> values) {
    auto predicate = std::make_shared<Predicate>();
    predicate->kind = kind;
    predicate->column = std::move(column);
    predicate->values = std::move(values);
    return predicate;
  }

  PredicatePtr Comparison(const duckdb::BoundComparisonExpression& comparison) const {
    std::string column = ColumnOf(*comparison.left);
    std::shared_ptr<arrow::Scalar> literal = LiteralOf(*comparison.right);
    ExpressionType type = comparison.GetExpressionType();
    if (column.empty()) {
      column = ColumnOf(*comparison.right);
      literal = LiteralOf(*comparison.left);
      type = duckdb::FlipComparisonExpression(type);
    }
    if (column.empty() || literal == nullptr) return nullptr;
    Kind kind = Kind::kTrue;
    switch (type) {
      case ExpressionType::COMPARE_EQUAL:
        kind = Kind::kEqual;
        break;
      case ExpressionType::COMPARE_NOTEQUAL:
        kind = Kind::kNotEqual;
        break;
      case ExpressionType::COMPARE_LESSTHAN:
        kind = Kind::kLess;
        break;
      case ExpressionType::COMPARE_LESSTHANOREQUALTO:
        kind = Kind::kLessEqual;
        break;
      case ExpressionType::COMPARE_GREATERTHAN:
        kind = Kind::kGreater;
        break;
      case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
        kind = Kind::kGreaterEqual;
        break;
      default:
        return nullptr;
    }
    return Make(kind, std::move(column), {std::move(literal)});
  }

  PredicatePtr Conjunction(const duckdb::BoundConjunctionExpression& conjunction) const {
    const bool is_and = conjunction.GetExpressionType() == ExpressionType::CONJUNCTION_AND;
    auto predicate = std::make_shared<Predicate>();
    predicate->kind = is_and ? Kind::kAnd : Kind::kOr;
    for (const auto& child : conjunction.children) {
      PredicatePtr converted = Convert(*child);
      if (converted != nullptr) {
        predicate->children.push_back(std::move(converted));
      } else if (!is_and) {
        return nullptr;
      }
    }
    if (predicate->children.empty()) return nullptr;
    return predicate;
  }

  // LIKE, and what the engine makes of it where the pattern has a wildcard at its ends alone.
  PredicatePtr Pattern(const duckdb::BoundFunctionExpression& function) const {
    const std::string& name = function.function.name;
    if (function.children.size() < 2 || function.children.size() > 3) return nullptr;
    std::string column = ColumnOf(*function.children[0]);
    const std::shared_ptr<arrow::Scalar> literal = LiteralOf(*function.children[1]);
    if (column.empty() || literal == nullptr || literal->type->id() != arrow::Type::STRING) {
      return nullptr;
    }
    const std::string text(static_cast<const arrow::StringScalar&>(*literal).view());
    char escape = '\0';
    if (function.children.size() == 3) {
      const std::shared_ptr<arrow::Scalar> given = LiteralOf(*function.children[2]);
      if (given == nullptr || given->type->id() != arrow::Type::STRING) return nullptr;
      const std::string_view character = static_cast<const arrow::StringScalar&>(*given).view();
      if (character.size() != 1) return nullptr;
      escape = character[0];
    }
    const bool negated = name == "!~~" || name == "not_like_escape";
    std::string pattern;
    if (name == "prefix") {
      pattern = Literally(text) + "%";
    } else if (name == "suffix") {
      pattern = "%" + Literally(text);
    } else if (name == "contains") {
      pattern = "%" + Literally(text) + "%";
    } else if (name == "~~" || name == "like_escape" || negated) {
      pattern = WithBackslashes(text, escape);
    } else {
      return nullptr;
    }
    PredicatePtr like = Make(Kind::kLike, std::move(column),
                             {std::make_shared<arrow::StringScalar>(std::move(pattern))});
    if (!negated) return like;
    auto predicate = std::make_shared<Predicate>();
    predicate->kind = Kind::kNot;
    predicate->children = {std::move(like)};
    return predicate;
  }

  static std::string Literally(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
      if (c == '%' || c == '_' || c == '\\') escaped.push_back('\\');
      escaped.push_back(c);
    }
    return escaped;
  }

  // A pattern with another escape character, or none (NUL), as one with backslashes.
  static std::string WithBackslashes(const std::string& pattern, char escape) {
    std::string out;
    for (size_t i = 0; i < pattern.size(); ++i) {
      const bool escapes = escape != '\0' && pattern[i] == escape && i + 1 < pattern.size();
      if (escapes) ++i;
      if (escapes || pattern[i] == '\\') {
        out += Literally(std::string(1, pattern[i]));
      } else {
        out.push_back(pattern[i]);
      }
    }
    return out;
  }

  PredicatePtr Negated(const Expression& expression) const {
    PredicatePtr child = Convert(expression);
    if (child == nullptr || !IsWhole(expression)) return nullptr;
    auto predicate = std::make_shared<Predicate>();
    predicate->kind = Kind::kNot;
    predicate->children = {std::move(child)};
    return predicate;
  }

  // Whether nothing of it is left out: of an AND some parts may be.
  static bool IsWhole(const Expression& expression) {
    return expression.GetExpressionClass() == ExpressionClass::BOUND_FUNCTION;
  }

  PredicatePtr Operator(const duckdb::BoundOperatorExpression& operation) const {
    if (operation.GetExpressionType() == ExpressionType::OPERATOR_NOT) {
      return Negated(*operation.children[0]);
    }
    std::string column = ColumnOf(*operation.children[0]);
    if (column.empty()) return nullptr;
    switch (operation.GetExpressionType()) {
      case ExpressionType::OPERATOR_IS_NULL:
        return Make(Kind::kIsNull, std::move(column), {});
      case ExpressionType::OPERATOR_IS_NOT_NULL:
        return Make(Kind::kIsNotNull, std::move(column), {});
      case ExpressionType::COMPARE_IN: {
        std::vector<std::shared_ptr<arrow::Scalar>> values;
        for (size_t i = 1; i < operation.children.size(); ++i) {
          values.push_back(LiteralOf(*operation.children[i]));
          if (values.back() == nullptr) return nullptr;
        }
        return Make(Kind::kIn, std::move(column), std::move(values));
      }
      default:
        return nullptr;
    }
  }

  PredicatePtr Between(const duckdb::BoundBetweenExpression& between) const {
    std::string column = ColumnOf(*between.input);
    std::shared_ptr<arrow::Scalar> lower = LiteralOf(*between.lower);
    std::shared_ptr<arrow::Scalar> upper = LiteralOf(*between.upper);
    if (column.empty() || lower == nullptr || upper == nullptr) return nullptr;
    auto predicate = std::make_shared<Predicate>();
    predicate->kind = Kind::kAnd;
    predicate->children = {
        Make(between.lower_inclusive ? Kind::kGreaterEqual : Kind::kGreater, column, {lower}),
        Make(between.upper_inclusive ? Kind::kLessEqual : Kind::kLess, column, {upper})};
    return predicate;
  }

  uint64_t table_index_;
  const std::vector<std::string>& columns_;
};

}  // namespace

PredicatePtr PredicateOf(const duckdb::vector<duckdb::unique_ptr<Expression>>& filters,
                         uint64_t table_index, const std::vector<std::string>& columns) {
  FilterConverter converter(table_index, columns);
  auto all = std::make_shared<Predicate>();
  all->kind = Kind::kAnd;
  for (const auto& filter : filters) {
    PredicatePtr converted = converter.Convert(*filter);
    if (converted != nullptr) all->children.push_back(std::move(converted));
  }
  if (all->children.empty()) return nullptr;
  return all->children.size() == 1 ? all->children[0] : all;
}

}  // namespace hudi::sql
