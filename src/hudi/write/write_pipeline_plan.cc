// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_plan.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>

#include "hudi/error.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/place/insert_placement.h"
#include "hudi/write/place/key_buckets.h"

namespace hudi {
namespace {

bool IsOverwrite(WriteOperation operation) {
  return operation == WriteOperation::kInsertOverwrite ||
         operation == WriteOperation::kInsertOverwriteTable;
}

/// Where inserts go; the bucket is -1 without a bucket index.
struct InsertPlace {
  uint32_t partition = 0;
  int32_t bucket = -1;
  auto operator<=>(const InsertPlace&) const = default;
};

/// Cuts ranges of inserts, in order, into pieces of given sizes.
class RangeCutter {
 public:
  explicit RangeCutter(std::vector<TaggedRange> ranges) : ranges_(std::move(ranges)) {}

  std::vector<TaggedRange> Take(int64_t rows) {
    std::vector<TaggedRange> taken;
    while (rows > 0) {
      TaggedRange& range = ranges_[next_];
      TaggedRange piece = range;
      piece.end = std::min(range.end, range.begin + rows);
      rows -= piece.size();
      range.begin = piece.end;
      if (range.size() == 0) ++next_;
      taken.push_back(piece);
    }
    return taken;
  }

 private:
  std::vector<TaggedRange> ranges_;
  size_t next_ = 0;
};

/// Decides what is done to the file groups that take rows.
class Planner {
 public:
  Planner(const WriteContext& context, const std::vector<StoredSlice>& slices)
      : context_(context), config_(context.config), slices_(slices) {
    // An overwrite replaces the groups that are there.
    if (config_.index != IndexType::kBucket || IsOverwrite(config_.operation)) return;
    for (size_t i = 0; i < slices_.size(); ++i) {
      const std::optional<int32_t> bucket = BucketOfFileId(slices_[i].slice.file_id);
      if (bucket) bucket_slices_[{slices_[i].partition, *bucket}] = static_cast<int32_t>(i);
    }
  }

  /// Small base files of a partition, in the order in which they are filled.
  std::vector<SmallFileCandidate> Candidates(uint32_t partition) const {
    std::vector<SmallFileCandidate> candidates;
    if (IsOverwrite(config_.operation)) return candidates;
    for (size_t i = 0; i < slices_.size(); ++i) {
      const StoredSlice& stored = slices_[i];
      if (stored.partition != partition || !stored.takes_inserts()) continue;
      if (!stored.slice.base_file.has_value() || !stored.slice.log_files.empty()) continue;
      candidates.push_back({static_cast<int32_t>(i), stored.slice.base_file->size_bytes});
    }
    if (!is_merge_on_read()) return candidates;
    // The smallest first, and few of them: each one is rewritten.
    std::erase_if(candidates, [this](const SmallFileCandidate& candidate) {
      return candidate.size_bytes >= config_.sizing.small_file_limit_bytes;
    });
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const SmallFileCandidate& a, const SmallFileCandidate& b) {
                       return a.size_bytes < b.size_bytes;
                     });
    auto limit = static_cast<size_t>(config_.sizing.merge_candidates_limit);
    if (candidates.size() > limit) candidates.resize(limit);
    return candidates;
  }

  /// The stored group of a bucket; -1: there is none yet, or it is replaced.
  int32_t SliceOfBucket(const InsertPlace& place) const {
    const auto found = bucket_slices_.find(place);
    return found == bucket_slices_.end() ? -1 : found->second;
  }

  /// The task that changes a stored group; one a group.
  arrow::Result<FileGroupTask*> Change(int32_t number, bool rewrite) {
    const StoredSlice& stored = slices_[static_cast<size_t>(number)];
    bool blocked =
        stored.in_pending_clustering || (!is_merge_on_read() && !stored.pending_compaction.empty());
    if (blocked) {
      return Fail(
          ErrorCode::kWriterConflict, stored.slice.file_id, "file group '", stored.slice.file_id,
          "' in partition '", stored.slice.partition_path,
          "' is part of a pending clustering or compaction and cannot be updated until that "
          "is completed or rolled back");
    }
    auto [found, is_new] = changes_.try_emplace(number);
    FileGroupTask& task = found->second;
    if (!is_new) return &task;
    task.partition = stored.slice.partition_path;
    task.file_id = stored.slice.file_id;
    if (rewrite) {
      task.kind = FileGroupTask::Kind::kRewrite;
      task.previous = stored.slice.base_file;
      return &task;
    }
    task.kind = FileGroupTask::Kind::kAppend;
    ARROW_RETURN_NOT_OK(PlanLog(stored, &task));
    return &task;
  }

  std::map<int32_t, FileGroupTask>& changes() { return changes_; }
  bool is_merge_on_read() const { return config_.table_type == TableType::kMergeOnRead; }

 private:
  arrow::Status PlanLog(const StoredSlice& stored, FileGroupTask* task) {
    FileGroupTask::Log& log = task->log;
    if (config_.table_version >= 8) {
      log.name_instant = context_.instant();
      log.prev_commit = context_.instant();
      if (config_.log.record_positions && stored.slice.base_file) {
        log.positions_instant = stored.slice.base_file->name.instant;
      }
      // The reference tells changes from the slice that the stat of a log file names.
      if (config_.cdc.enabled) {
        log.prev_commit = stored.slice.base_instant;
        if (stored.slice.base_file) {
          log.base_file = FormatBaseFileName(stored.slice.base_file->name);
        }
        for (const LogFile& file : stored.slice.log_files) {
          log.log_files.push_back(FormatLogFileName(file.name));
        }
      }
      return arrow::Status::OK();
    }
    // A planned compaction has opened a slice, which has no base file yet.
    const FileSlice& slice = stored.slice;
    bool planned = !stored.pending_compaction.empty();
    log.name_instant = planned ? stored.pending_compaction : slice.base_instant;
    log.prev_commit = log.name_instant;
    if (!planned && slice.base_file) log.base_file = FormatBaseFileName(slice.base_file->name);
    for (const LogFile& file : slice.log_files) {
      if (file.name.instant == log.name_instant)
        log.log_files.push_back(FormatLogFileName(file.name));
    }
    ARROW_ASSIGN_OR_RAISE(const std::vector<FileEntry>* entries, Listing(task->partition));
    for (const FileEntry& entry : *entries) {
      if (!LooksLikeLogFile(entry.name())) continue;
      // Leftovers of failed writes count too: a name must never come twice.
      ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(entry.name()));
      if (name.file_id != task->file_id || name.instant != log.name_instant) continue;
      log.first_version = std::max(log.first_version, name.version + 1);
    }
    return arrow::Status::OK();
  }

  arrow::Result<const std::vector<FileEntry>*> Listing(const std::string& partition) {
    auto [found, is_new] = listings_.try_emplace(partition);
    if (is_new) {
      ARROW_ASSIGN_OR_RAISE(found->second, context_.storage->List(partition));
    }
    return &found->second;
  }

  const WriteContext& context_;
  const WriteConfig& config_;
  const std::vector<StoredSlice>& slices_;
  std::map<InsertPlace, int32_t> bucket_slices_;
  std::map<int32_t, FileGroupTask> changes_;  // by slice
  std::map<std::string, std::vector<FileEntry>> listings_;
};

}  // namespace

arrow::Result<std::vector<FileGroupTask>> PlanFileGroupTasks(
    const WriteContext& context, const std::vector<std::unique_ptr<TaggedShard>>& tagged,
    const std::vector<StoredSlice>& slices, const PartitionNumbers& partitions) {
  const WriteConfig& config = context.config;
  std::map<int32_t, std::vector<TaggedRange>> updates;  // by slice
  std::map<InsertPlace, std::vector<TaggedRange>> inserts;
  for (size_t s = 0; s < tagged.size(); ++s) {
    const std::vector<TaggedRow>& rows = tagged[s]->rows();
    for (size_t begin = 0; begin < rows.size();) {
      size_t end = begin + 1;
      while (end < rows.size() && rows[end].slice == rows[begin].slice &&
             (rows[begin].slice >= 0 || (rows[end].partition == rows[begin].partition &&
                                         rows[end].bucket == rows[begin].bucket))) {
        ++end;
      }
      TaggedRange range{s, static_cast<int64_t>(begin), static_cast<int64_t>(end)};
      if (rows[begin].slice >= 0) {
        updates[rows[begin].slice].push_back(range);
      } else {
        inserts[{rows[begin].partition, rows[begin].bucket}].push_back(range);
      }
      begin = end;
    }
  }

  Planner planner(context, slices);
  std::map<uint32_t, std::vector<SmallFileCandidate>> candidates;  // of partitions with inserts
  std::set<int32_t> small;
  for (const auto& [place, ranges] : inserts) {
    if (place.bucket >= 0) continue;
    const uint32_t partition = place.partition;
    candidates[partition] = planner.Candidates(partition);
    // A rewrite has no way to leave columns as they are.
    std::erase_if(candidates[partition], [&](const SmallFileCandidate& file) {
      return context.partial_update && updates.count(file.slice) > 0;
    });
    for (const SmallFileCandidate& file : candidates[partition]) small.insert(file.slice);
  }
  if (!inserts.empty() && !context.columns_without_input.empty()) {
    const std::string& column = context.columns_without_input[0];
    return Fail(ErrorCode::kInvalidRow, column,
                "a partial update brought a row whose key is not "
                "stored in partition '",
                partitions.path(inserts.begin()->first.partition),
                "'; it cannot be inserted, as the input lacks the column '", column, "'");
  }
  for (auto& [slice, ranges] : updates) {
    // What is rewritten for inserts takes its updates along.
    bool rewrite = !planner.is_merge_on_read() || small.count(slice) > 0;
    ARROW_ASSIGN_OR_RAISE(FileGroupTask * task, planner.Change(slice, rewrite));
    task->updates = std::move(ranges);
  }

  std::vector<FileGroupTask> tasks;
  int64_t average = 0;
  if (!candidates.empty()) {
    ARROW_ASSIGN_OR_RAISE(average, AverageRecordBytes(*context.timeline, config.sizing));
  }
  for (auto& [place, ranges] : inserts) {
    if (place.bucket >= 0) {
      const int32_t slice = planner.SliceOfBucket(place);
      if (slice >= 0) {
        ARROW_ASSIGN_OR_RAISE(FileGroupTask * task,
                              planner.Change(slice, /*rewrite=*/!planner.is_merge_on_read()));
        task->inserts = std::move(ranges);
        continue;
      }
      FileGroupTask task;
      task.partition = partitions.path(place.partition);
      task.file_id = NewBucketFileId(place.bucket);
      task.inserts = std::move(ranges);
      tasks.push_back(std::move(task));
      continue;
    }
    int64_t count = 0;
    for (const TaggedRange& range : ranges) count += range.size();
    RangeCutter cutter(std::move(ranges));
    for (const InsertShare& share :
         ShareInserts(count, candidates[place.partition], average, config.sizing)) {
      if (share.slice >= 0) {
        ARROW_ASSIGN_OR_RAISE(FileGroupTask * task, planner.Change(share.slice, true));
        task->inserts = cutter.Take(share.rows);
        continue;
      }
      FileGroupTask task;
      task.partition = partitions.path(place.partition);
      task.file_id = NewUuid() + "-0";
      task.inserts = cutter.Take(share.rows);
      tasks.push_back(std::move(task));
    }
  }
  for (auto& [slice, task] : planner.changes()) tasks.push_back(std::move(task));
  for (size_t i = 0; i < tasks.size(); ++i) tasks[i].number = static_cast<int>(i);
  return tasks;
}

}  // namespace hudi
