// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/config/compaction_options.h"
#include "hudi/slices/file_slices.h"
#include "hudi/timeline/compaction_plan.h"

namespace hudi {

/// What strategies order file slices by, in the names that plans give it.
inline constexpr char kTotalIoReadMb[] = "TOTAL_IO_READ_MB";
inline constexpr char kTotalIoWriteMb[] = "TOTAL_IO_WRITE_MB";
inline constexpr char kTotalIoMb[] = "TOTAL_IO_MB";
inline constexpr char kTotalLogFiles[] = "TOTAL_LOG_FILES";
inline constexpr char kTotalLogFilesSize[] = "TOTAL_LOG_FILES_SIZE";

/// A slice as an operation of a plan, with its metrics. `max_file_bytes`: what a base file is taken
/// to become where there is none.
CompactionOperation MakeCompactionOperation(const FileSlice& slice, int64_t max_file_bytes);

/// Which partitions and slices a compaction takes, by the strategies of the reference.
class CompactionStrategy {
 public:
  /// `today` ("yyyyMMdd"): what bounded strategies count days from. `table_version`: day-based
  /// strategies are bounded by the target I/O from version 8 on. Errors: kUnsupported for a class
  /// that is none of Hudi's strategies; kInvalidConfig for a pattern that is missing or malformed.
  static arrow::Result<CompactionStrategy> Make(const CompactionOptions& options,
                                                std::string_view today, int table_version);

  /// The partitions that are looked at, in the order in which they are. Errors: kInvalidConfig,
  /// naming the partition, where a day-based strategy meets one that is no day.
  arrow::Result<std::vector<std::string>> FilterPartitions(
      std::vector<std::string> partitions) const;
  /// The operations that are done, in the order in which they stand in the plan. Errors: as above.
  arrow::Result<std::vector<CompactionOperation>> Choose(
      std::vector<CompactionOperation> operations) const;

 private:
  enum class Kind {
    kUnbounded,
    kBoundedIo,
    kLogFileSize,
    kLogFileNum,
    kDay,
    kDayBoundedIo,
    kBoundedPartition,
    kUnboundedPartition,
    kPartitionRegex,
  };
  struct ClassName {
    std::string_view name;
    Kind kind;
  };
  static const ClassName kClasses[];

  explicit CompactionStrategy(const CompactionOptions& options) : options_(options) {}
  arrow::Result<std::vector<std::string>> Filter(Kind kind,
                                                 std::vector<std::string> partitions) const;
  arrow::Result<std::vector<CompactionOperation>> Choose(
      Kind kind, std::vector<CompactionOperation> operations) const;
  std::vector<CompactionOperation> WithinTargetIo(std::vector<CompactionOperation> operations,
                                                  bool take_the_last) const;

  CompactionOptions options_;
  std::vector<Kind> chain_;
  int64_t first_day_ = 0;  ///< the earliest day that bounded partition strategies take
  int table_version_ = 8;
};

}  // namespace hudi
