// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/cdc_plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

std::string FileNameOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string PathIn(const std::string& partition, const std::string& name) {
  return partition.empty() ? name : JoinText({partition, name}, "/");
}

// Whether a commit changed rows (WriteOperationType.isDataChange); others only put them elsewhere.
bool ChangesData(const CommitMetadata& commit) {
  if (commit.compacted) return false;
  for (std::string_view service : {"COMPACT", "LOG_COMPACT", "CLUSTER", "INDEX", "ALTER_SCHEMA"}) {
    if (EqualsIgnoreCase(commit.operation_type, service)) return false;
  }
  return true;
}

/// A partition as it lies on storage.
struct PartitionFiles {
  std::map<std::string, int64_t> sizes;     // by name
  std::map<std::string, FileGroup> groups;  // by file id
};

class Planner {
 public:
  Planner(const OpenedTable& table, const IncrementalQuery& query, bool stop_before_pending)
      : storage_(*table.storage),
        timeline_(*table.timeline),
        layout_(table.timeline->layout()),
        query_(query),
        stop_before_pending_(stop_before_pending),
        logs_before_(!EqualsIgnoreCase(Mode(table.config), "OP_KEY_ONLY")),
        logs_after_(logs_before_ && !EqualsIgnoreCase(Mode(table.config), "DATA_BEFORE")),
        version_(table.config.version()),
        by_completion_(version_ >= 8 && !query.by_requested_time) {}

  arrow::Result<CdcPlan> Run(const OpenedTable& table) {
    ARROW_ASSIGN_OR_RAISE(ChangedRows changed, FindChangedRows(table, query_));
    std::vector<Instant> writes = WritesOf(changed);
    if (!changed.groups) return Archived(changed, writes);
    for (const Instant& write : writes) {
      plan_.checkpoint = std::max(plan_.checkpoint, TimeOf(write));
    }
    arrow::Status first_failure;
    std::string oldest_begin;
    for (const Instant& write : writes) {
      arrow::Status planned = AddCommit(write);
      if (planned.ok()) continue;
      if (CodeOf(planned) != ErrorCode::kInstantUnavailable) return planned;
      if (first_failure.ok()) first_failure = planned;
      oldest_begin = std::max(oldest_begin, TimeOf(write));
    }
    if (!first_failure.ok()) {
      return first_failure.WithMessage(first_failure.message(),
                                       "; the oldest begin that can be used is ", oldest_begin);
    }
    return std::move(plan_);
  }

 private:
  static std::string Mode(const TableConfig& config) {
    auto mode = config.properties().find("hoodie.table.cdc.supplemental.logging.mode");
    return mode == config.properties().end() ? "" : mode->second;
  }

  const std::string& TimeOf(const Instant& write) const {
    return by_completion_ && !write.completion.empty() ? write.completion : write.requested;
  }

  // The active commits of the range, in the order in which they were done.
  std::vector<Instant> WritesOf(const ChangedRows& changed) const {
    std::string first_pending;
    if (stop_before_pending_ && !by_completion_) {
      for (const Instant& pending : timeline_.PendingWrites()) {
        if (first_pending.empty()) first_pending = pending.requested;
      }
    }
    std::vector<Instant> writes;
    for (Instant& write : timeline_.CompletedWrites()) {
      if (!changed.commits.contains(write.requested)) continue;
      if (!first_pending.empty() && write.requested > first_pending) continue;
      writes.push_back(std::move(write));
    }
    if (version_ >= 8) {
      std::stable_sort(writes.begin(), writes.end(), [](const Instant& a, const Instant& b) {
        return a.completion < b.completion;
      });
    }
    return writes;
  }

  // Commits of the range have left the active timeline, and with them what they say of their files.
  arrow::Status Archived(const ChangedRows& changed, const std::vector<Instant>& writes) const {
    ARROW_ASSIGN_OR_RAISE(std::vector<Instant> history, LoadHistory(storage_, layout_));
    std::string oldest;
    for (const Instant& instant : history) {
      const bool is_active = std::any_of(writes.begin(), writes.end(), [&](const Instant& write) {
        return write.requested == instant.requested;
      });
      if (is_active || !changed.commits.contains(instant.requested)) continue;
      oldest = std::max(oldest, TimeOf(instant));
    }
    return Fail(ErrorCode::kInstantUnavailable, query_.begin, "cannot read the changes since ",
                query_.begin,
                ": commits since then are archived; the oldest begin that can be used is ", oldest);
  }

  arrow::Status AddCommit(const Instant& write) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline_.ReadCommit(write));
    if (!ChangesData(commit)) return arrow::Status::OK();
    const size_t begin = plan_.sources.size();
    if (commit.is_replace) ARROW_RETURN_NOT_OK(AddReplaced(write, commit));
    for (const auto& [partition, stats] : commit.partition_to_write_stats) {
      std::map<std::string, std::vector<const WriteStat*>> logs;  // by file id
      for (const WriteStat& stat : stats) {
        if (stat.cdc_stats.empty() && LooksLikeLogFile(FileNameOf(stat.path))) {
          logs[stat.file_id].push_back(&stat);
        } else {
          ARROW_RETURN_NOT_OK(AddBaseFile(write, commit, stat));
        }
      }
      for (const auto& [file_id, log_stats] : logs) {
        ARROW_RETURN_NOT_OK(AddLogFiles(write, log_stats));
      }
    }
    auto added = plan_.sources.begin() + static_cast<std::ptrdiff_t>(begin);
    std::stable_partition(added, plan_.sources.end(),
                          [](const CdcSource& source) { return !source.others; });
    const size_t end = plan_.sources.size();
    if (!plan_.commits.empty() && plan_.commits.back().checkpoint == TimeOf(write)) {
      plan_.commits.back().end_source = end;
    } else {
      plan_.commits.push_back({TimeOf(write), begin, end});
    }
    return arrow::Status::OK();
  }

  // Adds a source; one that has deletes among other changes twice, so that they can come first.
  void Add(CdcSource source, bool has_deletes) {
    switch (source.kind) {
      case CdcSourceKind::kInsertedFile:
      case CdcSourceKind::kInsertedRows:
        source.deletes = false;
        break;
      case CdcSourceKind::kDeletedFile:
      case CdcSourceKind::kReplacedGroup:
        source.others = false;
        break;
      case CdcSourceKind::kChangeLog:
      case CdcSourceKind::kLogFiles:
        if (!has_deletes) break;
        CdcSource deletes = source;
        deletes.others = false;
        plan_.sources.push_back(std::move(deletes));
        source.deletes = false;
        break;
    }
    plan_.sources.push_back(std::move(source));
  }

  static CdcSource SourceOf(CdcSourceKind kind, const Instant& write, std::string partition) {
    CdcSource source;
    source.kind = kind;
    source.instant = write.requested;
    source.partition_path = std::move(partition);
    return source;
  }

  arrow::Status Gone(const Instant& write, const std::string& what) const {
    return Fail(ErrorCode::kInstantUnavailable, what, "the changes of commit ", write.requested,
                " need ", what, ", which is gone: it was cleaned away");
  }

  arrow::Result<const PartitionFiles*> FilesOf(const std::string& partition) {
    auto [entry, added] = partitions_.try_emplace(partition);
    if (!added) return &entry->second;
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> listing, storage_.List(partition));
    for (const FileEntry& file : listing) {
      entry->second.sizes.emplace(std::string(file.name()), file.size_bytes);
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<FileGroup> groups,
                          BuildFileGroups(timeline_, partition, listing, {}, ""));
    for (FileGroup& group : groups) {
      std::string file_id = group.file_id;
      entry->second.groups.emplace(std::move(file_id), std::move(group));
    }
    return &entry->second;
  }

  // Checks that a file which a commit names is there, and counts its bytes.
  arrow::Status Require(const Instant& write, const std::string& path, CdcSource* source) {
    ARROW_ASSIGN_OR_RAISE(const PartitionFiles* files, FilesOf(source->partition_path));
    auto found = files->sizes.find(FileNameOf(path));
    if (found == files->sizes.end()) return Gone(write, path);
    source->size_bytes += found->second;
    return arrow::Status::OK();
  }

  // The base file that the stat's file takes the place of.
  arrow::Result<std::string> PreviousBaseFile(const Instant& write, const WriteStat& stat) {
    if (stat.prev_base_file && !stat.prev_base_file->empty()) {
      return PathIn(stat.partition_path, *stat.prev_base_file);
    }
    ARROW_ASSIGN_OR_RAISE(const PartitionFiles* files, FilesOf(stat.partition_path));
    auto group = files->groups.find(stat.file_id);
    if (group != files->groups.end()) {
      for (const FileSlice& slice : group->second.slices) {
        if (slice.base_instant == stat.prev_commit && slice.base_file) return slice.base_file->path;
      }
    }
    return Gone(write, JoinText({"the base file of file group ", stat.file_id, " in partition '",
                                 stat.partition_path, "' of commit ", stat.prev_commit},
                                ""));
  }

  arrow::Status AddBaseFile(const Instant& write, const CommitMetadata& commit,
                            const WriteStat& stat) {
    if (!stat.cdc_stats.empty()) return AddChangeLog(write, stat);
    if (stat.num_writes == 0 && stat.num_deletes > 0) {
      CdcSource source = SourceOf(CdcSourceKind::kDeletedFile, write, stat.partition_path);
      ARROW_ASSIGN_OR_RAISE(source.before_file, PreviousBaseFile(write, stat));
      ARROW_RETURN_NOT_OK(Require(write, source.before_file, &source));
      Add(std::move(source), true);
      return arrow::Status::OK();
    }
    if (stat.num_update_writes != 0 || stat.num_deletes != 0) {
      return Fail(ErrorCode::kInstantUnavailable, stat.path, "commit ", write.requested, " (",
                  commit.operation_type, ") rewrote ", stat.path,
                  " without a change log: change data capture was not enabled then");
    }
    // Spark's insert adds rows to a small file without a change log; its own queries fail then.
    const bool all_new = stat.num_writes == stat.num_inserts;
    if (!all_new && stat.num_inserts == 0) return arrow::Status::OK();
    CdcSource source =
        SourceOf(all_new ? CdcSourceKind::kInsertedFile : CdcSourceKind::kInsertedRows, write,
                 stat.partition_path);
    source.num_inserts = stat.num_inserts;
    source.after_file = stat.path;
    ARROW_RETURN_NOT_OK(Require(write, stat.path, &source));
    Add(std::move(source), false);
    return arrow::Status::OK();
  }

  arrow::Status AddChangeLog(const Instant& write, const WriteStat& stat) {
    CdcSource source = SourceOf(CdcSourceKind::kChangeLog, write, stat.partition_path);
    for (const auto& [path, size] : stat.cdc_stats) {
      ARROW_RETURN_NOT_OK(Require(write, path, &source));
      source.cdc_files.push_back(path);
    }
    // What the log does not hold is looked up in the base files. A log of another mode than the
    // table has now may need them as well, and fails when it is read if they are gone.
    source.after_file = stat.path;
    if (!logs_after_) ARROW_RETURN_NOT_OK(Require(write, source.after_file, &source));
    arrow::Result<std::string> before = PreviousBaseFile(write, stat);
    if (!logs_before_) {
      ARROW_RETURN_NOT_OK(before.status());
      ARROW_RETURN_NOT_OK(Require(write, *before, &source));
    }
    if (before.ok()) source.before_file = *std::move(before);
    Add(std::move(source), stat.num_deletes > 0);
    return arrow::Status::OK();
  }

  arrow::Status AddLogFiles(const Instant& write, const std::vector<const WriteStat*>& stats) {
    const WriteStat& first = *stats.front();
    CdcSource source = SourceOf(CdcSourceKind::kLogFiles, write, first.partition_path);
    bool has_deletes = false;
    for (const WriteStat* stat : stats) {
      ARROW_RETURN_NOT_OK(Require(write, stat->path, &source));
      has_deletes = has_deletes || stat->num_deletes > 0;
    }
    ARROW_ASSIGN_OR_RAISE(const PartitionFiles* files, FilesOf(first.partition_path));
    auto group = files->groups.find(first.file_id);
    if (group == files->groups.end()) return Gone(write, first.path);
    for (const FileSlice& slice : group->second.slices) {
      for (const LogFile& log : slice.log_files) {
        if (log.path == first.path) source.slice = slice;
      }
    }
    const bool has_base = first.base_file && !first.base_file->empty();
    if (source.slice.log_files.empty() || (has_base && !source.slice.base_file)) {
      return Gone(write, has_base ? PathIn(first.partition_path, *first.base_file) : first.path);
    }
    if (source.slice.base_file) source.size_bytes += source.slice.base_file->size_bytes;
    Add(std::move(source), has_deletes);
    return arrow::Status::OK();
  }

  arrow::Status AddReplaced(const Instant& write, const CommitMetadata& commit) {
    for (const auto& [partition, file_ids] : commit.partition_to_replace_file_ids) {
      ARROW_ASSIGN_OR_RAISE(const PartitionFiles* files, FilesOf(partition));
      for (const std::string& file_id : file_ids) {
        CdcSource source = SourceOf(CdcSourceKind::kReplacedGroup, write, partition);
        auto group = files->groups.find(file_id);
        if (group == files->groups.end()) {
          return Gone(write,
                      JoinText({"file group ", file_id, " in partition '", partition, "'"}, ""));
        }
        source.slice = group->second.slices.front();
        if (source.slice.base_file) source.size_bytes += source.slice.base_file->size_bytes;
        for (const LogFile& log : source.slice.log_files) source.size_bytes += log.size_bytes;
        Add(std::move(source), true);
      }
    }
    return arrow::Status::OK();
  }

  const Storage& storage_;
  const Timeline& timeline_;
  const TimelineLayout layout_;
  const IncrementalQuery& query_;
  const bool stop_before_pending_;
  const bool logs_before_;  // the change log holds the images
  const bool logs_after_;
  const int version_;
  const bool by_completion_;
  std::map<std::string, PartitionFiles> partitions_;
  CdcPlan plan_;
};

}  // namespace

arrow::Status CheckKeepsChangeLog(const TableConfig& config) {
  if (config.cdc_enabled()) return arrow::Status::OK();
  return Fail(
      ErrorCode::kUnsupported, "hoodie.table.cdc.enabled",
      "the table keeps no change log ('hoodie.table.cdc.enabled' is not true): a write with "
      "hoodie.table.cdc.enabled=true switches it on; an incremental query gives the newest state "
      "of "
      "the rows that changed");
}

arrow::Result<CdcPlan> PlanChanges(const OpenedTable& table, const IncrementalQuery& query,
                                   bool stop_before_pending) {
  ARROW_RETURN_NOT_OK(CheckKeepsChangeLog(table.config));
  return Planner(table, query, stop_before_pending).Run(table);
}

}  // namespace hudi
