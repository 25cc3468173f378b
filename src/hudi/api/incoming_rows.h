// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

/// Rows without the meta columns of the table they may have been read from. If
/// `keep_commit_time_as` is not empty, `_hoodie_commit_time` stays under that name, as the last
/// column. `notice` gets one sentence if columns were dropped. Errors: kNotFound if the commit time
/// is to be kept and the rows have none; kInvalidArgument if the name is taken.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> DropMetaColumns(
    std::shared_ptr<arrow::RecordBatchReader> rows, const std::string& keep_commit_time_as,
    const std::function<void(std::string_view)>& notice);

}  // namespace hudi
