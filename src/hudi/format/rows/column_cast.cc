// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/column_cast.h"

#include <unordered_map>

#include <arrow/array/util.h>
#include <arrow/compute/cast.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi::rows {
namespace {

bool IsText(arrow::Type::type id) {
  return id == arrow::Type::STRING || id == arrow::Type::LARGE_STRING ||
         id == arrow::Type::STRING_VIEW;
}

bool IsBytes(arrow::Type::type id) {
  return id == arrow::Type::BINARY || id == arrow::Type::LARGE_BINARY ||
         id == arrow::Type::BINARY_VIEW || id == arrow::Type::FIXED_SIZE_BINARY;
}

bool IsList(arrow::Type::type id) {
  return id == arrow::Type::LIST || id == arrow::Type::LARGE_LIST ||
         id == arrow::Type::FIXED_SIZE_LIST;
}

std::vector<std::string> FieldNames(const arrow::Schema& schema) {
  std::vector<std::string> names;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) names.push_back(field->name());
  return names;
}

class CastReader : public arrow::RecordBatchReader {
 public:
  CastReader(std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<arrow::Schema> schema,
             std::vector<int> sources, std::string file)
      : rows_(std::move(rows)),
        schema_(std::move(schema)),
        sources_(std::move(sources)),
        file_(std::move(file)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    std::shared_ptr<arrow::RecordBatch> source;
    ARROW_RETURN_NOT_OK(rows_->ReadNext(&source));
    batch->reset();
    if (source == nullptr) return arrow::Status::OK();
    arrow::ArrayVector columns;
    for (size_t i = 0; i < sources_.size(); ++i) {
      const arrow::Field& field = *schema_->field(static_cast<int>(i));
      if (sources_[i] < 0) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> nulls,
                              arrow::MakeArrayOfNull(field.type(), source->num_rows()));
        columns.push_back(std::move(nulls));
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column,
                            CastColumn(source->column(sources_[i]), field));
      columns.push_back(std::move(column));
    }
    *batch = arrow::RecordBatch::Make(schema_, source->num_rows(), std::move(columns));
    return arrow::Status::OK();
  }

 private:
  arrow::Result<std::shared_ptr<arrow::Array>> CastColumn(std::shared_ptr<arrow::Array> column,
                                                          const arrow::Field& field) const {
    if (!column->type()->Equals(*field.type())) {
      arrow::Result<std::shared_ptr<arrow::Array>> cast =
          arrow::compute::Cast(*column, field.type(), arrow::compute::CastOptions::Safe());
      if (!cast.ok()) {
        return Fail(ErrorCode::kInvalidRow, file_, file_, ": column '", field.name(), "' (",
                    column->type()->ToString(), "): ", cast.status().message(), ": expected ",
                    field.type()->ToString());
      }
      column = *std::move(cast);
    }
    if (!field.nullable() && column->null_count() > 0) {
      return Fail(ErrorCode::kInvalidRow, file_, file_, ": column '", field.name(),
                  "' holds null: the schema says that it may not");
    }
    return column;
  }

  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> schema_;
  std::vector<int> sources_;  ///< per column of the schema: its place in `rows_`, or -1
  std::string file_;
};

// The type that holds all values of both; null if there is none.
std::shared_ptr<arrow::DataType> WiderType(const std::shared_ptr<arrow::DataType>& a,
                                           const std::shared_ptr<arrow::DataType>& b) {
  if (a->Equals(*b)) return a;
  if (a->id() == arrow::Type::NA) return b;
  if (b->id() == arrow::Type::NA) return a;
  bool integers = arrow::is_signed_integer(a->id()) && arrow::is_signed_integer(b->id());
  bool floats = arrow::is_floating(a->id()) && arrow::is_floating(b->id());
  if (integers || floats) return a->bit_width() >= b->bit_width() ? a : b;
  bool same_family = (IsText(a->id()) && IsText(b->id())) || (IsBytes(a->id()) && IsBytes(b->id()));
  if (same_family) return a;
  return nullptr;
}

}  // namespace

bool CanCast(const arrow::DataType& from, const arrow::DataType& to) {
  using arrow::Type;
  if (from.Equals(to) || from.id() == Type::NA) return true;
  if (from.id() == Type::DICTIONARY) {
    return CanCast(*static_cast<const arrow::DictionaryType&>(from).value_type(), to);
  }
  if (arrow::is_integer(from.id())) {
    return arrow::is_integer(to.id()) || to.id() == Type::FLOAT || to.id() == Type::DOUBLE ||
           to.id() == Type::DECIMAL128 || IsText(to.id());
  }
  if (arrow::is_floating(from.id())) {
    return arrow::is_floating(to.id()) && to.bit_width() >= from.bit_width();
  }
  if (arrow::is_decimal(from.id())) return to.id() == Type::DECIMAL128;
  if (IsText(from.id())) return IsText(to.id());
  if (IsBytes(from.id())) return to.id() == Type::BINARY || to.id() == Type::LARGE_BINARY;
  if (from.id() == Type::DATE32 || from.id() == Type::DATE64) {
    return to.id() == Type::DATE32 || to.id() == Type::DATE64;
  }
  if (from.id() == Type::TIMESTAMP) return to.id() == Type::TIMESTAMP;
  if (IsList(from.id())) {
    return IsList(to.id()) && CanCast(*from.field(0)->type(), *to.field(0)->type());
  }
  if (from.id() == Type::MAP && to.id() == Type::MAP) {
    const auto& a = static_cast<const arrow::MapType&>(from);
    const auto& b = static_cast<const arrow::MapType&>(to);
    return CanCast(*a.key_type(), *b.key_type()) && CanCast(*a.item_type(), *b.item_type());
  }
  if (from.id() == Type::STRUCT && to.id() == Type::STRUCT) {
    if (from.num_fields() != to.num_fields()) return false;
    for (int i = 0; i < from.num_fields(); ++i) {
      if (from.field(i)->name() != to.field(i)->name()) return false;
      if (!CanCast(*from.field(i)->type(), *to.field(i)->type())) return false;
    }
    return true;
  }
  return false;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> CastRows(
    std::shared_ptr<arrow::RecordBatchReader> rows, std::shared_ptr<arrow::Schema> schema,
    std::string file) {
  std::shared_ptr<arrow::Schema> found = rows->schema();
  if (found->Equals(*schema, /*check_metadata=*/false)) return rows;
  for (const std::shared_ptr<arrow::Field>& field : found->fields()) {
    if (schema->GetFieldIndex(field->name()) >= 0) continue;
    std::string nearest = NearestWord(field->name(), FieldNames(*schema));
    return Fail(ErrorCode::kInvalidSchema, file, file, ": unknown column '", field->name(), "': ",
                nearest.empty() ? "the schema has " + JoinText(FieldNames(*schema), ", ")
                                : "did you mean '" + nearest + "'?");
  }
  std::vector<int> sources;
  for (const std::shared_ptr<arrow::Field>& field : schema->fields()) {
    int source = found->GetFieldIndex(field->name());
    sources.push_back(source);
    if (source < 0) {
      if (field->nullable()) continue;
      return Fail(ErrorCode::kInvalidSchema, file, file, ": column '", field->name(),
                  "' is missing and may not be null");
    }
    const arrow::DataType& type = *found->field(source)->type();
    if (CanCast(type, *field->type())) continue;
    return Fail(ErrorCode::kInvalidSchema, file, file, ": column '", field->name(), "' has type ",
                type.ToString(), ": expected ", field->type()->ToString());
  }
  return std::make_shared<CastReader>(std::move(rows), std::move(schema), std::move(sources),
                                      std::move(file));
}

arrow::Result<std::shared_ptr<arrow::Schema>> MergeSchemas(
    const std::vector<std::shared_ptr<arrow::Schema>>& schemas,
    const std::vector<std::string>& files) {
  if (schemas.size() == 1) return schemas[0];
  arrow::FieldVector fields;
  std::vector<size_t> first_file;
  std::vector<size_t> num_files;
  std::unordered_map<std::string, size_t> place;
  for (size_t i = 0; i < schemas.size(); ++i) {
    for (const std::shared_ptr<arrow::Field>& field : schemas[i]->fields()) {
      auto [found, added] = place.try_emplace(field->name(), fields.size());
      size_t index = found->second;
      if (added) {
        fields.push_back(field);
        first_file.push_back(i);
        num_files.push_back(1);
        continue;
      }
      std::shared_ptr<arrow::DataType> type = WiderType(fields[index]->type(), field->type());
      if (type == nullptr) {
        return Fail(ErrorCode::kInvalidSchema, files[i], "column '", field->name(), "' is ",
                    fields[index]->type()->ToString(), " in ", files[first_file[index]], ", but ",
                    field->type()->ToString(), " in ", files[i],
                    ": expected one type in all inputs, or a schema that says which");
      }
      bool nullable = fields[index]->nullable() || field->nullable();
      fields[index] = arrow::field(field->name(), std::move(type), nullable);
      ++num_files[index];
    }
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (num_files[i] < schemas.size()) fields[i] = fields[i]->WithNullable(true);
  }
  return arrow::schema(std::move(fields));
}

}  // namespace hudi::rows
