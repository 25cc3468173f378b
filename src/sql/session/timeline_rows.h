// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::sql {

/// The rows of hudi_query_timeline(): all instants, with what the completed writes wrote, and -1
/// where an instant says nothing of it.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> QueryTimeline(const std::string& base_path,
                                                                       bool with_history);

}  // namespace hudi::sql
