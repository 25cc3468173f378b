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
};

/// The tagged rows of one shard, ordered by (slice, partition): all inserts of a partition and all
/// rows of a slice are neighbours. In memory, or on disk when the write is larger than its memory.
/// Reading is thread-safe.
class TaggedShard {
 public:
  /// `batches` are working batches; rows keep their relative order within a slice or partition.
  static arrow::Result<std::unique_ptr<TaggedShard>> Make(
      std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::vector<TaggedRow> rows,
      bool on_disk, const std::shared_ptr<MemoryBudget>& budget,
      const std::string& spill_directory);

  const std::vector<TaggedRow>& rows() const { return rows_; }
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
