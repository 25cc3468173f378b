// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/rows.h"

namespace hudi::rows {

/// What hudi/rows.h promises of OpenRows, RowFormatOfPath and WriteRows.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenRowFiles(const RowInput& input);
arrow::Result<RowFormat> FormatOfPath(const std::string& path);
arrow::Status DrainRows(arrow::RecordBatchReader& rows, RowOutputFormat format,
                        arrow::io::OutputStream& output);

}  // namespace hudi::rows
