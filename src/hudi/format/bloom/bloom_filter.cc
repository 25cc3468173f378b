// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/bloom/bloom_filter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/bloom/murmur.h"

namespace hudi {
namespace {

using bloom::BitIndex;
using bloom::FastModulo;
using bloom::MurmurKey;

constexpr int32_t kVersionMark = -1;
constexpr int8_t kMurmur = 1;
constexpr std::string_view kSimple = "SIMPLE";
constexpr std::string_view kDynamic = "DYNAMIC_V0";
// The chain of hashes of one key is serial; this many keys at once keep the processor busy.
constexpr size_t kLanes = 64;
// Keys with more blocks of four bytes are added one by one.
constexpr size_t kLaneBlocks = 16;
// Bounds for bytes from storage: a header may not make us do absurd work.
constexpr int32_t kMaxHashes = 10000;

void AppendInt32(std::string* out, int32_t value) {
  auto bits = static_cast<uint32_t>(value);
  for (int shift = 24; shift >= 0; shift -= 8) *out += static_cast<char>(bits >> shift & 255);
}

void AppendHeader(std::string* out, int32_t num_hashes, int32_t num_bits) {
  AppendInt32(out, kVersionMark);
  AppendInt32(out, num_hashes);
  *out += static_cast<char>(kMurmur);
  AppendInt32(out, num_bits);
}

class ByteCursor {
 public:
  ByteCursor(std::string_view bytes, std::string_view path) : bytes_(bytes), path_(path) {}

  arrow::Result<int32_t> Int32(std::string_view what) {
    ARROW_ASSIGN_OR_RAISE(std::string_view raw, Take(4, what));
    uint32_t value = 0;
    for (char c : raw) value = value << 8 | static_cast<uint8_t>(c);
    return static_cast<int32_t>(value);
  }
  arrow::Result<std::string_view> Take(size_t size, std::string_view what) {
    if (bytes_.size() - offset_ < size) {
      return Error(std::string("it ends within ") + std::string(what));
    }
    std::string_view taken = bytes_.substr(offset_, size);
    offset_ += size;
    return taken;
  }
  bool AtEnd() const { return offset_ == bytes_.size(); }
  arrow::Status Error(std::string_view rule) const {
    return Fail(ErrorCode::kCorruptFile, path_, path_,
                ": the bloom filter in the footer is malformed at byte ", offset_, " of its ",
                bytes_.size(), ": ", rule);
  }

 private:
  std::string_view bytes_;
  std::string_view path_;
  size_t offset_ = 0;
};

struct Header {
  int32_t num_hashes = 0;
  int32_t num_bits = 0;
};

arrow::Result<Header> ReadHeader(ByteCursor* cursor) {
  ARROW_ASSIGN_OR_RAISE(int32_t mark, cursor->Int32("the version mark"));
  if (mark != kVersionMark) return cursor->Error("the version mark must be -1");
  Header header;
  ARROW_ASSIGN_OR_RAISE(header.num_hashes, cursor->Int32("the number of hashes"));
  ARROW_ASSIGN_OR_RAISE(std::string_view type, cursor->Take(1, "the hash type"));
  if (type[0] != kMurmur) return cursor->Error("the hash type must be 1 (Murmur)");
  ARROW_ASSIGN_OR_RAISE(header.num_bits, cursor->Int32("the size of the vector"));
  if (header.num_hashes < 1 || header.num_hashes > kMaxHashes) {
    return cursor->Error("the number of hashes must be between 1 and 10000");
  }
  if (header.num_bits < 1) return cursor->Error("the vector must have at least one bit");
  return header;
}

inline void SetBit(uint32_t hash, const FastModulo& modulo, uint8_t* bits) {
  const uint32_t bit = BitIndex(hash, modulo);
  bits[bit >> 3] = static_cast<uint8_t>(bits[bit >> 3] | 1U << (bit & 7));
}

// Keys of one length whose hash chains run side by side, each value of one key next to the same of
// the others.
struct LaneKeys {
  std::array<std::array<uint32_t, kLanes>, kLaneBlocks> blocks;
  std::array<uint32_t, kLanes> tail;
  uint32_t length = 0;
  size_t num_blocks = 0;

  void Set(size_t lane, const MurmurKey& key) {
    length = key.length();
    num_blocks = key.num_blocks();
    for (size_t b = 0; b < num_blocks; ++b) blocks[b][lane] = key.blocks()[b];
    tail[lane] = key.tail();
  }
};

// The next hash of each lane; the compiler makes vector instructions of the loops.
[[gnu::always_inline]] inline void NextHashes(const LaneKeys& keys, uint32_t* hashes) {
  constexpr uint32_t m = MurmurKey::kM;
  for (size_t l = 0; l < kLanes; ++l) hashes[l] ^= keys.length;
  for (size_t b = 0; b < keys.num_blocks; ++b) {
    const uint32_t* block = keys.blocks[b].data();
    for (size_t l = 0; l < kLanes; ++l) hashes[l] = (hashes[l] * m) ^ block[l];
  }
  if (keys.length % 4 != 0) {
    for (size_t l = 0; l < kLanes; ++l) hashes[l] = (hashes[l] ^ keys.tail[l]) * m;
  }
  for (size_t l = 0; l < kLanes; ++l) hashes[l] = MurmurKey::Mix(hashes[l]);
}

[[gnu::always_inline]] inline void SetBitsOfLanes(const LaneKeys& keys, int32_t num_hashes,
                                                  const FastModulo& shared_modulo, uint8_t* bits) {
  // A copy: the bits that are set might be anything the compiler has read before.
  const FastModulo modulo = shared_modulo;
  std::array<uint32_t, kLanes> hashes{};
  for (int32_t i = 0; i < num_hashes; ++i) {
    NextHashes(keys, hashes.data());
    for (uint32_t hash : hashes) SetBit(hash, modulo, bits);
  }
}

void SetBitsPlain(const LaneKeys& keys, int32_t num_hashes, const FastModulo& modulo,
                  uint8_t* bits) {
  SetBitsOfLanes(keys, num_hashes, modulo, bits);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void SetBitsAvx2(const LaneKeys& keys, int32_t num_hashes,
                                         const FastModulo& modulo, uint8_t* bits) {
  SetBitsOfLanes(keys, num_hashes, modulo, bits);
}
[[gnu::target("avx512f")]] void SetBitsAvx512(const LaneKeys& keys, int32_t num_hashes,
                                              const FastModulo& modulo, uint8_t* bits) {
  SetBitsOfLanes(keys, num_hashes, modulo, bits);
}
#endif

using LaneFunction = void (*)(const LaneKeys&, int32_t, const FastModulo&, uint8_t*);

LaneFunction BestLaneFunction() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return SetBitsAvx512;
  if (__builtin_cpu_supports("avx2")) return SetBitsAvx2;
#endif
  return SetBitsPlain;
}

void SetBits(const MurmurKey& key, int32_t num_hashes, const FastModulo& modulo, uint8_t* bits) {
  uint32_t seed = 0;
  for (int32_t i = 0; i < num_hashes; ++i) {
    seed = key.Hash(seed);
    SetBit(seed, modulo, bits);
  }
}

}  // namespace

BloomFilter::Row BloomFilter::EmptyRow(int32_t num_bits, int32_t num_hashes) {
  Row row;
  row.num_bits = num_bits;
  row.num_hashes = num_hashes;
  row.bits.resize((static_cast<size_t>(num_bits) + 7) / 8);
  return row;
}

BloomFilter BloomFilter::Create(int64_t num_entries, double false_positive_rate,
                                int64_t max_entries) {
  const double entries = static_cast<double>(std::max<int64_t>(num_entries, 1));
  const double sized_for =
      static_cast<double>(std::clamp<int64_t>(num_entries, 1, std::max<int64_t>(max_entries, 1)));
  const double rate = std::clamp(false_positive_rate, 1e-30, 0.999999);
  const double ln2 = std::log(2.0);
  const double wanted = std::ceil(sized_for * (-std::log(rate) / (ln2 * ln2)));
  // Beyond int32 the vector stays at its greatest size and the rate grows.
  const double num_bits = std::clamp(wanted, 1.0, double{std::numeric_limits<int32_t>::max()});
  const double num_hashes = std::max(1.0, std::ceil(ln2 * num_bits / entries));
  BloomFilter filter;
  filter.rows_.push_back(
      EmptyRow(static_cast<int32_t>(num_bits), static_cast<int32_t>(num_hashes)));
  return filter;
}

arrow::Result<BloomFilter> BloomFilter::Parse(std::string_view base64, std::string_view type_code,
                                              std::string_view path) {
  const bool dynamic = type_code == kDynamic;
  if (!dynamic && !type_code.empty() && type_code != kSimple) {
    return Fail(ErrorCode::kCorruptFile, path, path, ": bloom filter type '", type_code,
                "' in the footer: expected SIMPLE or DYNAMIC_V0");
  }
  std::optional<std::string> bytes = Base64Decode(base64);
  if (!bytes.has_value()) {
    return Fail(ErrorCode::kCorruptFile, path, path,
                ": the bloom filter in the footer is not base64 text");
  }
  ByteCursor cursor(*bytes, path);
  BloomFilter filter;
  filter.dynamic_ = dynamic;
  int32_t num_rows = 1;
  if (dynamic) {
    ARROW_RETURN_NOT_OK(ReadHeader(&cursor).status());
    ARROW_ASSIGN_OR_RAISE(filter.keys_per_row_, cursor.Int32("the keys per row"));
    ARROW_ASSIGN_OR_RAISE(filter.keys_in_last_row_, cursor.Int32("the keys in the last row"));
    ARROW_ASSIGN_OR_RAISE(num_rows, cursor.Int32("the number of rows"));
    if (num_rows < 1) return cursor.Error("the filter must have at least one row");
  }
  for (int32_t i = 0; i < num_rows; ++i) {
    ARROW_ASSIGN_OR_RAISE(Header header, ReadHeader(&cursor));
    Row row;
    row.num_bits = header.num_bits;
    row.num_hashes = header.num_hashes;
    ARROW_ASSIGN_OR_RAISE(
        std::string_view raw,
        cursor.Take((static_cast<size_t>(header.num_bits) + 7) / 8, "the bit vector"));
    row.bits.assign(raw.begin(), raw.end());
    filter.rows_.push_back(std::move(row));
  }
  if (!cursor.AtEnd()) return cursor.Error("bytes follow the bit vector");
  return filter;
}

BloomFilter::Row& BloomFilter::RowForNextKeys(int64_t wanted, int64_t* room) {
  if (!dynamic_) {
    *room = wanted;
    return rows_.back();
  }
  if (keys_in_last_row_ >= keys_per_row_) {
    rows_.push_back(EmptyRow(rows_.back().num_bits, rows_.back().num_hashes));
    keys_in_last_row_ = 0;
  }
  *room = std::clamp<int64_t>(wanted, 1, std::max(1, keys_per_row_ - keys_in_last_row_));
  keys_in_last_row_ += static_cast<int32_t>(*room);
  return rows_.back();
}

void BloomFilter::Add(std::string_view key) {
  int64_t room = 0;
  Row& row = RowForNextKeys(1, &room);
  SetBits(MurmurKey(key), row.num_hashes, FastModulo(static_cast<uint32_t>(row.num_bits)),
          row.bits.data());
}

void BloomFilter::AddAll(const arrow::StringArray& keys) {
  // A row of a dynamic filter counts its keys, one after the other.
  if (dynamic_) {
    for (int64_t i = 0; i < keys.length(); ++i) {
      if (!keys.IsNull(i)) Add(keys.GetView(i));
    }
    return;
  }
  static const LaneFunction set_lanes = BestLaneFunction();
  Row& row = rows_.back();
  const FastModulo modulo(static_cast<uint32_t>(row.num_bits));
  // Keys wait by their length until there are enough of one for all lanes.
  struct Waiting {
    std::array<int64_t, kLanes> rows;
    size_t count = 0;
  };
  std::vector<Waiting> waiting(kLaneBlocks * 4);
  MurmurKey key;
  LaneKeys lanes;
  for (int64_t i = 0; i < keys.length(); ++i) {
    if (keys.IsNull(i)) continue;
    const size_t length = static_cast<size_t>(keys.value_length(i));
    if (length >= waiting.size()) {
      key.Reset(keys.GetView(i));
      SetBits(key, row.num_hashes, modulo, row.bits.data());
      continue;
    }
    Waiting& same_length = waiting[length];
    same_length.rows[same_length.count++] = i;
    if (same_length.count < kLanes) continue;
    for (size_t l = 0; l < kLanes; ++l) {
      key.Reset(keys.GetView(same_length.rows[l]));
      lanes.Set(l, key);
    }
    set_lanes(lanes, row.num_hashes, modulo, row.bits.data());
    same_length.count = 0;
  }
  for (const Waiting& left : waiting) {
    for (size_t i = 0; i < left.count; ++i) {
      key.Reset(keys.GetView(left.rows[i]));
      SetBits(key, row.num_hashes, modulo, row.bits.data());
    }
  }
}

bool BloomFilter::MightContain(std::string_view key) const {
  const MurmurKey hashed(key);
  for (const Row& row : rows_) {
    const FastModulo modulo(static_cast<uint32_t>(row.num_bits));
    uint32_t seed = 0;
    bool all_set = true;
    for (int32_t i = 0; i < row.num_hashes && all_set; ++i) {
      seed = hashed.Hash(seed);
      uint32_t bit = BitIndex(seed, modulo);
      all_set = (row.bits[bit >> 3] >> (bit & 7) & 1) != 0;
    }
    if (all_set) return true;
  }
  return false;
}

double BloomFilter::FalsePositiveRate() const {
  double refused = 1.0;
  for (const Row& row : rows_) {
    int64_t ones = 0;
    size_t i = 0;
    for (; i + sizeof(uint64_t) <= row.bits.size(); i += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, row.bits.data() + i, sizeof word);
      ones += std::popcount(word);
    }
    for (; i < row.bits.size(); ++i) ones += std::popcount(row.bits[i]);
    const double share = static_cast<double>(ones) / row.num_bits;
    refused *= 1.0 - std::pow(share, row.num_hashes);
  }
  return 1.0 - refused;
}

double BloomFilter::RateWith(int64_t num_entries) const {
  const Row& row = rows_[0];
  const double set = static_cast<double>(num_entries) * row.num_hashes / row.num_bits;
  return std::pow(1.0 - std::exp(-set), row.num_hashes);
}

std::string BloomFilter::Serialize() const {
  std::string bytes;
  bytes.reserve(64 + rows_.size() * (rows_[0].bits.size() + 13));
  if (dynamic_) {
    AppendHeader(&bytes, rows_[0].num_hashes, rows_[0].num_bits);
    AppendInt32(&bytes, keys_per_row_);
    AppendInt32(&bytes, keys_in_last_row_);
    AppendInt32(&bytes, static_cast<int32_t>(rows_.size()));
  }
  for (const Row& row : rows_) {
    AppendHeader(&bytes, row.num_hashes, row.num_bits);
    bytes.append(reinterpret_cast<const char*>(row.bits.data()), row.bits.size());
  }
  return Base64Encode(bytes);
}

std::string_view BloomFilter::type_code() const { return dynamic_ ? kDynamic : std::string_view{}; }

}  // namespace hudi
