// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/avro_arrow.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <arrow/extension_type.h>
#include <arrow/util/key_value_metadata.h>

#include "hudi/error.h"
#include "hudi/schema/column_name.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// The field comment of Spark; its data frames carry it under this key as well.
constexpr const char* kCommentKey = "comment";
constexpr int kMaxDecimalPrecision = 38;

// ---------------------------------------------------------------------------------------------
// Avro -> Arrow

arrow::Status UnsupportedAvro(const std::string& path, std::string_view what) {
  return Fail(ErrorCode::kUnsupported, path, "column '", path, "' has Avro type ", what,
              ", which a table cannot hold");
}

arrow::Result<std::shared_ptr<arrow::Field>> FieldFromAvro(const avro::Schema& type,
                                                           const std::string& name,
                                                           const std::string& path);

arrow::Result<std::shared_ptr<arrow::DataType>> DecimalFromAvro(const avro::Schema& type,
                                                                const std::string& path) {
  if (type.precision < 1 || type.precision > kMaxDecimalPrecision || type.scale < 0 ||
      type.scale > type.precision) {
    return UnsupportedAvro(
        path, "decimal(" + std::to_string(type.precision) + "," + std::to_string(type.scale) + ")");
  }
  return arrow::decimal128(type.precision, type.scale);
}

arrow::Result<arrow::FieldVector> RecordFields(const avro::Schema& record,
                                               const std::string& parent_path) {
  arrow::FieldVector fields;
  fields.reserve(record.fields.size());
  for (const avro::Field& field : record.fields) {
    const std::string path = parent_path.empty() ? field.name : parent_path + "." + field.name;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> converted,
                          FieldFromAvro(*field.type, field.name, path));
    if (field.has_doc && !field.doc.empty()) {
      converted = converted->WithMetadata(arrow::key_value_metadata({kCommentKey}, {field.doc}));
    }
    fields.push_back(std::move(converted));
  }
  return fields;
}

arrow::Result<std::shared_ptr<arrow::DataType>> TypeFromAvro(const avro::Schema& type,
                                                             const std::string& path) {
  using avro::LogicalType;
  using avro::Type;
  switch (type.type) {
    case Type::kBoolean:
      return arrow::boolean();
    case Type::kInt:
      switch (type.logical_type) {
        case LogicalType::kDate:
          return arrow::date32();
        case LogicalType::kTimeMillis:
          return UnsupportedAvro(path, "time-millis");
        default:
          return arrow::int32();
      }
    case Type::kLong:
      switch (type.logical_type) {
        case LogicalType::kTimestampMicros:
          return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
        case LogicalType::kTimestampMillis:
          return arrow::timestamp(arrow::TimeUnit::MILLI, "UTC");
        case LogicalType::kLocalTimestampMicros:
          return arrow::timestamp(arrow::TimeUnit::MICRO);
        case LogicalType::kLocalTimestampMillis:
          return arrow::timestamp(arrow::TimeUnit::MILLI);
        case LogicalType::kTimeMicros:
          return UnsupportedAvro(path, "time-micros");
        default:
          return arrow::int64();
      }
    case Type::kFloat:
      return arrow::float32();
    case Type::kDouble:
      return arrow::float64();
    case Type::kBytes:
      if (type.logical_type == LogicalType::kDecimal) return DecimalFromAvro(type, path);
      return arrow::binary();
    case Type::kFixed:
      if (type.logical_type == LogicalType::kDecimal) return DecimalFromAvro(type, path);
      return arrow::binary();
    case Type::kString:
      if (type.logical_type == LogicalType::kUuid) return UnsupportedAvro(path, "uuid");
      return arrow::utf8();
    case Type::kEnum:
      return arrow::utf8();
    case Type::kRecord: {
      ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, RecordFields(type, path));
      if (fields.empty()) return UnsupportedAvro(path, "record without fields");
      return arrow::struct_(std::move(fields));
    }
    case Type::kArray: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> element,
                            FieldFromAvro(*type.items, "element", path + ".element"));
      return arrow::list(std::move(element));
    }
    case Type::kMap: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> value,
                            FieldFromAvro(*type.items, "value", path + ".value"));
      return arrow::map(arrow::utf8(), std::move(value));
    }
    case Type::kNull:
      return UnsupportedAvro(path, "null");
    case Type::kUnion:
      return UnsupportedAvro(path, "union of several types");
  }
  return UnsupportedAvro(path, "of an unknown kind");
}

arrow::Result<std::shared_ptr<arrow::Field>> FieldFromAvro(const avro::Schema& type,
                                                           const std::string& name,
                                                           const std::string& path) {
  bool nullable = false;
  const avro::Schema* inner = &type;
  if (type.type == avro::Type::kUnion) {
    nullable = type.IsNullable();
    if (nullable) {
      inner = &type.NonNull();
    } else if (type.branches.size() == 1) {
      inner = type.branches.front().get();
    }
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> converted, TypeFromAvro(*inner, path));
  return arrow::field(name, std::move(converted), nullable);
}

// ---------------------------------------------------------------------------------------------
// Arrow -> Avro

arrow::Status UnsupportedArrow(const std::string& path, const arrow::DataType& type,
                               std::string_view hint) {
  return Fail(ErrorCode::kUnsupported, path, "column '", path, "' has Arrow type ", type.ToString(),
              ", which a table cannot hold", hint.empty() ? "" : ": ", hint);
}

// Where a type stands: the name that a record or a fixed made there takes, and its namespace.
struct AvroPlace {
  std::string record_name;
  std::string name_space;
  std::string path;

  std::string ChildNameSpace() const {
    return name_space.empty() ? record_name : name_space + "." + record_name;
  }
};

arrow::Result<avro::SchemaPtr> TypeToAvro(const arrow::DataType& type, const AvroPlace& place);

arrow::Result<avro::SchemaPtr> FieldToAvro(const arrow::Field& field, const AvroPlace& place) {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr type, TypeToAvro(*field.type(), place));
  return field.nullable() ? avro::MakeNullable(std::move(type)) : type;
}

arrow::Result<avro::SchemaPtr> DecimalToAvro(const arrow::DecimalType& type,
                                             const AvroPlace& place) {
  if (type.precision() > kMaxDecimalPrecision || type.scale() < 0 ||
      type.scale() > type.precision()) {
    return UnsupportedArrow(place.path, type,
                            "a decimal has 1 to 38 digits and a scale between 0 and that");
  }
  auto fixed = std::make_shared<avro::Schema>();
  fixed->type = avro::Type::kFixed;
  fixed->logical_type = avro::LogicalType::kDecimal;
  fixed->precision = type.precision();
  fixed->scale = type.scale();
  fixed->fixed_size = DecimalFixedSize(type.precision());
  fixed->name = "fixed";
  fixed->name_space = place.ChildNameSpace();
  return fixed;
}

arrow::Result<avro::SchemaPtr> RecordToAvro(const arrow::FieldVector& fields,
                                            const AvroPlace& place) {
  auto record = std::make_shared<avro::Schema>();
  record->type = avro::Type::kRecord;
  record->name = place.record_name;
  record->name_space = place.name_space;
  record->fields.reserve(fields.size());
  std::set<std::string_view> names;
  for (const std::shared_ptr<arrow::Field>& field : fields) {
    const std::string path = place.path.empty() ? field->name() : place.path + "." + field->name();
    ARROW_RETURN_NOT_OK(CheckColumnName(field->name(), path));
    if (!names.insert(field->name()).second) {
      return Fail(ErrorCode::kInvalidSchema, path, "column '", path,
                  "' stands twice in the schema: names must differ");
    }
    avro::Field converted;
    converted.name = field->name();
    ARROW_ASSIGN_OR_RAISE(
        converted.type,
        FieldToAvro(*field, AvroPlace{field->name(), place.ChildNameSpace(), path}));
    if (field->nullable()) converted.default_json = "null";
    if (place.path.empty() && IsMetaColumn(field->name())) converted.has_doc = true;
    if (field->metadata() != nullptr) {
      const int comment = field->metadata()->FindKey(kCommentKey);
      if (comment >= 0) {
        converted.has_doc = true;
        converted.doc = field->metadata()->value(comment);
      }
    }
    record->fields.push_back(std::move(converted));
  }
  return record;
}

arrow::Result<avro::SchemaPtr> ArrayToAvro(const arrow::DataType& type, const AvroPlace& place) {
  auto array = std::make_shared<avro::Schema>();
  array->type = avro::Type::kArray;
  AvroPlace element{place.record_name, place.name_space, place.path + ".element"};
  ARROW_ASSIGN_OR_RAISE(array->items, FieldToAvro(*type.field(0), element));
  return array;
}

arrow::Result<avro::SchemaPtr> MapToAvro(const arrow::MapType& type, const AvroPlace& place) {
  const arrow::DataType* key = type.key_type().get();
  if (key->id() == arrow::Type::DICTIONARY) {
    key = static_cast<const arrow::DictionaryType*>(key)->value_type().get();
  }
  if (!arrow::is_string(key->id()) && key->id() != arrow::Type::STRING_VIEW) {
    return UnsupportedArrow(place.path, type, "the key of a map must be a string");
  }
  auto map = std::make_shared<avro::Schema>();
  map->type = avro::Type::kMap;
  AvroPlace value{place.record_name, place.name_space, place.path + ".value"};
  ARROW_ASSIGN_OR_RAISE(map->items, FieldToAvro(*type.item_field(), value));
  return map;
}

avro::SchemaPtr TimestampToAvro(const arrow::TimestampType& type) {
  using avro::LogicalType;
  const bool zoned = !type.timezone().empty();
  if (type.unit() == arrow::TimeUnit::MILLI) {
    return avro::MakePrimitive(avro::Type::kLong, zoned ? LogicalType::kTimestampMillis
                                                        : LogicalType::kLocalTimestampMillis);
  }
  return avro::MakePrimitive(avro::Type::kLong, zoned ? LogicalType::kTimestampMicros
                                                      : LogicalType::kLocalTimestampMicros);
}

arrow::Result<avro::SchemaPtr> TypeToAvro(const arrow::DataType& type, const AvroPlace& place) {
  using avro::MakePrimitive;
  switch (type.id()) {
    case arrow::Type::BOOL:
      return MakePrimitive(avro::Type::kBoolean);
    case arrow::Type::INT8:
    case arrow::Type::INT16:
    case arrow::Type::INT32:
    case arrow::Type::UINT8:
    case arrow::Type::UINT16:
      return MakePrimitive(avro::Type::kInt);
    case arrow::Type::UINT32:
    case arrow::Type::INT64:
      return MakePrimitive(avro::Type::kLong);
    case arrow::Type::UINT64:
      return UnsupportedArrow(place.path, type, "cast it to int64 or decimal(20,0) first");
    case arrow::Type::HALF_FLOAT:
    case arrow::Type::FLOAT:
      return MakePrimitive(avro::Type::kFloat);
    case arrow::Type::DOUBLE:
      return MakePrimitive(avro::Type::kDouble);
    case arrow::Type::DECIMAL32:
    case arrow::Type::DECIMAL64:
    case arrow::Type::DECIMAL128:
    case arrow::Type::DECIMAL256:
      return DecimalToAvro(static_cast<const arrow::DecimalType&>(type), place);
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW:
      return MakePrimitive(avro::Type::kString);
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
    case arrow::Type::BINARY_VIEW:
    case arrow::Type::FIXED_SIZE_BINARY:
      return MakePrimitive(avro::Type::kBytes);
    case arrow::Type::DATE32:
    case arrow::Type::DATE64:
      return MakePrimitive(avro::Type::kInt, avro::LogicalType::kDate);
    case arrow::Type::TIMESTAMP:
      return TimestampToAvro(static_cast<const arrow::TimestampType&>(type));
    case arrow::Type::LIST:
    case arrow::Type::LARGE_LIST:
    case arrow::Type::FIXED_SIZE_LIST:
    case arrow::Type::LIST_VIEW:
    case arrow::Type::LARGE_LIST_VIEW:
      return ArrayToAvro(type, place);
    case arrow::Type::MAP:
      return MapToAvro(static_cast<const arrow::MapType&>(type), place);
    case arrow::Type::STRUCT:
      if (type.num_fields() == 0) {
        return UnsupportedArrow(place.path, type, "a struct needs at least one field");
      }
      return RecordToAvro(type.fields(), place);
    case arrow::Type::DICTIONARY:
      return TypeToAvro(*static_cast<const arrow::DictionaryType&>(type).value_type(), place);
    case arrow::Type::RUN_END_ENCODED:
      return TypeToAvro(*static_cast<const arrow::RunEndEncodedType&>(type).value_type(), place);
    case arrow::Type::EXTENSION:
      return UnsupportedArrow(place.path, type, "cast it to its storage type first");
    case arrow::Type::NA:
      return UnsupportedArrow(place.path, type, "every value is null, so give the column a type");
    default:
      return UnsupportedArrow(place.path, type, "");
  }
}

// Incoming timestamps are micros, the only unit that Spark's rows have; a millis column exists only
// in a table that already has one.
std::shared_ptr<arrow::DataType> WithMicros(const std::shared_ptr<arrow::DataType>& type) {
  switch (type->id()) {
    case arrow::Type::TIMESTAMP:
      return arrow::timestamp(arrow::TimeUnit::MICRO,
                              static_cast<const arrow::TimestampType&>(*type).timezone());
    case arrow::Type::LIST:
      return arrow::list(type->field(0)->WithType(WithMicros(type->field(0)->type())));
    case arrow::Type::MAP: {
      const std::shared_ptr<arrow::Field>& item =
          static_cast<const arrow::MapType&>(*type).item_field();
      return arrow::map(arrow::utf8(), item->WithType(WithMicros(item->type())));
    }
    case arrow::Type::STRUCT: {
      arrow::FieldVector fields;
      for (const std::shared_ptr<arrow::Field>& field : type->fields()) {
        fields.push_back(field->WithType(WithMicros(field->type())));
      }
      return arrow::struct_(std::move(fields));
    }
    default:
      return type;
  }
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Schema>> AvroToArrow(const avro::Schema& record) {
  if (record.type != avro::Type::kRecord) {
    return Fail(ErrorCode::kInvalidSchema, "", "a table's Avro schema must be a record");
  }
  ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, RecordFields(record, ""));
  return arrow::schema(std::move(fields));
}

arrow::Result<avro::SchemaPtr> ArrowToAvro(const arrow::Schema& schema, std::string_view name,
                                           std::string_view name_space) {
  return RecordToAvro(schema.fields(), AvroPlace{std::string(name), std::string(name_space), ""});
}

arrow::Result<std::shared_ptr<arrow::Schema>> CanonicalSchema(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  fields.reserve(static_cast<size_t>(schema.num_fields()));
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (field->type()->id() == arrow::Type::NA) {
      fields.push_back(field);
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr record, ArrowToAvro(arrow::Schema({field}), "r", ""));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> converted, AvroToArrow(*record));
    fields.push_back(converted->field(0)->WithType(WithMicros(converted->field(0)->type())));
  }
  return arrow::schema(std::move(fields));
}

int DecimalFixedSize(int precision) {
  int bytes = 1;
  // 2^(8n-1) >= 10^precision, kept in long double: 38 digits are far from its range, and no power
  // of ten is near enough to a power of two for rounding to matter.
  long double limit = 128.0L;
  long double wanted = 1.0L;
  for (int i = 0; i < precision; ++i) wanted *= 10.0L;
  while (limit < wanted) {
    limit *= 256.0L;
    ++bytes;
  }
  return bytes;
}

AvroRecordName RecordNameForTable(std::string_view table_name) {
  // Hudi masks each character that an Avro name cannot have with two underscores.
  std::string masked;
  for (size_t i = 0; i < table_name.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(table_name[i]);
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (letter || (digit && i > 0)) {
      masked.push_back(static_cast<char>(c));
    } else if ((c & 0xC0) != 0x80) {  // not the continuation of a UTF-8 sequence
      masked += "__";
    }
  }
  return AvroRecordName{masked + "_record", "hoodie." + masked};
}

}  // namespace hudi
