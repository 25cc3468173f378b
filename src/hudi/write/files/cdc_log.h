// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/row_encoder.h"
#include "hudi/format/log/data_block.h"
#include "hudi/timeline/commit_metadata.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// Which base file a change log stands beside.
struct CdcLogTarget {
  std::string partition;
  std::string file_id;
  std::string write_token;
};

/// The change log of one base file that is rewritten: a log file of CDC data blocks.
///
/// Its records are, by the table's mode, (op, record_key), (op, record_key, before) or (op, ts_ms,
/// before, after); rows in them have no meta columns. Holds one block. For one thread.
class CdcLog {
 public:
  /// Errors: kInvalidSchema for a schema that has no Avro form.
  static arrow::Result<std::unique_ptr<CdcLog>> Make(const WriteContext& context,
                                                     CdcLogTarget target);

  /// Rows that are replaced: row i of `before` by row i of `after`, both in the context's file
  /// schema. `keys`: their record keys.
  arrow::Status AddUpdates(const arrow::RecordBatch& before, const arrow::RecordBatch& after,
                           const std::shared_ptr<arrow::Array>& keys);
  arrow::Status AddInserts(const arrow::RecordBatch& after,
                           const std::shared_ptr<arrow::Array>& keys);
  arrow::Status AddDeletes(const arrow::RecordBatch& before,
                           const std::shared_ptr<arrow::Array>& keys);

  /// Ends the log and names its files in the stat of the base file, whose counts are final. A
  /// rewrite whose changes the base file tells by itself has no log.
  arrow::Status Close(WriteStat* stat);

 private:
  CdcLog(const WriteContext& context, CdcLogTarget target)
      : context_(context), target_(std::move(target)) {}

  arrow::Status Init();
  arrow::Status Add(std::string_view op, const arrow::RecordBatch* before,
                    const arrow::RecordBatch* after, const std::shared_ptr<arrow::Array>& keys);
  arrow::Result<std::shared_ptr<arrow::Array>> Image(const arrow::RecordBatch* rows,
                                                     const std::shared_ptr<arrow::DataType>& type,
                                                     int64_t num_rows) const;
  bool IsNeeded(const WriteStat& stat) const;
  arrow::Status WriteBlock();
  arrow::Status CloseFile();

  const WriteContext& context_;
  CdcLogTarget target_;
  std::string schema_json_;
  std::shared_ptr<arrow::Schema> schema_;  // of the records
  std::unique_ptr<avro::RowEncoder> encoder_;
  log::AvroDataBlockBuilder block_;

  int version_ = 0;  // of the file that is open, or was last
  std::string file_name_;
  std::shared_ptr<arrow::io::OutputStream> file_;
  std::map<std::string, int64_t> sizes_;  // of finished files, by name
};

}  // namespace hudi
