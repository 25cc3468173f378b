// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hudi/slices/file_slices.h"
#include "hudi/write/tagged_rows.h"

namespace hudi {

/// What one worker does to one file group in one commit. A plain value: it says everything, and the
/// rows come beside it.
struct FileGroupTask {
  enum class Kind {
    kCreate,   ///< new file groups, one after the other until the rows are in
    kRewrite,  ///< the next version of a base file
    kAppend,   ///< log files on top of a slice
  };
  Kind kind = Kind::kCreate;
  int number = 0;  ///< of the task within the commit; part of write token and sequence numbers
  std::string partition;
  std::string file_id;
  /// Rewrites: the base file.
  std::optional<BaseFile> previous;
  /// Appends.
  struct Log {
    std::string name_instant;  ///< stands in the names of the log files
    int first_version = 1;     ///< of the log files that this task writes
    std::string prev_commit;   ///< the fields of the write stats
    std::string base_file;
    std::vector<std::string> log_files;
    /// Instant of the base file that record positions refer to; empty: blocks have none.
    std::string positions_instant;
  };
  Log log;
  /// Rows that meet stored ones, and rows that are added (to logs under a bucket index only).
  std::vector<TaggedRange> updates;
  std::vector<TaggedRange> inserts;
};

}  // namespace hudi
