// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_rows.h"

#include <optional>
#include <string_view>
#include <utility>

#include <arrow/array.h>

#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/slices/file_name.h"

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

// The rows of a base file that carry the commit's time.
class InsertedRows : public CdcSourceRows {
 public:
  InsertedRows(std::shared_ptr<arrow::RecordBatchReader> rows, std::string path,
               std::string instant, int64_t num_inserts, std::shared_ptr<const CdcShape> shape)
      : CdcSourceRows(std::move(instant), std::move(shape)),
        rows_(std::move(rows)),
        path_(std::move(path)),
        num_missing_(num_inserts) {}

 private:
  arrow::Result<bool> Advance() override {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows_->ReadNext(&batch));
    if (batch == nullptr && num_missing_ != 0) {
      return Fail(ErrorCode::kCorruptFile, path_, path_, ": commit ", instant_, " inserted ",
                  num_missing_ > 0 ? "more" : "fewer", " rows than carry its time");
    }
    if (batch == nullptr) return false;
    const auto& times =
        static_cast<const arrow::StringArray&>(*batch->GetColumnByName(std::string(kCommitTime)));
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      if (times.GetView(row) != instant_) continue;
      --num_missing_;
      image_.clear();
      shape_->printer->Append(*batch, row, &image_);
      ARROW_RETURN_NOT_OK(queue_.Add('i', nullptr, &image_));
    }
    return true;
  }

  std::shared_ptr<arrow::RecordBatchReader> rows_;
  const std::string path_;
  int64_t num_missing_;
  std::string image_;
};

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenRows(const Storage& storage,
                                                                  const std::string& path,
                                                                  const CdcShape& shape,
                                                                  Constants constants) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> base,
                        OpenCdcBaseFile(storage, path, shape));
  return StreamBaseFile(*base, shape.rows, std::move(constants), std::nullopt,
                        /*use_threads=*/false);
}

}  // namespace

arrow::Result<std::shared_ptr<BaseFileReader>> OpenCdcBaseFile(const Storage& storage,
                                                               const std::string& path,
                                                               const CdcShape& shape) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> file, storage.OpenInput(path));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> base,
                        BaseFileReader::Open(std::move(file), path));
  if (shape.merge->stored_names == nullptr) return base;
  ARROW_ASSIGN_OR_RAISE(const BaseFileName name,
                        ParseBaseFileName(std::string_view(path).substr(path.rfind('/') + 1)));
  return WithNamesOfNow(std::move(base), shape.merge->stored_names.get(), name.instant);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamBaseFileChanges(
    const Storage& storage, const std::string& path, std::string instant, char op,
    std::shared_ptr<const CdcShape> shape, Constants constants) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenRows(storage, path, *shape, std::move(constants)));
  return std::make_shared<WholeRows>(std::move(rows), std::move(instant), op, std::move(shape));
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StreamInsertedRows(
    const Storage& storage, const std::string& path, std::string instant, int64_t num_inserts,
    std::shared_ptr<const CdcShape> shape, Constants constants) {
  if (!shape->has_meta_columns) {
    return Fail(ErrorCode::kUnsupported, path, "commit ", instant, " inserted rows into ", path,
                " without a change log, and nothing tells which: "
                "hoodie.populate.meta.fields=false left out their commit times");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenRows(storage, path, *shape, std::move(constants)));
  return std::make_shared<InsertedRows>(std::move(rows), path, std::move(instant), num_inserts,
                                        std::move(shape));
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
