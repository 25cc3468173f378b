// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

#include "hudi/table/option_set.h"

namespace hudi {

/// Refuses options whose effect a write would silently lack: features that this library does not
/// have, asked for by name. Errors: kUnsupported; kInvalidConfig for a value that does not parse.
arrow::Status RefuseUnsupportedOptions(const OptionSet& options);

}  // namespace hudi
