// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/partial_update.h"

#include <algorithm>
#include <set>

#include "hudi/error.h"
#include "hudi/format/avro/schema.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

arrow::Status CheckPossible(const WriteConfig& config) {
  auto refuse = [](std::string_view why) {
    return Fail(ErrorCode::kUnsupported, kPartialUpdateSchemaKey, "config '",
                kPartialUpdateSchemaKey, "': ", why);
  };
  if (config.operation != WriteOperation::kUpsert) {
    return refuse("only an upsert can update some of the columns");
  }
  if (config.table_type != TableType::kMergeOnRead) {
    return refuse("only merge-on-read tables keep partial updates, in their log files");
  }
  if (config.table_version < 8) return refuse("table version 6 has no partial updates");
  if (config.index == IndexType::kGlobalSimple || config.index == IndexType::kGlobalBloom) {
    return refuse("rows that a global index may move must be complete");
  }
  if (config.merge.mode == MergeMode::kCustom || config.merge.ignore_defaults ||
      config.merge.fill_unavailable) {
    return refuse("the table's payload or partial update mode fills columns in its own way");
  }
  if (!config.populate_meta_fields) {
    return refuse("without meta columns a partial row has no record key");
  }
  return arrow::Status::OK();
}

arrow::Status Invalid(std::string_view why) {
  return Fail(ErrorCode::kInvalidConfig, kPartialUpdateSchemaKey, "config '",
              kPartialUpdateSchemaKey, "': ", why);
}

}  // namespace

arrow::Result<std::vector<std::string>> PartialUpdateColumns(
    const std::map<std::string, std::string>& options, const WriteConfig& config,
    const arrow::Schema& table_schema) {
  std::vector<std::string> columns;
  auto given = options.find(kPartialUpdateSchemaKey);
  if (given == options.end() || given->second.empty() || given->second == "null") return columns;
  ARROW_RETURN_NOT_OK(CheckPossible(config));
  arrow::Result<avro::SchemaPtr> schema = avro::Schema::Parse(given->second);
  if (!schema.ok()) return Invalid(schema.status().message());
  if ((*schema)->type != avro::Type::kRecord) return Invalid("expected the schema of a record");
  std::set<std::string> named;
  for (const avro::Field& field : (*schema)->fields) {
    if (IsMetaColumn(field.name)) continue;
    if (table_schema.GetFieldIndex(field.name) < 0) {
      return Invalid("the table has no column '" + field.name + "'");
    }
    named.insert(field.name);
  }
  if (named.empty()) return Invalid("it names no column of the table");
  if (config.merge.mode == MergeMode::kEventTime) {
    for (const std::string& field : config.merge.ordering_fields) {
      if (named.count(field) > 0) continue;
      return Invalid("it must name the ordering field '" + field +
                     "', which decides whether the update counts");
    }
  }
  for (const std::string& name : table_schema.field_names()) {
    if (named.count(name) > 0) columns.push_back(name);
  }
  return columns;
}

}  // namespace hudi
