// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/read_memory.h"

#include <gtest/gtest.h>

namespace hudi {
namespace {

constexpr int64_t kMiB = 1024 * 1024;

TEST(ReadMemoryTest, WithoutALimitItIsWhatWasAskedFor) {
  const ReadMemory memory = DivideReadMemory(0, 1024 * kMiB, 65536);
  EXPECT_EQ(memory.merge_bytes, 1024 * kMiB);
  EXPECT_EQ(memory.waiting_bytes, 64 * kMiB);
  EXPECT_EQ(memory.batch_rows, 65536);
}

TEST(ReadMemoryTest, ALimitOnlyMakesThingsSmaller) {
  for (int64_t limit : {int64_t{1}, 10 * kMiB, 256 * kMiB, 1024 * kMiB, 100 * 1024 * kMiB}) {
    const ReadMemory memory = DivideReadMemory(limit, 64 * kMiB, 100);
    EXPECT_GE(memory.merge_bytes, 1) << limit;
    EXPECT_LE(memory.merge_bytes, 64 * kMiB) << limit;
    EXPECT_LE(memory.waiting_bytes, 64 * kMiB) << limit;
    EXPECT_LE(memory.merge_bytes + memory.waiting_bytes, limit) << limit;
    EXPECT_EQ(memory.batch_rows, 100) << limit;
  }
  EXPECT_LT(DivideReadMemory(256 * kMiB, 1024 * kMiB, 65536).batch_rows, 65536);
}

}  // namespace
}  // namespace hudi
