// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_slices.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "hudi/error.h"
#include "hudi/slices/commit_files.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/place/key_buckets.h"

namespace hudi {
namespace {

/// The log files of which a commit says that they hold no new keys.
arrow::Result<std::set<std::string>> LogsWithoutInserts(const Timeline& timeline,
                                                        const std::vector<FileSlice>& slices) {
  std::set<std::string> paths;
  bool any_logs = std::any_of(slices.begin(), slices.end(), [](const FileSlice& slice) {
    return slice.base_file && !slice.log_files.empty();
  });
  if (!any_logs) return paths;
  std::set<std::string> with_inserts;  // a file may take the blocks of several commits
  for (const Instant& commit : timeline.CompletedWrites()) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline.ReadCommit(commit));
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        if (!stat.log_version) continue;
        (stat.num_inserts == 0 ? paths : with_inserts).insert(stat.path);
      }
    }
  }
  for (const std::string& path : with_inserts) paths.erase(path);
  return paths;
}

// (partition, file id)
using GroupKey = std::pair<std::string, std::string>;

/// The pending compaction or clustering that works on each group.
arrow::Result<std::map<GroupKey, Instant>> PlannedGroups(const Timeline& timeline) {
  std::map<GroupKey, Instant> planned;
  for (const Instant& service : timeline.PendingServices()) {
    // A log compaction leaves the base file and the order of the logs as they are.
    if (service.action == Action::kLogCompaction) continue;
    ARROW_ASSIGN_OR_RAISE(std::string body, timeline.ReadBody(service, InstantState::kRequested));
    if (body.empty()) continue;
    ARROW_ASSIGN_OR_RAISE(std::vector<PlannedFileGroup> groups,
                          DecodePlannedFileGroups(body, service.file_name));
    for (const PlannedFileGroup& group : groups) {
      planned.insert_or_assign({group.partition_path, group.file_id}, service);
    }
  }
  return planned;
}

/// Bucket numbers have eight decimal digits; of random names with as many zeros there is one in
/// 65,536.
bool IsNamedAfterBucket(const std::string& file_id) {
  return file_id.starts_with("0000") && BucketOfFileId(file_id).has_value();
}

}  // namespace

arrow::Status RefuseConsistentHashing(const WriteContext& context) {
  constexpr std::string_view kRings = ".hoodie/.bucket_index/consistent_hashing_metadata";
  ARROW_ASSIGN_OR_RAISE(const bool exists, context.storage->Exists(kRings));
  if (!exists) return arrow::Status::OK();
  return Fail(ErrorCode::kUnsupported, kRings, kRings,
              " exists: the table is written with a bucket index whose buckets split and merge "
              "(hoodie.index.bucket.engine=CONSISTENT_HASHING); new rows for it are not supported");
}

arrow::Status CheckNewGroupsFit(const WriteContext& context) {
  ARROW_RETURN_NOT_OK(RefuseConsistentHashing(context));
  const std::vector<Instant> writes = context.timeline->CompletedWrites();
  for (auto commit = writes.rbegin(); commit != writes.rend(); ++commit) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, context.timeline->ReadCommit(*commit));
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        if (!IsNamedAfterBucket(stat.file_id)) return arrow::Status::OK();
        return Fail(ErrorCode::kUnsupported, stat.path, "file group '", stat.file_id,
                    "' in partition '", partition,
                    "' is named after a bucket: the table is written with a bucket index; for new "
                    "rows give 'hoodie.index.type' = 'BUCKET' and the number of buckets, "
                    "'hoodie.bucket.index.num.buckets'");
      }
    }
  }
  return arrow::Status::OK();
}

arrow::Result<std::vector<StoredSlice>> ListStoredSlices(
    const WriteContext& context, const std::vector<std::string>& paths,
    const std::vector<Timeline::Replaced>& replaced, PartitionNumbers* partitions) {
  const Timeline& timeline = *context.timeline;
  using Planned = std::map<GroupKey, Instant>;
  ARROW_ASSIGN_OR_RAISE(Planned planned, PlannedGroups(timeline));
  std::vector<FileSlice> found;
  for (const std::string& path : paths) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                          LatestSlices(*context.storage, timeline, path, replaced, {}));
    std::move(slices.begin(), slices.end(), std::back_inserter(found));
  }
  ARROW_RETURN_NOT_OK(CheckCommitFiles(timeline, paths, found, replaced, /*with_logs=*/true));
  ARROW_ASSIGN_OR_RAISE(std::set<std::string> updates_only, LogsWithoutInserts(timeline, found));
  std::vector<StoredSlice> stored_slices;
  for (FileSlice& slice : found) {
    StoredSlice stored;
    // Under a bucket index new rows go to logs, and the reference counts them as updates.
    stored.logs_hold_keys =
        !slice.base_file || context.config.index == IndexType::kBucket ||
        IsNamedAfterBucket(slice.file_id) ||
        std::any_of(slice.log_files.begin(), slice.log_files.end(),
                    [&](const LogFile& log) { return updates_only.count(log.path) == 0; });
    stored.slice = std::move(slice);
    stored.partition = partitions->Number(stored.slice.partition_path);
    auto service = planned.find({stored.slice.partition_path, stored.slice.file_id});
    if (service != planned.end()) {
      bool compaction = service->second.action == Action::kCompaction;
      stored.in_pending_clustering = !compaction;
      if (compaction) stored.pending_compaction = service->second.requested;
    }
    stored_slices.push_back(std::move(stored));
  }
  return stored_slices;
}

}  // namespace hudi
