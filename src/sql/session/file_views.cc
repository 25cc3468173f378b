// SPDX-License-Identifier: Apache-2.0
#include "sql/session/file_views.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

constexpr const char* kAllPartitions = "ALL_PARTITIONS";

// A pattern of the reference's file system: * and ? stay within a part of the path.
bool MatchesPattern(const std::string& partition, const std::string& pattern) {
  if (pattern == kAllPartitions) return true;
  size_t end = pattern.find_last_not_of('/');
  std::string trimmed = end == std::string::npos ? "" : pattern.substr(0, end + 1);
  return fnmatch(trimmed.c_str(), partition.c_str(), FNM_PATHNAME) == 0;
}

std::string FullPath(const std::string& base_path, const std::string& path) {
  return path.empty() ? "" : base_path + "/" + path;
}

// A log file as Java prints it.
std::string LogText(const std::string& base_path, const SliceLogFile& log) {
  return "HoodieLogFile{pathStr='" + FullPath(base_path, log.path) +
         "', fileLen=" + std::to_string(log.size_bytes) + "}";
}

struct LogSums {
  int64_t all = 0;
  int64_t of_base_instant = 0;
};
LogSums SumLogs(const FileInfo& slice) {
  LogSums sums;
  for (const SliceLogFile& log : slice.log_files) {
    sums.all += log.size_bytes;
    if (log.instant == slice.base_instant) sums.of_base_instant += log.size_bytes;
  }
  return sums;
}

// What the two procedures have in common: the slices of the chosen partitions, at a time.
arrow::Result<std::vector<FileInfo>> ChooseSlices(const Arguments& arguments,
                                                  const NamedTable& table, bool live_only,
                                                  const std::string& pattern) {
  ARROW_ASSIGN_OR_RAISE(bool in_flight, arguments.Truth("include_in_flight"));
  if (in_flight) {
    return Fail(ErrorCode::kUnsupported, "include_in_flight",
                "include_in_flight => true is not supported: files of writes that are not complete "
                "are in no slice");
  }
  ARROW_RETURN_NOT_OK(arguments.Truth("exclude_compaction").status());
  ARROW_ASSIGN_OR_RAISE(bool include_max, arguments.Truth("include_max"));
  std::string as_of = arguments.Get("max_instant");
  if (as_of.find_first_not_of("0123456789") != std::string::npos) {
    return Fail(ErrorCode::kInvalidArgument, "max_instant", "max_instant = '", as_of,
                "': expected an instant");
  }
  // Instants are numbers of one length, so what is before one is what is up to the number below.
  for (size_t i = as_of.size(); !include_max && i-- > 0;) {
    if (as_of[i]-- != '0') break;
    as_of[i] = '9';
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> slices,
                        ListTableFiles(table.base_path, live_only, /*with_rows=*/false, as_of));
  std::erase_if(slices, [&](const FileInfo& slice) {
    return slice.state == "replaced" || !MatchesPattern(slice.partition, pattern);
  });
  return slices;
}

arrow::Result<Rows> ShowAllSlices(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> slices,
                        ChooseSlices(arguments, table, false, arguments.Get("path_regex")));
  TypedRows rows(
      "`partition` string, file_id string, base_instant string, data_file string, data_file_size "
      "bigint, num_delta_files bigint, total_delta_file_size bigint, delta_files string");
  for (const FileInfo& slice : slices) {
    std::string logs;
    for (const SliceLogFile& log : slice.log_files) {
      logs += (logs.empty() ? "" : ", ") + LogText(table.base_path, log);
    }
    rows.Add({slice.partition, slice.file_id, slice.base_instant,
              FullPath(table.base_path, slice.path), slice.size_bytes,
              static_cast<int64_t>(slice.log_files.size()), SumLogs(slice).all, "[" + logs + "]"});
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowLatestSlices(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  std::string pattern = arguments.Get("path_regex");
  if (std::string partition = arguments.Get("partition_path"); partition != kAllPartitions) {
    if (pattern != kAllPartitions) {
      return Fail(ErrorCode::kInvalidArgument, "path_regex",
                  "path_regex and partition_path cannot be used together");
    }
    pattern = partition;
  }
  ARROW_RETURN_NOT_OK(arguments.Truth("merge").status());
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> slices,
                        ChooseSlices(arguments, table, /*live_only=*/true, pattern));
  TypedRows rows(
      "`partition` string, file_id string, base_instant string, data_file string, data_file_size "
      "bigint, num_delta_files bigint, total_delta_file_size bigint, "
      "delta_size_compaction_scheduled bigint, delta_size_compaction_unscheduled bigint, "
      "delta_to_base_radio_compaction_scheduled double, delta_to_base_radio_compaction_unscheduled "
      "double, delta_files_compaction_scheduled string, delta_files_compaction_unscheduled string");
  for (const FileInfo& slice : slices) {
    // Complete writes count as scheduled, and slices have no others.
    const int64_t scheduled = SumLogs(slice).all;
    const auto ratio = [&](int64_t bytes) {
      return slice.size_bytes > 0
                 ? static_cast<double>(bytes) / static_cast<double>(slice.size_bytes)
                 : -1.0;
    };
    std::string of_base, others;
    for (const SliceLogFile& log : slice.log_files) {
      std::string& logs = log.instant == slice.base_instant ? of_base : others;
      logs += (logs.empty() ? "" : ",") + LogText(table.base_path, log);
    }
    rows.Add({slice.partition, slice.file_id, slice.base_instant,
              FullPath(table.base_path, slice.path), slice.size_bytes,
              static_cast<int64_t>(slice.log_files.size()), scheduled, scheduled, int64_t{0},
              ratio(scheduled), ratio(0), "[" + of_base + "]", "[" + others + "]"});
  }
  rows.Limit(limit);
  return rows.Finish();
}

}  // namespace

arrow::Result<Rows> FileSystemView(const std::string& base_path, const std::string& pattern) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> slices,
                        ListTableFiles(base_path, /*live_only=*/false, /*with_rows=*/false));
  TypedRows rows(
      "File_ID string, Partition_Path string, Base_Instant_Time string, Base_File_Path string, "
      "Base_File_Size bigint, Log_File_Count bigint, Log_File_Size bigint, Log_File_Scheduled "
      "bigint, Log_File_Unscheduled bigint");
  for (const FileInfo& slice : slices) {
    if (slice.state == "replaced" || !MatchesPattern(slice.partition, pattern)) continue;
    const LogSums logs = SumLogs(slice);
    rows.Add({slice.file_id, slice.partition, slice.base_instant, FullPath(base_path, slice.path),
              slice.path.empty() ? int64_t{-1} : slice.size_bytes,
              static_cast<int64_t>(slice.log_files.size()), logs.all, logs.of_base_instant,
              logs.all - logs.of_base_instant});
  }
  return rows.Finish();
}

std::vector<Procedure> FileViewProcedures() {
  std::vector<ProcedureParameter> all = {{"table"},
                                         {"path"},
                                         {"max_instant"},
                                         {"include_max", false, "false"},
                                         {"include_in_flight", false, "false"},
                                         {"exclude_compaction", false, "false"},
                                         {"limit", false, "10"},
                                         {"path_regex", false, kAllPartitions},
                                         {"filter"}};
  std::vector<ProcedureParameter> latest = all;
  latest.push_back({"partition_path", false, kAllPartitions});
  latest.push_back({"merge", false, "true"});
  return {{"show_fsview_all", std::move(all), ShowAllSlices},
          {"show_fsview_latest", std::move(latest), ShowLatestSlices}};
}

}  // namespace hudi::sql
