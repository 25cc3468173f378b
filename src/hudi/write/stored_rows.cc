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

arrow::Result<std::shared_ptr<BaseFileReader>> OpenFile(const WriteContext& context,
                                                        const BaseFile& file) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> input,
                        context.storage->OpenInput(file.path));
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<BaseFileReader> reader,
      BaseFileReader::Open(std::move(input), context.storage->FullPath(file.path)));
  return WithNamesOfNow(std::move(reader), context.stored_names.get(), file.name.instant);
}
}  // namespace

arrow::Status StoredRows::VisitKeys(const BaseFile& file, const KeyVisitor& visit) const {
  if (virtual_keys_) {
    return Visit(file, [&](const std::shared_ptr<arrow::RecordBatch>& rows, int64_t first_row) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> keys, KeysOf(*rows, first_row));
      return visit(*keys, first_row);
    });
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader, OpenFile(context_, file));
  ScanOptions scan;
  scan.columns = {std::string(kRecordKey)};
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> batches, reader->Scan(scan));
  if (batches->schema()->num_fields() != 1) {
    return CorruptFile(file.path, 0, "the base file has no column '_hoodie_record_key'");
  }
  int64_t first_row = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(batches->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(
        visit(static_cast<const arrow::StringArray&>(*batch->column(0)), first_row));
    first_row += batch->num_rows();
    context_.progress->AddShareOfFile(file.size_bytes, batch->num_rows(), reader->num_rows());
  }
}

arrow::Status StoredRows::Visit(const BaseFile& file, const RowVisitor& visit,
                                std::map<std::string, std::string>* footer) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<BaseFileReader> reader, OpenFile(context_, file));
  if (footer != nullptr) *footer = reader->footer();
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
    ARROW_RETURN_NOT_OK(visit(*aligned, first_row));
    first_row += batch->num_rows();
    context_.progress->AddShareOfFile(file.size_bytes, batch->num_rows(), reader->num_rows());
  }
}

arrow::Result<std::shared_ptr<arrow::StringArray>> StoredRows::KeysOf(
    const arrow::RecordBatch& rows, int64_t first_row) const {
  if (virtual_keys_) return virtual_keys_(rows, first_row);
  return std::static_pointer_cast<arrow::StringArray>(rows.column(2));  // _hoodie_record_key
}

}  // namespace hudi
