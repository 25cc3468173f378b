// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/incremental.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/slices/file_slices.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/instant_time.h"

namespace hudi {
namespace {

constexpr size_t kSecondsDigits = 14;
constexpr std::string_view kEarliest = "earliest";
constexpr std::string_view kLatest = "latest";

bool IsDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class Finder {
 public:
  Finder(const OpenedTable& table, const IncrementalQuery& query)
      : timeline_(table.timeline),
        storage_(*table.storage),
        query_(query),
        version_(table.config.version()),
        by_completion_(version_ >= 8 && !query.by_requested_time),
        includes_begin_(by_completion_ && version_ == 8 && !query.after_begin),
        utc_(table.config.utc()),
        active_(timeline_->CompletedWrites()) {}

  arrow::Result<ChangedRows> Run() {
    ARROW_RETURN_NOT_OK(ReadBounds());
    ARROW_RETURN_NOT_OK(LoadArchivedWrites());
    if (query_.after_begin) {
      begin_ = AsCompared(begin_);
      end_ = AsCompared(end_);
    }
    ChangedRows changed;
    changed.timeline = end_.empty() ? timeline_ : timeline_->Until(end_, by_completion_);
    changed.groups.emplace();
    for (const Instant& write : archived_) {
      if (!IsInRange(write)) continue;
      if (!query_.fall_back_to_scan) return Archived();
      Add(write, &changed);
      changed.groups.reset();
    }
    for (const Instant& write : active_) {
      if (!IsInRange(write)) continue;
      Add(write, &changed);
      if (!changed.groups) continue;
      ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline_->ReadCommit(write));
      for (const auto& [partition, stats] : commit.partition_to_write_stats) {
        for (const WriteStat& stat : stats) changed.groups->emplace(partition, stat.file_id);
      }
    }
    return changed;
  }

 private:
  // A bound as text that compares with instants. Seconds without milliseconds mean the whole
  // second. In an option of the reference the words earliest and latest are text, later than every
  // instant, version 6 takes any text as it stands, and version 8 knows digits only.
  arrow::Result<std::string> BoundText(const std::string& given, bool is_end) const {
    constexpr size_t kEpochSecondsDigits = 10;
    if (IsDigits(given) && given.size() < kEpochSecondsDigits) return given;
    if (given == kEarliest || given == kLatest) return given;
    if (!query_.after_begin && !IsDigits(given) && version_ < 9) {
      if (version_ < 8) return given;
      return Fail(ErrorCode::kInvalidArgument, given, "instant '", given,
                  "': Hudi 1.0 takes yyyyMMddHHmmss[SSS] for the begin and end of incremental "
                  "queries, and so do these options on a table of version 8");
    }
    ARROW_ASSIGN_OR_RAISE(std::string instant, ParseQueryInstant(given, utc_));
    if (instant.size() != kSecondsDigits) return instant;
    return JoinText({instant, is_end ? "999" : "000"}, "");
  }

  const std::string& TimeOf(const Instant& write) const {
    return by_completion_ && !write.completion.empty() ? write.completion : write.requested;
  }

  bool IsInRange(const Instant& write) const {
    const std::string& time = TimeOf(write);
    if (!end_.empty() && time > end_) return false;
    return includes_begin_ ? time >= begin_ : time > begin_;
  }

  void Add(const Instant& write, ChangedRows* changed) const {
    changed->commits.insert(write.requested);
    changed->checkpoint = std::max(changed->checkpoint, TimeOf(write));
  }

  bool BeginsBeforeActive() const {
    return IsWholeRange() || active_.empty() || begin_ < active_.front().requested;
  }

  // Archived writes are in a range that begins before the active timeline. Archival goes by
  // requested times: one may have completed later than an active write, but not as the last of all.
  bool MayReachArchive() const {
    if (BeginsBeforeActive()) return true;
    return by_completion_ && std::any_of(active_.begin(), active_.end(), [&](const Instant& write) {
             return begin_ < TimeOf(write);
           });
  }

  arrow::Status LoadArchivedWrites() {
    if (!MayReachArchive()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::vector<Instant> history, LoadHistory(storage_, timeline_->layout()));
    if (history.empty() && BeginsBeforeActive()) ARROW_RETURN_NOT_OK(CheckNothingWasArchived());
    for (Instant& instant : history) {
      bool is_active = std::any_of(active_.begin(), active_.end(), [&](const Instant& write) {
        return write.requested == instant.requested;
      });
      if (instant.completed() && instant.is_write() && !is_active) {
        archived_.push_back(std::move(instant));
      }
    }
    return arrow::Status::OK();
  }

  // A table without history has files of the active timeline alone, unless its history was deleted:
  // then it is not known which commits the rows of the others belong to.
  arrow::Status CheckNothingWasArchived() const {
    if (active_.empty()) return arrow::Status::OK();
    // A pending instant may be older than all completed ones.
    const std::vector<Instant>& all = timeline_->instants();
    const auto oldest = std::find_if(all.begin(), all.end(),
                                     [](const Instant& instant) { return instant.is_write(); });
    const std::string& first = (oldest == all.end() ? active_.front() : *oldest).requested;
    for (const Instant& write : active_) {
      ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, timeline_->ReadCommit(write));
      for (const auto& [partition, stats] : commit.partition_to_write_stats) {
        for (const WriteStat& stat : stats) {
          if (IsDigits(stat.prev_commit) && stat.prev_commit < first) {
            return HistoryIsGone(stat.prev_commit);
          }
        }
      }
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(storage_));
    for (const std::string& partition : partitions) {
      ARROW_ASSIGN_OR_RAISE(std::vector<FileSlice> slices,
                            LatestSlices(storage_, *timeline_, partition, {}, ""));
      for (const FileSlice& slice : slices) {
        if (slice.base_instant < first) return HistoryIsGone(slice.base_instant);
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status HistoryIsGone(const std::string& instant) const {
    const std::string& directory = timeline_->layout().history_directory;
    return Fail(
        ErrorCode::kInstantUnavailable, query_.begin, "cannot read what changed since ",
        query_.begin.empty() ? "the beginning" : query_.begin, ": the commit ", instant,
        " was archived, but '", directory,
        "' has nothing: the history was deleted, and with it what tells the commits before ",
        active_.front().requested, " apart; the oldest usable begin is ", TimeOf(active_.front()));
  }

  bool IsWholeRange() const { return query_.after_begin && query_.begin == kEarliest; }

  // The completion time of a commit that is named by its requested time.
  std::string AsCompared(std::string bound) const {
    if (!by_completion_) return bound;
    for (const std::vector<Instant>* writes : {&active_, &archived_}) {
      for (const Instant& write : *writes) {
        if (write.requested == bound) return TimeOf(write);
      }
    }
    return bound;
  }

  arrow::Status ReadBounds() {
    if (!IsWholeRange()) {
      ARROW_ASSIGN_OR_RAISE(begin_, BoundText(query_.begin, false));
    }
    if (query_.after_begin && query_.end == kEarliest) {
      return Fail(ErrorCode::kInvalidArgument, query_.end,
                  "instant 'earliest': changes cannot end there, only begin; expected the instant "
                  "of the last change that is wanted, or latest");
    }
    if (!query_.end.empty() && query_.end != kLatest) {
      ARROW_ASSIGN_OR_RAISE(end_, BoundText(query_.end, true));
    }
    return arrow::Status::OK();
  }

  arrow::Status Archived() const {
    return Fail(ErrorCode::kInstantUnavailable, query_.begin, "cannot read what changed since ",
                query_.begin,
                ": commits since then are archived, and "
                "hoodie.datasource.read.incr.fallback.fulltablescan.enable is false",
                active_.empty() ? "" : "; the oldest usable begin is ",
                active_.empty() ? "" : TimeOf(active_.front()));
  }

  std::shared_ptr<const Timeline> timeline_;
  const Storage& storage_;
  const IncrementalQuery& query_;
  int version_;
  bool by_completion_;
  bool includes_begin_;
  bool utc_;
  std::vector<Instant> active_;    // completed writes
  std::vector<Instant> archived_;  // those of the history that the range may reach
  std::string begin_;              // empty: from the beginning
  std::string end_;                // empty: to the end
};

}  // namespace

arrow::Result<ChangedRows> FindChangedRows(const OpenedTable& table,
                                           const IncrementalQuery& query) {
  return Finder(table, query).Run();
}

std::vector<std::string> SplitPredicates(const std::string& text) {
  std::vector<std::string> parts(1);
  char quote = 0;
  int depth = 0;
  for (char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    } else if (c == ',' && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back().push_back(c);
  }
  std::erase_if(parts, [](const std::string& part) {
    return part.find_first_not_of(" \t\n") == std::string::npos;
  });
  return parts;
}

bool MatchesPathGlob(const std::string& path, const std::string& glob) {
  if (glob.empty()) return true;
  // As the reference: anything may stand before the pattern.
  return ::fnmatch(("*" + glob).c_str(), ("/" + path).c_str(), 0) == 0;
}

}  // namespace hudi
