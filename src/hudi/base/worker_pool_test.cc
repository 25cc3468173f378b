// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/worker_pool.h"

#include <atomic>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

TEST(RunTasksTest, RunsEachTaskOnce) {
  for (int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> runs(100);
    HUDI_ASSERT_OK(RunTasks(threads, runs.size(), [&](size_t i) {
      runs[i].fetch_add(1);
      return arrow::Status::OK();
    }));
    for (const std::atomic<int>& count : runs) EXPECT_EQ(count.load(), 1);
  }
}

TEST(RunTasksTest, ReturnsTheFailureAndStartsNoMore) {
  std::atomic<int> started{0};
  arrow::Status status = RunTasks(2, 100000, [&](size_t i) {
    started.fetch_add(1);
    return i == 3 ? Fail(ErrorCode::kStorage, "f", "task 3 failed") : arrow::Status::OK();
  });
  EXPECT_THAT(status, FailsWith(ErrorCode::kStorage, "f"));
  EXPECT_LT(started.load(), 100000);
}

TEST(RunTasksTest, NoTasksIsFine) {
  HUDI_ASSERT_OK(RunTasks(4, 0, [](size_t) { return arrow::Status::Invalid("never"); }));
}

}  // namespace
}  // namespace hudi
