// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/schema/stored_names.h"
#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

struct TableSchema {
  /// Without meta columns, in table order; partition columns that the files lack stand at the end
  /// as text. No fields if the table has no schema yet.
  std::shared_ptr<arrow::Schema> columns;
  /// The Avro schema that it comes from, as it is stored; empty if it comes from a data file.
  std::string avro_json;
  /// What the columns of older files are called in `columns`; null where names alone tell, for the
  /// table keeps no column ids (schema-on-read evolution).
  std::shared_ptr<const StoredNames> stored_names;
};

/// The table's schema as of an instant (empty: now): the newest commit's, else
/// hoodie.table.create.schema, else that of the newest base file.
///
/// Errors: kUnsupported for a schema that holds a type we do not have; kInvalidSchema.
arrow::Result<TableSchema> ReadTableSchema(const Storage& storage, const TableConfig& config,
                                           const Timeline& timeline, const std::string& as_of);

}  // namespace hudi
