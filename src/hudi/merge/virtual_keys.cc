// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/virtual_keys.h"

#include "hudi/base/java_text.h"
#include "hudi/base/nested_column.h"
#include "hudi/base/time_zone.h"
#include "hudi/error.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/schema/record_key_text.h"

namespace hudi {

arrow::Result<std::shared_ptr<const VirtualKeys>> VirtualKeys::Make(const KeyOptions& options) {
  if (options.key_fields.empty()) {
    return Fail(ErrorCode::kUnsupported, "hoodie.populate.meta.fields",
                "a table with hoodie.populate.meta.fields=false and no record key fields has no ",
                "keys by which its log files could be merged");
  }
  std::shared_ptr<VirtualKeys> keys(new VirtualKeys);
  keys->fields_ = options.key_fields;
  keys->prefixed_ =
      options.key_fields.size() > 1 || options.generator == KeyGeneratorType::kGlobalDelete ||
      (options.generator == KeyGeneratorType::kComplex && options.complex_single_field_prefix);
  keys->instants_as_timestamps_ = options.consistent_logical_timestamp;
  return keys;
}

std::vector<std::string> VirtualKeys::Columns() const {
  std::vector<std::string> columns;
  for (const std::string& field : fields_) {
    columns.push_back(field.substr(0, field.find('.')));
  }
  return columns;
}

arrow::Result<std::shared_ptr<arrow::StringArray>> VirtualKeys::Of(
    const arrow::RecordBatch& rows) const {
  std::vector<std::shared_ptr<arrow::StringArray>> texts;
  for (const std::string& field : fields_) {
    ARROW_ASSIGN_OR_RAISE(ColumnPath path, FindColumn(*rows.schema(), field, "record key field"));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(rows, path));
    std::shared_ptr<const TimeZone> zone;
    if (instants_as_timestamps_ && column->type_id() == arrow::Type::TIMESTAMP) {
      ARROW_ASSIGN_OR_RAISE(zone, TimeZone::Local());
    }
    const InstantText instants =
        instants_as_timestamps_ ? InstantText::kTimestamp : InstantText::kNumber;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> text,
                          JavaTexts(column, field, instants, zone.get()));
    texts.push_back(std::move(text));
  }
  return prefixed_ ? PrefixedRecordKeys(fields_, texts, /*first_row=*/0)
                   : PlainRecordKeys(fields_[0], std::move(texts[0]), /*first_row=*/0);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> VirtualKeys::SetIn(
    const std::shared_ptr<arrow::RecordBatch>& rows) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, Of(*rows));
  const int column = rows->schema()->GetFieldIndex(std::string(kRecordKey));
  return rows->SetColumn(column, rows->schema()->field(column), keys);
}

}  // namespace hudi
