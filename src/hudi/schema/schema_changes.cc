// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/schema_changes.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/column_name.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using Kind = InternalType::Kind;
using arrow::Type;

// The reference's isTypeUpdateAllow.
bool IsWider(const arrow::DataType& from, const arrow::DataType& to) {
  const Type::type id = to.id();
  switch (from.id()) {
    case Type::INT32:
      return id == Type::INT64 || id == Type::FLOAT || id == Type::DOUBLE || id == Type::STRING ||
             arrow::is_decimal(to.id());
    case Type::INT64:
      return id == Type::FLOAT || id == Type::DOUBLE || id == Type::STRING ||
             arrow::is_decimal(to.id());
    case Type::FLOAT:
      return id == Type::DOUBLE || id == Type::STRING || arrow::is_decimal(to.id());
    case Type::DOUBLE:
      return id == Type::STRING || arrow::is_decimal(to.id());
    case Type::DATE32:
      return id == Type::STRING;
    case Type::STRING:
      return id == Type::DATE32 || arrow::is_decimal(to.id());
    case Type::DECIMAL128: {
      if (id == Type::STRING) return true;
      if (!arrow::is_decimal(to.id())) return false;
      const auto& old_type = static_cast<const arrow::DecimalType&>(from);
      const auto& new_type = static_cast<const arrow::DecimalType&>(to);
      // Digits before the point and behind it are as many at least.
      return new_type.scale() >= old_type.scale() &&
             new_type.precision() - new_type.scale() >= old_type.precision() - old_type.scale();
    }
    default:
      return false;
  }
}

// Where a column stands: the record that holds it, and its place there.
struct Location {
  InternalType* parent = nullptr;
  std::string name;  // the last part of the path
  int index = -1;    // -1: there is no such column
};

int IndexOf(const InternalType& type, std::string_view name) {
  for (size_t i = 0; i < type.fields.size(); ++i) {
    if (EqualsIgnoreCase(type.fields[i].name, name)) return static_cast<int>(i);
  }
  return -1;
}

class Change {
 public:
  Change(const SchemaChange& change, const std::vector<std::string>& fixed, InternalSchema* schema)
      : change_(change), fixed_(fixed), schema_(schema) {}

  arrow::Status Apply() {
    ARROW_ASSIGN_OR_RAISE(at_, Locate());
    if (at_.parent == &schema_->record && IsMetaColumn(at_.name)) {
      return Refuse("is a meta column, which cannot be changed");
    }
    if (change_.kind == SchemaChange::Kind::kAdd) return Add();
    if (at_.index < 0) {
      return Fail(ErrorCode::kNotFound, change_.column, "column '", change_.column,
                  "' does not exist in the table");
    }
    switch (change_.kind) {
      case SchemaChange::Kind::kAdd:
        break;
      case SchemaChange::Kind::kDrop:
        return Drop();
      case SchemaChange::Kind::kRename:
        return Rename();
      case SchemaChange::Kind::kSetType:
        return SetType();
      case SchemaChange::Kind::kSetNullable:
        return SetNullable();
      case SchemaChange::Kind::kSetComment:
        Field().doc = change_.comment;
        return arrow::Status::OK();
      case SchemaChange::Kind::kMove:
        return Move();
    }
    return arrow::Status::OK();
  }

 private:
  template <typename... Parts>
  arrow::Status Refuse(const Parts&... parts) const {
    return Fail(ErrorCode::kInvalidSchema, change_.column, "column '", change_.column, "' ",
                parts...);
  }

  InternalField& Field() const { return at_.parent->fields[static_cast<size_t>(at_.index)]; }

  arrow::Result<Location> Locate() const {
    Location at;
    at.parent = &schema_->record;
    const std::vector<std::string> parts = SplitText(change_.column, '.');
    for (size_t i = 0; i < parts.size(); ++i) {
      at.name = parts[i];
      at.index = IndexOf(*at.parent, parts[i]);
      if (i + 1 == parts.size()) return at;
      if (at.index < 0) break;
      at.parent = &at.parent->fields[static_cast<size_t>(at.index)].type;
    }
    return Fail(ErrorCode::kNotFound, change_.column, "column '", change_.column,
                "' cannot be found: the table has no '", at.name, "' there");
  }

  arrow::Status NeedsRecord() const {
    if (at_.parent->kind == Kind::kRecord) return arrow::Status::OK();
    return Refuse("is no field of a struct: an element, a key or a value has no name of its own");
  }

  // Readers find rows, files and the order of changes by such columns.
  arrow::Status NeedsFree() const {
    for (const std::string& name : fixed_) {
      if (!EqualsIgnoreCase(name, change_.column) && !name.starts_with(change_.column + ".")) {
        continue;
      }
      return Refuse("is a record key, ordering or partition column, whose name and type stay");
    }
    return arrow::Status::OK();
  }

  arrow::Status Add() {
    ARROW_RETURN_NOT_OK(NeedsRecord());
    if (at_.index >= 0) return Refuse("exists already");
    ARROW_RETURN_NOT_OK(CheckColumnName(at_.name, change_.column));
    InternalField field;
    field.name = at_.name;
    field.type = InternalTypeOf(*change_.type);
    if (!change_.comment.empty()) field.doc = change_.comment;
    int next = schema_->max_column_id + 1;
    field.id = next++;
    AssignIds(&field.type, &next);
    schema_->max_column_id = next - 1;
    at_.index = static_cast<int>(at_.parent->fields.size());
    at_.parent->fields.push_back(std::move(field));
    return change_.place == SchemaChange::Place::kLast ? arrow::Status::OK() : Move();
  }

  arrow::Status Drop() {
    ARROW_RETURN_NOT_OK(NeedsRecord());
    ARROW_RETURN_NOT_OK(NeedsFree());
    const auto is_data = [&](const InternalField& field) {
      return at_.parent != &schema_->record || !IsMetaColumn(field.name);
    };
    if (std::count_if(at_.parent->fields.begin(), at_.parent->fields.end(), is_data) == 1) {
      return Refuse("is the only one: a ", at_.parent == &schema_->record ? "table" : "struct",
                    " needs a column");
    }
    at_.parent->fields.erase(at_.parent->fields.begin() + at_.index);
    return arrow::Status::OK();
  }

  arrow::Status Rename() {
    ARROW_RETURN_NOT_OK(NeedsRecord());
    ARROW_RETURN_NOT_OK(NeedsFree());
    ARROW_RETURN_NOT_OK(CheckColumnName(change_.new_name, change_.column));
    const int other = IndexOf(*at_.parent, change_.new_name);
    if ((other >= 0 && other != at_.index) ||
        (at_.parent == &schema_->record && IsMetaColumn(change_.new_name))) {
      return Refuse("cannot be renamed: a column '", change_.new_name, "' exists already");
    }
    Field().name = change_.new_name;
    return arrow::Status::OK();
  }

  arrow::Status SetType() {
    const InternalType wanted = InternalTypeOf(*change_.type);
    InternalType& type = Field().type;
    if (type.kind != Kind::kLeaf || wanted.kind != Kind::kLeaf) {
      return Refuse(
          "is or would be nested: only the types of plain columns and fields change; name the "
          "field of a struct by its path, e.g. st.a");
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> from, LeafToArrow(type.leaf));
    if (from->Equals(*change_.type)) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(NeedsFree());
    if (at_.parent->kind == Kind::kMap && at_.index == 0) {
      return Refuse("is the key of a map, whose type stays");
    }
    if (!IsWider(*from, *change_.type)) {
      return Refuse("is ", SparkTypeName(*from), ", which cannot become ",
                    SparkTypeName(*change_.type), ": not every value would fit");
    }
    type = wanted;
    return arrow::Status::OK();
  }

  arrow::Status SetNullable() {
    InternalField& field = Field();
    if (field.optional && !change_.nullable) {
      return Refuse("cannot become NOT NULL: rows that are there may hold nulls");
    }
    field.optional = change_.nullable;
    return arrow::Status::OK();
  }

  arrow::Status Move() {
    ARROW_RETURN_NOT_OK(NeedsRecord());
    std::vector<InternalField>& fields = at_.parent->fields;
    InternalField moved = std::move(fields[static_cast<size_t>(at_.index)]);
    fields.erase(fields.begin() + at_.index);
    auto place = fields.begin();
    if (change_.place == SchemaChange::Place::kLast) {
      place = fields.end();
    } else if (change_.place == SchemaChange::Place::kAfter) {
      const int before = IndexOf(*at_.parent, change_.after);
      if (before < 0 || EqualsIgnoreCase(change_.after, at_.name)) {
        return Fail(ErrorCode::kNotFound, change_.after, "column '", change_.column,
                    "' cannot stand behind '", change_.after, "', which is no other column there");
      }
      place = std::next(fields.begin(), before + 1);
    }
    // No column stands among the meta columns.
    while (at_.parent == &schema_->record && place != fields.end() && IsMetaColumn(place->name)) {
      ++place;
    }
    fields.insert(place, std::move(moved));
    return arrow::Status::OK();
  }

  const SchemaChange& change_;
  const std::vector<std::string>& fixed_;
  InternalSchema* schema_;
  Location at_;
};

}  // namespace

arrow::Status ApplySchemaChange(const SchemaChange& change, const std::vector<std::string>& fixed,
                                InternalSchema* schema) {
  return Change(change, fixed, schema).Apply();
}

}  // namespace hudi
