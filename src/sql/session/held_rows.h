// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "sql/duckdb/engine.h"

namespace hudi::sql {

/// A small result as a table for the engine. Holds all of it.
arrow::Result<std::shared_ptr<const RowSource>> HoldRows(arrow::RecordBatchReader& rows);

}  // namespace hudi::sql
