// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/column_builder.h"

#include <limits>

#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi::rows {
namespace {

template <typename Int>
void SetRange(Column* column, ValueKind kind) {
  column->kind = kind;
  column->min = std::numeric_limits<Int>::min();
  column->max = std::numeric_limits<Int>::max();
}

arrow::Status NoTextForm(const Column& column) {
  return Fail(ErrorCode::kUnsupported, column.path, "column '", column.path, "' has type ",
              column.type->ToString(),
              ": rows in text form know boolean, int8 to int64, float, double, decimal, string, "
              "binary, date, timestamp, array, map and struct");
}

arrow::Status SetUp(const arrow::Field& field, const std::string& parent_path,
                    arrow::ArrayBuilder* builder, Column* column);

arrow::Status AddChild(const arrow::Field& field, arrow::ArrayBuilder* builder, Column* column,
                       const char* shown_name = nullptr) {
  column->children.emplace_back();
  Column& child = column->children.back();
  if (shown_name == nullptr) return SetUp(field, column->path, builder, &child);
  return SetUp(*field.WithName(shown_name), column->path, builder, &child);
}

// The names must stand where they are for good: `child_of_name` points into them.
arrow::Status IndexNames(Column* column) {
  for (size_t i = 0; i < column->children.size(); ++i) {
    const Column& child = column->children[i];
    if (!column->child_of_name.emplace(child.name, static_cast<int>(i)).second) {
      return Fail(ErrorCode::kInvalidSchema, child.path, "column '", child.path,
                  "' stands twice in the schema");
    }
  }
  column->set_in_object.assign(column->children.size(), 0);
  return arrow::Status::OK();
}

arrow::Status SetUpNested(arrow::ArrayBuilder* builder, Column* column) {
  switch (column->type->id()) {
    case arrow::Type::LIST: {
      column->kind = ValueKind::kList;
      auto* list = static_cast<arrow::ListBuilder*>(builder);
      const auto& type = static_cast<const arrow::ListType&>(*column->type);
      return AddChild(*type.value_field(), list->value_builder(), column, "element");
    }
    case arrow::Type::MAP: {
      column->kind = ValueKind::kMap;
      auto* map = static_cast<arrow::MapBuilder*>(builder);
      const auto& type = static_cast<const arrow::MapType&>(*column->type);
      column->children.reserve(2);
      ARROW_RETURN_NOT_OK(AddChild(*type.key_field(), map->key_builder(), column, "key"));
      if (column->children[0].kind >= ValueKind::kList) {
        return NoTextForm(column->children[0]);  // an object's key is one value
      }
      return AddChild(*type.item_field(), map->item_builder(), column, "value");
    }
    case arrow::Type::STRUCT: {
      column->kind = ValueKind::kStruct;
      auto* record = static_cast<arrow::StructBuilder*>(builder);
      column->children.reserve(static_cast<size_t>(column->type->num_fields()));
      for (int i = 0; i < column->type->num_fields(); ++i) {
        ARROW_RETURN_NOT_OK(AddChild(*column->type->field(i), record->field_builder(i), column));
      }
      return IndexNames(column);
    }
    default:
      return NoTextForm(*column);
  }
}

arrow::Status SetUp(const arrow::Field& field, const std::string& parent_path,
                    arrow::ArrayBuilder* builder, Column* column) {
  column->name = field.name();
  column->plain_name = field.name().find_first_of("\"\\") == std::string::npos;
  column->path = parent_path.empty() ? field.name() : parent_path + "." + field.name();
  column->type = field.type();
  column->nullable = field.nullable();
  column->builder = builder;
  switch (field.type()->id()) {
    case arrow::Type::NA:
      column->kind = ValueKind::kNull;
      break;
    case arrow::Type::BOOL:
      column->kind = ValueKind::kBoolean;
      break;
    case arrow::Type::INT8:
      SetRange<int8_t>(column, ValueKind::kInt8);
      break;
    case arrow::Type::INT16:
      SetRange<int16_t>(column, ValueKind::kInt16);
      break;
    case arrow::Type::INT32:
      SetRange<int32_t>(column, ValueKind::kInt32);
      break;
    case arrow::Type::INT64:
      SetRange<int64_t>(column, ValueKind::kInt64);
      break;
    case arrow::Type::FLOAT:
      column->kind = ValueKind::kFloat;
      break;
    case arrow::Type::DOUBLE:
      column->kind = ValueKind::kDouble;
      break;
    case arrow::Type::DECIMAL128: {
      const auto& type = static_cast<const arrow::Decimal128Type&>(*field.type());
      column->kind = ValueKind::kDecimal;
      column->precision = type.precision();
      column->scale = type.scale();
      break;
    }
    case arrow::Type::STRING:
      column->kind = ValueKind::kString;
      break;
    case arrow::Type::BINARY:
      column->kind = ValueKind::kBinary;
      break;
    case arrow::Type::FIXED_SIZE_BINARY:
      column->kind = ValueKind::kFixedBinary;
      column->byte_width =
          static_cast<const arrow::FixedSizeBinaryType&>(*field.type()).byte_width();
      break;
    case arrow::Type::DATE32:
      column->kind = ValueKind::kDate;
      break;
    case arrow::Type::TIMESTAMP: {
      const auto& type = static_cast<const arrow::TimestampType&>(*field.type());
      column->kind = ValueKind::kTimestamp;
      column->unit = type.unit();
      column->with_zone = !type.timezone().empty();
      break;
    }
    default:
      return SetUpNested(builder, column);
  }
  return arrow::Status::OK();
}

template <typename Builder, typename Value>
arrow::Status Append(Column& column, Value value) {
  return static_cast<Builder*>(column.builder)->Append(value);
}

}  // namespace

arrow::Status AppendInteger(Column& column, int64_t value) {
  switch (column.kind) {
    case ValueKind::kInt8:
      return Append<arrow::Int8Builder>(column, static_cast<int8_t>(value));
    case ValueKind::kInt16:
      return Append<arrow::Int16Builder>(column, static_cast<int16_t>(value));
    case ValueKind::kInt32:
      return Append<arrow::Int32Builder>(column, static_cast<int32_t>(value));
    default:
      return Append<arrow::Int64Builder>(column, value);
  }
}

arrow::Status AppendText(Column& column, std::string_view text, TextProblem* problem) {
  *problem = TextProblem::kNone;
  switch (column.kind) {
    case ValueKind::kBoolean: {
      bool value = false;
      *problem = ParseBoolean(text, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::BooleanBuilder>(column, value);
    }
    case ValueKind::kInt8:
    case ValueKind::kInt16:
    case ValueKind::kInt32:
    case ValueKind::kInt64: {
      int64_t value = 0;
      *problem = ParseInteger(text, column.min, column.max, &value);
      if (*problem != TextProblem::kNone) break;
      return AppendInteger(column, value);
    }
    case ValueKind::kFloat: {
      float value = 0;
      *problem = ParseFloat(text, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::FloatBuilder>(column, value);
    }
    case ValueKind::kDouble: {
      double value = 0;
      *problem = ParseDouble(text, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::DoubleBuilder>(column, value);
    }
    case ValueKind::kDecimal: {
      arrow::Decimal128 value;
      *problem = ParseDecimal(text, column.precision, column.scale, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::Decimal128Builder>(column, value);
    }
    case ValueKind::kString:
      return Append<arrow::StringBuilder>(column, text);
    case ValueKind::kBinary:
    case ValueKind::kFixedBinary: {
      column.scratch.clear();
      if (!AppendBase64Decoded(text, &column.scratch)) {
        *problem = TextProblem::kMalformed;
        break;
      }
      std::string_view bytes = column.scratch;
      if (column.kind == ValueKind::kBinary) return Append<arrow::BinaryBuilder>(column, bytes);
      if (bytes.size() != static_cast<size_t>(column.byte_width)) {
        *problem = TextProblem::kOutOfRange;
        break;
      }
      return Append<arrow::FixedSizeBinaryBuilder>(column, bytes);
    }
    case ValueKind::kDate: {
      int32_t value = 0;
      *problem = ParseDate(text, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::Date32Builder>(column, value);
    }
    case ValueKind::kTimestamp: {
      int64_t value = 0;
      *problem = ParseTimestamp(text, column.unit, column.with_zone, &value);
      if (*problem != TextProblem::kNone) break;
      return Append<arrow::TimestampBuilder>(column, value);
    }
    default:
      *problem = TextProblem::kMalformed;
      break;
  }
  return arrow::Status::OK();
}

arrow::Status AppendNull(Column& column) { return column.builder->AppendNull(); }

arrow::Result<std::unique_ptr<BatchBuilder>> BatchBuilder::Make(
    std::shared_ptr<arrow::Schema> schema) {
  auto batch = std::make_unique<BatchBuilder>();
  batch->schema_ = std::move(schema);
  Column& root = batch->root_;
  root.kind = ValueKind::kStruct;
  root.type = arrow::struct_(batch->schema_->fields());
  root.children.reserve(static_cast<size_t>(batch->schema_->num_fields()));
  for (const std::shared_ptr<arrow::Field>& field : batch->schema_->fields()) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ArrayBuilder> builder,
                          arrow::MakeBuilder(field->type()));
    ARROW_RETURN_NOT_OK(AddChild(*field, builder.get(), &root));
    batch->builders_.push_back(std::move(builder));
  }
  ARROW_RETURN_NOT_OK(IndexNames(&root));
  return batch;
}

arrow::Status BatchBuilder::Reserve(int64_t num_rows) {
  for (const std::unique_ptr<arrow::ArrayBuilder>& builder : builders_) {
    ARROW_RETURN_NOT_OK(builder->Reserve(num_rows));
  }
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> BatchBuilder::Finish(int64_t num_rows) {
  std::vector<std::shared_ptr<arrow::Array>> columns;
  columns.reserve(builders_.size());
  for (size_t i = 0; i < builders_.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, builders_[i]->Finish());
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(schema_, num_rows, std::move(columns));
}

arrow::Status RowError(const std::string& file, int64_t line, int64_t column_number,
                       const std::string& message) {
  return Fail(ErrorCode::kInvalidRow, file, file, ":", line, ":", column_number, ": ", message);
}

std::string NearestName(const Column& parent, std::string_view key) {
  std::vector<std::string> names;
  names.reserve(parent.children.size());
  for (const Column& child : parent.children) names.push_back(child.name);
  std::string nearest = NearestWord(key, names);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  constexpr size_t kMostNames = 20;
  bool more = names.size() > kMostNames;
  if (more) names.resize(kMostNames);
  return fmt::format("the schema has {}{}", JoinText(names, ", "), more ? ", ..." : "");
}

}  // namespace hudi::rows
