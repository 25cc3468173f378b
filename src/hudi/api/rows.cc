// SPDX-License-Identifier: Apache-2.0
#include "hudi/rows.h"

#include "hudi/format/rows/row_files.h"

namespace hudi {

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenRows(const RowInput& input) {
  return rows::OpenRowFiles(input);
}

arrow::Result<RowFormat> RowFormatOfPath(const std::string& path) {
  return rows::FormatOfPath(path);
}

arrow::Status WriteRows(arrow::RecordBatchReader& rows, RowOutputFormat format,
                        arrow::io::OutputStream& output) {
  return rows::DrainRows(rows, format, output);
}

}  // namespace hudi
