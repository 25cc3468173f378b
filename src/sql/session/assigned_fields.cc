// SPDX-License-Identifier: Apache-2.0
#include "sql/session/assigned_fields.h"

#include <algorithm>
#include <iterator>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/parse/engine_text.h"
#include "sql/parse/sql_error.h"
#include "sql/parse/token.h"

namespace hudi::sql {
namespace {

const arrow::Field* FieldNamed(const arrow::FieldVector& fields, const std::string& name) {
  auto found = std::find_if(fields.begin(), fields.end(),
                            [&](const auto& field) { return SameWord(field->name(), name); });
  return found == fields.end() ? nullptr : found->get();
}

arrow::Result<AssignedField> FieldSetBy(const Assignment& assignment, const std::string& alias,
                                        const arrow::Schema& columns) {
  const std::vector<std::string>& parts = assignment.column;
  // A column may be called like its table: `t.a` is the column `a` before it is a field of `t`.
  size_t first = parts.size() > 1 && SameWord(parts[0], alias) ? 1 : 0;
  const arrow::Field* column = FieldNamed(columns.fields(), parts[first]);
  if (column == nullptr && first == 1) {
    first = 0;
    column = FieldNamed(columns.fields(), parts[0]);
    if (column == nullptr) first = 1;  // the error tells of the column
  }
  if (column == nullptr) {
    return AtPlace(Fail(ErrorCode::kNotFound, parts[first], "column '", parts[first],
                        "' does not exist in the table"),
                   assignment.offset);
  }
  AssignedField found{&assignment, {column}};
  for (size_t i = first + 1; i < parts.size(); ++i) {
    const arrow::DataType& type = *found.path.back()->type();
    if (type.id() != arrow::Type::STRUCT) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, found.name(), "'", found.name(), "' is ",
                          SparkTypeText(type), ": only a struct has fields that can be set"),
                     assignment.offset);
    }
    const arrow::Field* field = FieldNamed(type.fields(), parts[i]);
    if (field == nullptr) {
      return AtPlace(Fail(ErrorCode::kNotFound, parts[i], "'", found.name(), "' has no field '",
                          parts[i], "': it is ", SparkTypeText(type)),
                     assignment.offset);
    }
    found.path.push_back(field);
  }
  return found;
}

// `depth` fields of `path` lead to `field`, of which `old` is the value.
arrow::Result<std::string> ValueAt(const std::vector<const AssignedField*>& fields, size_t depth,
                                   const arrow::Field& field, const std::string& old,
                                   const AssignedValue& value) {
  if (fields.empty()) return old;
  if (fields[0]->path.size() == depth) return value(*fields[0]->assignment, field);
  std::string text;
  for (const std::shared_ptr<arrow::Field>& child : field.type()->fields()) {
    std::vector<const AssignedField*> below;
    std::copy_if(fields.begin(), fields.end(), std::back_inserter(below),
                 [&](const AssignedField* set) { return set->path[depth] == child.get(); });
    const std::string name = QuotedName(child->name());
    ARROW_ASSIGN_OR_RAISE(std::string given,
                          ValueAt(below, depth + 1, *child, "(" + old + ")." + name, value));
    text += (text.empty() ? "struct_pack(" : ", ") + name + " := " + given;
  }
  return text + ")";
}

}  // namespace

std::string AssignedField::name() const {
  std::string text;
  for (const arrow::Field* field : path) text += (text.empty() ? "" : ".") + field->name();
  return text;
}

std::optional<std::string> AssignedField::MeetingOf(const std::vector<std::string>& names) const {
  const auto holds = [](const std::string& whole, const std::string& part) {
    return SameWord(whole, part) || (part.size() > whole.size() && part[whole.size()] == '.' &&
                                     SameWord(whole, part.substr(0, whole.size())));
  };
  for (const std::string& other : names) {
    if (holds(other, name()) || holds(name(), other)) return other;
  }
  return std::nullopt;
}

arrow::Result<std::vector<AssignedField>> AssignedFields(const std::vector<Assignment>& assignments,
                                                         const std::string& alias,
                                                         const arrow::Schema& columns) {
  std::vector<AssignedField> fields;
  for (const Assignment& assignment : assignments) {
    ARROW_ASSIGN_OR_RAISE(AssignedField field, FieldSetBy(assignment, alias, columns));
    for (const AssignedField& other : fields) {
      const size_t both = std::min(field.path.size(), other.path.size());
      if (!std::equal(field.path.begin(), field.path.begin() + static_cast<ptrdiff_t>(both),
                      other.path.begin())) {
        continue;
      }
      const std::string name = field.name();
      arrow::Status twice =
          field.path.size() == other.path.size()
              ? Fail(ErrorCode::kInvalidArgument, name, "column '", name, "' is set twice")
              : Fail(ErrorCode::kInvalidArgument, name, "'", name, "' and '", other.name(),
                     "' are both set, and one is a part of the other");
      return AtPlace(twice, assignment.offset);
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

arrow::Result<std::string> ValueWithAssigned(const std::vector<AssignedField>& fields,
                                             const arrow::Field& column, const std::string& old,
                                             const AssignedValue& value) {
  std::vector<const AssignedField*> set;
  for (const AssignedField& field : fields) {
    if (field.path[0] == &column) set.push_back(&field);
  }
  return ValueAt(set, 1, column, old, value);
}

}  // namespace hudi::sql
