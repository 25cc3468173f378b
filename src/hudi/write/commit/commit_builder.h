// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// What a commit did to the table.
struct CommitContent {
  std::vector<WriteStat> stats;
  std::map<std::string, std::vector<std::string>>
      replaced;  ///< partition -> file ids; replace commits
};

/// Action that a write commits as. `creates_table`: it is the first one.
Action ActionOf(const WriteConfig& config, bool creates_table);

/// Bodies of the requested and inflight states.
struct PendingBodies {
  std::string requested;
  std::string inflight;
};
/// `planned` stands in the inflight state of a deltacommit, where a rollback without markers looks
/// for groups that may have been appended to.
arrow::Result<PendingBodies> MakePendingBodies(const WriteContext& context,
                                               const std::vector<WriteStat>& planned);

/// Metadata of the completed state: stats, schema, the caller's own entries (options that begin
/// with the commit metadata prefix) and the streamer checkpoints of the commit before.
arrow::Result<CommitMetadata> MakeCommitMetadata(const WriteContext& context,
                                                 const CommitContent& content);

}  // namespace hudi
