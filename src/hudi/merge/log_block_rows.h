// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/column_decoder.h"
#include "hudi/merge/log_blocks.h"
#include "hudi/merge/log_rows.h"

namespace hudi {

/// The records of one data block as they are stored, in order. For one thread.
class LogBlockRows {
 public:
  using Visit = std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>;

  virtual ~LogBlockRows() = default;

  /// How many records are left.
  virtual int64_t remaining() const = 0;
  /// Hands out the next `num_records`, of which there are as many, in batches with rows.
  virtual arrow::Status Take(int64_t num_records, const Visit& visit) = 0;
};

/// How much of a block is in memory at a time.
struct LogBlockParts {
  int64_t bytes = 1024 * 1024;     ///< of the content of a block of Avro records
  int64_t batch_rows = 64 * 1024;  ///< that are decoded
};

/// Opens data blocks. Of their columns only those are decoded that log rows are made of.
class LogBlockOpener {
 public:
  LogBlockOpener(const LogRowsOptions& options, LogBlockParts parts)
      : merge_schema_(options.merge_schema), names_(options.stored_names), parts_(parts) {}

  /// Of Avro, Parquet and HFile data blocks. The rows, which must not outlive the opener, have the
  /// names that the columns have in the block.
  ///
  /// Errors: kCorruptFile with file and byte; kUnsupported for a wanted column without a form.
  arrow::Result<std::unique_ptr<LogBlockRows>> Open(const LogBlockRef& ref);

 private:
  /// For the schema that the block was written with.
  arrow::Result<avro::ColumnDecoder*> DecoderOf(const LogBlockRef& ref);
  bool IsWanted(std::string_view column) const;
  /// Those of the columns of a block that are wanted, by the names that they have there.
  arrow::Result<std::vector<std::string>> Wanted(const arrow::Schema& stored,
                                                 const LogBlockRef& ref) const;

  std::shared_ptr<arrow::Schema> merge_schema_;
  std::shared_ptr<const StoredNames> names_;
  LogBlockParts parts_;
  // By writer's schema; where columns were renamed also by the block's instant.
  std::map<std::string, std::unique_ptr<avro::ColumnDecoder>> decoders_;
};

}  // namespace hudi
