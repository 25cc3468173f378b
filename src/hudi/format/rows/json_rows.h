// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/rows/column_builder.h"

namespace hudi::rows {

/// Where a row stands, for messages.
struct RowPlace {
  const std::string* file = nullptr;
  int64_t line_number = 0;
  std::string_view line;
  /// Characters before `line` in its file's line (a CSV cell that holds JSON).
  int64_t characters_before = 0;
};

/// The column of byte `offset` in `line`, counted in characters from 1.
int64_t ColumnNumber(std::string_view line, size_t offset);

/// Parses JSON objects and values into columns.
class JsonParser {
 public:
  JsonParser();
  ~JsonParser();

  /// Appends one row to the children of `root`. `place.line` is the object; LineReader::kPadding
  /// readable bytes follow it. Errors: kInvalidRow with file, line and column. After an error the
  /// columns may differ in length.
  arrow::Status AppendRow(Column& root, const RowPlace& place);
  /// Appends one value to a nested column. Same rules.
  arrow::Status AppendCell(Column& column, const RowPlace& place);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Streams the objects of a file of JSON lines.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadJsonRows(
    std::shared_ptr<arrow::io::InputStream> stream, std::string file,
    std::shared_ptr<arrow::Schema> schema, int64_t batch_rows);

}  // namespace hudi::rows
