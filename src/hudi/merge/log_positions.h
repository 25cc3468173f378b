// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/result.h>

#include "hudi/merge/log_block_rows.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/log_rows_collector.h"

namespace hudi {

/// A block: where the base file has the rows that its records are about, ascending.
using LogPositions = std::vector<std::vector<int64_t>>;

/// The positions that the headers of the blocks tell. Nullopt if the rows cannot be found by them
/// and have to be found by their keys: a block has none, has them for another base file than that
/// of `base_instant`, or beyond its `base_rows`; or it is an HFile, whose records are in the order
/// of their keys. (PositionBasedFileGroupRecordBuffer.extractRecordPositions.)
std::optional<LogPositions> FindLogPositions(const std::vector<LogBlockRef>& blocks,
                                             std::string_view base_instant, int64_t base_rows);

/// Tells whether positions and keys of log records name the same rows: each key one row, each row
/// one key. Where they do not (a base file that holds a key twice), only keys give every row its
/// records.
class PositionedKeys {
 public:
  void Add(const arrow::StringArray& keys, const std::vector<int64_t>& positions);
  bool Agree();

 private:
  struct Record {
    uint64_t key_hash;
    int64_t position;
  };
  std::vector<Record> records_;
};

/// Reads the records of blocks in the order of base rows: each read goes on in every block where
/// the one before ended. For one thread.
class PositionedLogRows {
 public:
  /// Null if a block has more or fewer records than positions. Errors: those of ReadLogRows().
  static arrow::Result<std::unique_ptr<PositionedLogRows>> Make(std::vector<LogBlockRef> blocks,
                                                                LogPositions positions,
                                                                LogRowsOptions options,
                                                                LogBlockParts parts);

  /// The records of base rows below `end` that were not read yet, in the order in which they apply.
  /// Errors: those of ReadLogRows().
  arrow::Result<LogRows> ReadUntil(int64_t end);

 private:
  struct Source {
    LogBlockRef ref;
    std::vector<int64_t> positions;
    size_t next = 0;  // into `positions`
    std::unique_ptr<LogBlockRows> data;
    std::optional<DeleteRows> deletes;  // of a delete block
  };

  PositionedLogRows(LogRowsOptions options, LogBlockParts parts);
  arrow::Result<bool> Open(const LogBlockRef& ref, std::vector<int64_t> positions);

  LogRowsOptions options_;
  LogBlockOpener opener_;
  std::vector<Source> sources_;
};

}  // namespace hudi
