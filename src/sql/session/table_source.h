// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/table_info.h"
#include "sql/duckdb/engine.h"

namespace hudi::sql {

struct SourceOptions {
  std::string as_of;
  /// as_of must be an instant of the timeline.
  bool by_version = false;
  /// Keys of the reference's data source, e.g. the query type.
  std::map<std::string, std::string> config;
  std::string from, to;  ///< incremental
  bool changes = false;  ///< op, ts_ms, before, after instead of rows
  int threads = 0;
};

/// The rows of a table for the engine: the files themselves where they are plain, else our reader.
/// Errors: kNotATable, kNotFound for an instant that is not there, with its neighbours, and those
/// of TableReader::Open().
arrow::Result<TableContent> OpenTableSource(const std::string& base_path,
                                            const SourceOptions& options);

/// The partition columns of a table, by its properties.
std::vector<std::string> PartitionFieldsOf(const std::map<std::string, std::string>& properties);
std::vector<std::string> KeyFieldsOf(const std::map<std::string, std::string>& properties);
std::vector<std::string> OrderingFieldsOf(const std::map<std::string, std::string>& properties);

/// The columns in the order of DESCRIBE and of positional INSERT: partition columns last.
arrow::FieldVector ColumnsInOrder(const arrow::Schema& schema,
                                  const std::vector<std::string>& partition_fields);

}  // namespace hudi::sql
