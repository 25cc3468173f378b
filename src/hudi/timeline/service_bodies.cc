// SPDX-License-Identifier: Apache-2.0
// Bodies of instants other than completed writes: replace plans, rollbacks, cleans, compaction.
#include <utility>

#include "hudi/format/avro/document.h"
#include "hudi/timeline/body_reader.h"
#include "hudi/timeline/body_schemas.h"
#include "hudi/timeline/commit_metadata.h"

namespace hudi {

arrow::Result<std::string> EncodeRequestedReplaceMetadata() {
  // The reference leaves the version null here, whatever the schema's default says.
  return avro::WriteContainerDocument(kRequestedReplaceSchema, {{"version", nullptr}});
}

arrow::Result<std::string> EncodeRollbackPlan(const RollbackRecord& record) {
  avro::Document requests = avro::Document::array();
  for (const RollbackPartition& partition : record.partitions) {
    if (!partition.deleted_files.empty()) {
      requests.push_back({{"partitionPath", partition.partition_path},
                          {"fileId", ""},
                          {"latestBaseInstant", ""},
                          {"filesToBeDeleted", partition.deleted_files},
                          {"logBlocksToBeDeleted", avro::Document::object()}});
    }
    for (const RollbackPartition::Log& log : partition.logs) {
      avro::Document blocks = avro::Document::object();
      blocks[log.path] = log.size_bytes;
      requests.push_back({{"partitionPath", partition.partition_path},
                          {"fileId", log.file_id},
                          {"latestBaseInstant", log.base_instant},
                          {"filesToBeDeleted", avro::Document::array()},
                          {"logBlocksToBeDeleted", std::move(blocks)}});
    }
  }
  avro::Document plan = avro::Document::object();
  plan["instantToRollback"] = {{"commitTime", record.instant_to_rollback},
                               {"action", record.action}};
  plan["RollbackRequests"] = std::move(requests);
  return avro::WriteContainerDocument(kRollbackPlanSchema, plan);
}

arrow::Result<std::string> EncodeRollbackMetadata(const RollbackRecord& record) {
  int64_t num_files = 0;
  avro::Document partitions = avro::Document::object();
  for (const RollbackPartition& partition : record.partitions) {
    num_files += static_cast<int64_t>(partition.deleted_files.size());
    avro::Document commands = avro::Document::object();
    avro::Document failed = avro::Document::object();
    for (const RollbackPartition::Log& log : partition.logs) {
      commands[log.command_path] = log.command_bytes;
      failed[log.path] = log.size_bytes;
    }
    partitions[partition.partition_path] = {{"partitionPath", partition.partition_path},
                                            {"successDeleteFiles", partition.deleted_files},
                                            {"failedDeleteFiles", avro::Document::array()},
                                            {"rollbackLogFiles", std::move(commands)},
                                            {"logFilesFromFailedCommit", std::move(failed)}};
  }
  avro::Document instant = {{"commitTime", record.instant_to_rollback}, {"action", record.action}};
  avro::Document metadata = avro::Document::object();
  metadata["startRollbackTime"] = record.start_time;
  metadata["timeTakenInMillis"] = record.time_taken_ms;
  metadata["totalFilesDeleted"] = num_files;
  metadata["commitsRollback"] = std::vector<std::string>{record.instant_to_rollback};
  metadata["partitionMetadata"] = std::move(partitions);
  metadata["instantsRollback"] = avro::Document::array();
  metadata["instantsRollback"].push_back(std::move(instant));
  return avro::WriteContainerDocument(kRollbackSchema, metadata);
}

arrow::Result<std::vector<std::string>> DecodeRolledBackInstants(std::string_view body,
                                                                 std::string_view path) {
  std::vector<std::string> instants;
  if (body.empty()) return instants;
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  const BodyReader reader = document.reader();
  instants = reader.Texts("commitsRollback");
  const std::string planned = reader.Object("instantToRollback").Text("commitTime");
  if (!planned.empty()) instants.push_back(planned);
  for (const auto& [instant, rollbacks] : reader.ObjectLists("hoodieRestoreMetadata")) {
    for (const BodyReader& rollback : rollbacks) {
      for (std::string& text : rollback.Texts("commitsRollback")) {
        instants.push_back(std::move(text));
      }
    }
  }
  ARROW_RETURN_NOT_OK(document.status());
  return instants;
}

arrow::Result<CleanSummary> DecodeCleanMetadata(std::string_view body, std::string_view path) {
  CleanSummary summary;
  if (body.empty()) return summary;
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  BodyReader reader = document.reader();
  summary.earliest_commit_to_retain = reader.Text("earliestCommitToRetain");
  summary.last_completed_commit = reader.Text("lastCompletedCommitTimestamp");
  ARROW_RETURN_NOT_OK(document.status());
  return summary;
}

arrow::Result<std::vector<PlannedFileGroup>> DecodePlannedFileGroups(std::string_view body,
                                                                     std::string_view path) {
  std::vector<PlannedFileGroup> groups;
  if (body.empty()) return groups;
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  BodyReader reader = document.reader();
  for (const BodyReader& operation : reader.Objects("operations")) {
    groups.push_back({operation.Text("partitionPath"), operation.Text("fileId")});
  }
  for (const BodyReader& group : reader.Object("clusteringPlan").Objects("inputGroups")) {
    for (const BodyReader& slice : group.Objects("slices")) {
      groups.push_back({slice.Text("partitionPath"), slice.Text("fileId")});
    }
  }
  ARROW_RETURN_NOT_OK(document.status());
  return groups;
}

arrow::Result<bool> IsClusteringPlan(std::string_view body, std::string_view path) {
  if (body.empty()) return false;
  ARROW_ASSIGN_OR_RAISE(TimelineBody document, TimelineBody::Parse(body, path));
  return document.reader().Text("operationType") == "CLUSTER";
}

}  // namespace hudi
