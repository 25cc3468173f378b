// SPDX-License-Identifier: Apache-2.0
#include "digest.h"

#include <functional>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/type.h>
#include <arrow/util/bit_util.h>

namespace hudi::bench {
namespace {

uint64_t Combine(uint64_t seed, uint64_t value) {
  seed ^= value + 0x9E3779B97F4A7C15ULL + (seed << 6) + (seed >> 2);
  return seed * 0xBF58476D1CE4E5B9ULL;
}

uint64_t HashValue(const arrow::Array& column, int width, int64_t row) {
  constexpr uint64_t kNull = 0x6e756c6c;
  if (column.IsNull(row)) return kNull;
  switch (column.type_id()) {
    case arrow::Type::STRING:
      return std::hash<std::string_view>()(
          static_cast<const arrow::StringArray&>(column).GetView(row));
    case arrow::Type::BOOL:
      return static_cast<const arrow::BooleanArray&>(column).Value(row) ? 1 : 2;
    default: {
      const uint8_t* values = column.data()->buffers[1]->data();
      return std::hash<std::string_view>()(
          {reinterpret_cast<const char*>(values + (column.offset() + row) * width),
           static_cast<size_t>(width)});
    }
  }
}

}  // namespace

arrow::Status Digest::Add(const arrow::RecordBatch& batch) {
  std::vector<uint64_t> hashes(static_cast<size_t>(batch.num_rows()), 0);
  for (const std::shared_ptr<arrow::Array>& column : batch.columns()) {
    const bool plain =
        column->type_id() == arrow::Type::STRING || arrow::is_fixed_width(*column->type());
    if (!plain) return arrow::Status::TypeError("no digest of ", column->type()->ToString());
    const int width = column->type_id() == arrow::Type::STRING ? 0 : column->type()->byte_width();
    for (size_t i = 0; i < hashes.size(); ++i) {
      hashes[i] = Combine(hashes[i], HashValue(*column, width, static_cast<int64_t>(i)));
    }
  }
  for (uint64_t hash : hashes) sum += hash;
  rows += batch.num_rows();
  return arrow::Status::OK();
}

}  // namespace hudi::bench
