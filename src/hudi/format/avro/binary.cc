// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/binary.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "hudi/error.h"

namespace hudi::avro {

arrow::Status BytesOrigin::Corrupt(int64_t offset, std::string_view rule) const {
  if (!compressed) return CorruptFile(path, file_offset + offset, rule);
  return CorruptFile(path, file_offset,
                     fmt::format("{} (byte {} of the decompressed block)", rule, offset));
}

bool CountFits(int64_t count, int64_t min_bytes, int64_t bytes) {
  constexpr int64_t kMaxEmptyValues = 1000000;
  if (count < 0) return false;
  return min_bytes == 0 ? count <= kMaxEmptyValues : count <= bytes / min_bytes;
}

bool ReadBlockCount(ByteCursor* cursor, int64_t min_item_bytes, int64_t* count) {
  if (!cursor->ReadLong(count)) return false;
  if (*count < 0) {
    int64_t size = 0;
    if (!cursor->ReadLong(&size) || size < 0 || size > cursor->remaining()) return false;
    if (*count == std::numeric_limits<int64_t>::min()) return false;
    *count = -*count;
  }
  constexpr int64_t kMaxEmptyItems = 1000;
  if (min_item_bytes == 0) return *count <= kMaxEmptyItems;
  return CountFits(*count, min_item_bytes, cursor->remaining());
}

int64_t MinEncodedBytes(const Schema& schema) {
  constexpr int64_t kEnough = 1 << 20;
  switch (schema.type) {
    case Type::kNull:
      return 0;
    case Type::kFloat:
      return 4;
    case Type::kDouble:
      return 8;
    case Type::kFixed:
      return std::min<int64_t>(schema.fixed_size, kEnough);
    case Type::kRecord: {
      int64_t sum = 0;
      for (const Field& field : schema.fields) {
        sum = std::min(sum + MinEncodedBytes(*field.type), kEnough);
      }
      return sum;
    }
    case Type::kUnion: {
      int64_t least = schema.branches.empty() ? 0 : kEnough;
      for (const SchemaPtr& branch : schema.branches) {
        least = std::min(least, MinEncodedBytes(*branch));
      }
      return std::min(least + 1, kEnough);
    }
    default:
      return 1;
  }
}

void AppendLong(int64_t value, std::string* out) {
  auto raw = (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
  while (raw >= 0x80) {
    out->push_back(static_cast<char>(raw | 0x80));
    raw >>= 7;
  }
  out->push_back(static_cast<char>(raw));
}

void AppendString(std::string_view value, std::string* out) {
  AppendLong(static_cast<int64_t>(value.size()), out);
  out->append(value);
}

}  // namespace hudi::avro
