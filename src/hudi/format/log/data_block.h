// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/format/avro/binary.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/row_encoder.h"
#include "hudi/format/log/block.h"
#include "hudi/format/log/log_file_reader.h"

namespace hudi::log {

// Content of an Avro or CDC data block:
//
//   4  content version, 3 (versions 1 and 2 look alike)
//   4  number of records
//   then each: length (4), the record in Avro's binary encoding

inline constexpr int32_t kDataBlockVersion = 3;

/// Goes through the encoded records of an Avro data block; of a block in a file it holds a part of
/// the content at a time. For one thread.
///
/// Errors: kUnsupported for another content version; kCorruptFile with the byte.
class AvroBlockRecords {
 public:
  /// `content` must outlive it.
  static arrow::Result<AvroBlockRecords> Open(std::string_view content,
                                              const avro::BytesOrigin& origin);
  /// `part_bytes`: of content that it reads at a time.
  static arrow::Result<AvroBlockRecords> Open(std::shared_ptr<const LogFileReader> file,
                                              const Block& block, int64_t part_bytes);

  int64_t num_records() const { return num_records_; }
  /// How many records are left.
  int64_t remaining() const { return num_records_ - num_read_; }

  /// Moves to the next record; false behind the last.
  arrow::Result<bool> Next();
  /// Decodes the record that Next() moved to; one that is not as long as it says is corrupt.
  arrow::Status AppendTo(avro::ColumnDecoder* decoder) const;

 private:
  AvroBlockRecords(avro::BytesOrigin origin, int64_t size) : origin_(origin), size_(size) {}
  arrow::Status ReadHead();
  /// Sees to it that the bytes from `at_` on are in `part_`; false if the content ends before.
  arrow::Result<bool> Ensure(int64_t num_bytes);
  const char* At(int64_t offset) const { return part_.data() + (offset - part_begin_); }

  avro::BytesOrigin origin_;
  int64_t size_;  // of the content
  std::shared_ptr<const LogFileReader> file_;
  int64_t content_offset_ = 0;
  int64_t part_bytes_ = 0;
  std::shared_ptr<arrow::Buffer> buffer_;
  std::string_view part_;
  int64_t part_begin_ = 0;
  int64_t num_records_ = 0;
  int64_t num_read_ = 0;
  int64_t at_ = 0;
  // The current record.
  int64_t record_begin_ = 0;
  int64_t record_bytes_ = 0;
};

/// Decodes the records of an Avro data block, whose writer's schema is the decoder's, into batches
/// of 1 to `batch_rows` rows. Errors: those of AvroBlockRecords and of the decoder.
arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> DecodeAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows);

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
