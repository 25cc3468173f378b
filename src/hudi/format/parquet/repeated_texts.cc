// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/repeated_texts.h"

#include <cstring>
#include <string_view>
#include <utility>

#include <arrow/array.h>
#include <arrow/buffer.h>

#include "hudi/format/parquet/dictionary_columns.h"

namespace hudi {
namespace {

using ArrayPtr = std::shared_ptr<arrow::Array>;

bool IsText(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRING || type.id() == arrow::Type::BINARY;
}

}  // namespace

bool HoldsOneValue(const arrow::BinaryArray& texts) {
  const int64_t n = texts.length();
  if (n == 0 || texts.null_count() > 0) return false;
  const int32_t* offsets = texts.raw_value_offsets();
  const int32_t length = offsets[1] - offsets[0];
  if (offsets[n] - offsets[0] != n * length) return false;
  if (n > 1 && texts.GetView(0) != texts.GetView(1)) return false;
  for (int64_t i = 1; i < n; ++i) {
    if (offsets[i + 1] - offsets[i] != length) return false;
  }
  // Each value equals the next one.
  const uint8_t* values = texts.raw_data() + offsets[0];
  return length == 0 ||
         std::memcmp(values, values + length, static_cast<size_t>((n - 1) * length)) == 0;
}

RepeatedTexts::RepeatedTexts(const arrow::Schema& schema, std::vector<bool> encoded) {
  for (int i = 0; i < schema.num_fields(); ++i) {
    Column column;
    column.encoded = encoded[static_cast<size_t>(i)] && IsText(*schema.field(i)->type());
    columns_.push_back(std::move(column));
  }
}

void RepeatedTexts::BeginRowGroup() {
  for (Column& column : columns_) {
    column.begun = false;
    column.dictionary = nullptr;
  }
}

arrow::Result<ArrayPtr> RepeatedTexts::Zeros(int64_t length) {
  if (zeros_ == nullptr || zeros_->length() < length) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> places,
                          arrow::AllocateBuffer(length * static_cast<int64_t>(sizeof(int32_t))));
    std::memset(places->mutable_data(), 0, static_cast<size_t>(places->size()));
    zeros_ = std::make_shared<arrow::Int32Array>(length, std::move(places));
  }
  return zeros_->Slice(0, length);
}

arrow::Result<ArrayPtr> RepeatedTexts::ForWriting(Column* column, ArrayPtr array) {
  const bool first = !std::exchange(column->begun, true);
  if (array->type_id() == arrow::Type::DICTIONARY) {
    const auto& places = static_cast<const arrow::DictionaryArray&>(*array);
    const ArrayPtr& dictionary = places.dictionary();
    if (first && column->encoded) column->dictionary = dictionary;
    if (column->dictionary != nullptr &&
        (column->dictionary == dictionary || column->dictionary->Equals(*dictionary))) {
      return array;
    }
    return DecodeDictionary(places, dictionary->type());
  }
  if (!column->encoded || (!first && column->dictionary == nullptr)) return array;
  const auto& texts = static_cast<const arrow::BinaryArray&>(*array);
  if (column->dictionary != nullptr &&
      (column->dictionary->length() != 1 ||
       static_cast<const arrow::BinaryArray&>(*column->dictionary).GetView(0) !=
           texts.GetView(0))) {
    return array;
  }
  if (!HoldsOneValue(texts)) return array;
  if (column->dictionary == nullptr) column->dictionary = array->Slice(0, 1);
  ARROW_ASSIGN_OR_RAISE(ArrayPtr places, Zeros(array->length()));
  return std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), array->type()),
                                                  std::move(places), column->dictionary);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RepeatedTexts::ForWriting(
    const arrow::RecordBatch& batch) {
  std::vector<ArrayPtr> arrays;
  for (int i = 0; i < batch.num_columns(); ++i) {
    ARROW_ASSIGN_OR_RAISE(ArrayPtr array,
                          ForWriting(&columns_[static_cast<size_t>(i)], batch.column(i)));
    arrays.push_back(std::move(array));
  }
  return arrow::RecordBatch::Make(batch.schema(), batch.num_rows(), std::move(arrays));
}

}  // namespace hudi
