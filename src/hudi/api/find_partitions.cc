// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/read/plan/table_schema.h"
#include "hudi/slices/file_slices.h"
#include "hudi/table/key_settings.h"
#include "hudi/table_writer.h"
#include "hudi/write/keys/key_generator.h"

namespace hudi {
namespace {

constexpr const char* kTimestampsAsText =
    "hoodie.datasource.write.keygenerator.consistent.logical.timestamp.enabled";

using PathParts = std::vector<std::optional<std::string>>;

/// Whether a path has these parts, one a field; a part may span several levels, and one that is not
/// given is a single level, or with hive style what stands before the next field's name.
bool HasParts(std::string_view path, const PathParts& parts, const std::vector<std::string>& fields,
              bool hive_style, size_t field = 0) {
  if (field == parts.size()) return path.empty();
  const auto rest_matches = [&](size_t end) {
    if (end == path.size()) return field + 1 == parts.size();
    return HasParts(path.substr(end + 1), parts, fields, hive_style, field + 1);
  };
  if (parts[field]) {
    const std::string& part = *parts[field];
    const bool ends =
        path.size() == part.size() || (path.size() > part.size() && path[part.size()] == '/');
    return ends && path.starts_with(part) && rest_matches(part.size());
  }
  if (hive_style && !path.starts_with(fields[field] + "=")) return false;
  size_t end = std::min(path.find('/'), path.size());
  while (hive_style && end < path.size()) {
    const bool next_begins =
        field + 1 < fields.size() && path.substr(end + 1).starts_with(fields[field + 1] + "=");
    if (next_begins && rest_matches(end)) return true;
    end = std::min(path.find('/', end + 1), path.size());
  }
  return rest_matches(end);
}

arrow::Result<std::vector<std::shared_ptr<arrow::Array>>> ValuesOfFields(
    const Storage& storage, const KeyOptions& keys, const arrow::RecordBatch& values) {
  if (keys.partition_fields.empty()) {
    return Fail(ErrorCode::kInvalidArgument, storage.root(), "the table '", storage.root(),
                "' is not partitioned");
  }
  std::vector<std::shared_ptr<arrow::Array>> of_fields(keys.partition_fields.size());
  for (int i = 0; i < values.num_columns(); ++i) {
    const std::string& name = values.column_name(i);
    auto field = std::find_if(keys.partition_fields.begin(), keys.partition_fields.end(),
                              [&](const std::string& one) { return EqualsIgnoreCase(one, name); });
    if (field == keys.partition_fields.end()) {
      return Fail(ErrorCode::kInvalidArgument, name, "'", name, "' is no partition column of '",
                  storage.root(), "'; its partition columns are ",
                  JoinText(keys.partition_fields, ", "));
    }
    of_fields[static_cast<size_t>(field - keys.partition_fields.begin())] = values.column(i);
  }
  return of_fields;
}

}  // namespace

arrow::Result<std::vector<std::string>> FindPartitions(
    const std::string& base_path, const arrow::RecordBatch& values,
    const std::map<std::string, std::string>& config) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(base_path));
  ARROW_ASSIGN_OR_RAISE(OpenedTable table, OpenedTable::Open(storage));
  ConfigMap given;
  if (auto as_text = config.find(kTimestampsAsText); as_text != config.end()) {
    given.insert(*as_text);
  }
  ARROW_ASSIGN_OR_RAISE(WriteConfig write,
                        ResolveWriteConfig(given, &table.config, table.config.name()));
  KeyOptions& keys = write.keys;
  ARROW_ASSIGN_OR_RAISE(std::vector<std::shared_ptr<arrow::Array>> of_fields,
                        ValuesOfFields(*storage, keys, values));
  keys.key_fields.clear();
  ARROW_ASSIGN_OR_RAISE(TableSchema schema,
                        ReadTableSchema(*storage, table.config, *table.timeline, ""));
  ARROW_ASSIGN_OR_RAISE(std::vector<std::string> existing, ListPartitions(*storage));
  std::string path;
  std::vector<std::string> found;
  // bulk_insert may have spelled timestamps otherwise than other writes.
  for (const bool row_writer : {true, false}) {
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<KeyGenerator> generator,
                          KeyGenerator::Make(keys, schema.columns, row_writer));
    ARROW_ASSIGN_OR_RAISE(PathParts parts, generator->PartitionParts(of_fields));
    for (const std::string& one : existing) {
      if (HasParts(one, parts, keys.partition_fields, keys.hive_style)) found.push_back(one);
    }
    path.clear();
    for (const std::optional<std::string>& part : parts) {
      path += (path.empty() ? "" : "/") + part.value_or("");
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  const bool all_given = std::all_of(of_fields.begin(), of_fields.end(),
                                     [](const auto& value) { return value != nullptr; });
  if (found.empty() && all_given) found.push_back(std::move(path));
  return found;
}

}  // namespace hudi
