// SPDX-License-Identifier: Apache-2.0
#include "hudi/storage/storage.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>

#include <arrow/io/file.h>

#include "hudi/error.h"
#include "hudi/storage/local_output.h"
#include "hudi/storage/refusal.h"

namespace hudi {
namespace fs = std::filesystem;

namespace {

arrow::Status StorageError(std::string_view path, std::string_view doing, int error) {
  ErrorCode code = error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kStorage;
  const std::string why =
      error == ENOENT ? std::strerror(error) : RefusalText(std::string(path), error);
  return Fail(code, path, "cannot ", doing, " '", path, "': ", why);
}

/// A name in the same directory that neither the timeline nor a listing of data files takes for one
/// of its own.
std::string TemporaryName(std::string_view path) {
  static std::atomic<uint64_t> counter{0};
  size_t slash = path.rfind('/');
  std::string directory(slash == std::string_view::npos ? std::string_view()
                                                        : path.substr(0, slash + 1));
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  return directory + ".tmp-" + std::to_string(getpid()) + "-" +
         std::to_string(counter.fetch_add(1)) + "-" + std::string(name);
}

std::string ChecksumSideFile(std::string_view path) {
  size_t slash = path.rfind('/');
  size_t start = slash == std::string_view::npos ? 0 : slash + 1;
  return std::string(path.substr(0, start)) + "." + std::string(path.substr(start)) + ".crc";
}

arrow::Status WriteWhole(const std::string& full_path, std::string_view content, bool flush) {
  int fd = open(full_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd < 0) return StorageError(full_path, "create", errno);
  size_t done = 0;
  while (done < content.size()) {
    ssize_t n = write(fd, content.data() + done, content.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      int error = errno;
      close(fd);
      unlink(full_path.c_str());
      return StorageError(full_path, "write", error);
    }
    done += static_cast<size_t>(n);
  }
  if ((flush && fsync(fd) != 0) || close(fd) != 0) {
    int error = errno;
    unlink(full_path.c_str());
    return StorageError(full_path, "write", error);
  }
  return arrow::Status::OK();
}

/// Makes a rename or link durable. Failure is not an error: some file systems cannot sync
/// directories.
void SyncDirectory(const std::string& full_path) {
  int fd = open(full_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

void SyncDirectoryOf(const std::string& full_path) {
  SyncDirectory(fs::path(full_path).parent_path().string());
}

FileEntry EntryOf(std::string path, const struct stat& info) {
  FileEntry entry;
  entry.path = std::move(path);
  entry.is_directory = S_ISDIR(info.st_mode);
  entry.size_bytes = entry.is_directory ? 0 : static_cast<int64_t>(info.st_size);
  entry.mtime_ms =
      static_cast<int64_t>(info.st_mtim.tv_sec) * 1000 + info.st_mtim.tv_nsec / 1000000;
  return entry;
}

class FileLock : public Storage::Lock {
 public:
  explicit FileLock(int fd) : fd_(fd) {}
  ~FileLock() override { close(fd_); }

 private:
  int fd_;
};

/// Lets the hook refuse reads too.
class HookedInput : public arrow::io::RandomAccessFile {
 public:
  HookedInput(std::shared_ptr<arrow::io::RandomAccessFile> file, StorageHook hook, std::string path)
      : file_(std::move(file)), hook_(std::move(hook)), path_(std::move(path)) {}

  arrow::Status Close() override { return file_->Close(); }
  bool closed() const override { return file_->closed(); }
  arrow::Result<int64_t> Tell() const override { return file_->Tell(); }
  arrow::Status Seek(int64_t position) override { return file_->Seek(position); }
  arrow::Result<int64_t> GetSize() override { return file_->GetSize(); }
  arrow::Result<int64_t> Read(int64_t n, void* out) override {
    ARROW_RETURN_NOT_OK(hook_(StorageCall::kRead, path_));
    return file_->Read(n, out);
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t n) override {
    ARROW_RETURN_NOT_OK(hook_(StorageCall::kRead, path_));
    return file_->Read(n);
  }
  arrow::Result<int64_t> ReadAt(int64_t position, int64_t n, void* out) override {
    ARROW_RETURN_NOT_OK(hook_(StorageCall::kRead, path_));
    return file_->ReadAt(position, n, out);
  }
  arrow::Result<std::shared_ptr<arrow::Buffer>> ReadAt(int64_t position, int64_t n) override {
    ARROW_RETURN_NOT_OK(hook_(StorageCall::kRead, path_));
    return file_->ReadAt(position, n);
  }

 private:
  std::shared_ptr<arrow::io::RandomAccessFile> file_;
  StorageHook hook_;
  std::string path_;
};

}  // namespace

std::string_view FileEntry::name() const {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string_view(path)
                                    : std::string_view(path).substr(slash + 1);
}

bool IsChecksumSideFile(std::string_view name) {
  return name.size() > 5 && name.front() == '.' && name.ends_with(".crc");
}

class Storage::Impl {
 public:
  explicit Impl(std::string root) : root_(std::move(root)) {}

  const std::string& root() const { return root_; }
  std::string Full(std::string_view path) const {
    return path.empty() ? root_ : root_ + "/" + std::string(path);
  }
  void set_hook(StorageHook hook) { hook_ = std::move(hook); }
  void set_flush(bool flush) { flush_ = flush; }
  bool flush(Durability durability = Durability::kFlushed) const {
    return flush_ && durability == Durability::kFlushed;
  }
  const StorageHook& hook() const { return hook_; }
  arrow::Status Before(StorageCall call, std::string_view path) const {
    return hook_ ? hook_(call, path) : arrow::Status::OK();
  }

 private:
  std::string root_;
  StorageHook hook_;
  bool flush_ = true;
};

Storage::Storage(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Storage::~Storage() = default;

arrow::Result<std::shared_ptr<Storage>> Storage::Open(std::string_view root) {
  std::string_view path = root;
  size_t scheme_end = root.find("://");
  if (root.starts_with("file:")) {
    path.remove_prefix(5);
    while (path.starts_with("//")) path.remove_prefix(1);
  } else if (scheme_end != std::string_view::npos &&
             root.substr(0, scheme_end).find('/') == std::string_view::npos) {
    return Fail(ErrorCode::kUnsupported, root, "'", root, "': storage '",
                root.substr(0, scheme_end),
                "' is not supported yet; use a local path or a file: URI");
  }
  if (path.empty()) {
    return Fail(ErrorCode::kInvalidArgument, root, "the path of the table is empty");
  }
  std::error_code error;
  fs::path absolute = fs::absolute(fs::path(std::string(path)), error).lexically_normal();
  if (error) return StorageError(path, "resolve", error.value());
  std::string text = absolute.string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return std::shared_ptr<Storage>(new Storage(std::make_unique<Impl>(std::move(text))));
}

const std::string& Storage::root() const { return impl_->root(); }
std::string Storage::FullPath(std::string_view path) const { return impl_->Full(path); }
void Storage::set_hook(StorageHook hook) { impl_->set_hook(std::move(hook)); }
void Storage::set_flush(bool flush) { impl_->set_flush(flush); }

arrow::Result<bool> Storage::Exists(std::string_view path) const {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kStat, path));
  struct stat info;
  if (stat(impl_->Full(path).c_str(), &info) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return StorageError(impl_->Full(path), "look at", errno);
}

arrow::Result<FileEntry> Storage::Stat(std::string_view path) const {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kStat, path));
  struct stat info;
  if (stat(impl_->Full(path).c_str(), &info) != 0) {
    return StorageError(impl_->Full(path), "look at", errno);
  }
  return EntryOf(std::string(path), info);
}

arrow::Result<std::vector<FileEntry>> Storage::List(std::string_view directory) const {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kList, directory));
  std::string full = impl_->Full(directory);
  std::error_code error;
  fs::directory_iterator it(full, error);
  if (error) {
    if (error.value() == ENOENT) return std::vector<FileEntry>{};
    return StorageError(full, "list", error.value());
  }
  std::vector<FileEntry> entries;
  for (; it != fs::directory_iterator(); it.increment(error)) {
    if (error) return StorageError(full, "list", error.value());
    std::string name = it->path().filename().string();
    struct stat info;
    // A file that goes away while we list was never there.
    if (stat(it->path().c_str(), &info) != 0) continue;
    entries.push_back(
        EntryOf(directory.empty() ? name : std::string(directory) + "/" + name, info));
  }
  if (error) return StorageError(full, "list", error.value());
  std::sort(entries.begin(), entries.end(),
            [](const FileEntry& a, const FileEntry& b) { return a.path < b.path; });
  return entries;
}

arrow::Result<std::vector<FileEntry>> Storage::ListRecursive(std::string_view directory) const {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, List(directory));
  std::vector<FileEntry> all;
  for (FileEntry& entry : entries) {
    bool is_directory = entry.is_directory;
    std::string path = entry.path;
    all.push_back(std::move(entry));
    if (!is_directory) continue;
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> below, ListRecursive(path));
    std::move(below.begin(), below.end(), std::back_inserter(all));
  }
  return all;
}

arrow::Result<std::string> Storage::ReadAll(std::string_view path) const {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kOpenRead, path));
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kRead, path));
  std::string full = impl_->Full(path);
  int fd = open(full.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return StorageError(full, "read", errno);
  std::string content;
  char buffer[64 * 1024];
  while (true) {
    ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      int error = errno;
      close(fd);
      return StorageError(full, "read", error);
    }
    if (n == 0) break;
    content.append(buffer, static_cast<size_t>(n));
  }
  close(fd);
  return content;
}

arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> Storage::OpenInput(
    std::string_view path) const {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kOpenRead, path));
  std::string full = impl_->Full(path);
  struct stat info;
  if (stat(full.c_str(), &info) != 0) return StorageError(full, "read", errno);
  arrow::Result<std::shared_ptr<arrow::io::ReadableFile>> file =
      arrow::io::ReadableFile::Open(full);
  if (!file.ok()) {
    return Fail(ErrorCode::kStorage, full, "cannot read '", full, "': ", file.status().message());
  }
  if (!impl_->hook()) return std::shared_ptr<arrow::io::RandomAccessFile>(*file);
  return std::make_shared<HookedInput>(*file, impl_->hook(), std::string(path));
}

arrow::Status Storage::MakeDirectory(std::string_view path) {
  std::string full = impl_->Full(path);
  std::error_code error;
  if (fs::is_directory(full, error)) return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kMakeDirectory, path));
  fs::create_directories(full, error);
  if (error) {
    return Fail(ErrorCode::kStorage, full, "cannot create the directory '", full,
                "': ", RefusalText(full, error.value()));
  }
  return arrow::Status::OK();
}

namespace {
std::string_view ParentOf(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}
}  // namespace

arrow::Result<std::shared_ptr<arrow::io::OutputStream>> Storage::OpenOutput(std::string_view path) {
  ARROW_RETURN_NOT_OK(MakeDirectory(ParentOf(path)));
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kCreate, path));
  return LocalOutput::Create(impl_->Full(path), std::string(path), impl_->hook(), impl_->flush());
}

arrow::Result<bool> Storage::CreateExclusive(std::string_view path, std::string_view content,
                                             Durability durability) {
  ARROW_RETURN_NOT_OK(MakeDirectory(ParentOf(path)));
  std::string temporary = impl_->Full(TemporaryName(path));
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kCreate, path));
  ARROW_RETURN_NOT_OK(WriteWhole(temporary, content, impl_->flush(durability) && !content.empty()));
  arrow::Status hooked = impl_->Before(StorageCall::kRename, path);
  if (!hooked.ok()) {
    unlink(temporary.c_str());
    return hooked;
  }
  std::string full = impl_->Full(path);
  bool created = link(temporary.c_str(), full.c_str()) == 0;
  int error = errno;
  unlink(temporary.c_str());
  if (!created) {
    if (error == EEXIST) return false;
    return StorageError(full, "create", error);
  }
  if (impl_->flush(durability)) SyncDirectoryOf(full);
  return true;
}

arrow::Status Storage::Replace(std::string_view path, std::string_view content,
                               Durability durability) {
  ARROW_RETURN_NOT_OK(MakeDirectory(ParentOf(path)));
  std::string temporary = impl_->Full(TemporaryName(path));
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kWrite, path));
  ARROW_RETURN_NOT_OK(WriteWhole(temporary, content, impl_->flush(durability)));
  arrow::Status hooked = impl_->Before(StorageCall::kRename, path);
  if (!hooked.ok()) {
    unlink(temporary.c_str());
    return hooked;
  }
  std::string full = impl_->Full(path);
  // The side file goes first: without it Hadoop reads the file unchecked, with a stale one it
  // refuses.
  unlink(impl_->Full(ChecksumSideFile(path)).c_str());
  if (rename(temporary.c_str(), full.c_str()) != 0) {
    int error = errno;
    unlink(temporary.c_str());
    return StorageError(full, "replace", error);
  }
  if (impl_->flush(durability)) SyncDirectoryOf(full);
  return arrow::Status::OK();
}

arrow::Status Storage::FlushDirectory(std::string_view path) {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kClose, path));
  if (impl_->flush()) SyncDirectory(impl_->Full(path));
  return arrow::Status::OK();
}

arrow::Result<bool> Storage::DeleteFile(std::string_view path) {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kDelete, path));
  std::string full = impl_->Full(path);
  unlink(impl_->Full(ChecksumSideFile(path)).c_str());
  if (unlink(full.c_str()) == 0) return true;
  if (errno == ENOENT) return false;
  return StorageError(full, "delete", errno);
}

arrow::Status Storage::DeleteTree(std::string_view path) {
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kDelete, path));
  std::error_code error;
  fs::remove_all(impl_->Full(path), error);
  if (error) return StorageError(impl_->Full(path), "delete", error.value());
  return arrow::Status::OK();
}

arrow::Status Storage::Exchange(const Storage& a, const Storage& b) {
  ARROW_RETURN_NOT_OK(a.impl_->Before(StorageCall::kRename, ""));
  if (renameat2(AT_FDCWD, a.root().c_str(), AT_FDCWD, b.root().c_str(), RENAME_EXCHANGE) != 0) {
    return StorageError(b.root(), "put the new table in the place of", errno);
  }
  SyncDirectoryOf(b.root());
  return arrow::Status::OK();
}

arrow::Result<std::unique_ptr<Storage::Lock>> Storage::TryLock(std::string_view path) {
  ARROW_RETURN_NOT_OK(MakeDirectory(ParentOf(path)));
  ARROW_RETURN_NOT_OK(impl_->Before(StorageCall::kCreate, path));
  std::string full = impl_->Full(path);
  int fd = open(full.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return StorageError(full, "lock", errno);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    int error = errno;
    close(fd);
    if (error == EWOULDBLOCK) return std::unique_ptr<Lock>();
    return StorageError(full, "lock", error);
  }
  return std::make_unique<FileLock>(fd);
}

}  // namespace hudi
