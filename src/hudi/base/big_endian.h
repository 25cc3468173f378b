// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hudi {

/// The whole number in the first bytes at `bytes`, the highest byte first.
template <typename Number>
Number ReadBigEndian(const char* bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < sizeof(Number); ++i) {
    value = value << 8 | static_cast<uint8_t>(bytes[i]);
  }
  return static_cast<Number>(value);
}

template <typename Number>
void AppendBigEndian(Number value, std::string* out) {
  auto raw = static_cast<uint64_t>(value);
  for (size_t i = sizeof(Number); i-- > 0;) {
    out->push_back(static_cast<char>(raw >> (8 * i) & 0xFF));
  }
}

}  // namespace hudi
