// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/hfile_rows.h"

#include <string>
#include <string_view>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/builder_binary.h>
#include <fmt/format.h>

#include "hudi/format/hfile/hfile_reader.h"
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

arrow::Result<std::unique_ptr<hfile::HFileReader>> OpenHFile(const LogBlockRef& ref) {
  return hfile::HFileReader::Open(ref.file->file(), ref.file->path(), ref.block.content_offset,
                                  ref.block.content_size);
}

}  // namespace

arrow::Result<int64_t> CountHFileDataBlock(const LogBlockRef& ref) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader, OpenHFile(ref));
  return reader->num_entries();
}

arrow::Status VisitHFileDataBlock(
    const LogBlockRef& ref, avro::ColumnDecoder* decoder, int64_t batch_rows,
    const std::function<arrow::Status(std::shared_ptr<arrow::RecordBatch>)>& visit) {
  const log::LogFileReader& file = *ref.file;
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<hfile::HFileReader> reader, OpenHFile(ref));
  hfile::EntryScanner scanner(*reader);
  arrow::StringBuilder rows;
  auto hand_on = [&]() -> arrow::Status {
    if (decoder->num_rows() == 0) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, decoder->Finish());
    std::shared_ptr<arrow::StringArray> keys;
    ARROW_RETURN_NOT_OK(rows.Finish(&keys));
    ARROW_ASSIGN_OR_RAISE(batch, WithKeys(std::move(batch), *keys, kRecordKey));
    ARROW_ASSIGN_OR_RAISE(batch, WithKeys(std::move(batch), *keys, kKeyField));
    return visit(std::move(batch));
  };
  for (hfile::Entry entry;;) {
    ARROW_ASSIGN_OR_RAISE(bool more, scanner.Next(&entry));
    if (!more) break;
    avro::ByteCursor cursor(entry.value);
    const avro::BytesOrigin origin{file.path(), scanner.block_offset(), /*compressed=*/true};
    ARROW_RETURN_NOT_OK(decoder->Append(&cursor, origin));
    if (!cursor.at_end()) {
      return origin.Corrupt(
          entry.value_offset + cursor.offset(),
          fmt::format("the record ends {} bytes before its value does", cursor.remaining()));
    }
    ARROW_RETURN_NOT_OK(rows.Append(entry.row));
    if (decoder->num_rows() >= batch_rows) ARROW_RETURN_NOT_OK(hand_on());
  }
  return hand_on();
}

}  // namespace hudi
