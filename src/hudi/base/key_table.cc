// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/key_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace hudi {

uint64_t HashKey(std::string_view key) { return XXH3_64bits(key.data(), key.size()); }

uint64_t KeyTable::Mix(uint32_t scope, std::string_view key) {
  return XXH3_64bits_withSeed(key.data(), key.size(), scope);
}

KeyTable::KeyTable(int64_t expected) {
  uint64_t slots = 16;
  while (slots < static_cast<uint64_t>(expected) * 2) slots *= 2;
  SetSlots(slots);
  entries_.reserve(static_cast<size_t>(expected));
}

void KeyTable::SetSlots(uint64_t slots) {
  slots_.assign(slots, Slot{});
  mask_ = slots - 1;
  filter_.assign(slots / 16, 0);
  filter_mask_ = filter_.size() - 1;
}

void KeyTable::Occupy(uint64_t slot, size_t entry) {
  uint64_t hash = entries_[entry].hash;
  slots_[slot] = {static_cast<int32_t>(entry) + 1, TagOf(hash)};
  filter_[(hash >> 22) & filter_mask_] |= uint64_t{1} << ((hash >> 16) & 63);
}

void KeyTable::Grow() {
  SetSlots(slots_.size() * 2);
  for (size_t i = 0; i < entries_.size(); ++i) {
    uint64_t slot = entries_[i].hash & mask_;
    while (slots_[slot].number != 0) slot = (slot + 1) & mask_;
    Occupy(slot, i);
  }
}

bool KeyTable::Holds(const Slot& slot, uint64_t hash, uint32_t scope, std::string_view key) const {
  if (slot.tag != TagOf(hash)) return false;
  const Entry& entry = entries_[static_cast<size_t>(slot.number - 1)];
  return entry.hash == hash && entry.scope == scope && entry.key == key;
}

int64_t KeyTable::Insert(uint32_t scope, std::string_view key, bool* inserted) {
  return InsertPrepared(Mix(scope, key), scope, key, inserted);
}

uint64_t KeyTable::Prepare(uint32_t scope, std::string_view key) const {
  const uint64_t hash = Mix(scope, key);
  __builtin_prefetch(&slots_[hash & mask_], 1);
  __builtin_prefetch(&filter_[(hash >> 22) & filter_mask_], 1);
  return hash;
}

int64_t KeyTable::InsertPrepared(uint64_t hash, uint32_t scope, std::string_view key,
                                 bool* inserted) {
  uint64_t slot = hash & mask_;
  for (; slots_[slot].number != 0; slot = (slot + 1) & mask_) {
    if (!Holds(slots_[slot], hash, scope, key)) continue;
    *inserted = false;
    return slots_[slot].number - 1;
  }
  *inserted = true;
  entries_.push_back({key, hash, scope});
  Occupy(slot, entries_.size() - 1);
  if (entries_.size() * 2 > slots_.size()) Grow();
  return static_cast<int64_t>(entries_.size()) - 1;
}

int64_t KeyTable::FindHashed(uint64_t hash, uint32_t scope, std::string_view key) const {
  for (uint64_t slot = hash & mask_; slots_[slot].number != 0; slot = (slot + 1) & mask_) {
    if (Holds(slots_[slot], hash, scope, key)) return slots_[slot].number - 1;
  }
  return kAbsent;
}

int64_t KeyTable::Find(uint32_t scope, std::string_view key) const {
  uint64_t hash = Mix(scope, key);
  return MightHold(hash) ? FindHashed(hash, scope, key) : kAbsent;
}

}  // namespace hudi
