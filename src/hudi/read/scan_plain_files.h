// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <arrow/result.h>

#include "hudi/read/scan.h"

namespace hudi {

/// The number of a slice's rows, if they are those of its base file as it stands: no log files, and
/// every column of the scan is in the table's type, or is not there (then it is null), or is
/// decided by the partition path. Nullopt otherwise, and for tables whose columns go by ids. Opens
/// the file's footer; the scan's own filter is not looked at.
arrow::Result<std::optional<int64_t>> PlainFileRows(const TableScan& scan, size_t slice);

}  // namespace hudi
