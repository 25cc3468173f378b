// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "sql/parse/statement.h"

namespace hudi::sql {

/// The columns of a query that are NULL and nothing else, as its text shows: in every row of
/// VALUES, or as an item of a plain SELECT. The engine gives them a type of its own choice.
std::set<size_t> NullColumns(const Statement& statement, Span query);

}  // namespace hudi::sql
