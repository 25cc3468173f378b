// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/internal_schema.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <arrow/util/key_value_metadata.h>

#include "hudi/error.h"

namespace hudi {
namespace {

using Kind = InternalType::Kind;

constexpr const char* kCommentMetadata = "comment";

struct LeafName {
  std::string_view name;
  std::shared_ptr<arrow::DataType> (*type)();
};

// What the reference's type names stand for, but for those with numbers in them.
const LeafName kLeaves[] = {
    {"boolean", [] { return arrow::boolean(); }},
    {"int", [] { return arrow::int32(); }},
    {"long", [] { return arrow::int64(); }},
    {"float", [] { return arrow::float32(); }},
    {"double", [] { return arrow::float64(); }},
    {"date", [] { return arrow::date32(); }},
    {"string", [] { return arrow::utf8(); }},
    {"binary", [] { return arrow::binary(); }},
    {"timestamp", [] { return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"); }},
    {"timestamp_millis", [] { return arrow::timestamp(arrow::TimeUnit::MILLI, "UTC"); }},
    {"local_timestamp_micros", [] { return arrow::timestamp(arrow::TimeUnit::MICRO); }},
    {"local_timestamp_millis", [] { return arrow::timestamp(arrow::TimeUnit::MILLI); }},
};

// The two numbers of "decimal(10, 2)", "decimal_bytes(10, 2)", "decimal_fixed(10, 2)[5]".
std::optional<std::pair<int, int>> DecimalNumbers(std::string_view leaf) {
  if (!leaf.starts_with("decimal")) return std::nullopt;
  const size_t open = leaf.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  int numbers[2] = {};
  const char* at = leaf.data() + open + 1;
  const char* end = leaf.data() + leaf.size();
  for (int i = 0; i < 2; ++i) {
    const std::from_chars_result read = std::from_chars(at, end, numbers[i]);
    if (read.ec != std::errc() || read.ptr == end || *read.ptr != (i == 0 ? ',' : ')')) {
      return std::nullopt;
    }
    at = read.ptr + 1;
    while (i == 0 && at != end && *at == ' ') ++at;
  }
  return std::pair(numbers[0], numbers[1]);
}

std::string LeafNameOf(const arrow::DataType& type) {
  if (arrow::is_decimal(type.id())) {
    const auto& decimal = static_cast<const arrow::DecimalType&>(type);
    return "decimal(" + std::to_string(decimal.precision()) + ", " +
           std::to_string(decimal.scale()) + ")";
  }
  for (const LeafName& leaf : kLeaves) {
    if (leaf.type()->Equals(type)) return std::string(leaf.name);
  }
  return type.ToString();
}

std::string CommentOf(const arrow::Field& field) {
  if (field.metadata() == nullptr) return "";
  return field.metadata()->Get(kCommentMetadata).ValueOr("");
}

InternalField FieldOf(const arrow::Field& field, std::string name) {
  InternalField internal;
  internal.name = std::move(name);
  internal.optional = field.nullable();
  internal.type = InternalTypeOf(*field.type());
  std::string comment = CommentOf(field);
  if (!comment.empty()) internal.doc = std::move(comment);
  return internal;
}

arrow::Result<std::shared_ptr<arrow::DataType>> TypeToArrow(const InternalType& type);

arrow::Result<std::shared_ptr<arrow::Field>> FieldToArrow(const InternalField& field,
                                                          std::string name) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type, TypeToArrow(field.type));
  std::shared_ptr<const arrow::KeyValueMetadata> comment;
  if (field.doc && !field.doc->empty()) {
    comment = arrow::key_value_metadata({kCommentMetadata}, {*field.doc});
  }
  return arrow::field(std::move(name), std::move(type), field.optional, std::move(comment));
}

arrow::Result<arrow::FieldVector> FieldsToArrow(const InternalType& record) {
  arrow::FieldVector fields;
  for (const InternalField& field : record.fields) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> converted, FieldToArrow(field, field.name));
    fields.push_back(std::move(converted));
  }
  return fields;
}

arrow::Result<std::shared_ptr<arrow::DataType>> TypeToArrow(const InternalType& type) {
  switch (type.kind) {
    case Kind::kLeaf:
      return LeafToArrow(type.leaf);
    case Kind::kRecord: {
      ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, FieldsToArrow(type));
      return arrow::struct_(std::move(fields));
    }
    case Kind::kArray: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> element,
                            FieldToArrow(type.fields[0], "element"));
      return arrow::list(std::move(element));
    }
    case Kind::kMap: {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> value,
                            FieldToArrow(type.fields[1], "value"));
      return arrow::map(arrow::utf8(), std::move(value));
    }
  }
  return arrow::Status::Invalid("unreachable");
}

int GreatestId(const InternalType& type) {
  int greatest = -1;
  for (const InternalField& field : type.fields) {
    greatest = std::max({greatest, field.id, GreatestId(field.type)});
  }
  return greatest;
}

const InternalField* FieldNamed(const InternalType& type, std::string_view name) {
  for (const InternalField& field : type.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

// Gives `now`, a type without ids, those of `before` where the names agree.
void KeepIds(const InternalType& before, InternalType* now, int* next) {
  if (before.kind != now->kind) {
    AssignIds(now, next);
    return;
  }
  // A leaf that stays keeps the spelling of whoever wrote it.
  if (now->kind == Kind::kLeaf) {
    const auto old_type = LeafToArrow(before.leaf);
    const auto new_type = LeafToArrow(now->leaf);
    if (old_type.ok() && new_type.ok() && (*old_type)->Equals(**new_type)) now->leaf = before.leaf;
    return;
  }
  std::vector<InternalField*> added;
  for (InternalField& field : now->fields) {
    const InternalField* old = FieldNamed(before, field.name);
    if (old == nullptr) {
      added.push_back(&field);
      continue;
    }
    field.id = old->id;
    if (!field.doc) field.doc = old->doc;
    KeepIds(old->type, &field.type, next);
  }
  for (InternalField* field : added) field->id = (*next)++;
  for (InternalField* field : added) AssignIds(&field->type, next);
}

}  // namespace

bool operator==(const InternalField& a, const InternalField& b) {
  return a.id == b.id && a.name == b.name && a.optional == b.optional && a.doc == b.doc &&
         a.type == b.type;
}

bool operator==(const InternalType& a, const InternalType& b) {
  return a.kind == b.kind && a.leaf == b.leaf && a.fields == b.fields;
}

const InternalField* InternalSchema::Find(std::string_view path) const {
  const InternalType* type = &record;
  const InternalField* found = nullptr;
  while (true) {
    const size_t dot = path.find('.');
    found = FieldNamed(*type, path.substr(0, dot));
    if (found == nullptr || dot == std::string_view::npos) return found;
    type = &found->type;
    path.remove_prefix(dot + 1);
  }
}

arrow::Result<std::shared_ptr<arrow::DataType>> LeafToArrow(std::string_view leaf) {
  for (const LeafName& known : kLeaves) {
    if (known.name == leaf) return known.type();
  }
  if (leaf.starts_with("fixed[")) return arrow::binary();
  constexpr int kMaxPrecision = 38;
  const auto decimal = DecimalNumbers(leaf);
  if (decimal && decimal->first >= 1 && decimal->first <= kMaxPrecision && decimal->second >= 0 &&
      decimal->second <= decimal->first) {
    return arrow::decimal128(decimal->first, decimal->second);
  }
  return Fail(ErrorCode::kUnsupported, leaf, "the type '", leaf,
              "' of a schema with column ids is not one that a table can hold");
}

InternalType InternalTypeOf(const arrow::DataType& type) {
  InternalType internal;
  switch (type.id()) {
    case arrow::Type::STRUCT:
      internal.kind = Kind::kRecord;
      for (const std::shared_ptr<arrow::Field>& field : type.fields()) {
        internal.fields.push_back(FieldOf(*field, field->name()));
      }
      return internal;
    case arrow::Type::LIST:
      internal.kind = Kind::kArray;
      internal.fields.push_back(FieldOf(*type.field(0), "element"));
      return internal;
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(type);
      internal.kind = Kind::kMap;
      internal.fields.push_back(FieldOf(*map.key_field(), "key"));
      internal.fields.push_back(FieldOf(*map.item_field(), "value"));
      return internal;
    }
    default:
      internal.leaf = LeafNameOf(type);
      return internal;
  }
}

void AssignIds(InternalType* type, int* next) {
  for (InternalField& field : type->fields) field.id = (*next)++;
  for (InternalField& field : type->fields) AssignIds(&field.type, next);
}

InternalSchema AssignColumnIds(const arrow::Schema& columns) {
  InternalSchema schema;
  for (const std::shared_ptr<arrow::Field>& field : columns.fields()) {
    schema.record.fields.push_back(FieldOf(*field, field->name()));
  }
  int next = 0;
  AssignIds(&schema.record, &next);
  schema.max_column_id = next - 1;
  return schema;
}

arrow::Result<std::shared_ptr<arrow::Schema>> InternalSchemaToArrow(const InternalSchema& schema) {
  ARROW_ASSIGN_OR_RAISE(arrow::FieldVector fields, FieldsToArrow(schema.record));
  return arrow::schema(std::move(fields));
}

InternalSchema FollowColumns(const InternalSchema& schema, const arrow::Schema& columns) {
  InternalSchema now;
  now.version_id = schema.version_id;
  for (const std::shared_ptr<arrow::Field>& field : columns.fields()) {
    now.record.fields.push_back(FieldOf(*field, field->name()));
  }
  int next = std::max(schema.max_column_id, GreatestId(schema.record)) + 1;
  KeepIds(schema.record, &now.record, &next);
  now.max_column_id = next - 1;
  return now;
}

}  // namespace hudi
