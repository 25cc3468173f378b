// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/array.h>
#include <arrow/result.h>

namespace hudi {

/// The partition of rows whose partition value is null or empty.
inline constexpr std::string_view kDefaultPartition = "__HIVE_DEFAULT_PARTITION__";

/// Appends `value` with the bytes that Hive escapes in folder names (control characters and
/// `"#%'*/:=?\{[]^`) as %XX.
void AppendEscapedPartitionValue(std::string_view value, std::string* out);

/// What keeps a path from being a partition's (an empty level, "." or "..", a ':' where a scheme
/// would stand, inside ".hoodie"); null if nothing does.
const char* PartitionPathProblem(std::string_view path);

/// One level (or, unescaped, several) of a partition path.
struct PartitionPart {
  std::string field;
  std::shared_ptr<arrow::StringArray> values;
  bool slash_separated = false;  ///< "2024-02-29" becomes "2024/02/29"
};

struct PartitionStyle {
  bool hive_style = false;  ///< "field=value"
  bool url_encode = false;
};

/// Appends what a path has for the value of a row.
void AppendPartitionPart(const PartitionPart& part, const PartitionStyle& style, int64_t row,
                         std::string* path);

/// The parts of each row joined by '/'.
///
/// Errors: kInvalidRow with the field as subject for a path that could not be found again: with an
/// empty level, "." or "..", a ':' where a scheme would stand, or inside ".hoodie".
arrow::Result<std::shared_ptr<arrow::StringArray>> JoinPartitionPaths(
    const std::vector<PartitionPart>& parts, const PartitionStyle& style, int64_t first_row);

}  // namespace hudi
