// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <arrow/result.h>

#include "sql/session/session_state.h"

namespace hudi::sql {

/// What hudi_query, hudi_table_changes, ... read. Errors: kInvalidArgument for arguments that do
/// not fit, kUnsupported for functions that are not there yet.
arrow::Result<std::optional<TableContent>> ResolveTableFunction(SessionState& state,
                                                                const TableReference& reference);

}  // namespace hudi::sql
