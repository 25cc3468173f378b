// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/config/write_config.h"
#include "hudi/table/table_config.h"

namespace hudi {

/// How the rows of a table with these columns are merged. Version 6 orders rows by a column `ts`
/// when nobody names a field. Errors: those of ReadMergeOptions().
arrow::Result<MergeOptions> TableMergeOptions(const TableConfig& config,
                                              const arrow::Schema& schema);

}  // namespace hudi
