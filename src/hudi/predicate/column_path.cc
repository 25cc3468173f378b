// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/column_path.h"

#include <utility>
#include <vector>

#include <arrow/compute/api_vector.h>
#include <arrow/compute/cast.h>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/schema/column_name.h"

namespace hudi {
namespace {

arrow::Result<std::shared_ptr<arrow::Array>> Decoded(std::shared_ptr<arrow::Array> array) {
  if (array->type_id() == arrow::Type::DICTIONARY) {
    return arrow::compute::Cast(
        *array, static_cast<const arrow::DictionaryType&>(*array->type()).value_type());
  }
  if (array->type_id() == arrow::Type::RUN_END_ENCODED) {
    ARROW_ASSIGN_OR_RAISE(arrow::Datum decoded, arrow::compute::RunEndDecode(array));
    return decoded.make_array();
  }
  return array;
}

}  // namespace

arrow::Result<BoundColumn> FindPredicateColumn(const arrow::Schema& schema, std::string_view path) {
  BoundColumn column;
  arrow::FieldVector fields = schema.fields();
  for (const std::string& level : SplitText(path, '.')) {
    if (column.type != nullptr && column.type->id() != arrow::Type::STRUCT) {
      return Fail(ErrorCode::kInvalidArgument, path, "column '", path, "': '", column.path,
                  "' has no fields, for it is no struct");
    }
    const std::string what =
        column.path.empty() ? "column" : "field of column '" + column.path + "'";
    ARROW_ASSIGN_OR_RAISE(int index, FindFieldIndex(fields, level, what));
    const std::shared_ptr<arrow::Field>& field = fields[static_cast<size_t>(index)];
    column.path += (column.path.empty() ? "" : ".") + field->name();
    column.type = field->type();
    if (column.type->id() == arrow::Type::DICTIONARY) {
      column.type = static_cast<const arrow::DictionaryType&>(*column.type).value_type();
    }
    fields = column.type->fields();
  }
  return column;
}

arrow::Result<std::shared_ptr<arrow::Array>> PredicateColumn(const arrow::RecordBatch& batch,
                                                             std::string_view path) {
  const std::vector<std::string> levels = SplitText(path, '.');
  std::shared_ptr<arrow::Array> array = batch.GetColumnByName(levels.front());
  for (size_t i = 1; array != nullptr && i < levels.size(); ++i) {
    if (array->type_id() != arrow::Type::STRUCT) {
      array = nullptr;
      break;
    }
    const auto& parent = static_cast<const arrow::StructArray&>(*array);
    const int index = parent.struct_type()->GetFieldIndex(levels[i]);
    if (index < 0) {
      array = nullptr;
      break;
    }
    ARROW_ASSIGN_OR_RAISE(array, parent.GetFlattenedField(index));
  }
  if (array == nullptr) {
    return Fail(ErrorCode::kNotFound, path, "column '", path, "' is not in the rows to filter");
  }
  return Decoded(std::move(array));
}

std::string TopLevelColumn(std::string_view path) {
  return std::string(path.substr(0, path.find('.')));
}

}  // namespace hudi
