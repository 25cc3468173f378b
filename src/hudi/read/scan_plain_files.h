// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <arrow/result.h>

#include "hudi/read/scan.h"

namespace hudi {

/// Full paths of the scan's base files, if each of them can be read as it stands: no log files, all
/// columns in the table's types, and in every row the values that the partition path decides.
/// Nullopt otherwise. The scan's own filter is not looked at.
arrow::Result<std::optional<std::vector<std::string>>> FindPlainFiles(const TableScan& scan);

}  // namespace hudi
