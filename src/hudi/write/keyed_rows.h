// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/record_batch.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"

namespace hudi {

/// The rows of one shard, by record key.
struct KeyedShard {
  /// Working batches; the last one may hold rows that were combined from several.
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  /// Distinct keys; the scope is the partition's number, or 0 for a global index.
  KeyTable keys;
  /// Per key: the row that stands for it.
  std::vector<RowRef> winners;
  /// Per key: the number of the winner's partition.
  std::vector<uint32_t> partitions;
  /// Without combining: the copies before the winner, in input order.
  struct EarlierCopy {
    int64_t key = 0;
    RowRef ref;
    uint32_t partition = 0;
  };
  std::vector<EarlierCopy> earlier_copies;
};

}  // namespace hudi
