// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/table/table_config.h"
#include "hudi/timeline/timeline.h"
#include "hudi/timeline/timeline_layout.h"

namespace hudi {

/// A table's properties, and its timeline as it stood when it was opened.
struct OpenedTable {
  std::shared_ptr<Storage> storage;
  TableConfig config;
  std::shared_ptr<const Timeline> timeline;

  /// Errors: those of TableConfig::Load() and Timeline::Load().
  static arrow::Result<OpenedTable> Open(std::shared_ptr<Storage> storage);
};

}  // namespace hudi
