// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/format/log/block.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/files/file_group_task.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// The log files that one task writes: the first one appears with the first block, and the next one
/// whenever `hoodie.logfile.max.size` is passed.
class LogFileSink {
 public:
  LogFileSink(const WriteContext& context, const FileGroupTask& task);

  struct RowCounts {
    int64_t updates = 0;
    int64_t inserts = 0;
    int64_t deletes = 0;
  };
  /// Appends a block that holds so many rows.
  arrow::Status Append(log::BlockType type, const log::BlockHeader& header,
                       std::string_view content, const RowCounts& counts);
  /// Closes the last file. Returns the stats of all, in order; none if no block came.
  arrow::Result<std::vector<WriteStat>> Finish();

 private:
  arrow::Status Open();
  arrow::Status Close();

  const WriteContext& context_;
  const FileGroupTask& task_;
  int next_version_;
  std::shared_ptr<arrow::io::OutputStream> output_;
  WriteStat stat_;
  std::vector<std::string> log_files_;  // of the slice, those written here included
  std::vector<WriteStat> stats_;
};

}  // namespace hudi
