// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/hfile/hfile_reader.h"
#include "hudi/merge/hfile_rows.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/metadata/combine_records.h"

namespace hudi {

/// The records of one HFile, or the keys of one block of deletes, in ascending order of keys.
///
/// For one thread. It stands at a record from the beginning, unless it has none.
class RecordSource {
 public:
  /// `target`: the fields that are wanted, all nullable; what the file lacks is null.
  ///
  /// Errors: those of HFileReader; kCorruptFile for an HFile without the schema of its records, and
  /// for fields that are of another type.
  static arrow::Result<std::unique_ptr<RecordSource>> OpenBaseFile(
      std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& path,
      std::shared_ptr<arrow::Schema> target);
  /// Of a data block of HFile format, or a delete block. Errors also: kUnsupported for others.
  static arrow::Result<std::unique_ptr<RecordSource>> OpenLogBlock(
      const LogBlockRef& ref, std::shared_ptr<arrow::Schema> target);

  bool at_end() const { return row_ == num_rows_; }
  std::string_view key() const { return keys_->GetView(row_); }
  /// The record; of a delete one without a batch.
  MetadataRecord record() const { return {batch_, row_}; }
  const std::string& path() const { return path_; }

  arrow::Status Advance();

 private:
  RecordSource() = default;
  static arrow::Result<std::unique_ptr<RecordSource>> OpenHFile(
      std::unique_ptr<hfile::HFileReader> file, std::string_view schema_json,
      std::shared_ptr<arrow::Schema> target);
  arrow::Status NextBatch();

  std::string path_;
  std::shared_ptr<arrow::Schema> target_;
  std::unique_ptr<hfile::HFileReader> file_;
  std::unique_ptr<avro::ColumnDecoder> decoder_;
  std::unique_ptr<HFileRecords> rows_;  // null for deletes

  std::shared_ptr<arrow::StringArray> keys_;
  std::shared_ptr<arrow::RecordBatch> batch_;
  int64_t row_ = 0;
  int64_t num_rows_ = 0;
};

}  // namespace hudi
