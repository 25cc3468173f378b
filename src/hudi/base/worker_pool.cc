// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace hudi {

int ResolveThreads(int requested) {
  if (requested > 0) return requested;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

arrow::Status RunTasks(int threads, size_t num_tasks,
                       const std::function<arrow::Status(size_t)>& task) {
  size_t num_threads = std::min(num_tasks, static_cast<size_t>(ResolveThreads(threads)));
  if (num_threads <= 1) {
    for (size_t i = 0; i < num_tasks; ++i) ARROW_RETURN_NOT_OK(task(i));
    return arrow::Status::OK();
  }
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  arrow::Status first_failure;
  auto work = [&] {
    while (!failed.load(std::memory_order_relaxed)) {
      size_t i = next.fetch_add(1);
      if (i >= num_tasks) return;
      arrow::Status status = task(i);
      if (status.ok()) continue;
      std::lock_guard<std::mutex> guard(mutex);
      if (!failed.exchange(true)) first_failure = std::move(status);
    }
  };
  std::vector<std::thread> workers;
  workers.reserve(num_threads - 1);
  for (size_t i = 1; i < num_threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return first_failure;
}

}  // namespace hudi
