// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/status.h>

#include "hudi/config/write_config.h"
#include "hudi/services/compaction/table_compaction.h"
#include "hudi/storage/storage.h"
#include "hudi/table_services.h"

namespace hudi {

/// A compaction as callers see it.
CompactionInfo DescribeCompaction(const CompletedCompaction& done, CompactionKind kind);
CompactedFileGroup DescribeSlice(const FileSlice& before);

/// Runs the table services that are due behind a write, as `config.compaction` says: pending
/// compactions and a new one, or only a plan; then log compaction. What they did is added to
/// `done`. The caller holds the writer lock.
///
/// Errors: those of TableCompaction; the table is as it is behind the last service that was done.
arrow::Status RunInlineServices(std::shared_ptr<Storage> storage, const WriteConfig& config,
                                const CompactionEnvironment& environment,
                                std::vector<CompactionInfo>* done);

}  // namespace hudi
