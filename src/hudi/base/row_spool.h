// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

/// How many bytes of rows a piece of work may hold in memory. Thread-safe.
class MemoryBudget {
 public:
  explicit MemoryBudget(int64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  int64_t limit_bytes() const { return limit_bytes_; }
  int64_t used_bytes() const { return used_bytes_.load(); }
  /// Takes `bytes`; false, taking nothing, if that would go over the limit.
  bool TryReserve(int64_t bytes);
  void Release(int64_t bytes) { used_bytes_.fetch_sub(bytes); }

 private:
  int64_t limit_bytes_;
  std::atomic<int64_t> used_bytes_{0};
};

/// Bytes of the buffers that a batch refers to (shared and sliced ones count in full once per
/// batch).
int64_t BatchBytes(const arrow::RecordBatch& batch);

/// The folder for temporary files: `directory` if given, else $TMPDIR, else /tmp.
std::string SpillDirectory(const std::string& directory);

/// A list of batches that stays in memory while the budget allows and goes to a temporary file
/// beyond it. The file has no name, so that nothing is left behind when the process dies.
///
/// Append from one thread; after Finish() batches may be read from several.
class RowSpool {
 public:
  RowSpool(std::shared_ptr<arrow::Schema> schema, std::shared_ptr<MemoryBudget> budget,
           std::string directory);
  ~RowSpool();

  /// Errors: kStorage if the temporary file cannot be written (disk full ...), with its folder.
  arrow::Status Append(std::shared_ptr<arrow::RecordBatch> batch);
  /// Moves what is in memory to the file; later batches follow it there.
  arrow::Status Spill();
  arrow::Status Finish();

  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }
  size_t num_batches() const { return num_batches_; }
  int64_t num_rows() const { return num_rows_; }
  bool spilled() const { return file_ != nullptr; }
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> ReadBatch(size_t index) const;

 private:
  class SpillFile;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<MemoryBudget> budget_;
  std::string directory_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> in_memory_;
  int64_t reserved_bytes_ = 0;
  size_t num_batches_ = 0;
  int64_t num_rows_ = 0;
  std::unique_ptr<SpillFile> file_;
};

/// Streams a finished spool from its first batch to its last.
std::shared_ptr<arrow::RecordBatchReader> ReadSpool(std::shared_ptr<const RowSpool> spool);

}  // namespace hudi
