// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/input_file.h"

#include <fcntl.h>
#include <poll.h>
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

arrow::Status CheckStop(const InputWatch& watch) {
  if (!watch.should_stop || !watch.should_stop()) return arrow::Status::OK();
  return Fail(ErrorCode::kInterrupted, "", "interrupted");
}

void CountBytes(const InputWatch& watch, int64_t bytes) {
  if (watch.progress == nullptr) return;
  watch.progress->bytes_done.fetch_add(bytes, std::memory_order_relaxed);
}

/// A file descriptor as a stream. Standard input stays open.
class DescriptorStream : public arrow::io::InputStream {
 public:
  DescriptorStream(int descriptor, std::string name, InputWatch watch)
      : descriptor_(descriptor), name_(std::move(name)), watch_(std::move(watch)) {
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
      ARROW_RETURN_NOT_OK(AwaitBytes());
      ssize_t got = ::read(descriptor_, out, static_cast<size_t>(num_bytes));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        return Fail(ErrorCode::kStorage, name_, name_, ": cannot read: ", std::strerror(errno));
      }
      position_ += got;
      CountBytes(watch_, got);
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
  // A pipe may give nothing for long: whoever asks to stop is heard meanwhile.
  arrow::Status AwaitBytes() const {
    constexpr int kPollMs = 100;
    if (!watch_.should_stop) return arrow::Status::OK();
    pollfd wanted = {descriptor_, POLLIN, 0};
    while (true) {
      ARROW_RETURN_NOT_OK(CheckStop(watch_));
      int ready = ::poll(&wanted, 1, kPollMs);
      // What is wrong with the descriptor, read() says.
      if (ready > 0 || (ready < 0 && errno != EINTR)) return arrow::Status::OK();
    }
  }

  void CloseDescriptor() {
    if (!closed_ && descriptor_ != STDIN_FILENO) ::close(descriptor_);
    closed_ = true;
  }

  int descriptor_;
  std::string name_;
  InputWatch watch_;
  int64_t position_ = 0;
  bool closed_ = false;
};

/// A file that tells how much of it was read, and that ends when asked to.
class WatchedFile : public arrow::io::RandomAccessFile {
 public:
  WatchedFile(std::shared_ptr<arrow::io::RandomAccessFile> file, InputWatch watch)
      : file_(std::move(file)), watch_(std::move(watch)) {
    set_mode(arrow::io::FileMode::READ);
  }
  ~WatchedFile() override { [[maybe_unused]] arrow::Status closed = file_->Close(); }

  arrow::Status Close() override { return file_->Close(); }
  bool closed() const override { return file_->closed(); }
  arrow::Result<int64_t> Tell() const override { return file_->Tell(); }
  arrow::Status Seek(int64_t position) override { return file_->Seek(position); }
  arrow::Result<int64_t> GetSize() override { return file_->GetSize(); }

  arrow::Result<int64_t> Read(int64_t num_bytes, void* out) override {
    ARROW_RETURN_NOT_OK(CheckStop(watch_));
    ARROW_ASSIGN_OR_RAISE(int64_t got, file_->Read(num_bytes, out));
    CountBytes(watch_, got);
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t num_bytes) override {
    ARROW_RETURN_NOT_OK(CheckStop(watch_));
    return Counted(file_->Read(num_bytes));
  }
  arrow::Result<int64_t> ReadAt(int64_t position, int64_t num_bytes, void* out) override {
    ARROW_RETURN_NOT_OK(CheckStop(watch_));
    ARROW_ASSIGN_OR_RAISE(int64_t got, file_->ReadAt(position, num_bytes, out));
    CountBytes(watch_, got);
    return got;
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t position,
                                                       int64_t num_bytes) override {
    ARROW_RETURN_NOT_OK(CheckStop(watch_));
    return Counted(file_->ReadAt(position, num_bytes));
  }

 private:
  arrow::Result<std::shared_ptr<arrow::Buffer>> Counted(
      arrow::Result<std::shared_ptr<arrow::Buffer>> bytes) const {
    if (bytes.ok()) CountBytes(watch_, (*bytes)->size());
    return bytes;
  }

  std::shared_ptr<arrow::io::RandomAccessFile> file_;
  InputWatch watch_;
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

arrow::Result<InputFile> InputFile::Open(const std::string& path, InputWatch watch) {
  InputFile input;
  input.watch_ = std::move(watch);
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

std::optional<int64_t> InputFile::Size() const {
  if (copy_ != nullptr) {
    arrow::Result<int64_t> size = copy_->GetSize();
    return size.ok() ? std::optional(*size) : std::nullopt;
  }
  std::error_code error;
  if (is_stdin_ || !std::filesystem::is_regular_file(path_, error)) return std::nullopt;
  std::uintmax_t size = std::filesystem::file_size(path_, error);
  return error ? std::nullopt : std::optional(static_cast<int64_t>(size));
}

arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> InputFile::OpenPath() const {
  arrow::Result<std::shared_ptr<arrow::io::ReadableFile>> file =
      arrow::io::ReadableFile::Open(path_);
  if (!file.ok()) return Fail(ErrorCode::kStorage, name_, name_, ": ", file.status().message());
  return std::make_shared<WatchedFile>(*file, watch_);
}

arrow::Result<std::shared_ptr<arrow::io::InputStream>> InputFile::OpenStream() {
  if (is_stdin_ && copy_ == nullptr) {
    if (stream_taken_) {
      return Fail(ErrorCode::kStorage, name_, name_, ": standard input can be read only once");
    }
    stream_taken_ = true;
    return std::make_shared<DescriptorStream>(STDIN_FILENO, name_, watch_);
  }
  if (copy_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(int64_t size, copy_->GetSize());
    return arrow::io::RandomAccessFile::GetStream(copy_, 0, size);
  }
  // Not ReadableFile: named pipes have no size.
  std::error_code error;
  if (std::filesystem::is_regular_file(path_, error)) return OpenPath();
  int descriptor = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return StorageError(name_, "cannot read");
  return std::make_shared<DescriptorStream>(descriptor, name_, watch_);
}

arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> InputFile::OpenFile() {
  if (copy_ != nullptr) return copy_;
  std::error_code error;
  if (!is_stdin_ && std::filesystem::is_regular_file(path_, error)) return OpenPath();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream, OpenStream());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> copy,
                        CopyToTemporaryFile(*stream, name_));
  copy_ = std::make_shared<WatchedFile>(std::move(copy), watch_);
  return copy_;
}

}  // namespace hudi::rows
