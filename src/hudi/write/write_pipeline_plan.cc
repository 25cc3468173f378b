// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline_plan.h"

#include <algorithm>
#include <map>

#include "hudi/error.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/place/insert_placement.h"

namespace hudi {
namespace {

bool IsOverwrite(WriteOperation operation) {
  return operation == WriteOperation::kInsertOverwrite ||
         operation == WriteOperation::kInsertOverwriteTable;
}

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

}  // namespace

arrow::Result<std::vector<FileGroupTask>> PlanFileGroupTasks(
    const WriteContext& context, const std::vector<std::unique_ptr<TaggedShard>>& tagged,
    const std::vector<StoredSlice>& slices, const PartitionNumbers& partitions) {
  const WriteConfig& config = context.config;
  std::map<int32_t, std::vector<TaggedRange>> updates;   // by slice
  std::map<uint32_t, std::vector<TaggedRange>> inserts;  // by partition
  for (size_t s = 0; s < tagged.size(); ++s) {
    const std::vector<TaggedRow>& rows = tagged[s]->rows();
    for (size_t begin = 0; begin < rows.size();) {
      size_t end = begin + 1;
      while (end < rows.size() && rows[end].slice == rows[begin].slice &&
             (rows[begin].slice >= 0 || rows[end].partition == rows[begin].partition)) {
        ++end;
      }
      TaggedRange range{s, static_cast<int64_t>(begin), static_cast<int64_t>(end)};
      if (rows[begin].slice >= 0) {
        updates[rows[begin].slice].push_back(range);
      } else {
        inserts[rows[begin].partition].push_back(range);
      }
      begin = end;
    }
  }

  std::map<int32_t, FileGroupTask> rewrites;
  auto rewrite_of = [&](int32_t number) -> arrow::Result<FileGroupTask*> {
    const StoredSlice& stored = slices[static_cast<size_t>(number)];
    if (stored.in_pending_plan) {
      return Fail(
          ErrorCode::kWriterConflict, stored.slice.file_id, "file group '", stored.slice.file_id,
          "' in partition '", stored.slice.partition_path,
          "' is part of a pending clustering or compaction and cannot be updated until that "
          "is completed or rolled back");
    }
    FileGroupTask& task = rewrites[number];
    task.partition = stored.slice.partition_path;
    task.file_id = stored.slice.file_id;
    task.previous = stored.slice.base_file;
    return &task;
  };
  for (auto& [slice, ranges] : updates) {
    ARROW_ASSIGN_OR_RAISE(FileGroupTask * task, rewrite_of(slice));
    task->updates = std::move(ranges);
  }

  std::vector<FileGroupTask> tasks;
  int64_t average = 0;
  if (!inserts.empty()) {
    ARROW_ASSIGN_OR_RAISE(average, AverageRecordBytes(*context.timeline, config.sizing));
  }
  for (auto& [partition, ranges] : inserts) {
    int64_t count = 0;
    for (const TaggedRange& range : ranges) count += range.size();
    std::vector<SmallFileCandidate> candidates;
    for (size_t i = 0; i < slices.size() && !IsOverwrite(config.operation); ++i) {
      const StoredSlice& stored = slices[i];
      if (stored.partition != partition || stored.in_pending_plan) continue;
      if (!stored.slice.base_file.has_value() || !stored.slice.log_files.empty()) continue;
      candidates.push_back({static_cast<int32_t>(i), stored.slice.base_file->size_bytes});
    }
    RangeCutter cutter(std::move(ranges));
    for (const InsertShare& share : ShareInserts(count, candidates, average, config.sizing)) {
      if (share.slice >= 0) {
        ARROW_ASSIGN_OR_RAISE(FileGroupTask * task, rewrite_of(share.slice));
        task->inserts = cutter.Take(share.rows);
        continue;
      }
      FileGroupTask task;
      task.partition = partitions.path(partition);
      task.file_id = NewUuid() + "-0";
      task.inserts = cutter.Take(share.rows);
      tasks.push_back(std::move(task));
    }
  }
  for (auto& [slice, task] : rewrites) tasks.push_back(std::move(task));
  for (size_t i = 0; i < tasks.size(); ++i) tasks[i].number = static_cast<int>(i);
  return tasks;
}

}  // namespace hudi
