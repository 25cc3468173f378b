// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace hudi {

/// What makes a compaction due: delta commits, seconds, or both, since the last one.
enum class CompactionTrigger {
  kNumCommits,
  kNumCommitsAfterLastRequest,  ///< since the last one that was planned, done or not
  kTimeElapsed,
  kNumAndTime,
  kNumOrTime,
};

/// When file groups of a MERGE_ON_READ table are compacted, and which.
struct CompactionOptions {
  bool run_inline = false;       ///< plans and runs one behind a write
  bool schedule_inline = false;  ///< plans one behind a write, for others to run
  bool async_enabled = true;     ///< hoodie.datasource.compaction.async.enable
  CompactionTrigger trigger = CompactionTrigger::kNumCommits;
  int64_t max_delta_commits = 5;
  int64_t max_delta_seconds = 3600;
  /// Java classes, separated by commas: each takes what the one before has left.
  std::string strategy =
      "org.apache.hudi.table.action.compact.strategy.LogFileSizeBasedCompactionStrategy";
  int64_t target_io_mb = 512000;
  int64_t log_bytes_threshold = 0;
  int64_t log_files_threshold = 0;
  int64_t day_partitions = 10;
  std::string partition_regex;

  bool log_enabled = false;  ///< log compaction
  bool log_inline = false;
  int64_t log_blocks_threshold = 5;

  /// Of all table services.
  bool services_enabled = true;
  bool fail_write_on_error = true;
};

}  // namespace hudi
