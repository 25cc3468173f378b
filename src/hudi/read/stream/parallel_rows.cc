// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/parallel_rows.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <arrow/util/byte_size.h>

namespace hudi {
namespace {

using BatchPtr = std::shared_ptr<arrow::RecordBatch>;
using ReaderPtr = std::shared_ptr<arrow::RecordBatchReader>;

// One source after the other, on the caller's thread.
class SequentialRows : public arrow::RecordBatchReader {
 public:
  SequentialRows(std::shared_ptr<arrow::Schema> schema, size_t num_sources, RowSource open)
      : schema_(std::move(schema)), num_sources_(num_sources), open_(std::move(open)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(BatchPtr* batch) override {
    for (;;) {
      *batch = nullptr;
      ARROW_RETURN_NOT_OK(failure_);
      if (current_ == nullptr) {
        if (next_ == num_sources_) return arrow::Status::OK();
        arrow::Result<ReaderPtr> opened = open_(next_++);
        failure_ = opened.status();
        if (opened.ok()) current_ = *std::move(opened);
        continue;
      }
      failure_ = current_->ReadNext(batch);
      if (failure_.ok() && *batch != nullptr) return failure_;
      current_ = nullptr;
    }
  }

  arrow::Status Close() override {
    current_ = nullptr;
    next_ = num_sources_;
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::Schema> schema_;
  size_t num_sources_;
  RowSource open_;
  size_t next_ = 0;
  ReaderPtr current_;
  arrow::Status failure_;
};

class ThreadedRows : public arrow::RecordBatchReader {
 public:
  ThreadedRows(std::shared_ptr<arrow::Schema> schema, size_t num_sources, RowSource open,
               const ParallelRowsOptions& options)
      : schema_(std::move(schema)),
        num_sources_(num_sources),
        open_(std::move(open)),
        options_(options),
        lanes_(options.ordered ? num_sources : 1) {}

  ~ThreadedRows() override { Stop(); }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(BatchPtr* batch) override {
    *batch = nullptr;
    ARROW_RETURN_NOT_OK(StartThreads());
    std::unique_lock lock(mutex_);
    for (;;) {
      Lane& lane = lanes_[turn_];
      if (!lane.batches.empty()) {
        *batch = std::move(lane.batches.front());
        lane.batches.pop_front();
        buffered_bytes_ -= arrow::util::TotalBufferSize(**batch);
        room_.notify_all();
        return arrow::Status::OK();
      }
      if (!failure_.ok()) return failure_;
      if (stopped_) return arrow::Status::OK();
      if (options_.ordered && lane.done) {
        if (turn_ + 1 == lanes_.size()) return arrow::Status::OK();
        ++turn_;
        room_.notify_all();  // the thread whose turn it is now need not wait any more
        continue;
      }
      if (num_done_ == num_sources_) return arrow::Status::OK();
      news_.wait(lock);
    }
  }

  arrow::Status Close() override {
    Stop();
    return arrow::Status::OK();
  }

 private:
  // What waits for the reader: of one source if ordered, else of all.
  struct Lane {
    std::deque<BatchPtr> batches;
    bool done = false;
  };

  arrow::Status StartThreads() {
    if (started_) return arrow::Status::OK();
    started_ = true;
    const size_t wanted = std::min(static_cast<size_t>(options_.threads), num_sources_);
    try {
      while (threads_.size() < wanted) threads_.emplace_back([this] { Work(); });
    } catch (const std::system_error& e) {
      // Fewer threads do as well; none does not.
      if (threads_.empty()) {
        return arrow::Status::UnknownError("cannot start a thread: ", e.what());
      }
    }
    return arrow::Status::OK();
  }

  void Work() {
    for (;;) {
      size_t source = 0;
      {
        std::lock_guard lock(mutex_);
        if (stopped_ || !failure_.ok() || next_source_ == num_sources_) return;
        source = next_source_++;
      }
      arrow::Status status = ReadSource(source);
      std::lock_guard lock(mutex_);
      if (!status.ok() && failure_.ok()) failure_ = std::move(status);
      lanes_[LaneOf(source)].done = true;
      ++num_done_;
      news_.notify_all();
      room_.notify_all();
    }
  }

  arrow::Status ReadSource(size_t source) {
    ARROW_ASSIGN_OR_RAISE(ReaderPtr rows, open_(source));
    for (;;) {
      BatchPtr batch;
      ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
      if (batch == nullptr) return arrow::Status::OK();
      const int64_t bytes = arrow::util::TotalBufferSize(*batch);
      std::unique_lock lock(mutex_);
      room_.wait(lock, [&] {
        return stopped_ || !failure_.ok() || buffered_bytes_ < options_.buffered_bytes ||
               (options_.ordered && source == turn_);
      });
      if (stopped_ || !failure_.ok()) return arrow::Status::OK();
      buffered_bytes_ += bytes;
      lanes_[LaneOf(source)].batches.push_back(std::move(batch));
      news_.notify_all();
    }
  }

  size_t LaneOf(size_t source) const { return options_.ordered ? source : 0; }

  void Stop() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
      for (Lane& lane : lanes_) lane.batches.clear();
      buffered_bytes_ = 0;
      room_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    started_ = true;
  }

  const std::shared_ptr<arrow::Schema> schema_;
  const size_t num_sources_;
  const RowSource open_;
  const ParallelRowsOptions options_;

  std::vector<std::thread> threads_;
  bool started_ = false;

  std::mutex mutex_;
  std::condition_variable room_;  // for the threads: a batch was taken, or it is their turn
  std::condition_variable news_;  // for the reader: a batch came, a source ended
  std::vector<Lane> lanes_;
  size_t turn_ = 0;  // the lane that the reader takes from
  size_t next_source_ = 0;
  size_t num_done_ = 0;
  int64_t buffered_bytes_ = 0;
  bool stopped_ = false;
  arrow::Status failure_;
};

}  // namespace

ReaderPtr ParallelRows(std::shared_ptr<arrow::Schema> schema, size_t num_sources, RowSource open,
                       const ParallelRowsOptions& options) {
  if (options.threads <= 1 || num_sources <= 1) {
    return std::make_shared<SequentialRows>(std::move(schema), num_sources, std::move(open));
  }
  return std::make_shared<ThreadedRows>(std::move(schema), num_sources, std::move(open), options);
}

}  // namespace hudi
