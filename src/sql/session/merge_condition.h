// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sql/parse/statement.h"

namespace hudi::sql {

/// What the ON of a MERGE says, as far as its text shows.
struct MergeCondition {
  /// Target column (lower case) -> the expression that it must equal.
  std::map<std::string, Span> equalities;
  /// There are other conditions too.
  bool has_others = false;
};

/// Splits ON into `target.column = expression` and the rest. `columns`: those of the target;
/// `ambiguous`: those that the source has too, which count only with the target's alias in front.
MergeCondition ReadMergeCondition(const Statement& statement, Span on, const std::string& target,
                                  const std::vector<std::string>& columns,
                                  const std::vector<std::string>& ambiguous);

/// The column of `alias` that an expression is, in lower case; "" if it is anything else.
/// `columns`: those of the alias; `ambiguous`: those that count only with the alias in front.
std::string ColumnOf(const Statement& statement, Span expression, const std::string& alias,
                     const std::vector<std::string>& columns,
                     const std::vector<std::string>& ambiguous);

/// Whether the column stands in `span` by its name.
bool Mentions(const Statement& statement, Span span, const std::string& column);

}  // namespace hudi::sql
