// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/metadata_table/switch_off.h"

#include "hudi/table/table_config.h"

namespace hudi {

arrow::Status SwitchOffMetadataTable(Storage& storage) {
  ARROW_RETURN_NOT_OK(
      UpdateTableProperties(storage, {{"hoodie.table.metadata.partitions", ""},
                                      {"hoodie.table.metadata.partitions.inflight", ""},
                                      {"hoodie.table.index.defs.path", ""}}));
  ARROW_RETURN_NOT_OK(storage.DeleteTree(".hoodie/metadata"));
  return storage.DeleteTree(".hoodie/.index_defs");
}

}  // namespace hudi
