// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <arrow/c/bridge.h>
#include <arrow/scalar.h>
#include <duckdb/function/table/arrow.hpp>
#include <duckdb/planner/expression/bound_between_expression.hpp>
#include <duckdb/planner/expression/bound_columnref_expression.hpp>
#include <duckdb/planner/expression/bound_comparison_expression.hpp>
#include <duckdb/planner/expression/bound_conjunction_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>
#include <duckdb/planner/operator/logical_get.hpp>

#include "sql/duckdb/duckdb_api.h"

namespace hudi::sql {
namespace {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::LogicalTypeId;
using Kind = Predicate::Kind;

// The engine's own scan of Arrow streams does the work; what is ours is the stream it gets.
struct RowsData : public duckdb::ArrowScanFunctionData {
  explicit RowsData(std::shared_ptr<const RowSource> rows);
  std::shared_ptr<const RowSource> source;
  PredicatePtr filter;
};

duckdb::unique_ptr<duckdb::ArrowArrayStreamWrapper> Produce(
    uintptr_t factory, duckdb::ArrowStreamParameters& parameters) {
  const auto& data = *reinterpret_cast<const RowsData*>(factory);
  std::vector<std::string> columns(parameters.projected_columns.columns.begin(),
                                   parameters.projected_columns.columns.end());
  // Rows are counted by any column.
  if (columns.empty()) columns.push_back(data.source->schema()->field(0)->name());
  auto rows = data.source->Scan(columns, data.filter);
  auto stream = duckdb::make_uniq<duckdb::ArrowArrayStreamWrapper>();
  arrow::Status status = rows.status();
  if (status.ok()) {
    status = arrow::ExportRecordBatchReader(*std::move(rows), &stream->arrow_array_stream);
  }
  if (!status.ok()) throw duckdb::IOException(status.message());
  return stream;
}

RowsData::RowsData(std::shared_ptr<const RowSource> rows)
    : ArrowScanFunctionData(Produce, reinterpret_cast<uintptr_t>(this)), source(std::move(rows)) {}

duckdb::unique_ptr<duckdb::FunctionData> Bind(duckdb::ClientContext& context,
                                              duckdb::TableFunctionBindInput& input,
                                              duckdb::vector<duckdb::LogicalType>& types,
                                              duckdb::vector<duckdb::string>& names) {
  const auto* source = reinterpret_cast<const std::shared_ptr<const RowSource>*>(
      input.inputs[0].GetValue<uint64_t>());
  auto data = duckdb::make_uniq<RowsData>(*source);
  arrow::Status exported =
      arrow::ExportSchema(*data->source->schema(), &data->schema_root.arrow_schema);
  if (!exported.ok()) throw duckdb::BinderException(exported.message());
  duckdb::ArrowTableFunction::PopulateArrowTableSchema(
      duckdb::DBConfig::GetConfig(context), data->arrow_table, data->schema_root.arrow_schema);
  names = data->arrow_table.GetNames();
  types = data->arrow_table.GetTypes();
  data->all_types = types;
  return data;
}

// ---- filters: what the reader can use to leave out files and rows. The engine filters again, so
// a part that has no counterpart is simply left out.

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
          value.GetValue<duckdb::timestamp_t>().value,
          arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"));
    case LogicalTypeId::TIMESTAMP:
      return std::make_shared<arrow::TimestampScalar>(value.GetValue<duckdb::timestamp_t>().value,
                                                      arrow::timestamp(arrow::TimeUnit::MICRO));
    default:
      // Floating point numbers too: NaN has an order of its own in each engine.
      return nullptr;
  }
}

class FilterConverter {
 public:
  FilterConverter(const duckdb::LogicalGet& get, const RowsData& data) : get_(get), data_(data) {}

  /// Null: no counterpart.
  PredicatePtr Convert(const Expression& expression) const {
    switch (expression.GetExpressionClass()) {
      case ExpressionClass::BOUND_COMPARISON:
        return Comparison(expression.Cast<duckdb::BoundComparisonExpression>());
      case ExpressionClass::BOUND_CONJUNCTION:
        return Conjunction(expression.Cast<duckdb::BoundConjunctionExpression>());
      case ExpressionClass::BOUND_OPERATOR:
        return Operator(expression.Cast<duckdb::BoundOperatorExpression>());
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
    if (column.binding.table_index != get_.table_index) return "";
    const auto& ids = get_.GetColumnIds();
    if (column.binding.column_index >= ids.size()) return "";
    const auto& id = ids[column.binding.column_index];
    if (id.IsVirtualColumn()) return "";
    return data_.source->schema()->field(static_cast<int>(id.GetPrimaryIndex()))->name();
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

  PredicatePtr Operator(const duckdb::BoundOperatorExpression& operation) const {
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

  const duckdb::LogicalGet& get_;
  const RowsData& data_;
};

void PushFilters(duckdb::ClientContext&, duckdb::LogicalGet& get, duckdb::FunctionData* bind_data,
                 duckdb::vector<duckdb::unique_ptr<Expression>>& filters) {
  auto& data = bind_data->Cast<RowsData>();
  FilterConverter converter(get, data);
  auto all = std::make_shared<Predicate>();
  all->kind = Kind::kAnd;
  for (const auto& filter : filters) {
    PredicatePtr converted = converter.Convert(*filter);
    if (converted != nullptr) all->children.push_back(std::move(converted));
  }
  if (!all->children.empty()) data.filter = std::move(all);
}

}  // namespace

duckdb::TableFunction RowsFunction() {
  duckdb::TableFunction function("hudi_rows", {duckdb::LogicalType::UBIGINT},
                                 duckdb::ArrowTableFunction::ArrowScanFunction, Bind,
                                 duckdb::ArrowTableFunction::ArrowScanInitGlobal,
                                 duckdb::ArrowTableFunction::ArrowScanInitLocal);
  function.projection_pushdown = true;
  function.filter_pushdown = false;
  function.pushdown_complex_filter = PushFilters;
  return function;
}

}  // namespace hudi::sql
