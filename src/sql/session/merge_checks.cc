// SPDX-License-Identifier: Apache-2.0
#include "sql/session/merge_checks.h"

#include <algorithm>

#include "hudi/error.h"
#include "sql/parse/sql_error.h"
#include "sql/session/assigned_fields.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

std::string TargetOf(const Assignment& assignment, const std::string& target_alias) {
  std::vector<std::string> parts = assignment.column;
  if (parts.size() > 1 && SameWord(parts[0], target_alias)) parts.erase(parts.begin());
  std::string name;
  for (const std::string& part : parts) name += (name.empty() ? "" : ".") + part;
  return name;
}

// From 1.0 on each clause must say what becomes of the ordering field and, unless the source has a
// column of its name, of the key.
arrow::Status CheckNeeded(const MergeSubject& subject, const MergeClause& clause) {
  const auto is_assigned = [&](const std::string& field) {
    return AssignmentOf(clause, subject.target_alias, field) != nullptr;
  };
  for (const std::string& field : subject.ordering) {
    if (!subject.by_event_time || is_assigned(field)) continue;
    return AtPlace(
        Fail(ErrorCode::kInvalidArgument, field, "no assignment for the ordering field '", field,
             "' of the table: say which value it gets, e.g. ", field, " = ", subject.source_alias,
             ".", field),
        clause.offset);
  }
  for (const std::string& field : subject.keys) {
    if (is_assigned(field) || FieldOf(subject.source, field) != nullptr) continue;
    return AtPlace(Fail(ErrorCode::kInvalidArgument, field, "the record key field '", field,
                        "' is neither a column of the source nor assigned: say which value it "
                        "gets"),
                   clause.offset);
  }
  return arrow::Status::OK();
}

arrow::Status CheckKeyTypes(const MergeSubject& subject) {
  std::vector<std::string> names = subject.keys;
  if (subject.by_event_time) {
    names.insert(names.end(), subject.ordering.begin(), subject.ordering.end());
  }
  const std::vector<MergeClause>& clauses = subject.merge.clauses;
  bool has_star = std::any_of(clauses.begin(), clauses.end(),
                              [](const MergeClause& clause) { return clause.star; });
  for (const std::string& name : names) {
    const arrow::Field* own = FieldOf(*subject.table.schema, name);
    const arrow::Field* given = FieldOf(subject.source, name);
    if (own == nullptr || given == nullptr || own->type()->Equals(*given->type())) continue;
    if (!ContainsWord(subject.keys, name) && !has_star) continue;
    return AtPlace(
        Fail(ErrorCode::kInvalidSchema, name, "'", name, "' is ", SparkTypeText(*own->type()),
             " in the table and ", SparkTypeText(*given->type()),
             " in the source: CAST it in the source to one type"),
        subject.merge.name.offset);
  }
  return arrow::Status::OK();
}

arrow::Status CheckClause(const MergeSubject& subject, const MergeClause& clause) {
  const arrow::Schema& columns = *subject.table.schema;
  ARROW_ASSIGN_OR_RAISE(std::vector<AssignedField> fields,
                        AssignedFields(clause.assignments, subject.target_alias, columns));
  for (const AssignedField& field : fields) {
    if (field.path.size() == 1) continue;
    std::vector<std::string> fixed = subject.keys;
    for (const auto& more : {subject.ordering, PartitionFieldsOf(subject.table.properties)}) {
      fixed.insert(fixed.end(), more.begin(), more.end());
    }
    if (std::optional<std::string> name = field.MeetingOf(fixed)) {
      return AtPlace(Fail(ErrorCode::kUnsupported, *name, "'", *name,
                          "' is a key, partition or ordering field inside of a struct, which MERGE "
                          "must not set"),
                     field.assignment->offset);
    }
    if (clause.action != MergeClause::Action::kInsert) continue;
    return AtPlace(Fail(ErrorCode::kUnsupported, field.name(), "'", field.name(),
                        "' is a nested field: INSERT gives whole columns; give the struct"),
                   field.assignment->offset);
  }
  if (clause.star) {
    for (const std::shared_ptr<arrow::Field>& field : columns.fields()) {
      if (FieldOf(subject.source, field->name()) != nullptr) continue;
      return AtPlace(Fail(ErrorCode::kNotFound, field->name(),
                          "* needs all columns of the table, but the source has no column '",
                          field->name(), "'"),
                     clause.offset);
    }
    return arrow::Status::OK();
  }
  const bool needs_all =
      clause.when != MergeClause::When::kNotMatchedBySource && subject.table.version >= 8;
  return needs_all ? CheckNeeded(subject, clause) : arrow::Status::OK();
}

}  // namespace

arrow::Status CheckMerge(const MergeSubject& subject, bool on_needs_keys) {
  for (const std::string& key : subject.keys) {
    if (!on_needs_keys || subject.condition.equalities.count(LowerCase(key)) > 0) continue;
    return AtPlace(Fail(ErrorCode::kInvalidArgument, key,
                        "ON must match all record key fields of the table "
                        "(hoodie.spark.sql.optimized.writes.enable): '",
                        key, "' is not among them"),
                   subject.merge.name.offset);
  }
  size_t num_deletes = 0;
  for (const MergeClause& clause : subject.merge.clauses) {
    if (clause.action != MergeClause::Action::kDelete) {
      ARROW_RETURN_NOT_OK(CheckClause(subject, clause));
    } else if (clause.when == MergeClause::When::kMatched && ++num_deletes > 1) {
      return AtPlace(
          Fail(ErrorCode::kUnsupported, "",
               "MERGE INTO takes one WHEN MATCHED ... DELETE: join their conditions by OR"),
          clause.offset);
    }
  }
  return subject.table.version >= 8 ? CheckKeyTypes(subject) : arrow::Status::OK();
}

const Assignment* AssignmentOf(const MergeClause& clause, const std::string& target_alias,
                               const std::string& column) {
  for (const Assignment& assignment : clause.assignments) {
    if (SameWord(TargetOf(assignment, target_alias), column)) return &assignment;
  }
  return nullptr;
}

const arrow::Field* FieldOf(const arrow::Schema& schema, const std::string& name) {
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (SameWord(field->name(), name)) return field.get();
  }
  return nullptr;
}

}  // namespace hudi::sql
