// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/table_write.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "hudi/api/incoming_rows.h"
#include "hudi/api/inline_services.h"
#include "hudi/api/partial_update.h"
#include "hudi/base/text.h"
#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/services/metadata_table/switch_off.h"
#include "hudi/services/rollback/rollback.h"
#include "hudi/slices/commit_files.h"
#include "hudi/table/change_log_properties.h"
#include "hudi/timeline/instant_time.h"
#include "hudi/timeline/schema_history.h"

namespace hudi {
namespace {

constexpr const char* kAlterSchema = "ALTER_SCHEMA";

std::shared_ptr<arrow::Schema> WithoutFields(const arrow::Schema& schema,
                                             const std::vector<std::string>& names) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (std::find(names.begin(), names.end(), field->name()) == names.end())
      fields.push_back(field);
  }
  return arrow::schema(std::move(fields));
}

/// `incoming` with the columns NOT NULL that are so in the table, or are to be.
std::shared_ptr<arrow::Schema> WithNotNull(const arrow::Schema& incoming,
                                           const arrow::Schema* stored,
                                           const WriteOptions& options) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : incoming.fields()) {
    const std::shared_ptr<arrow::Field> own =
        stored == nullptr ? nullptr : stored->GetFieldByName(field->name());
    const bool wanted = std::find(options.not_null_columns.begin(), options.not_null_columns.end(),
                                  field->name()) != options.not_null_columns.end();
    const bool not_null = wanted || (options.keep_not_null && own != nullptr && !own->nullable());
    fields.push_back(not_null ? field->WithNullable(false) : field);
  }
  return arrow::schema(std::move(fields), incoming.metadata());
}

class Stopwatch {
 public:
  double LapMs() {
    Clock::time_point now = Clock::now();
    double ms = std::chrono::duration<double, std::milli>(now - mark_).count();
    mark_ = now;
    return ms;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point mark_ = Clock::now();
};

}  // namespace

TableWrite::TableWrite(std::shared_ptr<Storage> storage, const WriteOptions& options,
                       std::string table_name)
    : storage_(std::move(storage)), options_(options), table_name_(std::move(table_name)) {}

TableWrite::~TableWrite() = default;

int64_t TableWrite::DefaultMemoryLimit() {
  int64_t pages = sysconf(_SC_PHYS_PAGES);
  int64_t page_bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return int64_t{1} << 30;
  return pages * page_bytes / 4;
}

void TableWrite::Notice(std::string_view sentence) const {
  if (options_.on_notice) options_.on_notice(sentence);
}

arrow::Status TableWrite::LoadTable() {
  table_.reset();
  arrow::Result<TableConfig> table = TableConfig::Load(*storage_);
  if (table.ok()) {
    table_ = std::move(*table);
  } else if (CodeOf(table.status()) != ErrorCode::kNotATable) {
    return table.status();
  }
  ConfigMap options(options_.config.begin(), options_.config.end());
  ARROW_RETURN_NOT_OK(
      ResolveWriteConfig(options, table_ ? &*table_ : nullptr, table_name_).Value(&config_));
  if (options_.fail_on_stored_keys) config_.duplicate_policy = DuplicatePolicy::kFail;
  if (options_.fail_on_older_rows && config_.table_type != TableType::kCopyOnWrite) {
    return Fail(
        ErrorCode::kUnsupported, "fail_on_older_rows",
        "a write into a merge-on-read table does not see the stored rows, so that it cannot "
        "fail for rows that are older");
  }
  if (!options_.keys_as_stored) return arrow::Status::OK();
  if (!config_.populate_meta_fields) {
    return Fail(ErrorCode::kUnsupported, storage_->root(), "the table '", storage_->root(),
                "' keeps neither record keys nor their fields, so its rows cannot be found");
  }
  config_.operation = WriteOperation::kUpsert;
  config_.duplicate_policy = DuplicatePolicy::kNone;
  return arrow::Status::OK();
}

arrow::Status TableWrite::CheckDeletable() const {
  bool deletes = config_.operation == WriteOperation::kDelete ||
                 config_.operation == WriteOperation::kDeletePartition;
  if (config_.operation == WriteOperation::kDelete && table_ && !keys_from_meta_columns_ &&
      config_.keys.key_fields.empty()) {
    return Fail(ErrorCode::kInvalidArgument, storage_->root(), "the table '", storage_->root(),
                "' has generated record keys, so rows cannot be found by their key columns; delete "
                "them by a condition (--where)");
  }
  if (!deletes || table_) return arrow::Status::OK();
  return Fail(ErrorCode::kNotATable, storage_->root(), "'", storage_->root(),
              "' is not a Hudi table, so nothing can be deleted from it");
}

arrow::Status TableWrite::TakeLock() {
  if (options_.dry_run) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(base_existed_, storage_->Exists(""));
  ARROW_ASSIGN_OR_RAISE(hoodie_existed_, storage_->Exists(".hoodie"));
  ARROW_ASSIGN_OR_RAISE(lock_, storage_->TryLock(kWriterLockPath));
  if (lock_ == nullptr) {
    return Fail(ErrorCode::kWriterConflict, storage_->root(),
                "another writer at work: a process holds the writer lock '",
                storage_->FullPath(kWriterLockPath), "'; try again when it is done");
  }
  return arrow::Status::OK();
}

arrow::Status TableWrite::RollBackDeadWrites() {
  if (options_.dry_run || !table_) return arrow::Status::OK();
  RollbackOptions rollback{config_.heartbeat_interval_ms, config_.heartbeat_tolerable_misses};
  ARROW_ASSIGN_OR_RAISE(result_.rolled_back, RollbackPendingWrites(storage_, layout_, rollback));
  for (const std::string& instant : result_.rolled_back) {
    ARROW_RETURN_NOT_OK(RemoveSchemaHistory(*storage_, instant));
    Notice("rolled back instant " + instant + ", which a writer left unfinished");
  }
  return arrow::Status::OK();
}

/// The table's columns as stored, without meta columns; null for a table that has no schema yet.
arrow::Result<std::shared_ptr<arrow::Schema>> TableWrite::StoredSchema() {
  if (!table_) return std::shared_ptr<arrow::Schema>();
  ARROW_ASSIGN_OR_RAISE(stored_schema_json_, timeline_->LatestSchemaJson());
  if (stored_schema_json_.empty()) stored_schema_json_ = table_->create_schema_json();
  if (stored_schema_json_.empty()) return std::shared_ptr<arrow::Schema>();
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr parsed, avro::Schema::Parse(stored_schema_json_));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, AvroToArrow(*parsed));
  std::shared_ptr<arrow::Schema> data = WithoutMetaColumns(*schema);
  if (data->num_fields() != schema->num_fields()) stored_schema_json_.clear();
  return data;
}

arrow::Status TableWrite::SettleSchema(const arrow::Schema* incoming) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> stored, StoredSchema());
  ARROW_RETURN_NOT_OK(LoadColumnIds(stored));
  bool drop_partitions = config_.drop_partition_columns;
  const std::vector<std::string>& partition_fields = config_.keys.partition_fields;
  bool keys_only = config_.operation == WriteOperation::kDelete ||
                   config_.operation == WriteOperation::kDeletePartition;
  std::shared_ptr<arrow::Schema> columns;  // of the files
  arrow::FieldVector dropped;              // partition columns that files lack
  if (schema_changes_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(columns, ChangedColumns());
  } else if (keys_only || incoming == nullptr) {
    if (stored == nullptr) {
      return Fail(ErrorCode::kInvalidSchema, storage_->root(), "the table '", storage_->root(),
                  "' has no schema yet: it holds no commit that says what its columns are");
    }
    columns = stored;
    for (const std::string& name : partition_fields) {
      if (!drop_partitions || incoming == nullptr) break;
      std::shared_ptr<arrow::Field> field = incoming->GetFieldByName(name);
      if (field != nullptr) dropped.push_back(field);
    }
  } else {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(*incoming));
    canonical = WithNotNull(*canonical, stored.get(), options_);
    if (options_.marks_deletes) {
      // Looked at, but not stored.
      std::shared_ptr<arrow::Field> mark = canonical->GetFieldByName(std::string(kIsDeleted));
      if (mark != nullptr) dropped.push_back(mark);
      canonical = WithoutFields(*canonical, {std::string(kIsDeleted)});
    }
    if (options_.keys_as_stored) {
      for (const char* name : {kStoredKeyColumn, kStoredPartitionColumn}) {
        dropped.push_back(arrow::field(name, arrow::utf8()));
        canonical = WithoutFields(*canonical, {name});
      }
    }
    if (drop_partitions) {
      for (const std::string& name : partition_fields) {
        std::shared_ptr<arrow::Field> field = canonical->GetFieldByName(name);
        if (field != nullptr) dropped.push_back(field);
      }
      canonical = WithoutFields(*canonical, partition_fields);
      if (stored != nullptr) stored = WithoutFields(*stored, partition_fields);
    }
    EvolutionOptions evolution;
    evolution.table_version = config_.table_version;
    evolution.reconcile = config_.reconcile_schema;
    // What a partial update leaves out stays as it is stored.
    evolution.set_null_for_missing = config_.set_null_for_missing || IsPartialUpdate();
    evolution.allow_column_drop = config_.allow_column_drop;
    evolution.validate = config_.validate_schema;
    ARROW_ASSIGN_OR_RAISE(columns, DeduceWriterSchema(stored.get(), *canonical, evolution));
  }

  AvroRecordName record = RecordNameForTable(config_.table_name);
  std::shared_ptr<arrow::Schema> file_schema = WithMetaColumns(*columns);
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr file_avro,
                        ArrowToAvro(*file_schema, record.name, record.name_space));
  context_.footer_schema_json = file_avro->ToJson();
  // A schema that did not change is committed as it stands, with the names and comments another
  // engine gave it.
  // Comments of columns count as no difference.
  bool unchanged = schema_changes_ == nullptr && stored != nullptr &&
                   !stored_schema_json_.empty() && stored->Equals(*columns);
  if (unchanged) {
    context_.commit_schema_json = stored_schema_json_;
  } else {
    ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr table_avro,
                          ArrowToAvro(*columns, record.name, record.name_space));
    context_.commit_schema_json = table_avro->ToJson();
  }
  context_.record_root_name = record.name_space + "." + record.name;
  context_.log_schema = file_schema;
  context_.log_schema_json = context_.footer_schema_json;
  context_.file_schema = std::move(file_schema);
  arrow::FieldVector all = columns->fields();
  all.insert(all.end(), dropped.begin(), dropped.end());
  context_.table_schema = arrow::schema(std::move(all));
  ARROW_RETURN_NOT_OK(SettleColumnIds());
  return IsPartialUpdate() ? SettlePartialUpdate(incoming) : arrow::Status::OK();
}

bool TableWrite::IsPartialUpdate() const {
  auto given = options_.config.find(kPartialUpdateSchemaKey);
  return given != options_.config.end() && !given->second.empty() && given->second != "null";
}

/// The columns of the log, if an update brings some of them only.
arrow::Status TableWrite::SettlePartialUpdate(const arrow::Schema* incoming) {
  ARROW_ASSIGN_OR_RAISE(
      std::vector<std::string> columns,
      PartialUpdateColumns(options_.config, config_, *WithoutMetaColumns(*context_.file_schema)));
  if (columns.empty() || incoming == nullptr) return arrow::Status::OK();
  arrow::FieldVector fields;
  for (const std::string& name : columns) {
    if (incoming->GetFieldIndex(name) < 0) {
      return Fail(ErrorCode::kInvalidSchema, name, "config '", kPartialUpdateSchemaKey,
                  "' names the column '", name, "', which the input lacks");
    }
    fields.push_back(context_.file_schema->GetFieldByName(name));
  }
  for (const std::string& name : context_.table_schema->field_names()) {
    if (incoming->GetFieldIndex(name) < 0) context_.columns_without_input.push_back(name);
  }
  AvroRecordName record = RecordNameForTable(config_.table_name);
  context_.log_schema = WithMetaColumns(*arrow::schema(std::move(fields)));
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr log_avro,
                        ArrowToAvro(*context_.log_schema, record.name, record.name_space));
  context_.log_schema_json = log_avro->ToJson();
  context_.partial_update = true;
  return arrow::Status::OK();
}

arrow::Status TableWrite::MakeTable() {
  if (table_ || options_.dry_run) return arrow::Status::OK();
  ConfigMap options(options_.config.begin(), options_.config.end());
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, NewTableProperties(config_, options));
  created_table_ = true;
  return CreateTable(*storage_, properties);
}

arrow::Status TableWrite::Prepare() {
  // A first look without the lock, so that a refused call leaves no trace.
  ARROW_RETURN_NOT_OK(LoadTable());
  ARROW_RETURN_NOT_OK(CheckDeletable());
  ARROW_RETURN_NOT_OK(TakeLock());
  // What another writer did in between counts.
  ARROW_RETURN_NOT_OK(LoadTable());
  ARROW_RETURN_NOT_OK(CheckDeletable());
  for (const std::string& notice : config_.notices) Notice(notice);
  for (const std::string& key : config_.ignored_keys) {
    Notice("config '" + key + "' has no effect here and is ignored");
  }
  if (table_) {
    layout_ = LayoutOf(*table_);
  } else {
    ConfigMap options(options_.config.begin(), options_.config.end());
    ARROW_ASSIGN_OR_RAISE(ConfigMap properties, NewTableProperties(config_, options));
    layout_ = LayoutOf(TableConfig::FromProperties(std::move(properties)));
  }
  ARROW_RETURN_NOT_OK(RollBackDeadWrites());
  ARROW_RETURN_NOT_OK(Timeline::Load(storage_, layout_).Value(&timeline_));
  return CheckTimelineIsThere(*storage_, *timeline_);
}

arrow::Result<WriteResult> TableWrite::Run(const RowSource& rows) {
  arrow::Result<WriteResult> done = RunLocked(rows);
  if (done.ok()) return options_.dry_run ? std::move(done) : RunServices(*std::move(done));
  arrow::Status undone;
  if (session_ != nullptr) undone = session_->Abort();
  if (undone.ok() && column_ids_) undone = RemoveSchemaHistory(*storage_, instant_);
  if (undone.ok()) undone = UndoCreation();
  if (!undone.ok()) {
    Notice("what the failed write left could not be removed (" + undone.message() +
           "); readers do not see it, and the next write rolls it back");
  }
  return done.status();
}

/// The table services behind the commit. Whatever becomes of them, the commit stays.
arrow::Result<WriteResult> TableWrite::RunServices(WriteResult result) {
  Stopwatch watch;
  CompactionEnvironment environment;
  environment.threads = context_.threads;
  environment.memory_limit_bytes = context_.budget->limit_bytes();
  environment.should_stop = options_.should_stop;
  environment.progress = context_.progress;
  environment.on_notice = [this](std::string_view sentence) { Notice(sentence); };
  arrow::Status status = RunInlineServices(storage_, config_, environment, &result.compactions);
  if (!result.compactions.empty()) result.phases.emplace_back("compact", watch.LapMs());
  if (status.ok()) return result;
  std::string committed = "the rows are committed as instant " + result.instant;
  if (CodeOf(status) == ErrorCode::kInterrupted) {
    Notice(committed + "; the compaction behind them was interrupted and waits to be run");
    return result;
  }
  status = status.WithMessage(committed, ", but compacting behind them failed: ", status.message());
  if (config_.compaction.fail_write_on_error) return status;
  Notice(status.message());
  return result;
}

/// Removes the table that this failed write has created.
arrow::Status TableWrite::UndoCreation() {
  if (lock_ == nullptr || hoodie_existed_ || (table_ && !created_table_))
    return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(storage_->DeleteTree(".hoodie"));
  // The metafile of a table without partitions.
  for (const char* name : {".hoodie_partition_metadata", ".hoodie_partition_metadata.parquet"}) {
    ARROW_RETURN_NOT_OK(storage_->DeleteFile(name).status());
  }
  if (base_existed_) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> left, storage_->List(""));
  return left.empty() ? storage_->DeleteTree("") : arrow::Status::OK();
}

arrow::Result<WriteResult> TableWrite::RunLocked(const RowSource& source) {
  Stopwatch watch;
  ARROW_RETURN_NOT_OK(Prepare());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, source());
  if (rows != nullptr && !keys_from_meta_columns_) {
    ARROW_ASSIGN_OR_RAISE(
        rows, DropMetaColumns(std::move(rows), options_.keep_commit_time_as, options_.on_notice));
  }
  instant_ = NextInstant(timeline_->GreatestTime(), layout_.utc);
  ARROW_RETURN_NOT_OK(SettleSchema(rows == nullptr ? nullptr : rows->schema().get()));
  if (config_.merge.ordering_is_default) {
    std::vector<std::string>& fields = config_.merge.ordering_fields;
    fields.erase(std::remove_if(fields.begin(), fields.end(),
                                [this](const std::string& field) {
                                  return context_.table_schema->GetFieldIndex(field) < 0;
                                }),
                 fields.end());
  }

  SessionOptions session;
  session.action = ActionOf(config_, /*creates_table=*/!table_);
  session.instant = instant_;
  session.layout = layout_;
  session.heartbeat_interval_ms = config_.heartbeat_interval_ms;
  session.metafile_in_base_format = table_ && table_->metafile_in_base_format();
  session.dry_run = options_.dry_run;
  session_ = std::make_unique<WriteSession>(storage_, session);

  context_.storage = storage_;
  context_.config = config_;
  context_.timeline = timeline_;
  context_.session = session_.get();
  context_.keys_from_meta_columns = keys_from_meta_columns_;
  context_.keys_as_stored = options_.keys_as_stored;
  context_.fail_on_older_rows = options_.fail_on_older_rows;
  context_.named_partitions = options_.partitions;
  int64_t limit =
      options_.memory_limit_bytes > 0 ? options_.memory_limit_bytes : DefaultMemoryLimit();
  context_.budget = std::make_shared<MemoryBudget>(limit);
  context_.threads = ResolveThreads(options_.threads);
  context_.input_tasks = std::max(options_.input_tasks, 1);
  context_.should_stop = options_.should_stop;
  if (options_.progress != nullptr) context_.progress = options_.progress;
  ARROW_RETURN_NOT_OK(MakeTable());
  result_.phases.emplace_back("open", watch.LapMs());

  PipelineResult done;
  if (schema_changes_ != nullptr) {
    ARROW_RETURN_NOT_OK(BeginSchemaChange());
  } else {
    ARROW_ASSIGN_OR_RAISE(done, RunWritePipeline(context_, std::move(rows)));
  }
  watch.LapMs();
  result_.phases.insert(result_.phases.end(), done.phases.begin(), done.phases.end());
  result_.operation = ToLowerAscii(OperationName(config_.operation));
  result_.action = ActionName(session.action);
  result_.rows_in = done.rows_in;
  result_.inserted = done.inserted;
  result_.updated = done.updated;
  result_.deleted = done.deleted;
  result_.dry_run = options_.dry_run;
  for (const auto& [partition, ids] : done.content.replaced) {
    result_.file_groups_replaced += static_cast<int64_t>(ids.size());
  }
  std::set<std::string_view> partitions;
  for (const WriteStat& stat : done.content.stats) {
    ++result_.files_written;
    if (stat.log_version) ++result_.log_files_written;
    result_.bytes_written += stat.file_size_in_bytes;
    partitions.insert(stat.partition_path);
  }
  result_.partitions_written = static_cast<int64_t>(partitions.size());
  if (options_.dry_run) return std::move(result_);
  ARROW_RETURN_NOT_OK(Publish(done, &result_));
  result_.phases.emplace_back("commit", watch.LapMs());
  return std::move(result_);
}

arrow::Status TableWrite::Publish(const PipelineResult& done, WriteResult* result) {
  ARROW_RETURN_NOT_OK(context_.CheckStop());
  context_.progress->Begin(Progress::Phase::kCommit, 0, 0);
  ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, MakeCommitMetadata(context_, done.content));
  if (schema_changes_ != nullptr) metadata.operation_type = kAlterSchema;
  ARROW_ASSIGN_OR_RAISE(std::string body, EncodeCommitMetadata(metadata, layout_.version));
  if (table_ && table_->metadata_table_on()) {
    // From here on the metadata table would hide this commit's files.
    ARROW_RETURN_NOT_OK(SwitchOffMetadataTable(*storage_));
    Notice(
        "the table's metadata table was switched off: this program does not maintain it yet, and a "
        "stale one would hide rows; Hudi on Spark builds it again at its next write");
  }
  const ConfigMap change_log = table_ ? ChangeLogProperties(*table_, config_.cdc) : ConfigMap();
  if (!change_log.empty()) {
    // This commit's files follow the settings; a table that lacks the commit does not mind them.
    ARROW_RETURN_NOT_OK(UpdateTableProperties(*storage_, change_log));
    Notice(
        "from this commit on the table keeps a change log (hoodie.table.cdc.enabled=true, "
        "hoodie.table.cdc.supplemental.logging.mode=" +
        std::string(CdcModeName(config_.cdc.mode)) + ")");
  }
  std::string greatest = std::max(timeline_->GreatestTime(), session_->options().instant);
  result->instant = session_->options().instant;
  result->completion = NextInstant(greatest, layout_.utc);
  if (column_ids_) {
    ARROW_RETURN_NOT_OK(SaveSchemaHistory(*storage_, *timeline_, result->instant,
                                          result->completion, schema_versions_));
  }
  ARROW_RETURN_NOT_OK(session_->Publish(result->completion, body));
  arrow::Status cleaned = session_->CleanUp();
  if (!cleaned.ok()) {
    Notice("the commit is complete, but its markers could not be removed: " + cleaned.message());
  }
  return arrow::Status::OK();
}

}  // namespace hudi
