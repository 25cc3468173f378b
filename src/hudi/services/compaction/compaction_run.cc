// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_run.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/read/stream/merged_rows.h"
#include "hudi/write/files/base_file_sink.h"
#include "hudi/write/files/meta_arrays.h"

namespace hudi {
namespace {

constexpr int kFileNameColumn = 4;  // of kMetaColumns

int64_t SteadyMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t SliceBytes(const FileSlice& slice) {
  int64_t bytes = slice.base_file ? slice.base_file->size_bytes : 0;
  for (const LogFile& log : slice.log_files) bytes += log.size_bytes;
  return bytes;
}

arrow::Result<int64_t> SizeOfPlanned(const Storage& storage, const std::string& path,
                                     const CompactionOperation& operation) {
  arrow::Result<FileEntry> entry = storage.Stat(path);
  if (entry.ok()) return entry->size_bytes;
  if (CodeOf(entry.status()) != ErrorCode::kNotFound) return entry.status();
  return Fail(ErrorCode::kCorruptFile, path, path, ": the compaction plan for file group ",
              operation.file_id, " names this file, and it is not there");
}

class GroupCompaction {
 public:
  GroupCompaction(const WriteContext& context, const FileSlice& slice, int task)
      : context_(context), slice_(slice), task_(task) {}

  arrow::Result<WriteStat> Run(int64_t memory_bytes, bool use_threads) {
    int64_t start_ms = SteadyMs();
    BaseFileTarget target{slice_.partition_path, slice_.file_id, std::to_string(task_) + "-0-0",
                          slice_.base_file ? "MERGE" : "CREATE"};
    ARROW_ASSIGN_OR_RAISE(sink_, BaseFileSink::Open(context_, target));
    auto counts = std::make_shared<SliceCounts>();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const MergeShape> merging, Merging(memory_bytes, counts));
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatchReader> rows,
        StreamMergedSlice(*context_.storage, slice_, Shape(), std::move(merging), {}, use_threads));
    for (;;) {
      ARROW_RETURN_NOT_OK(context_.CheckStop());
      std::shared_ptr<arrow::RecordBatch> batch;
      ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
      if (batch == nullptr) break;
      ARROW_RETURN_NOT_OK(Write(*batch));
    }
    return Finish(*counts, start_ms);
  }

 private:
  std::shared_ptr<const RowShape> Shape() const {
    auto shape = std::make_shared<RowShape>();
    shape->read_schema = shape->output_schema = context_.file_schema;
    for (int i = 0; i < context_.file_schema->num_fields(); ++i) shape->output_columns.push_back(i);
    shape->should_stop = context_.should_stop;
    return shape;
  }

  arrow::Result<std::shared_ptr<const MergeShape>> Merging(
      int64_t memory_bytes, std::shared_ptr<SliceCounts> counts) const {
    auto merging = std::make_shared<MergeShape>();
    merging->merge_schema = context_.file_schema;
    merging->merge = context_.config.merge;
    merging->stored_names = context_.stored_names;
    merging->timeline = context_.timeline;
    merging->is_visible = [timeline = context_.timeline](std::string_view instant) {
      return timeline->IsCommitted(instant);
    };
    merging->memory_bytes = memory_bytes;
    merging->counts = std::move(counts);
    if (!context_.config.populate_meta_fields) {
      ARROW_ASSIGN_OR_RAISE(merging->virtual_keys, VirtualKeys::Make(context_.config.keys));
    }
    return merging;
  }

  // The name of the new file; without meta fields all five are empty.
  arrow::Status Write(const arrow::RecordBatch& batch) {
    const bool has_meta = context_.config.populate_meta_fields;
    if (meta_text_ == nullptr || meta_text_->length() < batch.num_rows()) {
      ARROW_ASSIGN_OR_RAISE(meta_text_,
                            ConstantText(has_meta ? sink_->file_name() : "", batch.num_rows()));
    }
    arrow::ArrayVector columns = batch.columns();
    for (int i = has_meta ? kFileNameColumn : 0; i <= kFileNameColumn; ++i) {
      columns[static_cast<size_t>(i)] = meta_text_->Slice(0, batch.num_rows());
    }
    return sink_->Write(
        *arrow::RecordBatch::Make(context_.file_schema, batch.num_rows(), std::move(columns)));
  }

  arrow::Result<WriteStat> Finish(const SliceCounts& counts, int64_t start_ms) {
    WriteStat stat;
    stat.file_id = slice_.file_id;
    stat.path = sink_->path();
    stat.partition_path = slice_.partition_path;
    if (slice_.base_file) {
      stat.prev_commit = slice_.base_file->name.instant;
      stat.prev_base_file = FormatBaseFileName(slice_.base_file->name);
    }
    stat.num_writes = sink_->num_rows();
    stat.num_update_writes = counts.merged.updated;
    stat.num_inserts = counts.merged.inserted;
    stat.num_deletes = counts.merged.deleted;
    stat.total_log_records = counts.merged.log_records;
    stat.total_log_files = static_cast<int64_t>(slice_.log_files.size());
    stat.total_log_blocks = counts.log_blocks;
    stat.total_updated_records_compacted =
        counts.merged.updated + counts.merged.inserted + counts.merged.deleted;
    for (const LogFile& log : slice_.log_files) stat.total_log_bytes_compacted += log.size_bytes;
    ARROW_ASSIGN_OR_RAISE(stat.file_size_in_bytes, sink_->Close());
    stat.total_write_bytes = stat.file_size_in_bytes;
    stat.upsert_time_ms = SteadyMs() - start_ms;
    return stat;
  }

  const WriteContext& context_;
  const FileSlice& slice_;
  int task_;
  std::unique_ptr<BaseFileSink> sink_;
  std::shared_ptr<arrow::Array> meta_text_;
};

}  // namespace

arrow::Result<FileSlice> SliceOfOperation(const Storage& storage, const Timeline& timeline,
                                          const CompactionOperation& operation) {
  FileSlice slice;
  slice.partition_path = operation.partition_path;
  slice.file_id = operation.file_id;
  slice.base_instant = operation.base_instant;
  std::string folder = operation.partition_path.empty() ? "" : operation.partition_path + "/";
  if (operation.base_file) {
    BaseFile base;
    base.path = folder + *operation.base_file;
    ARROW_ASSIGN_OR_RAISE(base.name, ParseBaseFileName(*operation.base_file));
    ARROW_ASSIGN_OR_RAISE(base.size_bytes, SizeOfPlanned(storage, base.path, operation));
    slice.base_file = std::move(base);
  }
  std::map<std::string, std::string> completions;
  for (const std::string& name : operation.log_files) {
    LogFile log;
    log.path = folder + name;
    ARROW_ASSIGN_OR_RAISE(log.name, ParseLogFileName(name));
    if (log.name.is_cdc) continue;
    ARROW_ASSIGN_OR_RAISE(log.size_bytes, SizeOfPlanned(storage, log.path, operation));
    std::string& completion = completions[log.name.instant];
    if (timeline.layout().version >= 2) {
      ARROW_ASSIGN_OR_RAISE(completion, timeline.CompletionTime(log.name.instant));
    }
    if (completion.empty()) completion = log.name.instant;
    slice.log_files.push_back(std::move(log));
  }
  auto order = [&](const LogFile& log) {
    return std::make_tuple(completions[log.name.instant], log.name.instant, log.name.version,
                           log.name.write_token);
  };
  std::sort(slice.log_files.begin(), slice.log_files.end(),
            [&](const LogFile& a, const LogFile& b) { return order(a) < order(b); });
  return slice;
}

arrow::Result<std::vector<CompactedGroup>> CompactGroups(const WriteContext& context,
                                                         const CompactionPlan& plan,
                                                         std::string_view what,
                                                         int64_t (*bytes_of)(const FileSlice&),
                                                         const CompactGroup& compact) {
  std::vector<CompactedGroup> groups;
  int64_t bytes = 0;
  for (const CompactionOperation& operation : plan.operations) {
    CompactedGroup group;
    ARROW_ASSIGN_OR_RAISE(group.before,
                          SliceOfOperation(*context.storage, *context.timeline, operation));
    bytes += bytes_of(group.before);
    groups.push_back(std::move(group));
  }
  context.progress->Begin(Progress::Phase::kWrite, static_cast<int64_t>(groups.size()), bytes);
  const int threads = std::max(context.threads, 1);
  GroupRun shared;
  // Half of the memory is for log records, the rest for row groups on their way in and out.
  shared.memory_bytes = context.budget->limit_bytes() / 2 / threads;
  shared.use_threads = groups.size() < static_cast<size_t>(threads);
  ARROW_RETURN_NOT_OK(RunTasks(threads, groups.size(), [&](size_t i) -> arrow::Status {
    ARROW_RETURN_NOT_OK(context.CheckStop());
    CompactedGroup& group = groups[i];
    GroupRun run = shared;
    run.number = static_cast<int>(i);
    arrow::Result<std::vector<WriteStat>> stats = compact(group.before, run);
    if (!stats.ok()) {
      return While(stats.status(), "compacting " + std::string(what) + " " + group.before.file_id +
                                       " of partition '" + group.before.partition_path + "'");
    }
    group.stats = *std::move(stats);
    context.progress->FinishFile(bytes_of(group.before));
    return arrow::Status::OK();
  }));
  return groups;
}

arrow::Result<std::vector<CompactedGroup>> RunCompactionPlan(const WriteContext& context,
                                                             const CompactionPlan& plan) {
  return CompactGroups(
      context, plan, "file group", SliceBytes,
      [&](const FileSlice& slice, const GroupRun& run) -> arrow::Result<std::vector<WriteStat>> {
        GroupCompaction compaction(context, slice, run.number);
        ARROW_ASSIGN_OR_RAISE(WriteStat stat, compaction.Run(run.memory_bytes, run.use_threads));
        return std::vector<WriteStat>{std::move(stat)};
      });
}

}  // namespace hudi
