// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sql/duckdb/engine.h"
#include "sql/duckdb/table_slices.h"

namespace hudi::sql {

/// The same rows; what ends them early is told to `failure`, for the engine passes on its text
/// only.
std::shared_ptr<const RowSource> WatchRows(std::shared_ptr<const RowSource> rows,
                                           std::shared_ptr<QueryFailure> failure);

}  // namespace hudi::sql
