// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/compaction_options.h"
#include "hudi/config/properties.h"

namespace hudi {

class RecordMerger;

enum class WriteOperation {
  kUpsert,
  kInsert,
  kBulkInsert,
  kInsertOverwrite,
  kInsertOverwriteTable,
  kDelete,
  kDeletePartition,
};
/// "UPSERT", "BULK_INSERT", ... as commit metadata spells it.
std::string_view OperationName(WriteOperation operation);

enum class TableType { kCopyOnWrite, kMergeOnRead };
/// "COPY_ON_WRITE" or "MERGE_ON_READ".
std::string_view TableTypeName(TableType type);

enum class MergeMode { kCommitTime, kEventTime, kCustom };
/// "COMMIT_TIME_ORDERING", "EVENT_TIME_ORDERING" or "CUSTOM".
std::string_view MergeModeName(MergeMode mode);

/// What a known payload class does. On versions 8 and 9 the built-in modes, partial updates and
/// delete markers say it all, so there a kind other than kNone comes with MergeMode::kCustom only.
/// Version 6 has no modes: kOverwriteWithLatest (kCommitTime) is its default, kDefault and
/// kEventTime come with MergeMode::kEventTime, the others with kCustom.
enum class PayloadKind {
  kNone,
  kOverwriteWithLatest,
  kDefault,
  kEventTime,
  kOverwriteNonDefaults,
  kPartialUpdate,
  kEmpty,
  kAwsDms,
  kMySqlDebezium,
  kPostgresDebezium,
  kFirstValue,
};
enum class KeyGeneratorType {
  kSimple,
  kComplex,
  kNonPartitioned,
  kTimestamp,
  kCustom,
  kGlobalDelete
};
enum class IndexType { kSimple, kGlobalSimple, kBloom, kGlobalBloom, kBucket };
enum class DuplicatePolicy { kNone, kDrop, kFail };
enum class BulkSortMode {
  kNone,
  kGlobalSort,
  kPartitionSort,
  kPartitionPathRepartition,
  kPartitionPathRepartitionAndSort
};

struct KeyOptions {
  std::vector<std::string> key_fields;        ///< empty: keys are generated
  std::vector<std::string> partition_fields;  ///< plain names, custom types in partition_types
  std::vector<std::string>
      partition_types;  ///< custom generator only: "simple" or "timestamp" per field
  KeyGeneratorType generator = KeyGeneratorType::kSimple;
  bool hive_style = false;
  bool url_encode = false;
  bool slash_separated_date = false;
  bool consistent_logical_timestamp = false;
  /// complex generator, one key field: "f:v" rather than "v"
  bool complex_single_field_prefix = false;
  // hoodie.keygen.timebased.*; an empty zone is the one that the value's text names, else UTC
  std::string timestamp_type;  ///< UNIX_TIMESTAMP, EPOCHMILLISECONDS, EPOCHMICROSECONDS, SCALAR,
                               ///< DATE_STRING, MIXED
  std::string scalar_time_unit = "SECONDS";
  std::string input_date_formats;
  std::string input_date_format_delimiter = ",";
  std::string output_date_format;
  std::string input_timezone;
  std::string output_timezone;
};

struct MergeOptions {
  int table_version = 8;
  std::vector<std::string> ordering_fields;
  /// Version 6 orders a batch by a column `ts` when nobody names a field: `ordering_fields` holds
  /// it then, and counts only if the rows have that column.
  bool ordering_is_default = false;
  MergeMode mode = MergeMode::kCommitTime;
  PayloadKind payload = PayloadKind::kNone;
  /// Merge logic that the caller registered, in place of a payload; null: none.
  std::shared_ptr<const RecordMerger> merger;
  /// v9 partial update modes
  bool ignore_defaults = false;
  bool fill_unavailable = false;
  std::string unavailable_value;
  /// A row whose `delete_field` equals `delete_marker` as text is a delete; empty: there is none,
  /// or the release of this table version does not heed it in this mode.
  std::string delete_field;
  std::string delete_marker;
};

struct FileSizingOptions {
  int64_t max_file_size_bytes = 120 * 1024 * 1024;
  int64_t small_file_limit_bytes = 100 * 1024 * 1024;
  double compression_ratio = 0.1;       ///< hoodie.parquet.compression.ratio
  int64_t record_size_estimate = 1024;  ///< hoodie.copyonwrite.record.size.estimate
  double estimation_threshold = 1.0;    ///< hoodie.record.size.estimation.threshold
  int64_t insert_split_rows = 500000;
  bool insert_auto_split = true;
  /// MERGE_ON_READ: base files of a partition that take inserts in one write.
  int64_t merge_candidates_limit = 1;
};

enum class LogBlockFormat { kAvro, kParquet };

/// Log files of MERGE_ON_READ tables.
struct LogFileOptions {
  LogBlockFormat block_format = LogBlockFormat::kAvro;
  int64_t max_block_bytes = 256 * 1024 * 1024;
  /// A log file of this size is not written to any more.
  int64_t max_file_bytes = 1024 * 1024 * 1024;
  /// Blocks tell where the base file has the rows of their keys; never in version 6.
  bool record_positions = true;
};

/// The bucket index: rows go to file groups by the hash of their keys.
struct BucketOptions {
  int num_buckets = 256;  ///< of a partition
  /// Of the key fields; empty: all of them.
  std::vector<std::string> hash_fields;
};

/// How much of a changed row the change log keeps.
enum class CdcMode {
  kOpKeyOnly,        ///< the operation and the record key
  kDataBefore,       ///< ... and the row as it was
  kDataBeforeAfter,  ///< the operation, the row as it was and as it is
};
/// "OP_KEY_ONLY", "DATA_BEFORE" or "DATA_BEFORE_AFTER".
std::string_view CdcModeName(CdcMode mode);

/// The change log of a table.
struct CdcOptions {
  bool enabled = false;
  CdcMode mode = CdcMode::kDataBeforeAfter;
};

struct ParquetOptions {
  std::string codec = "zstd";
  int64_t block_bytes = 120 * 1024 * 1024;
  int64_t page_bytes = 1024 * 1024;
  bool dictionary = true;
  bool bloom_enabled = true;
  double bloom_fpp = 1e-9;
  /// Filters are sized to their file's keys, but for no more than the greater of these.
  int64_t bloom_entries = 60'000;
  int64_t bloom_max_entries = 100'000;
};

/// Everything one write needs to know, resolved from options, table properties and defaults (in
/// this order).
struct WriteConfig {
  WriteOperation operation = WriteOperation::kUpsert;
  std::string table_name;
  std::string database_name;
  TableType table_type = TableType::kCopyOnWrite;
  int table_version = 8;
  KeyOptions keys;
  MergeOptions merge;
  FileSizingOptions sizing;
  ParquetOptions parquet;
  LogFileOptions log;
  CompactionOptions compaction;
  CdcOptions cdc;
  bool combine_before_upsert = true;
  bool combine_before_insert = false;
  bool combine_before_delete = true;
  bool allow_duplicate_on_inserts = true;  ///< hoodie.merge.allow.duplicate.on.inserts
  DuplicatePolicy duplicate_policy = DuplicatePolicy::kNone;
  IndexType index = IndexType::kSimple;
  BucketOptions buckets;
  bool update_partition_path = true;  ///< of the chosen global index
  BulkSortMode bulk_sort = BulkSortMode::kNone;
  int bulk_shuffle_parallelism = 0;
  bool row_writer = true;  ///< hoodie.datasource.write.row.writer.enable
  bool drop_partition_columns = false;
  bool populate_meta_fields = true;
  std::string partitions_to_delete;          ///< comma list with '*' wildcards
  std::string static_overwrite_partitions;   ///< hoodie.static.overwrite.partition.paths
  std::string commit_metadata_prefix = "_";  ///< hoodie.datasource.write.commitmeta.key.prefix
  bool metadata_enable = true;               ///< hoodie.metadata.enable as the caller gave it
  bool reconcile_schema = false;
  bool set_null_for_missing = false;
  bool allow_column_drop = false;
  bool validate_schema = false;
  int64_t heartbeat_interval_ms = 60000;
  int heartbeat_tolerable_misses = 2;
  /// Options named with `commit_metadata_prefix`: they go into the commit's extra metadata.
  ConfigMap extra_metadata;
  /// Keys that Hudi knows and this library does not heed, as the caller wrote them.
  std::vector<std::string> ignored_keys;
  /// Sentences the user should see: options that this table's version overrules.
  std::vector<std::string> notices;
};

}  // namespace hudi
