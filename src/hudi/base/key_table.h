// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hudi {

/// 64-bit hash of a key text.
uint64_t HashKey(std::string_view key);

/// Numbers distinct (scope, key) pairs from 0 in the order of their arrival. Keys are referred to,
/// not copied: their bytes must outlive the table. After the last Insert, Find may be called from
/// several threads.
class KeyTable {
 public:
  static constexpr int64_t kAbsent = -1;

  explicit KeyTable(int64_t expected = 0);

  /// Returns the pair's number; `*inserted` tells whether it is new.
  int64_t Insert(uint32_t scope, std::string_view key, bool* inserted);
  int64_t Find(uint32_t scope, std::string_view key) const;

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
  static uint64_t Mix(uint32_t scope, std::string_view key);
  static uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }
  bool Holds(const Slot& slot, uint64_t hash, uint32_t scope, std::string_view key) const;
  void Grow();

  std::vector<Entry> entries_;
  std::vector<Slot> slots_;
  uint64_t mask_ = 0;
};

}  // namespace hudi
