// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Checks that the table can still be read as it stood at `instant`, from what the timeline says.
///
/// Errors: kInstantUnavailable if a write that is not finished began at or before it, or if the
/// cleaner removed what it needs; the message names the oldest usable instant.
arrow::Status CheckInstantReadable(const Storage& storage, const Timeline& timeline,
                                   const std::string& instant);

/// Checks the slices that were found for `instant` against what the commits on the active timeline
/// say about their file groups: a version that they name and that is gone means that rows are
/// missing. Groups outside `partitions` and those in `replaced` are left out. What a new version of
/// a group replaced counts in a copy-on-write table only; elsewhere it may have been log files.
///
/// Errors: kInstantUnavailable naming the file and the oldest instant without missing files.
arrow::Status CheckSlicesComplete(const Timeline& timeline, TableType table_type,
                                  const std::string& instant,
                                  const std::vector<std::string>& partitions,
                                  const std::vector<FileSlice>& slices,
                                  const std::vector<Timeline::Replaced>& replaced);

}  // namespace hudi
