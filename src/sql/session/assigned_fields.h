// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

#include "sql/parse/statement.h"

namespace hudi::sql {

/// What one assignment of an UPDATE or MERGE sets: a column, or a field of a struct at any depth.
struct AssignedField {
  const Assignment* assignment;
  std::vector<const arrow::Field*>
      path;  ///< the column, then the fields down to the one that is set

  std::string name() const;  ///< with dots

  /// The first of `names`, which may be fields with dots, that is set, holds what is set, or is a
  /// part of it.
  std::optional<std::string> MeetingOf(const std::vector<std::string>& names) const;
};

/// Finds what `assignments` set in a table that the statement calls `alias`. Refers to all its
/// arguments. Errors stand at the assignment's place: kNotFound for a column or field that is not
/// there, kInvalidArgument for one that is set twice, or whole and in part.
arrow::Result<std::vector<AssignedField>> AssignedFields(const std::vector<Assignment>& assignments,
                                                         const std::string& alias,
                                                         const arrow::Schema& columns);

/// The engine's text of the value of an assignment, in the type of the field that it sets.
using AssignedValue =
    std::function<arrow::Result<std::string>(const Assignment&, const arrow::Field&)>;

/// The engine's text of `column` after `fields` are set in it: `old` if none is. A struct keeps its
/// other fields; one that was null becomes a struct whose other fields are null, as in Spark.
arrow::Result<std::string> ValueWithAssigned(const std::vector<AssignedField>& fields,
                                             const arrow::Field& column, const std::string& old,
                                             const AssignedValue& value);

}  // namespace hudi::sql
