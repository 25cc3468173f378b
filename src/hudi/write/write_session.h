// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <arrow/result.h>

#include "hudi/storage/flush_queue.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

struct SessionOptions {
  Action action = Action::kCommit;
  std::string instant;
  TimelineLayout layout;
  int64_t heartbeat_interval_ms = 60000;
  bool metafile_in_base_format = false;
  /// The instant carries out a plan: its requested state is there already, and stays when the
  /// session is taken back.
  bool planned = false;
  /// Leaves no trace: what is written is counted and thrown away.
  bool dry_run = false;
};

/// The traces of one pending commit on storage: its instant, heartbeat, markers and files, so that
/// all of them can be taken back.
///
/// Thread-safe after Begin().
class WriteSession {
 public:
  WriteSession(std::shared_ptr<Storage> storage, SessionOptions options);
  /// Stops the heartbeat. Does not abort: a session that was neither published nor aborted leaves
  /// what a crash would.
  ~WriteSession();

  const SessionOptions& options() const { return options_; }
  bool begun() const { return begun_; }

  /// Publishes the requested state, unless it is planned, and the inflight one, and starts the
  /// heartbeat.
  arrow::Status Begin(std::string_view requested_body, std::string_view inflight_body);

  /// Opens a new base or log file: partition directory with metafile, marker, then the file.
  /// `marker_type`: "CREATE", "MERGE" or "APPEND".
  arrow::Result<std::shared_ptr<arrow::io::OutputStream>> CreateFile(std::string_view partition,
                                                                     std::string_view file_name,
                                                                     std::string_view marker_type);
  /// Takes one file back that turned out not to be needed.
  arrow::Status DropFile(std::string_view partition, std::string_view file_name);

  /// Publishes the completed state. Up to here nothing is visible; after it everything is.
  arrow::Status Publish(std::string_view completion, std::string_view body);
  /// Removes markers and heartbeat after Publish(). A failure here changes nothing for readers.
  arrow::Status CleanUp();
  /// Deletes every file of the session, its markers, heartbeat and pending instant. Does as much as
  /// it can.
  arrow::Status Abort();

  /// The body that marks a heartbeat file as one of this library's writers; the reference looks
  /// only at its time.
  static constexpr std::string_view kHeartbeatBody = "hudi-cpp";

 private:
  std::string MarkerDirectory() const;
  std::string HeartbeatPath() const;
  void StopHeartbeat();

  std::shared_ptr<Storage> storage_;
  SessionOptions options_;
  TimelineWriter timeline_writer_;
  FlushQueue flushes_;  ///< of the files that tasks have closed
  bool begun_ = false;
  bool published_ = false;

  std::mutex mutex_;
  std::vector<std::string> files_;
  std::vector<std::string> new_partitions_;

  std::thread heartbeat_;
  std::mutex heartbeat_mutex_;
  std::condition_variable heartbeat_wake_;
  bool heartbeat_stop_ = false;
};

}  // namespace hudi
