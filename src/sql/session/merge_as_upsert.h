// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sql/parse/statement.h"
#include "sql/session/merge_condition.h"

namespace hudi::sql {

/// What a MERGE is about, by names.
struct MergeColumns {
  std::vector<std::string> table;       ///< columns of the table
  std::vector<std::string> keys;        ///< its record key fields
  std::vector<std::string> partitions;  ///< its partition fields
  std::string target_alias;
  std::string source_alias;
  std::vector<std::string> source;  ///< columns of the source
};

/// Whether a MERGE writes each row of its source as it is, be its key stored or not, so that it is
/// an upsert of the source and need not look for the rows that ON matches: two clauses without
/// conditions, which set each column to the same column of the source, and an ON that matches all
/// key and partition fields to just those columns. (Where ON leaves out a partition field, MERGE
/// matches it to the source's column of its name.)
bool IsUpsertOfSource(const Statement& statement, const MergeStatement& merge,
                      const MergeCondition& condition, const MergeColumns& columns);

}  // namespace hudi::sql
