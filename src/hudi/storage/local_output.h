// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/storage/flush_queue.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// A new local file, written front to back. Close() flushes it to the device (unless told not to),
/// so that a commit never names a file whose bytes are not there after a power cut.
class LocalOutput : public arrow::io::OutputStream {
 public:
  /// `full_path` must not exist. `path` names the file to the hook, which may be empty.
  static arrow::Result<std::shared_ptr<arrow::io::OutputStream>> Create(std::string full_path,
                                                                        std::string path,
                                                                        StorageHook hook,
                                                                        bool flush);
  ~LocalOutput() override;

  arrow::Status Close() override;
  arrow::Status Abort() override;
  void set_queue(FlushQueue* queue) { queue_ = queue; }
  bool closed() const override { return fd_ < 0; }
  arrow::Result<int64_t> Tell() const override { return position_; }
  using arrow::io::OutputStream::Write;
  arrow::Status Write(const void* data, int64_t num_bytes) override;

 private:
  LocalOutput(int fd, std::string full_path, std::string path, StorageHook hook, bool flush);

  int fd_;
  std::string full_path_;
  std::string path_;
  StorageHook hook_;
  bool flush_;
  FlushQueue* queue_ = nullptr;
  int64_t position_ = 0;
  int64_t handed_on_ = 0;  ///< bytes that the system was told to write
};

/// From now on Close() leaves the flushing of a local file to the queue, which must outlive it.
/// Other streams stay as they are.
void FlushLater(arrow::io::OutputStream* output, FlushQueue* queue);

}  // namespace hudi
