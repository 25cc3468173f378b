// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/meta_columns.h"

#include <algorithm>
#include <string>

namespace hudi {
namespace {
constexpr std::string_view kOperation = "_hoodie_operation";
}

bool IsMetaColumn(std::string_view name) {
  return name == kOperation ||
         std::find(kMetaColumns.begin(), kMetaColumns.end(), name) != kMetaColumns.end();
}

const arrow::StringArray& RecordKeysOf(const arrow::RecordBatch& rows) {
  return static_cast<const arrow::StringArray&>(*rows.GetColumnByName(std::string(kRecordKey)));
}

std::shared_ptr<arrow::Schema> WithMetaColumns(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  fields.reserve(kMetaColumns.size() + static_cast<size_t>(schema.num_fields()));
  for (std::string_view name : kMetaColumns) {
    fields.push_back(arrow::field(std::string(name), arrow::utf8()));
  }
  // A schema that has meta columns already does not get them twice.
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (std::find(kMetaColumns.begin(), kMetaColumns.end(), field->name()) == kMetaColumns.end()) {
      fields.push_back(field);
    }
  }
  return arrow::schema(std::move(fields), schema.metadata());
}

std::shared_ptr<arrow::Schema> WithoutMetaColumns(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  fields.reserve(static_cast<size_t>(schema.num_fields()));
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    if (!IsMetaColumn(field->name())) fields.push_back(field);
  }
  return arrow::schema(std::move(fields), schema.metadata());
}

}  // namespace hudi
