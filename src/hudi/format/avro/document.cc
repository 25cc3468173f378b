// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/document.h"

#include <limits>
#include <optional>
#include <utility>

#include <arrow/buffer.h>
#include <arrow/io/memory.h>

#include "hudi/error.h"
#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

// Decodes one value; false at the first malformed byte, where the cursor stays.
bool Decode(const Schema& schema, ByteCursor* cursor, Document* out) {
  switch (schema.type) {
    case Type::kNull:
      *out = nullptr;
      return true;
    case Type::kBoolean: {
      bool value = false;
      if (!cursor->ReadBool(&value)) return false;
      *out = value;
      return true;
    }
    case Type::kInt: {
      int32_t value = 0;
      if (!cursor->ReadInt(&value)) return false;
      *out = value;
      return true;
    }
    case Type::kLong: {
      int64_t value = 0;
      if (!cursor->ReadLong(&value)) return false;
      *out = value;
      return true;
    }
    case Type::kFloat: {
      float value = 0;
      if (!cursor->ReadNumber(&value)) return false;
      *out = value;
      return true;
    }
    case Type::kDouble: {
      double value = 0;
      if (!cursor->ReadNumber(&value)) return false;
      *out = value;
      return true;
    }
    case Type::kBytes:
    case Type::kString: {
      std::string_view value;
      if (!cursor->ReadString(&value)) return false;
      *out = std::string(value);
      return true;
    }
    case Type::kFixed: {
      std::string_view value;
      if (!cursor->ReadBytes(schema.fixed_size, &value)) return false;
      *out = std::string(value);
      return true;
    }
    case Type::kEnum: {
      ByteCursor start = *cursor;
      int32_t index = 0;
      if (!cursor->ReadInt(&index)) return false;
      if (index < 0 || index >= static_cast<int32_t>(schema.symbols.size())) {
        *cursor = start;
        return false;
      }
      *out = schema.symbols[static_cast<size_t>(index)];
      return true;
    }
    case Type::kUnion: {
      ByteCursor start = *cursor;
      int64_t branch = 0;
      if (!cursor->ReadLong(&branch)) return false;
      if (branch < 0 || branch >= static_cast<int64_t>(schema.branches.size())) {
        *cursor = start;
        return false;
      }
      return Decode(*schema.branches[static_cast<size_t>(branch)], cursor, out);
    }
    case Type::kRecord:
      *out = Document::object();
      for (const Field& field : schema.fields) {
        Document value;
        if (!Decode(*field.type, cursor, &value)) return false;
        out->emplace(field.name, std::move(value));
      }
      return true;
    case Type::kArray:
    case Type::kMap: {
      bool is_map = schema.type == Type::kMap;
      *out = is_map ? Document::object() : Document::array();
      int64_t min_bytes = MinEncodedBytes(*schema.items) + (is_map ? 1 : 0);
      while (true) {
        int64_t count = 0;
        if (!ReadBlockCount(cursor, min_bytes, &count)) return false;
        if (count == 0) return true;
        for (int64_t i = 0; i < count; ++i) {
          std::string_view key;
          if (is_map && !cursor->ReadString(&key)) return false;
          Document value;
          if (!Decode(*schema.items, cursor, &value)) return false;
          if (is_map) {
            (*out)[std::string(key)] = std::move(value);
          } else {
            out->push_back(std::move(value));
          }
        }
      }
    }
  }
  return false;
}

arrow::Status Misfit(const std::string& place, const Schema& schema, const Document& value) {
  std::string where = place.empty() ? "the value" : "'" + place + "'";
  std::string shown = value.dump(-1, ' ', false, Document::error_handler_t::replace).substr(0, 60);
  return Fail(ErrorCode::kInvalidArgument, place, "Avro: ", where, " = ", shown,
              " does not fit type ", schema.name.empty() ? TypeName(schema.type) : schema.name);
}

bool Fits(const Schema& schema, const Document& value) {
  switch (schema.type) {
    case Type::kNull:
      return value.is_null();
    case Type::kBoolean:
      return value.is_boolean();
    case Type::kInt:
    case Type::kLong:
      return value.is_number_integer();
    case Type::kFloat:
    case Type::kDouble:
      return value.is_number();
    case Type::kBytes:
    case Type::kString:
    case Type::kFixed:
    case Type::kEnum:
      return value.is_string();
    case Type::kRecord:
    case Type::kMap:
      return value.is_object();
    case Type::kArray:
      return value.is_array();
    case Type::kUnion:
      return true;
  }
  return false;
}

class Encoder {
 public:
  explicit Encoder(std::string* out) : out_(out) {}

  arrow::Status Encode(const Schema& schema, const Document& value, const std::string& place) {
    if (!Fits(schema, value)) return Misfit(place, schema, value);
    switch (schema.type) {
      case Type::kNull:
        return arrow::Status::OK();
      case Type::kBoolean:
        out_->push_back(value.get<bool>() ? 1 : 0);
        return arrow::Status::OK();
      case Type::kInt:
      case Type::kLong:
        return EncodeInteger(schema, value, place);
      case Type::kFloat:
        return EncodeNumber(value.get<float>());
      case Type::kDouble:
        return EncodeNumber(value.get<double>());
      case Type::kBytes:
      case Type::kString:
        AppendString(value.get_ref<const std::string&>(), out_);
        return arrow::Status::OK();
      case Type::kFixed: {
        const auto& bytes = value.get_ref<const std::string&>();
        if (bytes.size() != static_cast<size_t>(schema.fixed_size)) {
          return Misfit(place, schema, value);
        }
        out_->append(bytes);
        return arrow::Status::OK();
      }
      case Type::kEnum: {
        const auto& symbol = value.get_ref<const std::string&>();
        for (size_t i = 0; i < schema.symbols.size(); ++i) {
          if (schema.symbols[i] != symbol) continue;
          AppendLong(static_cast<int64_t>(i), out_);
          return arrow::Status::OK();
        }
        return Misfit(place, schema, value);
      }
      case Type::kUnion: {
        for (size_t i = 0; i < schema.branches.size(); ++i) {
          if (!Fits(*schema.branches[i], value)) continue;
          AppendLong(static_cast<int64_t>(i), out_);
          return Encode(*schema.branches[i], value, place);
        }
        return Misfit(place, schema, value);
      }
      case Type::kRecord:
        return EncodeRecord(schema, value, place);
      case Type::kArray:
      case Type::kMap:
        if (!value.empty()) {
          AppendLong(static_cast<int64_t>(value.size()), out_);
          for (const auto& [key, item] : value.items()) {
            if (schema.type == Type::kMap) AppendString(key, out_);
            ARROW_RETURN_NOT_OK(Encode(*schema.items, item, place + "[" + key + "]"));
          }
        }
        AppendLong(0, out_);
        return arrow::Status::OK();
    }
    return Misfit(place, schema, value);
  }

 private:
  arrow::Status EncodeInteger(const Schema& schema, const Document& value,
                              const std::string& place) {
    bool too_big =
        value.is_number_unsigned() &&
        value.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    int64_t number = too_big ? 0 : value.get<int64_t>();
    bool is_int = schema.type == Type::kInt;
    if (too_big || (is_int && (number < std::numeric_limits<int32_t>::min() ||
                               number > std::numeric_limits<int32_t>::max()))) {
      return Misfit(place, schema, value);
    }
    AppendLong(number, out_);
    return arrow::Status::OK();
  }

  template <typename Number>
  arrow::Status EncodeNumber(Number number) {
    out_->append(reinterpret_cast<const char*>(&number), sizeof(number));
    return arrow::Status::OK();
  }

  arrow::Status EncodeRecord(const Schema& schema, const Document& value,
                             const std::string& place) {
    size_t found = 0;
    for (const Field& field : schema.fields) {
      std::string inner = place.empty() ? field.name : place + "." + field.name;
      auto member = value.find(field.name);
      if (member != value.end()) {
        ++found;
        ARROW_RETURN_NOT_OK(Encode(*field.type, *member, inner));
      } else {
        Document fallback;
        if (!field.default_json.empty()) {
          fallback = Document::parse(field.default_json, nullptr, /*allow_exceptions=*/false);
        }
        ARROW_RETURN_NOT_OK(Encode(*field.type, fallback, inner));
      }
    }
    if (found == value.size()) return arrow::Status::OK();
    for (const auto& [key, member] : value.items()) {
      if (schema.FieldIndex(key) >= 0) continue;
      return Fail(ErrorCode::kInvalidArgument, key, "Avro: record ", schema.FullName(),
                  " has no field '", key, "'");
    }
    return arrow::Status::OK();
  }

  std::string* out_;
};

// Decodes the next value of a block.
arrow::Result<Document> DecodeNext(const Schema& writer, ByteCursor* cursor,
                                   const BytesOrigin& origin) {
  Document document;
  if (Decode(writer, cursor, &document)) return document;
  return origin.Corrupt(cursor->offset(), "malformed Avro value");
}

}  // namespace

arrow::Result<Document> DecodeDocument(const Schema& writer, std::string_view bytes,
                                       std::string_view path, int64_t offset) {
  ByteCursor cursor(bytes);
  BytesOrigin origin{path, offset};
  ARROW_ASSIGN_OR_RAISE(Document document, DecodeNext(writer, &cursor, origin));
  if (!cursor.at_end()) {
    return origin.Corrupt(cursor.offset(), "bytes are left after the Avro value");
  }
  return document;
}

arrow::Status EncodeDocument(const Schema& schema, const Document& document, std::string* out) {
  return Encoder(out).Encode(schema, document, "");
}

arrow::Result<std::vector<Document>> ReadContainerDocuments(std::string_view body,
                                                            std::string_view path) {
  auto file = std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(body));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<ContainerReader> reader,
                        ContainerReader::Open(file, std::string(path)));
  std::vector<Document> documents;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<ContainerBlock> block, reader->Next());
    if (!block) return documents;
    ByteCursor cursor{std::string_view(*block->data)};
    for (int64_t i = 0; i < block->num_rows; ++i) {
      ARROW_ASSIGN_OR_RAISE(Document document,
                            DecodeNext(*reader->schema(), &cursor, block->origin));
      documents.push_back(std::move(document));
    }
    if (!cursor.at_end()) {
      return block->origin.Corrupt(cursor.offset(), "bytes are left after the last row");
    }
  }
}

arrow::Result<std::string> WriteContainerDocument(std::string_view schema_json,
                                                  const Document& document) {
  ARROW_ASSIGN_OR_RAISE(SchemaPtr schema, Schema::Parse(schema_json));
  std::string row;
  ARROW_RETURN_NOT_OK(EncodeDocument(*schema, document, &row));
  return WriteContainer(schema_json, {row});
}

}  // namespace hudi::avro
