// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hudi {

enum class Action {
  kCommit,
  kDeltaCommit,
  kCompaction,
  kLogCompaction,
  kReplaceCommit,
  kClustering,
  kClean,
  kRollback,
  kRestore,
  kIndexing,
  kSavepoint,
};

enum class InstantState { kRequested, kInflight, kCompleted };

/// "commit", "replacecommit", ... as it stands in file names.
std::string_view ActionName(Action action);
std::optional<Action> ParseAction(std::string_view text);
std::string_view StateName(InstantState state);  ///< "REQUESTED", "INFLIGHT", "COMPLETED"

/// One action on the timeline, in its highest state.
struct Instant {
  /// Requested time, 17 (old tables: 14) digits.
  std::string requested;
  /// Completion time; empty while pending. Layout 1: the completed file's modification time, in the
  /// table's time zone.
  std::string completion;
  Action action = Action::kCommit;
  InstantState state = InstantState::kRequested;
  /// Name of the file that holds this state, in the timeline directory.
  std::string file_name;
  /// Layout 2 only: completed without a completion time in its name, so its body is layout 1's
  /// JSON.
  bool legacy_body = false;

  bool completed() const { return state == InstantState::kCompleted; }
  /// commit, deltacommit, replacecommit, and pending compaction, logcompaction, clustering.
  bool is_write() const;
};

}  // namespace hudi
