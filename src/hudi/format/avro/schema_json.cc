// SPDX-License-Identifier: Apache-2.0
// Schemas from and to their JSON text.
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/format/avro/schema.h"

namespace hudi::avro {
namespace {

using Json = nlohmann::ordered_json;

// Deeper nesting than any table has; keeps hostile schemas from exhausting the stack.
constexpr int kMaxDepth = 200;

std::optional<Type> PrimitiveByName(std::string_view name) {
  for (Type type : {Type::kNull, Type::kBoolean, Type::kInt, Type::kLong, Type::kFloat,
                    Type::kDouble, Type::kBytes, Type::kString}) {
    if (TypeName(type) == name) return type;
  }
  return std::nullopt;
}

// The Java library takes any Unicode letter where the specification says [A-Za-z]; tables with such
// column names exist.
bool IsName(std::string_view name) {
  if (name.empty()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    auto c = static_cast<unsigned char>(name[i]);
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    bool digit = c >= '0' && c <= '9';
    if (!letter && !(digit && i > 0)) return false;
  }
  return true;
}

std::string Shown(const Json& value) {
  std::string text = value.dump();
  constexpr size_t kMaxShown = 60;
  if (text.size() > kMaxShown) text = text.substr(0, kMaxShown) + "...";
  return text;
}

class Parser {
 public:
  arrow::Result<SchemaPtr> Parse(const Json& json, const std::string& name_space,
                                 const std::string& place, int depth) {
    if (depth > kMaxDepth) return Bad(place, "types are nested too deeply");
    if (json.is_string()) return Named(json.get<std::string>(), name_space, place);
    if (json.is_array()) return Union(json, name_space, place, depth);
    if (json.is_object()) return Object(json, name_space, place, depth);
    return Bad(place, "expected a type name, an object or an array of types, got " + Shown(json));
  }

 private:
  struct Name {
    std::string simple;
    std::string name_space;
    std::string Full() const { return name_space.empty() ? simple : name_space + "." + simple; }
  };

  static arrow::Status Bad(const std::string& place, const std::string& rule) {
    std::string where = place.empty() ? "the top level" : place;
    return Fail(ErrorCode::kInvalidSchema, where, "Avro schema, at ", where, ": ", rule);
  }

  static std::string Within(const std::string& place, const std::string& inner) {
    return place.empty() ? inner : place + ", " + inner;
  }

  static Name Resolve(const std::string& name, const std::string& name_space) {
    size_t dot = name.rfind('.');
    if (dot == std::string::npos) return {name, name_space};
    return {name.substr(dot + 1), name.substr(0, dot)};
  }

  arrow::Result<SchemaPtr> Named(const std::string& text, const std::string& name_space,
                                 const std::string& place) {
    if (std::optional<Type> primitive = PrimitiveByName(text)) return MakePrimitive(*primitive);
    Name name = Resolve(text, name_space);
    // A simple name that its own namespace does not know may mean a type without namespace.
    for (const std::string& full : {name.Full(), name.simple}) {
      if (open_.count(full) > 0) {
        return Fail(ErrorCode::kUnsupported, full, "Avro schema: record '", full,
                    "' contains itself (at ", place, "); no table can hold such a type");
      }
      auto found = named_.find(full);
      if (found != named_.end()) return found->second;
    }
    return Bad(place, "unknown type '" + text + "'");
  }

  arrow::Result<SchemaPtr> Union(const Json& json, const std::string& name_space,
                                 const std::string& place, int depth) {
    auto schema = std::make_shared<Schema>();
    schema->type = Type::kUnion;
    std::set<std::string> seen;
    for (size_t i = 0; i < json.size(); ++i) {
      std::string branch_place = Within(place, "branch " + std::to_string(i));
      ARROW_ASSIGN_OR_RAISE(SchemaPtr branch, Parse(json[i], name_space, branch_place, depth + 1));
      if (branch->type == Type::kUnion) {
        return Bad(branch_place, "a union may not directly hold a union");
      }
      std::string key =
          branch->name.empty() ? std::string(TypeName(branch->type)) : branch->FullName();
      if (!seen.insert(key).second) {
        return Bad(branch_place, "type '" + key + "' stands twice in one union");
      }
      schema->branches.push_back(std::move(branch));
    }
    return SchemaPtr(std::move(schema));
  }

  arrow::Result<SchemaPtr> Object(const Json& json, const std::string& name_space,
                                  const std::string& place, int depth) {
    auto type = json.find("type");
    if (type == json.end()) return Bad(place, "\"type\" is missing in " + Shown(json));
    if (!type->is_string()) return Parse(*type, name_space, place, depth + 1);
    std::string text = type->get<std::string>();
    if (text == "record" || text == "error") return Record(json, name_space, place, depth);
    if (text == "enum") return Enum(json, name_space, place);
    if (text == "fixed") return Fixed(json, name_space, place);
    auto schema = std::make_shared<Schema>();
    if (text == "array" || text == "map") {
      schema->type = text == "array" ? Type::kArray : Type::kMap;
      const char* key = text == "array" ? "items" : "values";
      auto items = json.find(key);
      if (items == json.end()) {
        return Bad(place, std::string("\"") + key + "\" is missing in " + Shown(json));
      }
      ARROW_ASSIGN_OR_RAISE(schema->items,
                            Parse(*items, name_space, Within(place, key), depth + 1));
      KeepProperties(json, {"type", key}, schema.get());
      return SchemaPtr(std::move(schema));
    }
    std::optional<Type> primitive = PrimitiveByName(text);
    if (!primitive) return Named(text, name_space, place);
    schema->type = *primitive;
    KeepProperties(json, {"type"}, schema.get());
    return SchemaPtr(std::move(schema));
  }

  arrow::Result<SchemaPtr> Record(const Json& json, const std::string& name_space,
                                  const std::string& place, int depth) {
    auto schema = std::make_shared<Schema>();
    schema->type = Type::kRecord;
    ARROW_ASSIGN_OR_RAISE(std::string here, NameOf(json, name_space, place, schema.get()));
    std::string full = schema->FullName();
    open_.insert(full);
    auto fields = json.find("fields");
    if (fields == json.end() || !fields->is_array()) return Bad(here, "expected \"fields\": [...]");
    std::set<std::string> seen;
    for (size_t i = 0; i < fields->size(); ++i) {
      ARROW_ASSIGN_OR_RAISE(Field field,
                            OneField((*fields)[i], schema->name_space, place,
                                     Within(here, "field " + std::to_string(i)), depth));
      if (!seen.insert(field.name).second) {
        return Bad(here, "field '" + field.name + "' stands twice");
      }
      schema->fields.push_back(std::move(field));
    }
    open_.erase(full);
    KeepProperties(json, {"type", "name", "namespace", "doc", "aliases", "fields"}, schema.get());
    return Define(std::move(schema));
  }

  // A field's place is its path from the top ("field 'a.b'"), which is what a person looks for.
  arrow::Result<Field> OneField(const Json& json, const std::string& name_space,
                                const std::string& record_place, const std::string& place,
                                int depth) {
    if (!json.is_object()) return Bad(place, "expected an object, got " + Shown(json));
    Field field;
    auto name = json.find("name");
    if (name == json.end() || !name->is_string()) return Bad(place, "expected a text \"name\"");
    field.name = name->get<std::string>();
    if (!IsName(field.name)) return Bad(place, NameRule(field.name));
    std::string path = "field '" + field.name + "'";
    constexpr std::string_view kField = "field '";
    if (size_t end = record_place.find('\''); record_place.rfind(kField, 0) == 0) {
      end = record_place.find('\'', end + 1);
      path = record_place.substr(0, end) + "." + field.name + "'";
    }
    auto type = json.find("type");
    if (type == json.end()) return Bad(path, "\"type\" is missing");
    ARROW_ASSIGN_OR_RAISE(field.type, Parse(*type, name_space, path, depth + 1));
    if (auto doc = json.find("doc"); doc != json.end() && doc->is_string()) {
      field.doc = doc->get<std::string>();
      field.has_doc = true;
    }
    if (auto value = json.find("default"); value != json.end()) field.default_json = value->dump();
    ARROW_ASSIGN_OR_RAISE(field.aliases, Texts(json, "aliases", path));
    for (const auto& [key, value] : json.items()) {
      if (key != "name" && key != "type" && key != "doc" && key != "default" && key != "aliases") {
        field.properties[key] = value.dump();
      }
    }
    return field;
  }

  arrow::Result<SchemaPtr> Enum(const Json& json, const std::string& name_space,
                                const std::string& place) {
    auto schema = std::make_shared<Schema>();
    schema->type = Type::kEnum;
    ARROW_ASSIGN_OR_RAISE(std::string here, NameOf(json, name_space, place, schema.get()));
    auto symbols = json.find("symbols");
    if (symbols == json.end() || !symbols->is_array()) {
      return Bad(here, "expected \"symbols\": [...]");
    }
    ARROW_ASSIGN_OR_RAISE(schema->symbols, Texts(json, "symbols", here));
    std::set<std::string> seen;
    for (const std::string& symbol : schema->symbols) {
      if (!IsName(symbol)) return Bad(here, NameRule(symbol));
      if (!seen.insert(symbol).second) return Bad(here, "symbol '" + symbol + "' stands twice");
    }
    if (auto value = json.find("default"); value != json.end()) {
      if (!value->is_string() || seen.count(value->get<std::string>()) == 0) {
        return Bad(here, "default " + Shown(*value) + " is not one of the symbols");
      }
      schema->enum_default = value->get<std::string>();
    }
    KeepProperties(json, {"type", "name", "namespace", "doc", "aliases", "symbols", "default"},
                   schema.get());
    return Define(std::move(schema));
  }

  arrow::Result<SchemaPtr> Fixed(const Json& json, const std::string& name_space,
                                 const std::string& place) {
    auto schema = std::make_shared<Schema>();
    schema->type = Type::kFixed;
    ARROW_ASSIGN_OR_RAISE(std::string here, NameOf(json, name_space, place, schema.get()));
    auto size = json.find("size");
    if (size == json.end() || !size->is_number_integer() || *size < 0 ||
        *size > std::numeric_limits<int>::max()) {
      return Bad(here, "expected \"size\": a number of bytes");
    }
    schema->fixed_size = size->get<int>();
    KeepProperties(json, {"type", "name", "namespace", "doc", "aliases", "size"}, schema.get());
    return Define(std::move(schema));
  }

  static std::string NameRule(const std::string& name) {
    return "'" + name + "' is not a name: letters, digits and '_', not starting with a digit";
  }

  // Reads name, namespace, doc and aliases; returns the place that names the type.
  static arrow::Result<std::string> NameOf(const Json& json, const std::string& name_space,
                                           const std::string& place, Schema* schema) {
    auto text = json.find("name");
    if (text == json.end() || !text->is_string()) return Bad(place, "expected a text \"name\"");
    std::string own_space = name_space;
    auto space = json.find("namespace");
    if (space != json.end() && !space->is_null()) {
      if (!space->is_string())
        return Bad(place, "\"namespace\" must be text, got " + Shown(*space));
      own_space = space->get<std::string>();
    }
    Name name = Resolve(text->get<std::string>(), own_space);
    if (!IsName(name.simple)) return Bad(place, NameRule(name.simple));
    if (PrimitiveByName(name.simple) && name.name_space.empty()) {
      return Bad(place, "'" + name.simple + "' is the name of a primitive type");
    }
    schema->name = name.simple;
    schema->name_space = name.name_space;
    if (auto doc = json.find("doc"); doc != json.end() && doc->is_string()) {
      schema->doc = doc->get<std::string>();
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> aliases, Texts(json, "aliases", place));
    for (const std::string& alias : aliases) {
      schema->aliases.push_back(Resolve(alias, name.name_space).Full());
    }
    return Within(place, std::string(TypeName(schema->type)) + " '" + schema->FullName() + "'");
  }

  static arrow::Result<std::vector<std::string>> Texts(const Json& json, const char* key,
                                                       const std::string& place) {
    std::vector<std::string> texts;
    auto found = json.find(key);
    if (found == json.end() || found->is_null()) return texts;
    if (!found->is_array()) {
      return Bad(place, std::string("\"") + key + "\" must be an array, got " + Shown(*found));
    }
    for (const Json& item : *found) {
      if (!item.is_string()) {
        return Bad(place, std::string("\"") + key + "\" holds " + Shown(item) + ", not text");
      }
      texts.push_back(item.get<std::string>());
    }
    return texts;
  }

  // Writers that print a type again where its name would do are understood if both agree.
  arrow::Result<SchemaPtr> Define(std::shared_ptr<Schema> schema) {
    std::string full = schema->FullName();
    auto [known, is_new] = named_.emplace(full, schema);
    if (!is_new && known->second->ToJson() != schema->ToJson()) {
      return Bad(std::string(TypeName(schema->type)) + " '" + full + "'",
                 "the name is defined twice, differently");
    }
    return known->second;
  }

  static int IntAttribute(const Json& json, const char* key, int fallback) {
    auto found = json.find(key);
    if (found == json.end()) return fallback;
    if (!found->is_number_integer() || *found < -1000000 || *found > 1000000) return -1;
    return found->get<int>();
  }

  static LogicalType LogicalTypeOf(const Json& json, Schema* schema) {
    auto found = json.find("logicalType");
    if (found == json.end() || !found->is_string()) return LogicalType::kNone;
    std::string name = found->get<std::string>();
    Type type = schema->type;
    for (int i = 1; i <= static_cast<int>(LogicalType::kUuid); ++i) {
      auto logical = static_cast<LogicalType>(i);
      if (LogicalTypeName(logical) != name) continue;
      bool fits = false;
      switch (logical) {
        case LogicalType::kDecimal: {
          int precision = IntAttribute(json, "precision", -1);
          int scale = IntAttribute(json, "scale", 0);
          fits = (type == Type::kBytes || type == Type::kFixed) && precision > 0 && scale >= 0 &&
                 scale <= precision;
          if (fits) {
            schema->precision = precision;
            schema->scale = scale;
          }
          break;
        }
        case LogicalType::kDate:
        case LogicalType::kTimeMillis:
          fits = type == Type::kInt;
          break;
        case LogicalType::kUuid:
          fits = type == Type::kString || (type == Type::kFixed && schema->fixed_size == 16);
          break;
        default:
          fits = type == Type::kLong;
      }
      return fits ? logical : LogicalType::kNone;
    }
    return LogicalType::kNone;
  }

  static void KeepProperties(const Json& json, const std::set<std::string>& known, Schema* schema) {
    schema->logical_type = LogicalTypeOf(json, schema);
    for (const auto& [key, value] : json.items()) {
      if (known.count(key) > 0) continue;
      if (schema->logical_type != LogicalType::kNone && key == "logicalType") continue;
      if (schema->logical_type == LogicalType::kDecimal && (key == "precision" || key == "scale")) {
        continue;
      }
      schema->properties[key] = value.dump();
    }
  }

  std::map<std::string, SchemaPtr> named_;
  std::set<std::string> open_;  // records whose fields are being read
};

std::string Quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class Printer {
 public:
  std::string Print(const Schema& schema) {
    Write(schema, "");
    return std::move(out_);
  }

 private:
  void Write(const Schema& schema, const std::string& name_space) {
    switch (schema.type) {
      case Type::kUnion:
        out_ += '[';
        for (size_t i = 0; i < schema.branches.size(); ++i) {
          if (i > 0) out_ += ',';
          Write(*schema.branches[i], name_space);
        }
        out_ += ']';
        return;
      case Type::kRecord:
      case Type::kEnum:
      case Type::kFixed:
        return WriteNamed(schema, name_space);
      case Type::kArray:
      case Type::kMap:
        out_ += schema.type == Type::kArray ? R"({"type":"array","items":)"
                                            : R"({"type":"map","values":)";
        Write(*schema.items, name_space);
        WriteProperties(schema);
        out_ += '}';
        return;
      default:
        break;
    }
    std::string name = Quoted(std::string(TypeName(schema.type)));
    if (schema.logical_type == LogicalType::kNone && schema.properties.empty()) {
      out_ += name;
      return;
    }
    out_ += "{\"type\":" + name;
    WriteProperties(schema);
    out_ += '}';
  }

  void WriteNamed(const Schema& schema, const std::string& name_space) {
    if (!printed_.insert(schema.FullName()).second) {
      out_ += Quoted(schema.name_space == name_space ? schema.name : schema.FullName());
      return;
    }
    out_ += "{\"type\":" + Quoted(std::string(TypeName(schema.type)));
    out_ += ",\"name\":" + Quoted(schema.name);
    if (schema.name_space != name_space) out_ += ",\"namespace\":" + Quoted(schema.name_space);
    if (!schema.doc.empty()) out_ += ",\"doc\":" + Quoted(schema.doc);
    if (schema.type == Type::kRecord) {
      out_ += ",\"fields\":[";
      for (size_t i = 0; i < schema.fields.size(); ++i) {
        if (i > 0) out_ += ',';
        WriteField(schema.fields[i], schema.name_space);
      }
      out_ += ']';
    } else if (schema.type == Type::kEnum) {
      WriteTexts("symbols", schema.symbols);
      if (!schema.enum_default.empty()) out_ += ",\"default\":" + Quoted(schema.enum_default);
    } else {
      out_ += ",\"size\":" + std::to_string(schema.fixed_size);
    }
    WriteProperties(schema);
    if (!schema.aliases.empty()) WriteTexts("aliases", schema.aliases);
    out_ += '}';
  }

  void WriteField(const Field& field, const std::string& name_space) {
    out_ += "{\"name\":" + Quoted(field.name) + ",\"type\":";
    Write(*field.type, name_space);
    if (field.has_doc) out_ += ",\"doc\":" + Quoted(field.doc);
    if (!field.default_json.empty()) out_ += ",\"default\":" + field.default_json;
    if (!field.aliases.empty()) WriteTexts("aliases", field.aliases);
    for (const auto& [key, value] : field.properties) out_ += "," + Quoted(key) + ":" + value;
    out_ += '}';
  }

  void WriteTexts(const char* key, const std::vector<std::string>& texts) {
    out_ += std::string(",\"") + key + "\":[";
    for (size_t i = 0; i < texts.size(); ++i) {
      if (i > 0) out_ += ',';
      out_ += Quoted(texts[i]);
    }
    out_ += ']';
  }

  void WriteProperties(const Schema& schema) {
    if (schema.logical_type != LogicalType::kNone) {
      out_ += ",\"logicalType\":" + Quoted(std::string(LogicalTypeName(schema.logical_type)));
    }
    if (schema.logical_type == LogicalType::kDecimal) {
      out_ += ",\"precision\":" + std::to_string(schema.precision) +
              ",\"scale\":" + std::to_string(schema.scale);
    }
    for (const auto& [key, value] : schema.properties) out_ += "," + Quoted(key) + ":" + value;
  }

  std::string out_;
  std::set<std::string> printed_;
};

}  // namespace

arrow::Result<SchemaPtr> Schema::Parse(std::string_view text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    // A bare type name without quotes is not JSON, but the specification's examples and users
    // write it.
    if (std::optional<Type> primitive = PrimitiveByName(text)) return MakePrimitive(*primitive);
    // The parser counts from 1.
    size_t offset = error.byte == 0 ? 0 : error.byte - 1;
    return Fail(ErrorCode::kInvalidSchema, "byte " + std::to_string(offset),
                "Avro schema: not JSON at byte ", offset);
  } catch (const std::exception& error) {
    return Fail(ErrorCode::kInvalidSchema, "", "Avro schema: not JSON: ", error.what());
  }
  return Parser().Parse(json, "", "", 0);
}

std::string Schema::ToJson() const { return Printer().Print(*this); }

}  // namespace hudi::avro
