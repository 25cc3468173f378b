// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/properties.h"
#include "hudi/config/write_config.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// hoodie.properties of one table: the raw map (kept whole, unknown keys included) and typed views
/// on it.
class TableConfig {
 public:
  /// Reads and checks the file (properties, then backup; checksum).
  /// Errors: kNotATable; kCorruptFile (checksum, malformed); kUnsupported by name: table versions
  /// other than 6, 8, 9 ("from the future" or too old), base formats other than PARQUET, several
  /// base formats, bootstrap, table format not native, partition bucket config; kInvalidConfig for
  /// a value that does not parse. Tables with change data capture and merge-on-read tables load:
  /// only ResolveWriteConfig refuses them.
  static arrow::Result<TableConfig> Load(const Storage& storage);
  static TableConfig FromProperties(ConfigMap properties);

  const ConfigMap& properties() const { return properties_; }

  std::string name() const;
  TableType type() const;
  int version() const;
  int layout_version() const;
  bool utc() const;
  std::string timeline_directory()
      const;  ///< ".hoodie" or ".hoodie/timeline", relative to the base path
  std::string history_directory() const;
  std::vector<std::string> key_fields() const;
  /// Plain names (the ":type" of a custom generator removed).
  std::vector<std::string> partition_fields() const;
  std::vector<std::string> partition_types() const;
  std::vector<std::string> ordering_fields() const;
  KeyGeneratorType key_generator() const;
  bool hive_style() const;
  bool url_encode() const;
  bool drop_partition_columns() const;
  bool populate_meta_fields() const;
  bool metafile_in_base_format() const;
  bool cdc_enabled() const;
  /// hoodie.table.metadata.partitions (and inflight) not empty.
  bool metadata_table_on() const;
  std::string create_schema_json() const;  ///< hoodie.table.create.schema
  /// Value of any key, or `fallback`.
  std::string Get(std::string_view key, std::string_view fallback = {}) const;

 private:
  explicit TableConfig(ConfigMap properties);
  ConfigMap properties_;
};

/// Properties of a new table, every key and checksum that the release of its version would write.
/// Errors: kUnsupported for MERGE_ON_READ and CUSTOM merges we do not have; kInvalidConfig.
arrow::Result<ConfigMap> NewTableProperties(const WriteConfig& config, const ConfigMap& options);

/// Creates `.hoodie/` with its folders and hoodie.properties. Errors: kTableExists.
arrow::Status CreateTable(Storage& storage, const ConfigMap& properties);

/// Rewrites hoodie.properties by the reference's protocol (backup, replace, side files), keeping
/// unknown keys. An empty value in `changes` removes the key.
arrow::Status UpdateTableProperties(Storage& storage, const ConfigMap& changes);

/// Options of one write merged over the table's properties and the defaults, checked; `table` is
/// null for a new table. `folder_name` is the name for a new table if none is given. Errors:
/// kInvalidConfig (unknown key with the nearest, bad value, missing name, contradictions within the
/// options); kConfigConflict listing every "key given stored"; kUnsupported (index, payload,
/// operation we do not have).
arrow::Result<WriteConfig> ResolveWriteConfig(const ConfigMap& options, const TableConfig* table,
                                              std::string_view folder_name);

}  // namespace hudi
