// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/status.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/compaction_plan.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Takes back what a dead writer has done of a compaction: its files are deleted, a rollback is
/// published, and the plan waits again as requested. A log compaction's plan goes too: it names log
/// files, and more may have come since.
///
/// A crash at any point leaves the instant inflight, so that the next try begins anew.
arrow::Status UndoCompaction(const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
                             const Timeline& timeline, const Instant& pending,
                             const CompactionPlan& plan);

}  // namespace hudi
