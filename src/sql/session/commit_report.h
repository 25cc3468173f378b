// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <arrow/result.h>

namespace hudi::sql {

/// What a commit says about one file.
struct FileReport {
  std::string partition;
  std::string file_id;
  std::string path;
  std::string previous_commit;  ///< "null" for a new file group
  int64_t writes = 0;
  int64_t inserts = 0;
  int64_t deletes = 0;
  int64_t updates = 0;
  int64_t bytes_written = 0;
  int64_t errors = 0;
  int64_t file_size = 0;
  int64_t log_blocks = 0;
  int64_t corrupt_log_blocks = 0;
  int64_t rollback_blocks = 0;
  int64_t log_records = 0;
  int64_t updated_compacted = 0;
};

struct CommitReport {
  std::string instant;
  std::string completion;
  std::string action;
  std::vector<FileReport> files;
  std::map<std::string, std::string> extra;  ///< what the writer added, such as the schema
};

/// The completed writes of the active timeline, newest first; at most `limit` of them.
arrow::Result<std::vector<CommitReport>> ReadCommitReports(const std::string& base_path,
                                                           size_t limit);
/// Those that archival moved off it, from `first` to `last` (empty: no bound), newest first.
arrow::Result<std::vector<CommitReport>> ReadArchivedReports(const std::string& base_path,
                                                             const std::string& first,
                                                             const std::string& last);
/// One completed write of the active timeline. Errors: kNotFound.
arrow::Result<CommitReport> ReadCommitReport(const std::string& base_path,
                                             const std::string& instant);

}  // namespace hudi::sql
