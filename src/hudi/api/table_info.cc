// SPDX-License-Identifier: Apache-2.0
#include "hudi/table_info.h"

#include <algorithm>
#include <utility>

#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/format/avro/document.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/schema/ddl.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/storage.h"

namespace hudi {
namespace {

arrow::Result<OpenedTable> OpenAt(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  return OpenedTable::Open(std::move(storage));
}

FileInfo InfoOf(const FileSlice& slice, std::string_view state) {
  FileInfo info;
  info.partition = slice.partition_path;
  info.file_id = slice.file_id;
  info.base_instant = slice.base_instant;
  info.num_log_files = static_cast<int>(slice.log_files.size());
  for (const LogFile& log : slice.log_files) {
    info.log_files.push_back({log.path, log.size_bytes, log.name.instant});
  }
  info.state = state;
  if (slice.base_file.has_value()) {
    info.path = slice.base_file->path;
    info.size_bytes = slice.base_file->size_bytes;
  }
  return info;
}

// All committed slices, by partition, file id and, newest first, instant.
arrow::Result<std::vector<FileInfo>> AllSlices(const OpenedTable& table,
                                               const std::vector<std::string>& partitions,
                                               const std::string& as_of) {
  ARROW_ASSIGN_OR_RAISE(std::vector<Timeline::Replaced> replaced,
                        table.timeline->ReplacedFileGroups(as_of));
  std::vector<FileInfo> files;
  for (const std::string& partition : partitions) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> listing, table.storage->List(partition));
    ARROW_ASSIGN_OR_RAISE(std::vector<FileGroup> groups,
                          BuildFileGroups(*table.timeline, partition, listing, replaced, as_of));
    std::sort(groups.begin(), groups.end(),
              [](const FileGroup& a, const FileGroup& b) { return a.file_id < b.file_id; });
    for (const FileGroup& group : groups) {
      for (size_t i = 0; i < group.slices.size(); ++i) {
        const char* state = !group.replaced_by.empty() ? "replaced" : i == 0 ? "live" : "old";
        files.push_back(InfoOf(group.slices[i], state));
      }
    }
  }
  return files;
}

arrow::Status ReadRowCounts(const Storage& storage, std::vector<FileInfo>* files) {
  return RunTasks(0, files->size(), [&](size_t i) -> arrow::Status {
    FileInfo& file = (*files)[i];
    if (file.path.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                          storage.OpenInput(file.path));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader,
                          BaseFileReader::Open(std::move(input), file.path));
    file.num_rows = reader->num_rows();
    return arrow::Status::OK();
  });
}

TimelineEntry EntryOf(const Instant& instant) {
  TimelineEntry entry;
  entry.begin = instant.requested;
  entry.completion = instant.completion;
  entry.action = ActionName(instant.action);
  entry.state = StateName(instant.state);
  return entry;
}

void AddCounts(const CommitMetadata& commit, TimelineEntry* entry) {
  entry->operation = commit.operation_type;
  for (const auto& [partition, stats] : commit.partition_to_write_stats) {
    for (const WriteStat& stat : stats) {
      entry->inserted += stat.num_inserts;
      entry->updated += stat.num_update_writes;
      entry->deleted += stat.num_deletes;
      entry->written += stat.num_writes;
      entry->errors += stat.total_write_errors;
      entry->bytes += stat.total_write_bytes;
      entry->files += stat.path.empty() ? 0 : 1;
      // Java's null as text, in old releases.
      const bool is_new = stat.prev_commit.empty() || stat.prev_commit == "null";
      entry->files_updated += is_new ? 0 : 1;
    }
  }
  entry->partitions = static_cast<int64_t>(commit.partition_to_write_stats.size());
}

// The instant with this requested time whose body says most: a completed one before a pending one,
// a write before a savepoint of it.
const Instant* FindInstant(const Timeline& timeline, const std::string& requested,
                           const std::string& action) {
  const Instant* found = nullptr;
  for (const Instant& instant : timeline.instants()) {
    if (instant.requested != requested) continue;
    if (!action.empty() && ActionName(instant.action) != action) continue;
    if (found == nullptr || (instant.completed() && !found->completed()) ||
        (instant.completed() && instant.is_write() && !found->is_write())) {
      found = &instant;
    }
  }
  return found;
}

// The instant that lies nearest to `wanted` in the order of the timeline.
std::string NearestInstant(const Timeline& timeline, const std::string& wanted) {
  const std::vector<Instant>& instants = timeline.instants();
  if (instants.empty()) return "";
  size_t best = 0;
  size_t best_length = 0;
  for (size_t i = 0; i < instants.size(); ++i) {
    const std::string& candidate = instants[i].requested;
    size_t common = static_cast<size_t>(
        std::mismatch(candidate.begin(), candidate.end(), wanted.begin(), wanted.end()).first -
        candidate.begin());
    if (common >= best_length) {
      best_length = common;
      best = i;
    }
  }
  return instants[best].requested;
}

arrow::Result<std::string> BodyAsJson(const std::string& body, const std::string& name) {
  if (body.empty()) return std::string("{}");
  avro::Document document;
  if (body.starts_with("Obj")) {
    ARROW_ASSIGN_OR_RAISE(std::vector<avro::Document> documents,
                          avro::ReadContainerDocuments(body, name));
    if (documents.size() != 1) {
      return Fail(ErrorCode::kCorruptFile, name, name, ": it holds ", documents.size(),
                  " records, expected one");
    }
    document = std::move(documents[0]);
  } else {
    document = avro::Document::parse(body, nullptr, /*allow_exceptions=*/false);
    if (document.is_discarded()) {
      return Fail(ErrorCode::kCorruptFile, name, name,
                  ": it is neither an Avro container nor a JSON document");
    }
  }
  return document.dump(2, ' ', false, avro::Document::error_handler_t::replace);
}

}  // namespace

arrow::Result<TableInfo> DescribeTable(const std::string& base_path) {
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenAt(base_path));
  TableInfo info;
  info.base_path = table.storage->root();
  info.name = table.config.name();
  info.type = table.config.type() == TableType::kMergeOnRead ? "MERGE_ON_READ" : "COPY_ON_WRITE";
  info.version = table.config.version();
  for (const auto& [key, value] : table.config.properties()) info.properties[key] = value;
  ARROW_ASSIGN_OR_RAISE(TableSchema schema,
                        ReadTableSchema(*table.storage, table.config, *table.timeline, ""));
  if (schema.columns->num_fields() > 0) info.schema = schema.columns;
  info.avro_schema = schema.avro_json;
  ARROW_ASSIGN_OR_RAISE(info.partitions, ListPartitions(*table.storage));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> files, AllSlices(table, info.partitions, ""));
  for (FileInfo& file : files) {
    if (file.state == "live") {
      info.files.push_back(std::move(file));
    } else {
      ++info.num_old_files;
      info.old_bytes += file.size_bytes;
    }
  }
  return info;
}

arrow::Result<std::vector<TimelineEntry>> ListTimeline(const std::string& base_path,
                                                       bool with_history) {
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenAt(base_path));
  std::vector<TimelineEntry> entries;
  if (with_history) {
    ARROW_ASSIGN_OR_RAISE(std::vector<Instant> history,
                          LoadHistory(*table.storage, table.timeline->layout()));
    for (const Instant& instant : history) {
      TimelineEntry entry = EntryOf(instant);
      entry.archived = true;
      entries.push_back(std::move(entry));
    }
  }
  for (const Instant& instant : table.timeline->instants()) {
    TimelineEntry entry = EntryOf(instant);
    entry.file_name = instant.file_name;
    if (instant.completed() && instant.is_write()) {
      ARROW_ASSIGN_OR_RAISE(CommitMetadata commit, table.timeline->ReadCommit(instant));
      AddCounts(commit, &entry);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

arrow::Result<std::vector<FileInfo>> ListTableFiles(const std::string& base_path, bool live_only,
                                                    bool with_rows, const std::string& as_of) {
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenAt(base_path));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> partitions, ListPartitions(*table.storage));
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> files, AllSlices(table, partitions, as_of));
  if (live_only) std::erase_if(files, [](const FileInfo& file) { return file.state != "live"; });
  if (with_rows) ARROW_RETURN_NOT_OK(ReadRowCounts(*table.storage, &files));
  return files;
}

arrow::Result<std::vector<ArchivedInstant>> ReadArchivedInstants(const std::string& base_path,
                                                                 const std::string& first,
                                                                 const std::string& last) {
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenAt(base_path));
  ARROW_ASSIGN_OR_RAISE(std::vector<ArchivedBody> bodies,
                        LoadHistoryBodies(*table.storage, table.timeline->layout(), first, last));
  std::vector<ArchivedInstant> archived;
  for (const ArchivedBody& one : bodies) {
    ArchivedInstant& instant = archived.emplace_back();
    instant.entry = EntryOf(one.instant);
    instant.entry.archived = true;
    if (one.body.empty()) continue;
    ARROW_ASSIGN_OR_RAISE(instant.json, BodyAsJson(one.body, one.instant.requested));
  }
  return archived;
}

arrow::Result<std::string> ReadCommitAsJson(const std::string& base_path,
                                            const std::string& instant, const std::string& action) {
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenAt(base_path));
  const Instant* found = FindInstant(*table.timeline, instant, action);
  if (found == nullptr) {
    std::string nearest = NearestInstant(*table.timeline, instant);
    return Fail(ErrorCode::kNotFound, instant, "instant '", instant,
                "' is not on the active timeline",
                nearest.empty() ? ", which is empty" : "; the nearest is ", nearest);
  }
  ARROW_ASSIGN_OR_RAISE(std::string body, table.timeline->ReadBody(*found, found->state));
  return BodyAsJson(body, found->file_name);
}

std::string SparkTypeText(const arrow::DataType& type) { return SparkTypeName(type); }

arrow::Result<std::shared_ptr<arrow::Schema>> ParseSparkDdl(const std::string& ddl) {
  return ParseDdl(ddl);
}

}  // namespace hudi
