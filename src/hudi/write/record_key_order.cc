// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/record_key_order.h"

#include <algorithm>
#include <cstdint>

#include "hudi/base/key_table.h"

namespace hudi {

bool LessInJava(std::string_view a, std::string_view b) {
  auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) return y != b.end();
  uint8_t p = static_cast<uint8_t>(*x);
  uint8_t q = static_cast<uint8_t>(*y);
  // Characters beyond the BMP (lead byte F0 and up) are surrogates in UTF-16 and sort before
  // U+E000..U+FFFF (lead bytes EE, EF).
  bool p_high = p >= 0xF0;
  bool q_high = q >= 0xF0;
  if (p_high != q_high && (p >= 0xEE && q >= 0xEE)) return p_high;
  return p < q;
}

size_t ShardOfKey(std::string_view key) {
  // The table of keys uses the low bits of a hash with another seed; the shard takes the high ones.
  return HashKey(key) >> 58;
}

}  // namespace hudi
