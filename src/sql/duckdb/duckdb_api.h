// SPDX-License-Identifier: Apache-2.0
// The engine's C++ interface, which nothing outside this folder may see: it is heavy, it throws,
// and it has no stable form.
#pragma once

#include <memory>
#include <string>

#include <arrow/status.h>
#include <duckdb.hpp>

#include "sql/duckdb/engine.h"

namespace hudi::sql {

/// Our Status for an error of the engine.
arrow::Status StatusOf(const duckdb::ErrorData& error);
/// Runs `call` and turns what it throws into a Status.
template <typename Call>
arrow::Status Caught(Call&& call) {
  try {
    return call();
  } catch (const std::exception& exception) {
    return StatusOf(duckdb::ErrorData(exception));
  }
}

/// hudi_rows(pointer): the table function through which the engine reads a RowSource.
duckdb::TableFunction RowsFunction();
/// hudi_scan('number'): the table function over the slices of a table. The number is the address of
/// a std::shared_ptr<TableSlices> that lives while the query is bound.
duckdb::TableFunction SlicesFunction(duckdb::DatabaseInstance& database);
/// Registers the functions hudi_* that give Spark's casts and the like.
void RegisterSparkFunctions(duckdb::DatabaseInstance& database);

}  // namespace hudi::sql
