// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

namespace hudi {

enum class ParquetCodec { kUncompressed, kSnappy, kGzip, kZstd, kLz4, kBrotli };

struct ParquetWriteOptions {
  ParquetCodec codec = ParquetCodec::kZstd;
  /// Upper bound of a row group's rows, and of the memory it takes until it is written: its
  /// finished pages, compressed, and what is not yet a page.
  int64_t row_group_rows = 1 << 20;
  int64_t row_group_bytes = 120 * 1024 * 1024;
  int64_t page_bytes = 1024 * 1024;
  /// A dictionary for each column that it makes smaller, going by the first rows.
  bool dictionary = true;
  /// Name of the root message, e.g. "hoodie.trips.trips_record".
  std::string root_name = "spark_schema";
};

/// Writes one Parquet base file: 3-level lists, decimals as fixed-length bytes, timestamps as INT64
/// MICROS (or MILLIS, as the Arrow type says), no Arrow schema in the footer.
class BaseFileWriter {
 public:
  static arrow::Result<std::unique_ptr<BaseFileWriter>> Open(
      std::shared_ptr<arrow::io::OutputStream> output, std::shared_ptr<arrow::Schema> schema,
      const ParquetWriteOptions& options);
  ~BaseFileWriter();

  /// Text columns may hold dictionary arrays (int32 places) in place of texts; the file is the
  /// same.
  arrow::Status Write(const arrow::RecordBatch& batch);
  int64_t num_rows() const;
  /// Bytes already in the file plus an estimate of what is buffered, compressed.
  arrow::Result<int64_t> EstimatedSizeBytes() const;
  /// Finishes the file with these footer key-values (they may depend on the rows) and closes the
  /// stream. Returns the file's size.
  arrow::Result<int64_t> Close(const std::map<std::string, std::string>& footer);

 private:
  class Impl;
  explicit BaseFileWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Footer keys.
inline constexpr char kFooterAvroSchema[] = "parquet.avro.schema";
inline constexpr char kFooterBloomFilter[] = "org.apache.hudi.bloomfilter";
inline constexpr char kFooterBloomTypeCode[] = "hoodie_bloom_filter_type_code";
inline constexpr char kFooterMinRecordKey[] = "hoodie_min_record_key";
inline constexpr char kFooterMaxRecordKey[] = "hoodie_max_record_key";

}  // namespace hudi
