// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/plan/opened_table.h"

#include <utility>

#include "hudi/slices/commit_files.h"

namespace hudi {

arrow::Result<OpenedTable> OpenedTable::Open(std::shared_ptr<Storage> storage) {
  ARROW_ASSIGN_OR_RAISE(TableConfig config, TableConfig::Load(*storage));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<const Timeline> timeline,
                        Timeline::Load(storage, LayoutOf(config)));
  ARROW_RETURN_NOT_OK(CheckTimelineIsThere(*storage, *timeline));
  return OpenedTable{std::move(storage), std::move(config), std::move(timeline)};
}

}  // namespace hudi
