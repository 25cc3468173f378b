// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/row_encoder.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <arrow/array.h>
#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/value_kind.h"

namespace hudi::avro {
namespace {

// One case of the switch in Encode each.
using Kind = ValueKind;

// One field, or one level of a nested one, with the array it reads from.
struct EncodedNode {
  Kind kind = Kind::kNull;
  std::string path;
  std::shared_ptr<arrow::DataType> type;
  const Schema* schema = nullptr;  ///< without the union around it
  // A union stands before the value: which branch the value is, and which null (-1: none).
  bool in_union = false;
  int64_t value_branch = 0;
  int64_t null_branch = -1;
  std::vector<std::unique_ptr<EncodedNode>> children;

  // Set by Bind().
  std::shared_ptr<arrow::Array> array;
  const void* values = nullptr;  ///< of fixed width, or null
};

// Of a union of several types it would have to be found out which one a row has.
arrow::Status RefuseChoices(const Schema& schema, const std::string& path) {
  const auto num_types =
      std::count_if(schema.branches.begin(), schema.branches.end(),
                    [](const SchemaPtr& branch) { return branch->type != Type::kNull; });
  if (num_types > 1) {
    return Fail(ErrorCode::kUnsupported, path, "Avro field '", path,
                "': a union of several types cannot be written");
  }
  for (const SchemaPtr& branch : schema.branches) {
    ARROW_RETURN_NOT_OK(RefuseChoices(*branch, path));
  }
  for (const Field& field : schema.fields) {
    ARROW_RETURN_NOT_OK(
        RefuseChoices(*field.type, path.empty() ? field.name : path + "." + field.name));
  }
  if (schema.items == nullptr) return arrow::Status::OK();
  return RefuseChoices(*schema.items, path + (schema.type == Type::kMap ? ".value" : ".element"));
}

std::unique_ptr<EncodedNode> MakeNode(const Schema& schema,
                                      const std::shared_ptr<arrow::DataType>& type,
                                      const std::string& path) {
  auto node = std::make_unique<EncodedNode>();
  node->path = path;
  node->type = type;
  node->schema = &schema;
  if (schema.type == Type::kUnion) {
    node->in_union = true;
    for (size_t i = 0; i < schema.branches.size(); ++i) {
      auto branch = static_cast<int64_t>(i);
      if (schema.branches[i]->type == Type::kNull) {
        node->null_branch = branch;
        if (schema.branches.size() == 1) node->schema = schema.branches[i].get();
      } else {
        node->value_branch = branch;
        node->schema = schema.branches[i].get();
      }
    }
  }
  node->kind = KindOf(*node->schema);
  auto child = [&](const Schema& child_schema, int index, const std::string& name) {
    node->children.push_back(MakeNode(child_schema, type->field(index)->type(),
                                      path.empty() ? name : path + "." + name));
  };
  if (node->kind == Kind::kRecord) {
    for (size_t i = 0; i < node->schema->fields.size(); ++i) {
      const Field& field = node->schema->fields[i];
      child(*field.type, static_cast<int>(i), field.name);
    }
  } else if (node->kind == Kind::kArray) {
    child(*node->schema->items, 0, "element");
  } else if (node->kind == Kind::kMap) {
    const auto& map = static_cast<const arrow::MapType&>(*type);
    node->children.push_back(MakeNode(*node->schema->items, map.item_type(), path + ".value"));
  }
  return node;
}

void BindArray(EncodedNode& node, std::shared_ptr<arrow::Array> array) {
  node.array = std::move(array);
  const arrow::Array& bound = *node.array;
  node.values = nullptr;
  switch (node.kind) {
    case Kind::kInt:
    case Kind::kFloat:
      node.values = bound.data()->GetValues<int32_t>(1);
      break;
    case Kind::kLong:
    case Kind::kDouble:
      node.values = bound.data()->GetValues<int64_t>(1);
      break;
    case Kind::kRecord: {
      const auto& record = static_cast<const arrow::StructArray&>(bound);
      for (size_t i = 0; i < node.children.size(); ++i) {
        BindArray(*node.children[i], record.field(static_cast<int>(i)));
      }
      break;
    }
    case Kind::kArray:
      BindArray(*node.children[0], static_cast<const arrow::ListArray&>(bound).values());
      break;
    case Kind::kMap:
      BindArray(*node.children[0], static_cast<const arrow::MapArray&>(bound).items());
      break;
    default:
      break;
  }
}

template <typename Number>
void AppendNumber(const void* values, int64_t row, std::string* out) {
  // This code runs on little-endian machines only.
  out->append(reinterpret_cast<const char*>(static_cast<const Number*>(values) + row),
              sizeof(Number));
}

// Big-endian two's complement in `size` bytes, or in the fewest that hold the value if `size` is 0.
// False if it does not fit.
bool AppendDecimal(const arrow::Decimal128& value, int size, std::string* out) {
  char bytes[16];
  uint64_t parts[2] = {static_cast<uint64_t>(value.high_bits()), value.low_bits()};
  for (int i = 0; i < 16; ++i) {
    bytes[i] = static_cast<char>(parts[i / 8] >> (8 * (7 - i % 8)) & 0xFF);
  }
  char fill = value.high_bits() < 0 ? '\xFF' : '\0';
  int begin = 0;  // of the bytes that are needed
  while (begin < 15 && bytes[begin] == fill && ((bytes[begin] ^ bytes[begin + 1]) & 0x80) == 0) {
    ++begin;
  }
  if (size == 0) {
    AppendString(std::string_view(bytes + begin, static_cast<size_t>(16 - begin)), out);
    return true;
  }
  if (16 - begin > size) return false;
  for (; size > 16; --size) out->push_back(fill);
  out->append(bytes + 16 - size, static_cast<size_t>(size));
  return true;
}

arrow::Status BadValue(const EncodedNode& node, std::string_view rule) {
  return Fail(ErrorCode::kInvalidRow, node.path, "field '", node.path, "': ", rule);
}

arrow::Status Encode(const EncodedNode& node, int64_t row, std::string* out);

arrow::Status EncodeItems(const EncodedNode& node, int64_t begin, int64_t end,
                          const arrow::Array* keys, std::string* out) {
  if (end > begin) {
    AppendLong(end - begin, out);
    for (int64_t i = begin; i < end; ++i) {
      if (keys != nullptr) {
        AppendString(static_cast<const arrow::StringArray*>(keys)->GetView(i), out);
      }
      ARROW_RETURN_NOT_OK(Encode(*node.children[0], i, out));
    }
  }
  AppendLong(0, out);
  return arrow::Status::OK();
}

arrow::Status EncodeEnum(const EncodedNode& node, std::string_view text, std::string* out) {
  const std::vector<std::string>& symbols = node.schema->symbols;
  auto found = std::find(symbols.begin(), symbols.end(), text);
  if (found == symbols.end()) {
    return BadValue(node,
                    fmt::format("'{}' is no symbol of the enum {}", text, node.schema->FullName()));
  }
  AppendLong(found - symbols.begin(), out);
  return arrow::Status::OK();
}

arrow::Status Encode(const EncodedNode& node, int64_t row, std::string* out) {
  const arrow::Array& array = *node.array;
  bool is_null = node.kind == Kind::kNull || array.IsNull(row);
  if (node.in_union) AppendLong(is_null ? node.null_branch : node.value_branch, out);
  if (is_null) {
    if (node.kind == Kind::kNull || node.null_branch >= 0) return arrow::Status::OK();
    return BadValue(node, "null where the schema allows none");
  }
  switch (node.kind) {
    case Kind::kNull:
      break;
    case Kind::kBoolean:
      out->push_back(static_cast<const arrow::BooleanArray&>(array).Value(row) ? '\1' : '\0');
      break;
    case Kind::kInt:
      AppendLong(static_cast<const int32_t*>(node.values)[row], out);
      break;
    case Kind::kLong:
      AppendLong(static_cast<const int64_t*>(node.values)[row], out);
      break;
    case Kind::kFloat:
      AppendNumber<float>(node.values, row, out);
      break;
    case Kind::kDouble:
      AppendNumber<double>(node.values, row, out);
      break;
    case Kind::kText:
    case Kind::kBinary:
      AppendString(static_cast<const arrow::BinaryArray&>(array).GetView(row), out);
      break;
    case Kind::kFixed: {
      std::string_view bytes = static_cast<const arrow::BinaryArray&>(array).GetView(row);
      if (static_cast<int64_t>(bytes.size()) != node.schema->fixed_size) {
        return BadValue(node, fmt::format("{} bytes where the schema has {}", bytes.size(),
                                          node.schema->fixed_size));
      }
      out->append(bytes);
      break;
    }
    case Kind::kEnum:
      return EncodeEnum(node, static_cast<const arrow::StringArray&>(array).GetView(row), out);
    case Kind::kDecimal:
    case Kind::kFixedDecimal: {
      arrow::Decimal128 value(static_cast<const arrow::Decimal128Array&>(array).GetValue(row));
      if (!AppendDecimal(value, node.kind == Kind::kDecimal ? 0 : node.schema->fixed_size, out)) {
        return BadValue(node, "the decimal has more digits than its precision");
      }
      break;
    }
    case Kind::kRecord:
      for (const std::unique_ptr<EncodedNode>& child : node.children) {
        ARROW_RETURN_NOT_OK(Encode(*child, row, out));
      }
      break;
    case Kind::kArray: {
      const auto& list = static_cast<const arrow::ListArray&>(array);
      return EncodeItems(node, list.value_offset(row), list.value_offset(row + 1), nullptr, out);
    }
    case Kind::kMap: {
      const auto& map = static_cast<const arrow::MapArray&>(array);
      return EncodeItems(node, map.value_offset(row), map.value_offset(row + 1), map.keys().get(),
                         out);
    }
  }
  return arrow::Status::OK();
}

}  // namespace

class RowEncoder::Impl {
 public:
  Impl(SchemaPtr record, std::shared_ptr<arrow::Schema> schema)
      : record_(std::move(record)), schema_(std::move(schema)) {
    root_ = MakeNode(*record_, arrow::struct_(schema_->fields()), "");
  }

  arrow::Status Bind(const arrow::RecordBatch& batch) {
    for (size_t i = 0; i < root_->children.size(); ++i) {
      const arrow::Field& field = *schema_->field(static_cast<int>(i));
      std::shared_ptr<arrow::Array> column = batch.GetColumnByName(field.name());
      if (column == nullptr) {
        return Fail(ErrorCode::kInvalidSchema, field.name(), "column '", field.name(),
                    "' of the schema is missing");
      }
      // Names and nullability inside nested types are the schema's affair.
      if (!SameShape(*column->type(), *field.type())) {
        return Fail(ErrorCode::kInvalidSchema, field.name(), "column '", field.name(), "' is ",
                    column->type()->ToString(), ", its schema ", field.type()->ToString());
      }
      BindArray(*root_->children[i], std::move(column));
    }
    return arrow::Status::OK();
  }

  arrow::Status Append(int64_t row, std::string* out) const {
    for (const std::unique_ptr<EncodedNode>& child : root_->children) {
      ARROW_RETURN_NOT_OK(Encode(*child, row, out));
    }
    return arrow::Status::OK();
  }

 private:
  static bool SameShape(const arrow::DataType& a, const arrow::DataType& b) {
    if (a.id() != b.id() || a.num_fields() != b.num_fields()) return false;
    if (a.num_fields() == 0) return a.Equals(b);
    for (int i = 0; i < a.num_fields(); ++i) {
      if (a.id() == arrow::Type::STRUCT && a.field(i)->name() != b.field(i)->name()) return false;
      if (!SameShape(*a.field(i)->type(), *b.field(i)->type())) return false;
    }
    return true;
  }

  SchemaPtr record_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<EncodedNode> root_;
};

RowEncoder::RowEncoder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RowEncoder::~RowEncoder() = default;

arrow::Result<std::unique_ptr<RowEncoder>> RowEncoder::Make(SchemaPtr record) {
  ARROW_RETURN_NOT_OK(RefuseChoices(*record, ""));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, RowSchema(*record));
  return std::unique_ptr<RowEncoder>(
      new RowEncoder(std::make_unique<Impl>(std::move(record), std::move(schema))));
}

arrow::Status RowEncoder::Bind(const arrow::RecordBatch& batch) { return impl_->Bind(batch); }
arrow::Status RowEncoder::Append(int64_t row, std::string* out) const {
  return impl_->Append(row, out);
}

}  // namespace hudi::avro
