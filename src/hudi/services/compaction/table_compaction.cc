// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/table_compaction.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hudi/error.h"
#include "hudi/read/plan/merge_options.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/services/compaction/compaction_planner.h"
#include "hudi/services/compaction/compaction_trigger.h"
#include "hudi/services/compaction/log_compaction.h"
#include "hudi/services/compaction/undo_compaction.h"
#include "hudi/services/metadata_table/switch_off.h"
#include "hudi/services/rollback/rollback.h"
#include "hudi/slices/commit_files.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/instant_time.h"
#include "hudi/timeline/schema_history.h"
#include "hudi/write/write_session.h"

namespace hudi {
namespace {

constexpr size_t kDayDigits = 8;

Action ActionOfKind(CompactionKind kind) {
  return kind == CompactionKind::kCompaction ? Action::kCompaction : Action::kLogCompaction;
}

// As the reference: days are those of the writer's own zone.
std::string Today() {
  int64_t now_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  return FormatInstant(now_ms, /*utc=*/false).substr(0, kDayDigits);
}

}  // namespace

TableCompaction::TableCompaction(std::shared_ptr<Storage> storage, TableConfig table,
                                 WriteConfig config, CompactionEnvironment environment)
    : storage_(std::move(storage)),
      table_(std::move(table)),
      config_(std::move(config)),
      environment_(std::move(environment)),
      layout_(LayoutOf(table_)) {}

arrow::Result<TableCompaction> TableCompaction::Open(std::shared_ptr<Storage> storage,
                                                     const WriteConfig& config,
                                                     CompactionEnvironment environment) {
  ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage));
  if (table.type() != TableType::kMergeOnRead) {
    return Fail(ErrorCode::kUnsupported, storage->root(), "'", storage->root(),
                "': compaction is not supported on a copy-on-write table, which has no log files");
  }
  TableCompaction compaction(std::move(storage), std::move(table), config, std::move(environment));
  ARROW_RETURN_NOT_OK(compaction.Reload());
  return compaction;
}

arrow::Status TableCompaction::Reload() {
  ARROW_RETURN_NOT_OK(Timeline::Load(storage_, layout_).Value(&timeline_));
  return CheckTimelineIsThere(*storage_, *timeline_);
}

std::vector<Instant> TableCompaction::Pending(CompactionKind kind) const {
  std::vector<Instant> found = timeline_->PendingServices();
  std::erase_if(found,
                [&](const Instant& instant) { return instant.action != ActionOfKind(kind); });
  return found;
}

arrow::Result<CompactionPlan> TableCompaction::ReadPlan(const Instant& pending) const {
  ARROW_ASSIGN_OR_RAISE(std::string body, timeline_->ReadBody(pending, InstantState::kRequested));
  ARROW_ASSIGN_OR_RAISE(CompactionPlan plan, DecodeCompactionPlan(body, pending.file_name));
  plan.is_log_compaction = pending.action == Action::kLogCompaction;
  return plan;
}

arrow::Result<std::vector<FileSlice>> TableCompaction::SlicesOf(const CompactionPlan& plan) const {
  std::vector<FileSlice> slices;
  for (const CompactionOperation& operation : plan.operations) {
    ARROW_ASSIGN_OR_RAISE(FileSlice slice, SliceOfOperation(*storage_, *timeline_, operation));
    slices.push_back(std::move(slice));
  }
  return slices;
}

arrow::Result<std::optional<CompactionPlan>> TableCompaction::Plan(CompactionKind kind,
                                                                   bool if_due) const {
  if (kind == CompactionKind::kLogCompaction) {
    return PlanLogCompaction(*storage_, *timeline_, config_);
  }
  if (if_due) {
    std::string now = NextInstant(timeline_->GreatestTime(), layout_.utc);
    ARROW_ASSIGN_OR_RAISE(bool due, IsCompactionDue(config_.compaction, *timeline_, now));
    if (!due) return std::nullopt;
  }
  return PlanCompaction(*storage_, *timeline_, config_, Today());
}

arrow::Result<Instant> TableCompaction::Schedule(const CompactionPlan& plan) {
  // A write that began earlier could still put rows below the compaction.
  std::vector<Instant> writes = timeline_->PendingWrites();
  if (!writes.empty()) {
    return Fail(ErrorCode::kWriterConflict, writes.front().requested,
                "a compaction cannot be planned while a write is unfinished: instant ",
                writes.front().requested, " is pending");
  }
  Instant instant;
  instant.requested = NextInstant(timeline_->GreatestTime(), layout_.utc);
  instant.action = plan.is_log_compaction ? Action::kLogCompaction : Action::kCompaction;
  instant.state = InstantState::kRequested;
  ARROW_ASSIGN_OR_RAISE(std::string body, EncodeCompactionPlan(plan, layout_.version));
  ARROW_RETURN_NOT_OK(
      TimelineWriter(storage_, layout_).CreateRequested(instant.action, instant.requested, body));
  ARROW_RETURN_NOT_OK(Reload());
  return instant;
}

/// The table's columns as they stand in files.
arrow::Status TableCompaction::SettleSchema(const std::string& instant) {
  ARROW_ASSIGN_OR_RAISE(TableSchema schema, ReadTableSchema(*storage_, table_, *timeline_, {}));
  if (schema.stored_names != nullptr) {
    // Readers take the names of columns in the new files for those of the compaction's instant,
    // and columns may have been renamed since.
    ARROW_ASSIGN_OR_RAISE(schema, ReadTableSchema(*storage_, table_, *timeline_, instant));
  }
  stored_names_ = schema.stored_names;
  schema_json_ = schema.avro_json;
  columns_ = schema.columns;
  if (!schema_json_.empty()) {
    // Without the partition columns that files lack.
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr parsed, avro::Schema::Parse(schema_json_));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> stored, AvroToArrow(*parsed));
    columns_ = WithoutMetaColumns(*stored);
  }
  if (columns_->num_fields() == 0) {
    return Fail(ErrorCode::kInvalidSchema, storage_->root(), "the table '", storage_->root(),
                "' has no schema yet: it holds no commit that says what its columns are");
  }
  if (!config_.merge.ordering_is_default) return arrow::Status::OK();
  std::erase_if(config_.merge.ordering_fields,
                [this](const std::string& field) { return columns_->GetFieldIndex(field) < 0; });
  return arrow::Status::OK();
}

WriteContext TableCompaction::MakeContext(WriteSession* session) const {
  WriteContext context;
  context.storage = storage_;
  context.config = config_;
  context.timeline = timeline_;
  context.session = session;
  context.table_schema = columns_;
  context.file_schema = WithMetaColumns(*columns_);
  context.stored_names = stored_names_;
  context.budget = std::make_shared<MemoryBudget>(environment_.memory_limit_bytes);
  context.threads = environment_.threads;
  context.should_stop = environment_.should_stop;
  context.progress = environment_.progress;
  return context;
}

arrow::Result<std::optional<CompletedCompaction>> TableCompaction::Run(const Instant& wanted) {
  ARROW_RETURN_NOT_OK(Reload());
  CompactionKind kind = wanted.action == Action::kCompaction ? CompactionKind::kCompaction
                                                             : CompactionKind::kLogCompaction;
  std::vector<Instant> all = Pending(kind);
  auto found = std::find_if(all.begin(), all.end(), [&](const Instant& instant) {
    return instant.requested == wanted.requested;
  });
  if (found == all.end()) {
    return Fail(ErrorCode::kNotFound, wanted.requested, "instant ", wanted.requested,
                " is no pending ", ActionName(wanted.action));
  }
  const Instant pending = *found;
  ARROW_ASSIGN_OR_RAISE(CompactionPlan plan, ReadPlan(pending));
  CompletedCompaction done;
  done.instant = pending.requested;
  if (pending.state == InstantState::kInflight) {
    RollbackOptions rollback{config_.heartbeat_interval_ms, config_.heartbeat_tolerable_misses};
    ARROW_RETURN_NOT_OK(CheckWriterIsDead(*storage_, pending, rollback));
    ARROW_RETURN_NOT_OK(UndoCompaction(storage_, layout_, *timeline_, pending, plan));
    ARROW_RETURN_NOT_OK(Reload());
    done.taken_up = true;
    if (plan.is_log_compaction) return std::nullopt;
  }
  ARROW_RETURN_NOT_OK(SettleSchema(pending.requested));
  SessionOptions options;
  options.action = pending.action;
  options.instant = pending.requested;
  options.layout = layout_;
  options.heartbeat_interval_ms = config_.heartbeat_interval_ms;
  options.metafile_in_base_format = table_.metafile_in_base_format();
  options.planned = true;
  WriteSession session(storage_, options);
  auto run = [&]() -> arrow::Status {
    WriteContext context = MakeContext(&session);
    AvroRecordName record = RecordNameForTable(config_.table_name);
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr file_avro,
                          ArrowToAvro(*context.file_schema, record.name, record.name_space));
    context.footer_schema_json = file_avro->ToJson();
    context.log_schema = context.file_schema;
    context.log_schema_json = context.footer_schema_json;
    context.commit_schema_json = schema_json_;
    context.record_root_name = record.name_space + "." + record.name;
    ARROW_RETURN_NOT_OK(session.Begin("", ""));
    if (plan.is_log_compaction) {
      ARROW_ASSIGN_OR_RAISE(done.groups, RunLogCompactionPlan(context, plan));
    } else {
      ARROW_ASSIGN_OR_RAISE(done.groups, RunCompactionPlan(context, plan));
    }
    ARROW_RETURN_NOT_OK(context.CheckStop());
    environment_.progress->Begin(Progress::Phase::kCommit, 0, 0);
    return Publish(&session, plan, done.groups).Value(&done.completion);
  };
  arrow::Status status = run();
  if (!status.ok()) {
    arrow::Status undone = session.Abort();
    if (!undone.ok()) {
      environment_.on_notice("what the failed compaction left could not be removed (" +
                             undone.message() +
                             "); readers do not see it, and the next compaction removes it");
    }
    return status;
  }
  arrow::Status cleaned = session.CleanUp();
  if (!cleaned.ok()) {
    environment_.on_notice("the compaction is complete, but its markers could not be removed: " +
                           cleaned.message());
  }
  ARROW_RETURN_NOT_OK(Reload());
  return done;
}

arrow::Result<std::string> TableCompaction::Publish(WriteSession* session,
                                                    const CompactionPlan& plan,
                                                    const std::vector<CompactedGroup>& groups) {
  CommitMetadata metadata;
  metadata.operation_type = plan.is_log_compaction ? "LOG_COMPACT" : "COMPACT";
  metadata.compacted = true;
  for (const CompactedGroup& group : groups) {
    for (const WriteStat& stat : group.stats) {
      metadata.partition_to_write_stats[stat.partition_path].push_back(stat);
    }
  }
  metadata.extra_metadata = plan.extra_metadata;
  if (!schema_json_.empty()) metadata.extra_metadata["schema"] = schema_json_;
  if (stored_names_ != nullptr) {
    metadata.extra_metadata[std::string(kLatestSchemaKey)] =
        InternalSchemaJson(stored_names_->now());
  }
  ARROW_ASSIGN_OR_RAISE(std::string body, EncodeCommitMetadata(metadata, layout_.version));
  // What others completed in the meantime counts for the time of completion.
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const Timeline> now, Timeline::Load(storage_, layout_));
  if (table_.metadata_table_on()) {
    // From here on the metadata table would hide the new files.
    ARROW_RETURN_NOT_OK(SwitchOffMetadataTable(*storage_));
    ARROW_ASSIGN_OR_RAISE(table_, TableConfig::Load(*storage_));
    environment_.on_notice(
        "the table's metadata table was switched off: this program does not maintain it yet, and a "
        "stale one would hide rows; Hudi on Spark builds it again at its next write");
  }
  std::string completion = NextInstant(now->GreatestTime(), layout_.utc);
  ARROW_RETURN_NOT_OK(session->Publish(completion, body));
  return completion;
}

}  // namespace hudi
