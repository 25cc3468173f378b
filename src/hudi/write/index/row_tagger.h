// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <arrow/result.h>

#include "hudi/merge/row_merger.h"
#include "hudi/write/index/stored_key_index.h"
#include "hudi/write/keyed_rows.h"
#include "hudi/write/tagged_rows.h"

namespace hudi {

/// Turns the keys of a shard and the places where they are stored into actions on file groups.
class RowTagger {
 public:
  /// `merger` decides moves between partitions; null for deletes by key.
  RowTagger(const WriteContext& context, const StoredRows& stored,
            const std::vector<StoredSlice>& slices, const RowMerger* merger);

  /// `found`: per slice which of the shard's keys it holds, and where. Appends combined rows of
  /// moves to `shard->batches`. Errors: kDuplicateKey under the duplicate policy `fail`.
  arrow::Result<std::vector<TaggedRow>> Tag(std::vector<std::vector<StoredKey>> found,
                                            KeyedShard* shard) const;

 private:
  arrow::Status DropDeleted(const KeyedShard& shard,
                            std::vector<std::vector<StoredKey>>* found) const;
  arrow::Status TagStays(size_t slice, const std::vector<StoredKey>& places, KeyedShard* shard,
                         std::vector<TaggedRow>* rows) const;
  arrow::Status TagMoves(size_t slice, const std::vector<int32_t>& keys,
                         const std::vector<bool>& stored_at_home, KeyedShard* shard,
                         std::vector<bool>* inserted, std::vector<TaggedRow>* rows) const;

  const WriteContext& context_;
  const StoredRows& stored_;
  const std::vector<StoredSlice>& slices_;
  const RowMerger* merger_;
};

}  // namespace hudi
