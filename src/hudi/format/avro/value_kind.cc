// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/value_kind.h"

namespace hudi::avro {

ValueKind KindOf(const Schema& schema) {
  bool is_decimal = schema.logical_type == LogicalType::kDecimal;
  switch (schema.type) {
    case Type::kBoolean:
      return ValueKind::kBoolean;
    case Type::kInt:
      return ValueKind::kInt;
    case Type::kLong:
      return ValueKind::kLong;
    case Type::kFloat:
      return ValueKind::kFloat;
    case Type::kDouble:
      return ValueKind::kDouble;
    case Type::kString:
      return ValueKind::kText;
    case Type::kBytes:
      return is_decimal ? ValueKind::kDecimal : ValueKind::kBinary;
    case Type::kFixed:
      return is_decimal ? ValueKind::kFixedDecimal : ValueKind::kFixed;
    case Type::kEnum:
      return ValueKind::kEnum;
    case Type::kRecord:
      return ValueKind::kRecord;
    case Type::kArray:
      return ValueKind::kArray;
    case Type::kMap:
      return ValueKind::kMap;
    case Type::kNull:
    case Type::kUnion:
      return ValueKind::kNull;
  }
  return ValueKind::kNull;
}

}  // namespace hudi::avro
