// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "sql/parse/statement.h"

namespace hudi::sql {

/// What CREATE TABLE says about a table, beyond its columns.
struct TableOptions {
  /// hoodie.* keys of the new table, as the writer takes them.
  std::map<std::string, std::string> config;
  /// What the catalog keeps: options of later writes.
  std::map<std::string, std::string> write_options;
  std::vector<std::string> partition_fields;
};

/// Reads `type`, `primaryKey`, `preCombineField`, `orderingFields`, ... and hoodie.* of the
/// properties, in any case. `columns` may be null where the table is there already.
/// Errors: kInvalidConfig for a key or value that no one knows, naming it, and for columns that do
/// not exist; kConfigConflict where two of them say the same thing differently.
arrow::Result<TableOptions> ReadTableOptions(const CreateTableStatement& create,
                                             const std::string& table_name,
                                             const std::string& database,
                                             const arrow::Schema* columns);

}  // namespace hudi::sql
