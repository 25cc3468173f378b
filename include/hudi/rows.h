// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/export.h"
#include "hudi/progress.h"

namespace hudi {

enum class RowFormat { kParquet, kCsv, kJson, kArrow, kAvro };

struct HUDI_EXPORT RowInput {
  /// Paths of files; "-" is standard input.
  std::vector<std::string> paths;
  RowFormat format = RowFormat::kJson;
  /// The rows' schema. Null: from the file (Parquet, Arrow, Avro) or inferred from all its rows
  /// (JSON, CSV).
  std::shared_ptr<arrow::Schema> schema;
  /// Only without `schema`, and only for JSON and CSV: a column of one of these names gets this
  /// type instead of the inferred one, and a value that is none of that type is an error; only
  /// whole numbers that outgrow an int column make it bigint; null: none.
  std::shared_ptr<arrow::Schema> wanted_types;
  int64_t batch_rows = 64 * 1024;
  /// Polled before each read of a file, also while a pipe gives nothing; true ends the stream
  /// (kInterrupted).
  std::function<bool()> should_stop;
  /// Its phase and bytes are filled in as the files are read; null: nobody watches.
  std::shared_ptr<Progress> progress;
};

/// Streams the rows of the inputs, one after the other, in one schema.
///
/// JSON: one object a line; decimals as strings or numbers, dates `yyyy-mm-dd`, timestamps
/// ISO-8601, binary base64; a key that a row lacks is null; a key the schema lacks is an error.
/// Errors: kNotFound (file), kInvalidRow with file, line and column, kCorruptFile.
HUDI_EXPORT arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenRows(
    const RowInput& input);

/// By suffix: .parquet .csv .json .jsonl .ndjson .arrow .arrows .feather .avro. Errors:
/// kInvalidArgument.
HUDI_EXPORT arrow::Result<RowFormat> RowFormatOfPath(const std::string& path);

enum class RowOutputFormat { kTable, kJson, kCsv, kParquet, kArrow };

/// Drains `rows` into `output`. kTable aligns columns and therefore holds all rows; the others
/// stream.
HUDI_EXPORT arrow::Status WriteRows(arrow::RecordBatchReader& rows, RowOutputFormat format,
                                    arrow::io::OutputStream& output);

}  // namespace hudi
