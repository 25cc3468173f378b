// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type.h>

#include "hudi/base/row_spool.h"
#include "hudi/config/write_config.h"
#include "hudi/progress.h"
#include "hudi/schema/stored_names.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"
#include "hudi/write/write_session.h"

namespace hudi {

/// What all stages of one write share; fixed before the first row is read.
struct WriteContext {
  std::shared_ptr<Storage> storage;
  WriteConfig config;
  /// The timeline that the write builds on.
  std::shared_ptr<const Timeline> timeline;
  WriteSession* session = nullptr;

  /// The table's columns after this write, partition columns included, without meta columns.
  std::shared_ptr<arrow::Schema> table_schema;
  /// Columns of a base file: meta columns, then the table's (without partition columns if those are
  /// dropped).
  std::shared_ptr<arrow::Schema> file_schema;
  /// Avro JSON of the file schema with meta columns (Parquet footer) and of the commit's `schema`.
  std::string footer_schema_json;
  std::string commit_schema_json;
  std::string record_root_name;
  /// Columns of the rows in log files, and their Avro JSON: those of base files, or in a partial
  /// update the meta columns and what the update brings.
  std::shared_ptr<arrow::Schema> log_schema;
  std::string log_schema_json;
  bool partial_update = false;
  /// Partial updates: the table's columns that the input does not have; rows that lack them can
  /// change stored rows but not be inserted.
  std::vector<std::string> columns_without_input;

  /// What the columns of older files and log blocks are called in `table_schema`; null where names
  /// tell, for the table keeps no column ids (schema-on-read evolution).
  std::shared_ptr<const StoredNames> stored_names;

  /// Deletes only: rows carry `_hoodie_record_key` and `_hoodie_partition_path` as stored, and
  /// nothing else counts.
  bool keys_from_meta_columns = false;
  /// Rows carry the record key and the partition path of the stored row that they replace, in the
  /// columns of WriteOptions::keys_as_stored; those without a key are new.
  bool keys_as_stored = false;
  /// WriteOptions::partitions.
  std::vector<std::string> named_partitions;

  /// A row that the merge mode puts behind the stored row of its key is an error.
  bool fail_on_older_rows = false;

  std::shared_ptr<MemoryBudget> budget;
  std::string spill_directory;
  int threads = 1;
  int input_tasks = 1;
  std::function<bool()> should_stop;
  /// Never null.
  std::shared_ptr<Progress> progress = std::make_shared<Progress>();

  const std::string& instant() const { return session->options().instant; }
  /// kInterrupted if the caller asked to stop.
  arrow::Status CheckStop() const;
};

}  // namespace hudi
