// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
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

/// A value that PARTITION (...) gives, evaluated once.
struct PartitionValue {
  std::string column;                   ///< as the table calls it
  size_t offset = 0;                    ///< in the statement
  std::shared_ptr<arrow::Array> value;  ///< one, in the column's type
  std::string constant;                 ///< the same as the engine's text
};

/// Errors: kInvalidArgument for a number that the column could hold only rounded.
arrow::Result<PartitionValue> EvaluatePartitionValue(SessionState& state,
                                                     const Statement& statement,
                                                     const TableInfo& info,
                                                     const PartitionItem& item,
                                                     const std::string& field);

/// The paths of the table's partitions with these values, as PartitionsOfSpec().
arrow::Result<std::vector<std::string>> PartitionsOfValues(
    SessionState& state, const NamedTable& table, const std::vector<PartitionValue>& values);

/// DROP PARTITION and TRUNCATE PARTITION: one commit that takes the partitions away.
arrow::Result<StatementResult> DeletePartitions(SessionState& state, const NamedTable& table,
                                                const std::vector<std::string>& paths);

}  // namespace hudi::sql
