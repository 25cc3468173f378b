// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "hudi/error.h"

namespace hudi::cli {
namespace {

std::atomic<bool> reader_is_gone{false};

/// Gathers small writes to a file descriptor.
class DescriptorOutput : public arrow::io::OutputStream {
 public:
  DescriptorOutput(int descriptor, std::string name, std::function<void()> before_first_byte = {})
      : descriptor_(descriptor),
        name_(std::move(name)),
        before_first_byte_(std::move(before_first_byte)) {
    set_mode(arrow::io::FileMode::WRITE);
  }
  ~DescriptorOutput() override {
    if (!closed_ && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  }

  arrow::Status Write(const void* data, int64_t num_bytes) override {
    pending_.append(static_cast<const char*>(data), static_cast<size_t>(num_bytes));
    position_ += num_bytes;
    constexpr size_t kFull = 64 * 1024;
    return pending_.size() < kFull ? arrow::Status::OK() : Flush();
  }

  arrow::Status Flush() override {
    std::string_view rest = pending_;
    if (!rest.empty() && before_first_byte_) std::exchange(before_first_byte_, {})();
    while (!rest.empty()) {
      ssize_t put = ::write(descriptor_, rest.data(), rest.size());
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        if (errno == EPIPE) reader_is_gone = true;
        arrow::Status status = Fail(ErrorCode::kStorage, name_, name_, ": ", std::strerror(errno));
        pending_.clear();
        return status;
      }
      rest.remove_prefix(static_cast<size_t>(put));
    }
    pending_.clear();
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    if (closed_) return arrow::Status::OK();
    arrow::Status status = Flush();
    closed_ = true;
    if (descriptor_ != STDOUT_FILENO && ::close(descriptor_) != 0 && status.ok()) {
      status = Fail(ErrorCode::kStorage, name_, name_, ": ", std::strerror(errno));
    }
    return status;
  }

  bool closed() const override { return closed_; }
  arrow::Result<int64_t> Tell() const override { return position_; }

 private:
  int descriptor_;
  std::string name_;
  std::function<void()> before_first_byte_;
  std::string pending_;
  int64_t position_ = 0;
  bool closed_ = false;
};

}  // namespace

std::shared_ptr<arrow::io::OutputStream> StandardOutput(std::function<void()> before_first_byte) {
  return std::make_shared<DescriptorOutput>(STDOUT_FILENO, "standard output",
                                            std::move(before_first_byte));
}

bool OutputReaderIsGone() { return reader_is_gone; }

arrow::Status Print(const std::string& text) {
  std::shared_ptr<arrow::io::OutputStream> output = StandardOutput();
  ARROW_RETURN_NOT_OK(output->Write(text.data(), static_cast<int64_t>(text.size())));
  return output->Flush();
}

arrow::Result<std::unique_ptr<WholeFile>> WholeFile::Create(const std::string& path) {
  std::unique_ptr<WholeFile> file(new WholeFile());
  file->path_ = path;
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    // A pipe or a device cannot be replaced, only written to.
    file->committed_ = true;
    int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
      return Fail(ErrorCode::kStorage, path, path, ": cannot write: ", std::strerror(errno));
    }
    file->stream_ = std::make_shared<DescriptorOutput>(descriptor, path);
    return file;
  }
  file->temporary_path_ = path + ".XXXXXX";
  int descriptor = ::mkstemp(file->temporary_path_.data());
  if (descriptor < 0) {
    file->committed_ = true;  // there is nothing to remove
    return Fail(ErrorCode::kStorage, path, path, ": cannot create: ", std::strerror(errno));
  }
  // mkstemp lets nobody else read; a plain file is as open as the umask says.
  mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor, 0666 & ~mask);
  file->stream_ = std::make_shared<DescriptorOutput>(descriptor, path);
  return file;
}

WholeFile::~WholeFile() {
  if (!committed_) ::unlink(temporary_path_.c_str());
}

arrow::Status WholeFile::Commit() {
  ARROW_RETURN_NOT_OK(stream_->Close());
  if (committed_) return arrow::Status::OK();
  if (std::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    return Fail(ErrorCode::kStorage, path_, path_, ": cannot rename: ", std::strerror(errno));
  }
  committed_ = true;
  return arrow::Status::OK();
}

RowOutputFormat OutputFormatOf(std::string_view name) {
  if (name == "json") return RowOutputFormat::kJson;
  if (name == "csv") return RowOutputFormat::kCsv;
  if (name == "parquet") return RowOutputFormat::kParquet;
  if (name == "arrow") return RowOutputFormat::kArrow;
  return RowOutputFormat::kTable;
}

}  // namespace hudi::cli
