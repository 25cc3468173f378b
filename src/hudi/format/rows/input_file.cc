// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <arrow/io/api.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi::rows {
namespace {

/// A file descriptor as a stream. Standard input stays open.
class DescriptorStream : public arrow::io::InputStream {
 public:
  explicit DescriptorStream(int descriptor, std::string name)
      : descriptor_(descriptor), name_(std::move(name)) {
    set_mode(arrow::io::FileMode::READ);
  }
  ~DescriptorStream() override { CloseDescriptor(); }

  arrow::Status Close() override {
    CloseDescriptor();
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }
  arrow::Result<int64_t> Tell() const override { return position_; }

  arrow::Result<int64_t> Read(int64_t num_bytes, void* out) override {
    while (true) {
      ssize_t got = ::read(descriptor_, out, static_cast<size_t>(num_bytes));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        return Fail(ErrorCode::kStorage, name_, name_, ": cannot read: ", std::strerror(errno));
      }
      position_ += got;
      return got;
    }
  }

  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t num_bytes) override {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ResizableBuffer> buffer,
                          arrow::AllocateResizableBuffer(num_bytes));
    ARROW_ASSIGN_OR_RAISE(int64_t got, Read(num_bytes, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got));
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
  }

 private:
  void CloseDescriptor() {
    if (!closed_ && descriptor_ != STDIN_FILENO) ::close(descriptor_);
    closed_ = true;
  }

  int descriptor_;
  std::string name_;
  int64_t position_ = 0;
  bool closed_ = false;
};

arrow::Status StorageError(const std::string& name, std::string_view doing) {
  return Fail(ErrorCode::kStorage, name, name, ": ", doing, ": ", std::strerror(errno));
}

arrow::Status WriteAll(int descriptor, const char* bytes, size_t size, const std::string& name) {
  while (size > 0) {
    ssize_t put = ::write(descriptor, bytes, size);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return StorageError(name, "cannot write a temporary copy");
    bytes += put;
    size -= static_cast<size_t>(put);
  }
  return arrow::Status::OK();
}

// The file has no name by the time this returns, so nothing needs to be cleaned up.
arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> CopyToTemporaryFile(
    arrow::io::InputStream& stream, const std::string& name) {
  const char* directory = std::getenv("TMPDIR");
  std::string path = std::string(directory != nullptr && *directory != '\0' ? directory : "/tmp") +
                     "/hudi-input-XXXXXX";
  int descriptor = ::mkstemp(path.data());
  if (descriptor < 0) return StorageError(path, "cannot create a temporary file");
  ::unlink(path.c_str());
  std::vector<char> block(1024 * 1024);
  while (true) {
    arrow::Result<int64_t> got = stream.Read(static_cast<int64_t>(block.size()), block.data());
    arrow::Status status = got.status();
    if (got.ok() && *got > 0) {
      status = WriteAll(descriptor, block.data(), static_cast<size_t>(*got), path);
    }
    if (!status.ok()) {
      ::close(descriptor);
      return status;
    }
    if (*got == 0) break;
  }
  if (::lseek(descriptor, 0, SEEK_SET) < 0) {
    ::close(descriptor);
    return StorageError(name, "cannot read the temporary copy");
  }
  return arrow::io::ReadableFile::Open(descriptor);  // closes it in the end
}

std::string LocalPath(const std::string& path) {
  constexpr std::string_view kFileScheme = "file:";
  if (!path.starts_with(kFileScheme)) return path;
  std::string local = path.substr(kFileScheme.size());
  return local.starts_with("//") ? local.substr(2) : local;
}

}  // namespace

arrow::Result<InputFile> InputFile::Open(const std::string& path) {
  InputFile input;
  if (path == "-") {
    input.name_ = "<stdin>";
    input.is_stdin_ = true;
    return input;
  }
  input.path_ = LocalPath(path);
  input.name_ = input.path_;
  size_t scheme = input.path_.find("://");
  if (scheme != std::string::npos) {
    return Fail(ErrorCode::kUnsupported, path, path, ": '", path.substr(0, scheme),
                "' storage is not supported: expected a local file");
  }
  std::error_code error;
  std::filesystem::file_status status = std::filesystem::status(input.path_, error);
  if (!std::filesystem::exists(status)) {
    std::string reason =
        status.type() == std::filesystem::file_type::not_found ? "no such file" : error.message();
    return Fail(ErrorCode::kNotFound, input.path_, input.path_, ": ", reason);
  }
  if (std::filesystem::is_directory(status)) {
    return Fail(ErrorCode::kInvalidArgument, input.path_, input.path_,
                ": is a directory: expected a file of rows");
  }
  if (::access(input.path_.c_str(), R_OK) != 0) return StorageError(input.path_, "cannot read");
  return input;
}

arrow::Result<std::shared_ptr<arrow::io::InputStream>> InputFile::OpenStream() {
  if (is_stdin_ && copy_ == nullptr) {
    if (stream_taken_) {
      return Fail(ErrorCode::kStorage, name_, name_, ": standard input can be read only once");
    }
    stream_taken_ = true;
    return std::make_shared<DescriptorStream>(STDIN_FILENO, name_);
  }
  if (copy_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(int64_t size, copy_->GetSize());
    return arrow::io::RandomAccessFile::GetStream(copy_, 0, size);
  }
  // Not ReadableFile: named pipes have no size.
  std::error_code error;
  if (std::filesystem::is_regular_file(path_, error)) {
    arrow::Result<std::shared_ptr<arrow::io::ReadableFile>> file =
        arrow::io::ReadableFile::Open(path_);
    if (!file.ok()) {
      return Fail(ErrorCode::kStorage, name_, name_, ": ", file.status().message());
    }
    return *file;
  }
  int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return StorageError(name_, "cannot read");
  return std::make_shared<DescriptorStream>(descriptor, name_);
}

arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> InputFile::OpenFile() {
  if (copy_ != nullptr) return copy_;
  std::error_code error;
  if (!is_stdin_ && std::filesystem::is_regular_file(path_, error)) {
    arrow::Result<std::shared_ptr<arrow::io::ReadableFile>> file =
        arrow::io::ReadableFile::Open(path_);
    if (!file.ok()) {
      return Fail(ErrorCode::kStorage, name_, name_, ": ", file.status().message());
    }
    return *file;
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream, OpenStream());
  ARROW_ASSIGN_OR_RAISE(copy_, CopyToTemporaryFile(*stream, name_));
  return copy_;
}

}  // namespace hudi::rows
