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

// A 32-bit bitmap in Roaring's portable form, little endian:
//
//   4    cookie: 12346, then the number of containers n (4); or 12347 with n - 1 in its upper half,
//        then a bit a container that says whether it holds runs
//   4n   each container's upper 16 bits (2) and its number of values - 1 (2)
//   4n   where each container stands; not with runs and n < 4
//   then the containers: runs as their number (2) and start (2), length - 1 (2) of each; up to 4096
//   values as a list (2 each); more as 65536 bits
constexpr uint32_t kCookieWithRuns = 12347;
constexpr uint32_t kCookieWithoutRuns = 12346;
constexpr uint32_t kOffsetsFrom = 4;
constexpr uint32_t kMostInList = 4096;
constexpr size_t kBitsetBytes = 8192;

/// Reads bitmaps, believing nothing: CRoaring trusts the number of values that a container claims.
class BitmapReader {
 public:
  BitmapReader(std::string_view bytes, uint64_t most) : bytes_(bytes), most_(most) {}

  bool Read(std::vector<uint64_t>* positions) {
    uint64_t buckets = 0;
    if (!TakeLittleEndian(&bytes_, &buckets)) return false;
    for (; buckets > 0; --buckets) {
      uint32_t high = 0;
      if (!TakeLittleEndian(&bytes_, &high) || !ReadBucket(high, positions)) return false;
    }
    return bytes_.empty();
  }

 private:
  struct Container {
    uint16_t key = 0;
    uint32_t count = 0;
    bool has_runs = false;
  };

  bool ReadBucket(uint64_t high, std::vector<uint64_t>* positions) {
    uint32_t cookie = 0;
    uint32_t count = 0;
    std::string_view runs;
    if (!TakeLittleEndian(&bytes_, &cookie)) return false;
    const bool has_runs = (cookie & 0xFFFF) == kCookieWithRuns;
    if (has_runs) {
      count = (cookie >> 16) + 1;
      if (!Take((count + 7) / 8, &runs)) return false;
    } else if (cookie != kCookieWithoutRuns || !TakeLittleEndian(&bytes_, &count)) {
      return false;
    }
    if (count > 65536 || count > bytes_.size() / 4) return false;
    std::vector<Container> containers(count);
    for (uint32_t i = 0; i < count; ++i) {
      uint16_t less_one = 0;
      if (!TakeLittleEndian(&bytes_, &containers[i].key) || !TakeLittleEndian(&bytes_, &less_one)) {
        return false;
      }
      containers[i].count = uint32_t{less_one} + 1;
      containers[i].has_runs = has_runs && (runs[i / 8] >> (i % 8) & 1) != 0;
    }
    std::string_view offsets;
    if ((!has_runs || count >= kOffsetsFrom) && !Take(4 * size_t{count}, &offsets)) return false;
    for (const Container& container : containers) {
      if (container.count > most_ - positions->size()) return false;
      if (!ReadContainer(container, high << 32 | uint64_t{container.key} << 16, positions)) {
        return false;
      }
    }
    return true;
  }

  bool ReadContainer(const Container& container, uint64_t base, std::vector<uint64_t>* positions) {
    const size_t before = positions->size();
    if (container.has_runs) {
      uint16_t num_runs = 0;
      if (!TakeLittleEndian(&bytes_, &num_runs)) return false;
      for (; num_runs > 0; --num_runs) {
        uint16_t start = 0;
        uint16_t more = 0;
        if (!TakeLittleEndian(&bytes_, &start) || !TakeLittleEndian(&bytes_, &more) ||
            uint32_t{start} + more > 65535) {
          return false;
        }
        for (uint32_t i = 0; i <= more; ++i) {
          if (!Add(base | (start + i), positions)) return false;
        }
      }
    } else if (container.count <= kMostInList) {
      for (uint32_t i = 0; i < container.count; ++i) {
        uint16_t low = 0;
        if (!TakeLittleEndian(&bytes_, &low) || !Add(base | low, positions)) return false;
      }
    } else {
      std::string_view bits;
      if (!Take(kBitsetBytes, &bits)) return false;
      for (uint32_t low = 0; low < 65536; ++low) {
        if ((bits[low / 8] >> (low % 8) & 1) != 0 && !Add(base | low, positions)) return false;
      }
    }
    return positions->size() - before == container.count;
  }

  bool Add(uint64_t position, std::vector<uint64_t>* positions) const {
    if (!positions->empty() && positions->back() >= position) return false;
    positions->push_back(position);
    return true;
  }

  bool Take(size_t size, std::string_view* taken) {
    if (bytes_.size() < size) return false;
    *taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return true;
  }

  std::string_view bytes_;
  uint64_t most_;
};

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

std::optional<std::vector<uint64_t>> DecodeRecordPositions(std::string_view text, uint64_t most) {
  std::optional<std::string> bytes = Base64Decode(text);
  std::vector<uint64_t> positions;
  if (!bytes || !BitmapReader(*bytes, most).Read(&positions)) return std::nullopt;
  return positions;
}

}  // namespace hudi::log
