// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_rows.h"

#include <optional>
#include <utility>

namespace hudi {
namespace {

using Constants = std::map<std::string, std::shared_ptr<arrow::Scalar>, std::less<>>;

class WholeRows : public CdcSourceRows {
 public:
  WholeRows(std::shared_ptr<arrow::RecordBatchReader> rows, std::string instant, char op,
            std::shared_ptr<const CdcShape> shape)
      : CdcSourceRows(std::move(instant), std::move(shape)), rows_(std::move(rows)), op_(op) {}

 private:
  arrow::Result<bool> Advance() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows_->ReadNext(&batch));
    if (batch == nullptr) return false;
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      image_.clear();
      shape_->printer->Append(*batch, row, &image_);
      ARROW_RETURN_NOT_OK(
          queue_.Add(op_, op_ == 'd' ? &image_ : nullptr, op_ == 'd' ? nullptr : &image_));
    }
    return true;
  }

  std::shared_ptr<arrow::RecordBatchReader> rows_;
  const char op_;
  std::string image_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamBaseFileChanges(
    const Storage& storage, const std::string& path, std::string instant, char op,
    std::shared_ptr<const CdcShape> shape, Constants constants) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> base,
                        BaseFileReader::Open(std::move(file), path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        StreamBaseFile(*base, shape->rows, std::move(constants), std::nullopt,
                                       /*use_threads=*/false));
  return std::make_shared<WholeRows>(std::move(rows), std::move(instant), op, std::move(shape));
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamSliceDeletes(
    const Storage& storage, const FileSlice& slice, std::string instant,
    std::shared_ptr<const CdcShape> shape, Constants constants) {
  if (slice.log_files.empty()) {
    return StreamBaseFileChanges(storage, slice.base_file->path, std::move(instant), 'd',
                                 std::move(shape), std::move(constants));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        StreamMergedSlice(storage, slice, shape->rows, shape->merge,
                                          std::move(constants), /*use_threads=*/false));
  return std::make_shared<WholeRows>(std::move(rows), std::move(instant), 'd', std::move(shape));
}

}  // namespace hudi
