// SPDX-License-Identifier: Apache-2.0
#include "hudi/storage/flush_queue.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "hudi/error.h"

namespace hudi {
namespace {

// They wait for the device, not for a core.
constexpr size_t kThreads = 4;
constexpr size_t kMaxWaiting = 64;

}  // namespace

FlushQueue::~FlushQueue() {
  {
    std::lock_guard<std::mutex> guard(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void FlushQueue::Add(int fd, std::string full_path) {
  std::unique_lock<std::mutex> guard(mutex_);
  changed_.wait(guard, [&] { return waiting_.size() < kMaxWaiting; });
  waiting_.push_back({fd, std::move(full_path)});
  if (threads_.size() < kThreads && threads_.size() < waiting_.size() + running_) {
    threads_.emplace_back([this] { Work(); });
  }
  changed_.notify_all();
}

arrow::Status FlushQueue::Wait() {
  std::unique_lock<std::mutex> guard(mutex_);
  changed_.wait(guard, [&] { return waiting_.empty() && running_ == 0; });
  return first_error_;
}

void FlushQueue::Work() {
  std::unique_lock<std::mutex> guard(mutex_);
  while (true) {
    changed_.wait(guard, [&] { return stop_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    File file = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    guard.unlock();
    int error = fsync(file.fd) == 0 ? 0 : errno;
    if (close(file.fd) != 0 && error == 0) error = errno;
    guard.lock();
    --running_;
    if (error != 0 && first_error_.ok()) {
      first_error_ = Fail(ErrorCode::kStorage, file.full_path, "cannot write '", file.full_path,
                          "': ", std::strerror(error));
    }
    changed_.notify_all();
  }
}

}  // namespace hudi
