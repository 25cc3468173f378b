// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/read/plan/incremental.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/slices/file_slices.h"

namespace hudi {

/// How the changes that a commit made to a file group are told (HoodieCDCInferenceCase).
enum class CdcSourceKind {
  kChangeLog,      ///< written down in a change log
  kInsertedFile,   ///< every row of the base file is new
  kInsertedRows,   ///< the rows of the base file that the commit wrote are new
  kDeletedFile,    ///< every row of the base file before is gone
  kLogFiles,       ///< the records of log files, against the slice that they are on top of
  kReplacedGroup,  ///< every row of the file group is gone
};

/// Some changes of one commit in one file group.
struct CdcSource {
  CdcSourceKind kind = CdcSourceKind::kChangeLog;
  /// Requested time of the commit.
  std::string instant;
  std::string partition_path;
  std::vector<std::string> cdc_files;  ///< paths
  /// Paths of the base files before and after; empty if there is none.
  std::string before_file;
  std::string after_file;
  /// kInsertedRows: how many the commit tells.
  int64_t num_inserts = 0;
  /// kLogFiles: the slice with its logs, later ones too. kReplacedGroup: the newest slice.
  FileSlice slice;
  int64_t size_bytes = 0;
  /// Deletes are wanted, and inserts and updates are.
  bool deletes = true;
  bool others = true;
};

/// Commits whose changes a reader may have seen as one: their sources are
/// [first_source, end_source), and a query that begins after `checkpoint` goes on behind them.
struct CdcCommit {
  std::string checkpoint;
  size_t first_source = 0;
  size_t end_source = 0;
};

struct CdcPlan {
  /// By commit, in the order of the range; within a commit what deletes comes first, so that a row
  /// that moves is never gone. Then by partition and file group.
  std::vector<CdcSource> sources;
  /// The commits of the range that changed data.
  std::vector<CdcCommit> commits;
  std::string checkpoint;  ///< of the range; empty if no commit is in it
};

/// Refuses a table without change data capture. Errors: kUnsupported, saying what to do instead.
arrow::Status CheckKeepsChangeLog(const TableConfig& config);

/// Finds out what to read for the changes of a range. `stop_before_pending`: with commits compared
/// by requested time, the range ends before the first pending write.
///
/// Errors: those of FindChangedRows(); kInstantUnavailable for commits that are archived, files
/// that are gone (naming file and commit) and for a rewrite without change log, with the oldest
/// begin that can be used.
arrow::Result<CdcPlan> PlanChanges(const OpenedTable& table, const IncrementalQuery& query,
                                   bool stop_before_pending);

}  // namespace hudi
