// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/data_block.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/log/big_endian.h"

namespace hudi::log {
namespace {

constexpr int64_t kDataHeadSize = 8;
constexpr int64_t kLengthSize = 4;

}  // namespace

arrow::Result<AvroBlockRecords> AvroBlockRecords::Open(std::string_view content,
                                                       const avro::BytesOrigin& origin) {
  AvroBlockRecords records(origin, static_cast<int64_t>(content.size()));
  records.part_ = content;
  ARROW_RETURN_NOT_OK(records.ReadHead());
  return records;
}

arrow::Result<AvroBlockRecords> AvroBlockRecords::Open(std::shared_ptr<const LogFileReader> file,
                                                       const Block& block, int64_t part_bytes) {
  AvroBlockRecords records(file->OriginOf(block), block.content_size);
  records.file_ = std::move(file);
  records.content_offset_ = block.content_offset;
  records.part_bytes_ = part_bytes;
  ARROW_RETURN_NOT_OK(records.ReadHead());
  return records;
}

arrow::Status AvroBlockRecords::ReadHead() {
  ARROW_ASSIGN_OR_RAISE(bool has_head, Ensure(kDataHeadSize));
  if (!has_head) return origin_.Corrupt(0, "a data block's head has 8 bytes");
  auto version = ReadBigEndian<int32_t>(At(0));
  if (version < 1 || version > kDataBlockVersion) {
    return Fail(ErrorCode::kUnsupported, origin_.path, origin_.path, " at byte ",
                origin_.file_offset, ": content version ", version,
                " of a data block is not supported; versions 1 to ", kDataBlockVersion, " are");
  }
  num_records_ = ReadBigEndian<int32_t>(At(4));
  at_ = kDataHeadSize;
  if (num_records_ < 0 || num_records_ > (size_ - at_) / kLengthSize) {
    return origin_.Corrupt(4, fmt::format("{} records do not fit into the block", num_records_));
  }
  return arrow::Status::OK();
}

arrow::Result<bool> AvroBlockRecords::Ensure(int64_t num_bytes) {
  if (num_bytes > size_ - at_) return false;
  if (at_ + num_bytes <= part_begin_ + static_cast<int64_t>(part_.size())) return true;
  const int64_t length = std::min(size_ - at_, std::max(num_bytes, part_bytes_));
  ARROW_ASSIGN_OR_RAISE(buffer_, file_->ReadAt(content_offset_ + at_, length));
  part_ = std::string_view(*buffer_);
  part_begin_ = at_;
  return true;
}

arrow::Result<bool> AvroBlockRecords::Next() {
  if (num_read_ == num_records_) {
    if (at_ != size_) return origin_.Corrupt(at_, "bytes behind the last record");
    return false;
  }
  ARROW_ASSIGN_OR_RAISE(bool has_length, Ensure(kLengthSize));
  if (!has_length) return origin_.Corrupt(at_, "the block ends before its last record");
  record_bytes_ = ReadBigEndian<int32_t>(At(at_));
  at_ += kLengthSize;
  ARROW_ASSIGN_OR_RAISE(bool fits, record_bytes_ < 0 ? false : Ensure(record_bytes_));
  if (!fits) {
    return origin_.Corrupt(
        at_ - kLengthSize,
        fmt::format("a record of {} bytes does not fit into the block", record_bytes_));
  }
  record_begin_ = at_;
  at_ += record_bytes_;
  ++num_read_;
  return true;
}

arrow::Status AvroBlockRecords::AppendTo(avro::ColumnDecoder* decoder) const {
  avro::ByteCursor cursor(std::string_view(At(record_begin_), static_cast<size_t>(record_bytes_)));
  avro::BytesOrigin record = origin_;
  record.file_offset += record_begin_;
  ARROW_RETURN_NOT_OK(decoder->Append(&cursor, record));
  if (cursor.at_end()) return arrow::Status::OK();
  return origin_.Corrupt(
      record_begin_ + cursor.offset(),
      fmt::format("the record ends {} bytes before its length says", cursor.remaining()));
}

arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> DecodeAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows) {
  ARROW_ASSIGN_OR_RAISE(AvroBlockRecords records, AvroBlockRecords::Open(content, origin));
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(bool more, records.Next());
    if (more) ARROW_RETURN_NOT_OK(records.AppendTo(decoder));
    if (decoder->num_rows() >= batch_rows || (!more && decoder->num_rows() > 0)) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder->Finish());
      batches.push_back(std::move(batch));
    }
    if (!more) return batches;
  }
}

void AvroDataBlockBuilder::Clear() {
  content_.clear();
  num_records_ = 0;
  AppendBigEndian(kDataBlockVersion, &content_);
  AppendBigEndian<int32_t>(0, &content_);
}

arrow::Status AvroDataBlockBuilder::Append(const avro::RowEncoder& encoder, int64_t row) {
  size_t start = content_.size();
  AppendBigEndian<int32_t>(0, &content_);
  size_t record = content_.size();
  arrow::Status encoded = encoder.Append(row, &content_);
  size_t length = content_.size() - record;
  if (encoded.ok() && length > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    encoded =
        Fail(ErrorCode::kInvalidRow, "", "a row takes over 2 GiB, more than a log block can hold");
  }
  if (!encoded.ok()) {
    content_.resize(start);
    return encoded;
  }
  std::string length_bytes;
  AppendBigEndian(static_cast<int32_t>(length), &length_bytes);
  content_.replace(start, length_bytes.size(), length_bytes);
  ++num_records_;
  return arrow::Status::OK();
}

std::string AvroDataBlockBuilder::Finish() {
  std::string count_bytes;
  AppendBigEndian(num_records_, &count_bytes);
  content_.replace(4, count_bytes.size(), count_bytes);
  std::string content = std::move(content_);
  Clear();
  return content;
}

}  // namespace hudi::log
