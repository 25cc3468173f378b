// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/write/write_context.h"

namespace hudi {

struct BaseFileTarget {
  std::string partition;
  std::string file_id;
  std::string write_token;
  std::string_view marker_type = "CREATE";  ///< or "MERGE"
};

/// Options of Parquet files as the write is configured.
arrow::Result<ParquetWriteOptions> ParquetOptionsOf(const WriteContext& context);

/// One new base file with all that belongs to it: marker, rows, bloom filter, key range, footer.
class BaseFileSink {
 public:
  static arrow::Result<std::unique_ptr<BaseFileSink>> Open(const WriteContext& context,
                                                           const BaseFileTarget& target);

  const std::string& file_name() const { return file_name_; }
  /// Path relative to the table.
  std::string path() const;
  int64_t num_rows() const { return writer_->num_rows(); }

  /// Writes rows in the context's file schema. The meta columns `_hoodie_record_key` feeds the
  /// filter.
  arrow::Status Write(const arrow::RecordBatch& rows);
  /// Same, for rows whose keys stand in the base file that this one replaces.
  arrow::Status WriteStored(const arrow::RecordBatch& rows);
  /// Before Close(): all keys of the replaced file were given to WriteStored, and this is its
  /// footer. Its bloom filter and key range are extended, if that keeps the rate of false
  /// positives, in place of being made anew.
  void KeepFilterOf(const std::map<std::string, std::string>& footer);
  arrow::Result<int64_t> EstimatedSizeBytes() const { return writer_->EstimatedSizeBytes(); }
  /// Returns the size of the finished file.
  arrow::Result<int64_t> Close();

 private:
  BaseFileSink(const WriteContext& context, BaseFileTarget target);

  const WriteContext& context_;
  BaseFileTarget target_;
  std::string file_name_;
  std::unique_ptr<BaseFileWriter> writer_;
  std::vector<std::shared_ptr<arrow::Array>> stored_keys_;
  std::vector<std::shared_ptr<arrow::Array>> new_keys_;
  std::map<std::string, std::string> replaced_footer_;
};

}  // namespace hudi
