// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/schema.h"

#include <array>
#include <utility>

#include "hudi/error.h"

namespace hudi::avro {
namespace {

struct TypeEntry {
  Type type;
  std::string_view name;
};
constexpr std::array<TypeEntry, 14> kTypes = {{
    {Type::kNull, "null"},
    {Type::kBoolean, "boolean"},
    {Type::kInt, "int"},
    {Type::kLong, "long"},
    {Type::kFloat, "float"},
    {Type::kDouble, "double"},
    {Type::kBytes, "bytes"},
    {Type::kString, "string"},
    {Type::kRecord, "record"},
    {Type::kEnum, "enum"},
    {Type::kArray, "array"},
    {Type::kMap, "map"},
    {Type::kUnion, "union"},
    {Type::kFixed, "fixed"},
}};

struct LogicalTypeEntry {
  LogicalType type;
  std::string_view name;
};
constexpr std::array<LogicalTypeEntry, 9> kLogicalTypes = {{
    {LogicalType::kDecimal, "decimal"},
    {LogicalType::kDate, "date"},
    {LogicalType::kTimeMillis, "time-millis"},
    {LogicalType::kTimeMicros, "time-micros"},
    {LogicalType::kTimestampMillis, "timestamp-millis"},
    {LogicalType::kTimestampMicros, "timestamp-micros"},
    {LogicalType::kLocalTimestampMillis, "local-timestamp-millis"},
    {LogicalType::kLocalTimestampMicros, "local-timestamp-micros"},
    {LogicalType::kUuid, "uuid"},
}};

}  // namespace

std::string_view TypeName(Type type) { return kTypes[static_cast<size_t>(type)].name; }

std::string_view LogicalTypeName(LogicalType type) {
  for (const LogicalTypeEntry& entry : kLogicalTypes) {
    if (entry.type == type) return entry.name;
  }
  return {};
}

std::string Schema::FullName() const { return name_space.empty() ? name : name_space + "." + name; }

int Schema::FieldIndex(std::string_view field_name) const {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == field_name) return static_cast<int>(i);
  }
  return -1;
}

bool Schema::IsNullable() const {
  return type == Type::kUnion && branches.size() == 2 &&
         (branches[0]->type == Type::kNull) != (branches[1]->type == Type::kNull);
}

const Schema& Schema::NonNull() const {
  if (!IsNullable()) return *this;
  return branches[0]->type == Type::kNull ? *branches[1] : *branches[0];
}

SchemaPtr MakePrimitive(Type type, LogicalType logical_type) {
  auto schema = std::make_shared<Schema>();
  schema->type = type;
  schema->logical_type = logical_type;
  return schema;
}

SchemaPtr MakeNullable(SchemaPtr type) {
  auto schema = std::make_shared<Schema>();
  schema->type = Type::kUnion;
  schema->branches = {MakePrimitive(Type::kNull), std::move(type)};
  return schema;
}

}  // namespace hudi::avro
