// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>

#include "hudi/storage/storage.h"
#include "hudi/timeline/timeline.h"

namespace hudi {

/// Checks that the table can still be read as it stood at `instant`, from what the timeline says.
///
/// Errors: kInstantUnavailable if a write that is not finished began at or before it, or if the
/// cleaner removed what it needs; the message names the oldest usable instant.
arrow::Status CheckInstantReadable(const Storage& storage, const Timeline& timeline,
                                   const std::string& instant);

}  // namespace hudi
