// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/avro/row_reader.h"

#include <optional>
#include <utility>

#include <arrow/memory_pool.h>

#include "hudi/error.h"
#include "hudi/format/avro/column_decoder.h"
#include "hudi/format/avro/container.h"

namespace hudi::avro {
namespace {

constexpr int64_t kMaxBatchBytes = 64 * 1024 * 1024;

class AvroRows : public arrow::RecordBatchReader {
 public:
  AvroRows(std::unique_ptr<ContainerReader> container, std::unique_ptr<ColumnDecoder> decoder,
           int64_t batch_rows)
      : container_(std::move(container)), decoder_(std::move(decoder)), batch_rows_(batch_rows) {}

  std::shared_ptr<arrow::Schema> schema() const override { return decoder_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    // A failed decoder holds half a row.
    if (!failure_.ok()) return failure_;
    failure_ = Fill();
    ARROW_RETURN_NOT_OK(failure_);
    if (decoder_->num_rows() == 0) return arrow::Status::OK();
    return decoder_->Finish().Value(batch);
  }

 private:
  // Decodes until a batch is full or the file ends.
  arrow::Status Fill() {
    while (decoder_->num_rows() < batch_rows_ && decoder_->num_bytes() < kMaxBatchBytes) {
      if (!block_) {
        ARROW_ASSIGN_OR_RAISE(block_, container_->Next());
        if (!block_) return arrow::Status::OK();
        cursor_ = ByteCursor(std::string_view(*block_->data));
        rows_left_ = block_->num_rows;
      }
      const BytesOrigin& origin = block_->origin;
      while (rows_left_ > 0 && decoder_->num_rows() < batch_rows_ &&
             decoder_->num_bytes() < kMaxBatchBytes) {
        ARROW_RETURN_NOT_OK(decoder_->Append(&cursor_, origin));
        --rows_left_;
      }
      if (rows_left_ > 0) return arrow::Status::OK();
      if (!cursor_.at_end()) {
        return origin.Corrupt(cursor_.offset(), "bytes are left after the block's last row");
      }
      block_.reset();
    }
    return arrow::Status::OK();
  }

  std::unique_ptr<ContainerReader> container_;
  std::unique_ptr<ColumnDecoder> decoder_;
  const int64_t batch_rows_;
  std::optional<ContainerBlock> block_;
  ByteCursor cursor_{std::string_view()};
  int64_t rows_left_ = 0;
  arrow::Status failure_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenAvroRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path, int64_t batch_rows) {
  if (batch_rows < 1) {
    return Fail(ErrorCode::kInvalidArgument, "batch_rows", "batch_rows = ", batch_rows,
                ": expected at least 1");
  }
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<ContainerReader> container,
                        ContainerReader::Open(std::move(file), path));
  arrow::Result<std::unique_ptr<ColumnDecoder>> decoder =
      ColumnDecoder::Make(container->schema(), arrow::default_memory_pool());
  if (!decoder.ok()) return While(decoder.status(), "reading " + path);
  return std::make_shared<AvroRows>(std::move(container), std::move(decoder).ValueUnsafe(),
                                    batch_rows);
}

}  // namespace hudi::avro
