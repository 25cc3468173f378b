// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/table_info.h"
#include "sql/parse/statement.h"
#include "sql/session/session_state.h"

namespace hudi::sql {

/// The paths of the table's partitions that a PARTITION (...) names: those of all partitions that
/// have the values it gives. With all columns given: that one path, whether it is there or not.
/// Errors: kInvalidArgument for a column that is no partition column, or without a value.
arrow::Result<std::vector<std::string>> PartitionsOfSpec(SessionState& state,
                                                         const Statement& statement,
                                                         const NamedTable& table,
                                                         const TableInfo& info,
                                                         const PartitionSpec& spec);

/// The text that paths have for the value that PARTITION (...) gives the partition column `field`
/// (not URL-encoded, without "field=").
///
/// Errors: kInvalidArgument for a number that the column could hold only rounded; kUnsupported for
/// timestamps that a key generator formats.
arrow::Result<std::string> PartitionValueText(SessionState& state, const Statement& statement,
                                              const TableInfo& info, const PartitionItem& item,
                                              const std::string& field);

/// DROP PARTITION and TRUNCATE PARTITION: one commit that takes the partitions away.
arrow::Result<StatementResult> DeletePartitions(SessionState& state, const NamedTable& table,
                                                const std::vector<std::string>& paths);

}  // namespace hudi::sql
