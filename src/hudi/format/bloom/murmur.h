// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace hudi::bloom {

/// Hashes one key again and again with changing seeds, as a bloom filter does: what does not depend
/// on the seed is done once.
///
/// MurmurHash2 (32 bit, m = 0x5bd1e995, r = 24) with the two deviations of Hadoop's port: tail
/// bytes are sign-extended before they are shifted, and they are addressed from the end of the key
/// ([len-3] << 16, [len-2] << 8, [len-1]).
class MurmurKey {
 public:
  explicit MurmurKey(std::string_view key) { Reset(key); }
  MurmurKey() = default;

  void Reset(std::string_view key) {
    length_ = static_cast<uint32_t>(key.size());
    num_blocks_ = key.size() / 4;
    if (num_blocks_ > inline_.size()) long_.resize(num_blocks_);
    uint32_t* blocks = mutable_blocks();
    for (size_t i = 0; i < num_blocks_; ++i) {
      uint32_t k = 0;
      std::memcpy(&k, key.data() + 4 * i, 4);  // little-endian, as all our platforms are
      k *= kM;
      k ^= k >> 24;
      k *= kM;
      blocks[i] = k;
    }
    tail_ = 0;
    size_t left = key.size() % 4;
    auto byte = [&](size_t from_end) {
      return static_cast<uint32_t>(
          static_cast<int32_t>(static_cast<int8_t>(key[key.size() - from_end])));
    };
    if (left >= 3) tail_ ^= byte(3) << 16;
    if (left >= 2) tail_ ^= byte(2) << 8;
    if (left >= 1) tail_ ^= byte(1);
  }

  uint32_t Hash(uint32_t seed) const {
    uint32_t h = seed ^ length_;
    const uint32_t* blocks = this->blocks();
    for (size_t i = 0; i < num_blocks_; ++i) {
      h *= kM;
      h ^= blocks[i];
    }
    if (length_ % 4 != 0) h = (h ^ tail_) * kM;
    return Mix(h);
  }

  /// The last steps, which need nothing of the key.
  static uint32_t Mix(uint32_t h) {
    h ^= h >> 13;
    h *= kM;
    return h ^ h >> 15;
  }

  uint32_t length() const { return length_; }
  /// What the bytes after the last whole block give; counts only if there are such bytes.
  uint32_t tail() const { return tail_; }
  size_t num_blocks() const { return num_blocks_; }
  const uint32_t* blocks() const {
    return num_blocks_ > inline_.size() ? long_.data() : inline_.data();
  }
  static constexpr uint32_t kM = 0x5bd1e995;

 private:
  uint32_t* mutable_blocks() {
    return num_blocks_ > inline_.size() ? long_.data() : inline_.data();
  }

  uint32_t length_ = 0;
  size_t num_blocks_ = 0;
  uint32_t tail_ = 0;
  std::array<uint32_t, 16> inline_;
  std::vector<uint32_t> long_;
};

/// Divides by a fixed number without a division: exact for every 32 bit dividend (Lemire, Kaser,
/// Kurz: Faster remainder by direct computation).
class FastModulo {
 public:
  explicit FastModulo(uint32_t divisor) : divisor_(divisor), factor_(~uint64_t{0} / divisor + 1) {}
  uint32_t operator()(uint32_t value) const {
    uint64_t low = factor_ * value;
    return static_cast<uint32_t>((static_cast<unsigned __int128>(low) * divisor_) >> 64);
  }

 private:
  uint32_t divisor_;
  uint64_t factor_;
};

/// Index of the bit that one hash sets: |hash % bits| in Java's signed arithmetic.
inline uint32_t BitIndex(uint32_t hash, const FastModulo& modulo) {
  uint32_t magnitude = static_cast<int32_t>(hash) < 0 ? 0U - hash : hash;
  return modulo(magnitude);
}

}  // namespace hudi::bloom
