// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <arrow/status.h>

namespace hudi {

/// Flushes written files to the device on threads of its own, so that who has written them goes on
/// meanwhile.
///
/// Thread-safe.
class FlushQueue {
 public:
  FlushQueue() = default;
  /// Waits for what was added.
  ~FlushQueue();
  FlushQueue(const FlushQueue&) = delete;
  FlushQueue& operator=(const FlushQueue&) = delete;

  /// Takes an open descriptor over: flushes and closes it. Waits first if very many are open.
  void Add(int fd, std::string full_path);
  /// Returns when all files added before are on the device. Errors: kStorage with the path as
  /// subject, for the first that failed, then and in every later call.
  arrow::Status Wait();

 private:
  struct File {
    int fd;
    std::string full_path;
  };
  void Work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<File> waiting_;
  size_t running_ = 0;
  bool stop_ = false;
  arrow::Status first_error_;
  std::vector<std::thread> threads_;
};

}  // namespace hudi
