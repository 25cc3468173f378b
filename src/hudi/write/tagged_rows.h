// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/gather.h"
#include "hudi/base/row_spool.h"

namespace hudi {

/// What an incoming row does to the file group that it is sent to.
enum class RowAction : uint8_t {
  kInsert,   ///< a new row
  kUpsert,   ///< meets the stored rows of its key; the merge mode decides
  kDelete,   ///< removes the stored rows of its key, whatever the merge mode says
  kRewrite,  ///< the stored row stays but counts as written by this commit
};

struct TaggedRow {
  RowRef ref;              ///< batch and row in the shard
  int32_t slice = -1;      ///< number of the stored file slice; -1 for inserts
  uint32_t partition = 0;  ///< number of the partition that an insert goes to
  RowAction action = RowAction::kInsert;
  /// Where the slice's base file holds the key, counted from 0 over all row groups; -1 for inserts.
  /// A key that the file holds several times has a tagged row for each.
  int32_t stored_row = -1;
  /// Of an insert, under a bucket index; else -1.
  int32_t bucket = -1;
};

/// The tagged rows of one shard, ordered by (slice, partition, bucket, stored row): all inserts of
/// a partition and all rows of a slice are neighbours, those of a slice in the order of its file.
/// In memory, or on disk when the write is larger than its memory. Reading is thread-safe.
class TaggedShard {
 public:
  /// `batches` are working batches; inserts keep their relative order within a partition.
  static arrow::Result<std::unique_ptr<TaggedShard>> Make(
      std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::vector<TaggedRow> rows,
      bool on_disk, const std::shared_ptr<MemoryBudget>& budget,
      const std::string& spill_directory);

  const std::vector<TaggedRow>& rows() const { return rows_; }
  /// Then small pieces cost as much to read as `kReadRows` rows.
  bool on_disk() const { return spool_ != nullptr; }
  /// Rows [begin, end) as working batches of at most `kReadRows` rows, appended to `out`.
  arrow::Status Read(int64_t begin, int64_t end,
                     std::vector<std::shared_ptr<arrow::RecordBatch>>* out) const;

  static constexpr int64_t kReadRows = 64 * 1024;

 private:
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  std::vector<TaggedRow> rows_;
  std::unique_ptr<RowSpool> spool_;
};

/// Rows [begin, end) of shard number `shard`.
struct TaggedRange {
  size_t shard = 0;
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
};

}  // namespace hudi
