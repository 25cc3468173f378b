// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/place/insert_placement.h"

#include <algorithm>
#include <cmath>

namespace hudi {

arrow::Result<int64_t> AverageRecordBytes(const Timeline& timeline,
                                          const FileSizingOptions& sizing) {
  double threshold =
      sizing.estimation_threshold * static_cast<double>(sizing.small_file_limit_bytes);
  std::vector<Instant> writes = timeline.CompletedWrites();
  for (auto it = writes.rbegin(); it != writes.rend(); ++it) {
    if (it->action == Action::kReplaceCommit) continue;
    ARROW_ASSIGN_OR_RAISE(CommitMetadata metadata, timeline.ReadCommit(*it));
    int64_t bytes = 0;
    int64_t records = 0;
    for (const auto& [partition, stats] : metadata.partition_to_write_stats) {
      for (const WriteStat& stat : stats) {
        if (stat.log_version.has_value()) continue;
        bytes += stat.total_write_bytes;
        records += stat.num_writes;
      }
    }
    if (records > 0 && bytes > 0 && static_cast<double>(bytes) > threshold) {
      return (bytes + records - 1) / records;
    }
  }
  return std::max<int64_t>(sizing.record_size_estimate, 1);
}

std::vector<InsertShare> ShareInserts(int64_t num_inserts,
                                      const std::vector<SmallFileCandidate>& candidates,
                                      int64_t average_record_bytes,
                                      const FileSizingOptions& sizing) {
  std::vector<InsertShare> shares;
  int64_t left = num_inserts;
  for (const SmallFileCandidate& file : candidates) {
    if (left == 0) break;
    if (file.size_bytes >= sizing.small_file_limit_bytes) continue;
    int64_t room = (sizing.max_file_size_bytes - file.size_bytes) / average_record_bytes;
    int64_t rows = std::min(room, left);
    if (rows <= 0) continue;
    shares.push_back({file.slice, rows});
    left -= rows;
  }
  if (left == 0) return shares;
  int64_t rows_per_group = sizing.insert_auto_split
                               ? sizing.max_file_size_bytes / average_record_bytes
                               : sizing.insert_split_rows;
  rows_per_group = std::max<int64_t>(rows_per_group, 1);
  int64_t num_groups = (left + rows_per_group - 1) / rows_per_group;
  for (int64_t i = 0; i < num_groups; ++i) {
    // The last group takes what is left.
    int64_t rows = i + 1 < num_groups ? rows_per_group : left;
    shares.push_back({-1, rows});
    left -= rows;
  }
  return shares;
}

}  // namespace hudi
