// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/hfile_rows.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

constexpr std::string_view kKeyField = "key";

// The column with the rows' keys where it has empty texts.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithKeys(
    std::shared_ptr<arrow::RecordBatch> batch, const arrow::StringArray& rows,
    std::string_view name) {
  const int index = batch->schema()->GetFieldIndex(std::string(name));
  if (index < 0 || batch->column(index)->type_id() != arrow::Type::STRING) return batch;
  const auto& texts = static_cast<const arrow::StringArray&>(*batch->column(index));
  arrow::StringBuilder keys;
  ARROW_RETURN_NOT_OK(keys.Reserve(texts.length()));
  for (int64_t row = 0; row < texts.length(); ++row) {
    const bool is_empty = texts.IsValid(row) && texts.value_length(row) == 0;
    if (texts.IsNull(row)) {
      ARROW_RETURN_NOT_OK(keys.AppendNull());
    } else {
      ARROW_RETURN_NOT_OK(keys.Append(is_empty ? rows.GetView(row) : texts.GetView(row)));
    }
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, keys.Finish());
  return batch->SetColumn(index, batch->schema()->field(index), column);
}

}  // namespace

arrow::Result<std::unique_ptr<hfile::HFileReader>> OpenHFileDataBlock(const LogBlockRef& ref) {
  return hfile::HFileReader::Open(ref.file->file(), ref.file->path(), ref.block.content_offset,
                                  ref.block.content_size);
}

arrow::Result<int64_t> CountHFileDataBlock(const LogBlockRef& ref) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader, OpenHFileDataBlock(ref));
  return reader->num_entries();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> HFileRecords::Next() {
  arrow::StringBuilder rows;
  for (hfile::Entry entry; decoder_->num_rows() < batch_rows_;) {
    ARROW_ASSIGN_OR_RAISE(bool more, scanner_.Next(&entry));
    if (!more) break;
    avro::ByteCursor cursor(entry.value);
    const avro::BytesOrigin origin{file_.source().path, scanner_.block_offset(),
                                   /*compressed=*/true};
    ARROW_RETURN_NOT_OK(decoder_->Append(&cursor, origin));
    if (!cursor.at_end()) {
      return origin.Corrupt(
          entry.value_offset + cursor.offset(),
          fmt::format("the record ends {} bytes before its value does", cursor.remaining()));
    }
    ARROW_RETURN_NOT_OK(rows.Append(entry.row));
  }
  ARROW_RETURN_NOT_OK(rows.Finish(&keys_));
  if (decoder_->num_rows() == 0) return nullptr;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder_->Finish());
  ARROW_ASSIGN_OR_RAISE(batch, WithKeys(std::move(batch), *keys_, kRecordKey));
  return WithKeys(std::move(batch), *keys_, kKeyField);
}

arrow::Status VisitHFileDataBlock(
    const LogBlockRef& ref, avro::ColumnDecoder* decoder, int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader, OpenHFileDataBlock(ref));
  HFileRecords rows(*reader, decoder, batch_rows);
  while (true) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, rows.Next());
    if (batch == nullptr) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(visit(std::move(batch)));
  }
}

}  // namespace hudi
