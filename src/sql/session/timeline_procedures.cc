// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <sys/stat.h>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/session/history_notice.h"
#include "sql/session/instant_body.h"
#include "sql/session/procedures.h"
#include "sql/session/timeline_rows.h"
#include "sql/session/typed_rows.h"

namespace hudi::sql {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;
using Arguments = ProcedureArguments;

bool IsWrite(const TimelineEntry& entry) {
  return entry.action == "commit" || entry.action == "deltacommit" ||
         entry.action == "replacecommit";
}

// When the files of an instant's states were written, by state, as "MM-dd HH:mm:ss".
std::map<std::string, std::string> StateTimes(const std::filesystem::path& timeline,
                                              const std::string& instant) {
  std::map<std::string, std::string> times;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(timeline, error)) {
    std::string name = file.path().filename().string();
    const bool is_of_instant = name.starts_with(instant) && name.size() > instant.size() &&
                               (name[instant.size()] == '.' || name[instant.size()] == '_');
    struct stat status {};
    if (!is_of_instant || stat(file.path().c_str(), &status) != 0) continue;
    std::tm local{};
    localtime_r(&status.st_mtime, &local);
    char text[32];
    std::strftime(text, sizeof(text), "%m-%d %H:%M:%S", &local);
    const char* state = name.ends_with(".requested")  ? "REQUESTED"
                        : name.ends_with(".inflight") ? "INFLIGHT"
                                                      : "COMPLETED";
    times[state] = text;
  }
  return times;
}

// The time of an instant, "20240101020304...", as "01-01 02:03:04".
std::string ShortTime(const std::string& instant) {
  if (instant.size() < 14) return instant;
  return instant.substr(4, 2) + "-" + instant.substr(6, 2) + " " + instant.substr(8, 2) + ":" +
         instant.substr(10, 2) + ":" + instant.substr(12, 2);
}

std::string JoinTexts(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

// What rollbacks took back: by rollback, and the other way round.
struct Rollbacks {
  std::map<std::string, std::vector<std::string>> by_rollback;
  std::map<std::string, std::vector<std::string>> by_instant;
};
arrow::Result<Rollbacks> ReadRollbacks(const std::string& base_path,
                                       const std::vector<TimelineEntry>& entries) {
  Rollbacks rollbacks;
  for (const TimelineEntry& entry : entries) {
    if (entry.action != "rollback" || entry.archived || entry.completion.empty()) continue;
    ARROW_ASSIGN_OR_RAISE(InstantBody body, InstantBody::Read(base_path, entry));
    for (const std::string& instant : body.Texts("commitsRollback")) {
      rollbacks.by_rollback[entry.begin].push_back(instant);
      rollbacks.by_instant[instant].push_back(entry.begin);
    }
  }
  return rollbacks;
}

arrow::Result<Rows> ShowTimeline(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(bool with_history, arguments.Truth("showArchived"));
  if (with_history) ARROW_RETURN_NOT_OK(NoticeIfNoHistory(state, table.base_path));
  const std::string from = arguments.Get("startTime");
  const std::string to = arguments.Get("endTime");
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(table.base_path, with_history));
  std::erase_if(entries, [&](const TimelineEntry& entry) {
    return (!from.empty() && entry.begin < from) || (!to.empty() && entry.begin > to);
  });
  std::stable_sort(
      entries.begin(), entries.end(),
      [](const TimelineEntry& a, const TimelineEntry& b) { return a.begin > b.begin; });
  ARROW_ASSIGN_OR_RAISE(Rollbacks rollbacks, ReadRollbacks(table.base_path, entries));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  std::filesystem::path timeline = std::filesystem::path(info.base_path) / ".hoodie";
  if (info.version >= 8) timeline /= "timeline";
  // With both ends given the range alone decides.
  if (from.empty() || to.empty()) entries.resize(std::min(entries.size(), limit));
  TypedRows rows(
      "instant_time string, action string, state string, requested_time string, inflight_time "
      "string, completed_time string, timeline_type string, rollback_info string");
  for (const TimelineEntry& entry : entries) {
    std::map<std::string, std::string> times;
    if (entry.archived) {
      times = {{"REQUESTED", ShortTime(entry.begin)},
               {"INFLIGHT", ShortTime(entry.begin)},
               {"COMPLETED", ShortTime(entry.completion.empty() ? entry.begin : entry.completion)}};
    } else {
      times = StateTimes(timeline, entry.begin);
    }
    std::string rollback;
    if (auto done = rollbacks.by_rollback.find(entry.begin); done != rollbacks.by_rollback.end()) {
      rollback = "Rolled back: " + JoinTexts(done->second);
    } else if (auto by = rollbacks.by_instant.find(entry.begin);
               by != rollbacks.by_instant.end() && entry.action != "rollback") {
      rollback = "Rolled back by: " + JoinTexts(by->second);
    }
    rows.Add({entry.begin, entry.action, entry.state, TextOrNull(times["REQUESTED"]),
              TextOrNull(times["INFLIGHT"]), TextOrNull(times["COMPLETED"]),
              entry.archived ? "ARCHIVED" : "ACTIVE", TextOrNull(rollback)});
  }
  return rows.Finish();
}

// Completed instants of an action, newest first.
arrow::Result<std::vector<TimelineEntry>> Completed(const std::string& base_path,
                                                    std::string_view action) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(base_path, /*with_history=*/false));
  std::erase_if(entries, [&](const TimelineEntry& entry) {
    return entry.completion.empty() || entry.action != action;
  });
  std::reverse(entries.begin(), entries.end());
  return entries;
}

arrow::Result<Rows> ShowRollbacks(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, Completed(table.base_path, "rollback"));
  TypedRows rows(
      "instant string, rollback_instant string, total_files_deleted int, time_taken_in_millis "
      "bigint, total_partitions int");
  for (const TimelineEntry& entry : entries) {
    ARROW_ASSIGN_OR_RAISE(InstantBody body, InstantBody::Read(table.base_path, entry));
    for (const std::string& instant : body.Texts("commitsRollback")) {
      rows.Add({body.Text("startRollbackTime"), instant, body.Number("totalFilesDeleted"),
                body.Number("timeTakenInMillis"), static_cast<int64_t>(body.Partitions().size())});
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowRollbackDetail(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  const std::string instant = arguments.Get("instant_time");
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, Completed(table.base_path, "rollback"));
  auto entry = std::find_if(entries.begin(), entries.end(),
                            [&](const TimelineEntry& one) { return one.begin == instant; });
  if (entry == entries.end()) {
    return Fail(ErrorCode::kNotFound, instant, "no completed rollback '", instant,
                "' is on the active timeline",
                entries.empty() ? "" : "; the newest is '" + entries[0].begin + "'");
  }
  ARROW_ASSIGN_OR_RAISE(InstantBody body, InstantBody::Read(table.base_path, *entry));
  const std::string rolled_back = "[" + JoinTexts(body.Texts("commitsRollback")) + "]";
  TypedRows rows(
      "instant string, rollback_instant string, `partition` string, deleted_file string, succeeded "
      "boolean");
  for (const InstantBody& partition : body.Partitions()) {
    for (bool succeeded : {true, false}) {
      for (const std::string& file :
           partition.Texts(succeeded ? "successDeleteFiles" : "failedDeleteFiles")) {
        rows.Add({body.Text("startRollbackTime"), rolled_back, partition.name(), file, succeeded});
      }
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

struct Clean {
  TimelineEntry entry;
  InstantBody body;
};
// Newest first; with `showArchived` those of the history too.
arrow::Result<std::vector<Clean>> CleansOf(SessionState& state, const std::string& base_path,
                                           const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(bool with_history, arguments.Truth("showArchived"));
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, Completed(base_path, "clean"));
  std::vector<Clean> cleans;
  for (const TimelineEntry& entry : entries) {
    ARROW_ASSIGN_OR_RAISE(InstantBody body, InstantBody::Read(base_path, entry));
    cleans.push_back({entry, std::move(body)});
  }
  if (!with_history) return cleans;
  ARROW_RETURN_NOT_OK(NoticeIfNoHistory(state, base_path));
  ARROW_ASSIGN_OR_RAISE(std::vector<ArchivedInstant> archived,
                        ReadArchivedInstants(base_path, "", ""));
  for (auto one = archived.rbegin(); one != archived.rend(); ++one) {
    if (one->entry.action != "clean") continue;
    cleans.push_back({one->entry, InstantBody::Parse(one->json)});
  }
  return cleans;
}

arrow::Result<Rows> ShowCleans(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<Clean> cleans, CleansOf(state, table.base_path, arguments));
  TypedRows rows(
      "clean_time string, state_transition_time string, action string, start_clean_time string, "
      "time_taken_in_millis bigint, total_files_deleted int, earliest_commit_to_retain string, "
      "last_completed_commit_timestamp string, version int");
  for (const auto& [entry, body] : cleans) {
    rows.Add({entry.begin, TextOrNull(entry.completion), entry.action, body.Text("startCleanTime"),
              body.Number("timeTakenInMillis"), body.Number("totalFilesDeleted"),
              body.Text("earliestCommitToRetain"), body.Text("lastCompletedCommitTimestamp"),
              body.Number("version")});
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowCleansMetadata(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(size_t limit, arguments.Number("limit"));
  ARROW_ASSIGN_OR_RAISE(std::vector<Clean> cleans, CleansOf(state, table.base_path, arguments));
  TypedRows rows(
      "clean_time string, state_transition_time string, action string, start_clean_time string, "
      "partition_path string, policy string, delete_path_patterns int, success_delete_files int, "
      "failed_delete_files int, is_partition_deleted boolean, time_taken_in_millis bigint, "
      "total_files_deleted int");
  for (const auto& [entry, body] : cleans) {
    const auto count = [](const InstantBody& partition, const char* key) {
      return static_cast<int64_t>(partition.Texts(key).size());
    };
    for (const InstantBody& partition : body.Partitions()) {
      rows.Add({entry.begin, TextOrNull(entry.completion), entry.action,
                body.Text("startCleanTime"), partition.name(), partition.Text("policy"),
                count(partition, "deletePathPatterns"), count(partition, "successDeleteFiles"),
                count(partition, "failedDeleteFiles"), partition.Truth("isPartitionDeleted"),
                body.Number("timeTakenInMillis"), body.Number("totalFilesDeleted")});
    }
  }
  rows.Limit(limit);
  return rows.Finish();
}

arrow::Result<Rows> ShowSavepoints(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, arguments.Table(state));
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        Completed(table.base_path, "savepoint"));
  TypedRows rows("savepoint_time string");
  for (const TimelineEntry& entry : entries) rows.Add({entry.begin});
  return rows.Finish();
}

arrow::Result<std::vector<std::string>> CompletedWritesOf(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(base_path, /*with_history=*/false));
  std::vector<std::string> instants;
  for (const TimelineEntry& entry : entries) {
    if (IsWrite(entry) && !entry.completion.empty()) instants.push_back(entry.begin);
  }
  return instants;
}

arrow::Result<Rows> CompareCommits(SessionState& state, const Arguments& arguments) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(NameOfText(arguments.Get("table"))));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> source, CompletedWritesOf(table.base_path));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> target, CompletedWritesOf(arguments.Get("path")));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  const std::string newest_source = source.empty() ? "0" : source.back();
  const std::string newest_target = target.empty() ? "0" : target.back();
  const bool is_behind = newest_target > newest_source;
  std::vector<std::string> missing;
  for (const std::string& instant : is_behind ? target : source) {
    if (instant > (is_behind ? newest_source : newest_target)) missing.push_back(instant);
  }
  TypedRows rows("compare_detail string");
  rows.Add({"Source " + info.name + (is_behind ? " is behind by " : " is ahead by ") +
            std::to_string(missing.size()) + " commits. Commits to catch up - [" +
            JoinTexts(missing) + "]"});
  return rows.Finish();
}

}  // namespace

arrow::Result<Rows> QueryTimeline(const std::string& base_path, bool with_history) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, ListTimeline(base_path, with_history));
  TypedRows rows(
      "`Timestamp` string, Action string, State string, Completion_Time string, File_Name string, "
      "Total_Bytes_Written bigint, Total_Files_Updated bigint, Total_Partitions_Written bigint, "
      "Total_Records_Written bigint, Total_Updated_Records_Written bigint, Total_Write_Errors "
      "bigint");
  for (const TimelineEntry& entry : entries) {
    const bool counts = !entry.archived && !entry.completion.empty() && IsWrite(entry);
    const auto number = [&](int64_t value) { return counts ? value : int64_t{-1}; };
    rows.Add({entry.begin, entry.action, entry.state, TextOrNull(entry.completion),
              TextOrNull(entry.file_name), number(entry.bytes), number(entry.files_updated),
              number(entry.partitions), number(entry.written), number(entry.updated),
              number(entry.errors)});
  }
  return rows.Finish();
}

std::vector<Procedure> TimelineProcedures() {
  const ProcedureParameter table{"table"};
  const ProcedureParameter path{"path"};
  const ProcedureParameter limit{"limit", false, "10"};
  const ProcedureParameter filter{"filter"};
  return {
      {"show_timeline",
       {table,
        path,
        {"limit", false, "20"},
        {"showArchived", false, "false"},
        filter,
        {"startTime"},
        {"endTime"}},
       ShowTimeline},
      {"show_rollbacks", {table, limit, path}, ShowRollbacks},
      {"show_rollback_detail", {table, limit, {"instant_time", true}, path}, ShowRollbackDetail},
      {"show_cleans", {table, limit, {"showArchived", false, "false"}, filter, path}, ShowCleans},
      {"show_cleans_metadata",
       {table, limit, {"showArchived", false, "false"}, filter, path},
       ShowCleansMetadata},
      {"show_savepoints", {table, path}, ShowSavepoints},
      {"commits_compare", {{"table", true}, {"path", true}}, CompareCommits},
  };
}

}  // namespace hudi::sql
