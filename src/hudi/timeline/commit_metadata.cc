// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/commit_metadata.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hudi/error.h"
#include "hudi/format/avro/document.h"
#include "hudi/timeline/body_reader.h"
#include "hudi/timeline/body_schemas.h"

namespace hudi {
namespace {

using Json = nlohmann::ordered_json;

// Prints as the Java writer's pretty printer does: two spaces a level, " : " after a key, arrays of
// plain values on one line, "{ }" and "[ ]" when empty.
class PrettyPrinter {
 public:
  std::string Print(const Json& json) {
    Write(json, 0);
    return std::move(out_);
  }

 private:
  void NewLine(int level) {
    out_ += '\n';
    out_.append(static_cast<size_t>(level) * 2, ' ');
  }

  void Write(const Json& json, int level) {
    if (json.is_object()) {
      out_ += '{';
      bool first = true;
      for (const auto& [key, value] : json.items()) {
        if (!first) out_ += ',';
        first = false;
        NewLine(level + 1);
        out_ += Json(key).dump() + " : ";
        Write(value, level + 1);
      }
      if (first) {
        out_ += " }";
        return;
      }
      NewLine(level);
      out_ += '}';
    } else if (json.is_array()) {
      out_ += "[ ";
      for (size_t i = 0; i < json.size(); ++i) {
        if (i > 0) out_ += ", ";
        Write(json[i], level);
      }
      out_ += json.empty() ? "]" : " ]";
    } else {
      out_ += json.dump();
    }
  }

  std::string out_;
};

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json RuntimeStats(const WriteStat& stat) {
  return {{"totalScanTime", stat.scan_time_ms},
          {"totalUpsertTime", stat.upsert_time_ms},
          {"totalCreateTime", stat.create_time_ms}};
}

// The keys in the order of Hudi 0.15.
Json StatToJson(const WriteStat& stat) {
  Json json = {{"fileId", stat.file_id},
               {"path", TextOrNull(stat.path)},
               {"cdcStats", stat.cdc_stats.empty() ? Json(nullptr) : Json(stat.cdc_stats)},
               {"prevCommit", stat.prev_commit},
               {"numWrites", stat.num_writes},
               {"numDeletes", stat.num_deletes},
               {"numUpdateWrites", stat.num_update_writes},
               {"numInserts", stat.num_inserts},
               {"totalWriteBytes", stat.total_write_bytes},
               {"totalWriteErrors", stat.total_write_errors},
               {"tempPath", nullptr},
               {"partitionPath", stat.partition_path},
               {"totalLogRecords", stat.total_log_records},
               {"totalLogFilesCompacted", stat.total_log_files},
               {"totalLogSizeCompacted", stat.total_log_bytes_compacted},
               {"totalUpdatedRecordsCompacted", stat.total_updated_records_compacted},
               {"totalLogBlocks", stat.total_log_blocks},
               {"totalCorruptLogBlock", stat.total_corrupt_log_blocks},
               {"totalRollbackBlocks", stat.total_rollback_blocks},
               {"fileSizeInBytes", stat.file_size_in_bytes},
               {"minEventTime", OrNull(stat.min_event_time)},
               {"maxEventTime", OrNull(stat.max_event_time)},
               {"runtimeStats", RuntimeStats(stat)}};
  if (stat.log_version) {
    json["logVersion"] = *stat.log_version;
    json["logOffset"] = stat.log_offset.value_or(0);
    json["baseFile"] = stat.base_file.value_or("");
    json["logFiles"] = stat.log_files;
    json["recordsStats"] = {{"val", nullptr}};
  }
  return json;
}

avro::Document StatToDocument(const WriteStat& stat) {
  avro::Document document = {{"fileId", stat.file_id},
                             {"path", TextOrNull(stat.path)},
                             {"prevCommit", stat.prev_commit},
                             {"numWrites", stat.num_writes},
                             {"numDeletes", stat.num_deletes},
                             {"numUpdateWrites", stat.num_update_writes},
                             {"totalWriteBytes", stat.total_write_bytes},
                             {"totalWriteErrors", stat.total_write_errors},
                             {"partitionPath", stat.partition_path},
                             {"totalLogRecords", stat.total_log_records},
                             {"totalUpdatedRecordsCompacted", stat.total_updated_records_compacted},
                             {"numInserts", stat.num_inserts},
                             {"totalLogBlocks", stat.total_log_blocks},
                             {"totalCorruptLogBlock", stat.total_corrupt_log_blocks},
                             {"totalRollbackBlocks", stat.total_rollback_blocks},
                             {"fileSizeInBytes", stat.file_size_in_bytes},
                             {"prevBaseFile", OrNull(stat.prev_base_file)},
                             {"minEventTime", OrNull(stat.min_event_time)},
                             {"maxEventTime", OrNull(stat.max_event_time)},
                             {"runtimeStats", RuntimeStats(stat)},
                             {"totalLogFilesCompacted", stat.total_log_files},
                             {"totalLogReadTimeMs", stat.scan_time_ms},
                             {"totalLogSizeCompacted", stat.total_log_bytes_compacted},
                             {"numUpdates", 0}};
  if (!stat.cdc_stats.empty()) document["cdcStats"] = stat.cdc_stats;
  if (stat.log_version) {
    document["logVersion"] = *stat.log_version;
    document["logOffset"] = stat.log_offset.value_or(0);
    document["baseFile"] = stat.base_file.value_or("");
    document["logFiles"] = stat.log_files;
  }
  return document;
}

// Adds a key that is new and greater than those there, without looking for it.
template <typename T>
void Append(const std::string& key, T value, T* object) {
  auto& members = object->template get_ref<typename T::object_t&>();
  if constexpr (std::is_same_v<T, Json>) {
    members.push_back({key, std::move(value)});
  } else {
    members.emplace_hint(members.end(), key, std::move(value));
  }
}

// The keys that both forms share, but for the stats; T is one of the two JSON types.
template <typename T>
void AddTail(const CommitMetadata& metadata, T* json) {
  (*json)["compacted"] = metadata.compacted;
  // The reference leaves the version null, whatever the Avro schema's default says.
  if constexpr (std::is_same_v<T, avro::Document>) (*json)["version"] = nullptr;
  (*json)["extraMetadata"] = T::object();
  for (const auto& [key, value] : metadata.extra_metadata) (*json)["extraMetadata"][key] = value;
  // Java's name for a commit that did not say.
  (*json)["operationType"] = metadata.operation_type.empty() ? "UNKNOWN" : metadata.operation_type;
  if (!metadata.is_replace) return;
  (*json)["partitionToReplaceFileIds"] = T::object();
  T& replaced = (*json)["partitionToReplaceFileIds"];
  for (const auto& [partition, file_ids] : metadata.partition_to_replace_file_ids) {
    Append(partition, T(file_ids), &replaced);
  }
}

template <typename T, typename StatTo>
T ToJson(const CommitMetadata& metadata, StatTo stat_to) {
  T json = T::object();
  T stats = T::object();
  for (const auto& [partition, partition_stats] : metadata.partition_to_write_stats) {
    T list = T::array();
    for (const WriteStat& stat : partition_stats) list.push_back(stat_to(stat));
    Append(partition, std::move(list), &stats);
  }
  json["partitionToWriteStats"] = std::move(stats);
  AddTail(metadata, &json);
  return json;
}

WriteStat ReadStat(BodyReader reader) {
  WriteStat stat;
  stat.file_id = reader.Text("fileId");
  stat.path = reader.Text("path");
  stat.prev_commit = reader.OptionalText("prevCommit").value_or("null");
  stat.partition_path = reader.Text("partitionPath");
  stat.num_writes = reader.Integer("numWrites");
  stat.num_deletes = reader.Integer("numDeletes");
  stat.num_update_writes = reader.Integer("numUpdateWrites");
  stat.num_inserts = reader.Integer("numInserts");
  stat.total_write_bytes = reader.Integer("totalWriteBytes");
  stat.total_write_errors = reader.Integer("totalWriteErrors");
  stat.file_size_in_bytes = reader.Integer("fileSizeInBytes");
  stat.total_log_records = reader.Integer("totalLogRecords");
  stat.total_log_files =
      reader.OptionalInteger("totalLogFilesCompacted").value_or(reader.Integer("totalLogFiles"));
  stat.total_log_bytes_compacted = reader.Integer("totalLogSizeCompacted");
  stat.total_updated_records_compacted = reader.Integer("totalUpdatedRecordsCompacted");
  stat.total_log_blocks = reader.Integer("totalLogBlocks");
  stat.total_corrupt_log_blocks = reader.Integer("totalCorruptLogBlock");
  stat.total_rollback_blocks = reader.Integer("totalRollbackBlocks");
  stat.prev_base_file = reader.OptionalText("prevBaseFile");
  stat.cdc_stats = reader.IntegerMap("cdcStats");
  stat.min_event_time = reader.OptionalInteger("minEventTime");
  stat.max_event_time = reader.OptionalInteger("maxEventTime");
  BodyReader times = reader.Object("runtimeStats");
  stat.scan_time_ms = times.Integer("totalScanTime");
  stat.create_time_ms = times.Integer("totalCreateTime");
  stat.upsert_time_ms = times.Integer("totalUpsertTime");
  if (std::optional<int64_t> version = reader.OptionalInteger("logVersion")) {
    stat.log_version = static_cast<int32_t>(*version);
    stat.log_offset = reader.OptionalInteger("logOffset");
    stat.base_file = reader.OptionalText("baseFile");
    stat.log_files = reader.Texts("logFiles");
  }
  reader.Expect("fileId");
  reader.Expect("path");
  return stat;
}

}  // namespace

std::string_view CommitMetadata::schema_json() const {
  auto found = extra_metadata.find("schema");
  return found == extra_metadata.end() ? std::string_view() : std::string_view(found->second);
}

arrow::Result<std::string> EncodeCommitMetadata(const CommitMetadata& metadata,
                                                int layout_version) {
  if (layout_version >= 2) {
    return avro::WriteContainerDocument(metadata.is_replace ? kReplaceCommitSchema : kCommitSchema,
                                        ToJson<avro::Document>(metadata, StatToDocument));
  }
  try {
    return PrettyPrinter().Print(ToJson<Json>(metadata, StatToJson));
  } catch (const std::exception& error) {
    // Text that is not UTF-8 has no JSON form.
    return Fail(ErrorCode::kInvalidArgument, "", "commit metadata: ", error.what());
  }
}

arrow::Result<CommitMetadata> DecodeCommitMetadata(std::string_view body, std::string_view path) {
  CommitMetadata metadata;
  if (body.empty()) return metadata;
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  BodyReader reader = document.reader();
  for (auto& [partition, stats] : reader.ObjectLists("partitionToWriteStats")) {
    std::vector<WriteStat>& list = metadata.partition_to_write_stats[partition];
    for (const BodyReader& stat : stats) list.push_back(ReadStat(stat));
  }
  metadata.compacted = reader.Bool("compacted");
  metadata.extra_metadata = reader.TextMap("extraMetadata");
  metadata.operation_type = reader.Text("operationType");
  metadata.is_replace = reader.Has("partitionToReplaceFileIds");
  metadata.partition_to_replace_file_ids = reader.TextLists("partitionToReplaceFileIds");
  reader.Expect("partitionToWriteStats");
  ARROW_RETURN_NOT_OK(document.status());
  return metadata;
}

}  // namespace hudi
