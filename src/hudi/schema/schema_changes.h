// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/status.h>

#include "hudi/schema/internal_schema.h"
#include "hudi/schema_change.h"

namespace hudi {

/// Makes one change to a schema with column ids, by the rules of the reference's TableChanges.
/// `fixed`: columns (record key, ordering, partition) that keep name and type.
/// Errors: kNotFound, kInvalidSchema, kUnsupported, as ChangeSchema().
arrow::Status ApplySchemaChange(const SchemaChange& change, const std::vector<std::string>& fixed,
                                InternalSchema* schema);

}  // namespace hudi
