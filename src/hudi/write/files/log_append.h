// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
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
  arrow::Status AddRange(const TaggedRange& range);
  arrow::Status AddBatch(const std::shared_ptr<arrow::RecordBatch>& working,
                         const TaggedRow* tagged);
  arrow::Status AddRows(const std::shared_ptr<arrow::RecordBatch>& working,
                        const std::vector<int64_t>& rows);
  arrow::Status AddDelete(std::string_view key, log::DeleteOrdering ordering);
  arrow::Status FlushDeletes();
  log::BlockHeader Header() const;

  const FileGroupInputs& inputs_;
  const WriteContext& context_;
  const FileGroupTask& task_;
  int64_t block_bytes_;
  LogFileSink sink_;
  std::unique_ptr<LogDataBlocks> data_;
  std::vector<log::DeleteRecord> deletes_;
  int64_t delete_bytes_ = 0;
  int64_t counter_ = 0;
};

}  // namespace hudi
