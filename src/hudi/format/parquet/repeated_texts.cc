// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_texts.h"

#include <cstring>

namespace hudi {
bool HoldsOneValue(const arrow::BinaryArray& texts) {
  const int64_t n = texts.length();
  if (n == 0 || texts.null_count() > 0) return false;
  const int32_t* offsets = texts.raw_value_offsets();
  const int32_t length = offsets[1] - offsets[0];
  if (offsets[n] - offsets[0] != n * length) return false;
  if (n > 1 && texts.GetView(0) != texts.GetView(1)) return false;
  for (int64_t i = 1; i < n; ++i) {
    if (offsets[i + 1] - offsets[i] != length) return false;
  }
  // Each value equals the next one.
  const uint8_t* values = texts.raw_data() + offsets[0];
  return length == 0 ||
         std::memcmp(values, values + length, static_cast<size_t>((n - 1) * length)) == 0;
}

}  // namespace hudi
