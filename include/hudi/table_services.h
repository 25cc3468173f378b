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

#include <arrow/result.h>

#include "hudi/export.h"
#include "hudi/progress.h"

namespace hudi {

struct HUDI_EXPORT CompactOptions {
  /// Keys of the reference, such as `hoodie.compaction.strategy`. One of the keys that make a
  /// compaction due (`hoodie.compact.inline.max.delta.commits`, `...max.delta.seconds`,
  /// `...trigger.strategy`) keeps one from being planned before it is; without them whatever has
  /// log files is due.
  std::map<std::string, std::string> config;
  /// Plans a new compaction.
  bool schedule = true;
  /// Runs what is planned: pending compactions, oldest first, then the new one.
  bool run = true;
  /// The pending compaction to run; empty: all of them. Goes with `run` alone.
  std::string instant;
  /// Compacts log blocks into fewer log blocks instead of into base files.
  bool log_compaction = false;
  /// Changes nothing; the result says what would be planned and run.
  bool dry_run = false;
  /// Bytes that merging may hold in memory; 0: a quarter of the machine.
  int64_t memory_limit_bytes = 0;
  /// Worker threads; 0: one a core.
  int threads = 0;
  /// Gets each sentence the user should see.
  std::function<void(std::string_view)> on_notice;
  /// Polled; true stops the call (kInterrupted). A compaction that was not complete waits again;
  /// those before it stay.
  std::function<bool()> should_stop;
  /// Filled in as the call goes; null: nobody watches.
  std::shared_ptr<Progress> progress;
};

/// One file group of a compaction.
struct HUDI_EXPORT CompactedFileGroup {
  std::string partition;
  std::string file_id;
  std::string base_file;  ///< that was read, relative to the table; empty: the group had logs only
  int64_t base_bytes = 0;
  int64_t log_files = 0;
  int64_t log_bytes = 0;
  // What was written; empty and 0 for a group that is only planned.
  std::string new_file;  ///< relative to the table; of several log files the first
  int64_t new_bytes = 0;
  int64_t rows = 0;  ///< in the new file
  int64_t updated = 0;
  int64_t inserted = 0;
  int64_t deleted = 0;
};

struct HUDI_EXPORT CompactionInfo {
  std::string instant;     ///< empty: it would be planned (dry run)
  std::string completion;  ///< empty: not complete
  std::string action;      ///< "compaction" or "logcompaction"
  std::string state;       ///< "planned" (dry run), "requested" or "completed"
  /// Another writer had begun it and died; what it left was removed.
  bool taken_up = false;
  std::vector<CompactedFileGroup> groups;
};

struct HUDI_EXPORT CompactResult {
  std::vector<CompactionInfo> compactions;
  std::vector<std::string> rolled_back;  ///< unfinished writes that were taken back first
  bool dry_run = false;
  /// Name and milliseconds of each phase, in order.
  std::vector<std::pair<std::string, double>> phases;
};

/// Compacts the MERGE_ON_READ table at `base_path`: merges the log files of its file groups into
/// new base files. Rows and their meta columns stay as they are, but for `_hoodie_file_name`.
///
/// Errors: kUnsupported for a COPY_ON_WRITE table and for what the table uses and this library does
/// not have; kNotFound if `instant` is no pending compaction; kWriterConflict; kInvalidConfig;
/// kCorruptFile; kStorage. On an error the compaction at hand waits again, as it was planned.
HUDI_EXPORT arrow::Result<CompactResult> CompactTable(const std::string& base_path,
                                                      const CompactOptions& options);

}  // namespace hudi
