// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

#include "hudi/config/write_config.h"
#include "hudi/table/option_set.h"

namespace hudi {

/// Sets the index and what belongs to it. The keys are resolved.
///
/// Errors: kUnsupported for indexes that we do not have, and for buckets whose number is not fixed;
/// kInvalidConfig for a bucket index over generated keys, or over a column that is none of the
/// record key's.
arrow::Status ResolveIndex(const OptionSet& options, WriteConfig* config);

}  // namespace hudi
