// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_writer.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "hudi/api/table_write.h"
#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/avro/schema.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/schema_change.h"
#include "hudi/slices/file_slices.h"
#include "hudi/table_reader.h"
#include "hudi/timeline/instant_time.h"
#include "hudi/write/keys/partition_path_text.h"

namespace hudi {
namespace {

constexpr char kOperationKey[] = "hoodie.datasource.write.operation";

std::string FolderName(const Storage& storage) {
  return std::filesystem::path(storage.root()).filename().string();
}

/// The operation as the caller spelled it, in lower case; empty if none is given.
std::string GivenOperation(const WriteOptions& options) {
  auto it = options.config.find(kOperationKey);
  return it == options.config.end() || it->second == "null" ? "" : ToLowerAscii(it->second);
}

arrow::Result<bool> TableExists(const Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(bool properties, storage.Exists(".hoodie/hoodie.properties"));
  if (properties) return true;
  return storage.Exists(".hoodie/hoodie.properties.backup");
}

arrow::Result<std::unique_ptr<Storage::Lock>> LockForChange(Storage& storage) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<Storage::Lock> lock, storage.TryLock(kWriterLockPath));
  if (lock != nullptr) return lock;
  return Fail(ErrorCode::kWriterConflict, storage.root(), "another writer at work on '",
              storage.root(), "'; try again when it is done");
}

/// Builds the new table beside the old one and puts it in its place in one step, so that a failure
/// keeps the old one. A dry run is one of the new table, which it never makes.
arrow::Result<WriteResult> OverwriteTable(const std::shared_ptr<Storage>& storage,
                                          const WriteOptions& options,
                                          const TableWrite::RowSource& rows) {
  std::filesystem::path root(storage->root());
  // A dry run takes a name under which nothing is ever made, so nothing can have been left.
  std::string suffix = options.dry_run ? ".hudi-dry-" : ".hudi-new-";
  std::string beside =
      (root.parent_path() / ("." + root.filename().string() + suffix + std::to_string(getpid())))
          .string();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> fresh, Storage::Open(beside));
  if (options.dry_run) return TableWrite(fresh, options, FolderName(*storage)).Run(rows);
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<Storage::Lock> lock, LockForChange(*storage));
  ARROW_RETURN_NOT_OK(fresh->DeleteTree(""));
  arrow::Result<WriteResult> done = TableWrite(fresh, options, FolderName(*storage)).Run(rows);
  if (done.ok()) {
    arrow::Status exchanged = Storage::Exchange(*fresh, *storage);
    if (!exchanged.ok()) done = exchanged;
  }
  // Now the old table, or what a failure left of the new one.
  arrow::Status removed = fresh->DeleteTree("");
  if (!removed.ok() && options.on_notice) {
    options.on_notice("'" + beside + "' could not be removed: " + removed.message());
  }
  return done;
}

arrow::Result<WriteResult> Write(const std::string& base_path, const WriteOptions& options,
                                 const TableWrite::RowSource& rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(bool exists, TableExists(*storage));
  std::string operation = GivenOperation(options);
  bool deletes = operation == "delete" || operation == "delete_partition";
  if (deletes && options.mode != SaveMode::kAppend) {
    return Fail(ErrorCode::kInvalidArgument, operation, "operation '", operation,
                "' goes with mode append only");
  }
  if (exists && options.mode == SaveMode::kErrorIfExists) {
    return Fail(ErrorCode::kTableExists, storage->root(), "the table '", storage->root(),
                "' exists already, and mode error forbids to write into it");
  }
  if (exists && options.mode == SaveMode::kIgnore) {
    // As the reference: the rows are not written, so the call must not look like success.
    return Fail(ErrorCode::kTableExists, storage->root(), "the table '", storage->root(),
                "' exists already; mode ignore leaves it as it is, and no row was written");
  }
  if (exists && options.mode == SaveMode::kOverwrite && operation != "insert_overwrite_table") {
    return OverwriteTable(storage, options, rows);
  }
  return TableWrite(storage, options, FolderName(*storage)).Run(rows);
}

}  // namespace

arrow::Result<WriteResult> WriteTable(const std::string& base_path,
                                      std::shared_ptr<arrow::RecordBatchReader> rows,
                                      const WriteOptions& options) {
  return Write(base_path, options, [&]() { return std::move(rows); });
}

arrow::Result<WriteResult> WriteTableUnderLock(const std::string& base_path,
                                               const RowsUnderLock& rows,
                                               const WriteOptions& options) {
  return Write(base_path, options, rows);
}

arrow::Status CreateEmptyTable(const std::string& base_path,
                               const std::shared_ptr<arrow::Schema>& schema,
                               const WriteOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(bool exists, TableExists(*storage));
  if (exists) {
    return Fail(ErrorCode::kTableExists, storage->root(), "the table '", storage->root(),
                "' exists already");
  }
  ConfigMap given(options.config.begin(), options.config.end());
  ARROW_ASSIGN_OR_RAISE(WriteConfig config,
                        ResolveWriteConfig(given, nullptr, FolderName(*storage)));
  ARROW_ASSIGN_OR_RAISE(ConfigMap properties, NewTableProperties(config, given));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> canonical, CanonicalSchema(*schema));
  AvroRecordName record = RecordNameForTable(config.table_name);
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr avro_schema,
                        ArrowToAvro(*canonical, record.name, record.name_space));
  properties["hoodie.table.create.schema"] = avro_schema->ToJson();
  // The folder's old name, which the reference too leaves in tables that it makes without a commit.
  properties["hoodie.archivelog.folder"] = "archived";
  if (options.dry_run) return arrow::Status::OK();
  return CreateTable(*storage, properties);
}

arrow::Result<WriteResult> DeleteKeysUnderLock(const std::string& base_path,
                                               const RowsUnderLock& rows,
                                               const WriteOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage));
  WriteOptions delete_options = options;
  delete_options.config[kOperationKey] = "delete";
  TableWrite write(storage, delete_options, FolderName(*storage));
  if (table.populate_meta_fields()) write.set_keys_from_meta_columns();
  return write.Run(rows);
}

arrow::Result<WriteResult> ChangeSchema(const std::string& base_path,
                                        const std::vector<SchemaChange>& changes,
                                        const WriteOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_RETURN_NOT_OK(TableConfig::Load(*storage).status());
  WriteOptions change_options = options;
  change_options.config[kOperationKey] = "insert";
  TableWrite write(storage, change_options, FolderName(*storage));
  write.set_schema_changes(changes);
  return write.Run([] { return std::shared_ptr<arrow::RecordBatchReader>(); });
}

arrow::Status SetTableName(const std::string& base_path, const std::string& name) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_RETURN_NOT_OK(TableConfig::Load(*storage).status());
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<Storage::Lock> lock, LockForChange(*storage));
  return UpdateTableProperties(*storage, {{"hoodie.table.name", name}});
}

arrow::Status AddPartitions(const std::string& base_path,
                            const std::vector<std::string>& partitions, bool if_not_exists) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage));
  if (table.partition_fields().empty()) {
    return Fail(ErrorCode::kInvalidArgument, storage->root(), "the table '", storage->root(),
                "' is not partitioned");
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<Storage::Lock> lock, LockForChange(*storage));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> existing, ListPartitions(*storage));
  TimelineLayout layout = LayoutOf(table);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const Timeline> timeline, Timeline::Load(storage, layout));
  const std::string instant = NextInstant(timeline->GreatestTime(), layout.utc);
  for (const std::string& partition : partitions) {
    if (const char* problem = PartitionPathProblem(partition)) {
      return Fail(ErrorCode::kInvalidArgument, partition, "'", partition,
                  "' cannot be the path of a partition: ", problem);
    }
    if (std::find(existing.begin(), existing.end(), partition) == existing.end()) continue;
    if (if_not_exists) continue;
    return Fail(ErrorCode::kInvalidArgument, partition, "the partition '", partition,
                "' exists already");
  }
  for (const std::string& partition : partitions) {
    ARROW_RETURN_NOT_OK(
        EnsurePartitionMetafile(*storage, partition, instant, table.metafile_in_base_format()));
  }
  return arrow::Status::OK();
}

arrow::Result<WriteResult> DeleteRows(const std::string& base_path, const PredicatePtr& filter,
                                      const WriteOptions& options) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(TableConfig table, TableConfig::Load(*storage));
  ReadOptions read;
  read.filter = filter;
  read.threads = options.threads;
  read.should_stop = options.should_stop;
  read.progress = options.progress;
  if (table.populate_meta_fields()) {
    read.columns = {std::string(kRecordKey), std::string(kPartitionPath)};
  }
  std::unique_ptr<TableReader> reader;
  return DeleteKeysUnderLock(
      base_path,
      [&]() -> arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> {
        ARROW_ASSIGN_OR_RAISE(reader, TableReader::Open(base_path, read));
        return reader->Scan();
      },
      options);
}

}  // namespace hudi
