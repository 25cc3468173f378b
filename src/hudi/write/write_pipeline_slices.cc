// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_slices.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hudi/error.h"
#include "hudi/slices/commit_files.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/place/key_buckets.h"

namespace hudi {
namespace {

/// The log files of which commits say that they hold no new keys, with the oldest of these commits.
using UpdateLogs = std::map<std::string, std::string>;

arrow::Result<UpdateLogs> LogsWithoutInserts(const Timeline& timeline,
                                             const std::vector<FileSlice>& slices) {
  UpdateLogs logs;
  bool any_logs = std::any_of(slices.begin(), slices.end(), [](const FileSlice& slice) {
    return slice.base_file && !slice.log_files.empty();
  });
  if (!any_logs) return logs;
  std::set<std::string> with_inserts;  // a file may take the blocks of several commits
  for (const Instant& commit : timeline.CompletedWrites()) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline.ReadCommit(commit));
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        if (!stat.log_version) continue;
        if (stat.num_inserts != 0) with_inserts.insert(stat.path);
        logs.emplace(stat.path, commit.requested);
      }
    }
  }
  for (const std::string& path : with_inserts) logs.erase(path);
  return logs;
}

/// Tells logs that were written while the compaction was pending that made the base file under
/// them. A key which that compaction found deleted, and which came back meanwhile, is in such a log
/// alone, although the log counts it as an update.
class CompactionTimes {
 public:
  explicit CompactionTimes(const WriteContext& context)
      : storage_(*context.storage), timeline_(*context.timeline) {
    for (const Instant& write : timeline_.CompletedWrites()) Add(write);
  }

  arrow::Result<bool> MayBeOlder(const std::string& log_instant, const std::string& base_instant) {
    auto base = completions_.find(base_instant);
    if (base == completions_.end() && !has_history_) {
      has_history_ = true;
      ARROW_ASSIGN_OR_RAISE(std::vector<Instant> archived,
                            LoadHistory(storage_, timeline_.layout()));
      for (const Instant& instant : archived) {
        if (instant.is_write() && instant.completed()) Add(instant);
      }
      base = completions_.find(base_instant);
    }
    if (base == completions_.end()) return true;
    if (!base->second) return false;
    // Storage may keep the times of files, which layout 1 goes by, in whole seconds.
    constexpr size_t kSecondsDigits = 14;
    const size_t digits = timeline_.layout().version >= 2 ? std::string::npos : kSecondsDigits;
    return base->second->empty() ||
           log_instant.substr(0, digits) <= base->second->substr(0, digits);
  }

 private:
  // Of merge-on-read tables a commit is a compaction, or else comes before all logs of its files.
  void Add(const Instant& write) {
    std::optional<std::string> completion;
    if (write.action == Action::kCommit) completion = write.completion;
    completions_.emplace(write.requested, std::move(completion));
  }

  const Storage& storage_;
  const Timeline& timeline_;
  bool has_history_ = false;
  std::map<std::string, std::optional<std::string>> completions_;  // nullopt: no compaction
};

arrow::Result<bool> LogsHoldKeys(const FileSlice& slice, const UpdateLogs& updates,
                                 CompactionTimes* compactions) {
  for (const LogFile& log : slice.log_files) {
    auto found = updates.find(log.path);
    if (found == updates.end()) return true;
    ARROW_ASSIGN_OR_RAISE(const bool older,
                          compactions->MayBeOlder(found->second, slice.base_instant));
    if (older) return true;
  }
  return false;
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
  ARROW_ASSIGN_OR_RAISE(const UpdateLogs updates, LogsWithoutInserts(timeline, found));
  CompactionTimes compactions(context);
  std::vector<StoredSlice> stored_slices;
  for (FileSlice& slice : found) {
    StoredSlice stored;
    // Under a bucket index new rows go to logs, and the reference counts them as updates.
    stored.logs_hold_keys = !slice.base_file || context.config.index == IndexType::kBucket ||
                            IsNamedAfterBucket(slice.file_id);
    if (!stored.logs_hold_keys) {
      ARROW_ASSIGN_OR_RAISE(stored.logs_hold_keys, LogsHoldKeys(slice, updates, &compactions));
    }
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
