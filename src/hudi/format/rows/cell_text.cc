// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/cell_text.h"

#include <arrow/util/float16.h>

#include <cmath>

#include "hudi/error.h"
#include "hudi/format/rows/value_text.h"

namespace hudi::rows {
namespace {

using arrow::Type;

arrow::Status CheckType(const arrow::DataType& type, const std::string& path) {
  switch (type.id()) {
    case Type::NA:
    case Type::BOOL:
    case Type::INT8:
    case Type::INT16:
    case Type::INT32:
    case Type::INT64:
    case Type::UINT8:
    case Type::UINT16:
    case Type::UINT32:
    case Type::UINT64:
    case Type::HALF_FLOAT:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::DECIMAL32:
    case Type::DECIMAL64:
    case Type::DECIMAL128:
    case Type::STRING:
    case Type::LARGE_STRING:
    case Type::STRING_VIEW:
    case Type::BINARY:
    case Type::LARGE_BINARY:
    case Type::BINARY_VIEW:
    case Type::FIXED_SIZE_BINARY:
    case Type::DATE32:
    case Type::DATE64:
    case Type::TIME32:
    case Type::TIME64:
    case Type::TIMESTAMP:
      return arrow::Status::OK();
    case Type::DICTIONARY:
      return CheckType(*static_cast<const arrow::DictionaryType&>(type).value_type(), path);
    case Type::LIST:
    case Type::LARGE_LIST:
    case Type::FIXED_SIZE_LIST:
    case Type::MAP:
    case Type::STRUCT:
      for (const std::shared_ptr<arrow::Field>& field : type.fields()) {
        ARROW_RETURN_NOT_OK(CheckType(*field->type(), path + "." + field->name()));
      }
      return arrow::Status::OK();
    default:
      return Fail(ErrorCode::kUnsupported, path, "column '", path, "' has type ", type.ToString(),
                  ", which has no text form: expected another output format, or columns without "
                  "it");
  }
}

// Numbers that JSON does not have stand in quotes.
template <typename Float>
void AppendJsonFloat(Float value, std::string* out) {
  bool quotes = !std::isfinite(value);
  if (quotes) out->push_back('"');
  if constexpr (std::is_same_v<Float, float>) {
    AppendFloat(value, out);
  } else {
    AppendDouble(value, out);
  }
  if (quotes) out->push_back('"');
}

// The part of a list array's values that belongs to one row.
template <typename List>
void AppendList(const arrow::Array& array, int64_t index, std::string* out) {
  const auto& list = static_cast<const List&>(array);
  const arrow::Array& values = *list.values();
  int64_t begin = list.value_offset(index);
  int64_t end = begin + list.value_length(index);
  out->push_back('[');
  for (int64_t i = begin; i < end; ++i) {
    if (i > begin) out->push_back(',');
    AppendJson(values, i, out);
  }
  out->push_back(']');
}

void AppendMap(const arrow::MapArray& map, int64_t index, std::string* out) {
  const arrow::Array& keys = *map.keys();
  const arrow::Array& items = *map.items();
  int64_t begin = map.value_offset(index);
  int64_t end = begin + map.value_length(index);
  std::string key;
  out->push_back('{');
  for (int64_t i = begin; i < end; ++i) {
    if (i > begin) out->push_back(',');
    key.clear();
    AppendPlain(keys, i, &key);
    AppendJsonString(key, out);
    out->push_back(':');
    AppendJson(items, i, out);
  }
  out->push_back('}');
}

void AppendStruct(const arrow::StructArray& record, int64_t index, std::string* out) {
  out->push_back('{');
  for (int i = 0; i < record.num_fields(); ++i) {
    if (i > 0) out->push_back(',');
    AppendJsonString(record.type()->field(i)->name(), out);
    out->push_back(':');
    AppendJson(*record.field(i), index, out);
  }
  out->push_back('}');
}

template <typename Array>
auto ValueAt(const arrow::Array& array, int64_t index) {
  return static_cast<const Array&>(array).Value(index);
}

template <typename Array>
std::string_view ViewAt(const arrow::Array& array, int64_t index) {
  return static_cast<const Array&>(array).GetView(index);
}

/// The bytes of a text or binary value; false for other types.
bool TextAt(const arrow::Array& array, int64_t index, std::string_view* text) {
  switch (array.type_id()) {
    case Type::STRING:
      *text = ViewAt<arrow::StringArray>(array, index);
      return true;
    case Type::LARGE_STRING:
      *text = ViewAt<arrow::LargeStringArray>(array, index);
      return true;
    case Type::STRING_VIEW:
      *text = ViewAt<arrow::StringViewArray>(array, index);
      return true;
    default:
      return false;
  }
}

bool BytesAt(const arrow::Array& array, int64_t index, std::string_view* bytes) {
  switch (array.type_id()) {
    case Type::BINARY:
      *bytes = ViewAt<arrow::BinaryArray>(array, index);
      return true;
    case Type::LARGE_BINARY:
      *bytes = ViewAt<arrow::LargeBinaryArray>(array, index);
      return true;
    case Type::BINARY_VIEW:
      *bytes = ViewAt<arrow::BinaryViewArray>(array, index);
      return true;
    case Type::FIXED_SIZE_BINARY:
      *bytes = ViewAt<arrow::FixedSizeBinaryArray>(array, index);
      return true;
    default:
      return false;
  }
}

void AppendDecimalAt(const arrow::Array& array, int64_t index, std::string* out) {
  arrow::Decimal128 value;
  switch (array.type_id()) {
    case Type::DECIMAL32:
      value = arrow::Decimal128(
          arrow::Decimal32(static_cast<const arrow::Decimal32Array&>(array).GetValue(index))
              .value());
      break;
    case Type::DECIMAL64:
      value = arrow::Decimal128(
          arrow::Decimal64(static_cast<const arrow::Decimal64Array&>(array).GetValue(index))
              .value());
      break;
    default:
      value = arrow::Decimal128(static_cast<const arrow::Decimal128Array&>(array).GetValue(index));
  }
  AppendDecimal(value, static_cast<const arrow::DecimalType&>(*array.type()).scale(), out);
}

// Whole numbers and truth values look the same in JSON and in plain text; false for other types.
bool AppendBare(const arrow::Array& array, int64_t index, std::string* out) {
  switch (array.type_id()) {
    case Type::BOOL:
      out->append(ValueAt<arrow::BooleanArray>(array, index) ? "true" : "false");
      return true;
    case Type::INT8:
      AppendInteger(ValueAt<arrow::Int8Array>(array, index), out);
      return true;
    case Type::INT16:
      AppendInteger(ValueAt<arrow::Int16Array>(array, index), out);
      return true;
    case Type::INT32:
      AppendInteger(ValueAt<arrow::Int32Array>(array, index), out);
      return true;
    case Type::INT64:
      AppendInteger(ValueAt<arrow::Int64Array>(array, index), out);
      return true;
    case Type::UINT8:
      AppendUnsigned(ValueAt<arrow::UInt8Array>(array, index), out);
      return true;
    case Type::UINT16:
      AppendUnsigned(ValueAt<arrow::UInt16Array>(array, index), out);
      return true;
    case Type::UINT32:
      AppendUnsigned(ValueAt<arrow::UInt32Array>(array, index), out);
      return true;
    case Type::UINT64:
      AppendUnsigned(ValueAt<arrow::UInt64Array>(array, index), out);
      return true;
    default:
      return false;
  }
}

// Values whose text needs quotes in JSON and nothing else: decimals, dates, times, base64. False
// for other types.
bool AppendQuotable(const arrow::Array& array, int64_t index, std::string* out) {
  constexpr int64_t kMillisPerDay = 86'400'000;
  std::string_view bytes;
  switch (array.type_id()) {
    case Type::DECIMAL32:
    case Type::DECIMAL64:
    case Type::DECIMAL128:
      AppendDecimalAt(array, index, out);
      return true;
    case Type::DATE32:
      AppendDate(ValueAt<arrow::Date32Array>(array, index), out);
      return true;
    case Type::DATE64:
      AppendDate(ValueAt<arrow::Date64Array>(array, index) / kMillisPerDay, out);
      return true;
    case Type::TIMESTAMP: {
      const auto& type = static_cast<const arrow::TimestampType&>(*array.type());
      AppendTimestamp(ValueAt<arrow::TimestampArray>(array, index), type.unit(),
                      !type.timezone().empty(), out);
      return true;
    }
    case Type::TIME32:
      AppendTimeOfDay(ValueAt<arrow::Time32Array>(array, index),
                      static_cast<const arrow::TimeType&>(*array.type()).unit(), out);
      return true;
    case Type::TIME64:
      AppendTimeOfDay(ValueAt<arrow::Time64Array>(array, index),
                      static_cast<const arrow::TimeType&>(*array.type()).unit(), out);
      return true;
    default:
      if (!BytesAt(array, index, &bytes)) return false;
      AppendBase64(bytes, out);
      return true;
  }
}

float HalfAt(const arrow::Array& array, int64_t index) {
  return arrow::util::Float16::FromBits(ValueAt<arrow::HalfFloatArray>(array, index)).ToFloat();
}

}  // namespace

arrow::Status CheckHasText(const arrow::Schema& schema) {
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    ARROW_RETURN_NOT_OK(CheckType(*field->type(), field->name()));
  }
  return arrow::Status::OK();
}

void AppendJson(const arrow::Array& array, int64_t index, std::string* out) {
  if (array.IsNull(index)) {
    out->append("null");
    return;
  }
  std::string_view text;
  if (AppendBare(array, index, out)) return;
  if (TextAt(array, index, &text)) {
    AppendJsonString(text, out);
    return;
  }
  switch (array.type_id()) {
    case Type::FLOAT:
      AppendJsonFloat(ValueAt<arrow::FloatArray>(array, index), out);
      return;
    case Type::DOUBLE:
      AppendJsonFloat(ValueAt<arrow::DoubleArray>(array, index), out);
      return;
    case Type::HALF_FLOAT:
      AppendJsonFloat(HalfAt(array, index), out);
      return;
    case Type::DICTIONARY: {
      const auto& dictionary = static_cast<const arrow::DictionaryArray&>(array);
      AppendJson(*dictionary.dictionary(), dictionary.GetValueIndex(index), out);
      return;
    }
    case Type::LIST:
      AppendList<arrow::ListArray>(array, index, out);
      return;
    case Type::LARGE_LIST:
      AppendList<arrow::LargeListArray>(array, index, out);
      return;
    case Type::FIXED_SIZE_LIST:
      AppendList<arrow::FixedSizeListArray>(array, index, out);
      return;
    case Type::MAP:
      AppendMap(static_cast<const arrow::MapArray&>(array), index, out);
      return;
    case Type::STRUCT:
      AppendStruct(static_cast<const arrow::StructArray&>(array), index, out);
      return;
    default:
      out->push_back('"');
      AppendQuotable(array, index, out);
      out->push_back('"');
  }
}

void AppendPlain(const arrow::Array& array, int64_t index, std::string* out) {
  std::string_view text;
  if (AppendBare(array, index, out)) return;
  if (TextAt(array, index, &text)) {
    out->append(text);
    return;
  }
  switch (array.type_id()) {
    case Type::FLOAT:
      AppendFloat(ValueAt<arrow::FloatArray>(array, index), out);
      return;
    case Type::DOUBLE:
      AppendDouble(ValueAt<arrow::DoubleArray>(array, index), out);
      return;
    case Type::HALF_FLOAT:
      AppendFloat(HalfAt(array, index), out);
      return;
    case Type::DICTIONARY: {
      const auto& dictionary = static_cast<const arrow::DictionaryArray&>(array);
      AppendPlain(*dictionary.dictionary(), dictionary.GetValueIndex(index), out);
      return;
    }
    default:
      if (!AppendQuotable(array, index, out)) AppendJson(array, index, out);
  }
}

}  // namespace hudi::rows
