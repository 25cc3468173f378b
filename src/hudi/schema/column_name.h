// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi {

/// Refuses a name that Avro cannot hold: it must start with a letter or '_' and go on with letters,
/// digits and '_' (letters and digits of every script).
/// Errors: kInvalidSchema on `path`.
arrow::Status CheckColumnName(std::string_view name, const std::string& path);

/// Index of the field called `name`: the exact name first, else the only one that differs in case.
/// Errors: kNotFound on `name` with the nearest name; kInvalidArgument if several differ in case
/// alone. `what` says in the message where it was looked for ("column", "field of 'st'").
arrow::Result<int> FindFieldIndex(const arrow::FieldVector& fields, std::string_view name,
                                  std::string_view what = "column");

}  // namespace hudi
