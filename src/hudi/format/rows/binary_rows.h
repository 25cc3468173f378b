// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi::rows {

/// Formats that carry their schema. All: batches of 1 to `batch_rows` rows; kCorruptFile with the
/// file for bytes that are not of the format.

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadParquetRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& name, int64_t batch_rows);

/// An Arrow IPC file or stream.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadArrowRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& name, int64_t batch_rows);

}  // namespace hudi::rows
