// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/rollback.h"

#include <chrono>
#include <set>

#include "hudi/error.h"
#include "hudi/format/log/block.h"
#include "hudi/services/rollback/publish_rollback.h"
#include "hudi/services/rollback/rollback_plan.h"
#include "hudi/timeline/instant_time.h"
#include "hudi/write/write_session.h"

namespace hudi {
namespace {

int64_t NowMs() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// One rollback: plan, files, record, and last the instant itself, so that a crash at any point
/// leaves work for the next try.
class Rollback {
 public:
  Rollback(std::shared_ptr<Storage> storage, const TimelineLayout& layout)
      : storage_(std::move(storage)), layout_(layout) {}

  arrow::Status Run(const Instant& instant, const std::string& greatest) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FailedFiles> partitions,
                          FindFailedFiles(*storage_, layout_, instant));
    RollbackRecord record;
    record.instant_to_rollback = instant.requested;
    record.action = ActionName(instant.action);
    record.start_time = NextInstant(greatest, layout_.utc);
    log::BlockHeader header = {
        {log::HeaderKey::kInstantTime, record.start_time},
        {log::HeaderKey::kTargetInstantTime, record.instant_to_rollback},
        {log::HeaderKey::kCommandBlockType, std::string(log::kRollbackCommand)}};
    std::string command = log::EncodeBlock(log::BlockType::kCommand, header, "");
    for (const FailedFiles& partition : partitions) {
      RollbackPartition absolute{partition.partition_path, {}, {}};
      for (const std::string& path : partition.files) {
        absolute.deleted_files.push_back(AbsoluteUri(*storage_, path));
      }
      for (const FailedLog& log : partition.logs) {
        absolute.logs.push_back({log.file_id, log.base_instant, AbsoluteUri(*storage_, log.path),
                                 log.size_bytes, AbsoluteUri(*storage_, log.command_path),
                                 static_cast<int64_t>(command.size())});
      }
      record.partitions.push_back(std::move(absolute));
    }
    ARROW_RETURN_NOT_OK(
        PublishRollback(storage_, layout_, std::move(record), [&]() -> arrow::Status {
          for (const FailedFiles& partition : partitions) {
            for (const std::string& path : partition.files) {
              ARROW_RETURN_NOT_OK(storage_->DeleteFile(path).status());
            }
            ARROW_RETURN_NOT_OK(WriteCommands(partition.logs, command));
          }
          return arrow::Status::OK();
        }));
    ARROW_RETURN_NOT_OK(TimelineWriter(storage_, layout_).RemovePending(instant));
    ARROW_RETURN_NOT_OK(storage_->DeleteTree(".hoodie/.temp/" + instant.requested));
    return storage_->DeleteFile(".hoodie/.heartbeat/" + instant.requested).status();
  }

 private:
  /// One command takes back all blocks of the instant in a slice.
  arrow::Status WriteCommands(const std::vector<FailedLog>& logs, const std::string& command) {
    std::set<std::string> written;
    for (const FailedLog& log : logs) {
      if (!written.insert(log.command_path).second) continue;
      // Straight into place: the temporary name of an atomic create would pass for a log file's. Of
      // a command that a crash cuts off, readers see no block, and the next try writes another.
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::OutputStream> output,
                            storage_->OpenOutput(log.command_path));
      ARROW_RETURN_NOT_OK(output->Write(command));
      ARROW_RETURN_NOT_OK(output->Close());
    }
    return arrow::Status::OK();
  }

  std::shared_ptr<Storage> storage_;
  TimelineLayout layout_;
};

arrow::Result<bool> IsPendingClustering(const Timeline& timeline, const Instant& instant) {
  if (instant.action == Action::kClustering) return true;
  if (instant.action != Action::kReplaceCommit) return false;
  ARROW_ASSIGN_OR_RAISE(std::string body, timeline.ReadBody(instant, InstantState::kRequested));
  if (body.empty()) return false;
  return IsClusteringPlan(body, instant.file_name);
}

/// Temporary files of creates that a crash cut short.
arrow::Status DeleteStrayTemporaryFiles(Storage& storage, const std::string& directory) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(directory));
  for (const FileEntry& entry : entries) {
    if (!entry.is_directory && entry.name().starts_with(".tmp-")) {
      ARROW_RETURN_NOT_OK(storage.DeleteFile(entry.path).status());
    }
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Status CheckWriterIsDead(const Storage& storage, const Instant& instant,
                                const RollbackOptions& options) {
  std::string path = ".hoodie/.heartbeat/" + instant.requested;
  arrow::Result<FileEntry> beat = storage.Stat(path);
  if (CodeOf(beat.status()) == ErrorCode::kNotFound) return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(beat.status());
  int64_t fresh_ms = options.heartbeat_interval_ms * options.heartbeat_tolerable_misses;
  int64_t age_ms = NowMs() - beat->mtime_ms;
  if (age_ms > fresh_ms) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::string body, storage.ReadAll(path));
  if (body == WriteSession::kHeartbeatBody) return arrow::Status::OK();
  return Fail(ErrorCode::kWriterConflict, instant.requested, "another writer at work: instant ",
              instant.requested, " is pending and its heartbeat is ", age_ms / 1000,
              " s old; try again when it is done, or after ", (fresh_ms - age_ms) / 1000 + 1,
              " s if that writer is dead");
}

arrow::Result<std::vector<std::string>> RollbackPendingWrites(
    const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
    const RollbackOptions& options) {
  std::vector<std::string> rolled_back;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const Timeline> timeline, Timeline::Load(storage, layout));
  std::vector<Instant> dead;
  for (const Instant& instant : timeline->PendingWrites()) {
    ARROW_ASSIGN_OR_RAISE(bool clustering, IsPendingClustering(*timeline, instant));
    if (clustering) continue;
    ARROW_RETURN_NOT_OK(CheckWriterIsDead(*storage, instant, options));
    dead.push_back(instant);
  }
  ARROW_RETURN_NOT_OK(DeleteStrayTemporaryFiles(*storage, layout.directory));
  if (dead.empty()) return rolled_back;
  ARROW_RETURN_NOT_OK(DropPendingRollbacks(storage, layout, *timeline));
  for (const Instant& instant : dead) {
    ARROW_ASSIGN_OR_RAISE(timeline, Timeline::Load(storage, layout));
    Rollback rollback(storage, layout);
    ARROW_RETURN_NOT_OK(rollback.Run(instant, timeline->GreatestTime()));
    rolled_back.push_back(instant.requested);
  }
  return rolled_back;
}

}  // namespace hudi
