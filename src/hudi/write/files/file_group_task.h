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
  int number = 0;  ///< of the task within the commit; part of write token and sequence numbers
  std::string partition;
  std::string file_id;
  /// The base file to rewrite; absent for a new group.
  std::optional<BaseFile> previous;
  /// Rows that meet stored ones, and rows that are added.
  std::vector<TaggedRange> updates;
  std::vector<TaggedRange> inserts;
};

}  // namespace hudi
