// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <duckdb/function/function_binder.hpp>
#include <duckdb/function/scalar_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>
#include <duckdb/planner/expression/bound_cast_expression.hpp>
#include <duckdb/planner/expression/bound_constant_expression.hpp>
#include <duckdb/planner/expression/bound_operator_expression.hpp>

#include "sql/duckdb/duckdb_api.h"

namespace hudi::sql {
namespace {

using duckdb::Expression;
using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using ExpressionPtr = duckdb::unique_ptr<Expression>;
using BindInput = duckdb::FunctionBindExpressionInput;

// Each function here is replaced by an expression of the engine's own when its argument's type is
// known; none is ever called.

ExpressionPtr TryCast(BindInput& input, ExpressionPtr value, const LogicalType& type) {
  return duckdb::BoundCastExpression::AddCastToType(input.context, std::move(value), type,
                                                    /*try_cast=*/true);
}

ExpressionPtr Call(BindInput& input, const char* name, duckdb::vector<ExpressionPtr> arguments) {
  duckdb::FunctionBinder binder(input.context);
  duckdb::ErrorData error;
  ExpressionPtr call = binder.BindScalarFunction(DEFAULT_SCHEMA, name, std::move(arguments), error);
  if (error.HasError()) error.Throw();
  return call;
}

template <typename... Arguments>
ExpressionPtr Call(BindInput& input, const char* name, ExpressionPtr argument,
                   Arguments... others) {
  duckdb::vector<ExpressionPtr> arguments;
  arguments.push_back(std::move(argument));
  (arguments.push_back(std::move(others)), ...);
  return Call(input, name, std::move(arguments));
}

ExpressionPtr Constant(duckdb::Value value) {
  return duckdb::make_uniq<duckdb::BoundConstantExpression>(std::move(value));
}

// A timestamp as text has the session's local time and no zone.
ExpressionPtr Local(BindInput& input, ExpressionPtr value) {
  if (value->return_type.id() != LogicalTypeId::TIMESTAMP_TZ) return value;
  return TryCast(input, std::move(value), LogicalType::TIMESTAMP);
}

ExpressionPtr AsText(BindInput& input, ExpressionPtr value) {
  value = Local(input, std::move(value));
  if (value->return_type.id() == LogicalTypeId::BLOB)
    return Call(input, "decode", std::move(value));
  return TryCast(input, std::move(value), LogicalType::VARCHAR);
}
ExpressionPtr Text(BindInput& input) { return AsText(input, std::move(input.children[0])); }

ExpressionPtr Coalesce(ExpressionPtr value, duckdb::Value otherwise) {
  auto coalesce = duckdb::make_uniq<duckdb::BoundOperatorExpression>(
      duckdb::ExpressionType::OPERATOR_COALESCE, value->return_type);
  coalesce->children.push_back(std::move(value));
  coalesce->children.push_back(Constant(std::move(otherwise)));
  return coalesce;
}

bool IsList(const ExpressionPtr& value) { return value->return_type.id() == LogicalTypeId::LIST; }

// Parts that are arrays count element by element; nulls are left out.
ExpressionPtr ConcatWithSeparator(BindInput& input) {
  duckdb::vector<ExpressionPtr>& parts = input.children;
  if (parts.size() == 1) {
    return Call(input, "repeat", AsText(input, std::move(parts[0])),
                Constant(duckdb::Value::BIGINT(0)));
  }
  if (std::none_of(parts.begin() + 1, parts.end(), IsList)) {
    return Call(input, "concat_ws", std::move(parts));
  }
  const LogicalType texts = LogicalType::LIST(LogicalType::VARCHAR);
  ExpressionPtr all = Constant(duckdb::Value::LIST(LogicalType::VARCHAR, {}));
  for (size_t i = 1; i < parts.size(); ++i) {
    ExpressionPtr list = IsList(parts[i])
                             ? TryCast(input, std::move(parts[i]), texts)
                             : Call(input, "list_value", AsText(input, std::move(parts[i])));
    all = Call(input, "list_concat", std::move(all), std::move(list));
  }
  return Coalesce(Call(input, "list_aggregate", std::move(all),
                       Constant(duckdb::Value("string_agg")), std::move(parts[0])),
                  duckdb::Value(""));
}

ExpressionPtr ElementAt(BindInput& input) {
  const bool is_map = input.children[0]->return_type.id() == LogicalTypeId::MAP;
  return Call(input, is_map ? "map_extract_value" : "list_extract", std::move(input.children));
}

ExpressionPtr Reverse(BindInput& input) {
  ExpressionPtr value = std::move(input.children[0]);
  if (!IsList(value)) return Call(input, "reverse", AsText(input, std::move(value)));
  ExpressionPtr list = value->Copy();
  ExpressionPtr places =
      Call(input, "generate_series", Call(input, "len", std::move(value)),
           Constant(duckdb::Value::BIGINT(1)), Constant(duckdb::Value::BIGINT(-1)));
  return Call(input, "list_select", std::move(list), std::move(places));
}

// Of dates the engine makes timestamps, of numbers long ones. Without a step of the user's the
// third argument is 1 or -1, and there is a fourth.
ExpressionPtr Sequence(BindInput& input) {
  const LogicalType first = input.children[0]->return_type;
  if (input.children.size() == 4) {
    input.children.pop_back();
    if (first.id() == LogicalTypeId::DATE || first.id() == LogicalTypeId::TIMESTAMP_TZ) {
      input.children[2] = Call(input, "to_days", std::move(input.children[2]));
    }
  }
  const bool keeps_type = first == input.children[1]->return_type &&
                          (first.id() == LogicalTypeId::DATE || first.IsIntegral());
  ExpressionPtr series = Call(input, "generate_series", std::move(input.children));
  if (!keeps_type) return series;
  return TryCast(input, std::move(series), LogicalType::LIST(first));
}

// A part of concat: arrays and binary stay what they are.
ExpressionPtr ConcatPart(BindInput& input) {
  switch (input.children[0]->return_type.id()) {
    case LogicalTypeId::LIST:
    case LogicalTypeId::BLOB:
      return std::move(input.children[0]);
    default:
      return Text(input);
  }
}

ExpressionPtr Date(BindInput& input) {
  ExpressionPtr value = Local(input, std::move(input.children[0]));
  return TryCast(input, std::move(value), LogicalType::DATE);
}

// Fractions are cut off, not rounded; a timestamp is its second since 1970.
ExpressionPtr Whole(BindInput& input, const LogicalType& type) {
  ExpressionPtr value = std::move(input.children[0]);
  switch (value->return_type.id()) {
    case LogicalTypeId::VARCHAR:
      value = Call(input, "trunc", TryCast(input, std::move(value), LogicalType::DECIMAL(38, 9)));
      break;
    case LogicalTypeId::FLOAT:
    case LogicalTypeId::DOUBLE:
    case LogicalTypeId::DECIMAL:
      value = Call(input, "trunc", std::move(value));
      break;
    case LogicalTypeId::TIMESTAMP:
      value = TryCast(input, std::move(value), LogicalType::TIMESTAMP_TZ);
      [[fallthrough]];
    case LogicalTypeId::TIMESTAMP_TZ:
      value = Call(input, "floor", Call(input, "epoch", std::move(value)));
      break;
    default:
      break;
  }
  return TryCast(input, std::move(value), type);
}
ExpressionPtr TinyInt(BindInput& input) { return Whole(input, LogicalType::TINYINT); }
ExpressionPtr SmallInt(BindInput& input) { return Whole(input, LogicalType::SMALLINT); }
ExpressionPtr Int(BindInput& input) { return Whole(input, LogicalType::INTEGER); }
ExpressionPtr BigInt(BindInput& input) { return Whole(input, LogicalType::BIGINT); }

// -1 for null, as Spark has it unless it is told otherwise.
ExpressionPtr Size(BindInput& input) {
  ExpressionPtr value = std::move(input.children[0]);
  const char* function = value->return_type.id() == LogicalTypeId::MAP ? "cardinality" : "len";
  value = TryCast(input, Call(input, function, std::move(value)), LogicalType::INTEGER);
  return Coalesce(std::move(value), duckdb::Value::INTEGER(-1));
}

std::string SparkTypeName(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::SQLNULL:
      return "void";
    case LogicalTypeId::BOOLEAN:
      return "boolean";
    case LogicalTypeId::TINYINT:
      return "tinyint";
    case LogicalTypeId::SMALLINT:
    case LogicalTypeId::UTINYINT:
      return "smallint";
    case LogicalTypeId::INTEGER:
    case LogicalTypeId::USMALLINT:
      return "int";
    case LogicalTypeId::BIGINT:
    case LogicalTypeId::UINTEGER:
    case LogicalTypeId::UBIGINT:
    case LogicalTypeId::HUGEINT:
      return "bigint";
    case LogicalTypeId::FLOAT:
      return "float";
    case LogicalTypeId::DOUBLE:
      return "double";
    case LogicalTypeId::DECIMAL:
      return "decimal(" + std::to_string(duckdb::DecimalType::GetWidth(type)) + "," +
             std::to_string(duckdb::DecimalType::GetScale(type)) + ")";
    case LogicalTypeId::BLOB:
      return "binary";
    case LogicalTypeId::DATE:
      return "date";
    case LogicalTypeId::TIMESTAMP:
      return "timestamp_ntz";
    case LogicalTypeId::TIMESTAMP_TZ:
      return "timestamp";
    case LogicalTypeId::INTERVAL:
      return "interval";
    case LogicalTypeId::LIST:
      return "array<" + SparkTypeName(duckdb::ListType::GetChildType(type)) + ">";
    case LogicalTypeId::MAP:
      return "map<" + SparkTypeName(duckdb::MapType::KeyType(type)) + "," +
             SparkTypeName(duckdb::MapType::ValueType(type)) + ">";
    case LogicalTypeId::STRUCT: {
      std::string text = "struct<";
      for (const auto& [name, child] : duckdb::StructType::GetChildTypes(type)) {
        text += (text.back() == '<' ? "" : ",") + name + ":" + SparkTypeName(child);
      }
      return text + ">";
    }
    default:
      return "string";
  }
}

ExpressionPtr TypeOf(BindInput& input) {
  return Constant(duckdb::Value(SparkTypeName(input.children[0]->return_type)));
}

// The first argument in the type of the second, which must be able to hold it.
ExpressionPtr Like(BindInput& input) {
  const LogicalType& from = input.children[0]->return_type;
  const LogicalType& to = input.children[1]->return_type;
  if (from == to) return std::move(input.children[0]);
  LogicalType both;
  // Of whole numbers the engine's functions have longer ones than Spark's.
  const bool fits = (from.IsIntegral() && to.IsIntegral()) ||
                    (duckdb::LogicalType::TryGetMaxLogicalType(input.context, from, to, both) &&
                     (both == to || from.id() == LogicalTypeId::SQLNULL));
  const bool is_text = to.id() == LogicalTypeId::VARCHAR && from.id() != LogicalTypeId::SQLNULL;
  if (!fits || is_text) {
    throw duckdb::BinderException(
        "the merge of an aggregate begins with a value of type %s, and gives one of type %s: CAST "
        "one of them",
        SparkTypeName(to), SparkTypeName(from));
  }
  return duckdb::BoundCastExpression::AddCastToType(input.context, std::move(input.children[0]),
                                                    to);
}

void NeverCalled(duckdb::DataChunk&, duckdb::ExpressionState&, duckdb::Vector&) {
  throw duckdb::InternalException("a function that is replaced when it is bound was called");
}

void Register(duckdb::ExtensionLoader& loader, const char* name, const LogicalType& type,
              duckdb::function_bind_expression_t bind, size_t num_arguments = 1,
              bool and_more = false) {
  duckdb::ScalarFunction function(
      name, duckdb::vector<LogicalType>(num_arguments, LogicalType::ANY), type, NeverCalled);
  function.bind_expression = bind;
  if (and_more) function.varargs = LogicalType::ANY;
  function.null_handling = duckdb::FunctionNullHandling::SPECIAL_HANDLING;
  loader.RegisterFunction(std::move(function));
}

}  // namespace

void RegisterSparkFunctions(duckdb::DatabaseInstance& database) {
  duckdb::ExtensionLoader loader(database, "hudi");
  Register(loader, "hudi_text", LogicalType::VARCHAR, Text);
  Register(loader, "hudi_part", LogicalType::ANY, ConcatPart);
  Register(loader, "hudi_date", LogicalType::DATE, Date);
  Register(loader, "hudi_tinyint", LogicalType::TINYINT, TinyInt);
  Register(loader, "hudi_smallint", LogicalType::SMALLINT, SmallInt);
  Register(loader, "hudi_int", LogicalType::INTEGER, Int);
  Register(loader, "hudi_bigint", LogicalType::BIGINT, BigInt);
  Register(loader, "hudi_size", LogicalType::INTEGER, Size);
  Register(loader, "hudi_typeof", LogicalType::VARCHAR, TypeOf);
  Register(loader, "hudi_like", LogicalType::ANY, Like, 2);
  Register(loader, "hudi_concat_ws", LogicalType::VARCHAR, ConcatWithSeparator, 1, true);
  Register(loader, "hudi_element_at", LogicalType::ANY, ElementAt, 2);
  Register(loader, "hudi_reverse", LogicalType::ANY, Reverse);
  Register(loader, "hudi_sequence", LogicalType::ANY, Sequence, 2, true);
  loader.RegisterFunction(RowsFunction());
}

}  // namespace hudi::sql
