// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/merge_columns.h"

#include <algorithm>

#include "hudi/merge/merge_rules.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {

arrow::Result<std::vector<std::string>> MergeColumns(const MergeOptions& options,
                                                     const arrow::Schema& schema) {
  ARROW_ASSIGN_OR_RAISE(MergeRules rules, ResolveMergeRules(options, schema));
  // What a registered merger looks at is not known.
  if (rules.merger != nullptr) return schema.field_names();
  std::vector<std::string> wanted = {std::string(kRecordKey), std::string(kIsDeleted),
                                     options.delete_field, std::string(kDmsOperation),
                                     std::string(kDebeziumOperation)};
  wanted.insert(wanted.end(), rules.stored_key.fields.begin(), rules.stored_key.fields.end());
  wanted.insert(wanted.end(), options.ordering_fields.begin(), options.ordering_fields.end());
  std::vector<std::string> columns;
  for (const std::string& name : wanted) {
    // Of a nested field the whole column.
    std::string column = name.substr(0, name.find('.'));
    if (schema.GetFieldIndex(name) >= 0) column = name;
    bool listed = std::find(columns.begin(), columns.end(), column) != columns.end();
    if (!listed && schema.GetFieldIndex(column) >= 0) columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace hudi
