// SPDX-License-Identifier: Apache-2.0
#include "sql/session/engine_types.h"

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/parse/rewrite.h"
#include "sql/parse/token.h"

namespace hudi::sql {
namespace {

bool IsWhole(arrow::Type::type id) { return arrow::is_integer(id); }
bool IsFraction(arrow::Type::type id) { return arrow::is_floating(id) || arrow::is_decimal(id); }
bool IsNumber(arrow::Type::type id) { return IsWhole(id) || IsFraction(id); }
bool IsText(arrow::Type::type id) {
  return id == arrow::Type::STRING || id == arrow::Type::LARGE_STRING;
}
bool IsTime(arrow::Type::type id) {
  return id == arrow::Type::DATE32 || id == arrow::Type::TIMESTAMP;
}

bool MayStore(const arrow::DataType& from, const arrow::DataType& to) {
  if (from.Equals(to)) return true;
  const arrow::Type::type source = from.id();
  const arrow::Type::type target = to.id();
  if (source == arrow::Type::NA) return true;
  if (IsNumber(source) && IsNumber(target)) return true;
  if (IsTime(source) && IsTime(target)) return true;
  if (IsText(target)) return !arrow::is_nested(source);
  if (source != target) return false;
  switch (target) {
    case arrow::Type::LIST:
      return MayStore(*from.field(0)->type(), *to.field(0)->type());
    case arrow::Type::MAP: {
      const auto& a = static_cast<const arrow::MapType&>(from);
      const auto& b = static_cast<const arrow::MapType&>(to);
      return MayStore(*a.key_type(), *b.key_type()) && MayStore(*a.item_type(), *b.item_type());
    }
    case arrow::Type::STRUCT:
      if (from.num_fields() != to.num_fields()) return false;
      for (int i = 0; i < from.num_fields(); ++i) {
        if (!MayStore(*from.field(i)->type(), *to.field(i)->type())) return false;
      }
      return true;
    default:
      return true;
  }
}

bool FractionsAgree(const arrow::DataType& from, const arrow::DataType& to) {
  if (to.id() == arrow::Type::DOUBLE) return IsNumber(from.id());
  if (to.id() == arrow::Type::FLOAT) return from.id() == arrow::Type::FLOAT;
  if (IsWhole(from.id())) return true;
  return arrow::is_decimal(from.id()) && static_cast<const arrow::DecimalType&>(from).scale() <=
                                             static_cast<const arrow::DecimalType&>(to).scale();
}

}  // namespace

bool TypesAgree(const arrow::DataType& from, const arrow::DataType& to) {
  const arrow::Type::type source = from.id();
  const arrow::Type::type target = to.id();
  if (from.Equals(to) || source == arrow::Type::NA) return true;
  if (IsWhole(target)) return IsWhole(source);
  if (IsFraction(target)) return FractionsAgree(from, to);
  if (target == arrow::Type::TIMESTAMP) return IsTime(source);
  if (source != target) return false;
  switch (target) {
    case arrow::Type::LIST:
      return TypesAgree(*from.field(0)->type(), *to.field(0)->type());
    case arrow::Type::MAP: {
      const auto& a = static_cast<const arrow::MapType&>(from);
      const auto& b = static_cast<const arrow::MapType&>(to);
      return TypesAgree(*a.key_type(), *b.key_type()) && TypesAgree(*a.item_type(), *b.item_type());
    }
    case arrow::Type::STRUCT:
      if (from.num_fields() != to.num_fields()) return false;
      for (int i = 0; i < from.num_fields(); ++i) {
        const arrow::Field& a = *from.field(i);
        const arrow::Field& b = *to.field(i);
        if (!SameWord(a.name(), b.name()) || !TypesAgree(*a.type(), *b.type())) return false;
      }
      return true;
    default:
      return true;
  }
}

std::string EngineTypeName(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL:
      return "BOOLEAN";
    case arrow::Type::INT8:
      return "TINYINT";
    case arrow::Type::INT16:
      return "SMALLINT";
    case arrow::Type::INT32:
      return "INTEGER";
    case arrow::Type::INT64:
      return "BIGINT";
    case arrow::Type::FLOAT:
      return "FLOAT";
    case arrow::Type::DOUBLE:
      return "DOUBLE";
    case arrow::Type::DATE32:
      return "DATE";
    case arrow::Type::TIMESTAMP:
      return static_cast<const arrow::TimestampType&>(type).timezone().empty() ? "TIMESTAMP"
                                                                               : "TIMESTAMPTZ";
    case arrow::Type::DECIMAL128: {
      const auto& decimal = static_cast<const arrow::DecimalType&>(type);
      return "DECIMAL(" + std::to_string(decimal.precision()) + ", " +
             std::to_string(decimal.scale()) + ")";
    }
    case arrow::Type::BINARY:
    case arrow::Type::FIXED_SIZE_BINARY:
      return "BLOB";
    case arrow::Type::LIST:
      return EngineTypeName(*type.field(0)->type()) + "[]";
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      return "MAP(" + EngineTypeName(*map.key_type()) + ", " + EngineTypeName(*map.item_type()) +
             ")";
    }
    case arrow::Type::STRUCT: {
      std::string text = "STRUCT(";
      for (int i = 0; i < type.num_fields(); ++i) {
        if (i > 0) text += ", ";
        text += QuotedName(type.field(i)->name()) + " " + EngineTypeName(*type.field(i)->type());
      }
      return text + ")";
    }
    default:
      return "VARCHAR";
  }
}

arrow::Result<std::string> StoreAssignment(const std::string& value, const arrow::DataType& from,
                                           const arrow::DataType& to, const std::string& column) {
  if (!MayStore(from, to)) {
    return Fail(ErrorCode::kInvalidSchema, column, "column '", column, "' is ", SparkTypeText(to),
                ", and a ", SparkTypeText(from),
                " cannot be stored in it safely; CAST it if that is what you mean");
  }
  if (from.Equals(to)) return value;
  std::string type = EngineTypeName(to);
  // Decimals are cut off by a whole number's column, and the text of a time has no zone.
  if (IsWhole(to.id()) && IsFraction(from.id())) {
    return "CAST(trunc(" + value + ") AS " + type + ")";
  }
  if (IsText(to.id())) return "hudi_text(" + value + ")";
  return "CAST(" + value + " AS " + type + ")";
}

}  // namespace hudi::sql
