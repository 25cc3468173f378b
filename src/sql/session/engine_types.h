// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::sql {

/// The engine's name of a column's type.
std::string EngineTypeName(const arrow::DataType& type);

/// An expression of the engine that stores `value`, which has the type `from`, in a column of type
/// `to`, as Spark's INSERT does: what may lose its meaning is refused, a value that does not fit
/// fails the statement. Errors: kInvalidSchema, naming `column` and both types.
arrow::Result<std::string> StoreAssignment(const std::string& value, const arrow::DataType& from,
                                           const arrow::DataType& to, const std::string& column);

/// Whether values of type `from` are what a column of type `to` is said to hold: the same type, or
/// one whose values all others of it can be (an INT for a BIGINT or a DOUBLE, a DATE for a
/// TIMESTAMP, a decimal for one with as many digits behind the point). Whole numbers agree with
/// each other, as the engine's functions give longer ones than Spark's; one that does not fit
/// fails.
bool TypesAgree(const arrow::DataType& from, const arrow::DataType& to);

}  // namespace hudi::sql
