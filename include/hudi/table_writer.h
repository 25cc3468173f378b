// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/export.h"
#include "hudi/predicate.h"
#include "hudi/progress.h"
#include "hudi/table_services.h"

namespace hudi {

inline constexpr const char* kStoredKeyColumn = "_hoodie_stored_record_key";
inline constexpr const char* kStoredPartitionColumn = "_hoodie_stored_partition_path";

enum class SaveMode { kAppend, kOverwrite, kErrorIfExists, kIgnore };

struct HUDI_EXPORT WriteOptions {
  /// Keys of the reference's data source (`hoodie.datasource.write.operation`, `hoodie.table.name`,
  /// ...). A value of "null" means absent. Without an operation: upsert when the table has or is
  /// given a key, else insert. Without a name: the folder's name.
  std::map<std::string, std::string> config;
  SaveMode mode = SaveMode::kAppend;
  /// Bytes that the write may hold in memory before it spills; 0: a quarter of the machine.
  int64_t memory_limit_bytes = 0;
  /// Worker threads; 0: one a core.
  int threads = 0;
  /// Splits the input into this many tasks for file layout and generated keys, as input partitions
  /// do in the reference.
  int input_tasks = 1;
  /// Keeps the source's `_hoodie_commit_time` as an ordinary column of this name; empty: dropped.
  std::string keep_commit_time_as;
  /// Columns of the table that are NOT NULL stay so, whatever the rows' schema says of them, and
  /// these are NOT NULL in a new table: a row with a null in one is refused (kInvalidRow). Without
  /// it a column that may be null in the rows becomes so in the table.
  bool keep_not_null = false;
  std::vector<std::string> not_null_columns;
  /// The rows of an upsert have a boolean column `_hoodie_is_deleted` that is not one of the table:
  /// where it is true the row with that key is deleted.
  bool marks_deletes = false;
  /// The rows of an upsert have two text columns kStoredKeyColumn and kStoredPartitionColumn that
  /// are not ones of the table: record key and partition path of the stored row that they replace.
  /// A row without a key there is new. For tables with generated record keys.
  bool keys_as_stored = false;
  /// An insert fails for a key that is stored, as `hoodie.datasource.insert.dup.policy` = fail,
  /// also in tables of version 6, whose data source has no such policy.
  bool fail_on_stored_keys = false;
  /// An upsert into a copy-on-write table fails (kInvalidRow) for a row that the merge mode puts
  /// behind the stored row of its key, and which would so change nothing.
  bool fail_on_older_rows = false;
  /// The partitions that delete_partition takes away, or that insert_overwrite replaces also where
  /// they get no row: their paths as they stand, without wildcards. Empty: the keys
  /// `hoodie.datasource.write.partitions.to.delete` and `hoodie.static.overwrite.partition.paths`,
  /// or the rows, say which.
  std::vector<std::string> partitions;
  /// Does everything but change the table; the result says what would have been written.
  bool dry_run = false;
  /// Gets each sentence the user should see (dropped meta columns, ignored keys, rolled back
  /// instants).
  std::function<void(std::string_view)> on_notice;
  /// Polled; true stops the write and leaves the table as it was (kInterrupted).
  std::function<bool()> should_stop;
  /// Filled in as the write goes; null: nobody watches.
  std::shared_ptr<Progress> progress;
};

struct HUDI_EXPORT WriteResult {
  std::string instant;     ///< requested time
  std::string completion;  ///< completion time
  std::string action;      ///< "commit", "deltacommit" or "replacecommit"
  std::string operation;   ///< "upsert", ...
  int64_t rows_in = 0;
  int64_t inserted = 0;
  int64_t updated = 0;
  int64_t deleted = 0;
  int64_t files_written = 0;
  int64_t log_files_written = 0;  ///< of these, log files of a merge-on-read table
  int64_t bytes_written = 0;
  int64_t partitions_written = 0;
  int64_t file_groups_replaced = 0;
  std::vector<std::string> rolled_back;
  /// What was compacted, or planned to be, behind the write.
  std::vector<CompactionInfo> compactions;
  /// Name and milliseconds of each phase, in order.
  std::vector<std::pair<std::string, double>> phases;
  bool dry_run = false;
};

/// Writes `rows` into the table at `base_path` (created if absent) as one commit.
///
/// `rows` may be null for delete_partition with `hoodie.datasource.write.partitions.to.delete`.
/// Meta columns in `rows` are dropped with a notice. All or nothing: on any error the table is as
/// it was. Errors: kInvalidConfig, kConfigConflict, kInvalidSchema, kInvalidRow, kTableExists,
/// kWriterConflict, kUnsupported, kStorage.
HUDI_EXPORT arrow::Result<WriteResult> WriteTable(const std::string& base_path,
                                                  std::shared_ptr<arrow::RecordBatchReader> rows,
                                                  const WriteOptions& options);

/// Gives the rows once the writer's lock is held, so that rows read from the table itself are those
/// that the write meets.
using RowsUnderLock = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>()>;

/// WriteTable() with rows that are asked for under the lock.
HUDI_EXPORT arrow::Result<WriteResult> WriteTableUnderLock(const std::string& base_path,
                                                           const RowsUnderLock& rows,
                                                           const WriteOptions& options);

/// Creates a table without rows and without a commit, for rows of `schema`. Errors: kTableExists,
/// kInvalidConfig, kInvalidSchema, kUnsupported, kStorage.
HUDI_EXPORT arrow::Status CreateEmptyTable(const std::string& base_path,
                                           const std::shared_ptr<arrow::Schema>& schema,
                                           const WriteOptions& options);

/// Deletes the rows with the keys that `rows` gives: `_hoodie_record_key` and
/// `_hoodie_partition_path`, or the key and partition columns where the table has no meta columns.
HUDI_EXPORT arrow::Result<WriteResult> DeleteKeysUnderLock(const std::string& base_path,
                                                           const RowsUnderLock& rows,
                                                           const WriteOptions& options);

/// Gives the table at `base_path` another name (`hoodie.table.name`); its folder stays.
HUDI_EXPORT arrow::Status SetTableName(const std::string& base_path, const std::string& name);

/// Makes partitions without rows and without a commit. Errors: kInvalidArgument for one that is
/// there, unless `if_not_exists`, and for a table without partition columns.
HUDI_EXPORT arrow::Status AddPartitions(const std::string& base_path,
                                        const std::vector<std::string>& partitions,
                                        bool if_not_exists);

/// The paths of the partitions of the table at `base_path` that hold the values in the one row of
/// `values`, whose columns are some of the partition columns. With all of them given and no such
/// partition there: the path that it would have.
///
/// `config`: keys of the reference that a write would be given. Errors: kInvalidArgument for a
/// table without partition columns and for a column that is none of them; kUnsupported for times
/// that the table's key generator formats, unless they are given as the text that its paths have.
HUDI_EXPORT arrow::Result<std::vector<std::string>> FindPartitions(
    const std::string& base_path, const arrow::RecordBatch& values,
    const std::map<std::string, std::string>& config);

/// Deletes the rows for which `filter` is true, as one commit.
HUDI_EXPORT arrow::Result<WriteResult> DeleteRows(const std::string& base_path,
                                                  const PredicatePtr& filter,
                                                  const WriteOptions& options);

}  // namespace hudi
