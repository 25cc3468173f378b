// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <arrow/array.h>
#include <arrow/result.h>
#include <arrow/type.h>

namespace hudi::rows {

/// Errors: kUnsupported naming a column whose type has no text form.
arrow::Status CheckHasText(const arrow::Schema& schema);

/// Appends one value as JSON. The schema has passed CheckHasText().
void AppendJson(const arrow::Array& array, int64_t index, std::string* out);
/// Appends one value that is not null as plain text: as in JSON, but texts without quotes and
/// escapes.
void AppendPlain(const arrow::Array& array, int64_t index, std::string* out);

}  // namespace hudi::rows
