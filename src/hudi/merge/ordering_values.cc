// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/ordering_values.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include <arrow/util/decimal.h>

#include "hudi/base/java_text.h"
#include "hudi/base/nested_column.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

/// A whole number in the order of java.lang.Double.compareTo.
int64_t OrderedBits(double value) {
  if (std::isnan(value)) return std::numeric_limits<int64_t>::max();
  const int64_t bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? bits ^ std::numeric_limits<int64_t>::max() : bits;
}

template <typename ArrayType, typename Convert>
std::shared_ptr<std::vector<int64_t>> ConvertNumbers(const arrow::Array& array, Convert&& convert) {
  const auto& typed = static_cast<const ArrayType&>(array);
  auto numbers = std::make_shared<std::vector<int64_t>>();
  numbers->reserve(static_cast<size_t>(array.length()));
  for (int64_t i = 0; i < array.length(); ++i) numbers->push_back(convert(typed.Value(i)));
  return numbers;
}

template <typename ArrayType>
std::shared_ptr<std::vector<int64_t>> WidenNumbers(const arrow::Array& array) {
  return ConvertNumbers<ArrayType>(array, [](auto value) { return static_cast<int64_t>(value); });
}

int CompareNumbers(int64_t a, int64_t b) { return a < b ? -1 : a > b ? 1 : 0; }

/// As java.nio.ByteBuffer compares.
int CompareSignedBytes(std::string_view a, std::string_view b) {
  const size_t common = std::min(a.size(), b.size());
  for (size_t i = 0; i < common; ++i) {
    const int order = static_cast<int8_t>(a[i]) - static_cast<int8_t>(b[i]);
    if (order != 0) return order;
  }
  return CompareNumbers(static_cast<int64_t>(a.size()), static_cast<int64_t>(b.size()));
}

std::string_view BytesAt(const arrow::Array& array, int64_t row) {
  switch (array.type_id()) {
    case arrow::Type::LARGE_BINARY:
      return static_cast<const arrow::LargeBinaryArray&>(array).GetView(row);
    case arrow::Type::FIXED_SIZE_BINARY:
      return static_cast<const arrow::FixedSizeBinaryArray&>(array).GetView(row);
    default:
      return static_cast<const arrow::BinaryArray&>(array).GetView(row);
  }
}

}  // namespace

bool OrderingValues::has_nulls() const {
  for (const Column& column : columns_) {
    if (column.has_nulls) return true;
  }
  return false;
}

arrow::Result<OrderingValues> OrderingValues::Make(const arrow::RecordBatch& batch,
                                                   const OrderingKey& key, bool absent_is_null) {
  OrderingValues values;
  for (const std::string& field : key.fields) {
    arrow::Result<ColumnPath> path = FindColumn(*batch.schema(), field, "ordering field");
    if (!path.ok()) {
      if (!absent_is_null) return path.status();
      Column absent;
      absent.field = field;
      absent.has_nulls = true;
      absent.array = std::make_shared<arrow::NullArray>(batch.num_rows());
      values.columns_.push_back(absent);
      if (key.sequence) values.columns_.push_back(std::move(absent));
      continue;
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, ColumnAt(batch, *path));
    if (key.sequence) {
      ARROW_ASSIGN_OR_RAISE(values.columns_, SequenceColumns(array));
    } else {
      ARROW_ASSIGN_OR_RAISE(Column column, MakeColumn(field, std::move(array)));
      values.columns_.push_back(std::move(column));
    }
  }
  return values;
}

arrow::Result<OrderingValues::Column> OrderingValues::MakeColumn(
    const std::string& field, std::shared_ptr<arrow::Array> array) {
  Column column;
  column.field = field;
  column.kind = Kind::kNumber;
  switch (array->type_id()) {
    case arrow::Type::NA:
      column.kind = Kind::kAbsent;
      break;
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::TIME64:
    case arrow::Type::DATE64:
      column.numbers = array->data()->GetValues<int64_t>(1);
      break;
    case arrow::Type::INT32:
      column.converted = WidenNumbers<arrow::Int32Array>(*array);
      break;
    case arrow::Type::DATE32:
      column.converted = WidenNumbers<arrow::Date32Array>(*array);
      break;
    case arrow::Type::TIME32:
      column.converted = WidenNumbers<arrow::Time32Array>(*array);
      break;
    case arrow::Type::INT16:
      column.converted = WidenNumbers<arrow::Int16Array>(*array);
      break;
    case arrow::Type::INT8:
      column.converted = WidenNumbers<arrow::Int8Array>(*array);
      break;
    case arrow::Type::UINT32:
      column.converted = WidenNumbers<arrow::UInt32Array>(*array);
      break;
    case arrow::Type::UINT16:
      column.converted = WidenNumbers<arrow::UInt16Array>(*array);
      break;
    case arrow::Type::UINT8:
      column.converted = WidenNumbers<arrow::UInt8Array>(*array);
      break;
    case arrow::Type::BOOL:
      column.converted = WidenNumbers<arrow::BooleanArray>(*array);
      break;
    case arrow::Type::DOUBLE:
      column.converted = ConvertNumbers<arrow::DoubleArray>(*array, OrderedBits);
      break;
    case arrow::Type::FLOAT:
      column.converted = ConvertNumbers<arrow::FloatArray>(
          *array, [](float value) { return OrderedBits(static_cast<double>(value)); });
      break;
    case arrow::Type::DECIMAL128:
      column.kind = Kind::kDecimal;
      break;
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW:
    case arrow::Type::DICTIONARY: {
      column.kind = Kind::kText;
      ARROW_ASSIGN_OR_RAISE(array, JavaTexts(array, field, InstantText::kNumber, nullptr));
      break;
    }
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
    case arrow::Type::FIXED_SIZE_BINARY:
      column.kind = Kind::kBytes;
      break;
    default:
      return Fail(ErrorCode::kUnsupported, field, "ordering field '", field, "' is of type ",
                  array->type()->ToString(),
                  ", which has no order; expected a number, text, date, timestamp, decimal or "
                  "boolean");
  }
  if (column.converted != nullptr) column.numbers = column.converted->data();
  column.has_nulls = array->null_count() > 0;
  column.array = std::move(array);
  return column;
}

arrow::Result<std::vector<OrderingValues::Column>> OrderingValues::SequenceColumns(
    const std::shared_ptr<arrow::Array>& array) {
  const std::string field(kDebeziumSequence);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> texts,
                        JavaTexts(array, field, InstantText::kNumber, nullptr));
  std::vector<Column> columns(2);
  for (Column& column : columns) {
    column.field = field;
    column.kind = Kind::kNumber;
    column.has_nulls = texts->null_count() > 0;
    column.array = texts;
    column.converted = std::make_shared<std::vector<int64_t>>();
    column.converted->reserve(static_cast<size_t>(texts->length()));
  }
  for (int64_t row = 0; row < texts->length(); ++row) {
    std::optional<int64_t> file = 0;
    std::optional<int64_t> position = 0;
    if (!texts->IsNull(row)) {
      const std::string_view text = texts->GetView(row);
      const size_t dot = std::min(text.find('.'), text.size());
      file = ParseInt64(text.substr(0, dot));
      position = dot < text.size() ? ParseInt64(text.substr(dot + 1)) : std::nullopt;
      if (!file.has_value() || !position.has_value()) {
        return Fail(ErrorCode::kInvalidRow, field, "field '", field, "' = '", text,
                    "': expected a file and a position, as in '00001.111'");
      }
    }
    columns[0].converted->push_back(*file);
    columns[1].converted->push_back(*position);
  }
  for (Column& column : columns) column.numbers = column.converted->data();
  return columns;
}

int OrderingValues::CompareColumn(const Column& a, int64_t a_row, const Column& b, int64_t b_row) {
  switch (a.kind) {
    case Kind::kAbsent:
      return 0;
    case Kind::kNumber:
      return CompareNumbers(a.numbers[a_row], b.numbers[b_row]);
    case Kind::kDecimal: {
      const arrow::Decimal128 x(static_cast<const arrow::Decimal128Array&>(*a.array).Value(a_row));
      const arrow::Decimal128 y(static_cast<const arrow::Decimal128Array&>(*b.array).Value(b_row));
      return x < y ? -1 : x > y ? 1 : 0;
    }
    case Kind::kText:
      return static_cast<const arrow::StringArray&>(*a.array).GetView(a_row).compare(
          static_cast<const arrow::StringArray&>(*b.array).GetView(b_row));
    case Kind::kBytes:
      return CompareSignedBytes(BytesAt(*a.array, a_row), BytesAt(*b.array, b_row));
  }
  return 0;
}

arrow::Status OrderingValues::CheckComparable(const OrderingValues& other) const {
  for (size_t i = 0; i < columns_.size(); ++i) {
    const Column& a = columns_[i];
    const Column& b = other.columns_[i];
    if (a.kind == Kind::kAbsent || b.kind == Kind::kAbsent) continue;  // nothing but nulls
    if (!a.array->type()->Equals(*b.array->type())) {
      return Fail(ErrorCode::kInvalidSchema, a.field, "ordering field '", a.field, "' is of type ",
                  a.array->type()->ToString(), " in the stored rows and of type ",
                  b.array->type()->ToString(), " in the incoming ones");
    }
  }
  return arrow::Status::OK();
}

}  // namespace hudi
