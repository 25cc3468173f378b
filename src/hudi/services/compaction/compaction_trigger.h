// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <arrow/result.h>

#include "hudi/config/compaction_options.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Delta commits that no compaction has taken in.
struct DeltaCommits {
  int64_t count = 0;
  /// The last compaction, else the first delta commit: what time is counted from.
  std::string since;
};

/// Counts since the last completed `commit`; a bulk_insert that created the table as one counts as
/// such. `since_request`: since the last compaction that was planned, done or not. Null for a table
/// without delta commits and without a commit.
std::optional<DeltaCommits> CountDeltaCommits(const Timeline& timeline, bool since_request);

/// Whether a compaction planned at `instant` is due. Errors: kInvalidArgument for an instant that
/// is no time.
arrow::Result<bool> IsCompactionDue(const CompactionOptions& options, const Timeline& timeline,
                                    std::string_view instant);

}  // namespace hudi
