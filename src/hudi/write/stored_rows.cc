// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/stored_rows.h"

#include "hudi/error.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// What is read, merged and written in one go should stay in the processor's cache.
constexpr int64_t kBatchRows = 16 * 1024;

arrow::Result<std::shared_ptr<BaseFileReader>> OpenFile(const Storage& storage,
                                                        const BaseFile& file) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                        storage.OpenInput(file.path));
  return BaseFileReader::Open(std::move(input), storage.FullPath(file.path));
}
}  // namespace

arrow::Status StoredRows::VisitKeys(const BaseFile& file, const KeyVisitor& visit) const {
  if (virtual_keys_) {
    return Visit(file, [&](const std::shared_ptr<arrow::RecordBatch>&,
                           const arrow::StringArray& keys) { return visit(keys); });
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader, OpenFile(*context_.storage, file));
  ScanOptions scan;
  scan.columns = {std::string(kRecordKey)};
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> batches, reader->Scan(scan));
  if (batches->schema()->num_fields() != 1) {
    return CorruptFile(file.path, 0, "the base file has no column '_hoodie_record_key'");
  }
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(visit(static_cast<const arrow::StringArray&>(*batch->column(0))));
    context_.progress->AddShareOfFile(file.size_bytes, batch->num_rows(), reader->num_rows());
  }
}

arrow::Status StoredRows::Visit(const BaseFile& file, const RowVisitor& visit) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader, OpenFile(*context_.storage, file));
  ScanOptions scan;
  for (const std::shared_ptr<arrow::Field>& field : context_.file_schema->fields()) {
    scan.columns.push_back(field->name());
  }
  // Meta columns and partition columns mostly hold one text in the whole file.
  scan.constants_from_statistics = true;
  scan.batch_rows = kBatchRows;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> batches, reader->Scan(scan));
  int64_t first_row = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(context_.CheckStop());
    ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned =
        AlignStoredBatch(batch, context_.file_schema);
    if (!aligned.ok()) return While(aligned.status(), "reading " + file.path);
    if (!virtual_keys_) {
      ARROW_RETURN_NOT_OK(
          visit(*aligned, static_cast<const arrow::StringArray&>(*(*aligned)->column(2))));
    } else {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> keys,
                            virtual_keys_(**aligned, first_row));
      ARROW_RETURN_NOT_OK(visit(*aligned, *keys));
    }
    first_row += batch->num_rows();
    context_.progress->AddShareOfFile(file.size_bytes, batch->num_rows(), reader->num_rows());
  }
}

}  // namespace hudi
