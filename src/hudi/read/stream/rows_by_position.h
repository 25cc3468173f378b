// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/merge/log_blocks.h"
#include "hudi/read/stream/merged_batches.h"
#include "hudi/read/stream/merged_rows.h"

namespace hudi {

/// As StreamMergedSlice(), for a slice whose log blocks tell where the base file has the rows that
/// their records are about: those are found without their keys, and the key column is read only if
/// the query needs it. Of logs that do not fit into the shape's memory it holds the records of some
/// neighbouring base rows at a time; base file and logs are still read once.
///
/// Null if rows must be found by keys: see FindLogPositions() and PositionedKeys; or there are so
/// many records that the positions alone would not fit.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamByPosition(
    const BaseFileReader& base, std::string_view base_instant, const LogBlockSelection& logs,
    std::shared_ptr<const RowShape> shape, std::shared_ptr<const MergeShape> merge_shape,
    Constants constants, bool use_threads);

}  // namespace hudi
