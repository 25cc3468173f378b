// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/merge/log_rows.h"

namespace hudi {

/// Records of a log as a shorter log: blocks that hold deletes, or rows that have the same columns,
/// as indices of records, in the order in which they apply.
struct ReducedLog {
  struct Block {
    bool is_delete = false;
    int32_t column_set = -1;  ///< of rows; see LogRows
    std::vector<int64_t> records;
  };
  std::vector<Block> blocks;
};

/// Leaves out the records whose loss no read notices, whatever base file the log lies on: what a
/// record behind them makes meaningless. The records of a key keep their order.
///
/// - A delete that always wins stands for all before it.
/// - Where the later row always wins, it stands for all before it (from version 8 on; Hudi 0.15
///   merges log records by their ordering values); a partial update for those of the same columns.
/// - With event time ordering the winner of rows that follow one another stands for them; a delete
///   between them may lose against the base file's row and must stay, and so must a partial update.
arrow::Result<ReducedLog> ReduceLog(const LogRows& logs, const MergeOptions& merge);

}  // namespace hudi
