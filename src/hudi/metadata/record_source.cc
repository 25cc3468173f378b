// SPDX-License-Identifier: Apache-2.0
#include "hudi/metadata/record_source.h"

#include <algorithm>
#include <utility>

#include <arrow/array/builder_binary.h>
#include <arrow/array/util.h>
#include <arrow/memory_pool.h>
#include <arrow/scalar.h>

#include "hudi/error.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/schema/evolution.h"

namespace hudi {
namespace {

constexpr int64_t kBatchRows = 1024;
constexpr char kTightField[] = "isTightBound";

// Statistics of releases before 1.0 do not tell whether they are exact: they are not.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithTightBounds(
    std::shared_ptr<arrow::RecordBatch> batch, const arrow::Schema& stored) {
  const std::string name(kStatisticsField);
  const int index = batch->schema()->GetFieldIndex(name);
  const auto stored_field = stored.GetFieldByName(name);
  if (index < 0 || stored_field == nullptr) return batch;
  const auto& statistics = static_cast<const arrow::StructArray&>(*batch->column(index));
  const int place = statistics.struct_type()->GetFieldIndex(kTightField);
  if (place < 0 ||
      static_cast<const arrow::StructType&>(*stored_field->type()).GetFieldIndex(kTightField) >=
          0) {
    return batch;
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> no,
                        arrow::MakeArrayFromScalar(arrow::BooleanScalar(false), batch->num_rows()));
  std::shared_ptr<arrow::ArrayData> data = statistics.data()->Copy();
  data->child_data[static_cast<size_t>(place)] = no->data();
  return batch->SetColumn(index, batch->schema()->field(index), arrow::MakeArray(data));
}

}  // namespace

arrow::Result<std::unique_ptr<RecordSource>> RecordSource::OpenHFile(
    std::unique_ptr<hfile::HFileReader> file, std::string_view schema_json,
    std::shared_ptr<arrow::Schema> target) {
  std::unique_ptr<RecordSource> source(new RecordSource());
  source->path_ = file->source().path;
  source->target_ = std::move(target);
  arrow::Result<avro::SchemaPtr> schema = avro::Schema::Parse(schema_json);
  if (!schema.ok()) {
    return CorruptFile(source->path_, file->source().begin,
                       "the schema of the records: " + schema.status().message());
  }
  const arrow::Schema& wanted = *source->target_;
  ARROW_ASSIGN_OR_RAISE(
      source->decoder_,
      avro::ColumnDecoder::Make(*schema, arrow::default_memory_pool(), [&](std::string_view field) {
        return wanted.GetFieldIndex(std::string(field)) >= 0;
      }));
  source->file_ = std::move(file);
  source->rows_ =
      std::make_unique<HFileRecords>(*source->file_, source->decoder_.get(), kBatchRows);
  ARROW_RETURN_NOT_OK(source->NextBatch());
  return source;
}

arrow::Result<std::unique_ptr<RecordSource>> RecordSource::OpenBaseFile(
    std::shared_ptr<arrow::io::RandomAccessFile> file, const std::string& path,
    std::shared_ptr<arrow::Schema> target) {
  ARROW_ASSIGN_OR_RAISE(int64_t size, file->GetSize());
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader,
                        hfile::HFileReader::Open(std::move(file), path, 0, size));
  const std::string* schema = reader->Info("schema");
  if (schema == nullptr) {
    return CorruptFile(path, size, "the info of the HFile has no schema of its records");
  }
  const std::string schema_json = *schema;
  return OpenHFile(std::move(reader), schema_json, std::move(target));
}

arrow::Result<std::unique_ptr<RecordSource>> RecordSource::OpenLogBlock(
    const LogBlockRef& ref, std::shared_ptr<arrow::Schema> target) {
  if (ref.block.type == log::BlockType::kHfileData) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader, OpenHFileDataBlock(ref));
    return OpenHFile(std::move(reader), ref.block.Header(log::HeaderKey::kSchema),
                     std::move(target));
  }
  if (ref.block.type != log::BlockType::kDelete) {
    return Fail(ErrorCode::kUnsupported, ref.file->path(), ref.file->path(), " at byte ",
                ref.block.offset, ": ", log::BlockTypeName(ref.block.type),
                " blocks are not supported in a metadata table");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> content, ref.file->ReadContent(ref.block));
  ARROW_ASSIGN_OR_RAISE(
      std::vector<log::DeleteRecord> deletes,
      log::DecodeDeleteBlock(std::string_view(*content), ref.file->OriginOf(ref.block)));
  std::vector<std::string> keys;
  for (log::DeleteRecord& record : deletes) {
    if (record.record_key) keys.push_back(*std::move(record.record_key));
  }
  std::sort(keys.begin(), keys.end());
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.AppendValues(keys));
  std::unique_ptr<RecordSource> source(new RecordSource());
  source->path_ = ref.file->path();
  ARROW_RETURN_NOT_OK(builder.Finish(&source->keys_));
  source->num_rows_ = source->keys_->length();
  return source;
}

arrow::Status RecordSource::Advance() {
  if (++row_ < num_rows_ || rows_ == nullptr) return arrow::Status::OK();
  return NextBatch();
}

arrow::Status RecordSource::NextBatch() {
  row_ = 0;
  num_rows_ = 0;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> stored, rows_->Next());
  if (stored == nullptr) return arrow::Status::OK();
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> aligned = AlignStoredBatch(stored, target_);
  if (!aligned.ok()) return While(aligned.status(), "reading " + path_);
  batch_ = *std::move(aligned);
  ARROW_ASSIGN_OR_RAISE(batch_, WithTightBounds(std::move(batch_), *stored->schema()));
  for (std::string_view name : {kMetadataKey, kMetadataType}) {
    const auto column = batch_->GetColumnByName(std::string(name));
    if (column == nullptr || column->null_count() > 0) {
      return CorruptFile(path_, file_->source().begin,
                         "a record of the metadata table must have a " + std::string(name));
    }
  }
  keys_ = rows_->keys();
  num_rows_ = batch_->num_rows();
  return arrow::Status::OK();
}

}  // namespace hudi
