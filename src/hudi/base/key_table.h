// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <arrow/array.h>

namespace hudi {

/// 64-bit hash of a key text.
uint64_t HashKey(std::string_view key);

/// The one of so many parts that a key belongs to.
inline int64_t PartOfKey(std::string_view key, int64_t num_parts) {
  // The low bits of the hash place keys in hash tables.
  return static_cast<int64_t>((HashKey(key) >> 32) % static_cast<uint64_t>(num_parts));
}

/// Numbers distinct (scope, key) pairs from 0 in the order of their arrival. Keys are referred to,
/// not copied: their bytes must outlive the table. After the last Insert, Find may be called from
/// several threads.
class KeyTable {
 public:
  static constexpr int64_t kAbsent = -1;

  explicit KeyTable(int64_t expected = 0);

  /// Returns the pair's number; `*inserted` tells whether it is new.
  int64_t Insert(uint32_t scope, std::string_view key, bool* inserted);
  /// The two halves of an Insert, with others between them: what the second needs is fetched ahead.
  uint64_t Prepare(uint32_t scope, std::string_view key) const;
  int64_t InsertPrepared(uint64_t hash, uint32_t scope, std::string_view key, bool* inserted);
  int64_t Find(uint32_t scope, std::string_view key) const;
  /// Calls `found(i, number)` for each of `keys`, in their order, that is there in this scope.
  /// Faster than one by one: what a table too large for the caches holds is fetched ahead.
  template <typename Found>
  void FindEach(uint32_t scope, const arrow::StringArray& keys, Found found) const;

  int64_t size() const { return static_cast<int64_t>(entries_.size()); }
  std::string_view key(int64_t number) const { return entries_[static_cast<size_t>(number)].key; }
  uint32_t scope(int64_t number) const { return entries_[static_cast<size_t>(number)].scope; }

 private:
  struct Entry {
    std::string_view key;
    uint64_t hash;
    uint32_t scope;
  };
  /// Entry number + 1, 0 for a free slot; and high bits of the hash, so that most keys that are not
  /// there are told from the slots alone.
  struct Slot {
    int32_t number = 0;
    uint32_t tag = 0;
  };
  static constexpr int64_t kAhead = 64;
  static uint64_t Mix(uint32_t scope, std::string_view key);
  static uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
  bool Holds(const Slot& slot, uint64_t hash, uint32_t scope, std::string_view key) const;
  int64_t FindHashed(uint64_t hash, uint32_t scope, std::string_view key) const;
  void PrefetchEntry(uint64_t hash) const {
    const Slot& slot = slots_[hash & mask_];
    if (slot.tag == TagOf(hash)) __builtin_prefetch(entries_.data() + slot.number - 1);
  }
  void SetSlots(uint64_t slots);
  void Occupy(uint64_t slot, size_t entry);
  void Grow();
  /// True if a key has this hash, and for at most one in eight of other hashes.
  bool MightHold(uint64_t hash) const {
    return ((filter_[(hash >> 22) & filter_mask_] >> ((hash >> 16) & 63)) & 1) != 0;
  }

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
  uint64_t mask_ = 0;
  /// One bit a key, of 4 bits a slot: small enough to stay in the caches when the slots do not.
  std::vector<uint64_t> filter_;
  uint64_t filter_mask_ = 0;
};

template <typename Found>
void KeyTable::FindEach(uint32_t scope, const arrow::StringArray& keys, Found found) const {
  std::array<uint64_t, kAhead> hashes;
  std::array<int64_t, kAhead> rows;
  for (int64_t begin = 0; begin < keys.length(); begin += kAhead) {
    size_t possible = 0;
    for (int64_t i = begin; i < std::min(begin + kAhead, keys.length()); ++i) {
      uint64_t hash = Mix(scope, keys.GetView(i));
      if (!MightHold(hash)) continue;
      __builtin_prefetch(&slots_[hash & mask_]);
      hashes[possible] = hash;
      rows[possible++] = i;
    }
    for (size_t p = 0; p < possible; ++p) PrefetchEntry(hashes[p]);
    for (size_t p = 0; p < possible; ++p) {
      int64_t number = FindHashed(hashes[p], scope, keys.GetView(rows[p]));
      if (number != kAbsent) found(rows[p], number);
    }
  }
}

}  // namespace hudi
