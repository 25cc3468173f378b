// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/metadata/record_source.h"

namespace hudi {

/// The records of one slice of the metadata table.
///
/// `base`: of its base file; null if it has none. `logs`: of its blocks that count, in the order in
/// which they apply. Schema: `schema`, which is that of the sources. Shape: batches of 1 to 4096
/// rows in ascending order of keys, one a key. Holds a batch of each source.
/// Errors: those of RecordSource and CombineRecords().
std::shared_ptr<arrow::RecordBatchReader> MergeRecords(
    std::shared_ptr<arrow::Schema> schema, std::unique_ptr<RecordSource> base,
    std::vector<std::unique_ptr<RecordSource>> logs);

}  // namespace hudi
