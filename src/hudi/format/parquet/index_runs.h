// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hudi {

/// Bytes that AppendIndexRuns needs at most; also the size by which Arrow's writer ends a page.
int64_t MaxIndexRunBytes(int64_t num_indices, int bit_width);

/// Writes a data page's places in its dictionary as Parquet's hybrid of runs and bit-packed groups
/// of eight (RLE_DICTIONARY without the byte in front that tells the width): a run for eight or
/// more equal values, as in Arrow's writer. Returns the end of what was written. Each index has at
/// most `bit_width` bits (0 only if there is no index).
uint8_t* AppendIndexRuns(const int32_t* indices, int64_t num_indices, int bit_width, uint8_t* out);

}  // namespace hudi
