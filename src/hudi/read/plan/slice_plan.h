// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

struct SlicePlanOptions {
  /// Requested time up to which instants count; empty: all.
  std::string as_of;
  /// The newest base file of each group, whatever logs lie on it.
  bool base_files_only = false;
  int threads = 1;
};

/// Of the base file, else of the first log file.
const std::string& FirstPath(const FileSlice& slice);

/// The slices that make up the table, by partition and file name; each group once. With
/// `base_files_only` they have base files and no logs. `replaced`: groups that replacements hide.
arrow::Result<std::vector<FileSlice>> PlanSlices(const Storage& storage, const Timeline& timeline,
                                                 const std::vector<std::string>& partitions,
                                                 const std::vector<Timeline::Replaced>& replaced,
                                                 const SlicePlanOptions& options);

}  // namespace hudi
