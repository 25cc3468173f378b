// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <arrow/array.h>
#include <arrow/array/builder_binary.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/status.h>

#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/hfile/hfile_reader.h"
#include "hudi/merge/log_blocks.h"

namespace hudi {

/// Decodes the records of an HFile, in the order of their keys. The writer leaves the key out of
/// the record, for the row of the HFile holds it: it is put back into `_hoodie_record_key` and
/// `key` where they are empty.
///
/// For one thread.
class HFileRecords {
 public:
  /// `decoder`, whose schema is the writer's, and `file` must outlive it.
  HFileRecords(const hfile::HFileReader& file, avro::ColumnDecoder* decoder, int64_t batch_rows)
      : file_(file), scanner_(file), decoder_(decoder), batch_rows_(batch_rows) {}

  /// The next 1 to `batch_rows` rows; null behind the last. Errors: those of HFileReader and
  /// ColumnDecoder; kCorruptFile for a record that is not as long as its value.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Next();
  /// The rows of the HFile, of the batch that came last.
  const std::shared_ptr<arrow::StringArray>& keys() const { return keys_; }

 private:
  const hfile::HFileReader& file_;
  hfile::EntryScanner scanner_;
  avro::ColumnDecoder* decoder_;
  int64_t batch_rows_;
  std::shared_ptr<arrow::StringArray> keys_;
};

/// The HFile that a data block holds. Errors: those of HFileReader.
arrow::Result<std::unique_ptr<hfile::HFileReader>> OpenHFileDataBlock(const LogBlockRef& ref);

/// The records of an HFile data block, as HFileRecords has them.
arrow::Status VisitHFileDataBlock(
    const LogBlockRef& ref, avro::ColumnDecoder* decoder, int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit);

/// How many records the block says that it has. Errors: those of HFileReader.
arrow::Result<int64_t> CountHFileDataBlock(const LogBlockRef& ref);

}  // namespace hudi
