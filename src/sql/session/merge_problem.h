// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <arrow/status.h>

#include "sql/session/checked_rows.h"

namespace hudi::sql {

/// What a refused MERGE speaks of.
struct MergeNames {
  std::string table;
  std::string target;  ///< alias
  std::string source;  ///< alias
  std::string key;
  std::string partition;
  std::string ordering;
};

/// Why a MERGE is refused of which `count` rows have a problem, and what to do; OK for kNone.
arrow::Status MergeProblem(RowProblem problem, int64_t count, const MergeNames& names);

}  // namespace hudi::sql
