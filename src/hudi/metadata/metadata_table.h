// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// The metadata table of a table, as it stood when it was opened. Safe to share between threads.
class MetadataTable {
 public:
  /// Whether the table uses what it keeps there is for its properties to tell
  /// (`hoodie.table.metadata.partitions`): this opens what there is.
  ///
  /// `timeline`: of the table at `storage`.
  /// Errors: kNotFound if there is none; kUnsupported for versions that are not known, and base
  /// files that are no HFiles; those of the timeline.
  static arrow::Result<std::shared_ptr<const MetadataTable>> Open(const Storage& storage,
                                                                  const Timeline& timeline);

  /// "files", "column_stats", ... as far as there are folders, sorted.
  const std::vector<std::string>& partitions() const { return partitions_; }
  /// What records look like: the newest schema that was written, all fields nullable.
  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }

  /// The records of a partition, file group by file group in ascending order of keys.
  ///
  /// `columns`: those that are wanted, in this order; others need not be decoded. Errors:
  /// kNotFound for a column that is not there; the stream: kCorruptFile.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadPartition(
      std::string_view partition, const std::vector<std::string>& columns) const;

 private:
  MetadataTable() = default;
  /// The records of a slice, with the fields of `schema`.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadSlice(
      const FileSlice& slice, const std::shared_ptr<arrow::Schema>& schema) const;

  std::shared_ptr<Storage> storage_;
  std::shared_ptr<const Timeline> timeline_;
  std::set<std::string, std::less<>> valid_instants_;
  std::vector<std::string> partitions_;
  std::shared_ptr<arrow::Schema> schema_;
};

}  // namespace hudi
