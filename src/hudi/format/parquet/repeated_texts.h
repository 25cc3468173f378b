// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/array.h>

namespace hudi {

/// Whether all rows of a text column hold the same value, and none is null; false if there is no
/// row.
bool HoldsOneValue(const arrow::BinaryArray& texts);

}  // namespace hudi
