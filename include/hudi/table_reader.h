// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/export.h"
#include "hudi/predicate.h"
#include "hudi/progress.h"

namespace hudi {

struct HUDI_EXPORT ReadOptions {
  /// Columns to return, in this order; empty: all. Meta columns may be named here too.
  std::vector<std::string> columns;
  /// Puts the five `_hoodie_*` columns first.
  bool with_meta_columns = false;
  /// Only rows for which this is true; null: all rows.
  PredicatePtr filter;
  /// Time travel: any form that `as.of.instant` takes; empty: the latest snapshot.
  std::string as_of;
  /// An incremental query: the newest state of the rows that changed after this instant, requested
  /// or completion time in any form of `as_of`; "earliest": all. Empty: no incremental query.
  std::string from;
  /// ... and not after this one; empty or "latest": up to now.
  std::string to;
  /// With `from`: not the rows but their changes, for a table that keeps a change log: `op` (i, u,
  /// d), `ts_ms` (instant of the commit), `before` and `after` (the row as JSON text, or null), in
  /// the order of the commits; within a commit what is deleted comes first.
  bool changes = false;
  /// Keys of the reference's data source, e.g. `as.of.instant`, `hoodie.datasource.query.type`.
  std::map<std::string, std::string> config;
  int64_t batch_rows = 64 * 1024;
  /// Bytes that reading may take, the program itself included: log records are merged in parts that
  /// fit, fewer batches wait for the reader, and they are smaller. 0: no such limit; then
  /// `hoodie.memory.merge.max.size` bounds log records.
  int64_t memory_limit_bytes = 0;
  /// Worker threads; 0: one a core.
  int threads = 0;
  /// Polled between batches, from several threads; true ends the stream (kInterrupted).
  std::function<bool()> should_stop;
  /// Its files and bytes are filled in as the rows are read; null: nobody watches.
  std::shared_ptr<Progress> progress;
};

/// One file slice of a query.
struct HUDI_EXPORT SliceInfo {
  std::string partition;
  /// Full path of the base file; of the first log file where there is no base file.
  std::string path;
  bool has_base_file = false;
  int64_t num_log_files = 0;
  int64_t size_bytes = 0;  ///< of all its files
  /// The columns whose values the partition path decides, whatever the files hold.
  std::map<std::string, std::shared_ptr<arrow::Scalar>> constants;
};

/// Reads one table as it stood at one instant.
///
/// The instant is fixed by Open(): commits that complete later are not seen. Const methods may
/// be called from several threads; each stream they return belongs to one thread at a time.
class HUDI_EXPORT TableReader {
 public:
  /// Opens the table at `base_path`, a local path or a `file:` URI.
  ///
  /// Errors: kNotATable if `.hoodie/hoodie.properties` is absent; kUnsupported for a table version
  /// or feature we do not read; kInvalidConfig, naming the key, for a value that does not parse;
  /// kNotFound for a column that does not exist, with the nearest name; kInstantUnavailable for an
  /// instant whose files were cleaned away.
  static arrow::Result<std::unique_ptr<TableReader>> Open(std::string base_path,
                                                          ReadOptions options);
  ~TableReader();

  /// The projected columns.
  std::shared_ptr<arrow::Schema> schema() const;

  /// The table's partition columns, in the order of the partition path; empty for a query of
  /// changes.
  std::vector<std::string> partition_fields() const;

  /// Incremental queries: the instant of the last change in the range; as the next `from` it brings
  /// what comes after, without a gap or a repetition. Empty if nothing changed.
  const std::string& checkpoint() const;

  /// Streams every matching live row once, in no promised order.
  ///
  /// Shape: batches of 1 to `ReadOptions::batch_rows` rows. Memory grows with the number of
  /// threads, not with the table. Errors: the first failing file ends the stream; batches already
  /// handed out stay valid.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan() const;

  // For engines that read slices one by one, and Parquet files themselves. There are no slices for
  // a filtered query and for one of changes: not all that their files hold is a part of it.

  /// The slices whose rows are those of Scan(), by partition and file name.
  std::vector<SliceInfo> Slices() const;
  /// For each slice whether rows of it may match, by its constants alone: no file is opened.
  /// Errors: kNotFound, kInvalidArgument for a filter that does not fit the table.
  arrow::Result<std::vector<bool>> MightMatch(const Predicate& filter) const;
  /// The number of a slice's rows, if they are those of its base file as it stands, with the
  /// constants put in, and null for columns that the file lacks. Nullopt: it has log files, or
  /// holds a column of schema() in another type or in a form that readers understand differently.
  /// Reads the footer.
  arrow::Result<std::optional<int64_t>> PlainRows(size_t slice) const;
  /// Streams the rows of a slice that match `filter` (null: all), with these columns of the table.
  /// May be called from several threads.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ScanSlice(
      size_t slice, const std::vector<std::string>& columns, const PredicatePtr& filter) const;

 private:
  class Impl;
  explicit TableReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi
