// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <arrow/record_batch.h>
#include <arrow/result.h>
#include <arrow/type.h>
#include <arrow/type_fwd.h>

#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/schema.h"

namespace hudi::avro {

/// Arrow form of the rows of a record schema:
///
///   boolean, int, long, float, double   as they are       date           date32
///   string, enum, uuid text             utf8              time-millis    time32[ms]
///   bytes, fixed                        binary            time-micros    time64[us]
///   decimal (bytes or fixed)            decimal128        null           null
///   timestamp-millis, -micros, -nanos   timestamp[ms, us, ns] in UTC; local-timestamp-…: no zone
///   record, array, map                  struct, list, map
///   union of null and one type          nullable; a type outside a union is not nullable
///   union of several types              struct with a nullable field for each but null: member0,
///                                       member1, ...; one of them is set. Not of numbers alone.
///
/// Errors: kUnsupported with the path of the field ("a.b.element").
arrow::Result<std::shared_ptr<arrow::Schema>> RowSchema(const Schema& record);

/// Decodes encoded records, one after the other, straight into columns.
///
/// For one thread. After a failed Append the decoder is of no further use.
class ColumnDecoder {
 public:
  /// `record` is the writer's schema. `wants` chooses among its fields: values of the others are
  /// passed over, whatever they are; null: all of them. Errors: as RowSchema, of the chosen fields.
  static arrow::Result<std::unique_ptr<ColumnDecoder>> Make(
      SchemaPtr record, arrow::MemoryPool* pool,
      const std::function<bool(std::string_view field)>& wants = nullptr);
  ~ColumnDecoder();

  /// Of the batches: RowSchema of the record's chosen fields, in its order.
  const std::shared_ptr<arrow::Schema>& schema() const;

  /// Appends the record at the cursor and moves behind it. Errors: kCorruptFile with the byte and
  /// the field; kUnsupported if a column of one batch would grow over 2 GiB.
  arrow::Status Append(ByteCursor* cursor, const BytesOrigin& origin);

  /// Rows since the last Finish(), and the bytes that were decoded for them.
  int64_t num_rows() const;
  int64_t num_bytes() const;

  /// The rows so far, as a batch; starts anew.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Finish();

 private:
  class Impl;
  explicit ColumnDecoder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi::avro
