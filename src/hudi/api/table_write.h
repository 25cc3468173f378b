// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/row_spool.h"
#include "hudi/config/properties.h"
#include "hudi/config/write_config.h"
#include "hudi/schema/stored_names.h"
#include "hudi/schema_change.h"
#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"
#include "hudi/table_writer.h"
#include "hudi/timeline/timeline.h"
#include "hudi/write/write_pipeline.h"

namespace hudi {

/// The lock that every writer of this library holds for the whole of a write.
inline constexpr char kWriterLockPath[] = ".hoodie/.locks/hudi-cpp.lock";

/// One write into one place on storage, from the lock to the completed commit. Created for a single
/// call.
class TableWrite {
 public:
  /// Gives the rows once the writer lock is held, so that rows read from the same table are those
  /// that the write meets.
  using RowSource = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>()>;

  /// `table_name`: the name for a new table if the options give none.
  TableWrite(std::shared_ptr<Storage> storage, const WriteOptions& options, std::string table_name);
  ~TableWrite();

  /// Changes columns instead of writing rows.
  void set_schema_changes(const std::vector<SchemaChange>& changes) { schema_changes_ = &changes; }
  /// Deletes whose rows carry their keys as stored.
  void set_keys_from_meta_columns() { keys_from_meta_columns_ = true; }

  arrow::Result<WriteResult> Run(const RowSource& rows);

  /// What a call may hold in memory unless it is told: a quarter of the machine's.
  static int64_t DefaultMemoryLimit();

 private:
  arrow::Status Prepare();
  arrow::Status TakeLock();
  arrow::Status LoadTable();
  arrow::Status RollBackDeadWrites();
  arrow::Status MakeTable();
  arrow::Status SettleSchema(const arrow::Schema* incoming);
  bool IsPartialUpdate() const;
  arrow::Status SettlePartialUpdate(const arrow::Schema* incoming);
  arrow::Status LoadColumnIds(const std::shared_ptr<arrow::Schema>& stored);
  arrow::Result<std::shared_ptr<arrow::Schema>> ChangedColumns();
  arrow::Status SettleColumnIds();
  arrow::Status BeginSchemaChange();
  arrow::Result<std::shared_ptr<arrow::Schema>> StoredSchema();
  arrow::Status CheckDeletable() const;
  arrow::Result<WriteResult> RunLocked(const RowSource& rows);
  arrow::Status Publish(const PipelineResult& done, WriteResult* result);
  arrow::Result<WriteResult> RunServices(WriteResult result);
  arrow::Status UndoCreation();
  void Notice(std::string_view sentence) const;

  std::shared_ptr<Storage> storage_;
  const WriteOptions& options_;
  std::string table_name_;
  bool keys_from_meta_columns_ = false;

  std::unique_ptr<Storage::Lock> lock_;
  bool base_existed_ = false;
  bool hoodie_existed_ = false;
  bool created_table_ = false;
  std::optional<TableConfig> table_;
  WriteConfig config_;
  TimelineLayout layout_;
  std::shared_ptr<const Timeline> timeline_;
  std::string instant_;
  std::string stored_schema_json_;
  const std::vector<SchemaChange>* schema_changes_ = nullptr;
  // Schema-on-read evolution: what the columns were, and what they are after this write.
  SchemaVersions schema_versions_;
  std::optional<InternalSchema> column_ids_;
  std::unique_ptr<WriteSession> session_;
  WriteContext context_;
  WriteResult result_;
};

}  // namespace hudi
