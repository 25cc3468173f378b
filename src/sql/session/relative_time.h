// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/result.h>

namespace hudi::sql {

/// "-2 hours", "-1 day", "-30 minutes": the time that lies so far back, as milliseconds since 1970.
/// Any other text comes back as it is. Errors: kInvalidArgument for a unit that is none.
arrow::Result<std::string> ResolveRelativeTime(const std::string& text);

}  // namespace hudi::sql
