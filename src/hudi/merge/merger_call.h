// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/merge/merge_rules.h"
#include "hudi/merge/row_merger.h"
#include "hudi/record_merger.h"

namespace hudi {

/// Lets a registered merger decide pairs of rows, none of them a delete: row older_rows[i] of
/// `older` and newer_rows[i] of `newer`. `schema`: the columns it gets, by name; one that a batch
/// lacks is null.
///
/// The outcomes are kKeepOlder, kDelete and kCombine. Errors: those of the merger; kInvalidRow for
/// an answer of another shape or types, and for a null in a column that takes none.
arrow::Result<RowMerger::PairResult> AskMerger(const RecordMerger& merger,
                                               const std::shared_ptr<arrow::Schema>& schema,
                                               const arrow::RecordBatch& older,
                                               const std::vector<int64_t>& older_rows,
                                               const arrow::RecordBatch& newer,
                                               const std::vector<int64_t>& newer_rows);

/// RowMerger::CombineInBatch() for a registered merger. `deletes`: which rows of the batch are
/// deletes; pairs with one are decided by `rules`.
arrow::Result<RowMerger::Winners> CombineByMerger(const MergeRules& rules,
                                                  const std::shared_ptr<arrow::Schema>& schema,
                                                  const std::shared_ptr<arrow::RecordBatch>& batch,
                                                  const std::vector<bool>& deletes,
                                                  const std::vector<int64_t>& groups,
                                                  int64_t num_groups);

}  // namespace hudi
