// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/cdc_log.h"

#include <algorithm>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/util.h>

#include "hudi/base/text.h"
#include "hudi/format/avro/schema.h"
#include "hudi/format/log/block.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/slices/file_name.h"
#include "hudi/write/files/meta_arrays.h"

namespace hudi {
namespace {

// Readers take blocks of any size; small ones keep many tasks within little memory.
constexpr int64_t kBlockBytes = 8 * 1024 * 1024;

avro::Field NullableField(const char* name, avro::SchemaPtr type) {
  avro::Field field;
  field.name = name;
  field.type = avro::MakeNullable(std::move(type));
  field.has_doc = true;
  field.default_json = "null";
  return field;
}

// A field whose union begins with its type, as HoodieCDCUtils has it in the schema without images.
avro::Field TextField(const char* name) {
  auto type = std::make_shared<avro::Schema>();
  type->type = avro::Type::kUnion;
  type->branches = {avro::MakePrimitive(avro::Type::kString),
                    avro::MakePrimitive(avro::Type::kNull)};
  avro::Field field;
  field.name = name;
  field.type = std::move(type);
  return field;
}

// The schema of the log's records (HoodieCDCUtils.schemaBySupplementalLoggingMode).
avro::SchemaPtr RecordSchema(CdcMode mode, const avro::Schema& file_schema) {
  auto record = std::make_shared<avro::Schema>();
  record->type = avro::Type::kRecord;
  if (mode == CdcMode::kOpKeyOnly) {
    record->name = "Record";
    record->fields = {TextField("op"), TextField("record_key")};
    return record;
  }
  auto image = std::make_shared<avro::Schema>(file_schema);
  std::erase_if(image->fields, [](const avro::Field& field) { return IsMetaColumn(field.name); });
  const avro::SchemaPtr text = avro::MakePrimitive(avro::Type::kString);
  record->name = "CDC";
  record->name_space = file_schema.name_space;
  record->fields = {NullableField("op", text)};
  if (mode == CdcMode::kDataBefore) {
    record->fields.push_back(NullableField("record_key", text));
    record->fields.push_back(NullableField("before", image));
  } else {
    record->fields.push_back(NullableField("ts_ms", text));
    record->fields.push_back(NullableField("before", image));
    record->fields.push_back(NullableField("after", image));
  }
  return record;
}

// The same values under a type that differs in names and nullability only.
std::shared_ptr<arrow::ArrayData> WithType(const arrow::ArrayData& data,
                                           const std::shared_ptr<arrow::DataType>& type) {
  std::shared_ptr<arrow::ArrayData> typed = data.Copy();
  typed->type = type;
  for (size_t i = 0; i < typed->child_data.size(); ++i) {
    typed->child_data[i] =
        WithType(*typed->child_data[i], type->field(static_cast<int>(i))->type());
  }
  return typed;
}

}  // namespace

arrow::Result<std::unique_ptr<CdcLog>> CdcLog::Make(const WriteContext& context,
                                                    CdcLogTarget target) {
  std::unique_ptr<CdcLog> log(new CdcLog(context, std::move(target)));
  ARROW_RETURN_NOT_OK(log->Init());
  return log;
}

arrow::Status CdcLog::Init() {
  ARROW_ASSIGN_OR_RAISE(avro::SchemaPtr file_schema,
                        avro::Schema::Parse(context_.footer_schema_json));
  avro::SchemaPtr record = RecordSchema(context_.config.cdc.mode, *file_schema);
  schema_json_ = record->ToJson();
  ARROW_ASSIGN_OR_RAISE(schema_, avro::RowSchema(*record));
  ARROW_ASSIGN_OR_RAISE(encoder_, avro::RowEncoder::Make(std::move(record)));
  return arrow::Status::OK();
}

arrow::Status CdcLog::AddUpdates(const arrow::RecordBatch& before, const arrow::RecordBatch& after,
                                 const std::shared_ptr<arrow::Array>& keys) {
  return Add("u", &before, &after, keys);
}

arrow::Status CdcLog::AddInserts(const arrow::RecordBatch& after,
                                 const std::shared_ptr<arrow::Array>& keys) {
  return Add("i", nullptr, &after, keys);
}

arrow::Status CdcLog::AddDeletes(const arrow::RecordBatch& before,
                                 const std::shared_ptr<arrow::Array>& keys) {
  return Add("d", &before, nullptr, keys);
}

arrow::Result<std::shared_ptr<arrow::Array>> CdcLog::Image(
    const arrow::RecordBatch* rows, const std::shared_ptr<arrow::DataType>& type,
    int64_t num_rows) const {
  if (rows == nullptr) return arrow::MakeArrayOfNull(type, num_rows);
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : type->fields()) {
    std::shared_ptr<arrow::Array> column = rows->GetColumnByName(field->name());
    columns.push_back(arrow::MakeArray(WithType(*column->data(), field->type())));
  }
  return std::make_shared<arrow::StructArray>(type, num_rows, std::move(columns));
}

arrow::Status CdcLog::Add(std::string_view op, const arrow::RecordBatch* before,
                          const arrow::RecordBatch* after,
                          const std::shared_ptr<arrow::Array>& keys) {
  const int64_t num_rows = keys->length();
  if (num_rows == 0) return arrow::Status::OK();
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : schema_->fields()) {
    std::shared_ptr<arrow::Array> column = keys;
    if (field->name() == "op") {
      ARROW_ASSIGN_OR_RAISE(column, ConstantText(op, num_rows));
    } else if (field->name() == "ts_ms") {
      ARROW_ASSIGN_OR_RAISE(column, ConstantText(context_.instant(), num_rows));
    } else if (field->name() == "before") {
      ARROW_ASSIGN_OR_RAISE(column, Image(before, field->type(), num_rows));
    } else if (field->name() == "after") {
      ARROW_ASSIGN_OR_RAISE(column, Image(after, field->type(), num_rows));
    }
    columns.push_back(std::move(column));
  }
  ARROW_RETURN_NOT_OK(
      encoder_->Bind(*arrow::RecordBatch::Make(schema_, num_rows, std::move(columns))));
  const int64_t limit = std::min(kBlockBytes, context_.config.log.max_block_bytes);
  for (int64_t row = 0; row < num_rows; ++row) {
    ARROW_RETURN_NOT_OK(block_.Append(*encoder_, row));
    if (block_.size() >= limit) ARROW_RETURN_NOT_OK(WriteBlock());
  }
  return arrow::Status::OK();
}

arrow::Status CdcLog::WriteBlock() {
  if (file_ != nullptr) {
    ARROW_ASSIGN_OR_RAISE(int64_t size, file_->Tell());
    if (size >= context_.config.log.max_file_bytes) ARROW_RETURN_NOT_OK(CloseFile());
  }
  if (file_ == nullptr) {
    LogFileName name;
    name.file_id = target_.file_id;
    name.instant = context_.instant();
    name.version = ++version_;
    name.write_token = target_.write_token;
    name.is_cdc = true;
    file_name_ = FormatLogFileName(name);
    ARROW_ASSIGN_OR_RAISE(file_,
                          context_.session->CreateFile(target_.partition, file_name_, "CREATE"));
  }
  log::BlockHeader header = {{log::HeaderKey::kInstantTime, context_.instant()},
                             {log::HeaderKey::kSchema, schema_json_}};
  return file_->Write(log::EncodeBlock(log::BlockType::kCdcData, header, block_.Finish()));
}

arrow::Status CdcLog::CloseFile() {
  ARROW_ASSIGN_OR_RAISE(sizes_[file_name_], file_->Tell());
  ARROW_RETURN_NOT_OK(file_->Close());
  file_.reset();
  return arrow::Status::OK();
}

// Readers take a base file without a log for new rows only if every row of it is an insert, and for
// deleted ones if a delete has left none; any other needs a log, an empty one if nothing changed.
// The releases before 1.1 leave the log out where they can, the later ones never.
bool CdcLog::IsNeeded(const WriteStat& stat) const {
  if (context_.config.table_version >= 9) return true;
  if (stat.num_writes == 0 && context_.config.operation == WriteOperation::kDelete) return false;
  return stat.num_update_writes > 0 || stat.num_deletes > 0 || stat.num_writes != stat.num_inserts;
}

arrow::Status CdcLog::Close(WriteStat* stat) {
  if (!IsNeeded(*stat)) {
    if (file_ != nullptr) ARROW_RETURN_NOT_OK(CloseFile());
    for (const auto& [name, size] : sizes_) {
      ARROW_RETURN_NOT_OK(context_.session->DropFile(target_.partition, name));
    }
    return arrow::Status::OK();
  }
  if (block_.num_records() > 0 || version_ == 0) ARROW_RETURN_NOT_OK(WriteBlock());
  ARROW_RETURN_NOT_OK(CloseFile());
  for (const auto& [name, size] : sizes_) {
    std::string path = target_.partition.empty() ? name : JoinText({target_.partition, name}, "/");
    stat->cdc_stats[std::move(path)] = size;
  }
  return arrow::Status::OK();
}

}  // namespace hudi
