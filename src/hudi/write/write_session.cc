// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/write_session.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "hudi/error.h"
#include "hudi/slices/file_slices.h"
#include "hudi/storage/local_output.h"

namespace hudi {
namespace {

std::string JoinPath(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : std::string(directory) + "/" + std::string(name);
}

/// Removes a partition directory that holds nothing but its metafile, and its parents as far as
/// they are empty then.
arrow::Status RemoveEmptyPartition(Storage& storage, std::string partition) {
  while (!partition.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::vector<FileEntry> entries, storage.List(partition));
    for (const FileEntry& entry : entries) {
      bool metafile = entry.name().find(".hoodie_partition_metadata") != std::string_view::npos;
      if (entry.is_directory || !metafile) return arrow::Status::OK();
    }
    ARROW_RETURN_NOT_OK(storage.DeleteTree(partition));
    size_t slash = partition.rfind('/');
    partition.resize(slash == std::string::npos ? 0 : slash);
  }
  return arrow::Status::OK();
}

/// Counts what is written to it.
class DiscardingOutput : public arrow::io::OutputStream {
 public:
  using arrow::io::Writable::Write;
  arrow::Status Write(const void*, int64_t size) override {
    position_ += size;
    return arrow::Status::OK();
  }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  arrow::Result<int64_t> Tell() const override { return position_; }
  bool closed() const override { return closed_; }

 private:
  int64_t position_ = 0;
  bool closed_ = false;
};

}  // namespace

WriteSession::WriteSession(std::shared_ptr<Storage> storage, SessionOptions options)
    : storage_(std::move(storage)),
      options_(std::move(options)),
      timeline_writer_(storage_, options_.layout) {}

WriteSession::~WriteSession() { StopHeartbeat(); }

std::string WriteSession::MarkerDirectory() const { return ".hoodie/.temp/" + options_.instant; }
std::string WriteSession::HeartbeatPath() const { return ".hoodie/.heartbeat/" + options_.instant; }

arrow::Status WriteSession::Begin(std::string_view requested_body, std::string_view inflight_body) {
  begun_ = true;
  if (options_.dry_run) return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(storage_->Replace(HeartbeatPath(), kHeartbeatBody, Durability::kCached));
  if (!options_.planned) {
    ARROW_RETURN_NOT_OK(
        timeline_writer_.CreateRequested(options_.action, options_.instant, requested_body));
  }
  ARROW_RETURN_NOT_OK(
      timeline_writer_.CreateInflight(options_.action, options_.instant, inflight_body));
  heartbeat_ = std::thread([this] {
    std::unique_lock<std::mutex> lock(heartbeat_mutex_);
    std::chrono::milliseconds interval(std::max<int64_t>(options_.heartbeat_interval_ms, 100));
    while (!heartbeat_wake_.wait_for(lock, interval, [this] { return heartbeat_stop_; })) {
      // A missed beat is made up by the next one; the commit itself does not depend on it.
      (void)storage_->Replace(HeartbeatPath(), kHeartbeatBody, Durability::kCached);
    }
  });
  return arrow::Status::OK();
}

void WriteSession::StopHeartbeat() {
  if (!heartbeat_.joinable()) return;
  {
    std::lock_guard<std::mutex> guard(heartbeat_mutex_);
    heartbeat_stop_ = true;
  }
  heartbeat_wake_.notify_all();
  heartbeat_.join();
}

arrow::Result<std::shared_ptr<arrow::io::OutputStream>> WriteSession::CreateFile(
    std::string_view partition, std::string_view file_name, std::string_view marker_type) {
  if (options_.dry_run) return std::make_shared<DiscardingOutput>();
  std::string path = JoinPath(partition, file_name);
  ARROW_ASSIGN_OR_RAISE(bool known_partition, storage_->Exists(partition));
  {
    std::lock_guard<std::mutex> guard(mutex_);
    if (!known_partition) new_partitions_.emplace_back(partition);
    files_.push_back(path);
  }
  ARROW_RETURN_NOT_OK(EnsurePartitionMetafile(*storage_, partition, options_.instant,
                                              options_.metafile_in_base_format));
  // The marker comes first: whoever rolls this commit back learns from it what to delete.
  std::string marker = JoinPath(MarkerDirectory(), path) + ".marker." + std::string(marker_type);
  ARROW_ASSIGN_OR_RAISE(bool created, storage_->CreateExclusive(marker, "", Durability::kCached));
  if (!created) {
    return Fail(ErrorCode::kInternal, path, "two tasks of one write create '", path, "'");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::OutputStream> output,
                        storage_->OpenOutput(path));
  FlushLater(output.get(), &flushes_);
  return output;
}

arrow::Status WriteSession::DropFile(std::string_view partition, std::string_view file_name) {
  if (options_.dry_run) return arrow::Status::OK();
  return storage_->DeleteFile(JoinPath(partition, file_name)).status();
}

arrow::Status WriteSession::Publish(std::string_view completion, std::string_view body) {
  // The commit must not outlive the files that it lists, nor their names.
  ARROW_RETURN_NOT_OK(flushes_.Wait());
  std::set<std::string> directories;
  for (const std::string& path : files_) {
    size_t slash = path.rfind('/');
    directories.insert(slash == std::string::npos ? "" : path.substr(0, slash));
  }
  for (const std::string& directory : directories) {
    ARROW_RETURN_NOT_OK(storage_->FlushDirectory(directory));
  }
  ARROW_RETURN_NOT_OK(
      timeline_writer_.Complete(options_.action, options_.instant, completion, body).status());
  published_ = true;
  return arrow::Status::OK();
}

arrow::Status WriteSession::CleanUp() {
  StopHeartbeat();
  arrow::Status markers = storage_->DeleteTree(MarkerDirectory());
  arrow::Status heartbeat = storage_->DeleteFile(HeartbeatPath()).status();
  return markers.ok() ? heartbeat : markers;
}

arrow::Status WriteSession::Abort() {
  StopHeartbeat();
  if (!begun_ || published_ || options_.dry_run) return arrow::Status::OK();
  arrow::Status first;
  auto note = [&](const arrow::Status& status) {
    if (first.ok()) first = status;
  };
  for (const std::string& path : files_) note(storage_->DeleteFile(path).status());
  // Deepest first, so that a parent that only held new partitions is empty when its turn comes.
  std::sort(new_partitions_.begin(), new_partitions_.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  new_partitions_.erase(std::unique(new_partitions_.begin(), new_partitions_.end()),
                        new_partitions_.end());
  for (const std::string& partition : new_partitions_) {
    if (!partition.empty()) note(RemoveEmptyPartition(*storage_, partition));
  }
  if (!first.ok())
    return first;  // the pending instant stays, so that the next writer rolls back the rest
  Instant pending;
  pending.requested = options_.instant;
  pending.action = options_.action;
  pending.state = InstantState::kInflight;
  note(options_.planned ? timeline_writer_.RevertToRequested(pending)
                        : timeline_writer_.RemovePending(pending));
  note(storage_->DeleteTree(MarkerDirectory()));
  note(storage_->DeleteFile(HeartbeatPath()).status());
  return first;
}

}  // namespace hudi
