// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>

namespace hudi::rows {

/// Each drains `rows` into `output`. All but the table stream. None closes `output`.

/// One object a line; every column stands in it, null or not.
arrow::Status WriteJsonRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output);
/// A header line; null is an empty field, an empty text "".
arrow::Status WriteCsvRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output);
/// Columns aligned to their widest cell, numbers to the right. Holds all rows.
arrow::Status WriteTableRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output);
arrow::Status WriteParquetRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output);
/// An Arrow IPC stream.
arrow::Status WriteArrowRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output);

}  // namespace hudi::rows
