// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/commit/commit_builder.h"

#include "hudi/timeline/schema_history.h"

namespace hudi {

Action ActionOf(const WriteConfig& config, bool creates_table) {
  switch (config.operation) {
    case WriteOperation::kInsertOverwrite:
    case WriteOperation::kInsertOverwriteTable:
    case WriteOperation::kDeletePartition:
      return Action::kReplaceCommit;
    default:
      break;
  }
  if (config.table_type == TableType::kCopyOnWrite) return Action::kCommit;
  // The release of version 9 does not know yet, when its row writer makes the table, of what type
  // that is.
  bool by_row_writer = config.operation == WriteOperation::kBulkInsert && config.row_writer;
  if (creates_table && by_row_writer && config.table_version >= 9) return Action::kCommit;
  return Action::kDeltaCommit;
}

arrow::Result<PendingBodies> MakePendingBodies(const WriteContext& context,
                                               const std::vector<WriteStat>& planned) {
  PendingBodies bodies;
  Action action = context.session->options().action;
  CommitMetadata inflight;
  if (action == Action::kReplaceCommit) {
    ARROW_ASSIGN_OR_RAISE(bodies.requested, EncodeRequestedReplaceMetadata());
  } else if (action == Action::kDeltaCommit && !planned.empty()) {
    for (const WriteStat& stat : planned) {
      inflight.partition_to_write_stats[stat.partition_path].push_back(stat);
    }
  } else {
    // Commits may have empty pending states; of a replacecommit the reference reads both.
    return bodies;
  }
  inflight.operation_type = OperationName(context.config.operation);
  ARROW_ASSIGN_OR_RAISE(bodies.inflight,
                        EncodeCommitMetadata(inflight, context.timeline->layout().version));
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
  metadata.is_replace = context.session->options().action == Action::kReplaceCommit;
  metadata.partition_to_replace_file_ids = content.replaced;
  for (const WriteStat& stat : content.stats) {
    metadata.partition_to_write_stats[stat.partition_path].push_back(stat);
  }
  ARROW_RETURN_NOT_OK(CarryCheckpoints(*context.timeline, &metadata));
  for (const auto& [key, value] : context.config.extra_metadata) {
    metadata.extra_metadata[key] = value;
  }
  metadata.extra_metadata["schema"] = context.commit_schema_json;
  if (context.stored_names != nullptr) {
    metadata.extra_metadata[std::string(kLatestSchemaKey)] =
        InternalSchemaJson(context.stored_names->now());
  }
  return metadata;
}

}  // namespace hudi
