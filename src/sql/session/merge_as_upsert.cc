// SPDX-License-Identifier: Apache-2.0
#include "sql/session/merge_as_upsert.h"

#include "sql/session/merge_checks.h"

namespace hudi::sql {
namespace {

std::string SourceColumn(const Statement& statement, Span expression, const MergeColumns& columns) {
  return ColumnOf(statement, expression, columns.source_alias, columns.source, columns.table);
}

/// The source's column that a clause sets a column of the table to, in lower case; "" if none.
std::string SetTo(const Statement& statement, const MergeClause& clause, const std::string& column,
                  const MergeColumns& columns) {
  if (clause.star) return ContainsWord(columns.source, column) ? LowerCase(column) : "";
  const Assignment* assignment = AssignmentOf(clause, columns.target_alias, column);
  return assignment == nullptr ? "" : SourceColumn(statement, assignment->value, columns);
}

}  // namespace

bool IsUpsertOfSource(const Statement& statement, const MergeStatement& merge,
                      const MergeCondition& condition, const MergeColumns& columns) {
  using When = MergeClause::When;
  if (merge.clauses.size() != 2 || condition.has_others || columns.keys.empty()) return false;
  const MergeClause* update = nullptr;
  const MergeClause* insert = nullptr;
  for (const MergeClause& clause : merge.clauses) {
    if (clause.condition || clause.action == MergeClause::Action::kDelete) return false;
    if (clause.when == When::kMatched) update = &clause;
    if (clause.when == When::kNotMatched) insert = &clause;
  }
  if (update == nullptr || insert == nullptr) return false;
  for (const std::string& column : columns.table) {
    const std::string set = SetTo(statement, *update, column, columns);
    if (set.empty() || set != SetTo(statement, *insert, column, columns)) return false;
    const bool is_key = ContainsWord(columns.keys, column);
    if (!is_key && !ContainsWord(columns.partitions, column)) continue;
    auto matched = condition.equalities.find(LowerCase(column));
    std::string by;
    if (matched != condition.equalities.end()) {
      by = SourceColumn(statement, matched->second, columns);
    } else if (!is_key && ContainsWord(columns.source, column)) {
      by = LowerCase(column);
    }
    if (by != set) return false;
  }
  return true;
}

}  // namespace hudi::sql
