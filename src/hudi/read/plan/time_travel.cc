// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/time_travel.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hudi/error.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {
namespace {

arrow::Status Unavailable(const std::string& instant, std::string_view why,
                          std::string_view oldest) {
  return Fail(ErrorCode::kInstantUnavailable, instant, "cannot read the table as of ", instant,
              ": ", why, oldest.empty() ? "" : "; the oldest usable instant is ", oldest);
}

std::optional<Instant> LastCompletedClean(const std::vector<Instant>& instants) {
  std::optional<Instant> last;
  for (const Instant& instant : instants) {
    if (instant.action == Action::kClean && instant.completed()) last = instant;
  }
  return last;
}

}  // namespace

arrow::Status CheckInstantReadable(const Storage& storage, const Timeline& timeline,
                                   const std::string& instant) {
  const std::vector<Instant> pending = timeline.PendingWrites();
  if (!pending.empty() && instant >= pending.front().requested) {
    return Fail(ErrorCode::kInstantUnavailable, instant, "cannot read the table as of ", instant,
                ": the ", ActionName(pending.front().action), " of ", pending.front().requested,
                " is not finished; give a time before it");
  }
  const std::vector<Instant> writes = timeline.CompletedWrites();
  const std::string first_write = writes.empty() ? "" : writes.front().requested;
  if (std::optional<Instant> clean = LastCompletedClean(timeline.instants())) {
    ARROW_ASSIGN_OR_RAISE(std::string body, timeline.ReadBody(*clean, InstantState::kCompleted));
    ARROW_ASSIGN_OR_RAISE(CleanSummary summary, DecodeCleanMetadata(body, clean->file_name));
    // Cleaning by file versions names no instant; then only the active timeline is safe.
    const std::string& oldest =
        summary.earliest_commit_to_retain.empty() ? first_write : summary.earliest_commit_to_retain;
    if (instant < oldest) {
      return Unavailable(instant, "the cleaner removed files that it needs", oldest);
    }
    return arrow::Status::OK();
  }
  if (instant < first_write) {
    // The cleans may be archived with the commits. An instant before all of them has no rows.
    ARROW_ASSIGN_OR_RAISE(std::vector<Instant> history, LoadHistory(storage, timeline.layout()));
    const bool has_older_write =
        std::any_of(history.begin(), history.end(), [&](const Instant& old) {
          return old.completed() && old.is_write() && old.requested <= instant;
        });
    if (has_older_write && LastCompletedClean(history).has_value()) {
      return Unavailable(instant, "it is archived, and the table was cleaned since", first_write);
    }
  }
  return arrow::Status::OK();
}

}  // namespace hudi
