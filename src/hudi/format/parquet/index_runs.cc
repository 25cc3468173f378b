// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/index_runs.h"

#include <algorithm>
#include <cstring>

#include <arrow/util/bit_util.h>
#include <arrow/util/endian.h>

namespace hudi {
namespace {

constexpr int64_t kGroup = 8;
// The header of packed groups is a single byte: this many fit one.
constexpr int kMaxGroups = 63;
constexpr int64_t kMaxHeaderBytes = 5;

int64_t BytesOf(int64_t bits) { return arrow::bit_util::BytesForBits(bits); }

bool AreEqual(const int32_t* group) {
  int32_t differences = 0;
  for (int64_t i = 1; i < kGroup; ++i) differences |= group[i] ^ group[0];
  return differences == 0;
}

class RunWriter {
 public:
  RunWriter(int bit_width, uint8_t* out) : bit_width_(bit_width), out_(out) {}

  void AddRun(int32_t value, int64_t count) {
    EndGroups();
    uint64_t header = static_cast<uint64_t>(count) << 1;
    for (; header >= 0x80; header >>= 7) *out_++ = static_cast<uint8_t>(header | 0x80);
    *out_++ = static_cast<uint8_t>(header);
    const auto stored = arrow::bit_util::ToLittleEndian(static_cast<uint32_t>(value));
    const auto bytes = static_cast<size_t>(BytesOf(bit_width_));
    std::memcpy(out_, &stored, bytes);
    out_ += bytes;
  }

  void AddGroup(const int32_t* group) {
    if (header_ == nullptr) header_ = out_++;
    uint64_t bits = 0;
    int num_bits = 0;
    for (int64_t i = 0; i < kGroup; ++i) {
      bits |= static_cast<uint64_t>(static_cast<uint32_t>(group[i])) << num_bits;
      num_bits += bit_width_;
      for (; num_bits >= 8; num_bits -= 8, bits >>= 8) *out_++ = static_cast<uint8_t>(bits);
    }
    if (++num_groups_ == kMaxGroups) EndGroups();
  }

  bool has_open_groups() const { return header_ != nullptr; }
  void EndGroups() {
    if (header_ == nullptr) return;
    *header_ = static_cast<uint8_t>(num_groups_ << 1 | 1);
    header_ = nullptr;
    num_groups_ = 0;
  }
  uint8_t* end() const { return out_; }

 private:
  int bit_width_;
  uint8_t* out_;
  uint8_t* header_ = nullptr;  // of the open packed groups
  int num_groups_ = 0;
};

}  // namespace

int64_t MaxIndexRunBytes(int64_t num_indices, int bit_width) {
  const int64_t num_runs = arrow::bit_util::CeilDiv(num_indices, kGroup);
  const int64_t packed = num_runs + num_runs * bit_width;
  const int64_t repeated = num_runs * (1 + BytesOf(bit_width));
  const int64_t spare = std::max(1 + BytesOf((kMaxGroups + 1) * kGroup * bit_width),
                                 kMaxHeaderBytes + BytesOf(bit_width));
  return std::max(packed, repeated) + spare;
}

uint8_t* AppendIndexRuns(const int32_t* indices, int64_t num_indices, int bit_width, uint8_t* out) {
  RunWriter writer(bit_width, out);
  int64_t i = 0;
  while (num_indices - i >= kGroup) {
    if (!AreEqual(indices + i)) {
      writer.AddGroup(indices + i);
      i += kGroup;
      continue;
    }
    int64_t end = i + kGroup;
    while (end < num_indices && indices[end] == indices[i]) ++end;
    writer.AddRun(indices[i], end - i);
    i = end;
  }
  if (i < num_indices) {
    const int64_t left = num_indices - i;
    if (!writer.has_open_groups() &&
        std::all_of(indices + i, indices + num_indices,
                    [first = indices[i]](int32_t index) { return index == first; })) {
      writer.AddRun(indices[i], left);
    } else {
      int32_t group[kGroup] = {};
      std::copy(indices + i, indices + num_indices, group);
      writer.AddGroup(group);
    }
  }
  writer.EndGroups();
  return writer.end();
}

}  // namespace hudi
