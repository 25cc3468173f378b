// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/predicate.h"

namespace hudi {

/// How the rows of base files become the rows of a query.
struct RowShape {
  /// Columns that are read, in the table's types: what the query returns and what it filters by.
  std::shared_ptr<arrow::Schema> read_schema;
  /// Bound to `read_schema`; null: all rows.
  PredicatePtr filter;
  /// Columns that are returned: their schema, and where they stand in `read_schema`.
  std::shared_ptr<arrow::Schema> output_schema;
  std::vector<int> output_columns;
  int64_t batch_rows = 64 * 1024;
  /// Polled between batches; true ends the stream (kInterrupted).
  std::function<bool()> should_stop;
};

/// Streams the rows of one base file: aligned to the table's types, with constant columns filled
/// in, filtered, projected.
///
/// `constants`: columns that are not read, by name. `row_groups`: those to read. Batches are never
/// empty.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamBaseFile(
    const BaseFileReader& file, std::shared_ptr<const RowShape> shape,
    std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>> constants,
    std::optional<std::vector<int>> row_groups, bool use_threads);

}  // namespace hudi
