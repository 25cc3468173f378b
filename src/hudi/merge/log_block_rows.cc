// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/log_block_rows.h"

#include <algorithm>
#include <utility>

#include <arrow/io/memory.h>

#include "hudi/error.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/merge/hfile_rows.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using log::BlockType;

class AvroRows : public LogBlockRows {
 public:
  AvroRows(log::AvroBlockRecords records, avro::ColumnDecoder* decoder, int64_t batch_rows)
      : records_(std::move(records)), decoder_(decoder), batch_rows_(batch_rows) {}

  int64_t remaining() const override { return records_.remaining(); }

  arrow::Status Take(int64_t num_records, const Visit& visit) override {
    for (int64_t i = 0; i < num_records; ++i) {
      ARROW_RETURN_NOT_OK(records_.Next().status());
      ARROW_RETURN_NOT_OK(records_.AppendTo(decoder_));
      if (decoder_->num_rows() == batch_rows_) ARROW_RETURN_NOT_OK(HandOn(visit));
    }
    // Sees that nothing stands behind the last one.
    if (remaining() == 0) ARROW_RETURN_NOT_OK(records_.Next().status());
    return HandOn(visit);
  }

 private:
  arrow::Status HandOn(const Visit& visit) {
    if (decoder_->num_rows() == 0) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder_->Finish());
    return visit(std::move(batch));
  }

  log::AvroBlockRecords records_;
  avro::ColumnDecoder* decoder_;
  int64_t batch_rows_;
};

class ParquetRows : public LogBlockRows {
 public:
  ParquetRows(std::shared_ptr<arrow::RecordBatchReader> rows, int64_t num_rows)
      : rows_(std::move(rows)), remaining_(num_rows) {}

  int64_t remaining() const override { return remaining_; }

  arrow::Status Take(int64_t num_records, const Visit& visit) override {
    remaining_ -= num_records;
    while (num_records > 0) {
      if (batch_ == nullptr) ARROW_RETURN_NOT_OK(rows_->ReadNext(&batch_));
      const int64_t taken = std::min(num_records, batch_->num_rows());
      ARROW_RETURN_NOT_OK(visit(batch_->Slice(0, taken)));
      num_records -= taken;
      batch_ = taken < batch_->num_rows() ? batch_->Slice(taken) : nullptr;
    }
    if (remaining_ > 0) return arrow::Status::OK();
    // Sees that the file holds what its footer says.
    return rows_->ReadNext(&batch_);
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  int64_t remaining_;
  std::shared_ptr<arrow::RecordBatch> batch_;  // what is left of it
};

/// Without random access: it is taken whole.
class HFileRows : public LogBlockRows {
 public:
  HFileRows(LogBlockRef ref, avro::ColumnDecoder* decoder, int64_t num_records, int64_t batch_rows)
      : ref_(std::move(ref)), decoder_(decoder), remaining_(num_records), batch_rows_(batch_rows) {}

  int64_t remaining() const override { return remaining_; }

  arrow::Status Take(int64_t num_records, const Visit& visit) override {
    (void)num_records;
    remaining_ = 0;
    return VisitHFileDataBlock(ref_, decoder_, batch_rows_, visit);
  }

 private:
  LogBlockRef ref_;
  avro::ColumnDecoder* decoder_;
  int64_t remaining_;
  int64_t batch_rows_;
};

}  // namespace

bool LogBlockOpener::IsWanted(std::string_view column) const {
  return column == kOperationColumn || merge_schema_->GetFieldIndex(std::string(column)) >= 0;
}

arrow::Result<std::vector<std::string>> LogBlockOpener::Wanted(const arrow::Schema& stored,
                                                               const LogBlockRef& ref) const {
  std::shared_ptr<arrow::Schema> renamed;
  if (names_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(renamed,
                          names_->Of(stored, ref.block.Header(log::HeaderKey::kInstantTime)));
  }
  std::vector<std::string> wanted;
  for (int i = 0; i < stored.num_fields(); ++i) {
    const std::string& name = (renamed != nullptr ? *renamed : stored).field(i)->name();
    if (IsWanted(name)) wanted.push_back(stored.field(i)->name());
  }
  return wanted;
}

arrow::Result<avro::ColumnDecoder*> LogBlockOpener::DecoderOf(const LogBlockRef& ref) {
  const std::string text(ref.block.Header(log::HeaderKey::kSchema));
  std::string key = text;
  if (names_ != nullptr) key += ref.block.Header(log::HeaderKey::kInstantTime);
  std::unique_ptr<avro::ColumnDecoder>& decoder = decoders_[key];
  if (decoder != nullptr) return decoder.get();
  arrow::Result<avro::SchemaPtr> schema = avro::Schema::Parse(text);
  if (!schema.ok()) {
    return CorruptFile(ref.file->path(), ref.block.offset,
                       "the block's schema: " + schema.status().message());
  }
  std::function<bool(std::string_view)> wants = [this](std::string_view column) {
    return IsWanted(column);
  };
  if (names_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> stored, avro::RowSchema(**schema));
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> wanted, Wanted(*stored, ref));
    wants = [wanted = std::move(wanted)](std::string_view column) {
      return std::find(wanted.begin(), wanted.end(), column) != wanted.end();
    };
  }
  ARROW_ASSIGN_OR_RAISE(decoder,
                        avro::ColumnDecoder::Make(*schema, arrow::default_memory_pool(), wants));
  return decoder.get();
}

arrow::Result<std::unique_ptr<LogBlockRows>> LogBlockOpener::Open(const LogBlockRef& ref) {
  if (ref.block.type == BlockType::kParquetData) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, ref.file->ReadContent(ref.block));
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<BaseFileReader> reader,
        BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(std::move(content)),
                             ref.file->path()));
    ScanOptions scan;
    ARROW_ASSIGN_OR_RAISE(scan.columns, Wanted(*reader->schema(), ref));
    scan.batch_rows = parts_.batch_rows;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows, reader->Scan(scan));
    return std::make_unique<ParquetRows>(std::move(rows), reader->num_rows());
  }
  ARROW_ASSIGN_OR_RAISE(avro::ColumnDecoder * decoder, DecoderOf(ref));
  if (ref.block.type == BlockType::kHfileData) {
    ARROW_ASSIGN_OR_RAISE(int64_t num_records, CountHFileDataBlock(ref));
    return std::make_unique<HFileRows>(ref, decoder, num_records, parts_.batch_rows);
  }
  ARROW_ASSIGN_OR_RAISE(log::AvroBlockRecords records,
                        log::AvroBlockRecords::Open(ref.file, ref.block, parts_.bytes));
  return std::make_unique<AvroRows>(std::move(records), decoder, parts_.batch_rows);
}

}  // namespace hudi
