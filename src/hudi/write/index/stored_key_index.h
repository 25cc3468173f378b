// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
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
  /// A pending clustering works on the group: it takes neither updates nor inserts.
  bool in_pending_clustering = false;
  /// Instant of a pending compaction of the group, or empty. It takes updates in its logs, but no
  /// inserts.
  std::string pending_compaction;

  /// The logs may hold keys that the base file lacks (another index sends inserts there, a deleted
  /// key came back while a compaction was pending), so keys must be looked up in them too.
  bool logs_hold_keys = false;

  bool takes_inserts() const { return !in_pending_clustering && pending_compaction.empty(); }
};

/// A key and one row of a base file that holds it (-1: only the logs do). The row comes for free
/// with the pass over the file's keys, and spares the rewrite (or a log block's record positions) a
/// second one.
struct StoredKey {
  int32_t key = 0;  ///< its number in the KeyTable
  int32_t row = 0;  ///< counted from 0 over all row groups
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

  /// Per slice, which of `keys` are stored in which of its rows, in the order of the rows; a key
  /// once for each row that holds it. `shard` counts only after SplitByShard. `skip`, if not empty:
  /// slices that hold none of the keys, which are not read. Errors: kUnsupported for a base file of
  /// 2^31 rows or more.
  arrow::Result<std::vector<std::vector<StoredKey>>> Lookup(
      size_t shard, const KeyTable& keys, const std::vector<bool>& skip = {}) const;

 private:
  arrow::Result<bool> MightHoldAnyKey(const BaseFile& file, const std::vector<int64_t>& candidates,
                                      const KeyTable& keys) const;
  arrow::Status LookupInFile(size_t slice, const KeyTable& keys,
                             const std::vector<std::vector<int64_t>>& keys_of_scope,
                             std::vector<StoredKey>* found) const;
  arrow::Status LookupInLogs(size_t slice, const KeyTable& keys,
                             std::vector<StoredKey>* found) const;
  arrow::Status LookupInSpool(const RowSpool& spool, const KeyTable& keys,
                              std::vector<std::vector<StoredKey>>* found) const;
  bool use_bloom() const;

  const WriteContext& context_;
  const StoredRows& stored_;
  const std::vector<StoredSlice>& slices_;
  bool global_;
  std::vector<std::unique_ptr<RowSpool>> shards_;
};

}  // namespace hudi
