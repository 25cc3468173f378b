// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// A log file of version 6 that holds blocks of the instant, maybe among others.
struct FailedLog {
  std::string path;  ///< relative to the base path
  std::string file_id;
  std::string base_instant;
  int64_t size_bytes = 0;
  /// The log file that takes the blocks back: the next version of the same slice.
  std::string command_path;
};

/// What a pending instant left in one partition.
struct FailedFiles {
  std::string partition_path;
  std::vector<std::string> files;  ///< that only it wrote, relative to the base path
  std::vector<FailedLog> logs;
};

/// Finds what `instant` has written: base files and, from version 8 on, log files by their names.
/// Of version 6, whose log files are named after their slices, by the markers; without those by
/// looking into every log file.
arrow::Result<std::vector<FailedFiles>> FindFailedFiles(const Storage& storage,
                                                        const TimelineLayout& layout,
                                                        const Instant& instant);

}  // namespace hudi
