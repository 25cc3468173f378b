// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/value_skipper.h"

#include <string_view>

namespace hudi::avro {
namespace {

int64_t WidthOf(const Schema& schema) {
  switch (schema.type) {
    case Type::kBoolean:
      return 1;
    case Type::kFloat:
      return 4;
    case Type::kDouble:
      return 8;
    default:
      return schema.fixed_size;
  }
}

}  // namespace

ValueSkipper::ValueSkipper(const Schema& schema) {
  switch (schema.type) {
    case Type::kNull:
      break;
    case Type::kInt:
    case Type::kLong:
    case Type::kEnum:
      kind_ = Kind::kNumber;
      break;
    case Type::kBoolean:
    case Type::kFloat:
    case Type::kDouble:
    case Type::kFixed:
      kind_ = Kind::kFixed;
      size_ = WidthOf(schema);
      break;
    case Type::kBytes:
    case Type::kString:
      kind_ = Kind::kSized;
      break;
    case Type::kRecord:
      kind_ = Kind::kAll;
      for (const Field& field : schema.fields) children_.emplace_back(*field.type);
      break;
    case Type::kUnion:
      kind_ = Kind::kOneOf;
      for (const SchemaPtr& branch : schema.branches) children_.emplace_back(*branch);
      break;
    case Type::kMap:
      children_.emplace_back(*MakePrimitive(Type::kString));
      size_ = 1;
      [[fallthrough]];
    case Type::kArray:
      kind_ = Kind::kItems;
      children_.emplace_back(*schema.items);
      size_ += MinEncodedBytes(*schema.items);
      break;
  }
}

bool ValueSkipper::Skip(ByteCursor* cursor) const {
  int64_t number = 0;
  std::string_view bytes;
  switch (kind_) {
    case Kind::kNothing:
      return true;
    case Kind::kNumber:
      return cursor->ReadLong(&number);
    case Kind::kFixed:
      return cursor->ReadBytes(size_, &bytes);
    case Kind::kSized:
      return cursor->ReadString(&bytes);
    case Kind::kAll:
      for (const ValueSkipper& child : children_) {
        if (!child.Skip(cursor)) return false;
      }
      return true;
    case Kind::kOneOf:
      return cursor->ReadLong(&number) && number >= 0 &&
             number < static_cast<int64_t>(children_.size()) &&
             children_[static_cast<size_t>(number)].Skip(cursor);
    case Kind::kItems:
      break;
  }
  while (ReadBlockCount(cursor, size_, &number)) {
    if (number == 0) return true;
    for (; number > 0; --number) {
      for (const ValueSkipper& child : children_) {
        if (!child.Skip(cursor)) return false;
      }
    }
  }
  return false;
}

}  // namespace hudi::avro
