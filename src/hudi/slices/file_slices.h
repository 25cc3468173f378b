// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/slices/file_name.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

struct BaseFile {
  /// Relative to the table's base path.
  std::string path;
  BaseFileName name;
  int64_t size_bytes = 0;
};

struct LogFile {
  std::string path;
  LogFileName name;
  int64_t size_bytes = 0;
};

/// One version of a file group: at most one base file and the log files on top of it.
struct FileSlice {
  std::string partition_path;
  std::string file_id;
  std::string base_instant;
  std::optional<BaseFile> base_file;
  std::vector<LogFile> log_files;
};

/// All slices of a file group, newest first.
struct FileGroup {
  std::string partition_path;
  std::string file_id;
  std::vector<FileSlice> slices;
  /// Instant that replaced the group; empty if it is live.
  std::string replaced_by;
};

/// Partition paths of the table: every directory below the base path that holds a partition
/// metafile (either name), "" for a table that is not partitioned. Sorted.
arrow::Result<std::vector<std::string>> ListPartitions(const Storage& storage);

/// The committed file groups of one partition, from a listing of its directory.
///
/// `as_of`: requested time up to which instants count; empty means all. Pending and failed
/// instants' files are left out; replaced groups carry `replaced_by` (only replacements at or
/// before `as_of`). Base files of Hudi's other formats than that of `extension` are kUnsupported.
arrow::Result<std::vector<FileGroup>> BuildFileGroups(
    const Timeline& timeline, std::string_view partition_path,
    const std::vector<FileEntry>& listing, const std::vector<Timeline::Replaced>& replaced,
    std::string_view as_of, std::string_view extension = "parquet");

/// The newest slice of every live group of one partition.
arrow::Result<std::vector<FileSlice>> LatestSlices(const Storage& storage, const Timeline& timeline,
                                                   std::string_view partition_path,
                                                   const std::vector<Timeline::Replaced>& replaced,
                                                   std::string_view as_of,
                                                   std::string_view extension = "parquet");

/// Writes `.hoodie_partition_metadata` into a partition directory if it has none.
arrow::Status EnsurePartitionMetafile(Storage& storage, std::string_view partition_path,
                                      std::string_view instant, bool use_base_format);

}  // namespace hudi
