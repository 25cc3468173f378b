// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/read_memory.h"

#include <algorithm>

namespace hudi {
namespace {

constexpr int64_t kMiB = 1024 * 1024;
constexpr int64_t kMostWaitingBytes = 64 * kMiB;
// The program with its libraries, and what the allocator keeps.
constexpr int64_t kProgramBytes = 96 * kMiB;
// Columns of text are best read as dictionaries, for which batches must not be too small.
constexpr int64_t kSmallBatchRows = 16 * 1024;
constexpr int64_t kSmallBatchesBelow = 1024 * kMiB;

}  // namespace

ReadMemory DivideReadMemory(int64_t limit_bytes, int64_t merge_bytes, int64_t batch_rows) {
  if (limit_bytes == 0) return {merge_bytes, kMostWaitingBytes, batch_rows};
  const int64_t room = std::max(limit_bytes - kProgramBytes, limit_bytes / 8);
  ReadMemory memory;
  memory.merge_bytes = std::clamp<int64_t>(room / 2, 1, merge_bytes);
  memory.waiting_bytes = std::min(room / 8, kMostWaitingBytes);
  memory.batch_rows =
      limit_bytes < kSmallBatchesBelow ? std::min(batch_rows, kSmallBatchRows) : batch_rows;
  return memory;
}

}  // namespace hudi
