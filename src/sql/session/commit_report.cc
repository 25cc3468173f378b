// SPDX-License-Identifier: Apache-2.0
#include "sql/session/commit_report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/table_info.h"

namespace hudi::sql {
namespace {

using Json = nlohmann::json;

int64_t Number(const Json& stat, const char* key) {
  auto found = stat.find(key);
  return found != stat.end() && found->is_number() ? found->get<int64_t>() : 0;
}
std::string Text(const Json& stat, const char* key) {
  auto found = stat.find(key);
  return found != stat.end() && found->is_string() ? found->get<std::string>() : "";
}

bool IsWriteAction(const TimelineEntry& entry) {
  return entry.action == "commit" || entry.action == "deltacommit" ||
         entry.action == "replacecommit" || entry.action == "clustering";
}

void TakeFiles(const std::string& text, CommitReport* report) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (auto extra = json.is_object() ? json.find("extraMetadata") : json.end();
      extra != json.end() && extra->is_object()) {
    for (const auto& [key, value] : extra->items()) {
      if (value.is_string()) report->extra[key] = value.get<std::string>();
    }
  }
  auto partitions = json.is_object() ? json.find("partitionToWriteStats") : json.end();
  if (partitions == json.end() || !partitions->is_object()) return;
  for (const auto& [partition, stats] : partitions->items()) {
    if (!stats.is_array()) continue;
    for (const Json& stat : stats) {
      if (!stat.is_object()) continue;
      FileReport file;
      file.partition = partition;
      file.file_id = Text(stat, "fileId");
      file.path = Text(stat, "path");
      file.previous_commit = Text(stat, "prevCommit");
      file.writes = Number(stat, "numWrites");
      file.inserts = Number(stat, "numInserts");
      file.deletes = Number(stat, "numDeletes");
      file.updates = Number(stat, "numUpdateWrites");
      file.bytes_written = Number(stat, "totalWriteBytes");
      file.errors = Number(stat, "totalWriteErrors");
      file.file_size = Number(stat, "fileSizeInBytes");
      file.log_blocks = Number(stat, "totalLogBlocks");
      file.corrupt_log_blocks = Number(stat, "totalCorruptLogBlock");
      file.rollback_blocks = Number(stat, "totalRollbackBlocks");
      file.log_records = Number(stat, "totalLogRecords");
      file.updated_compacted = Number(stat, "totalUpdatedRecordsCompacted");
      report->files.push_back(std::move(file));
    }
  }
}

arrow::Status ReadFiles(const std::string& base_path, CommitReport* report) {
  ARROW_ASSIGN_OR_RAISE(std::string text, ReadCommitAsJson(base_path, report->instant));
  TakeFiles(text, report);
  return arrow::Status::OK();
}

arrow::Result<std::vector<TimelineEntry>> CompletedWrites(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries,
                        ListTimeline(base_path, /*with_history=*/false));
  std::erase_if(entries, [](const TimelineEntry& entry) {
    return !IsWriteAction(entry) || entry.completion.empty();
  });
  std::sort(entries.begin(), entries.end(),
            [](const TimelineEntry& a, const TimelineEntry& b) { return a.begin > b.begin; });
  return entries;
}

}  // namespace

arrow::Result<std::vector<CommitReport>> ReadCommitReports(const std::string& base_path,
                                                           size_t limit) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, CompletedWrites(base_path));
  if (entries.size() > limit) entries.resize(limit);
  std::vector<CommitReport> reports;
  for (const TimelineEntry& entry : entries) {
    CommitReport report{entry.begin, entry.completion, entry.action, {}, {}};
    ARROW_RETURN_NOT_OK(ReadFiles(base_path, &report));
    reports.push_back(std::move(report));
  }
  return reports;
}

arrow::Result<std::vector<CommitReport>> ReadArchivedReports(const std::string& base_path,
                                                             const std::string& first,
                                                             const std::string& last) {
  ARROW_ASSIGN_OR_RAISE(std::vector<ArchivedInstant> archived,
                        ReadArchivedInstants(base_path, first, last));
  std::vector<CommitReport> reports;
  for (auto one = archived.rbegin(); one != archived.rend(); ++one) {
    if (!IsWriteAction(one->entry)) continue;
    CommitReport report{one->entry.begin, one->entry.completion, one->entry.action, {}, {}};
    TakeFiles(one->json, &report);
    reports.push_back(std::move(report));
  }
  return reports;
}

arrow::Result<CommitReport> ReadCommitReport(const std::string& base_path,
                                             const std::string& instant) {
  ARROW_ASSIGN_OR_RAISE(std::vector<TimelineEntry> entries, CompletedWrites(base_path));
  for (const TimelineEntry& entry : entries) {
    if (entry.begin != instant) continue;
    CommitReport report{entry.begin, entry.completion, entry.action, {}, {}};
    ARROW_RETURN_NOT_OK(ReadFiles(base_path, &report));
    return report;
  }
  std::string newest = entries.empty() ? "" : "; the newest is '" + entries[0].begin + "'";
  return Fail(ErrorCode::kNotFound, instant, "no completed write '", instant,
              "' is on the active timeline", newest);
}

}  // namespace hudi::sql
