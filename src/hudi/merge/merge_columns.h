// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// The top-level columns of a table that merging reads, whatever a query asks for: the record key,
/// what orders rows, and what marks deletes; all columns for a registered merger. Those that
/// `schema` lacks are left out. Errors: as ResolveMergeRules().
arrow::Result<std::vector<std::string>> MergeColumns(const MergeOptions& options,
                                                     const arrow::Schema& schema);

}  // namespace hudi
