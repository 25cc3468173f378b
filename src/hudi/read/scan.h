// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/properties.h"
#include "hudi/predicate.h"
#include "hudi/progress.h"
#include "hudi/read/plan/partition_columns.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {

class StoredNames;

/// What a query asks of a table.
struct ScanRequest {
  /// Columns to return, in this order; empty: all.
  std::vector<std::string> columns;
  /// Meta columns come first, where the table has them.
  bool with_meta_columns = false;
  PredicatePtr filter;
  /// Any form that `as.of.instant` takes; empty: what `config` says, else the latest snapshot.
  std::string as_of;
  /// Keys of the reference's data source.
  ConfigMap config;
  /// An incremental query's begin is a checkpoint: only what came after it.
  bool after_begin = false;
  int64_t batch_rows = 64 * 1024;
  /// See ReadOptions.
  int64_t memory_limit_bytes = 0;
  int threads = 0;
  /// Polled between batches, from several threads; true ends the stream (kInterrupted).
  std::function<bool()> should_stop;
  /// Its files and bytes are filled in; may be null.
  std::shared_ptr<Progress> progress;
};

/// One query over one table: the timeline is loaded and the files are chosen by Open(); streams
/// made later read these files and no others.
class TableScan {
 public:
  /// Errors: those of TableReader::Open().
  static arrow::Result<std::unique_ptr<TableScan>> Open(std::shared_ptr<Storage> storage,
                                                        const ScanRequest& request);
  ~TableScan();

  const std::shared_ptr<arrow::Schema>& schema() const;
  /// Incremental queries: where the next one begins; empty if nothing changed in the range.
  const std::string& checkpoint() const;
  /// The slices that are read, by partition and file name.
  const std::vector<FileSlice>& slices() const;
  /// The values that the partition path decides, for each slice.
  const std::vector<PartitionValues>& constants() const;
  const Storage& storage() const;
  /// What columns of older files are called in the schema; null: as they are there.
  const StoredNames* stored_names() const;
  /// The table's partition columns.
  const std::vector<std::string>& partition_fields() const;
  /// Streams the rows. May be called from several threads; each stream is for one.
  std::shared_ptr<arrow::RecordBatchReader> Stream() const;

  /// For each slice whether rows of it may match, by what its partition path decides alone: no file
  /// is opened. Errors: those of BindPredicate().
  arrow::Result<std::vector<bool>> MightMatch(const Predicate& filter) const;
  /// Streams the rows of one slice that match `filter` (null: all), with these columns of the table
  /// instead of the request's columns and filter. May be called from several threads. Errors:
  /// kNotFound for a column that the table lacks.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamSlice(
      size_t slice, const std::vector<std::string>& columns, const PredicatePtr& filter) const;

 private:
  class Impl;
  explicit TableScan(std::shared_ptr<const Impl> impl);
  // Shared with the streams, which may outlive the scan.
  std::shared_ptr<const Impl> impl_;
};

}  // namespace hudi
