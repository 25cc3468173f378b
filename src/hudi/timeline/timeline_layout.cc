// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/timeline_layout.h"

namespace hudi {

TimelineLayout LayoutOf(const TableConfig& config) {
  TimelineLayout layout;
  layout.version = config.layout_version();
  layout.directory = config.timeline_directory();
  layout.history_directory = config.history_directory();
  layout.utc = config.utc();
  return layout;
}

}  // namespace hudi
