// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/binary_rows.h"

#include <arrow/ipc/reader.h>

#include "hudi/error.h"
#include "hudi/format/parquet/base_file_reader.h"

namespace hudi::rows {
namespace {

constexpr std::string_view kArrowFileMagic = "ARROW1";

arrow::Status BadArrow(const std::string& name, const arrow::Status& status) {
  if (FindErrorDetail(status) != nullptr) return status;
  return Fail(ErrorCode::kCorruptFile, name, name, ": ", status.message(),
              ": expected an Arrow IPC file or stream");
}

/// Batches of any source in slices of 1 to `batch_rows` rows.
class SlicedReader : public arrow::RecordBatchReader {
 public:
  SlicedReader(std::shared_ptr<arrow::Schema> schema, int64_t batch_rows)
      : schema_(std::move(schema)), batch_rows_(batch_rows) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    while (current_ == nullptr || offset_ == current_->num_rows()) {
      offset_ = 0;
      ARROW_ASSIGN_OR_RAISE(current_, NextSource());
      if (current_ == nullptr) return arrow::Status::OK();
    }
    int64_t num_rows = std::min(batch_rows_, current_->num_rows() - offset_);
    *batch = num_rows == current_->num_rows() ? current_ : current_->Slice(offset_, num_rows);
    offset_ += num_rows;
    return arrow::Status::OK();
  }

 protected:
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextSource() = 0;

 private:
  std::shared_ptr<arrow::Schema> schema_;
  int64_t batch_rows_;
  std::shared_ptr<arrow::RecordBatch> current_;
  int64_t offset_ = 0;
};

class ArrowFileRows : public SlicedReader {
 public:
  ArrowFileRows(std::shared_ptr<arrow::ipc::RecordBatchFileReader> file, std::string name,
                int64_t batch_rows)
      : SlicedReader(file->schema(), batch_rows), file_(std::move(file)), name_(std::move(name)) {}

 private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextSource() override {
    if (next_ == file_->num_record_batches()) return nullptr;
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> batch = file_->ReadRecordBatch(next_++);
    if (!batch.ok()) return BadArrow(name_, batch.status());
    arrow::Status valid = (*batch)->Validate();
    if (!valid.ok()) return BadArrow(name_, valid);
    return batch;
  }

  std::shared_ptr<arrow::ipc::RecordBatchFileReader> file_;
  std::string name_;
  int next_ = 0;
};

class ArrowStreamRows : public SlicedReader {
 public:
  ArrowStreamRows(std::shared_ptr<arrow::RecordBatchReader> stream, std::string name,
                  int64_t batch_rows)
      : SlicedReader(stream->schema(), batch_rows),
        stream_(std::move(stream)),
        name_(std::move(name)) {}

 private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> NextSource() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    arrow::Status status = stream_->ReadNext(&batch);
    if (status.ok() && batch != nullptr) status = batch->Validate();
    if (!status.ok()) return BadArrow(name_, status);
    return batch;
  }

  std::shared_ptr<arrow::RecordBatchReader> stream_;
  std::string name_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadParquetRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& name,
    int64_t batch_rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader,
                        BaseFileReader::Open(std::move(file), name));
  ScanOptions options;
  for (const std::shared_ptr<arrow::Field>& field : reader->schema()->fields()) {
    options.columns.push_back(field->name());
  }
  options.batch_rows = batch_rows;
  options.use_threads = true;
  return reader->Scan(options);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadArrowRows(
    std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& name,
    int64_t batch_rows) {
  std::string magic(kArrowFileMagic.size(), '\0');
  arrow::Result<int64_t> got = file->ReadAt(0, static_cast<int64_t>(magic.size()), magic.data());
  if (!got.ok() && FindErrorDetail(got.status()) != nullptr) return got.status();
  if (!got.ok()) return Fail(ErrorCode::kStorage, name, name, ": ", got.status().message());
  if (magic == kArrowFileMagic) {
    arrow::Result<std::shared_ptr<arrow::ipc::RecordBatchFileReader>> reader =
        arrow::ipc::RecordBatchFileReader::Open(file);
    if (!reader.ok()) return BadArrow(name, reader.status());
    return std::make_shared<ArrowFileRows>(*std::move(reader), name, batch_rows);
  }
  ARROW_ASSIGN_OR_RAISE(int64_t size, file->GetSize());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream,
                        arrow::io::RandomAccessFile::GetStream(file, 0, size));
  arrow::Result<std::shared_ptr<arrow::ipc::RecordBatchStreamReader>> reader =
      arrow::ipc::RecordBatchStreamReader::Open(stream);
  if (!reader.ok()) return BadArrow(name, reader.status());
  return std::make_shared<ArrowStreamRows>(*std::move(reader), name, batch_rows);
}

}  // namespace hudi::rows
