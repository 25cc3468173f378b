// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/progress.h"
#include "hudi/services/compaction/compaction_run.h"
#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"
#include "hudi/timeline/compaction_plan.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

enum class CompactionKind { kCompaction, kLogCompaction };

/// What compactions take from their caller.
struct CompactionEnvironment {
  int threads = 1;
  int64_t memory_limit_bytes = 0;
  std::function<bool()> should_stop;
  /// Never null.
  std::function<void(std::string_view)> on_notice = [](std::string_view) {};
  /// Never null.
  std::shared_ptr<Progress> progress = std::make_shared<Progress>();
};

/// A compaction that was carried out.
struct CompletedCompaction {
  std::string instant;
  std::string completion;
  bool taken_up = false;
  std::vector<CompactedGroup> groups;
};

/// Plans and runs compactions of one table. The caller holds the table's writer lock, except for
/// Plan(), and has rolled back dead writes.
class TableCompaction {
 public:
  /// Errors: kUnsupported for copy-on-write tables.
  static arrow::Result<TableCompaction> Open(std::shared_ptr<Storage> storage,
                                             const WriteConfig& config,
                                             CompactionEnvironment environment);

  /// Pending ones, oldest first.
  std::vector<Instant> Pending(CompactionKind kind) const;
  arrow::Result<CompactionPlan> ReadPlan(const Instant& pending) const;
  /// The files that the operations of a plan name.
  arrow::Result<std::vector<FileSlice>> SlicesOf(const CompactionPlan& plan) const;

  /// What would be compacted now; null: nothing. `if_due`: nothing either unless the trigger says
  /// so (log compactions have none but their threshold).
  arrow::Result<std::optional<CompactionPlan>> Plan(CompactionKind kind, bool if_due) const;
  /// Publishes a plan; returns its instant.
  arrow::Result<Instant> Schedule(const CompactionPlan& plan);

  /// Carries out a pending compaction. One that a dead writer has begun is undone first; a log
  /// compaction that one has begun is given up (null), for its plan may be out of date.
  /// On an error the plan waits again.
  arrow::Result<std::optional<CompletedCompaction>> Run(const Instant& pending);

 private:
  TableCompaction(std::shared_ptr<Storage> storage, TableConfig table, WriteConfig config,
                  CompactionEnvironment environment);
  arrow::Status Reload();
  arrow::Status SettleSchema(const std::string& instant);
  arrow::Status Undo(const Instant& pending, const CompactionPlan& plan);
  arrow::Result<std::string> Publish(WriteSession* session, const CompactionPlan& plan,
                                     const std::vector<CompactedGroup>& groups);
  WriteContext MakeContext(WriteSession* session) const;

  std::shared_ptr<Storage> storage_;
  TableConfig table_;
  WriteConfig config_;
  CompactionEnvironment environment_;
  TimelineLayout layout_;
  std::shared_ptr<const Timeline> timeline_;
  std::shared_ptr<arrow::Schema> columns_;  ///< of the files, without meta columns
  std::string schema_json_;                 ///< as the last commit has it
  std::shared_ptr<const StoredNames> stored_names_;
};

}  // namespace hudi
