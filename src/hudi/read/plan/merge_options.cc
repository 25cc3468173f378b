// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/merge_options.h"

#include "hudi/config/option_names.h"
#include "hudi/table/merge_settings.h"

namespace hudi {

arrow::Result<MergeOptions> TableMergeOptions(const TableConfig& config,
                                              const arrow::Schema& schema) {
  ARROW_ASSIGN_OR_RAISE(
      MergeOptions merge,
      ReadMergeOptions(config.version(), NormalizeStored(config.properties()), {}));
  merge.ordering_fields = config.ordering_fields();
  if (merge.ordering_fields.empty() && config.version() < 8 && schema.GetFieldIndex("ts") >= 0) {
    merge.ordering_fields = {"ts"};
    merge.ordering_is_default = true;
  }
  return merge;
}

}  // namespace hudi
