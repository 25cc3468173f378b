// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi {

/// One file slice that a compaction rewrites.
struct CompactionOperation {
  std::string partition_path;
  std::string file_id;
  std::string base_instant;  ///< of the slice
  /// Names in the partition's folder.
  std::optional<std::string> base_file;
  std::vector<std::string> log_files;
  std::map<std::string, double> metrics;  ///< what strategies decide by; not read back
};

/// Body of `compaction.requested` and `logcompaction.requested` (HoodieCompactionPlan).
struct CompactionPlan {
  std::vector<CompactionOperation> operations;
  std::map<std::string, std::string> extra_metadata;
  bool is_log_compaction = false;
  /// Partitions that had something to compact and were left out: a release that plans from what
  /// changed since the last plan looks there again. Layout 2 only.
  std::vector<std::string> missing_partitions;
};

arrow::Result<std::string> EncodeCompactionPlan(const CompactionPlan& plan, int layout_version);

/// Plans of both layouts and of every version. Errors: kCorruptFile with `path`; kUnsupported for
/// operations on bootstrapped files.
arrow::Result<CompactionPlan> DecodeCompactionPlan(std::string_view body, std::string_view path);

}  // namespace hudi
