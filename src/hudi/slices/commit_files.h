// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/slices/file_slices.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Checks the newest slices of some partitions against the commits on the active timeline: the base
/// file that the last commit of a group wrote must be there, and so must every log file on top of
/// it, in the size that the commit tells. Else rows would be missing, or older than they should be.
///
/// `replaced`: groups that replacements hide. `with_logs`: log files count too.
///
/// Errors: kCorruptFile naming the file and its commit.
arrow::Status CheckCommitFiles(const Timeline& timeline, const std::vector<std::string>& partitions,
                               const std::vector<FileSlice>& slices,
                               const std::vector<Timeline::Replaced>& replaced, bool with_logs);

/// Checks the other way round, where a timeline has no instant at all: no partition may hold a data
/// file then. Else the timeline's folder is gone, and a table that is not empty would look so.
///
/// Errors: kCorruptFile naming the folder and a data file.
arrow::Status CheckTimelineIsThere(const Storage& storage, const Timeline& timeline);

/// Slices as of an instant, and what they are checked for.
struct PastSlices {
  const std::string& as_of;
  const std::vector<std::string>& partitions;
  const std::vector<FileSlice>& slices;
  const std::vector<Timeline::Replaced>& replaced;
  bool with_logs = false;
  /// Also the base file that the first known version of a group took the place of: true in a
  /// copy-on-write table only, elsewhere it may have been log files.
  bool with_replaced_versions = false;
};

/// The same against the commits up to that instant.
///
/// Errors: kInstantUnavailable naming a file that is gone and the oldest instant without such
/// files; kCorruptFile for a file of another size than its commit tells.
arrow::Status CheckPastCommitFiles(const Timeline& timeline, const PastSlices& past);

/// The completed commit that says it wrote the bytes of this log file around `offset`: those from
/// where it began to write up to the size that the file had then. So they hold no half-written
/// block, and none of another instant. Empty if there is none: it was archived, or the bytes are of
/// a writer that failed. From version 8 on a file has the size that its one writer left.
arrow::Result<std::string> WriterOf(const Timeline& timeline, const LogFile& log, int64_t offset);

}  // namespace hudi
