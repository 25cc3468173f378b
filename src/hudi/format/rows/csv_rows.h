// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::rows {

/// Streams the records of a CSV file with a header line. Columns go by name; one that the header
/// lacks is null. An empty field is null, an empty field in quotes an empty text; nested columns
/// hold JSON. Errors: kInvalidRow with file, line, column and the column's name.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadCsvRows(
    std::shared_ptr<arrow::io::InputStream> stream, std::string file,
    std::shared_ptr<arrow::Schema> schema, int64_t batch_rows);

/// Finds the narrowest type of each column that loses nothing of any of its fields: bigint, double,
/// boolean, date, timestamp, else string. Numbers with leading zeros or beyond bigint, and columns
/// without values, are string. A column that `wanted` names gets the type it has there; whole
/// numbers that outgrow it make it bigint.
class CsvInference {
 public:
  /// `wanted` may be null.
  explicit CsvInference(std::shared_ptr<arrow::Schema> wanted);
  ~CsvInference();

  arrow::Status AddFile(std::shared_ptr<arrow::io::InputStream> stream, const std::string& file);
  std::shared_ptr<arrow::Schema> Finish() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi::rows
