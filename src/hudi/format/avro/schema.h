// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi::avro {

enum class Type {
  kNull,
  kBoolean,
  kInt,
  kLong,
  kFloat,
  kDouble,
  kBytes,
  kString,
  kRecord,
  kEnum,
  kArray,
  kMap,
  kUnion,
  kFixed,
};

enum class LogicalType {
  kNone,
  kDecimal,
  kDate,
  kTimeMillis,
  kTimeMicros,
  kTimestampMillis,
  kTimestampMicros,
  kLocalTimestampMillis,
  kLocalTimestampMicros,
  kUuid,
};

class Schema;
using SchemaPtr = std::shared_ptr<const Schema>;

struct Field {
  std::string name;
  SchemaPtr type;
  std::string doc;
  bool has_doc = false;
  /// The default as JSON text ("null", "0", "[]"); empty if the field has none.
  std::string default_json;
  std::vector<std::string> aliases;
  /// Other attributes, as JSON text; kept, printed back.
  std::map<std::string, std::string> properties;
};

/// One node of an Avro schema. Immutable once made; a named type used twice is the same node.
class Schema {
 public:
  Type type = Type::kNull;
  LogicalType logical_type = LogicalType::kNone;
  /// Decimal only.
  int precision = 0;
  int scale = 0;
  /// Record, enum, fixed: simple name and full namespace ("" if none).
  std::string name;
  std::string name_space;
  std::string doc;
  std::vector<Field> fields;         ///< record
  std::vector<std::string> symbols;  ///< enum
  SchemaPtr items;                   ///< array items, map values
  std::vector<SchemaPtr> branches;   ///< union, in order
  int fixed_size = 0;                ///< fixed
  /// Enum: the symbol that stands for one the reader does not know; empty if none.
  std::string enum_default;
  /// Record, enum, fixed: full names under which data of older schemas may refer to this type.
  std::vector<std::string> aliases;
  /// Other attributes, e.g. "avro.java.string", as JSON text; kept, printed back.
  std::map<std::string, std::string> properties;

  std::string FullName() const;
  /// Record: index of the field, -1 if absent.
  int FieldIndex(std::string_view field_name) const;
  /// Union of exactly null and one other type.
  bool IsNullable() const;
  /// The type without null: the other branch of a nullable union, else itself.
  const Schema& NonNull() const;

  /// Accepts every form that the Avro specification does, but for types that contain themselves. A
  /// logical type that is unknown or does not fit its type is kept as a property, without meaning.
  ///
  /// Errors: kInvalidSchema with the place at fault ("field 'a.b'"); kUnsupported for a record that
  /// contains itself.
  static arrow::Result<SchemaPtr> Parse(std::string_view json);
  /// Compact JSON, attributes in the order of the Java library (type, name, namespace, doc, fields
  /// ...; a namespace is printed only where it differs from the enclosing one; a named type only
  /// once).
  std::string ToJson() const;
};

/// "int", "record", ... as it stands in schemas.
std::string_view TypeName(Type type);
/// "timestamp-micros", ...; empty for kNone.
std::string_view LogicalTypeName(LogicalType type);

SchemaPtr MakePrimitive(Type type, LogicalType logical_type = LogicalType::kNone);
SchemaPtr MakeNullable(SchemaPtr type);

}  // namespace hudi::avro
