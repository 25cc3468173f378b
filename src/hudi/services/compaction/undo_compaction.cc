// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/undo_compaction.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hudi/error.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/services/rollback/publish_rollback.h"
#include "hudi/slices/file_name.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/instant_time.h"

namespace hudi {
namespace {

arrow::Result<bool> HasMarker(const Storage& storage, const std::string& path,
                              std::string_view instant) {
  for (const char* kind : {"CREATE", "APPEND"}) {
    std::string marker = ".hoodie/.temp/" + std::string(instant) + "/" + path + ".marker." + kind;
    ARROW_ASSIGN_OR_RAISE(bool marked, storage.Exists(marker));
    if (marked) return true;
  }
  return false;
}

// Whether a log file holds nothing but blocks of one instant. Layout 1 names log files after their
// slice, so only their blocks tell. Where there is no whole block the marker does: it alone does
// not, for a writer may have taken the name of a file that its marker only announced.
arrow::Result<bool> IsLogOfInstant(const Storage& storage, const std::string& path,
                                   std::string_view instant) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  arrow::Result<std::unique_ptr<log::LogFileReader>> reader =
      log::LogFileReader::Open(std::move(file), path);
  if (!reader.ok()) return HasMarker(storage, path, instant);
  bool found = false;
  for (;;) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, (*reader)->Next());
    if (!block) break;
    if (block->type == log::BlockType::kCorrupt) continue;
    if (block->Header(log::HeaderKey::kInstantTime) != instant) return false;
    found = true;
  }
  if (found) return true;
  return HasMarker(storage, path, instant);
}

arrow::Result<bool> BelongsTo(const Storage& storage, const FileEntry& entry,
                              const Instant& pending, const std::set<std::string>& file_ids,
                              int layout_version) {
  if (entry.is_directory || IsChecksumSideFile(entry.name())) return false;
  if (!LooksLikeLogFile(entry.name())) {
    arrow::Result<BaseFileName> name = ParseBaseFileName(entry.name());
    return pending.action == Action::kCompaction && name.ok() &&
           name->instant == pending.requested && file_ids.count(name->file_id) > 0;
  }
  arrow::Result<LogFileName> name = ParseLogFileName(entry.name());
  if (!name.ok() || file_ids.count(name->file_id) == 0) return false;
  if (name->is_cdc) return name->instant == pending.requested;
  // What writers have logged since a compaction was planned carries its instant in layout 1.
  if (pending.action == Action::kCompaction) return false;
  if (layout_version >= 2) return name->instant == pending.requested;
  return IsLogOfInstant(storage, entry.path, pending.requested);
}

/// The files of the pending compaction, by partition.
arrow::Result<std::vector<RollbackPartition>> FilesOf(const Storage& storage,
                                                      const Instant& pending,
                                                      const CompactionPlan& plan,
                                                      int layout_version) {
  std::map<std::string, std::set<std::string>> file_ids;
  for (const CompactionOperation& operation : plan.operations) {
    file_ids[operation.partition_path].insert(operation.file_id);
  }
  std::vector<RollbackPartition> found;
  for (const auto& [partition, ids] : file_ids) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(partition));
    RollbackPartition files;
    files.partition_path = partition;
    for (const FileEntry& entry : entries) {
      ARROW_ASSIGN_OR_RAISE(bool belongs, BelongsTo(storage, entry, pending, ids, layout_version));
      if (belongs) files.deleted_files.push_back(entry.path);
    }
    if (!files.deleted_files.empty()) found.push_back(std::move(files));
  }
  return found;
}

}  // namespace

arrow::Status UndoCompaction(const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
                             const Timeline& timeline, const Instant& pending,
                             const CompactionPlan& plan) {
  ARROW_ASSIGN_OR_RAISE(std::vector<RollbackPartition> partitions,
                        FilesOf(*storage, pending, plan, layout.version));
  ARROW_RETURN_NOT_OK(DropPendingRollbacks(storage, layout, timeline));
  RollbackRecord record;
  record.instant_to_rollback = pending.requested;
  record.action = ActionName(pending.action);
  record.start_time = NextInstant(timeline.GreatestTime(), layout.utc);
  for (const RollbackPartition& partition : partitions) {
    RollbackPartition absolute;
    absolute.partition_path = partition.partition_path;
    for (const std::string& path : partition.deleted_files) {
      absolute.deleted_files.push_back(AbsoluteUri(*storage, path));
    }
    record.partitions.push_back(std::move(absolute));
  }
  ARROW_RETURN_NOT_OK(PublishRollback(storage, layout, std::move(record), [&]() -> arrow::Status {
    for (const RollbackPartition& partition : partitions) {
      for (const std::string& path : partition.deleted_files) {
        ARROW_RETURN_NOT_OK(storage->DeleteFile(path).status());
      }
    }
    return arrow::Status::OK();
  }));
  ARROW_RETURN_NOT_OK(storage->DeleteTree(".hoodie/.temp/" + pending.requested));
  ARROW_RETURN_NOT_OK(storage->DeleteFile(".hoodie/.heartbeat/" + pending.requested).status());
  TimelineWriter writer(storage, layout);
  return plan.is_log_compaction ? writer.RemovePending(pending) : writer.RevertToRequested(pending);
}

}  // namespace hudi
