// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/column_decoder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <arrow/array/data.h>
#include <arrow/array/util.h>
#include <arrow/buffer_builder.h>
#include <arrow/util/utf8.h>
#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/avro/value_kind.h"
#include "hudi/format/avro/value_skipper.h"

namespace hudi::avro {
namespace {

// One case of the switch in Decode each.
using Kind = ValueKind;

constexpr int kDecimalBytes = 16;

// One column, or one level of a nested column, with the buffers that it fills.
struct Node {
  explicit Node(arrow::MemoryPool* pool)
      : validity(pool), bits(pool), values(pool), offsets(pool), data(pool) {}

  Kind kind = Kind::kNull;
  std::string path;
  std::shared_ptr<arrow::DataType> type;
  // A union stands before the value: its number of branches, and which of them is null (-1: none).
  int64_t num_branches = 0;
  int64_t null_branch = -1;
  // A union of several types: which child each branch is; -1 is null. Else empty.
  std::vector<int> member_of_branch;
  int32_t fixed_size = 0;
  int64_t min_item_bytes = 0;
  const Schema* schema = nullptr;
  arrow::Decimal128 decimal_limit;  // 10^precision

  int64_t length = 0;
  int64_t null_count = 0;
  bool has_validity = false;  // no null so far: no bitmap
  arrow::TypedBufferBuilder<bool> validity;
  arrow::TypedBufferBuilder<bool> bits;        // boolean
  arrow::BufferBuilder values;                 // fixed width
  arrow::TypedBufferBuilder<int32_t> offsets;  // text, binary, array, map: where each value begins
  arrow::BufferBuilder data;                   // text, binary
  std::vector<std::unique_ptr<Node>> children;
};

int ValueWidth(Kind kind) {
  switch (kind) {
    case Kind::kInt:
    case Kind::kFloat:
      return 4;
    case Kind::kLong:
    case Kind::kDouble:
      return 8;
    case Kind::kDecimal:
    case Kind::kFixedDecimal:
      return kDecimalBytes;
    default:
      return 0;
  }
}

bool HasOffsets(Kind kind) {
  switch (kind) {
    case Kind::kText:
    case Kind::kBinary:
    case Kind::kFixed:
    case Kind::kEnum:
    case Kind::kArray:
    case Kind::kMap:
      return true;
    default:
      return false;
  }
}

int64_t CountTypes(const Schema& in_union) {
  return std::count_if(in_union.branches.begin(), in_union.branches.end(),
                       [](const SchemaPtr& branch) { return branch->type != Type::kNull; });
}

std::unique_ptr<Node> MakeNode(const Schema& schema, const std::shared_ptr<arrow::DataType>& type,
                               const std::string& path, arrow::MemoryPool* pool) {
  auto node = std::make_unique<Node>(pool);
  node->path = path;
  node->type = type;
  const Schema* value = &schema;
  if (schema.type == Type::kUnion) {
    node->num_branches = static_cast<int64_t>(schema.branches.size());
    for (size_t i = 0; i < schema.branches.size(); ++i) {
      if (schema.branches[i]->type == Type::kNull) {
        node->null_branch = static_cast<int64_t>(i);
      } else {
        value = schema.branches[i].get();
      }
    }
    if (CountTypes(schema) > 1) {
      node->kind = Kind::kRecord;
      for (const SchemaPtr& branch : schema.branches) {
        const bool is_null = branch->type == Type::kNull;
        const int member = is_null ? -1 : static_cast<int>(node->children.size());
        node->member_of_branch.push_back(member);
        if (is_null) continue;
        const std::shared_ptr<arrow::Field>& field = type->field(member);
        node->children.push_back(
            MakeNode(*branch, field->type(), path + "." + field->name(), pool));
        // It may be null, though no union stands before it.
        node->children.back()->null_branch = 0;
      }
      return node;
    }
    // ["null"] alone
    if (value == &schema) value = schema.branches[0].get();
  }
  node->schema = value;
  node->kind = KindOf(*value);
  node->fixed_size = value->fixed_size;
  auto child = [&](const Schema& child_schema, int index, const std::string& name) {
    node->children.push_back(MakeNode(child_schema, type->field(index)->type(),
                                      path.empty() ? name : path + "." + name, pool));
  };
  if (node->kind == Kind::kRecord) {
    for (size_t i = 0; i < value->fields.size(); ++i) {
      child(*value->fields[i].type, static_cast<int>(i), value->fields[i].name);
    }
  } else if (node->kind == Kind::kArray) {
    child(*value->items, 0, "element");
    node->min_item_bytes = MinEncodedBytes(*value->items);
  } else if (node->kind == Kind::kMap) {
    const auto& map = static_cast<const arrow::MapType&>(*type);
    node->children.push_back(
        MakeNode(*MakePrimitive(Type::kString), map.key_type(), path + ".key", pool));
    node->children.back()->schema = nullptr;  // the temporary above; text needs none
    node->children.push_back(MakeNode(*value->items, map.item_type(), path + ".value", pool));
    node->min_item_bytes = 1 + MinEncodedBytes(*value->items);
  } else if (node->kind == Kind::kDecimal || node->kind == Kind::kFixedDecimal) {
    node->decimal_limit = arrow::Decimal128::GetScaleMultiplier(value->precision);
  }
  return node;
}

// Big-endian two's complement of any length -> 128 bits; false if they are too few or too many.
bool DecodeDecimal(std::string_view bytes, arrow::Decimal128* out) {
  if (bytes.empty()) return false;
  uint64_t fill = static_cast<int8_t>(bytes[0]) < 0 ? ~uint64_t{0} : 0;
  while (bytes.size() > static_cast<size_t>(kDecimalBytes)) {
    if (static_cast<uint8_t>(bytes[0]) != static_cast<uint8_t>(fill)) return false;
    bytes.remove_prefix(1);
  }
  if ((static_cast<int8_t>(bytes[0]) < 0) != (fill != 0) &&
      bytes.size() == static_cast<size_t>(kDecimalBytes)) {
    return false;
  }
  uint64_t high = fill;
  uint64_t low = fill;
  for (char byte : bytes) {
    high = high << 8 | low >> 56;
    low = low << 8 | static_cast<uint8_t>(byte);
  }
  *out = arrow::Decimal128(static_cast<int64_t>(high), low);
  return true;
}

}  // namespace

class ColumnDecoder::Impl {
 public:
  // `chosen`: the record with some of its fields.
  Impl(const Schema& record, SchemaPtr chosen, std::shared_ptr<arrow::Schema> schema,
       arrow::MemoryPool* pool)
      : chosen_(std::move(chosen)), schema_(std::move(schema)) {
    arrow::util::InitializeUTF8();  // before that Arrow takes every text for valid
    root_ = MakeNode(*chosen_, arrow::struct_(schema_->fields()), "", pool);
    for (const Field& field : record.fields) {
      const int place = chosen_->FieldIndex(field.name);
      if (place >= 0) {
        steps_.push_back({root_->children[static_cast<size_t>(place)].get(), std::nullopt, ""});
      } else {
        steps_.push_back({nullptr, ValueSkipper(*field.type), field.name});
      }
    }
  }

  arrow::Status Append(ByteCursor* cursor, const BytesOrigin& origin) {
    int64_t start = cursor->offset();
    if (DecodeRow(cursor)) {
      num_bytes_ += cursor->offset() - start;
      return arrow::Status::OK();
    }
    if (!status_.ok()) return status_;
    return origin.Corrupt(
        cursor->offset(),
        fmt::format("{}{}", failed_field_.empty() ? "" : fmt::format("field '{}': ", failed_field_),
                    rule_));
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Finish() {
    int64_t num_rows = root_->length;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ArrayData> data, FinishNode(*root_));
    num_bytes_ = 0;
    return arrow::RecordBatch::Make(schema_, num_rows, std::move(data->child_data));
  }

  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }
  int64_t num_rows() const { return root_->length; }
  int64_t num_bytes() const { return num_bytes_; }

 private:
  // The functions below return false on failure: status_ is set if it is not the bytes' fault.

  bool Malformed(const Node& node, std::string_view rule) {
    failed_field_ = node.path;
    rule_ = rule;
    return false;
  }

  bool Check(arrow::Status status) {
    if (status.ok()) return true;
    status_ = std::move(status);
    return false;
  }

  template <typename Number>
  bool AppendValue(Node& node, Number value) {
    return Check(node.values.Append(&value, sizeof(value)));
  }

  bool AppendOffset(Node& node, int64_t offset) {
    if (offset > std::numeric_limits<int32_t>::max()) {
      return Check(Fail(ErrorCode::kUnsupported, node.path, "Avro field '", node.path,
                        "': over 2 GiB in one batch; read fewer rows at a time"));
    }
    return Check(node.offsets.Append(static_cast<int32_t>(offset)));
  }

  bool AppendBytes(Node& node, std::string_view bytes) {
    return AppendOffset(node, node.data.length()) &&
           Check(node.data.Append(bytes.data(), static_cast<int64_t>(bytes.size())));
  }

  // Ends a value that is not null.
  bool Valid(Node& node) {
    ++node.length;
    return !node.has_validity || Check(node.validity.Append(true));
  }

  bool AppendNull(Node& node) {
    if (!node.has_validity && node.kind != Kind::kNull) {
      if (!Check(node.validity.Append(node.length, true))) return false;
      node.has_validity = true;
    }
    if (node.has_validity && !Check(node.validity.Append(false))) return false;
    ++node.null_count;
    return AppendPlaceholder(node);
  }

  // Fills the place of a null, here and in the columns below it.
  bool AppendPlaceholder(Node& node) {
    ++node.length;
    if (int width = ValueWidth(node.kind); width > 0) {
      constexpr std::array<char, kDecimalBytes> kZeros{};
      return Check(node.values.Append(kZeros.data(), width));
    }
    switch (node.kind) {
      case Kind::kBoolean:
        return Check(node.bits.Append(false));
      case Kind::kArray:
      case Kind::kMap:
        return AppendOffset(node, node.children[0]->length);
      case Kind::kRecord:
        for (const std::unique_ptr<Node>& child : node.children) {
          // Below a null record a field that is never null must not become so.
          if (child->null_branch >= 0 || child->kind == Kind::kNull) {
            if (!AppendNull(*child)) return false;
          } else {
            if (child->has_validity && !Check(child->validity.Append(true))) return false;
            if (!AppendPlaceholder(*child)) return false;
          }
        }
        return true;
      case Kind::kNull:
        return true;
      default:
        return AppendOffset(node, node.data.length());
    }
  }

  bool DecodeRow(ByteCursor* cursor) {
    for (const Step& step : steps_) {
      if (step.column != nullptr) {
        if (!Decode(*step.column, cursor)) return false;
      } else if (!step.skipper->Skip(cursor)) {
        failed_field_ = step.skipped_field;
        rule_ = kCutOff;
        return false;
      }
    }
    ++root_->length;
    return true;
  }

  bool Decode(Node& node, ByteCursor* cursor) {
    if (node.num_branches > 0) {
      ByteCursor start = *cursor;
      int64_t branch = 0;
      if (!cursor->ReadLong(&branch)) return Malformed(node, kCutOff);
      if (branch == node.null_branch) return AppendNull(node);
      if (branch < 0 || branch >= node.num_branches) {
        *cursor = start;
        return Malformed(node, "no such branch of the union");
      }
      if (!node.member_of_branch.empty()) {
        return DecodeMember(node, node.member_of_branch[static_cast<size_t>(branch)], cursor);
      }
    }
    switch (node.kind) {
      case Kind::kNull:
        return AppendNull(node);
      case Kind::kBoolean: {
        bool value = false;
        if (!cursor->ReadBool(&value)) return Malformed(node, "expected a boolean, 0 or 1");
        return Check(node.bits.Append(value)) && Valid(node);
      }
      case Kind::kInt: {
        int32_t value = 0;
        if (!cursor->ReadInt(&value)) return Malformed(node, "malformed or cut-off int");
        return AppendValue(node, value) && Valid(node);
      }
      case Kind::kLong: {
        int64_t value = 0;
        if (!cursor->ReadLong(&value)) return Malformed(node, "malformed or cut-off long");
        return AppendValue(node, value) && Valid(node);
      }
      case Kind::kFloat: {
        float value = 0;
        if (!cursor->ReadNumber(&value)) return Malformed(node, kCutOff);
        return AppendValue(node, value) && Valid(node);
      }
      case Kind::kDouble: {
        double value = 0;
        if (!cursor->ReadNumber(&value)) return Malformed(node, kCutOff);
        return AppendValue(node, value) && Valid(node);
      }
      case Kind::kText: {
        ByteCursor start = *cursor;
        std::string_view value;
        if (!cursor->ReadString(&value)) return Malformed(node, kCutOff);
        if (!arrow::util::ValidateUTF8(value)) {
          *cursor = start;
          return Malformed(node, "the text is not UTF-8");
        }
        return AppendBytes(node, value) && Valid(node);
      }
      case Kind::kBinary: {
        std::string_view value;
        if (!cursor->ReadString(&value)) return Malformed(node, kCutOff);
        return AppendBytes(node, value) && Valid(node);
      }
      case Kind::kFixed: {
        std::string_view value;
        if (!cursor->ReadBytes(node.fixed_size, &value)) return Malformed(node, kCutOff);
        return AppendBytes(node, value) && Valid(node);
      }
      case Kind::kEnum:
        return DecodeEnum(node, cursor);
      case Kind::kDecimal:
      case Kind::kFixedDecimal:
        return DecodeDecimalValue(node, cursor);
      case Kind::kRecord:
        for (const std::unique_ptr<Node>& child : node.children) {
          if (!Decode(*child, cursor)) return false;
        }
        return Valid(node);
      case Kind::kArray:
      case Kind::kMap:
        return DecodeItems(node, cursor);
    }
    return Malformed(node, kCutOff);
  }

  bool DecodeMember(Node& node, int member, ByteCursor* cursor) {
    for (size_t i = 0; i < node.children.size(); ++i) {
      Node& child = *node.children[i];
      if (!(static_cast<int>(i) == member ? Decode(child, cursor) : AppendNull(child)))
        return false;
    }
    return Valid(node);
  }

  bool DecodeEnum(Node& node, ByteCursor* cursor) {
    ByteCursor start = *cursor;
    int32_t index = 0;
    if (!cursor->ReadInt(&index)) return Malformed(node, kCutOff);
    if (index < 0 || index >= static_cast<int32_t>(node.schema->symbols.size())) {
      *cursor = start;
      return Malformed(node, "no such symbol of the enum");
    }
    return AppendBytes(node, node.schema->symbols[static_cast<size_t>(index)]) && Valid(node);
  }

  bool DecodeDecimalValue(Node& node, ByteCursor* cursor) {
    ByteCursor start = *cursor;
    std::string_view bytes;
    bool whole = node.kind == Kind::kDecimal ? cursor->ReadString(&bytes)
                                             : cursor->ReadBytes(node.fixed_size, &bytes);
    if (!whole) return Malformed(node, kCutOff);
    arrow::Decimal128 value;
    if (!DecodeDecimal(bytes, &value) || value >= node.decimal_limit ||
        value <= -node.decimal_limit) {
      *cursor = start;
      return Malformed(node, "the decimal has more digits than its precision");
    }
    std::array<uint8_t, kDecimalBytes> native;
    value.ToBytes(native.data());
    return Check(node.values.Append(native.data(), kDecimalBytes)) && Valid(node);
  }

  bool DecodeItems(Node& node, ByteCursor* cursor) {
    if (!AppendOffset(node, node.children[0]->length)) return false;
    while (true) {
      ByteCursor start = *cursor;
      int64_t count = 0;
      if (!ReadBlockCount(cursor, node.min_item_bytes, &count)) {
        *cursor = start;
        return Malformed(node, "malformed or impossible number of items");
      }
      if (count == 0) return Valid(node);
      for (int64_t i = 0; i < count; ++i) {
        for (const std::unique_ptr<Node>& child : node.children) {
          if (!Decode(*child, cursor)) return false;
        }
      }
    }
  }

  arrow::Result<std::shared_ptr<arrow::ArrayData>> FinishNode(Node& node) {
    std::vector<std::shared_ptr<arrow::Buffer>> buffers(1);
    if (node.has_validity) {
      ARROW_ASSIGN_OR_RAISE(buffers[0], node.validity.Finish());
    }
    if (node.kind == Kind::kBoolean) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bits, node.bits.Finish());
      buffers.push_back(std::move(bits));
    } else if (ValueWidth(node.kind) > 0) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> values, node.values.Finish());
      buffers.push_back(std::move(values));
    } else if (HasOffsets(node.kind)) {
      bool is_list = node.kind == Kind::kArray || node.kind == Kind::kMap;
      if (!AppendOffset(node, is_list ? node.children[0]->length : node.data.length())) {
        return status_;
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> offsets, node.offsets.Finish());
      buffers.push_back(std::move(offsets));
      if (!is_list) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> data, node.data.Finish());
        buffers.push_back(std::move(data));
      }
    }
    auto result = arrow::ArrayData::Make(node.type, node.length, std::move(buffers),
                                         node.kind == Kind::kNull ? node.length : node.null_count);
    std::vector<std::shared_ptr<arrow::ArrayData>> children;
    int64_t num_items = node.children.empty() ? 0 : node.children[0]->length;
    for (const std::unique_ptr<Node>& child : node.children) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ArrayData> data, FinishNode(*child));
      children.push_back(std::move(data));
    }
    if (node.kind == Kind::kMap) {
      // Arrow keeps keys and values as one struct below the map.
      auto entries = arrow::ArrayData::Make(node.type->field(0)->type(), num_items, {nullptr},
                                            std::move(children), /*null_count=*/0);
      result->child_data = {std::move(entries)};
    } else {
      result->child_data = std::move(children);
    }
    node.length = 0;
    node.null_count = 0;
    node.has_validity = false;
    return result;
  }

  static constexpr std::string_view kCutOff = "malformed or cut-off value";

  // What becomes of a field of the record: a column, or nothing.
  struct Step {
    Node* column;  // null: the field is passed over
    std::optional<ValueSkipper> skipper;
    std::string skipped_field;
  };

  SchemaPtr chosen_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<Node> root_;
  std::vector<Step> steps_;
  int64_t num_bytes_ = 0;
  arrow::Status status_;
  std::string_view failed_field_;
  std::string_view rule_;
};

ColumnDecoder::ColumnDecoder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ColumnDecoder::~ColumnDecoder() = default;

arrow::Result<std::unique_ptr<ColumnDecoder>> ColumnDecoder::Make(
    SchemaPtr record, arrow::MemoryPool* pool,
    const std::function<bool(std::string_view field)>& wants) {
  SchemaPtr chosen = record;
  if (wants) {
    auto some = std::make_shared<Schema>(*record);
    std::erase_if(some->fields, [&](const Field& field) { return !wants(field.name); });
    chosen = std::move(some);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, RowSchema(*chosen));
  return std::unique_ptr<ColumnDecoder>(new ColumnDecoder(
      std::make_unique<Impl>(*record, std::move(chosen), std::move(schema), pool)));
}

const std::shared_ptr<arrow::Schema>& ColumnDecoder::schema() const { return impl_->schema(); }
arrow::Status ColumnDecoder::Append(ByteCursor* cursor, const BytesOrigin& origin) {
  return impl_->Append(cursor, origin);
}
int64_t ColumnDecoder::num_rows() const { return impl_->num_rows(); }
int64_t ColumnDecoder::num_bytes() const { return impl_->num_bytes(); }
arrow::Result<std::shared_ptr<arrow::RecordBatch>> ColumnDecoder::Finish() {
  return impl_->Finish();
}

}  // namespace hudi::avro
