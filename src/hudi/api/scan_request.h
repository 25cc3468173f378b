// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>

#include "hudi/read/scan.h"
#include "hudi/storage/storage.h"
#include "hudi/table_reader.h"

namespace hudi {

/// The table's storage. Errors: kUnsupported for a pattern of paths.
arrow::Result<std::shared_ptr<Storage>> OpenForReading(const std::string& base_path);

/// What the options ask of a scan. Errors: kInvalidArgument for options that contradict keys in
/// `options.config`.
arrow::Result<ScanRequest> MakeScanRequest(ReadOptions options);

}  // namespace hudi
