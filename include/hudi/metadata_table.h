// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/export.h"

namespace hudi {

/// Reads what a table's metadata table holds: lists of partitions and files, statistics, bloom
/// filters, indexes.
///
/// The state is fixed by Open(). Const methods may be called from several threads; each stream they
/// return belongs to one thread at a time.
class HUDI_EXPORT MetadataTableReader {
 public:
  /// Whatever lies in `.hoodie/metadata` is read, whether the table uses it
  /// (`hoodie.table.metadata.partitions`) or not. What uncompleted writes put there is not.
  ///
  /// Errors: kNotFound if there is no metadata table; kNotATable; kUnsupported; kCorruptFile.
  static arrow::Result<std::shared_ptr<const MetadataTableReader>> Open(
      const std::string& base_path);
  ~MetadataTableReader();

  /// `key`, `type` (1 list of partitions, 2 of files, 3 statistics of a column in a file, 4 bloom
  /// filter, 5 place of a record, 6 statistics of a column in a partition, 7 secondary key), and
  /// per kind a column that is null in records of the others. As the release that wrote the table
  /// has them; a value that may be of several types is a struct with one member set.
  const std::shared_ptr<arrow::Schema>& schema() const;
  /// Its partitions: "files", "column_stats", ...
  const std::vector<std::string>& partitions() const;

  /// The records of all partitions. Schema: `columns`, in this order. Shape: batches of 1 to 4096
  /// rows. Errors of the stream: kCorruptFile.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns) const;

 private:
  class Impl;
  explicit MetadataTableReader(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;  // streams hold it too
};

}  // namespace hudi
