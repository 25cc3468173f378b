// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/result.h>

#include "hudi/merge/log_blocks.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {

/// Opens a log file. Errors: those of the storage and of LogFileReader::Open.
arrow::Result<std::shared_ptr<log::LogFileReader>> OpenLogFile(const Storage& storage,
                                                               const std::string& path);

/// The blocks of a slice's log files that count; see SelectLogBlocks().
///
/// Errors: also kCorruptFile for a block that is not whole, or that bears another instant, in what
/// a commit of `timeline` (null: there is none) wrote (WriterOf()): the reference leaves it out.
arrow::Result<LogBlockSelection> SelectSliceBlocks(
    const Storage& storage, const FileSlice& slice, const Timeline* timeline,
    const std::function<bool(std::string_view instant)>& is_visible);

}  // namespace hudi
