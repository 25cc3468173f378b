// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/slice_plan.h"

#include <algorithm>
#include <utility>

#include "hudi/base/worker_pool.h"
#include "hudi/error.h"

namespace hudi {
const std::string& FirstPath(const FileSlice& slice) {
  return slice.base_file ? slice.base_file->path : slice.log_files.front().path;
}

namespace {

arrow::Result<std::vector<FileSlice>> NewestBaseFiles(
    const Storage& storage, const Timeline& timeline, const std::string& partition,
    const std::vector<Timeline::Replaced>& replaced, const std::string& as_of) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> listing, storage.List(partition));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileGroup> groups,
                        BuildFileGroups(timeline, partition, listing, replaced, as_of));
  std::vector<FileSlice> newest;
  for (FileGroup& group : groups) {
    if (!group.replaced_by.empty()) continue;
    auto slice =
        std::find_if(group.slices.begin(), group.slices.end(),
                     [](const FileSlice& candidate) { return candidate.base_file.has_value(); });
    if (slice == group.slices.end()) continue;
    slice->log_files.clear();
    newest.push_back(std::move(*slice));
  }
  return newest;
}

arrow::Result<std::vector<FileSlice>> PlanPartition(const Storage& storage,
                                                    const Timeline& timeline,
                                                    const std::string& partition,
                                                    const std::vector<Timeline::Replaced>& replaced,
                                                    const SlicePlanOptions& options) {
  std::vector<FileSlice> slices;
  if (options.base_files_only) {
    ARROW_ASSIGN_OR_RAISE(slices,
                          NewestBaseFiles(storage, timeline, partition, replaced, options.as_of));
  } else {
    ARROW_ASSIGN_OR_RAISE(slices,
                          LatestSlices(storage, timeline, partition, replaced, options.as_of));
  }
  std::sort(slices.begin(), slices.end(),
            [](const FileSlice& a, const FileSlice& b) { return FirstPath(a) < FirstPath(b); });
  return slices;
}

}  // namespace

arrow::Result<std::vector<FileSlice>> PlanSlices(const Storage& storage, const Timeline& timeline,
                                                 const std::vector<std::string>& partitions,
                                                 const std::vector<Timeline::Replaced>& replaced,
                                                 const SlicePlanOptions& options) {
  std::vector<std::vector<FileSlice>> by_partition(partitions.size());
  ARROW_RETURN_NOT_OK(RunTasks(options.threads, partitions.size(), [&](size_t i) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(by_partition[i],
                          PlanPartition(storage, timeline, partitions[i], replaced, options));
    return arrow::Status::OK();
  }));
  std::vector<FileSlice> slices;
  for (std::vector<FileSlice>& some : by_partition) {
    std::move(some.begin(), some.end(), std::back_inserter(slices));
  }
  return slices;
}

}  // namespace hudi
