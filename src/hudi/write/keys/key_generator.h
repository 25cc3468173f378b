// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/config/write_config.h"

namespace hudi {

/// Record key and partition path of each row; both utf8, never null.
struct RowKeys {
  std::shared_ptr<arrow::StringArray> record_keys;
  std::shared_ptr<arrow::StringArray> partition_paths;
};

/// Computes record keys and partition paths as the reference's key generators do.
///
/// `row_writer` selects the text form of timestamps that Spark's bulk_insert row path uses.
/// Errors of Make: kInvalidConfig, kNotFound for a field that the schema lacks (with the nearest
/// name). Errors of Generate: kInvalidRow for null or empty keys, with field and input row number.
class KeyGenerator {
 public:
  static arrow::Result<std::unique_ptr<KeyGenerator>> Make(const KeyOptions& options,
                                                           std::shared_ptr<arrow::Schema> schema,
                                                           bool row_writer);
  ~KeyGenerator();

  /// `first_row`: number of the batch's first row in the input, for messages.
  arrow::Result<RowKeys> Generate(const arrow::RecordBatch& batch, int64_t first_row) const;
  /// Only partition paths (delete_partition, generated record keys).
  arrow::Result<std::shared_ptr<arrow::StringArray>> PartitionPaths(const arrow::RecordBatch& batch,
                                                                    int64_t first_row) const;

 private:
  class Impl;
  explicit KeyGenerator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// `<instant>_<task>_<row>` for rows `first_row`... of one input task.
arrow::Result<std::shared_ptr<arrow::StringArray>> GeneratedKeys(std::string_view instant, int task,
                                                                 int64_t first_row,
                                                                 int64_t num_rows);

}  // namespace hudi
