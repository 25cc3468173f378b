// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <arrow/status.h>

namespace hudi::bench {

/// Runs task(0) ... task(num_tasks - 1) on `threads` threads; returns the first failure.
inline arrow::Status RunOnThreads(int threads, size_t num_tasks,
                                  const std::function<arrow::Status(size_t)>& task) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  arrow::Status failure;
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t) {
    pool.emplace_back([&] {
      for (size_t i = next++; i < num_tasks; i = next++) {
        arrow::Status status = task(i);
        if (status.ok()) continue;
        next = num_tasks;
        std::lock_guard lock(mutex);
        failure &= status;
      }
    });
  }
  for (std::thread& thread : pool) thread.join();
  return failure;
}

}  // namespace hudi::bench
