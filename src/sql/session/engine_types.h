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

}  // namespace hudi::sql
