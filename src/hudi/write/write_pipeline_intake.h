// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/write/partition_numbers.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Columns that the rows of a write carry between its stages: the table's, or for deletes by key
/// those the key generator may read.
std::shared_ptr<arrow::Schema> IntakeSchema(const WriteContext& context,
                                            const arrow::Schema& incoming);

/// Gets each working batch with the number of its input task.
using IntakeVisitor =
    std::function<arrow::Status(int task, std::shared_ptr<arrow::RecordBatch> working)>;

/// Checks the ordering values of a batch whose first row has this number; may be empty.
using OrderingCheck =
    std::function<arrow::Status(const arrow::RecordBatch& data, int64_t first_row)>;

/// Reads the input once: brings rows to `data_schema`, computes keys and partition paths, checks
/// ordering values, numbers the partitions. With several input
/// tasks the rows are spooled first, as their number decides where a task begins. Returns the
/// number of rows.
arrow::Result<int64_t> TakeIn(const WriteContext& context, arrow::RecordBatchReader& rows,
                              const std::shared_ptr<arrow::Schema>& data_schema,
                              const OrderingCheck& ordering_check, PartitionNumbers* partitions,
                              const IntakeVisitor& visit);

}  // namespace hudi
