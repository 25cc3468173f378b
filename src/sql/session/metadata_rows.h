// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/result.h>

#include "sql/duckdb/engine.h"

namespace hudi::sql {

/// The records of a table's metadata table, read when the engine asks for them. Errors: those of
/// MetadataTableReader::Open().
arrow::Result<std::shared_ptr<const RowSource>> OpenMetadataRows(const std::string& base_path);

}  // namespace hudi::sql
