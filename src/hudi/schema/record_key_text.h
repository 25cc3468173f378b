// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/result.h>

namespace hudi {

/// The texts of one key field as they are. Errors: kInvalidRow for a null or empty value, with
/// `field` as subject; messages count rows from `first_row` + 1.
arrow::Result<std::shared_ptr<arrow::StringArray>> PlainRecordKeys(
    const std::string& field, std::shared_ptr<arrow::StringArray> texts, int64_t first_row);

/// "f1:v1,f2:v2" of each row; null is written `__null__` and an empty text `__empty__`. Errors:
/// kInvalidRow for a row that has nothing else.
arrow::Result<std::shared_ptr<arrow::StringArray>> PrefixedRecordKeys(
    const std::vector<std::string>& fields,
    const std::vector<std::shared_ptr<arrow::StringArray>>& texts, int64_t first_row);

}  // namespace hudi
