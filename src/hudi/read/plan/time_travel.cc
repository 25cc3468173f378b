// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/time_travel.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "hudi/error.h"
#include "hudi/slices/file_name.h"
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

// (partition, file id)
using GroupKey = std::pair<std::string, std::string>;

// What commit metadata says about one file group.
struct GroupHistory {
  /// Instant -> path of the base file that it wrote.
  std::map<std::string, std::string> versions;
  /// Base instant that the first known version replaced; empty if it was a new group.
  std::string before_versions;
};

std::map<GroupKey, GroupHistory> CollectHistories(
    const std::vector<std::pair<std::string, CommitMetadata>>& commits) {
  std::map<GroupKey, GroupHistory> histories;
  for (const auto& [instant, commit] : commits) {
    for (const auto& [partition, stats] : commit.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        size_t slash = stat.path.rfind('/');
        std::string name = slash == std::string::npos ? stat.path : stat.path.substr(slash + 1);
        if (name.empty() || LooksLikeLogFile(name)) continue;
        GroupHistory& history = histories[{partition, stat.file_id}];
        if (history.versions.empty() && stat.prev_commit != "null") {
          history.before_versions = stat.prev_commit;
        }
        history.versions[instant] = stat.path;
      }
    }
  }
  return histories;
}

// The base file that a group must have as of `instant`; nullopt if nothing is known.
struct ExpectedVersion {
  std::string base_instant;
  std::string path;  // empty if only the instant is known
};
std::optional<ExpectedVersion> ExpectedAt(const GroupHistory& history, const std::string& instant) {
  auto after = history.versions.upper_bound(instant);
  if (after != history.versions.begin()) {
    --after;
    return ExpectedVersion{after->first, after->second};
  }
  if (!history.before_versions.empty() && history.before_versions <= instant) {
    return ExpectedVersion{history.before_versions, ""};
  }
  return std::nullopt;
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

arrow::Status CheckSlicesComplete(const Timeline& timeline, TableType table_type,
                                  const std::string& instant,
                                  const std::vector<std::string>& partitions,
                                  const std::vector<FileSlice>& slices,
                                  const std::vector<Timeline::Replaced>& replaced) {
  std::vector<std::pair<std::string, CommitMetadata>> commits;
  for (const Instant& write : timeline.CompletedWrites()) {
    ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline.ReadCommit(write));
    commits.emplace_back(write.requested, std::move(commit));
  }
  const std::map<GroupKey, GroupHistory> histories = CollectHistories(commits);
  std::set<GroupKey> hidden;
  for (const Timeline::Replaced& group : replaced) {
    hidden.emplace(group.partition_path, group.file_id);
  }
  std::map<GroupKey, std::string> found;
  for (const FileSlice& slice : slices) {
    if (!slice.base_file.has_value()) continue;
    found[{slice.partition_path, slice.file_id}] = slice.base_file->name.instant;
  }
  const std::set<std::string> wanted(partitions.begin(), partitions.end());
  std::string missing;
  std::string oldest;
  for (const auto& [group, history] : histories) {
    if (wanted.count(group.first) == 0 || hidden.count(group) > 0) continue;
    std::optional<ExpectedVersion> expected = ExpectedAt(history, instant);
    if (!expected.has_value()) continue;
    if (expected->path.empty() && table_type != TableType::kCopyOnWrite) continue;
    auto has = found.find(group);
    if (has != found.end() && has->second >= expected->base_instant) continue;
    missing = expected->path.empty() ? "the base file of file group " + group.second +
                                           " written by " + expected->base_instant
                                     : "base file " + expected->path;
    // The next version of the group is the oldest one that can be there.
    auto next = history.versions.upper_bound(expected->base_instant);
    if (next != history.versions.end()) oldest = std::max(oldest, next->first);
  }
  if (missing.empty()) return arrow::Status::OK();
  return Unavailable(instant, missing + " is gone", oldest);
}

}  // namespace hudi
