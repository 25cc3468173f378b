// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/result.h>

#include "hudi/base/key_table.h"
#include "hudi/base/row_spool.h"
#include "hudi/slices/file_slices.h"
#include "hudi/write/stored_rows.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// A stored file slice that the write may touch. Its number is its place in the list of all of
/// them.
struct StoredSlice {
  FileSlice slice;
  uint32_t partition = 0;
  /// A pending clustering or compaction works on the group: it takes neither updates nor inserts.
  bool in_pending_plan = false;
};

/// Finds which file slices hold which keys, by reading the key column of base files: SIMPLE and
/// GLOBAL_SIMPLE all of them, BLOOM and GLOBAL_BLOOM those whose key range and bloom filter let at
/// least one key through.
class StoredKeyIndex {
 public:
  /// `global`: a key matches in any partition; else only in its own.
  StoredKeyIndex(const WriteContext& context, const StoredRows& stored,
                 const std::vector<StoredSlice>& slices, bool global);

  /// For a write that is larger than its memory: reads every key column once and keeps the keys by
  /// shard, on disk.
  arrow::Status SplitByShard(size_t num_shards);

  /// Per slice, the numbers of `keys` that are stored in it, in increasing order. `shard` counts
  /// only after SplitByShard.
  arrow::Result<std::vector<std::vector<int64_t>>> Lookup(size_t shard, const KeyTable& keys) const;

 private:
  arrow::Result<bool> MightHoldAnyKey(const BaseFile& file, const std::vector<int64_t>& candidates,
                                      const KeyTable& keys) const;
  arrow::Status LookupInFile(size_t slice, const KeyTable& keys,
                             const std::vector<std::vector<int64_t>>& keys_of_scope,
                             std::vector<int64_t>* found) const;
  arrow::Status LookupInSpool(const RowSpool& spool, const KeyTable& keys,
                              std::vector<std::vector<int64_t>>* found) const;
  bool use_bloom() const;

  const WriteContext& context_;
  const StoredRows& stored_;
  const std::vector<StoredSlice>& slices_;
  bool global_;
  std::vector<std::unique_ptr<RowSpool>> shards_;
};

}  // namespace hudi
