// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/scan_planner.h"

#include <map>
#include <string>
#include <utility>

#include "hudi/error.h"
#include "hudi/read/prune/row_groups.h"
#include "hudi/slices/commit_files.h"

namespace hudi {

ScanPlanner::ScanPlanner(const OpenedTable& table, const PartitionColumns& partitions,
                         const Predicate* filter)
    : storage_(*table.storage),
      timeline_(table.timeline),
      table_type_(table.config.type()),
      columns_(partitions),
      filter_(filter) {}

arrow::Status ScanPlanner::Run(const SlicePlanOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> all, ListPartitions(storage_));
  std::map<std::string, PartitionValues> values;
  std::vector<std::string> kept;
  for (std::string& partition : all) {
    ARROW_ASSIGN_OR_RAISE(PartitionValues constants, columns_.ValuesOf(partition));
    if (filter_ != nullptr && !ConstantsMightMatch(*filter_, constants)) continue;
    values.emplace(partition, std::move(constants));
    kept.push_back(std::move(partition));
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<Timeline::Replaced> replaced,
                        timeline_->ReplacedFileGroups(options.as_of));
  ARROW_ASSIGN_OR_RAISE(slices_, PlanSlices(storage_, *timeline_, kept, replaced, options));
  if (options.as_of.empty()) {
    ARROW_RETURN_NOT_OK(
        CheckCommitFiles(*timeline_, kept, slices_, replaced, !options.base_files_only));
  } else {
    ARROW_RETURN_NOT_OK(CheckPastCommitFiles(
        *timeline_, {options.as_of, kept, slices_, replaced, !options.base_files_only,
                     table_type_ == TableType::kCopyOnWrite}));
  }
  constants_.clear();
  for (const FileSlice& slice : slices_) constants_.push_back(values[slice.partition_path]);
  return arrow::Status::OK();
}

arrow::Status ScanPlanner::RunChanges(SlicePlanOptions options, const IncrementalQuery& query,
                                      ChangedRows changed) {
  if (changed.commits.empty()) return arrow::Status::OK();
  const std::shared_ptr<const Timeline> now = timeline_;
  timeline_ = changed.timeline;
  const std::vector<Instant> known = timeline_->CompletedWrites();
  if (timeline_ != now && !known.empty()) {
    // With this every file of that time is looked for.
    options.as_of = known.back().requested;
  } else if (known.empty()) {
    // All of the range was archived, and which files there were at its end is not known: what is
    // there now is looked through, as the reference does.
    timeline_ = now;
    changed.groups.reset();
  }
  arrow::Status planned = Run(options);
  if (CodeOf(planned) == ErrorCode::kInstantUnavailable && query.fall_back_to_scan) {
    timeline_ = now;
    changed.groups.reset();
    options.as_of.clear();
    planned = Run(options);
  }
  ARROW_RETURN_NOT_OK(planned);
  KeepChanged(changed, query);
  return arrow::Status::OK();
}

void ScanPlanner::KeepChanged(const ChangedRows& changed, const IncrementalQuery& query) {
  std::vector<FileSlice> slices;
  std::vector<PartitionValues> constants;
  for (size_t i = 0; i < slices_.size(); ++i) {
    FileSlice& slice = slices_[i];
    if (changed.groups && !changed.groups->contains({slice.partition_path, slice.file_id})) {
      continue;
    }
    if (!MatchesPathGlob(FirstPath(slice), query.path_glob)) continue;
    constants.push_back(std::move(constants_[i]));
    slices.push_back(std::move(slice));
  }
  slices_ = std::move(slices);
  constants_ = std::move(constants);
}

}  // namespace hudi
