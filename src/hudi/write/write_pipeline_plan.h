// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <arrow/result.h>

#include "hudi/write/files/file_group_task.h"
#include "hudi/write/index/stored_key_index.h"
#include "hudi/write/partition_numbers.h"
#include "hudi/write/tagged_rows.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Makes one task of all rows that go to one file group: rows that meet stored ones go where those
/// are, inserts to small base files first and then to new groups. In a merge-on-read table updates
/// go to logs, except in a base file that inserts may fill: it is rewritten with both. Under a
/// bucket index inserts go to the group of their bucket, as updates do. Errors: kWriterConflict for
/// a file group that a pending clustering works on, or in a copy-on-write table a pending
/// compaction.
arrow::Result<std::vector<FileGroupTask>> PlanFileGroupTasks(
    const WriteContext& context, const std::vector<std::unique_ptr<TaggedShard>>& tagged,
    const std::vector<StoredSlice>& slices, const PartitionNumbers& partitions);

}  // namespace hudi
