// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/format/avro/binary.h"

namespace hudi::log {

// Content of a delete block: content version (4), length (4), payload. The payload of version 3 is
// the Avro encoding of HoodieDeleteRecordList, whose schema is not stored. Versions 1 and 2 hold
// objects serialised by a Java library.

inline constexpr int32_t kDeleteBlockVersion = 3;

/// An ordering value as a delete carries it: the branch of the union in HoodieDeleteRecordList, and
/// the value in the member that belongs to it.
struct DeleteOrdering {
  enum class Kind : int32_t {
    kNone = 0,
    kBoolean = 1,
    kInt = 2,
    kLong = 3,
    kFloat = 4,
    kDouble = 5,
    kBytes = 6,
    kText = 7,
    kDate = 8,              ///< days
    kDecimal = 9,           ///< unscaled, of scale 15, big-endian two's complement
    kTimeMicros = 10,       ///< microseconds of the day
    kTimestampMicros = 11,  ///< microseconds
    kSeveral = 12,          ///< one a field; not before Hudi 1.1
    kLocalDate = 13,        ///< days; only inside kSeveral, where its branch is 12
  };
  Kind kind = Kind::kNone;
  int64_t number = 0;  ///< boolean, int, long, date, time, timestamp
  double real = 0;     ///< float, double
  std::string bytes;   ///< bytes, text, decimal
  std::vector<DeleteOrdering> several;

  /// The value of a delete that always wins, whatever the type of the ordering field: an int 0.
  static DeleteOrdering Always() { return {Kind::kInt, 0, 0, {}, {}}; }
  bool is_always() const { return kind == Kind::kInt && number == 0; }

  bool operator==(const DeleteOrdering&) const = default;
};

struct DeleteRecord {
  std::optional<std::string> record_key;
  std::optional<std::string> partition_path;
  DeleteOrdering ordering;

  bool operator==(const DeleteRecord&) const = default;
};

/// Errors: kUnsupported for versions 1 and 2 (serialised Java objects) and later ones; kCorruptFile
/// with the byte.
arrow::Result<std::vector<DeleteRecord>> DecodeDeleteBlock(std::string_view content,
                                                           const avro::BytesOrigin& origin);

std::string EncodeDeleteBlock(const std::vector<DeleteRecord>& records);

}  // namespace hudi::log
