// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_planner.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/services/compaction/compaction_strategy.h"
#include "hudi/slices/commit_files.h"
#include "hudi/slices/file_slices.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

// Groups that a pending service has to itself.
arrow::Result<std::set<std::pair<std::string, std::string>>> GroupsInPlans(
    const Timeline& timeline) {
  std::set<std::pair<std::string, std::string>> planned;
  for (const Instant& service : timeline.PendingServices()) {
    ARROW_ASSIGN_OR_RAISE(std::string body, timeline.ReadBody(service, InstantState::kRequested));
    ARROW_ASSIGN_OR_RAISE(std::vector<PlannedFileGroup> groups,
                          DecodePlannedFileGroups(body, service.file_name));
    for (PlannedFileGroup& group : groups) {
      planned.emplace(std::move(group.partition_path), std::move(group.file_id));
    }
  }
  return planned;
}

// The newest slices with log files that no pending service has.
arrow::Result<std::vector<FileSlice>> EligibleSlices(const Storage& storage,
                                                     const Timeline& timeline,
                                                     const std::vector<std::string>& partitions) {
  ARROW_ASSIGN_OR_RAISE(auto planned, GroupsInPlans(timeline));
  ARROW_ASSIGN_OR_RAISE(std::vector<Timeline::Replaced> replaced, timeline.ReplacedFileGroups({}));
  std::vector<FileSlice> eligible;
  std::vector<FileSlice> all;
  for (const std::string& partition : partitions) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                          LatestSlices(storage, timeline, partition, replaced, {}));
    std::move(slices.begin(), slices.end(), std::back_inserter(all));
  }
  // A compaction of what is not all there would make a loss permanent.
  ARROW_RETURN_NOT_OK(CheckCommitFiles(timeline, partitions, all, replaced, /*with_logs=*/true));
  for (FileSlice& slice : all) {
    if (slice.log_files.empty()) continue;
    if (planned.count({slice.partition_path, slice.file_id}) > 0) continue;
    eligible.push_back(std::move(slice));
  }
  return eligible;
}

struct BlockCount {
  int64_t all = 0;
  int64_t compacted = 0;  ///< made by a log compaction
};

arrow::Result<BlockCount> CountBlocks(const Storage& storage, const Timeline& timeline,
                                      const FileSlice& slice) {
  ARROW_ASSIGN_OR_RAISE(LogBlockSelection logs,
                        SelectSliceBlocks(storage, slice, &timeline, [&](std::string_view instant) {
                          return timeline.IsCommitted(instant);
                        }));
  BlockCount count;
  for (const LogBlockRef& ref : logs.blocks) {
    ++count.all;
    if (!ref.block.Header(log::HeaderKey::kCompactedBlockTimes).empty()) ++count.compacted;
  }
  return count;
}

}  // namespace

arrow::Result<std::optional<CompactionPlan>> PlanCompaction(const Storage& storage,
                                                            const Timeline& timeline,
                                                            const WriteConfig& config,
                                                            std::string_view today) {
  ARROW_ASSIGN_OR_RAISE(CompactionStrategy strategy,
                        CompactionStrategy::Make(config.compaction, today, config.table_version));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(storage));
  ARROW_ASSIGN_OR_RAISE(partitions, strategy.FilterPartitions(std::move(partitions)));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                        EligibleSlices(storage, timeline, partitions));
  std::vector<CompactionOperation> operations;
  for (const FileSlice& slice : slices) {
    operations.push_back(MakeCompactionOperation(slice, config.sizing.max_file_size_bytes));
  }
  CompactionPlan plan;
  ARROW_ASSIGN_OR_RAISE(plan.operations, strategy.Choose(operations));
  if (plan.operations.empty()) return std::nullopt;
  std::set<std::string> chosen;
  for (const CompactionOperation& operation : plan.operations) chosen.insert(operation.file_id);
  std::set<std::string> missing;
  for (const CompactionOperation& operation : operations) {
    if (chosen.count(operation.file_id) == 0) missing.insert(operation.partition_path);
  }
  plan.missing_partitions.assign(missing.begin(), missing.end());
  return plan;
}

arrow::Result<std::optional<CompactionPlan>> PlanLogCompaction(const Storage& storage,
                                                               const Timeline& timeline,
                                                               const WriteConfig& config) {
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(storage));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                        EligibleSlices(storage, timeline, partitions));
  CompactionPlan plan;
  plan.is_log_compaction = true;
  for (const FileSlice& slice : slices) {
    ARROW_ASSIGN_OR_RAISE(BlockCount blocks, CountBlocks(storage, timeline, slice));
    int64_t count = config.table_version < 9 ? blocks.all : blocks.all - blocks.compacted;
    if (count < config.compaction.log_blocks_threshold) continue;
    plan.operations.push_back(MakeCompactionOperation(slice, config.sizing.max_file_size_bytes));
  }
  if (plan.operations.empty()) return std::nullopt;
  return plan;
}

}  // namespace hudi
