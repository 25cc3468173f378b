// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hudi/config/properties.h"
#include "hudi/config/write_config.h"
#include "hudi/table/table_config.h"

namespace hudi {

/// What a write with these options changes in the properties of an existing table: it may switch
/// the change log on.
ConfigMap ChangeLogProperties(const TableConfig& table, const CdcOptions& cdc);

}  // namespace hudi
