// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/log/block.h"
#include "hudi/write/write_context.h"

namespace hudi {

/// The columns of the rows in data blocks, and their Avro JSON.
struct LogBlockSchema {
  std::shared_ptr<arrow::Schema> columns;
  std::string json;
};

/// Cuts rows into data blocks of a log file.
class LogDataBlocks {
 public:
  /// Gets the content of each block and how many rows it holds.
  using Visitor =
      std::function<arrow::Status(log::BlockType type, std::string_view content, int64_t num_rows)>;

  /// Blocks in the configured format, of about `block_bytes`. Errors: those of RowEncoder::Make.
  static arrow::Result<std::unique_ptr<LogDataBlocks>> Make(const WriteContext& context,
                                                            LogBlockSchema schema,
                                                            int64_t block_bytes, Visitor visit);
  virtual ~LogDataBlocks() = default;

  /// Rows with the columns of the schema.
  virtual arrow::Status Write(const arrow::RecordBatch& rows) = 0;
  /// Hands out the last block.
  virtual arrow::Status Finish() = 0;
};

}  // namespace hudi
