// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/meta_arrays.h"

#include <charconv>
#include <cstring>

#include <arrow/buffer.h>

#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {

arrow::Result<std::shared_ptr<arrow::Array>> ConstantText(std::string_view text, int64_t count) {
  int64_t width = static_cast<int64_t>(text.size());
  if (width * count > INT32_MAX) {
    return arrow::Status::CapacityError("more than 2 GiB of text in one batch");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> offsets,
                        arrow::AllocateBuffer((count + 1) * static_cast<int64_t>(sizeof(int32_t))));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> bytes, arrow::AllocateBuffer(width * count));
  int32_t* out = reinterpret_cast<int32_t*>(offsets->mutable_data());
  for (int64_t i = 0; i <= count; ++i) out[i] = static_cast<int32_t>(i * width);
  uint8_t* data = bytes->mutable_data();
  for (int64_t i = 0; i < count && width > 0; ++i) {
    std::memcpy(data + i * width, text.data(), text.size());
  }
  return std::make_shared<arrow::StringArray>(count, std::move(offsets), std::move(bytes));
}

arrow::Result<std::shared_ptr<arrow::Array>> SequenceNumbers(std::string_view instant, int task,
                                                             int64_t first, int64_t count) {
  std::string prefix = std::string(instant) + "_" + std::to_string(task) + "_";
  arrow::StringBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(count));
  ARROW_RETURN_NOT_OK(builder.ReserveData(count * static_cast<int64_t>(prefix.size() + 20)));
  std::string text = prefix;
  for (int64_t i = first; i < first + count; ++i) {
    text.resize(prefix.size() + 20);
    char* begin = text.data() + prefix.size();
    char* end = std::to_chars(begin, begin + 20, i).ptr;
    builder.UnsafeAppend(text.data(), static_cast<int32_t>(end - text.data()));
  }
  return builder.Finish();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsOfThisCommit(
    const WriteContext& context, const MetaValues& meta, const arrow::RecordBatch& data,
    std::shared_ptr<arrow::Array> keys, int64_t* counter) {
  int64_t n = data.num_rows();
  std::vector<std::shared_ptr<arrow::Array>> columns(kMetaColumns.size());
  if (context.config.populate_meta_fields) {
    ARROW_ASSIGN_OR_RAISE(columns[0], ConstantText(context.instant(), n));
    ARROW_ASSIGN_OR_RAISE(columns[1], SequenceNumbers(context.instant(), meta.task, *counter, n));
    columns[2] = std::move(keys);
    ARROW_ASSIGN_OR_RAISE(columns[3], ConstantText(meta.partition, n));
    ARROW_ASSIGN_OR_RAISE(columns[4], ConstantText(meta.file_name, n));
  } else {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> empty, ConstantText("", n));
    std::fill(columns.begin(), columns.end(), empty);
  }
  *counter += n;
  for (int i = static_cast<int>(kMetaColumns.size()); i < context.file_schema->num_fields(); ++i) {
    std::shared_ptr<arrow::Array> column =
        data.GetColumnByName(context.file_schema->field(i)->name());
    if (column == nullptr) {
      return Fail(ErrorCode::kInternal, context.file_schema->field(i)->name(),
                  "a row to write lacks the column '", context.file_schema->field(i)->name(), "'");
    }
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(context.file_schema, n, std::move(columns));
}

}  // namespace hudi
