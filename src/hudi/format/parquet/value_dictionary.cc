// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/value_dictionary.h"

#include <cstring>
#include <type_traits>

#include <arrow/util/endian.h>

#include "hudi/base/key_table.h"

namespace hudi {
namespace {

constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;
// Up to this length the head is the whole text.
constexpr size_t kHeadBytes = 16;

template <typename Value>
using BitsOf = std::conditional_t<sizeof(Value) == sizeof(uint32_t), uint32_t, uint64_t>;

template <typename Bits>
Bits Load(const char* bytes) {
  Bits loaded;
  std::memcpy(&loaded, bytes, sizeof(loaded));
  return loaded;
}

// The high bits depend on all bits of the number, also where those of a double are mostly zero.
uint64_t HashOfBits(uint64_t bits) { return (bits ^ (bits >> 32)) * kMultiplier; }

template <typename Value>
uint64_t HashOfNumber(Value value) {
  return HashOfBits(std::bit_cast<BitsOf<Value>>(value));
}
uint64_t HashOfNumber(UnscaledDecimal value) {
  return HashOfBits(value.low ^ static_cast<uint64_t>(value.high) * kMultiplier);
}

template <typename Value>
bool AreSameBits(Value left, Value right) {
  return std::bit_cast<BitsOf<Value>>(left) == std::bit_cast<BitsOf<Value>>(right);
}
bool AreSameBits(UnscaledDecimal left, UnscaledDecimal right) { return left == right; }

}  // namespace

template <typename Value>
int32_t NumberDictionary<Value>::Add(Value value) {
  const int32_t index = slots_.FindOrAdd(HashOfNumber(value), size(), [&](int32_t i) {
    return AreSameBits(values_[static_cast<size_t>(i)], value);
  });
  if (index < size()) return index;
  values_.push_back(value);
  if (slots_.is_full(size())) {
    slots_.Grow(size(), [&](int32_t i) { return HashOfNumber(values_[static_cast<size_t>(i)]); });
  }
  return index;
}

template class NumberDictionary<int32_t>;
template class NumberDictionary<int64_t>;
template class NumberDictionary<float>;
template class NumberDictionary<double>;
template class NumberDictionary<UnscaledDecimal>;

TextDictionary::Head TextDictionary::HeadOf(std::string_view text) {
  const size_t n = text.size();
  if (n >= sizeof(uint64_t)) {
    return {Load<uint64_t>(text.data()), Load<uint64_t>(text.data() + n - sizeof(uint64_t))};
  }
  if (n >= sizeof(uint32_t)) {
    return {Load<uint32_t>(text.data()), Load<uint32_t>(text.data() + n - sizeof(uint32_t))};
  }
  uint64_t few = 0;
  for (size_t i = 0; i < n; ++i) few = few << 8 | static_cast<unsigned char>(text[i]);
  return {few, 0};
}

uint64_t TextDictionary::HashOf(const Head& head, std::string_view text) {
  if (text.size() > kHeadBytes) return HashKey(text) * kMultiplier;
  return HashOfBits((head.first ^ std::rotl(head.last, 29)) * kMultiplier + text.size());
}

int32_t TextDictionary::Add(std::string_view text) {
  const Head head = HeadOf(text);
  const int32_t index = slots_.FindOrAdd(HashOf(head, text), size(), [&](int32_t i) {
    return heads_[static_cast<size_t>(i)] == head &&
           lengths_[static_cast<size_t>(i)] == text.size() &&
           (text.size() <= kHeadBytes || this->text(i) == text);
  });
  if (index < size()) return index;
  const auto length = static_cast<uint32_t>(text.size());
  const uint32_t stored = arrow::bit_util::ToLittleEndian(length);
  bytes_.append(reinterpret_cast<const char*>(&stored), sizeof(stored));
  bytes_.append(text);
  ends_.push_back(bytes_.size());
  lengths_.push_back(length);
  heads_.push_back(head);
  if (slots_.is_full(size())) {
    slots_.Grow(size(),
                [&](int32_t i) { return HashOf(heads_[static_cast<size_t>(i)], this->text(i)); });
  }
  return index;
}

}  // namespace hudi
