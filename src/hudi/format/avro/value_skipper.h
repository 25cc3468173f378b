// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/schema.h"

namespace hudi::avro {

/// Passes over encoded values of one type. Checks lengths, numbers of items and branches of unions,
/// as without them it is not known where a value ends, and nothing else.
class ValueSkipper {
 public:
  explicit ValueSkipper(const Schema& schema);

  /// Moves behind the value at the cursor; false if the bytes end early or are malformed.
  bool Skip(ByteCursor* cursor) const;

 private:
  enum class Kind { kNothing, kNumber, kFixed, kSized, kAll, kOneOf, kItems };

  Kind kind_ = Kind::kNothing;
  int64_t size_ = 0;  ///< kFixed: bytes; kItems: the least bytes of an item
  /// Fields of a record, branches of a union, or what an item of an array or a map consists of.
  std::vector<ValueSkipper> children_;
};

}  // namespace hudi::avro
