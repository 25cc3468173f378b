// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

namespace hudi {

/// One file or directory of a listing.
struct FileEntry {
  /// Path relative to the storage root, with '/' between its parts.
  std::string path;
  bool is_directory = false;
  int64_t size_bytes = 0;
  /// Modification time, milliseconds since the epoch.
  int64_t mtime_ms = 0;

  /// The last component of `path`.
  std::string_view name() const;
};

/// Whether a file must survive a power cut once the call returns. Traces of running work (markers,
/// heartbeats) need not.
enum class Durability { kFlushed, kCached };

/// What a storage call is about to do; tests use it to make the n-th call fail.
enum class StorageCall {
  kList,
  kStat,
  kOpenRead,
  kRead,
  kCreate,
  kWrite,
  kClose,
  kRename,
  kDelete,
  kMakeDirectory
};

/// Called before every storage call; a failed status is returned by the call instead of doing it.
using StorageHook = std::function<arrow::Status(StorageCall call, std::string_view path)>;

/// The files below one table's base path. All paths are relative to the root ("" is the root
/// itself).
///
/// Thread-safe. Errors: kStorage with the path as subject for whatever the storage refuses;
/// kNotFound for a file that is not there.
class Storage {
 public:
  /// Opens a root: a local path or a `file:` URI. The directory need not exist.
  /// Errors: kUnsupported for any other scheme ("s3://..."), named in the message.
  static arrow::Result<std::shared_ptr<Storage>> Open(std::string_view root);
  ~Storage();

  /// The absolute local path of the root, without a trailing '/'.
  const std::string& root() const;
  /// The absolute local path of `path`.
  std::string FullPath(std::string_view path) const;

  void set_hook(StorageHook hook);
  /// Whether files and renames are flushed to the device; on by default. Tests that write thousands
  /// of tables turn it off.
  void set_flush(bool flush);

  // -- reading
  arrow::Result<bool> Exists(std::string_view path) const;
  arrow::Result<FileEntry> Stat(std::string_view path) const;
  /// The direct children of a directory, sorted by name; empty if the directory does not exist.
  arrow::Result<std::vector<FileEntry>> List(std::string_view directory) const;
  /// Everything below a directory, sorted by path; empty if it does not exist.
  arrow::Result<std::vector<FileEntry>> ListRecursive(std::string_view directory) const;
  arrow::Result<std::string> ReadAll(std::string_view path) const;
  arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> OpenInput(
      std::string_view path) const;

  // -- writing
  /// Creates the directory and its parents; fine if it exists.
  arrow::Status MakeDirectory(std::string_view path);
  /// Creates a file that must not exist yet and streams into it. Parents are created. Close()
  /// flushes to the device. Errors: kStorage, also when the file exists.
  arrow::Result<std::shared_ptr<arrow::io::OutputStream>> OpenOutput(std::string_view path);
  /// Creates a file with this content, atomically and only if it is absent: a reader sees all of it
  /// or nothing (temporary file, then link without overwrite). Parents are created.
  /// Returns false, and changes nothing, if the file exists.
  arrow::Result<bool> CreateExclusive(std::string_view path, std::string_view content,
                                      Durability durability = Durability::kFlushed);
  /// Writes a temporary file and renames it over `path`; removes the Hadoop `.crc` side file of
  /// `path`.
  arrow::Status Replace(std::string_view path, std::string_view content,
                        Durability durability = Durability::kFlushed);
  /// Makes the names in a directory as durable as the files behind them.
  arrow::Status FlushDirectory(std::string_view path);
  /// Deletes a file and its `.crc` side file. Returns false if the file was not there.
  arrow::Result<bool> DeleteFile(std::string_view path);
  /// Deletes a directory with all it holds; fine if it is not there.
  arrow::Status DeleteTree(std::string_view path);

  /// Swaps the directories of two roots in one step: whoever opens either path sees all of the one
  /// or all of the other. Errors: kStorage, also where the file system cannot do it.
  static arrow::Status Exchange(const Storage& a, const Storage& b);

  /// An advisory lock that dies with the process. Null if another process (or another open lock in
  /// this one) holds it. Released when the returned object goes away.
  class Lock {
   public:
    virtual ~Lock() = default;
  };
  arrow::Result<std::unique_ptr<Lock>> TryLock(std::string_view path);

 private:
  class Impl;
  explicit Storage(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// True for names that no listing of data or timeline may look at: Hadoop's `.x.crc` side files.
bool IsChecksumSideFile(std::string_view name);

}  // namespace hudi
