// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

/// What one write did to one file (Hudi's HoodieWriteStat). Sizes in bytes, times in milliseconds.
struct WriteStat {
  std::string file_id;
  /// Relative to the table's base path.
  std::string path;
  /// The text "null" for a new file group, else the instant of the previous base file.
  std::string prev_commit = "null";
  std::string partition_path;
  int64_t num_writes = 0;
  int64_t num_deletes = 0;
  int64_t num_update_writes = 0;
  int64_t num_inserts = 0;
  int64_t total_write_bytes = 0;
  int64_t total_write_errors = 0;
  int64_t file_size_in_bytes = 0;
  int64_t total_log_records = 0;
  int64_t total_log_files = 0;
  // Compactions: what they read.
  int64_t total_log_bytes_compacted = 0;
  int64_t total_updated_records_compacted = 0;
  int64_t total_log_blocks = 0;
  int64_t total_corrupt_log_blocks = 0;
  int64_t total_rollback_blocks = 0;
  /// Name of the replaced base file (layout 2); absent if the group is new.
  std::optional<std::string> prev_base_file;
  /// Files of the change log beside the file: path relative to the base path -> bytes.
  std::map<std::string, int64_t> cdc_stats;
  std::optional<int64_t> min_event_time;
  std::optional<int64_t> max_event_time;
  int64_t scan_time_ms = 0;
  int64_t create_time_ms = 0;
  int64_t upsert_time_ms = 0;
  // Log files only.
  std::optional<int32_t> log_version;
  std::optional<int64_t> log_offset;
  std::optional<std::string> base_file;
  std::vector<std::string> log_files;
};

/// Body of a completed (or inflight) commit, deltacommit or replacecommit.
struct CommitMetadata {
  std::map<std::string, std::vector<WriteStat>> partition_to_write_stats;
  bool compacted = false;
  std::map<std::string, std::string> extra_metadata;
  /// "UPSERT", "BULK_INSERT", ...; empty if the file has none.
  std::string operation_type;
  /// Replace commits: partition -> file ids that this commit hides.
  std::map<std::string, std::vector<std::string>> partition_to_replace_file_ids;
  bool is_replace = false;

  /// `extra_metadata["schema"]`, or empty.
  std::string_view schema_json() const;
};

/// Layout 1: pretty JSON as Hudi 0.15 writes it. Layout 2: an Avro container.
arrow::Result<std::string> EncodeCommitMetadata(const CommitMetadata& metadata, int layout_version);

/// Decodes JSON or Avro, told apart by the first bytes; an empty body is empty metadata.
/// Errors: kCorruptFile with `path` and the byte.
arrow::Result<CommitMetadata> DecodeCommitMetadata(std::string_view body, std::string_view path);

/// Body of `replacecommit.requested` of an insert overwrite or delete partition
/// (HoodieRequestedReplaceMetadata with all fields null).
arrow::Result<std::string> EncodeRequestedReplaceMetadata();

/// Rollback bodies (HoodieRollbackPlan, HoodieRollbackMetadata).
struct RollbackPartition {
  std::string partition_path;
  /// As they are to stand in the file; the reference writes absolute paths.
  std::vector<std::string> deleted_files;
  /// Version 6: a log file that holds blocks of the instant, and the one that takes them back.
  struct Log {
    std::string file_id;
    std::string base_instant;
    std::string path;
    int64_t size_bytes = 0;
    std::string command_path;
    int64_t command_bytes = 0;
  };
  std::vector<Log> logs;
};
struct RollbackRecord {
  std::string instant_to_rollback;
  std::string action;
  std::string start_time;  ///< instant of the rollback
  int64_t time_taken_ms = 0;
  std::vector<RollbackPartition> partitions;
};
arrow::Result<std::string> EncodeRollbackPlan(const RollbackRecord& record);
arrow::Result<std::string> EncodeRollbackMetadata(const RollbackRecord& record);

/// The instants that a rollback or a restore took back, from the body of its completed file, or
/// from a rollback's plan. Errors: kCorruptFile.
arrow::Result<std::vector<std::string>> DecodeRolledBackInstants(std::string_view body,
                                                                 std::string_view path);

/// What time travel needs of the newest completed clean; absent fields are empty.
struct CleanSummary {
  std::string earliest_commit_to_retain;
  std::string last_completed_commit;
};
arrow::Result<CleanSummary> DecodeCleanMetadata(std::string_view body, std::string_view path);

/// The (partition, file id) pairs of a pending clustering or compaction plan.
struct PlannedFileGroup {
  std::string partition_path;
  std::string file_id;
};
arrow::Result<std::vector<PlannedFileGroup>> DecodePlannedFileGroups(std::string_view body,
                                                                     std::string_view path);

/// True if the body of a `replacecommit.requested` plans a clustering; layout 1 does not tell by
/// the name. Errors: kCorruptFile.
arrow::Result<bool> IsClusteringPlan(std::string_view body, std::string_view path);

}  // namespace hudi
