// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hudi::sql {

/// The one of `names` from which `name` differs by one slip of the pen in one place; "" if there is
/// none.
std::string NearName(const std::string& name, const std::vector<std::string>& names);

}  // namespace hudi::sql
