// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "hudi/error.h"
#include "hudi/format/avro/column_decoder.h"

namespace hudi::avro {
namespace {

constexpr int kMaxDecimalPrecision = 38;

arrow::Status Unsupported(const std::string& path, std::string_view what) {
  return Fail(ErrorCode::kUnsupported, path, "Avro field '", path, "': ", what,
              " has no column form");
}

arrow::Result<std::shared_ptr<arrow::Field>> RowField(const Schema& schema, const std::string& name,
                                                      const std::string& path);

arrow::Result<arrow::FieldVector> RecordFields(const Schema& record, const std::string& parent) {
  arrow::FieldVector fields;
  for (const Field& field : record.fields) {
    std::string path = parent.empty() ? field.name : parent + "." + field.name;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> converted,
                          RowField(*field.type, field.name, path));
    fields.push_back(std::move(converted));
  }
  return fields;
}

bool HasNull(const Schema& schema) {
  return schema.type == Type::kUnion &&
         std::any_of(schema.branches.begin(), schema.branches.end(),
                     [](const SchemaPtr& branch) { return branch->type == Type::kNull; });
}

// Nanoseconds are younger than the schema tree's logical types, which keeps their names.
bool HasLogicalName(const Schema& schema, std::string_view quoted) {
  auto found = schema.properties.find("logicalType");
  return found != schema.properties.end() && found->second == quoted;
}

arrow::Result<std::shared_ptr<arrow::DataType>> LongType(const Schema& schema) {
  switch (schema.logical_type) {
    case LogicalType::kTimeMicros:
      return arrow::time64(arrow::TimeUnit::MICRO);
    case LogicalType::kTimestampMillis:
      return arrow::timestamp(arrow::TimeUnit::MILLI, "UTC");
    case LogicalType::kTimestampMicros:
      return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
    case LogicalType::kLocalTimestampMillis:
      return arrow::timestamp(arrow::TimeUnit::MILLI);
    case LogicalType::kLocalTimestampMicros:
      return arrow::timestamp(arrow::TimeUnit::MICRO);
    default:
      break;
  }
  if (HasLogicalName(schema, R"("timestamp-nanos")")) {
    return arrow::timestamp(arrow::TimeUnit::NANO, "UTC");
  }
  if (HasLogicalName(schema, R"("local-timestamp-nanos")")) {
    return arrow::timestamp(arrow::TimeUnit::NANO);
  }
  return arrow::int64();
}

arrow::Result<std::shared_ptr<arrow::DataType>> BinaryType(const Schema& schema,
                                                           const std::string& path) {
  if (schema.logical_type != LogicalType::kDecimal) return arrow::binary();
  if (schema.precision > kMaxDecimalPrecision) {
    return Unsupported(path, "a decimal of " + std::to_string(schema.precision) + " digits");
  }
  return arrow::decimal128(schema.precision, schema.scale);
}

arrow::Result<std::shared_ptr<arrow::DataType>> RowType(const Schema& schema,
                                                        const std::string& path);

// A union of several types, with or without null, as a struct with a member for each of them.
arrow::Result<std::shared_ptr<arrow::DataType>> UnionType(const Schema& schema,
                                                          const std::string& path) {
  arrow::FieldVector members;
  bool all_numbers = true;
  for (const SchemaPtr& branch : schema.branches) {
    if (branch->type == Type::kNull) continue;
    all_numbers = all_numbers && (branch->type == Type::kInt || branch->type == Type::kLong ||
                                  branch->type == Type::kFloat || branch->type == Type::kDouble);
    const std::string name = "member" + std::to_string(members.size());
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type,
                          RowType(*branch, path + "." + name));
    members.push_back(arrow::field(name, std::move(type)));
  }
  // Spark makes one number of them.
  if (all_numbers) return Unsupported(path, "a union of several types of numbers");
  return arrow::struct_(std::move(members));
}

arrow::Result<std::shared_ptr<arrow::DataType>> RowType(const Schema& schema,
                                                        const std::string& path) {
  switch (schema.type) {
    case Type::kNull:
      return arrow::null();
    case Type::kBoolean:
      return arrow::boolean();
    case Type::kInt:
      if (schema.logical_type == LogicalType::kDate) return arrow::date32();
      if (schema.logical_type == LogicalType::kTimeMillis) {
        return arrow::time32(arrow::TimeUnit::MILLI);
      }
      return arrow::int32();
    case Type::kLong:
      return LongType(schema);
    case Type::kFloat:
      return arrow::float32();
    case Type::kDouble:
      return arrow::float64();
    case Type::kBytes:
    case Type::kFixed:
      return BinaryType(schema, path);
    case Type::kString:
    case Type::kEnum:
      return arrow::utf8();
    case Type::kRecord: {
      ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, RecordFields(schema, path));
      if (fields.empty()) return Unsupported(path, "a record without fields");
      return arrow::struct_(std::move(fields));
    }
    case Type::kArray: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> element,
                            RowField(*schema.items, "element", path + ".element"));
      return arrow::list(std::move(element));
    }
    case Type::kMap: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> value,
                            RowField(*schema.items, "value", path + ".value"));
      return arrow::map(arrow::utf8(), std::move(value));
    }
    case Type::kUnion:
      return UnionType(schema, path);
  }
  return Unsupported(path, "the type");
}

arrow::Result<std::shared_ptr<arrow::Field>> RowField(const Schema& schema, const std::string& name,
                                                      const std::string& path) {
  const Schema* type = &schema.NonNull();
  if (type->type == Type::kUnion && type->branches.size() == 1) type = type->branches[0].get();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> arrow_type, RowType(*type, path));
  bool nullable = schema.IsNullable() || type->type == Type::kNull || HasNull(*type);
  return arrow::field(name, std::move(arrow_type), nullable);
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Schema>> RowSchema(const Schema& record) {
  if (record.type != Type::kRecord) {
    return Fail(ErrorCode::kUnsupported, TypeName(record.type),
                "rows of an Avro file must be records, not of type ", TypeName(record.type));
  }
  ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, RecordFields(record, ""));
  return arrow::schema(std::move(fields));
}

}  // namespace hudi::avro
