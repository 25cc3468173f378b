// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/commit/commit_builder.h"

namespace hudi {

Action ActionOf(WriteOperation operation) {
  switch (operation) {
    case WriteOperation::kInsertOverwrite:
    case WriteOperation::kInsertOverwriteTable:
    case WriteOperation::kDeletePartition:
      return Action::kReplaceCommit;
    default:
      return Action::kCommit;
  }
}

arrow::Result<PendingBodies> MakePendingBodies(WriteOperation operation, int layout_version) {
  PendingBodies bodies;
  // Commits may have empty pending states; of a replacecommit the reference reads both.
  if (ActionOf(operation) != Action::kReplaceCommit) return bodies;
  ARROW_ASSIGN_OR_RAISE(bodies.requested, EncodeRequestedReplaceMetadata());
  CommitMetadata inflight;
  inflight.operation_type = OperationName(operation);
  ARROW_ASSIGN_OR_RAISE(bodies.inflight, EncodeCommitMetadata(inflight, layout_version));
  return bodies;
}

namespace {
constexpr std::string_view kCheckpointKeys[] = {
    "deltastreamer.checkpoint.key", "deltastreamer.checkpoint.reset_key",
    "streamer.checkpoint.key.v2", "streamer.checkpoint.reset.key.v2"};

/// A streamer looks for its checkpoint in the newest commit, so a commit of another writer must not
/// hide it.
arrow::Status CarryCheckpoints(const Timeline& timeline, CommitMetadata* metadata) {
  std::vector<Instant> writes = timeline.CompletedWrites();
  if (writes.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(CommitMetadata last, timeline.ReadCommit(writes.back()));
  for (std::string_view key : kCheckpointKeys) {
    auto it = last.extra_metadata.find(std::string(key));
    if (it != last.extra_metadata.end()) metadata->extra_metadata.insert(*it);
  }
  return arrow::Status::OK();
}
}  // namespace

arrow::Result<CommitMetadata> MakeCommitMetadata(const WriteContext& context,
                                                 const CommitContent& content) {
  CommitMetadata metadata;
  metadata.operation_type = OperationName(context.config.operation);
  metadata.is_replace = ActionOf(context.config.operation) == Action::kReplaceCommit;
  metadata.partition_to_replace_file_ids = content.replaced;
  for (const WriteStat& stat : content.stats) {
    metadata.partition_to_write_stats[stat.partition_path].push_back(stat);
  }
  ARROW_RETURN_NOT_OK(CarryCheckpoints(*context.timeline, &metadata));
  for (const auto& [key, value] : context.config.extra_metadata) {
    metadata.extra_metadata[key] = value;
  }
  metadata.extra_metadata["schema"] = context.commit_schema_json;
  return metadata;
}

}  // namespace hudi
