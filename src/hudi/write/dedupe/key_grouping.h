// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/result.h>

#include "hudi/base/row_spool.h"
#include "hudi/merge/row_merger.h"
#include "hudi/write/keyed_rows.h"
#include "hudi/write/partition_numbers.h"

namespace hudi {

struct DedupeOptions {
  /// One row a key: by `merger`, or (no merger) the last one.
  bool combine = true;
  const RowMerger* merger = nullptr;
  /// Keys are distinct over the whole table, not within a partition.
  bool global = false;
  std::shared_ptr<arrow::Schema> data_schema;
};

/// Groups a shard's rows by key. Holds the whole shard.
arrow::Result<KeyedShard> BuildKeyedShard(const RowSpool& rows, const DedupeOptions& options,
                                          PartitionNumbers* partitions);

}  // namespace hudi
