// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hudi/predicate.h"
#include "sql/duckdb/duckdb_api.h"

namespace hudi::sql {

/// What the engine's filters say of a table, as far as it has a counterpart; null: nothing. The
/// engine filters again, so a part without one costs time, never rows.
///
/// `columns`: the names of the columns that the filters number, empty for what is no column.
PredicatePtr PredicateOf(const duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters,
                         uint64_t table_index, const std::vector<std::string>& columns);

}  // namespace hudi::sql
