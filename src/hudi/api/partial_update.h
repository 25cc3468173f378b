// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// The Avro schema of the columns that a partial update brings (SQL's MERGE INTO sets it).
inline constexpr char kPartialUpdateSchemaKey[] = "hoodie.write.partial.update.schema";

/// The columns of `table_schema` that `hoodie.write.partial.update.schema` names, in the table's
/// order; empty if it is not given.
///
/// Errors: kUnsupported where a write cannot keep the other columns as they are: another operation
/// than upsert, copy-on-write tables, version 6, a global index, merge logic other than commit or
/// event time; kInvalidConfig for a text that is no record schema, without the ordering fields, or
/// with a column that the table lacks.
arrow::Result<std::vector<std::string>> PartialUpdateColumns(
    const std::map<std::string, std::string>& options, const WriteConfig& config,
    const arrow::Schema& table_schema);

}  // namespace hudi
