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

arrow::Result<std::shared_ptr<arrow::Array>> ConstantColumn::Rows(int64_t count) {
  if (longest_ == nullptr || longest_->length() < count) {
    ARROW_ASSIGN_OR_RAISE(longest_, ConstantText(text_, count));
  }
  return longest_->Slice(0, count);
}

ConstantMetaColumns::ConstantMetaColumns(const WriteContext& context, const MetaValues& meta)
    : instant(context.config.populate_meta_fields ? context.instant() : std::string()),
      partition(context.config.populate_meta_fields ? meta.partition : std::string()),
      file_name(context.config.populate_meta_fields ? meta.file_name : std::string()),
      task(meta.task) {}

arrow::Result<std::shared_ptr<arrow::Array>> SequenceNumbers(std::string_view instant, int task,
                                                             int64_t first, int64_t count) {
  const std::string prefix = std::string(instant) + "_" + std::to_string(task) + "_";
  constexpr int64_t kMostDigits = 19;
  const int64_t most_bytes = count * (static_cast<int64_t>(prefix.size()) + kMostDigits);
  if (most_bytes > INT32_MAX) {
    return arrow::Status::CapacityError("more than 2 GiB of text in one batch");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> offsets,
                        arrow::AllocateBuffer((count + 1) * static_cast<int64_t>(sizeof(int32_t))));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ResizableBuffer> bytes,
                        arrow::AllocateResizableBuffer(most_bytes));
  auto* ends = reinterpret_cast<int32_t*>(offsets->mutable_data());
  char* const begin = reinterpret_cast<char*>(bytes->mutable_data());
  char* out = begin;
  ends[0] = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(out, prefix.data(), prefix.size());
    out += prefix.size();
    out = std::to_chars(out, out + kMostDigits, first + i).ptr;
    ends[i + 1] = static_cast<int32_t>(out - begin);
  }
  ARROW_RETURN_NOT_OK(bytes->Resize(out - begin, /*shrink_to_fit=*/false));
  return std::make_shared<arrow::StringArray>(count, std::move(offsets), std::move(bytes));
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsOfThisCommit(
    const WriteContext& context, const MetaValues& meta, const arrow::RecordBatch& data,
    std::shared_ptr<arrow::Array> keys, int64_t* counter) {
  ConstantMetaColumns columns(context, meta);
  return RowsOfThisCommit(context, &columns, data, std::move(keys), counter);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsOfThisCommit(
    const WriteContext& context, ConstantMetaColumns* meta, const arrow::RecordBatch& data,
    std::shared_ptr<arrow::Array> keys, int64_t* counter) {
  int64_t n = data.num_rows();
  std::vector<std::shared_ptr<arrow::Array>> columns(kMetaColumns.size());
  ARROW_ASSIGN_OR_RAISE(columns[0], meta->instant.Rows(n));
  ARROW_ASSIGN_OR_RAISE(columns[3], meta->partition.Rows(n));
  ARROW_ASSIGN_OR_RAISE(columns[4], meta->file_name.Rows(n));
  if (context.config.populate_meta_fields) {
    ARROW_ASSIGN_OR_RAISE(columns[1], SequenceNumbers(context.instant(), meta->task, *counter, n));
    columns[2] = std::move(keys);
  } else {
    columns[1] = columns[0];
    columns[2] = columns[0];
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
