// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

struct RollbackOptions {
  /// A heartbeat is fresh for interval x misses.
  int64_t heartbeat_interval_ms = 60000;
  int heartbeat_tolerable_misses = 2;
};

/// Errors: kWriterConflict, with the instant, if another engine's pending instant has a fresh
/// heartbeat. One of this library's own is none: the caller holds the table's writer lock.
arrow::Status CheckWriterIsDead(const Storage& storage, const Instant& instant,
                                const RollbackOptions& options);

/// Takes back every pending commit, deltacommit and replacecommit that a dead writer left: deletes
/// the files that it wrote (in log files of version 6, a command block tells readers to pass its
/// blocks over), then the instant, and publishes a rollback. Pending compactions and
/// clusterings stay. The caller holds the table's writer lock, so pending instants of this
/// library's writers are dead.
///
/// Returns the instants that were rolled back.
/// Errors: kWriterConflict, with the instant, if another engine's pending instant has a fresh
/// heartbeat.
arrow::Result<std::vector<std::string>> RollbackPendingWrites(
    const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
    const RollbackOptions& options);

}  // namespace hudi
