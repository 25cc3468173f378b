// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/compaction_plan.h"
#include "hudi/timeline/timeline.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// The files that an operation of a plan names, as a slice; its logs stand in the order in which
/// readers apply them. Errors: kCorruptFile for a file that is gone.
arrow::Result<FileSlice> SliceOfOperation(const Storage& storage, const Timeline& timeline,
                                          const CompactionOperation& operation);

/// One file group that a compaction has rewritten.
struct CompactedGroup {
  FileSlice before;
  /// One of a new base file; of a log compaction one a log file.
  std::vector<WriteStat> stats;
};

/// What both compactions have in common: takes the plan's slices, several at a time, and hands each
/// to `compact`.
struct GroupRun {
  int number = 0;            ///< of the group within the plan
  int64_t memory_bytes = 0;  ///< for log records
  bool use_threads = false;  ///< there are more threads than groups
};
using CompactGroup = std::function<arrow::Result<std::vector<WriteStat>>(const FileSlice& slice,
                                                                         const GroupRun& run)>;
/// `what` is compacted, for messages; `bytes_of` says what a group counts in the progress.
arrow::Result<std::vector<CompactedGroup>> CompactGroups(const WriteContext& context,
                                                         const CompactionPlan& plan,
                                                         std::string_view what,
                                                         int64_t (*bytes_of)(const FileSlice&),
                                                         const CompactGroup& compact);

/// Writes a base file for each operation of the plan, several groups at a time: the rows that a
/// read of its slice gives, with the meta columns that they have, but for the file's name. A group
/// whose rows are all deleted gets a base file without rows.
///
/// `context`: the session of the compaction, begun. Memory is bounded by its budget.
/// Errors: those of StreamMergedSlice().
arrow::Result<std::vector<CompactedGroup>> RunCompactionPlan(const WriteContext& context,
                                                             const CompactionPlan& plan);

}  // namespace hudi
