// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hudi/table/table_config.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Where the timeline of a table with these properties is.
TimelineLayout LayoutOf(const TableConfig& config);

}  // namespace hudi
