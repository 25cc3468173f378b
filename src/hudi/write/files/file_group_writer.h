// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <arrow/result.h>

#include "hudi/merge/row_merger.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/files/file_group_task.h"
#include "hudi/write/stored_rows.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// What file-group tasks need besides their task; read-only and shared by all of them.
struct FileGroupInputs {
  const WriteContext& context;
  const std::vector<std::unique_ptr<TaggedShard>>& shards;
  const RowMerger* merger;  ///< null for writes without updates
  const StoredRows& stored;
};

/// Does one task: rewrites the group's base file (rows kept, replaced, deleted, added), appends to
/// its logs, or writes new files. Returns a stat per file written. Thread-safe for different tasks.
arrow::Result<std::vector<WriteStat>> RunFileGroupTask(const FileGroupInputs& inputs,
                                                       const FileGroupTask& task);

}  // namespace hudi
