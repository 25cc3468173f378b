// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/index_runs.h"

#include <algorithm>
#include <cstring>

#include <arrow/util/bit_util.h>
#include <arrow/util/endian.h>

namespace hudi {
namespace {

constexpr int64_t kGroup = 8;
// Groups in one run at most. Readers unpack run by run, and 32 values at a time: they take an
// eighth less time than for Arrow's runs of 63 groups.
constexpr int64_t kMaxGroups = 256;
// What the size by which Arrow's writer ends a page reckons with.
constexpr int64_t kArrowsMaxGroups = 64;
constexpr int64_t kMaxHeaderBytes = 5;

int64_t BytesOf(int64_t bits) { return arrow::bit_util::BytesForBits(bits); }

bool AreEqual(const int32_t* values, int64_t count) {
  int32_t differences = 0;
  for (int64_t i = 1; i < count; ++i) differences |= values[i] ^ values[0];
  return differences == 0;
}

uint8_t* AppendHeader(uint64_t header, uint8_t* out) {
  for (; header >= 0x80; header >>= 7) *out++ = static_cast<uint8_t>(header | 0x80);
  *out++ = static_cast<uint8_t>(header);
  return out;
}

uint8_t* AppendRun(int32_t value, int64_t count, int bit_width, uint8_t* out) {
  out = AppendHeader(static_cast<uint64_t>(count) << 1, out);
  const auto stored = arrow::bit_util::ToLittleEndian(static_cast<uint32_t>(value));
  const auto bytes = static_cast<size_t>(BytesOf(bit_width));
  std::memcpy(out, &stored, bytes);
  return out + bytes;
}

uint8_t* AppendBits(const int32_t* values, int64_t count, int bit_width, uint8_t* out) {
  uint64_t bits = 0;
  int num_bits = 0;
  for (int64_t i = 0; i < count; ++i) {
    bits |= static_cast<uint64_t>(static_cast<uint32_t>(values[i])) << num_bits;
    num_bits += bit_width;
    for (; num_bits >= 8; num_bits -= 8, bits >>= 8) *out++ = static_cast<uint8_t>(bits);
  }
  return out;
}

// The last group may lack values: zeros fill it.
uint8_t* AppendGroups(const int32_t* values, int64_t count, int bit_width, uint8_t* out) {
  const int64_t num_groups = arrow::bit_util::CeilDiv(count, kGroup);
  const int64_t whole = count / kGroup * kGroup;
  out = AppendHeader(static_cast<uint64_t>(num_groups) << 1 | 1, out);
  out = AppendBits(values, whole, bit_width, out);
  if (whole == count) return out;
  int32_t last[kGroup] = {};
  std::copy(values + whole, values + count, last);
  return AppendBits(last, kGroup, bit_width, out);
}

}  // namespace

int64_t MaxIndexRunBytes(int64_t num_indices, int bit_width) {
  const int64_t num_runs = arrow::bit_util::CeilDiv(num_indices, kGroup);
  const int64_t packed = num_runs + num_runs * bit_width;
  const int64_t repeated = num_runs * (1 + BytesOf(bit_width));
  const int64_t spare = std::max(1 + BytesOf(kArrowsMaxGroups * kGroup * bit_width),
                                 kMaxHeaderBytes + BytesOf(bit_width));
  return std::max(packed, repeated) + spare;
}

uint8_t* AppendIndexRuns(const int32_t* indices, int64_t num_indices, int bit_width, uint8_t* out) {
  for (int64_t i = 0; i < num_indices;) {
    const int64_t left = num_indices - i;
    int64_t end = std::min(i + kGroup, num_indices);
    if (AreEqual(indices + i, end - i)) {
      while (end < num_indices && indices[end] == indices[i]) ++end;
      out = AppendRun(indices[i], end - i, bit_width, out);
    } else {
      const int64_t most = i + std::min(left, kMaxGroups * kGroup);
      while (end < most && (most - end < kGroup || !AreEqual(indices + end, kGroup))) {
        end = std::min(end + kGroup, most);
      }
      out = AppendGroups(indices + i, end - i, bit_width, out);
    }
    i = end;
  }
  return out;
}

}  // namespace hudi
