// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace hudi {

/// How far a call has come. The call that is given one fills it in; whoever watches reads it from
/// another thread at any time. Its numbers are for eyes: they may lag behind.
struct Progress {
  enum class Phase {
    kOpen,    ///< the timeline, the listing
    kInfer,   ///< a first look at all rows, for their columns
    kRead,    ///< rows are taken in; a bulk_insert writes them at once
    kIndex,   ///< stored rows with the same keys are looked for
    kWrite,   ///< base files are written
    kCommit,  ///< the last calls
  };
  std::atomic<Phase> phase{Phase::kOpen};
  std::atomic<int64_t> rows_read{0};
  /// Rows put into base files, those that only move into the new file included.
  std::atomic<int64_t> rows_written{0};
  /// Of the present phase: the files it works on, and their bytes. A total of 0 is not known.
  std::atomic<int64_t> files_done{0};
  std::atomic<int64_t> files_total{0};
  std::atomic<int64_t> bytes_done{0};
  std::atomic<int64_t> bytes_total{0};

  void Begin(Phase next, int64_t files, int64_t bytes) {
    files_done = 0;
    bytes_done = 0;
    files_total = files;
    bytes_total = bytes;
    phase = next;
  }
  /// `rows` of a file with `rows_in_all` are done.
  void AddShareOfFile(int64_t file_bytes, int64_t rows, int64_t rows_in_all) {
    if (rows_in_all <= 0) return;
    double share = static_cast<double>(rows) / static_cast<double>(rows_in_all);
    bytes_done.fetch_add(static_cast<int64_t>(share * static_cast<double>(file_bytes)),
                         std::memory_order_relaxed);
  }
  /// Another file is done; `bytes` of it were not counted yet.
  void FinishFile(int64_t bytes) {
    files_done.fetch_add(1, std::memory_order_relaxed);
    bytes_done.fetch_add(bytes, std::memory_order_relaxed);
  }
};

}  // namespace hudi
