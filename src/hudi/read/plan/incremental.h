// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <arrow/result.h>

#include "hudi/read/plan/opened_table.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Which commits an incremental query asks for.
struct IncrementalQuery {
  /// Times in any form of `as.of.instant`, or digits of any length, compared as text. `end` may be
  /// empty or "latest". A begin "earliest" means all commits if it is a checkpoint; as an option of
  /// the reference it is text like any other, and later than every commit.
  std::string begin;
  std::string end;
  /// The begin is a checkpoint: only what came after it. Else the release of the table's version
  /// decides (1.0 takes the commit of the begin as well).
  bool after_begin = false;
  /// Compare requested times, as version 6 does, whatever the table's version is.
  bool by_requested_time = false;
  /// If files of the range are gone, or its commits archived: read the whole table and pick the
  /// rows by their commit time, instead of failing.
  bool fall_back_to_scan = true;
  /// Pattern for paths below the base path (`*` matches `/` too); empty: all.
  std::string path_glob;
};

/// What an incremental query reads: the rows, as of the end of the range, that its commits wrote.
struct ChangedRows {
  /// Requested times of the commits in the range, archived ones too.
  std::set<std::string, std::less<>> commits;
  /// Time of the last of them, as the range compares it; empty if there is none. A query that
  /// begins after it goes on without a gap and without a repetition.
  std::string checkpoint;
  /// The timeline as it stood at the end of the range.
  std::shared_ptr<const Timeline> timeline;
  /// (partition, file id) of the groups that hold the rows; nullopt: any may.
  std::optional<std::set<std::pair<std::string, std::string>>> groups;
};

/// Finds the commits of the range. Times are those of completion from version 8 on, requested times
/// before. A begin or end that is the requested time of a commit stands for that commit.
///
/// Errors: kInvalidArgument for a time that cannot be read; kInstantUnavailable for archived
/// commits unless `fall_back_to_scan`.
arrow::Result<ChangedRows> FindChangedRows(const OpenedTable& table, const IncrementalQuery& query);

/// The predicates of `hoodie.datasource.read.incr.filters`: split at commas outside of quotes and
/// parentheses.
std::vector<std::string> SplitPredicates(const std::string& text);

/// Whether a file below the base path matches `hoodie.datasource.read.incr.path.glob`.
bool MatchesPathGlob(const std::string& path, const std::string& glob);

}  // namespace hudi
