// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/schema.h"

namespace hudi::avro {

/// Encodes rows of Arrow batches as records of one schema; what ColumnDecoder reads back.
///
/// For one thread.
class RowEncoder {
 public:
  /// Errors: as RowSchema().
  static arrow::Result<std::unique_ptr<RowEncoder>> Make(SchemaPtr record);
  ~RowEncoder();

  /// Takes the columns of `batch`, which Append() reads until the next Bind(). Columns go by name
  /// and must have the types of RowSchema(); further ones are passed over.
  ///
  /// Errors: kInvalidSchema for a missing column or another type.
  arrow::Status Bind(const arrow::RecordBatch& batch);

  /// Appends the encoded row to `out`. Errors: kInvalidRow with the field for a null where the
  /// schema has none, a text that is no symbol of an enum, bytes of another size than the fixed
  /// type's; `out` then holds half a record.
  arrow::Status Append(int64_t row, std::string* out) const;

 private:
  class Impl;
  explicit RowEncoder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi::avro
