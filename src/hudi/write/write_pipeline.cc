// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_pipeline.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <set>

#include "hudi/base/row_sorter.h"
#include "hudi/base/text.h"
#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/write/dedupe/key_grouping.h"
#include "hudi/write/dedupe/sharded_rows.h"
#include "hudi/write/files/bulk_writer.h"
#include "hudi/write/files/file_group_writer.h"
#include "hudi/write/index/row_tagger.h"
#include "hudi/write/index/stored_key_index.h"
#include "hudi/write/keys/key_generator.h"
#include "hudi/write/working_rows.h"
#include "hudi/write/write_pipeline_buckets.h"
#include "hudi/write/write_pipeline_intake.h"
#include "hudi/write/write_pipeline_plan.h"
#include "hudi/write/write_pipeline_slices.h"

namespace hudi {
namespace {

using Clock = std::chrono::steady_clock;

bool IsGlobal(IndexType index) {
  return index == IndexType::kGlobalSimple || index == IndexType::kGlobalBloom;
}

int64_t StoredBytes(const std::optional<BaseFile>& file) { return file ? file->size_bytes : 0; }

/// True if `path` matches `pattern`, in which '*' (also written %2A) stands for any text.
bool MatchesWildcard(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return path.empty();
  if (pattern[0] == '*') {
    for (size_t i = 0; i <= path.size(); ++i) {
      if (MatchesWildcard(pattern.substr(1), path.substr(i))) return true;
    }
    return false;
  }
  return !path.empty() && pattern[0] == path[0] &&
         MatchesWildcard(pattern.substr(1), path.substr(1));
}

/// About what the new rows of a task come to, to tell how far the whole has come.
int64_t NewBytes(const FileGroupTask& task) {
  constexpr int64_t kBytesOfNewRow = 50;
  int64_t rows = 0;
  for (const TaggedRange& range : task.inserts) rows += range.size();
  return rows * kBytesOfNewRow;
}

/// What is planned, as the reference tells it in a pending deltacommit: inserts of a partition, and
/// updates of each group.
std::vector<WriteStat> PlannedStats(const std::vector<FileGroupTask>& tasks) {
  std::map<std::string, int64_t> inserts;
  std::vector<WriteStat> stats;
  for (const FileGroupTask& task : tasks) {
    // New rows of a log count as updates: only so does a rollback find the log.
    const bool appends = task.kind == FileGroupTask::Kind::kAppend;
    if (!appends) {
      for (const TaggedRange& range : task.inserts) inserts[task.partition] += range.size();
      if (task.updates.empty()) continue;
    }
    WriteStat stat;
    stat.partition_path = task.partition;
    stat.file_id = task.file_id;
    stat.prev_commit = task.previous ? task.previous->name.instant : task.log.prev_commit;
    for (const TaggedRange& range : task.updates) stat.num_update_writes += range.size();
    if (appends) {
      for (const TaggedRange& range : task.inserts) stat.num_update_writes += range.size();
    }
    stats.push_back(std::move(stat));
  }
  for (const auto& [partition, rows] : inserts) {
    WriteStat stat;
    stat.partition_path = partition;
    stat.num_inserts = rows;
    stats.push_back(std::move(stat));
  }
  return stats;
}

/// One run of the pipeline.
class Pipeline {
 public:
  Pipeline(const WriteContext& context, std::shared_ptr<arrow::RecordBatchReader> rows)
      : context_(context), config_(context.config), rows_(std::move(rows)), mark_(Clock::now()) {}

  arrow::Result<PipelineResult> Run();

 private:
  arrow::Status MakeMerger();
  arrow::Status MakeStoredRows();
  arrow::Status RunDeletePartition();
  arrow::Status RunBulkInsert();
  arrow::Status RunKeyed();

  arrow::Status BulkWrite(BulkWriter* writer);
  arrow::Status BulkWriteCombined(BulkWriter* writer);
  arrow::Status BulkWriteSorted(BulkWriter* writer);

  arrow::Result<std::vector<std::unique_ptr<RowSpool>>> CollectShards();
  arrow::Status ListSlices();
  arrow::Status TagShards(std::vector<std::unique_ptr<RowSpool>> shards);
  arrow::Status RunTasksOf(const std::vector<FileGroupTask>& tasks);
  arrow::Status ReplacePartitions(const std::vector<std::string>& partitions);
  arrow::Status CollectReplaced();
  arrow::Status BeginSession(const std::vector<FileGroupTask>& tasks = {});

  DedupeOptions Dedupe() const;
  OrderingCheck OrderingValueCheck() const;
  bool uses_index() const;
  bool uses_buckets() const { return config_.index == IndexType::kBucket; }
  bool combines() const;
  void Phase(const char* name) {
    Clock::time_point now = Clock::now();
    result_.phases.emplace_back(name,
                                std::chrono::duration<double, std::milli>(now - mark_).count());
    mark_ = now;
  }

  const WriteContext& context_;
  const WriteConfig& config_;
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  Clock::time_point mark_;

  std::shared_ptr<arrow::Schema> data_schema_;
  std::unique_ptr<RowMerger> merger_;
  std::unique_ptr<KeyGenerator> stored_key_generator_;
  std::unique_ptr<StoredRows> stored_rows_;
  PartitionNumbers partitions_;
  std::vector<Timeline::Replaced> replaced_groups_;
  std::vector<StoredSlice> slices_;
  std::vector<std::unique_ptr<TaggedShard>> tagged_;
  PipelineResult result_;
};

bool Pipeline::uses_index() const {
  if (context_.keys_from_meta_columns || context_.keys_as_stored) return true;
  if (config_.keys.key_fields.empty()) return false;
  if (config_.operation == WriteOperation::kInsert) {
    return config_.duplicate_policy != DuplicatePolicy::kNone;
  }
  return config_.operation == WriteOperation::kUpsert ||
         config_.operation == WriteOperation::kDelete;
}

bool Pipeline::combines() const {
  switch (config_.operation) {
    case WriteOperation::kUpsert:
      return config_.combine_before_upsert && !config_.keys.key_fields.empty();
    case WriteOperation::kDelete:
      return config_.combine_before_delete;
    default:
      return config_.combine_before_insert && !config_.keys.key_fields.empty();
  }
}

DedupeOptions Pipeline::Dedupe() const {
  DedupeOptions options;
  options.combine = combines();
  options.merger = merger_.get();
  options.global = IsGlobal(config_.index);
  options.data_schema = data_schema_;
  return options;
}

OrderingCheck Pipeline::OrderingValueCheck() const {
  if (merger_ == nullptr) return {};
  return [this](const arrow::RecordBatch& data, int64_t first_row) {
    return merger_->CheckOrderingValues(data, first_row, combines());
  };
}

arrow::Status Pipeline::MakeMerger() {
  bool delete_operation = config_.operation == WriteOperation::kDelete;
  bool needed = !delete_operation && (config_.operation == WriteOperation::kUpsert || combines() ||
                                      !config_.allow_duplicate_on_inserts);
  if (!needed) return arrow::Status::OK();
  return RowMerger::Make(config_.merge, data_schema_).Value(&merger_);
}

arrow::Status Pipeline::MakeStoredRows() {
  StoredRows::VirtualKeys virtual_keys;
  if (!config_.populate_meta_fields && !config_.keys.key_fields.empty()) {
    ARROW_ASSIGN_OR_RAISE(stored_key_generator_,
                          KeyGenerator::Make(config_.keys, context_.file_schema, false));
    virtual_keys = [this](const arrow::RecordBatch& rows,
                          int64_t first_row) -> arrow::Result<std::shared_ptr<arrow::StringArray>> {
      ARROW_ASSIGN_OR_RAISE(RowKeys keys, stored_key_generator_->Generate(rows, first_row));
      return keys.record_keys;
    };
  }
  stored_rows_ = std::make_unique<StoredRows>(context_, std::move(virtual_keys));
  return arrow::Status::OK();
}

arrow::Status Pipeline::BeginSession(const std::vector<FileGroupTask>& tasks) {
  if (context_.session->begun()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(PendingBodies bodies, MakePendingBodies(context_, PlannedStats(tasks)));
  return context_.session->Begin(bodies.requested, bodies.inflight);
}

arrow::Result<PipelineResult> Pipeline::Run() {
  if (rows_ == nullptr) {
    ARROW_ASSIGN_OR_RAISE(
        rows_, arrow::RecordBatchReader::Make(std::vector<std::shared_ptr<arrow::RecordBatch>>{},
                                              context_.table_schema));
  }
  data_schema_ = IntakeSchema(context_, *rows_->schema());
  context_.progress->phase = Progress::Phase::kRead;
  ARROW_RETURN_NOT_OK(MakeMerger());
  ARROW_RETURN_NOT_OK(MakeStoredRows());
  ARROW_ASSIGN_OR_RAISE(replaced_groups_, context_.timeline->ReplacedFileGroups({}));
  switch (config_.operation) {
    case WriteOperation::kDeletePartition:
      ARROW_RETURN_NOT_OK(RunDeletePartition());
      break;
    case WriteOperation::kBulkInsert:
      // Rows must come to their buckets, so they are not written as they come.
      ARROW_RETURN_NOT_OK(uses_buckets() ? RunKeyed() : RunBulkInsert());
      break;
    default:
      ARROW_RETURN_NOT_OK(RunKeyed());
      break;
  }
  return std::move(result_);
}

// ---- delete_partition ----------------------------------------------------------------------

arrow::Status Pipeline::ReplacePartitions(const std::vector<std::string>& partitions) {
  for (const std::string& partition : partitions) {
    ARROW_ASSIGN_OR_RAISE(
        std::vector<FileSlice> slices,
        LatestSlices(*context_.storage, *context_.timeline, partition, replaced_groups_, {}));
    if (slices.empty()) continue;
    std::vector<std::string>& ids = result_.content.replaced[partition];
    for (const FileSlice& slice : slices) ids.push_back(slice.file_id);
  }
  return arrow::Status::OK();
}

arrow::Status Pipeline::RunDeletePartition() {
  std::vector<std::string> targets = context_.named_partitions;
  if (!targets.empty()) {
    // They go as they stand.
  } else if (!config_.partitions_to_delete.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> existing, ListPartitions(*context_.storage));
    for (std::string pattern : SplitList(config_.partitions_to_delete)) {
      for (size_t at; (at = pattern.find("%2A")) != std::string::npos;) pattern.replace(at, 3, "*");
      for (const std::string& path : existing) {
        if (MatchesWildcard(pattern, path)) targets.push_back(path);
      }
    }
  } else {
    ARROW_ASSIGN_OR_RAISE(result_.rows_in,
                          TakeIn(context_, *rows_, data_schema_, {}, &partitions_,
                                 [](int, const std::shared_ptr<arrow::RecordBatch>&) {
                                   return arrow::Status::OK();
                                 }));
    targets = partitions_.paths();
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  ARROW_RETURN_NOT_OK(ReplacePartitions(targets));
  ARROW_RETURN_NOT_OK(BeginSession());
  Phase("plan");
  return arrow::Status::OK();
}

// ---- bulk_insert ---------------------------------------------------------------------------

arrow::Status Pipeline::RunBulkInsert() {
  ARROW_RETURN_NOT_OK(CheckNewGroupsFit(context_));
  ARROW_RETURN_NOT_OK(BeginSession());
  BulkWriter writer(context_);
  if (combines()) {
    ARROW_RETURN_NOT_OK(BulkWriteCombined(&writer));
  } else if (config_.bulk_sort == BulkSortMode::kGlobalSort ||
             config_.bulk_sort == BulkSortMode::kPartitionSort) {
    ARROW_RETURN_NOT_OK(BulkWriteSorted(&writer));
  } else {
    ARROW_RETURN_NOT_OK(BulkWrite(&writer));
  }
  context_.progress->Begin(Progress::Phase::kWrite, 0, 0);
  ARROW_ASSIGN_OR_RAISE(result_.content.stats, writer.Finish());
  for (const WriteStat& stat : result_.content.stats) result_.inserted += stat.num_writes;
  Phase("write");
  return arrow::Status::OK();
}

arrow::Status Pipeline::BulkWrite(BulkWriter* writer) {
  // Repartitioning by partition path brings all rows of a partition to one task.
  bool by_task = config_.bulk_sort == BulkSortMode::kNone;
  return TakeIn(context_, *rows_, data_schema_, {}, &partitions_,
                [&](int task, std::shared_ptr<arrow::RecordBatch> working) {
                  return writer->Write(by_task ? task : 0, std::move(working));
                })
      .Value(&result_.rows_in);
}

arrow::Status Pipeline::BulkWriteCombined(BulkWriter* writer) {
  ARROW_ASSIGN_OR_RAISE(std::vector<std::unique_ptr<RowSpool>> shards, CollectShards());
  std::shared_ptr<arrow::Schema> working_schema = WorkingSchema(*data_schema_);
  RowSorter sorter(working_schema,
                   {working_schema->num_fields() - 2, working_schema->num_fields() - 3},
                   context_.budget, context_.spill_directory);
  bool sorted = config_.bulk_sort == BulkSortMode::kGlobalSort ||
                config_.bulk_sort == BulkSortMode::kPartitionSort;
  for (std::unique_ptr<RowSpool>& spool : shards) {
    ARROW_ASSIGN_OR_RAISE(KeyedShard shard, BuildKeyedShard(*spool, Dedupe(), &partitions_));
    spool.reset();
    for (size_t begin = 0; begin < shard.winners.size(); begin += TaggedShard::kReadRows) {
      size_t end = std::min<size_t>(shard.winners.size(), begin + TaggedShard::kReadRows);
      std::vector<RowRef> refs(shard.winners.begin() + static_cast<std::ptrdiff_t>(begin),
                               shard.winners.begin() + static_cast<std::ptrdiff_t>(end));
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                            GatherRows(shard.batches, refs));
      ARROW_RETURN_NOT_OK(sorted ? sorter.Append(std::move(rows))
                                 : writer->Write(0, std::move(rows)));
    }
  }
  if (!sorted) return arrow::Status::OK();
  return sorter.Finish(
      [&](const std::shared_ptr<arrow::RecordBatch>& rows) { return writer->Write(0, rows); });
}

arrow::Status Pipeline::BulkWriteSorted(BulkWriter* writer) {
  // A global sort makes one run of all rows; a partition sort one of each task, after tasks were
  // brought down to the parallelism.
  int tasks = std::max(context_.input_tasks, 1);
  int runs = 1;
  if (config_.bulk_sort == BulkSortMode::kPartitionSort) {
    runs = config_.bulk_shuffle_parallelism > 0 ? std::min(tasks, config_.bulk_shuffle_parallelism)
                                                : tasks;
  }
  std::shared_ptr<arrow::Schema> working_schema = WorkingSchema(*data_schema_);
  std::vector<int> columns = {working_schema->num_fields() - 2, working_schema->num_fields() - 3};
  std::vector<std::unique_ptr<RowSorter>> sorters;
  for (int i = 0; i < runs; ++i) {
    sorters.push_back(std::make_unique<RowSorter>(working_schema, columns, context_.budget,
                                                  context_.spill_directory));
  }
  ARROW_RETURN_NOT_OK(TakeIn(context_, *rows_, data_schema_, {}, &partitions_,
                             [&](int task, std::shared_ptr<arrow::RecordBatch> working) {
                               size_t run = static_cast<size_t>(task * runs / tasks);
                               return sorters[run]->Append(std::move(working));
                             })
                          .Value(&result_.rows_in));
  Phase("read");
  for (int i = 0; i < runs; ++i) {
    ARROW_RETURN_NOT_OK(sorters[static_cast<size_t>(i)]->Finish(
        [&](const std::shared_ptr<arrow::RecordBatch>& rows) { return writer->Write(i, rows); }));
    sorters[static_cast<size_t>(i)].reset();
  }
  return arrow::Status::OK();
}

// ---- upsert, insert, delete, insert_overwrite ------------------------------------------------

arrow::Result<std::vector<std::unique_ptr<RowSpool>>> Pipeline::CollectShards() {
  bool keys_only = config_.operation == WriteOperation::kDelete;
  ShardedRows sharded(WorkingSchema(keys_only ? *arrow::schema({}) : *data_schema_),
                      context_.budget, context_.spill_directory);
  ARROW_RETURN_NOT_OK(TakeIn(context_, *rows_, data_schema_, OrderingValueCheck(), &partitions_,
                             [&](int, std::shared_ptr<arrow::RecordBatch> working) {
                               return sharded.Append(std::move(working));
                             })
                          .Value(&result_.rows_in));
  Phase("read");
  return sharded.Finish();
}

/// The slices that keys are looked up in and that inserts may go to.
arrow::Status Pipeline::ListSlices() {
  std::vector<std::string> paths = partitions_.paths();
  if (uses_index() && IsGlobal(config_.index)) {
    ARROW_ASSIGN_OR_RAISE(paths, ListPartitions(*context_.storage));
  }
  return ListStoredSlices(context_, paths, replaced_groups_, &partitions_).Value(&slices_);
}

arrow::Status Pipeline::TagShards(std::vector<std::unique_ptr<RowSpool>> shards) {
  bool on_disk = shards.size() > 1;
  bool global = IsGlobal(config_.index);
  int64_t bytes = 0;
  for (const StoredSlice& stored : slices_) bytes += StoredBytes(stored.slice.base_file);
  context_.progress->Begin(Progress::Phase::kIndex, static_cast<int64_t>(slices_.size()), bytes);
  StoredKeyIndex index(context_, *stored_rows_, slices_, global);
  if (on_disk && uses_index()) ARROW_RETURN_NOT_OK(index.SplitByShard(shards.size()));
  RowTagger tagger(context_, *stored_rows_, slices_, merger_.get());
  const KeyBuckets buckets(config_);
  if (uses_buckets()) {
    ARROW_RETURN_NOT_OK(
        CheckStoredBuckets(context_, buckets, *stored_rows_, slices_, replaced_groups_));
  }
  for (size_t i = 0; i < shards.size(); ++i) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    ARROW_ASSIGN_OR_RAISE(KeyedShard shard, BuildKeyedShard(*shards[i], Dedupe(), &partitions_));
    if (on_disk) shards[i].reset();
    std::vector<std::vector<StoredKey>> found;
    if (uses_index()) {
      const std::vector<bool> skip =
          uses_buckets() ? SlicesToSkip(buckets, slices_, shard.keys) : std::vector<bool>();
      ARROW_ASSIGN_OR_RAISE(found, index.Lookup(i, shard.keys, skip));
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<TaggedRow> rows, tagger.Tag(std::move(found), &shard));
    if (uses_buckets()) SetBuckets(buckets, shard, &rows);
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TaggedShard> tagged,
                          TaggedShard::Make(std::move(shard.batches), std::move(rows), on_disk,
                                            context_.budget, context_.spill_directory));
    tagged_.push_back(std::move(tagged));
  }
  return arrow::Status::OK();
}

arrow::Status Pipeline::RunTasksOf(const std::vector<FileGroupTask>& tasks) {
  FileGroupInputs inputs{context_, tagged_, merger_.get(), *stored_rows_};
  std::vector<std::vector<WriteStat>> stats(tasks.size());
  int64_t bytes = 0;
  for (const FileGroupTask& task : tasks) bytes += StoredBytes(task.previous) + NewBytes(task);
  context_.progress->Begin(Progress::Phase::kWrite, static_cast<int64_t>(tasks.size()), bytes);
  ARROW_RETURN_NOT_OK(RunTasks(context_.threads, tasks.size(), [&](size_t i) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    ARROW_RETURN_NOT_OK(RunFileGroupTask(inputs, tasks[i]).Value(&stats[i]));
    context_.progress->FinishFile(NewBytes(tasks[i]));
    return arrow::Status::OK();
  }));
  for (std::vector<WriteStat>& part : stats) {
    for (WriteStat& stat : part) {
      result_.inserted += stat.num_inserts;
      result_.updated += stat.num_update_writes;
      result_.deleted += stat.num_deletes;
      result_.content.stats.push_back(std::move(stat));
    }
  }
  return arrow::Status::OK();
}

arrow::Status Pipeline::CollectReplaced() {
  if (config_.operation == WriteOperation::kInsertOverwriteTable) {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> all, ListPartitions(*context_.storage));
    return ReplacePartitions(all);
  }
  if (config_.operation != WriteOperation::kInsertOverwrite) return arrow::Status::OK();
  if (!context_.named_partitions.empty()) return ReplacePartitions(context_.named_partitions);
  std::vector<std::string> targets = config_.static_overwrite_partitions.empty()
                                         ? partitions_.paths()
                                         : SplitList(config_.static_overwrite_partitions);
  return ReplacePartitions(targets);
}

arrow::Status Pipeline::RunKeyed() {
  ARROW_ASSIGN_OR_RAISE(std::vector<std::unique_ptr<RowSpool>> shards, CollectShards());
  // Before ListSlices gives numbers to partitions that only a global index looks into.
  ARROW_RETURN_NOT_OK(CollectReplaced());
  ARROW_RETURN_NOT_OK(ListSlices());
  ARROW_RETURN_NOT_OK(TagShards(std::move(shards)));
  Phase("index");
  ARROW_ASSIGN_OR_RAISE(std::vector<FileGroupTask> tasks,
                        PlanFileGroupTasks(context_, tagged_, slices_, partitions_));
  if (!uses_buckets() && std::any_of(tasks.begin(), tasks.end(), [](const FileGroupTask& task) {
        return !task.inserts.empty();
      })) {
    ARROW_RETURN_NOT_OK(CheckNewGroupsFit(context_));
  }
  Phase("place");
  ARROW_RETURN_NOT_OK(BeginSession(tasks));
  ARROW_RETURN_NOT_OK(RunTasksOf(tasks));
  Phase("write");
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<PipelineResult> RunWritePipeline(const WriteContext& context,
                                               std::shared_ptr<arrow::RecordBatchReader> rows) {
  return Pipeline(context, std::move(rows)).Run();
}

}  // namespace hudi
