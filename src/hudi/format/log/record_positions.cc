// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/record_positions.h"

#include <cstring>
#include <memory>

#include <roaring/roaring.h>

#include "hudi/base/text.h"

namespace hudi::log {
namespace {

using Bitmap = std::unique_ptr<roaring_bitmap_t, void (*)(const roaring_bitmap_t*)>;

template <typename Number>
bool TakeLittleEndian(std::string_view* bytes, Number* value) {
  if (bytes->size() < sizeof(Number)) return false;
  std::memcpy(value, bytes->data(), sizeof(Number));
  bytes->remove_prefix(sizeof(Number));
  return true;
}

template <typename Number>
void AppendLittleEndian(Number value, std::string* out) {
  // This code runs on little-endian machines only.
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

// 64-bit bitmaps are put together here: CRoaring's C++ map does not check lengths while it reads.
std::string EncodeRecordPositions(const std::vector<uint64_t>& positions) {
  std::string buckets;
  uint64_t num_buckets = 0;
  for (size_t begin = 0; begin < positions.size();) {
    auto high = static_cast<uint32_t>(positions[begin] >> 32);
    Bitmap bitmap(roaring_bitmap_create(), roaring_bitmap_free);
    for (; begin < positions.size() && positions[begin] >> 32 == high; ++begin) {
      roaring_bitmap_add(bitmap.get(), static_cast<uint32_t>(positions[begin]));
    }
    std::string bytes(roaring_bitmap_portable_size_in_bytes(bitmap.get()), '\0');
    roaring_bitmap_portable_serialize(bitmap.get(), bytes.data());
    AppendLittleEndian(high, &buckets);
    buckets += bytes;
    ++num_buckets;
  }
  std::string all;
  AppendLittleEndian(num_buckets, &all);
  return Base64Encode(all + buckets);
}

std::optional<std::vector<uint64_t>> DecodeRecordPositions(std::string_view text) {
  std::optional<std::string> decoded = Base64Decode(text);
  if (!decoded) return std::nullopt;
  std::string_view bytes = *decoded;
  uint64_t buckets = 0;
  if (!TakeLittleEndian(&bytes, &buckets)) return std::nullopt;
  std::vector<uint64_t> positions;
  for (; buckets > 0; --buckets) {
    uint32_t high = 0;
    if (!TakeLittleEndian(&bytes, &high)) return std::nullopt;
    Bitmap bitmap(roaring_bitmap_portable_deserialize_safe(bytes.data(), bytes.size()),
                  roaring_bitmap_free);
    if (bitmap == nullptr) return std::nullopt;
    bytes.remove_prefix(roaring_bitmap_portable_size_in_bytes(bitmap.get()));
    std::vector<uint32_t> lows(roaring_bitmap_get_cardinality(bitmap.get()));
    roaring_bitmap_to_uint32_array(bitmap.get(), lows.data());
    for (uint32_t low : lows) positions.push_back(uint64_t{high} << 32 | low);
  }
  if (!bytes.empty()) return std::nullopt;
  return positions;
}

}  // namespace hudi::log
