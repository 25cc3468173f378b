// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/cdc_image.h"

#include <cmath>
#include <utility>

#include <arrow/array.h>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/rows/value_text.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using arrow::Type;

arrow::Status CheckType(const arrow::DataType& type, const std::string& path) {
  switch (type.id()) {
    case Type::BOOL:
    case Type::INT32:
    case Type::INT64:
    case Type::FLOAT:
    case Type::DOUBLE:
    case Type::DECIMAL128:
    case Type::STRING:
    case Type::BINARY:
    case Type::DATE32:
    case Type::TIME32:
    case Type::TIME64:
    case Type::TIMESTAMP:
      return arrow::Status::OK();
    case Type::LIST:
    case Type::STRUCT:
    case Type::MAP:
      for (const std::shared_ptr<arrow::Field>& field : type.fields()) {
        ARROW_RETURN_NOT_OK(CheckType(*field->type(), path + "." + field->name()));
      }
      return arrow::Status::OK();
    default:
      return Fail(ErrorCode::kUnsupported, path, "column '", path, "' has type ", type.ToString(),
                  ", which has no form in the image of a change");
  }
}

template <typename Array>
auto ValueAt(const arrow::Array& array, int64_t index) {
  return static_cast<const Array&>(array).Value(index);
}

int64_t Micros(int64_t value, arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return value * 1'000'000;
    case arrow::TimeUnit::MILLI:
      return value * 1'000;
    case arrow::TimeUnit::MICRO:
      return value;
    case arrow::TimeUnit::NANO:
      break;
  }
  return value / 1'000 - (value % 1'000 < 0 ? 1 : 0);
}

void AppendNumber(double value, std::string text, std::string* out) {
  const bool quotes = !std::isfinite(value);  // JSON has no such numbers
  if (quotes) out->push_back('"');
  *out += text;
  if (quotes) out->push_back('"');
}

void AppendValue(const arrow::Array& array, int64_t index, std::string* out);

void AppendItems(const arrow::Array& items, int64_t begin, int64_t end, std::string* out) {
  out->push_back('[');
  for (int64_t i = begin; i < end; ++i) {
    if (i > begin) *out += ", ";
    AppendValue(items, i, out);
  }
  out->push_back(']');
}

void AppendEntries(const arrow::MapArray& map, int64_t index, std::string* out) {
  const auto& keys = static_cast<const arrow::StringArray&>(*map.keys());
  out->push_back('{');
  for (int64_t i = map.value_offset(index); i < map.value_offset(index + 1); ++i) {
    if (i > map.value_offset(index)) *out += ", ";
    rows::AppendJsonString(keys.GetView(i), out);
    *out += ": ";
    AppendValue(*map.items(), i, out);
  }
  out->push_back('}');
}

void AppendStruct(const arrow::StructArray& record, int64_t index, std::string* out) {
  out->push_back('{');
  for (int i = 0; i < record.num_fields(); ++i) {
    if (i > 0) *out += ", ";
    rows::AppendJsonString(record.type()->field(i)->name(), out);
    *out += ": ";
    AppendValue(*record.field(i), index, out);
  }
  out->push_back('}');
}

void AppendValue(const arrow::Array& array, int64_t index, std::string* out) {
  if (array.IsNull(index)) {
    *out += "null";
    return;
  }
  switch (array.type_id()) {
    case Type::BOOL:
      *out += ValueAt<arrow::BooleanArray>(array, index) ? "true" : "false";
      return;
    case Type::INT32:
      return rows::AppendInteger(ValueAt<arrow::Int32Array>(array, index), out);
    case Type::INT64:
      return rows::AppendInteger(ValueAt<arrow::Int64Array>(array, index), out);
    case Type::FLOAT: {
      float value = ValueAt<arrow::FloatArray>(array, index);
      return AppendNumber(value, JavaFloatText(value), out);
    }
    case Type::DOUBLE: {
      double value = ValueAt<arrow::DoubleArray>(array, index);
      return AppendNumber(value, JavaDoubleText(value), out);
    }
    case Type::DECIMAL128:
      out->push_back('"');
      rows::AppendDecimal(
          arrow::Decimal128(static_cast<const arrow::Decimal128Array&>(array).GetValue(index)),
          static_cast<const arrow::DecimalType&>(*array.type()).scale(), out);
      out->push_back('"');
      return;
    case Type::STRING:
      return rows::AppendJsonString(static_cast<const arrow::StringArray&>(array).GetView(index),
                                    out);
    case Type::BINARY:
      out->push_back('"');
      rows::AppendBase64(static_cast<const arrow::BinaryArray&>(array).GetView(index), out);
      out->push_back('"');
      return;
    case Type::DATE32:
      return rows::AppendInteger(ValueAt<arrow::Date32Array>(array, index), out);
    case Type::TIME32:
      return rows::AppendInteger(ValueAt<arrow::Time32Array>(array, index), out);
    case Type::TIME64:
      return rows::AppendInteger(ValueAt<arrow::Time64Array>(array, index), out);
    case Type::TIMESTAMP:
      return rows::AppendInteger(
          Micros(ValueAt<arrow::TimestampArray>(array, index),
                 static_cast<const arrow::TimestampType&>(*array.type()).unit()),
          out);
    case Type::LIST: {
      const auto& list = static_cast<const arrow::ListArray&>(array);
      return AppendItems(*list.values(), list.value_offset(index), list.value_offset(index + 1),
                         out);
    }
    case Type::MAP:
      return AppendEntries(static_cast<const arrow::MapArray&>(array), index, out);
    case Type::STRUCT:
      return AppendStruct(static_cast<const arrow::StructArray&>(array), index, out);
    default:
      *out += "null";  // CheckType() has refused it
  }
}

}  // namespace

arrow::Result<ImagePrinter> ImagePrinter::Make(const arrow::Schema& schema,
                                               bool with_meta_columns) {
  ImagePrinter printer;
  for (int i = 0; i < schema.num_fields(); ++i) {
    const arrow::Field& field = *schema.field(i);
    if (!with_meta_columns && IsMetaColumn(field.name())) continue;
    ARROW_RETURN_NOT_OK(CheckType(*field.type(), field.name()));
    Column column;
    column.index = i;
    rows::AppendJsonString(field.name(), &column.label);
    column.label += ": ";
    printer.columns_.push_back(std::move(column));
  }
  return printer;
}

void ImagePrinter::Append(const arrow::RecordBatch& rows, int64_t row, std::string* out) const {
  out->push_back('{');
  bool first = true;
  for (const Column& column : columns_) {
    if (!first) *out += ", ";
    first = false;
    *out += column.label;
    AppendValue(*rows.column(column.index), row, out);
  }
  out->push_back('}');
}

}  // namespace hudi
