// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/format/log/log_file_reader.h"

namespace hudi {

/// A block, and the file that it stands in.
struct LogBlockRef {
  std::shared_ptr<log::LogFileReader> file;
  log::Block block;
};

/// Why a block counts or does not.
enum class LogBlockFate {
  kCounts,
  kCorrupt,       ///< it is not whole: its writer died, or bytes were damaged
  kCommand,       ///< a rollback, which works on the blocks before it
  kNotCommitted,  ///< its instant is pending or failed, or later than what is asked for
  kRolledBack,    ///< a rollback block behind it names its instant
  kOtherAttempt,  ///< a task was tried twice, and another attempt stands
  kCompacted,     ///< a log compaction stands for it
};

struct JudgedLogBlock {
  LogBlockRef ref;
  LogBlockFate fate = LogBlockFate::kCounts;
};

/// The blocks of one slice, in file order, each with what becomes of it; see SelectLogBlocks().
/// Reads their headers only. Errors: those of LogFileReader.
arrow::Result<std::vector<JudgedLogBlock>> JudgeLogBlocks(
    const std::vector<std::shared_ptr<log::LogFileReader>>& files,
    const std::function<bool(std::string_view instant)>& is_visible);

struct LogBlockSelection {
  /// Data and delete blocks, in the order in which they apply.
  std::vector<LogBlockRef> blocks;
  /// Bytes of their contents, compressed ones as about what they decompress to.
  int64_t content_bytes = 0;
};

/// Chooses the blocks of one slice that count. `files` are in the order in which readers apply
/// them; `is_visible` tells whether what an instant (requested time) wrote is to be seen.
///
/// Left out are half-written blocks, blocks of instants that are not visible, and blocks that a
/// rollback block behind them names. Of several attempts of one instant (0.14 numbered them) the
/// one with the most blocks stays. A block of a log compaction stands for the instants that it
/// names, at the place of the newest of them. (AbstractHoodieLogRecordReader,
/// HoodieLogBlock.HeaderMetadataType.)
///
/// `check` may refuse a block of one of the files, also one that does not count.
///
/// Errors: those of LogFileReader and of `check`; kCorruptFile for a block without instant;
/// kUnsupported for CDC data blocks, and for commands other than a rollback.
arrow::Result<LogBlockSelection> SelectLogBlocks(
    const std::vector<std::shared_ptr<log::LogFileReader>>& files,
    const std::function<bool(std::string_view instant)>& is_visible,
    const std::function<arrow::Status(size_t file, const log::Block& block)>& check = {});

}  // namespace hudi
