// SPDX-License-Identifier: Apache-2.0
// The JSON of schemas with column ids, as the reference's SerDeHelper has it.
#include <utility>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/schema/internal_schema.h"

namespace hudi {
namespace {

using Json = nlohmann::ordered_json;
using Kind = InternalType::Kind;

arrow::Status Malformed(std::string_view what) {
  return Fail(ErrorCode::kInvalidSchema, "latest_schema",
              "a schema with column ids (latest_schema, .hoodie/.schema): ", what);
}

class Reader {
 public:
  arrow::Result<InternalSchema> Schema(const Json& json) {
    InternalSchema schema;
    ARROW_ASSIGN_OR_RAISE(schema.record, Type(json));
    if (schema.record.kind != Kind::kRecord) return Malformed("expected a record");
    if (json.contains("version_id")) {
      if (!json["version_id"].is_number_integer()) return Malformed("version_id is no number");
      schema.version_id = json["version_id"].get<int64_t>();
    }
    ARROW_ASSIGN_OR_RAISE(const int given, json.contains("max_column_id")
                                               ? Id(json, "max_column_id")
                                               : arrow::Result<int>(-1));
    schema.max_column_id = std::max(given, greatest_id_);
    return schema;
  }

 private:
  arrow::Result<int> Id(const Json& json, const char* key) {
    auto found = json.find(key);
    if (found == json.end() || !found->is_number_integer()) {
      return Malformed(std::string(key) + " is missing or no number");
    }
    const int id = found->get<int>();
    greatest_id_ = std::max(greatest_id_, id);
    return id;
  }

  static arrow::Result<bool> Flag(const Json& json, const char* key) {
    auto found = json.find(key);
    if (found == json.end() || !found->is_boolean()) {
      return Malformed(std::string(key) + " is missing or neither true nor false");
    }
    return found->get<bool>();
  }

  arrow::Result<InternalField> Part(const Json& json, const char* id, const char* type,
                                    const char* optional) {
    InternalField part;
    part.name = type;
    ARROW_ASSIGN_OR_RAISE(part.id, Id(json, id));
    if (!json.contains(type)) return Malformed(std::string(type) + " is missing");
    ARROW_ASSIGN_OR_RAISE(part.type, Type(json[type]));
    part.optional = false;
    if (optional != nullptr) {
      ARROW_ASSIGN_OR_RAISE(part.optional, Flag(json, optional));
    }
    return part;
  }

  arrow::Result<InternalType> Type(const Json& json) {
    InternalType type;
    if (json.is_string()) {
      type.leaf = json.get<std::string>();
      ARROW_RETURN_NOT_OK(LeafToArrow(type.leaf).status());
      return type;
    }
    if (!json.is_object() || !json.contains("type") || !json["type"].is_string()) {
      return Malformed("a type is neither a name nor an object with a type");
    }
    const std::string name = json["type"].get<std::string>();
    if (name == "array") {
      type.kind = Kind::kArray;
      ARROW_ASSIGN_OR_RAISE(InternalField element,
                            Part(json, "element_id", "element", "element_optional"));
      type.fields.push_back(std::move(element));
      return type;
    }
    if (name == "map") {
      type.kind = Kind::kMap;
      ARROW_ASSIGN_OR_RAISE(InternalField key, Part(json, "key_id", "key", nullptr));
      ARROW_ASSIGN_OR_RAISE(InternalField value, Part(json, "value_id", "value", "value_optional"));
      type.fields.push_back(std::move(key));
      type.fields.push_back(std::move(value));
      return type;
    }
    if (name != "record" || !json.contains("fields") || !json["fields"].is_array()) {
      return Malformed("expected a record with fields, an array or a map, found '" + name + "'");
    }
    type.kind = Kind::kRecord;
    for (const Json& field : json["fields"]) {
      ARROW_ASSIGN_OR_RAISE(InternalField read, Field(field));
      type.fields.push_back(std::move(read));
    }
    return type;
  }

  arrow::Result<InternalField> Field(const Json& json) {
    InternalField field;
    if (!json.is_object() || !json.contains("name") || !json["name"].is_string() ||
        !json.contains("type")) {
      return Malformed("a field lacks its name or its type");
    }
    field.name = json["name"].get<std::string>();
    ARROW_ASSIGN_OR_RAISE(field.id, Id(json, "id"));
    ARROW_ASSIGN_OR_RAISE(field.optional, Flag(json, "optional"));
    ARROW_ASSIGN_OR_RAISE(field.type, Type(json["type"]));
    if (json.contains("doc") && json["doc"].is_string()) field.doc = json["doc"].get<std::string>();
    return field;
  }

  int greatest_id_ = -1;
};

arrow::Result<Json> ParseJson(std::string_view text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded() || !json.is_object()) return Malformed("no JSON object");
  return json;
}

Json TypeJson(const InternalType& type);

void AddFields(const InternalType& record, Json* json) {
  (*json)["type"] = "record";
  Json fields = Json::array();
  for (const InternalField& field : record.fields) {
    Json one;
    one["id"] = field.id;
    one["name"] = field.name;
    one["optional"] = field.optional;
    one["type"] = TypeJson(field.type);
    if (field.doc) one["doc"] = *field.doc;
    fields.push_back(std::move(one));
  }
  (*json)["fields"] = std::move(fields);
}

Json TypeJson(const InternalType& type) {
  Json json;
  switch (type.kind) {
    case Kind::kLeaf:
      return type.leaf;
    case Kind::kRecord:
      AddFields(type, &json);
      return json;
    case Kind::kArray:
      json["type"] = "array";
      json["element_id"] = type.fields[0].id;
      json["element"] = TypeJson(type.fields[0].type);
      json["element_optional"] = type.fields[0].optional;
      return json;
    case Kind::kMap:
      json["type"] = "map";
      json["key_id"] = type.fields[0].id;
      json["key"] = TypeJson(type.fields[0].type);
      json["value_id"] = type.fields[1].id;
      json["value"] = TypeJson(type.fields[1].type);
      json["value_optional"] = type.fields[1].optional;
      return json;
  }
  return json;
}

Json SchemaJson(const InternalSchema& schema) {
  Json json;
  json["max_column_id"] = schema.max_column_id;
  json["version_id"] = schema.version_id;
  AddFields(schema.record, &json);
  return json;
}

}  // namespace

arrow::Result<InternalSchema> ParseInternalSchema(std::string_view text) {
  ARROW_ASSIGN_OR_RAISE(const Json json, ParseJson(text));
  return Reader().Schema(json);
}

std::string InternalSchemaJson(const InternalSchema& schema) { return SchemaJson(schema).dump(); }

arrow::Result<std::vector<InternalSchema>> ParseSchemaHistory(std::string_view text) {
  ARROW_ASSIGN_OR_RAISE(const Json json, ParseJson(text));
  if (!json.contains("schemas") || !json["schemas"].is_array()) {
    return Malformed("the history has no 'schemas'");
  }
  std::vector<InternalSchema> schemas;
  for (const Json& one : json["schemas"]) {
    ARROW_ASSIGN_OR_RAISE(InternalSchema schema, Reader().Schema(one));
    schemas.push_back(std::move(schema));
  }
  return schemas;
}

std::string SchemaHistoryJson(const std::vector<InternalSchema>& newest_first) {
  Json schemas = Json::array();
  for (const InternalSchema& schema : newest_first) schemas.push_back(SchemaJson(schema));
  Json json;
  json["schemas"] = std::move(schemas);
  return json.dump();
}

}  // namespace hudi
