// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_strategy.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/compute/api.h>

#include "hudi/base/compute.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr char kStrategyKey[] = "hoodie.compaction.strategy";
constexpr char kRegexKey[] = "hoodie.compaction.partition.path.regex";
constexpr std::string_view kPackage = "org.apache.hudi.table.action.compact.strategy.";
constexpr int64_t kMegabyte = 1024 * 1024;

double Metric(const CompactionOperation& operation, const char* name) {
  auto found = operation.metrics.find(name);
  return found == operation.metrics.end() ? 0 : found->second;
}

int64_t DayNumber(int64_t year, int64_t month, int64_t day) {
  // Java's date format is lenient: month 13 is January of the next year.
  year += (month - 1 >= 0 ? (month - 1) / 12 : (month - 12) / 12);
  month = ((month - 1) % 12 + 12) % 12 + 1;
  std::chrono::sys_days first{std::chrono::year(static_cast<int>(year)) /
                              std::chrono::month(static_cast<unsigned>(month)) / 1};
  return first.time_since_epoch().count() + day - 1;
}

// The text without the field names of hive style: "year=2024/month=1/day=2" gives "2024/1/2".
std::string WithoutFieldNames(std::string_view partition) {
  std::vector<std::string> values;
  for (const std::string& level : SplitText(partition, '/')) {
    size_t equals = level.find('=');
    values.push_back(equals == std::string::npos ? level : level.substr(equals + 1));
  }
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : "/") + values[i];
  return text;
}

// The day that a path yyyy/MM/dd names; whatever follows the day's digits does not count.
std::optional<int64_t> DayOf(std::string_view partition) {
  std::string text = WithoutFieldNames(partition);
  int64_t numbers[3] = {0, 0, 0};
  size_t at = 0;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && (at >= text.size() || text[at++] != '/')) return std::nullopt;
    size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at - begin < 9) {
      numbers[i] = numbers[i] * 10 + (text[at++] - '0');
    }
    if (at == begin) return std::nullopt;
  }
  if (numbers[0] > 9999) return std::nullopt;
  return DayNumber(numbers[0], numbers[1], numbers[2]);
}

arrow::Result<int64_t> RequireDay(const std::string& partition) {
  if (std::optional<int64_t> day = DayOf(partition)) return *day;
  return Fail(ErrorCode::kInvalidConfig, kStrategyKey, "config '", kStrategyKey,
              "' names a day-based strategy, and partition '", partition,
              "' is no day: expected a path yyyy/MM/dd");
}

// Newest day first; those of one day as they stand.
arrow::Result<std::vector<std::string>> NewestFirst(std::vector<std::string> partitions) {
  std::map<std::string, int64_t> days;
  for (const std::string& partition : partitions) {
    ARROW_ASSIGN_OR_RAISE(days[partition], RequireDay(partition));
  }
  std::stable_sort(partitions.begin(), partitions.end(),
                   [&](const std::string& a, const std::string& b) { return days[a] > days[b]; });
  return partitions;
}

std::vector<std::string> PartitionsOf(const std::vector<CompactionOperation>& operations) {
  std::vector<std::string> partitions;
  for (const CompactionOperation& operation : operations) {
    if (std::find(partitions.begin(), partitions.end(), operation.partition_path) ==
        partitions.end()) {
      partitions.push_back(operation.partition_path);
    }
  }
  return partitions;
}

std::vector<CompactionOperation> OfPartitions(const std::vector<CompactionOperation>& operations,
                                              const std::vector<std::string>& partitions) {
  std::vector<CompactionOperation> chosen;
  for (const std::string& partition : partitions) {
    std::copy_if(operations.begin(), operations.end(), std::back_inserter(chosen),
                 [&](const CompactionOperation& operation) {
                   return operation.partition_path == partition;
                 });
  }
  return chosen;
}

arrow::Result<std::vector<std::string>> Matching(const std::vector<std::string>& partitions,
                                                 const std::string& pattern) {
  ARROW_RETURN_NOT_OK(InitializeCompute());
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.AppendValues(partitions));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> paths, builder.Finish());
  arrow::compute::MatchSubstringOptions options(pattern);
  arrow::Result<arrow::Datum> matched =
      arrow::compute::CallFunction("match_substring_regex", {paths}, &options);
  if (!matched.ok()) {
    return Fail(ErrorCode::kInvalidConfig, kRegexKey, "config '", kRegexKey, "' = '", pattern,
                "': expected a regular expression (", matched.status().message(), ")");
  }
  const std::shared_ptr<arrow::Array> held = matched->make_array();
  const auto& flags = static_cast<const arrow::BooleanArray&>(*held);
  std::vector<std::string> found;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (flags.Value(static_cast<int64_t>(i))) found.push_back(partitions[i]);
  }
  return found;
}

}  // namespace

const CompactionStrategy::ClassName CompactionStrategy::kClasses[] = {
    {"LogFileSizeBasedCompactionStrategy", Kind::kLogFileSize},
    {"LogFileNumBasedCompactionStrategy", Kind::kLogFileNum},
    {"BoundedIOCompactionStrategy", Kind::kBoundedIo},
    {"DayBasedCompactionStrategy", Kind::kDay},
    {"DayBasedAndBoundedIOCompactionStrategy", Kind::kDayBoundedIo},
    {"BoundedPartitionAwareCompactionStrategy", Kind::kBoundedPartition},
    {"UnBoundedPartitionAwareCompactionStrategy", Kind::kUnboundedPartition},
    {"UnBoundedCompactionStrategy", Kind::kUnbounded},
    {"PartitionRegexBasedCompactionStrategy", Kind::kPartitionRegex},
};

CompactionOperation MakeCompactionOperation(const FileSlice& slice, int64_t max_file_bytes) {
  CompactionOperation operation;
  operation.partition_path = slice.partition_path;
  operation.file_id = slice.file_id;
  operation.base_instant = slice.base_instant;
  int64_t base_bytes = 0;
  if (slice.base_file) {
    operation.base_file = FormatBaseFileName(slice.base_file->name);
    base_bytes = slice.base_file->size_bytes;
  }
  int64_t log_bytes = 0;
  for (const LogFile& log : slice.log_files) {
    operation.log_files.push_back(log.path.substr(log.path.rfind('/') + 1));
    log_bytes += log.size_bytes;
  }
  int64_t read_mb = (base_bytes + log_bytes) / kMegabyte;
  int64_t write_mb = (base_bytes > 0 ? base_bytes : max_file_bytes) / kMegabyte;
  operation.metrics = {{kTotalIoReadMb, static_cast<double>(read_mb)},
                       {kTotalIoWriteMb, static_cast<double>(write_mb)},
                       {kTotalIoMb, static_cast<double>(read_mb + write_mb)},
                       {kTotalLogFilesSize, static_cast<double>(log_bytes)},
                       {kTotalLogFiles, static_cast<double>(slice.log_files.size())}};
  return operation;
}

arrow::Result<CompactionStrategy> CompactionStrategy::Make(const CompactionOptions& options,
                                                           std::string_view today,
                                                           int table_version) {
  CompactionStrategy strategy(options);
  strategy.table_version_ = table_version;
  auto number = [&](size_t from, size_t count) {
    return ParseInt64(today.substr(from, count)).value_or(1);
  };
  strategy.first_day_ =
      DayNumber(number(0, 4), number(4, 2), number(6, 2)) - options.day_partitions;
  for (const std::string& text : SplitList(options.strategy)) {
    std::string_view name = TrimWhitespace(text);
    std::optional<Kind> kind;
    for (const ClassName& known : kClasses) {
      if (name.starts_with(kPackage) && name.substr(kPackage.size()) == known.name) {
        kind = known.kind;
      }
    }
    if (!kind) {
      std::string known_names;
      for (const ClassName& known : kClasses) {
        known_names += (known_names.empty() ? "" : ", ") + std::string(known.name);
      }
      return Fail(ErrorCode::kUnsupported, kStrategyKey, "config '", kStrategyKey, "' = '", name,
                  "': this class is none of Hudi's compaction strategies; in the package ",
                  kPackage.substr(0, kPackage.size() - 1), " there are ", known_names);
    }
    if (*kind == Kind::kPartitionRegex && options.partition_regex.empty()) {
      return Fail(ErrorCode::kInvalidConfig, kRegexKey, "config '", kRegexKey, "' is missing: '",
                  kStrategyKey, "' = '", name, "' needs it");
    }
    strategy.chain_.push_back(*kind);
  }
  if (strategy.chain_.empty()) {
    return Fail(ErrorCode::kInvalidConfig, kStrategyKey, "config '", kStrategyKey, "' = '",
                options.strategy, "': expected the class of a compaction strategy");
  }
  return strategy;
}

arrow::Result<std::vector<std::string>> CompactionStrategy::FilterPartitions(
    std::vector<std::string> partitions) const {
  for (Kind kind : chain_) {
    ARROW_ASSIGN_OR_RAISE(partitions, Filter(kind, std::move(partitions)));
  }
  return partitions;
}

arrow::Result<std::vector<CompactionOperation>> CompactionStrategy::Choose(
    std::vector<CompactionOperation> operations) const {
  for (Kind kind : chain_) {
    ARROW_ASSIGN_OR_RAISE(operations, Choose(kind, std::move(operations)));
  }
  return operations;
}

arrow::Result<std::vector<std::string>> CompactionStrategy::Filter(
    Kind kind, std::vector<std::string> partitions) const {
  switch (kind) {
    case Kind::kDay:
    case Kind::kDayBoundedIo: {
      // With one partition or none there is nothing to compare.
      if (partitions.size() > 1) {
        ARROW_ASSIGN_OR_RAISE(partitions, NewestFirst(std::move(partitions)));
      }
      size_t limit = static_cast<size_t>(options_.day_partitions);
      if (partitions.size() > limit) partitions.resize(limit);
      return partitions;
    }
    case Kind::kBoundedPartition:
    case Kind::kUnboundedPartition: {
      ARROW_ASSIGN_OR_RAISE(partitions, NewestFirst(std::move(partitions)));
      std::erase_if(partitions, [&](const std::string& partition) {
        bool is_recent = *DayOf(partition) >= first_day_;
        return is_recent != (kind == Kind::kBoundedPartition);
      });
      return partitions;
    }
    case Kind::kPartitionRegex:
      return Matching(partitions, options_.partition_regex);
    default:
      return partitions;
  }
}

arrow::Result<std::vector<CompactionOperation>> CompactionStrategy::Choose(
    Kind kind, std::vector<CompactionOperation> operations) const {
  auto keep_and_sort = [&](const char* metric, int64_t threshold) {
    std::erase_if(operations, [&](const CompactionOperation& operation) {
      return Metric(operation, metric) < static_cast<double>(threshold);
    });
    std::stable_sort(operations.begin(), operations.end(),
                     [&](const CompactionOperation& a, const CompactionOperation& b) {
                       return Metric(a, metric) > Metric(b, metric);
                     });
  };
  switch (kind) {
    case Kind::kUnbounded:
    case Kind::kPartitionRegex:
      return operations;
    case Kind::kBoundedIo:
      return WithinTargetIo(std::move(operations), /*take_the_last=*/true);
    case Kind::kLogFileSize:
      keep_and_sort(kTotalLogFilesSize, options_.log_bytes_threshold);
      return WithinTargetIo(std::move(operations), /*take_the_last=*/true);
    case Kind::kLogFileNum:
      keep_and_sort(kTotalLogFiles, options_.log_files_threshold);
      return WithinTargetIo(std::move(operations), /*take_the_last=*/true);
    case Kind::kDay:
    case Kind::kDayBoundedIo: {
      ARROW_ASSIGN_OR_RAISE(std::vector<std::string> days, Filter(kind, PartitionsOf(operations)));
      operations = OfPartitions(operations, days);
      if (kind == Kind::kDayBoundedIo) {
        keep_and_sort(kTotalLogFilesSize, options_.log_bytes_threshold);
        return WithinTargetIo(std::move(operations), /*take_the_last=*/false);
      }
      if (table_version_ < 8) return operations;
      return WithinTargetIo(std::move(operations), /*take_the_last=*/true);
    }
    case Kind::kBoundedPartition:
    case Kind::kUnboundedPartition: {
      ARROW_ASSIGN_OR_RAISE(std::vector<std::string> days, Filter(kind, PartitionsOf(operations)));
      return OfPartitions(operations, days);
    }
  }
  return operations;
}

std::vector<CompactionOperation> CompactionStrategy::WithinTargetIo(
    std::vector<CompactionOperation> operations, bool take_the_last) const {
  int64_t remaining = options_.target_io_mb;
  for (size_t i = 0; i < operations.size(); ++i) {
    remaining -= static_cast<int64_t>(Metric(operations[i], kTotalIoMb));
    if (remaining > 0) continue;
    operations.resize(take_the_last ? i + 1 : i);
    break;
  }
  return operations;
}

}  // namespace hudi
