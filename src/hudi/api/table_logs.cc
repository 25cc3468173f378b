// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/slice_logs.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/slices/file_name.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/table_info.h"

namespace hudi {
namespace {

using log::HeaderKey;

// Log files that are judged together: those of a slice, or one that is in none.
struct LogGroup {
  std::vector<LogFileInfo> files;
  bool is_change_data = false;
};

std::string_view FateText(LogBlockFate fate) {
  switch (fate) {
    case LogBlockFate::kCounts:
      return "counts";
    case LogBlockFate::kCorrupt:
      return "corrupt";
    case LogBlockFate::kCommand:
      return "rollback";
    case LogBlockFate::kNotCommitted:
      return "not committed";
    case LogBlockFate::kRolledBack:
      return "rolled back";
    case LogBlockFate::kOtherAttempt:
      return "other attempt";
    case LogBlockFate::kCompacted:
      return "compacted";
  }
  return "unknown";
}

LogBlockInfo InfoOf(const log::Block& block, std::string_view fate) {
  LogBlockInfo info;
  info.offset = block.offset;
  info.size_bytes = block.size;
  info.kind = log::BlockTypeName(block.type);
  info.instant = block.Header(HeaderKey::kInstantTime);
  info.target_instant = block.Header(HeaderKey::kTargetInstantTime);
  info.fate = fate;
  return info;
}

LogFileInfo InfoOf(const std::string& partition, const std::string& file_id,
                   const std::string& path, int64_t size_bytes, std::string_view state) {
  LogFileInfo info;
  info.partition = partition;
  info.file_id = file_id;
  info.path = path;
  info.size_bytes = size_bytes;
  info.state = state;
  return info;
}

// The blocks of each file of a group with what becomes of them.
arrow::Status JudgeGroup(const Storage& storage, const Timeline& timeline, LogGroup* group) {
  std::vector<std::shared_ptr<log::LogFileReader>> readers;
  std::map<const log::LogFileReader*, LogFileInfo*> info_of;
  for (LogFileInfo& file : group->files) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                          OpenLogFile(storage, file.path));
    info_of[reader.get()] = &file;
    readers.push_back(std::move(reader));
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<JudgedLogBlock> blocks,
                        JudgeLogBlocks(readers, [&timeline](std::string_view instant) {
                          return timeline.IsCommitted(instant);
                        }));
  for (const JudgedLogBlock& judged : blocks) {
    bool change_data = group->is_change_data && judged.fate == LogBlockFate::kCounts;
    info_of[judged.ref.file.get()]->blocks.push_back(
        InfoOf(judged.ref.block, change_data ? "change data" : FateText(judged.fate)));
  }
  return arrow::Status::OK();
}

// The blocks of one file up to where it breaks.
arrow::Status ReadUntilError(const Storage& storage, LogFileInfo* file) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<log::LogFileReader> reader,
                        OpenLogFile(storage, file->path));
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::optional<log::Block> block, reader->Next());
    if (!block) return arrow::Status::OK();
    file->blocks.push_back(
        InfoOf(*block, block->type == log::BlockType::kCorrupt ? "corrupt" : "unknown"));
  }
}

void Describe(const Storage& storage, const Timeline& timeline, LogGroup* group) {
  if (JudgeGroup(storage, timeline, group).ok()) return;
  for (LogFileInfo& file : group->files) {
    file.blocks.clear();
    arrow::Status status = ReadUntilError(storage, &file);
    if (!status.ok()) file.error = status.message();
  }
}

arrow::Status CollectGroups(const OpenedTable& table, const std::string& partition,
                            const std::vector<Timeline::Replaced>& replaced, bool live_only,
                            std::vector<LogGroup>* groups) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> listing, table.storage->List(partition));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileGroup> file_groups,
                        BuildFileGroups(*table.timeline, partition, listing, replaced, ""));
  std::sort(file_groups.begin(), file_groups.end(),
            [](const FileGroup& a, const FileGroup& b) { return a.file_id < b.file_id; });
  std::set<std::string> in_slices;
  for (const FileGroup& file_group : file_groups) {
    for (size_t i = 0; i < file_group.slices.size(); ++i) {
      const FileSlice& slice = file_group.slices[i];
      const char* state = !file_group.replaced_by.empty() ? "replaced" : i == 0 ? "live" : "old";
      LogGroup group;
      for (const LogFile& log : slice.log_files) {
        in_slices.insert(log.path);
        group.files.push_back(InfoOf(partition, slice.file_id, log.path, log.size_bytes, state));
      }
      const bool wanted = !live_only || std::string_view(state) == "live";
      if (wanted && !group.files.empty()) groups->push_back(std::move(group));
    }
  }
  for (const FileEntry& entry : listing) {
    if (entry.is_directory || !LooksLikeLogFile(entry.name()) || in_slices.count(entry.path) > 0) {
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(LogFileName name, ParseLogFileName(entry.name()));
    if (name.is_cdc && live_only) continue;
    LogGroup group;
    group.is_change_data = name.is_cdc;
    group.files.push_back(InfoOf(partition, name.file_id, entry.path, entry.size_bytes,
                                 name.is_cdc ? "change data" : "not committed"));
    groups->push_back(std::move(group));
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<std::vector<LogFileInfo>> ListLogFiles(const std::string& base_path, bool live_only) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenedTable::Open(std::move(storage)));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(*table.storage));
  ARROW_ASSIGN_OR_RAISE(std::vector<Timeline::Replaced> replaced,
                        table.timeline->ReplacedFileGroups(""));
  std::vector<LogGroup> groups;
  for (const std::string& partition : partitions) {
    ARROW_RETURN_NOT_OK(CollectGroups(table, partition, replaced, live_only, &groups));
  }
  ARROW_RETURN_NOT_OK(RunTasks(0, groups.size(), [&](size_t i) {
    Describe(*table.storage, *table.timeline, &groups[i]);
    return arrow::Status::OK();
  }));
  std::vector<LogFileInfo> files;
  for (LogGroup& group : groups) {
    std::move(group.files.begin(), group.files.end(), std::back_inserter(files));
  }
  return files;
}

}  // namespace hudi
