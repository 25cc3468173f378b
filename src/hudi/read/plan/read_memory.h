// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hudi {

/// What a read may hold at once, by what it is for. The row groups that threads decode come on top.
struct ReadMemory {
  int64_t merge_bytes = 0;    ///< log records, of all threads
  int64_t waiting_bytes = 0;  ///< batches that wait for whoever reads them
  int64_t batch_rows = 0;
};

/// Divides `limit_bytes`, which the program itself takes a part of; 0: no limit. `merge_bytes` and
/// `batch_rows` are what was asked for, and never exceeded.
ReadMemory DivideReadMemory(int64_t limit_bytes, int64_t merge_bytes, int64_t batch_rows);

}  // namespace hudi
