// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/config/write_config.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/merge/virtual_keys.h"
#include "hudi/read/stream/slice_rows.h"
#include "hudi/schema/stored_names.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// What becomes of the rows of one key.
enum class SliceMerging {
  kAll,       ///< they are merged: one row a key, or none
  kLogsOnly,  ///< those of logs are merged among themselves; base rows stand as they are (0.15)
  kNone,      ///< every row of base file and data blocks stands; deletes do nothing
};

/// What reading a slice with log files came by.
struct SliceCounts {
  MergeCounts merged;
  int64_t log_blocks = 0;

  void Add(const MergeCounts& part) {
    merged.log_records += part.log_records;
    merged.updated += part.updated;
    merged.deleted += part.deleted;
    merged.inserted += part.inserted;
  }
};

/// How slices with log files are read: the same for all slices of a query.
struct MergeShape {
  /// What the query reads, and the columns that merging reads besides (MergeColumns()). The record
  /// key is one of them, also where files do not hold it (`virtual_keys`).
  std::shared_ptr<arrow::Schema> merge_schema;
  /// Rows may be found by their positions, where log blocks tell them, instead of by their keys:
  /// what is read then of base files. It is `merge_schema` without what only tells keys. Null: by
  /// keys always.
  std::shared_ptr<arrow::Schema> position_schema;
  MergeOptions merge;
  SliceMerging merging = SliceMerging::kAll;
  /// A table without meta columns: what makes the keys of its rows. Null: files hold them.
  std::shared_ptr<const VirtualKeys> virtual_keys;
  /// What columns of older files and log blocks are called now; null: as they are there.
  std::shared_ptr<const StoredNames> stored_names;
  /// Whose commits tell damaged log files; null: there are none.
  std::shared_ptr<const Timeline> timeline;
  /// Whether what an instant (requested time) wrote is to be seen.
  std::function<bool(std::string_view instant)> is_visible;
  /// Log records that may be in memory at once, a slice. A slice with more is read in parts: by
  /// position each is that of neighbouring rows; by key two take a pass over all files each, more
  /// are put into temporary files first.
  int64_t memory_bytes = 0;
  /// Filled in while the rows are read; null: nobody asks. Then the shape is for one slice.
  std::shared_ptr<SliceCounts> counts;
};

/// In how many parts logs are read, so that each fits into `memory_bytes`.
int64_t NumMergeParts(int64_t log_content_bytes, int64_t memory_bytes);

/// Streams the rows of a slice with log files: its base file, if it has one, with the logs applied,
/// then filtered and projected as `shape` says. `constants`: columns whose values the partition
/// path tells. Batches are never empty.
///
/// Errors: those of ReadLogRows() and StreamBaseFile().
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamMergedSlice(
    const Storage& storage, const FileSlice& slice, std::shared_ptr<const RowShape> shape,
    std::shared_ptr<const MergeShape> merge_shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants, bool use_threads);

}  // namespace hudi
