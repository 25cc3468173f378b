// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/table_services.h"

namespace hudi {

/// CompactTable() on a storage that is open.
arrow::Result<CompactResult> CompactStorage(std::shared_ptr<Storage> storage,
                                            const CompactOptions& options);

}  // namespace hudi
