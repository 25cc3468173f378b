// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/log/block.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/write/files/file_group_writer.h"
#include "hudi/write/files/log_data_blocks.h"
#include "hudi/write/files/log_file_sink.h"

namespace hudi {

/// Appends the rows of one task to the logs of its file slice: rows as they came in, in data
/// blocks, and deletes in delete blocks. Nothing of the slice is read.
///
/// Holds one batch of incoming rows and one block of either kind.
class LogAppend {
 public:
  LogAppend(const FileGroupInputs& inputs, const FileGroupTask& task);
  /// Returns a stat per log file.
  arrow::Result<std::vector<WriteStat>> Run();

 private:
  /// The base-file rows of the next records of a block.
  using Positions = std::vector<int32_t>;

  void FindRepeatedRows();
  /// Writes the data blocks of the ranges, and keeps their deletes.
  arrow::Status AddRanges(const std::vector<TaggedRange>& ranges, bool inserts);
  arrow::Status AddRange(const TaggedRange& range);
  arrow::Status AddBatch(const std::shared_ptr<arrow::RecordBatch>& working, size_t shard,
                         const TaggedRow* tagged);
  arrow::Status AddRows(const std::shared_ptr<arrow::RecordBatch>& working,
                        const std::vector<int64_t>& rows);
  arrow::Status AddDelete(std::string_view key, int32_t position, log::DeleteOrdering ordering);
  arrow::Status FlushDeletes();
  /// Header of a block of the first `num_records` of `positions`, which are taken out.
  log::BlockHeader TakeHeader(int64_t num_records, Positions* positions) const;

  const FileGroupInputs& inputs_;
  const WriteContext& context_;
  const FileGroupTask& task_;
  int64_t block_bytes_;
  LogFileSink sink_;
  std::unique_ptr<LogDataBlocks> data_;
  std::vector<log::DeleteRecord> deletes_;
  int64_t delete_bytes_ = 0;
  int64_t counter_ = 0;
  bool partial_ = false;  ///< the blocks of data_ hold some of the columns
  bool has_positions_;
  Positions data_positions_;
  Positions delete_positions_;
  using RowKey = std::pair<size_t, uint64_t>;  // shard; batch and row in it
  /// Rows that were tagged once for each of several base-file rows; null unless there are any.
  std::unique_ptr<std::set<RowKey>> repeated_;
  std::set<RowKey> seen_;  // of these
};

}  // namespace hudi
