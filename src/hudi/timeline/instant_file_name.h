// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hudi/timeline/instant.h"

namespace hudi {

// Names of the files that hold the states of an instant, in the timeline directory:
//
//   requested  <t>.<action>.requested
//   inflight   <t>.<action>.inflight      commit: <t>.inflight
//   completed  layout 1: <t>.<action>     layout 2: <t>_<c>.<action>
//
// <t> is the requested time, <c> the completion time. A completed compaction is a commit, log
// compaction a deltacommit, clustering a replacecommit. Layout 1 calls a pending clustering
// replacecommit as well.

/// Reads a name; nullopt if it is not an instant's. Layout 2 takes completed names without a
/// completion time too (`legacy_body` is set).
std::optional<Instant> ParseInstantFileName(std::string_view name, int layout_version);

/// The name to write. `completion` counts for layout 2's completed state only.
std::string InstantFileName(Action action, InstantState state, std::string_view requested,
                            std::string_view completion, int layout_version);

/// The action under which a completed instant stands: commit for compaction, and so on.
Action CompletedAction(Action action);

}  // namespace hudi
