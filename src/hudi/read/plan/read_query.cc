// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/read_query.h"

#include <optional>
#include <string_view>

#include "hudi/base/text.h"
#include "hudi/config/option_names.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kAsOf = "as.of.instant";
constexpr std::string_view kQueryType = "hoodie.datasource.query.type";
constexpr std::string_view kIncrementalFormat = "hoodie.datasource.query.incremental.format";
constexpr std::string_view kMergeMemory = "hoodie.memory.merge.max.size";
constexpr std::string_view kReadPaths = "hoodie.datasource.read.paths";
constexpr std::string_view kValuesFromPath =
    "hoodie.datasource.read.extract.partition.values.from.path";

arrow::Status BadValue(std::string_view key, std::string_view value, std::string_view wanted) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "': expected ",
              wanted);
}

arrow::Status ReadQueryType(const ConfigMap& options, ReadQuery* query) {
  auto type = options.find(kQueryType);
  if (type == options.end() || type->second == "snapshot") return arrow::Status::OK();
  if (type->second == "read_optimized") {
    query->read_optimized = true;
    return arrow::Status::OK();
  }
  if (type->second != "incremental") {
    return BadValue(kQueryType, type->second, "snapshot, read_optimized or incremental");
  }
  auto format = options.find(kIncrementalFormat);
  if (format == options.end() || format->second == "latest_state") {
    return Fail(ErrorCode::kUnsupported, kQueryType, "incremental queries are not supported yet");
  }
  if (format->second == "cdc") {
    return Fail(ErrorCode::kUnsupported, kIncrementalFormat,
                "CDC queries are not supported yet (nor are incremental ones)");
  }
  return BadValue(kIncrementalFormat, format->second, "latest_state or cdc");
}

}  // namespace

arrow::Result<ReadQuery> ParseReadQuery(const ConfigMap& options) {
  ARROW_ASSIGN_OR_RAISE(NormalizedOptions normalized, NormalizeOptions(options));
  const ConfigMap& values = normalized.values;
  ReadQuery query;
  ARROW_RETURN_NOT_OK(ReadQueryType(values, &query));
  if (auto paths = values.find(kReadPaths); paths != values.end()) {
    return Fail(ErrorCode::kUnsupported, kReadPaths, "config '", kReadPaths, "' = '", paths->second,
                "': paths and globs inside a table are not supported; give the ",
                "table's base path, and a filter on its partition columns");
  }
  if (auto as_of = values.find(kAsOf); as_of != values.end()) {
    if (TrimWhitespace(as_of->second).empty()) return BadValue(kAsOf, as_of->second, "a time");
    query.as_of = as_of->second;
  }
  if (auto from_path = values.find(kValuesFromPath); from_path != values.end()) {
    std::optional<bool> parsed = ParseBool(from_path->second);
    if (!parsed.has_value()) return BadValue(kValuesFromPath, from_path->second, "true or false");
    query.partition_values_from_path = *parsed;
  }
  if (auto memory = values.find(kMergeMemory); memory != values.end()) {
    std::optional<int64_t> bytes = ParseInt64(TrimWhitespace(memory->second));
    if (!bytes || *bytes < 1) return BadValue(kMergeMemory, memory->second, "a number of bytes");
    query.merge_memory_bytes = *bytes;
  }
  return query;
}

}  // namespace hudi
