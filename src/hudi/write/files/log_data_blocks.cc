// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/log_data_blocks.h"

#include <algorithm>
#include <utility>

#include <arrow/io/memory.h>

#include "hudi/format/avro/row_encoder.h"
#include "hudi/format/avro/schema.h"
#include "hudi/format/log/data_block.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/write/files/base_file_sink.h"

namespace hudi {
namespace {

class AvroBlocks : public LogDataBlocks {
 public:
  AvroBlocks(std::unique_ptr<avro::RowEncoder> encoder, int64_t block_bytes, Visitor visit)
      : encoder_(std::move(encoder)), block_bytes_(block_bytes), visit_(std::move(visit)) {}

  arrow::Status Write(const arrow::RecordBatch& rows) override {
    ARROW_RETURN_NOT_OK(encoder_->Bind(rows));
    for (int64_t row = 0; row < rows.num_rows(); ++row) {
      ARROW_RETURN_NOT_OK(builder_.Append(*encoder_, row));
      if (builder_.size() >= block_bytes_) ARROW_RETURN_NOT_OK(Finish());
    }
    return arrow::Status::OK();
  }

  arrow::Status Finish() override {
    int64_t num_rows = builder_.num_records();
    if (num_rows == 0) return arrow::Status::OK();
    return visit_(log::BlockType::kAvroData, builder_.Finish(), num_rows);
  }

 private:
  std::unique_ptr<avro::RowEncoder> encoder_;
  int64_t block_bytes_;
  Visitor visit_;
  log::AvroDataBlockBuilder builder_;
};

class ParquetBlocks : public LogDataBlocks {
 public:
  ParquetBlocks(LogBlockSchema schema, ParquetWriteOptions options, int64_t block_bytes,
                Visitor visit)
      : schema_(std::move(schema)),
        options_(std::move(options)),
        block_bytes_(block_bytes),
        visit_(std::move(visit)) {}

  arrow::Status Write(const arrow::RecordBatch& rows) override {
    constexpr int64_t kPieceRows = 1024;
    for (int64_t begin = 0; begin < rows.num_rows(); begin += kPieceRows) {
      if (writer_ == nullptr) {
        ARROW_ASSIGN_OR_RAISE(output_, arrow::io::BufferOutputStream::Create());
        ARROW_ASSIGN_OR_RAISE(writer_, BaseFileWriter::Open(output_, schema_.columns, options_));
      }
      ARROW_RETURN_NOT_OK(writer_->Write(*rows.Slice(begin, kPieceRows)));
      ARROW_ASSIGN_OR_RAISE(int64_t size, writer_->EstimatedSizeBytes());
      if (size >= block_bytes_) ARROW_RETURN_NOT_OK(Finish());
    }
    return arrow::Status::OK();
  }

  arrow::Status Finish() override {
    if (writer_ == nullptr) return arrow::Status::OK();
    int64_t num_rows = writer_->num_rows();
    ARROW_RETURN_NOT_OK(writer_->Close({{kFooterAvroSchema, schema_.json}}).status());
    writer_.reset();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, output_->Finish());
    output_.reset();
    return visit_(log::BlockType::kParquetData, std::string_view(*content), num_rows);
  }

 private:
  LogBlockSchema schema_;
  ParquetWriteOptions options_;
  int64_t block_bytes_;
  Visitor visit_;
  std::shared_ptr<arrow::io::BufferOutputStream> output_;
  std::unique_ptr<BaseFileWriter> writer_;
};

}  // namespace

arrow::Result<std::unique_ptr<LogDataBlocks>> LogDataBlocks::Make(const WriteContext& context,
                                                                  LogBlockSchema schema,
                                                                  int64_t block_bytes,
                                                                  Visitor visit) {
  if (context.config.log.block_format == LogBlockFormat::kParquet) {
    ARROW_ASSIGN_OR_RAISE(ParquetWriteOptions options, ParquetOptionsOf(context));
    return std::make_unique<ParquetBlocks>(std::move(schema), std::move(options), block_bytes,
                                           std::move(visit));
  }
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr parsed, avro::Schema::Parse(schema.json));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<avro::RowEncoder> encoder,
                        avro::RowEncoder::Make(std::move(parsed)));
  return std::make_unique<AvroBlocks>(std::move(encoder), block_bytes, std::move(visit));
}

}  // namespace hudi
