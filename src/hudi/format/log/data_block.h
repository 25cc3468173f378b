// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/row_encoder.h"

namespace hudi::log {

// Content of an Avro or CDC data block:
//
//   4  content version, 3 (versions 1 and 2 look alike)
//   4  number of records
//   then each: length (4), the record in Avro's binary encoding

inline constexpr int32_t kDataBlockVersion = 3;

/// Decodes the records of an Avro data block, whose writer's schema is the decoder's, into batches
/// of 1 to `batch_rows` rows.
///
/// Errors: kUnsupported for another content version; kCorruptFile with the byte, for a record that
/// is not as long as it says too.
arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> DecodeAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows);

/// Same, handing on each batch as soon as it is full.
arrow::Status VisitAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit);

/// Builds the content of an Avro data block, record by record.
class AvroDataBlockBuilder {
 public:
  AvroDataBlockBuilder() { Clear(); }

  /// Appends a row of the batch that `encoder` is bound to. On an error nothing is appended.
  arrow::Status Append(const avro::RowEncoder& encoder, int64_t row);

  int64_t num_records() const { return num_records_; }
  /// Of the content so far.
  int64_t size() const { return static_cast<int64_t>(content_.size()); }
  /// The content; starts anew.
  std::string Finish();

 private:
  void Clear();

  std::string content_;
  int32_t num_records_ = 0;
};

}  // namespace hudi::log
