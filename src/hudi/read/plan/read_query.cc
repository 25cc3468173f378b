// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/read_query.h"

#include <optional>
#include <string_view>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/config/option_names.h"
#include "hudi/config/record_mergers.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr std::string_view kAsOf = "as.of.instant";
constexpr std::string_view kQueryType = "hoodie.datasource.query.type";
constexpr std::string_view kIncrementalFormat = "hoodie.datasource.query.incremental.format";
constexpr std::string_view kBegin = "hoodie.datasource.read.begin.instanttime";
constexpr std::string_view kEnd = "hoodie.datasource.read.end.instanttime";
constexpr std::string_view kPathGlob = "hoodie.datasource.read.incr.path.glob";
constexpr std::string_view kFilters = "hoodie.datasource.read.incr.filters";
constexpr std::string_view kFallBack = "hoodie.datasource.read.incr.fallback.fulltablescan.enable";
constexpr std::string_view kCompareAsVersion = "hoodie.datasource.read.incr.table.version";
constexpr std::string_view kSchemaOfEnd = "hoodie.datasource.read.schema.use.end.instanttime";
constexpr std::string_view kMergeType = "hoodie.datasource.merge.type";
constexpr std::string_view kUsePositions = "hoodie.merge.use.record.positions";
constexpr std::string_view kMergeMemory = "hoodie.memory.merge.max.size";
constexpr std::string_view kReadPaths = "hoodie.datasource.read.paths";
constexpr std::string_view kValuesFromPath =
    "hoodie.datasource.read.extract.partition.values.from.path";

arrow::Status BadValue(std::string_view key, std::string_view value, std::string_view wanted) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "': expected ",
              wanted);
}

std::string ValueOr(const ConfigMap& options, std::string_view key, std::string_view otherwise) {
  auto found = options.find(key);
  return found == options.end() ? std::string(otherwise) : found->second;
}

arrow::Result<bool> ReadFlag(const ConfigMap& options, std::string_view key, bool otherwise) {
  auto found = options.find(key);
  if (found == options.end()) return otherwise;
  std::optional<bool> parsed = ParseBool(found->second);
  if (!parsed.has_value()) return BadValue(key, found->second, "true or false");
  return *parsed;
}

arrow::Status ReadIncremental(const ConfigMap& options, ReadQuery* query) {
  IncrementalQuery range;
  range.begin = ValueOr(options, kBegin, "");
  range.end = ValueOr(options, kEnd, "");
  range.path_glob = ValueOr(options, kPathGlob, "");
  if (range.begin.empty()) {
    return Fail(ErrorCode::kInvalidArgument, kBegin, "an incremental query needs config '", kBegin,
                "': the time after which changes are wanted, or earliest");
  }
  std::string version = ValueOr(options, kCompareAsVersion, "");
  if (!version.empty() && version != "6" && version != "8" && version != "9") {
    return BadValue(kCompareAsVersion, version, "6, 8 or 9");
  }
  range.by_requested_time = version == "6";
  ARROW_ASSIGN_OR_RAISE(range.fall_back_to_scan, ReadFlag(options, kFallBack, true));
  ARROW_ASSIGN_OR_RAISE(query->schema_of_end, ReadFlag(options, kSchemaOfEnd, false));
  query->incremental_filters = ValueOr(options, kFilters, "");
  query->incremental = std::move(range);
  return arrow::Status::OK();
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
    return ReadIncremental(options, query);
  }
  if (format->second == "cdc") {
    query->change_data = true;
    return ReadIncremental(options, query);
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
  ARROW_ASSIGN_OR_RAISE(query.partition_values_from_path, ReadFlag(values, kValuesFromPath, false));
  if (auto merge = values.find(kMergeType); merge != values.end()) {
    query.skip_merge = merge->second == "skip_merge";
    if (!query.skip_merge && merge->second != "payload_combine") {
      return BadValue(kMergeType, merge->second, "payload_combine or skip_merge");
    }
  }
  if (auto classes = values.find(kMergerClassesKey); classes != values.end()) {
    ARROW_RETURN_NOT_OK(CheckMergerClasses(classes->second));
  }
  ARROW_ASSIGN_OR_RAISE(query.use_positions, ReadFlag(values, kUsePositions, true));
  if (auto memory = values.find(kMergeMemory); memory != values.end()) {
    std::optional<int64_t> bytes = ParseInt64(TrimWhitespace(memory->second));
    if (!bytes || *bytes < 1) return BadValue(kMergeMemory, memory->second, "a number of bytes");
    query.merge_memory_bytes = *bytes;
  }
  return query;
}

}  // namespace hudi
