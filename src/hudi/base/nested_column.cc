// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/nested_column.h"

#include <string>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

int IndexOf(const arrow::FieldVector& fields, std::string_view name) {
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i]->name() == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

arrow::Result<ColumnPath> FindColumn(const arrow::Schema& schema, std::string_view field,
                                     std::string_view what) {
  ColumnPath path;
  const arrow::FieldVector* fields = &schema.fields();
  std::string_view rest = field;
  while (true) {
    const size_t dot = rest.find('.');
    const std::string_view name = rest.substr(0, dot);
    const int index = IndexOf(*fields, name);
    if (index < 0) {
      std::vector<std::string> names;
      for (const std::shared_ptr<arrow::Field>& candidate : *fields) {
        names.push_back(candidate->name());
      }
      const std::string nearest = NearestWord(name, names);
      const std::string hint = nearest.empty() ? "; there are: " + JoinText(names, ", ")
                                               : "; did you mean '" + nearest + "'?";
      return Fail(ErrorCode::kNotFound, field, what, " '", field, "' is not in the schema: no '",
                  name, "'", hint);
    }
    path.indices.push_back(index);
    path.type = (*fields)[index]->type();
    if (dot == std::string_view::npos) return path;
    if (path.type->id() != arrow::Type::STRUCT) {
      return Fail(ErrorCode::kNotFound, field, what, " '", field, "' is not in the schema: '", name,
                  "' is of type ", path.type->ToString(), " and has no fields");
    }
    fields = &path.type->fields();
    rest = rest.substr(dot + 1);
  }
}

arrow::Result<std::shared_ptr<arrow::Array>> ColumnAt(const arrow::RecordBatch& batch,
                                                      const ColumnPath& path) {
  std::shared_ptr<arrow::Array> column = batch.column(path.indices[0]);
  for (size_t level = 1; level < path.indices.size(); ++level) {
    const auto& parent = static_cast<const arrow::StructArray&>(*column);
    ARROW_ASSIGN_OR_RAISE(column, parent.GetFlattenedField(path.indices[level]));
  }
  return column;
}

}  // namespace hudi
