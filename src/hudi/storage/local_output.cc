// SPDX-License-Identifier: Apache-2.0
#include "hudi/storage/local_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "hudi/error.h"
#include "hudi/storage/refusal.h"

namespace hudi {
namespace {

/// As much is handed to the disk at a time, while the rest of the file is still made.
constexpr int64_t kEarlyFlushBytes = 4 * 1024 * 1024;

arrow::Status OutputError(const std::string& path, std::string_view doing, int error) {
  return Fail(ErrorCode::kStorage, path, "cannot ", doing, " '", path,
              "': ", RefusalText(path, error));
}
}  // namespace

LocalOutput::LocalOutput(int fd, std::string full_path, std::string path, StorageHook hook,
                         bool flush)
    : fd_(fd),
      full_path_(std::move(full_path)),
      path_(std::move(path)),
      hook_(std::move(hook)),
      flush_(flush) {}

arrow::Result<std::shared_ptr<arrow::io::OutputStream>> LocalOutput::Create(std::string full_path,
                                                                            std::string path,
                                                                            StorageHook hook,
                                                                            bool flush) {
  int fd = open(full_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return OutputError(full_path, "create", errno);
  return std::shared_ptr<arrow::io::OutputStream>(
      new LocalOutput(fd, std::move(full_path), std::move(path), std::move(hook), flush));
}

LocalOutput::~LocalOutput() {
  if (fd_ >= 0) close(fd_);
}

arrow::Status LocalOutput::Write(const void* data, int64_t num_bytes) {
  if (fd_ < 0) {
    return Fail(ErrorCode::kInternal, full_path_, "write to the closed file '", full_path_, "'");
  }
  if (hook_) ARROW_RETURN_NOT_OK(hook_(StorageCall::kWrite, path_));
  const char* bytes = static_cast<const char*>(data);
  int64_t done = 0;
  while (done < num_bytes) {
    ssize_t n = write(fd_, bytes + done, static_cast<size_t>(num_bytes - done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return OutputError(full_path_, "write", errno);
    done += n;
  }
  position_ += num_bytes;
#ifdef SYNC_FILE_RANGE_WRITE
  if (flush_ && position_ - handed_on_ >= kEarlyFlushBytes) {
    // Only begins to write; Close() waits for it, and says whether it went well.
    sync_file_range(fd_, handed_on_, position_ - handed_on_, SYNC_FILE_RANGE_WRITE);
    handed_on_ = position_;
  }
#endif
  return arrow::Status::OK();
}

arrow::Status LocalOutput::Close() {
  if (fd_ < 0) return arrow::Status::OK();
  if (hook_) ARROW_RETURN_NOT_OK(hook_(StorageCall::kClose, path_));
  int fd = fd_;
  fd_ = -1;
  if (flush_ && queue_ != nullptr) {
    queue_->Add(fd, full_path_);
    return arrow::Status::OK();
  }
  bool synced = !flush_ || fsync(fd) == 0;
  int error = errno;
  if (close(fd) != 0 && synced) {
    synced = false;
    error = errno;
  }
  return synced ? arrow::Status::OK() : OutputError(full_path_, "write", error);
}

arrow::Status LocalOutput::Abort() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  return arrow::Status::OK();
}

void FlushLater(arrow::io::OutputStream* output, FlushQueue* queue) {
  auto* local = dynamic_cast<LocalOutput*>(output);
  if (local != nullptr) local->set_queue(queue);
}

}  // namespace hudi
