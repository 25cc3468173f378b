// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
/// `row_writer` selects the text form of timestamps that Spark's bulk_insert row path uses, in the
/// time zone of this process. Const methods may be called from several threads.
/// Errors of Make: kInvalidConfig, kNotFound for a field that the schema lacks (with the nearest
/// name), kUnsupported for a field whose type has no text. Errors of Generate: kInvalidRow for null
/// or empty keys and for partition values that cannot name a folder, with field (the subject) and
/// input row number; kInvalidArgument if keys are to be generated.
class KeyGenerator {
 public:
  static arrow::Result<std::unique_ptr<KeyGenerator>> Make(const KeyOptions& options,
                                                           std::shared_ptr<arrow::Schema> schema,
                                                           bool row_writer);
  ~KeyGenerator();

  /// `first_row`: rows of the input before this batch; messages count rows from 1. A single key
  /// field of strings comes back without a copy, and so does a plain partition field.
  arrow::Result<RowKeys> Generate(const arrow::RecordBatch& batch, int64_t first_row) const;
  /// Only partition paths (delete_partition, generated record keys).
  arrow::Result<std::shared_ptr<arrow::StringArray>> PartitionPaths(const arrow::RecordBatch& batch,
                                                                    int64_t first_row) const;
  /// What the partition path has for single values, one array of one value a partition field:
  /// "dt=2024-02-29", escaped as the table has it; nothing for a field without an array. Where the
  /// generator formats times, a text stands in the path as it is given.
  ///
  /// Errors: kUnsupported for a value of another type there.
  arrow::Result<std::vector<std::optional<std::string>>> PartitionParts(
      const std::vector<std::shared_ptr<arrow::Array>>& values) const;

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
