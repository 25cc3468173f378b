// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/type.h>

#include "hudi/table_info.h"
#include "sql/parse/statement.h"
#include "sql/session/merge_condition.h"

namespace hudi::sql {

/// A MERGE and what it is about. Refers to its parts.
struct MergeSubject {
  const MergeStatement& merge;
  const TableInfo& table;
  const std::vector<std::string>& keys;
  const std::vector<std::string>& ordering;
  bool by_event_time;
  const std::string& target_alias;
  const std::string& source_alias;
  const arrow::Schema& source;
  const MergeCondition& condition;
};

/// The reference's restrictions on clauses and types. Errors stand at the place in the statement.
/// `on_needs_keys`: ON must match all key fields, which the reference asks for only if it is to
/// write by what it has read.
arrow::Status CheckMerge(const MergeSubject& subject, bool on_needs_keys);

/// What a clause assigns to a column of the table; null if nothing.
const Assignment* AssignmentOf(const MergeClause& clause, const std::string& target_alias,
                               const std::string& column);

/// The field of this name in any case; null if there is none.
const arrow::Field* FieldOf(const arrow::Schema& schema, const std::string& name);

}  // namespace hudi::sql
