// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/scalar.h>

namespace hudi {

/// Statistics of one column in one row group. Bounds of floating point columns say nothing about
/// rows that hold NaN.
struct ColumnStatistics {
  std::shared_ptr<arrow::Scalar> min;  ///< null if unknown
  std::shared_ptr<arrow::Scalar> max;
  std::optional<int64_t> null_count;
  int64_t num_rows = 0;
};

struct ScanOptions {
  /// Top-level columns to read, in this order; those that the file lacks are left out of the
  /// result.
  std::vector<std::string> columns;
  /// Row groups to read, in order; nullopt: all.
  std::optional<std::vector<int>> row_groups;
  int64_t batch_rows = 64 * 1024;
  bool use_threads = false;
  /// Text columns of which the footer says that all rows hold one value are not read but made of
  /// that value.
  bool constants_from_statistics = false;
};

/// One Parquet base file. Types are normalised: INT96 and TIMESTAMP(any unit) come as timestamp[us]
/// (with zone "UTC" for INT96 and where the file says adjusted), legacy 2-level lists as lists, any
/// decimal encoding as decimal128, strings as utf8. Page checksums are verified where a file has
/// them.
///
/// Errors: kCorruptFile with the path for anything Parquet cannot read; kUnsupported for a codec or
/// an encoding that this build lacks; what the storage reports comes through as it is.
class BaseFileReader {
 public:
  static arrow::Result<std::shared_ptr<BaseFileReader>> Open(
      std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path);
  ~BaseFileReader();

  /// The same file with other names of columns and nested fields: `names` has as many columns, of
  /// types that differ in names alone.
  std::shared_ptr<BaseFileReader> WithNames(std::shared_ptr<arrow::Schema> names) const;

  using Conversion = std::function<arrow::Result<std::shared_ptr<arrow::RecordBatch>>(
      std::shared_ptr<arrow::RecordBatch>)>;
  /// The same file with other types: its batches go through `convert`, which gives them those of
  /// `types`, a schema that differs from schema() in types alone. Columns of another type have no
  /// statistics.
  std::shared_ptr<BaseFileReader> WithTypes(std::shared_ptr<arrow::Schema> types,
                                            Conversion convert) const;

  /// As given to Open().
  const std::string& path() const;
  /// All columns, normalised.
  const std::shared_ptr<arrow::Schema>& schema() const;
  const std::map<std::string, std::string>& footer() const;
  /// Holds what readers understand differently: INT96 timestamps, lists of the 2-level form.
  bool has_legacy_types() const;
  int64_t num_rows() const;
  int num_row_groups() const;
  int64_t row_group_rows(int row_group) const;
  /// Bytes of these columns in the file; those that it lacks have none.
  arrow::Result<int64_t> StoredBytes(const std::vector<std::string>& columns) const;
  /// Nullopt if the column is absent, nested or has no usable statistics.
  arrow::Result<std::optional<ColumnStatistics>> Statistics(int row_group,
                                                            const std::string& column) const;
  /// Schema: `options.columns` that exist. Shape: batches of 1 to `options.batch_rows` rows,
  /// without columns if none exist. Each stream is for one thread; several may run at once, and
  /// they may outlive the reader.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(const ScanOptions& options) const;

 private:
  class Impl;
  explicit BaseFileReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi
