// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <arrow/status.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// A file as rollback plans name it.
std::string AbsoluteUri(const Storage& storage, const std::string& path);

/// Publishes a rollback: its plan, then whatever `take_back` does, then its record. `record` lacks
/// nothing but the time taken. A crash at any point leaves the rollback pending.
arrow::Status PublishRollback(const std::shared_ptr<Storage>& storage, const TimelineLayout& layout,
                              RollbackRecord record,
                              const std::function<arrow::Status()>& take_back);

/// Removes pending rollbacks. An unfinished one is begun anew: its plan may lack files.
arrow::Status DropPendingRollbacks(const std::shared_ptr<Storage>& storage,
                                   const TimelineLayout& layout, const Timeline& timeline);

}  // namespace hudi
