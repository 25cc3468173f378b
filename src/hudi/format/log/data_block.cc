// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/log/data_block.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/log/big_endian.h"

namespace hudi::log {
namespace {

constexpr size_t kHeadSize = 8;
constexpr int64_t kLengthSize = 4;

}  // namespace

arrow::Result<std::vector<std::shared_ptr<arrow::RecordBatch>>> DecodeAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows) {
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  ARROW_RETURN_NOT_OK(VisitAvroDataBlock(content, origin, decoder, batch_rows,
                                         [&](std::shared_ptr<arrow::RecordBatch> batch) {
                                           batches.push_back(std::move(batch));
                                           return arrow::Status::OK();
                                         }));
  return batches;
}

arrow::Status VisitAvroDataBlock(
    std::string_view content, const avro::BytesOrigin& origin, avro::ColumnDecoder* decoder,
    int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit) {
  if (content.size() < kHeadSize) return origin.Corrupt(0, "a data block's head has 8 bytes");
  auto version = ReadBigEndian<int32_t>(content.data());
  if (version < 1 || version > kDataBlockVersion) {
    return Fail(ErrorCode::kUnsupported, origin.path, origin.path, " at byte ", origin.file_offset,
                ": content version ", version, " of a data block is not supported; versions 1 to ",
                kDataBlockVersion, " are");
  }
  auto count = ReadBigEndian<int32_t>(content.data() + 4);
  auto at = static_cast<int64_t>(kHeadSize);
  auto end = static_cast<int64_t>(content.size());
  if (count < 0 || count > (end - at) / kLengthSize) {
    return origin.Corrupt(4, fmt::format("{} records do not fit into the block", count));
  }
  for (int32_t i = 0; i < count; ++i) {
    if (end - at < kLengthSize) return origin.Corrupt(at, "the block ends before its last record");
    int64_t length = ReadBigEndian<int32_t>(content.data() + at);
    at += kLengthSize;
    if (length < 0 || length > end - at) {
      return origin.Corrupt(
          at - kLengthSize,
          fmt::format("a record of {} bytes does not fit into the block", length));
    }
    avro::ByteCursor cursor(content.substr(static_cast<size_t>(at), static_cast<size_t>(length)));
    avro::BytesOrigin record = origin;
    record.file_offset += at;
    ARROW_RETURN_NOT_OK(decoder->Append(&cursor, record));
    if (!cursor.at_end()) {
      return origin.Corrupt(
          at + cursor.offset(),
          fmt::format("the record ends {} bytes before its length says", cursor.remaining()));
    }
    at += length;
    if (decoder->num_rows() >= batch_rows) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder->Finish());
      ARROW_RETURN_NOT_OK(visit(std::move(batch)));
    }
  }
  if (at != end) return origin.Corrupt(at, "bytes behind the last record");
  if (decoder->num_rows() > 0) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder->Finish());
    ARROW_RETURN_NOT_OK(visit(std::move(batch)));
  }
  return arrow::Status::OK();
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
