// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hudi/format/avro/schema.h"

namespace hudi::avro {

/// How values of a type stand in bytes and in a column: one way of decoding and encoding each.
enum class ValueKind {
  kNull,
  kBoolean,
  kInt,
  kLong,
  kFloat,
  kDouble,
  kText,
  kBinary,
  kFixed,
  kEnum,
  kDecimal,
  kFixedDecimal,
  kRecord,
  kArray,
  kMap,
};

/// Of the value behind a union's branch number; a union itself is kNull.
ValueKind KindOf(const Schema& schema);

}  // namespace hudi::avro
