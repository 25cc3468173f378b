// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::sql {

/// The rows of hudi_filesystem_view(): all slices, old ones too, in partitions whose path matches
/// `pattern`, a part at a time; empty: the partition of a table that is not partitioned.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> FileSystemView(
    const std::string& base_path, const std::string& pattern);

}  // namespace hudi::sql
