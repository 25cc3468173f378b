// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hudi {

/// Places in an open-addressed hash table of dictionary values; at most half of them are taken.
class DictionarySlots {
 public:
  static constexpr int32_t kFree = -1;

  DictionarySlots() : slots_(kFirstSlots, kFree) {}

  /// The number that `is_same` accepts among those added under this hash; if there is none,
  /// `number`, which is added.
  template <typename IsSame>
  int32_t FindOrAdd(uint64_t hash, int32_t number, const IsSame& is_same) {
    size_t place = PlaceOf(hash);
    for (; slots_[place] != kFree; place = (place + 1) & (slots_.size() - 1)) {
      if (is_same(slots_[place])) return slots_[place];
    }
    slots_[place] = number;
    return number;
  }
  /// Whether it must grow before the next one is added.
  bool is_full(int64_t num_values) const {
    return static_cast<size_t>(num_values) * 2 > slots_.size();
  }
  /// Twice as many slots for the values 0 … num_values-1.
  template <typename HashOf>
  void Grow(int32_t num_values, const HashOf& hash_of) {
    slots_.assign(slots_.size() * 2, kFree);
    for (int32_t i = 0; i < num_values; ++i) {
      FindOrAdd(hash_of(i), i, [](int32_t) { return false; });
    }
  }

 private:
  static constexpr size_t kFirstSlots = 256;
  // The high bits of a product are its best ones.
  size_t PlaceOf(uint64_t hash) const {
    return static_cast<size_t>(hash >> (64 - std::countr_zero(slots_.size())));
  }

  std::vector<int32_t> slots_;
};

/// A decimal's unscaled value; they order as the decimals do.
struct UnscaledDecimal {
  int64_t high;
  uint64_t low;
  auto operator<=>(const UnscaledDecimal&) const = default;
};

/// Numbers distinct numbers, told apart by their bits, from 0 in the order of their arrival.
/// `Value`: int32_t, int64_t, float, double or UnscaledDecimal.
template <typename Value>
class NumberDictionary {
 public:
  int32_t Add(Value value);
  int32_t size() const { return static_cast<int32_t>(values_.size()); }
  const std::vector<Value>& values() const { return values_; }

 private:
  DictionarySlots slots_;
  std::vector<Value> values_;
};

/// The same for texts, which it keeps.
class TextDictionary {
 public:
  int32_t Add(std::string_view text);
  std::string_view text(int32_t i) const {
    const auto end = static_cast<size_t>(ends_[static_cast<size_t>(i)]);
    return {bytes_.data() + end - lengths_[static_cast<size_t>(i)],
            lengths_[static_cast<size_t>(i)]};
  }
  int32_t size() const { return static_cast<int32_t>(ends_.size()); }
  const std::string& PlainBytes() const { return bytes_; }
  int64_t plain_size() const { return static_cast<int64_t>(bytes_.size()); }

 private:
  struct Head {
    uint64_t first, last;  // bytes of the text; they overlap if it has fewer than sixteen
    bool operator==(const Head&) const = default;
  };
  static Head HeadOf(std::string_view text);
  static uint64_t HashOf(const Head& head, std::string_view text);

  DictionarySlots slots_;
  std::string bytes_;  // each behind its length, as the dictionary page holds them
  std::vector<size_t> ends_;
  std::vector<uint32_t> lengths_;
  std::vector<Head> heads_;
};

}  // namespace hudi
