// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_trigger.h"

#include "hudi/timeline/instant_time.h"

namespace hudi {
namespace {

// What completes after a compaction was planned lies on top of it (layout 2); layout 1 goes by the
// times at which writes began.
bool IsAfter(const Instant& delta_commit, const std::string& compaction, int layout_version) {
  bool by_completion = layout_version >= 2 && delta_commit.completed();
  return (by_completion ? delta_commit.completion : delta_commit.requested) > compaction;
}

}  // namespace

std::optional<DeltaCommits> CountDeltaCommits(const Timeline& timeline, bool since_request) {
  const Instant* last = nullptr;
  const Instant* first_delta = nullptr;
  for (const Instant& instant : timeline.instants()) {
    bool done = instant.action == Action::kCommit && instant.completed();
    bool planned = since_request && instant.action == Action::kCompaction;
    if (done || planned) last = &instant;
    if (instant.action == Action::kDeltaCommit && first_delta == nullptr) first_delta = &instant;
  }
  if (last == nullptr && first_delta == nullptr) return std::nullopt;
  DeltaCommits found;
  found.since = last != nullptr ? last->requested : first_delta->requested;
  for (const Instant& instant : timeline.instants()) {
    if (instant.action != Action::kDeltaCommit) continue;
    if (last == nullptr || IsAfter(instant, last->requested, timeline.layout().version)) {
      ++found.count;
    }
  }
  return found;
}

arrow::Result<bool> IsCompactionDue(const CompactionOptions& options, const Timeline& timeline,
                                    std::string_view instant) {
  const bool since_request = options.trigger == CompactionTrigger::kNumCommitsAfterLastRequest;
  std::optional<DeltaCommits> commits = CountDeltaCommits(timeline, since_request);
  if (!commits) return false;
  const bool enough_commits = commits->count >= options.max_delta_commits;
  if (options.trigger == CompactionTrigger::kNumCommits || since_request) return enough_commits;
  const bool utc = timeline.layout().utc;
  ARROW_ASSIGN_OR_RAISE(int64_t now_ms, ParseInstantToEpochMs(instant, utc));
  ARROW_ASSIGN_OR_RAISE(int64_t since_ms, ParseInstantToEpochMs(commits->since, utc));
  const bool enough_time = now_ms / 1000 - since_ms / 1000 >= options.max_delta_seconds;
  switch (options.trigger) {
    case CompactionTrigger::kTimeElapsed:
      return enough_time;
    case CompactionTrigger::kNumAndTime:
      return enough_commits && enough_time;
    default:
      return enough_commits || enough_time;
  }
}

}  // namespace hudi
