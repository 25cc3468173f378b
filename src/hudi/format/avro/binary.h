// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <arrow/status.h>

#include "hudi/format/avro/schema.h"

namespace hudi::avro {

// Avro's binary encoding, the parts that every decoder needs:
//
//   int, long   zig-zag, then 7 bits a byte, low bits first; the high bit says that more follow
//   float       4 bytes, double 8 bytes, little endian
//   bytes, string   length as long, then that many bytes
//   array, map  blocks: count as long, items; a count of 0 ends; a negative count is followed by
//   the
//               block's size in bytes
//   union       branch index as long, then the value

/// Where encoded bytes come from, for the errors about them.
struct BytesOrigin {
  std::string_view path;
  /// Where in the file the first byte stands.
  int64_t file_offset = 0;
  /// True if the bytes were decompressed, so that an offset in them is none in the file.
  bool compressed = false;

  /// kCorruptFile at the byte `offset` of the bytes.
  arrow::Status Corrupt(int64_t offset, std::string_view rule) const;
};

/// A position in encoded bytes. The Read functions return false, and leave the position at the
/// start of the value, if the bytes end early or are malformed.
class ByteCursor {
 public:
  explicit ByteCursor(std::string_view bytes)
      : begin_(bytes.data()), position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  int64_t offset() const { return position_ - begin_; }
  int64_t remaining() const { return end_ - position_; }
  bool at_end() const { return position_ == end_; }

  bool ReadLong(int64_t* value) {
    // One byte holds -64..63: lengths, union branches and small numbers.
    if (position_ != end_ && static_cast<uint8_t>(*position_) < 0x80) {
      auto raw = static_cast<uint8_t>(*position_++);
      *value = static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
      return true;
    }
    return ReadLongSlow(value);
  }

  bool ReadInt(int32_t* value) {
    const char* start = position_;
    int64_t wide = 0;
    if (!ReadLong(&wide)) return false;
    if (wide < INT32_MIN || wide > INT32_MAX) {
      position_ = start;
      return false;
    }
    *value = static_cast<int32_t>(wide);
    return true;
  }

  bool ReadBytes(int64_t size, std::string_view* value) {
    if (size < 0 || size > remaining()) return false;
    *value = std::string_view(position_, static_cast<size_t>(size));
    position_ += size;
    return true;
  }

  /// A length, then that many bytes.
  bool ReadString(std::string_view* value) {
    const char* start = position_;
    int64_t size = 0;
    if (ReadLong(&size) && ReadBytes(size, value)) return true;
    position_ = start;
    return false;
  }

  bool ReadBool(bool* value) {
    if (position_ == end_ || static_cast<uint8_t>(*position_) > 1) return false;
    *value = *position_++ == 1;
    return true;
  }

  /// float or double; this code runs on little-endian machines only.
  template <typename Number>
  bool ReadNumber(Number* value) {
    if (remaining() < static_cast<int64_t>(sizeof(Number))) return false;
    std::memcpy(value, position_, sizeof(Number));
    position_ += sizeof(Number);
    return true;
  }

 private:
  bool ReadLongSlow(int64_t* value) {
    uint64_t raw = 0;
    const char* at = position_;
    for (int shift = 0; shift < 70 && at != end_; shift += 7) {
      auto byte = static_cast<uint8_t>(*at++);
      // The tenth byte has room for one bit.
      if (shift == 63 && byte > 1) return false;
      raw |= static_cast<uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) {
        *value = static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
        position_ = at;
        return true;
      }
    }
    return false;
  }

  const char* begin_;
  const char* position_;
  const char* end_;
};

/// Reads the head of the next block of an array or map: `*count` items follow, 0 ends. False for a
/// count that the remaining bytes cannot hold; `min_item_bytes` is the least size of an item (of
/// items without bytes, a thousand may stand in a block).
bool ReadBlockCount(ByteCursor* cursor, int64_t min_item_bytes, int64_t* count);

/// The least number of bytes that a value of this type takes; saturates at 1 MiB.
int64_t MinEncodedBytes(const Schema& schema);

/// True if `count` values of at least `min_bytes` can stand in `bytes`. Values that take no bytes
/// at all are allowed a million times.
bool CountFits(int64_t count, int64_t min_bytes, int64_t bytes);

void AppendLong(int64_t value, std::string* out);
void AppendString(std::string_view value, std::string* out);

}  // namespace hudi::avro
