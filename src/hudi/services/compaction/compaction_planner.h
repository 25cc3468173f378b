// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <arrow/result.h>

#include "hudi/config/write_config.h"
#include "hudi/storage/storage.h"
#include "hudi/timeline/compaction_plan.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// What a compaction would rewrite now: the newest slices with log files, but for those that a
/// pending compaction, log compaction or clustering has, as far as the strategies of
/// `config.compaction` take them. Null if there is nothing to do.
///
/// `today`: "yyyyMMdd". Errors: those of CompactionStrategy; kCorruptFile for files that commits
/// name and that are gone or cut.
arrow::Result<std::optional<CompactionPlan>> PlanCompaction(const Storage& storage,
                                                            const Timeline& timeline,
                                                            const WriteConfig& config,
                                                            std::string_view today);

/// What a log compaction would: slices with at least as many log blocks as the threshold says. Up
/// to version 8 every block counts, from 9 on those that no log compaction has made.
arrow::Result<std::optional<CompactionPlan>> PlanLogCompaction(const Storage& storage,
                                                               const Timeline& timeline,
                                                               const WriteConfig& config);

}  // namespace hudi
