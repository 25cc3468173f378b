// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

namespace hudi {

/// Registers Arrow's compute kernels, once a process; call before the first CallFunction or Cast.
arrow::Status InitializeCompute();

}  // namespace hudi
