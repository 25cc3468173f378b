// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/session/commit_report.h"
#include "sql/session/history_notice.h"
#include "sql/session/procedures.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

bool IsNewFile(const FileReport& file) {
  return file.previous_commit.empty() || file.previous_commit == "null";
}

template <typename Field>
int64_t Sum(const std::vector<FileReport>& files, Field field) {
  int64_t sum = 0;
  for (const FileReport& file : files) sum += field(file);
  return sum;
}

constexpr std::string_view kWritten =
    "total_bytes_written bigint, total_files_added bigint, total_files_updated bigint, "
    "total_partitions_written bigint, total_records_written bigint, total_update_records_written "
    "bigint, total_errors bigint";

arrow::Result<Rows> CommitRows(const std::vector<CommitReport>& commits, bool with_action,
                               size_t limit) {
  TypedRows rows("commit_time string, state_transition_time string, " +
                 std::string(with_action ? "action string, " : "") + std::string(kWritten));
  for (const CommitReport& commit : commits) {
    std::set<std::string> partitions;
    for (const FileReport& file : commit.files) partitions.insert(file.partition);
    int64_t added = std::count_if(commit.files.begin(), commit.files.end(), IsNewFile);
    std::vector<Cell> row = {commit.instant, TextOrNull(commit.completion)};
    if (with_action) row.emplace_back(commit.action);
    for (int64_t number : {Sum(commit.files, [](const FileReport& f) { return f.bytes_written; }),
                           added, static_cast<int64_t>(commit.files.size()) - added,
                           static_cast<int64_t>(partitions.size()),
                           Sum(commit.files, [](const FileReport& f) { return f.writes; }),
                           Sum(commit.files, [](const FileReport& f) { return f.updates; }),
                           Sum(commit.files, [](const FileReport& f) { return f.errors; })}) {
      row.emplace_back(number);
    }
    rows.Add(std::move(row));
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> CommitFileRows(const std::vector<CommitReport>& commits, size_t limit) {
  TypedRows rows(
      "commit_time string, state_transition_time string, action string, `partition` string, "
      "file_id string, previous_commit string, num_writes bigint, num_inserts bigint, num_deletes "
      "bigint, num_update_writes bigint, total_errors bigint, total_log_blocks bigint, "
      "total_corrupt_log_blocks bigint, total_rollback_blocks bigint, total_log_records bigint, "
      "total_updated_records_compacted bigint, total_bytes_written bigint");
  for (const CommitReport& commit : commits) {
    for (const FileReport& file : commit.files) {
      rows.Add({commit.instant, TextOrNull(commit.completion), commit.action, file.partition,
                file.file_id, file.previous_commit, file.writes, file.inserts, file.deletes,
                file.updates, file.errors, file.log_blocks, file.corrupt_log_blocks,
                file.rollback_blocks, file.log_records, file.updated_compacted,
                file.bytes_written});
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowCommits(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> commits,
                        ReadCommitReports(table.base_path, limit));
  return CommitRows(commits, /*with_action=*/true, limit);
}

arrow::Result<Rows> ShowCommitsMetadata(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> commits,
                        ReadCommitReports(table.base_path, limit));
  return CommitFileRows(commits, limit);
}

// An instant of this many days ago.
std::string DaysAgo(int days) {
  const std::time_t then = std::time(nullptr) - std::time_t{days} * 24 * 60 * 60;
  std::tm local{};
  localtime_r(&then, &local);
  char text[32];
  std::strftime(text, sizeof(text), "%Y%m%d%H%M%S000", &local);
  return text;
}

arrow::Result<std::vector<CommitReport>> ArchivedCommits(SessionState& state,
                                                         const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  std::string first = arguments.Get("start_ts");
  std::string last = arguments.Get("end_ts");
  for (const auto& [name, text] : {std::pair("start_ts", first), std::pair("end_ts", last)}) {
    if (text.find_first_not_of("0123456789") == std::string::npos) continue;
    return Fail(ErrorCode::kInvalidArgument, name, name, " = '", text, "': expected an instant");
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> all,
                        ReadArchivedReports(table.base_path, "", ""));
  const bool has_any = !all.empty();
  if (!has_any) ARROW_RETURN_NOT_OK(NoticeIfNoHistory(state, table.base_path));
  constexpr int kFirstDay = 10;
  constexpr int kLastDay = 1;
  const bool by_default = first.empty() || last.empty();
  if (first.empty()) first = DaysAgo(kFirstDay);
  if (last.empty()) last = DaysAgo(kLastDay);
  std::erase_if(all, [&](const CommitReport& commit) {
    return commit.instant < first || commit.instant > last;
  });
  if (all.empty() && has_any && by_default) {
    state.Notice("all archived commits lie outside of " + first + " to " + last +
                 "; start_ts and end_ts choose others");
  }
  return all;
}

arrow::Result<Rows> ShowArchivedCommits(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> commits, ArchivedCommits(state, arguments));
  return CommitRows(commits, /*with_action=*/false, limit);
}

arrow::Result<Rows> ShowArchivedCommitsMetadata(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> commits, ArchivedCommits(state, arguments));
  return CommitFileRows(commits, limit);
}

arrow::Result<Rows> ShowCommitFiles(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(CommitReport commit,
                        ReadCommitReport(table.base_path, arguments.Get("instant_time")));
  TypedRows rows(
      "action string, partition_path string, file_id string, previous_commit string, "
      "total_records_updated bigint, total_records_written bigint, total_bytes_written bigint, "
      "total_errors bigint, file_size bigint");
  for (const FileReport& file : commit.files) {
    rows.Add({commit.action, file.partition, file.file_id, file.previous_commit, file.updates,
              file.writes, file.bytes_written, file.errors, file.file_size});
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowCommitPartitions(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(CommitReport commit,
                        ReadCommitReport(table.base_path, arguments.Get("instant_time")));
  std::map<std::string, std::vector<FileReport>> partitions;
  for (const FileReport& file : commit.files) partitions[file.partition].push_back(file);
  TypedRows rows(
      "action string, partition_path string, total_files_added bigint, total_files_updated bigint, "
      "total_records_inserted bigint, total_records_updated bigint, total_bytes_written bigint, "
      "total_errors bigint");
  for (const auto& [partition, files] : partitions) {
    int64_t added = std::count_if(files.begin(), files.end(), IsNewFile);
    rows.Add({commit.action, partition, added, static_cast<int64_t>(files.size()) - added,
              Sum(files, [](const FileReport& f) { return f.inserts; }),
              Sum(files, [](const FileReport& f) { return f.updates; }),
              Sum(files, [](const FileReport& f) { return f.bytes_written; }),
              Sum(files, [](const FileReport& f) { return f.errors; })});
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowCommitWriteStats(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(CommitReport commit,
                        ReadCommitReport(table.base_path, arguments.Get("instant_time")));
  int64_t bytes = Sum(commit.files, [](const FileReport& f) { return f.bytes_written; });
  int64_t records = Sum(commit.files, [](const FileReport& f) { return f.writes; });
  int64_t average = records == 0 ? 0
                                 : static_cast<int64_t>(std::ceil(static_cast<double>(bytes) /
                                                                  static_cast<double>(records)));
  TypedRows rows(
      "action string, total_bytes_written bigint, total_records_written bigint, avg_record_size "
      "bigint");
  rows.Add({commit.action, bytes, records, average});
  return rows.Finish();
}

arrow::Result<Rows> ShowCommitExtraMetadata(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  std::string instant = arguments.Get("instant_time");
  CommitReport commit;
  if (instant.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> newest, ReadCommitReports(table.base_path, 1));
    if (newest.empty()) {
      return Fail(ErrorCode::kNotFound, table.name, "the table '", table.name,
                  "' has no commit yet");
    }
    commit = std::move(newest[0]);
  } else {
    ARROW_ASSIGN_OR_RAISE(commit, ReadCommitReport(table.base_path, instant));
  }
  const std::string key = arguments.Get("metadata_key");
  TypedRows rows("instant_time string, action string, metadata_key string, metadata_value string");
  for (const auto& [name, value] : commit.extra) {
    if (key.empty() || name == key) rows.Add({commit.instant, commit.action, name, value});
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowTableProperties(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  TypedRows rows("key string, value string");
  for (const auto& [key, value] : info.properties) rows.Add({key, value});
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> StatsWriteAmplification(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<CommitReport> commits,
                        ReadCommitReports(table.base_path, 1'000'000));
  std::reverse(commits.begin(), commits.end());
  TypedRows rows(
      "commit_time string, total_upserted bigint, total_written bigint, write_amplification_factor "
      "string");
  const auto factor = [](int64_t upserted, int64_t written) -> std::string {
    if (upserted <= 0) return "0";
    return fmt::format("{:.2f}", static_cast<double>(written) / static_cast<double>(upserted));
  };
  int64_t all_upserted = 0;
  int64_t all_written = 0;
  for (const CommitReport& commit : commits) {
    int64_t upserted = Sum(commit.files, [](const FileReport& f) { return f.updates + f.inserts; });
    int64_t written = Sum(commit.files, [](const FileReport& f) { return f.writes; });
    rows.Add({commit.instant, upserted, written, factor(upserted, written)});
    all_upserted += upserted;
    all_written += written;
  }
  rows.Add({"Total", all_upserted, all_written, factor(all_upserted, all_written)});
  rows.Limit(limit);
  return rows.Finish();
}

// A quantile as the reference's metrics library has it.
double Quantile(const std::vector<int64_t>& sorted, double fraction) {
  double position = fraction * static_cast<double>(sorted.size() + 1);
  auto index = static_cast<size_t>(position);
  if (index < 1) return static_cast<double>(sorted.front());
  if (index >= sorted.size()) return static_cast<double>(sorted.back());
  auto lower = static_cast<double>(sorted[index - 1]);
  auto upper = static_cast<double>(sorted[index]);
  return lower + (position - std::floor(position)) * (upper - lower);
}

std::vector<Cell> SizesRow(const std::string& name, std::vector<int64_t> sizes) {
  std::sort(sizes.begin(), sizes.end());
  const auto count = static_cast<double>(sizes.size());
  double mean = 0;
  for (int64_t size : sizes) mean += static_cast<double>(size) / count;
  double squares = 0;
  for (int64_t size : sizes) squares += std::pow(static_cast<double>(size) - mean, 2);
  double deviation = sizes.size() < 2 ? 0 : std::sqrt(squares / (count - 1));
  return {name,     sizes.front(),         Quantile(sizes, 0.1), Quantile(sizes, 0.5),
          mean,     Quantile(sizes, 0.95), sizes.back(),         static_cast<int64_t>(sizes.size()),
          deviation};
}

arrow::Result<Rows> StatsFileSizes(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> files,
                        ListTableFiles(table.base_path, /*live_only=*/false, /*with_rows=*/false));
  const std::string partition = arguments.Get("partition_path");
  std::map<std::string, std::vector<int64_t>> by_commit;
  std::vector<int64_t> all;
  for (const FileInfo& file : files) {
    if (file.path.empty() || (!partition.empty() && file.partition != partition)) continue;
    by_commit[file.base_instant].push_back(file.size_bytes);
    all.push_back(file.size_bytes);
  }
  TypedRows rows(
      "commit_time string, min bigint, `10th` double, `50th` double, avg double, `95th` double, "
      "max bigint, num_files int, std_dev double");
  for (const auto& [commit, sizes] : by_commit) {
    if (rows.size() < limit) rows.Add(SizesRow(commit, sizes));
  }
  if (!all.empty()) rows.Add(SizesRow("ALL", all));
  return rows.Finish();
}

}  // namespace

std::vector<Procedure> CommitProcedures() {
  const ProcedureParameter table{"table"};
  const ProcedureParameter path{"path"};
  const ProcedureParameter limit{"limit", false, "10"};
  const ProcedureParameter instant{"instant_time", true};
  return {
      {"show_commits", {table, limit, path}, ShowCommits},
      {"show_commits_metadata", {table, limit, path}, ShowCommitsMetadata},
      {"show_archived_commits",
       {table, limit, {"start_ts"}, {"end_ts"}, path},
       ShowArchivedCommits},
      {"show_archived_commits_metadata",
       {table, limit, {"start_ts"}, {"end_ts"}, path},
       ShowArchivedCommitsMetadata},
      {"show_commit_files", {table, limit, instant, path}, ShowCommitFiles},
      {"show_commit_partitions", {table, limit, instant, path}, ShowCommitPartitions},
      {"show_commit_write_stats", {table, limit, instant, path}, ShowCommitWriteStats},
      {"show_commit_extra_metadata",
       {table, {"limit", false, "100"}, {"instant_time"}, {"metadata_key"}, path},
       ShowCommitExtraMetadata},
      {"show_table_properties", {table, path, limit, {"filter"}}, ShowTableProperties},
      {"stats_wa", {table, limit, path}, StatsWriteAmplification},
      {"stats_file_sizes", {table, {"partition_path"}, limit, path}, StatsFileSizes},
  };
}

}  // namespace hudi::sql
