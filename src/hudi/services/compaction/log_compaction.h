// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <arrow/result.h>

#include "hudi/services/compaction/compaction_run.h"
#include "hudi/timeline/compaction_plan.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Writes for each operation of the plan one log file that stands for those that it names: the same
/// records in the same order, without those that a later one of their key makes meaningless
/// whatever the base file holds. Rows keep their meta columns and partial updates their columns, so
/// that no read changes.
///
/// `context`: the session of the log compaction, begun. Errors: those of ReadLogRows().
arrow::Result<std::vector<CompactedGroup>> RunLogCompactionPlan(const WriteContext& context,
                                                                const CompactionPlan& plan);

}  // namespace hudi
