// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace hudi::sql {

/// Names of a comma list as properties hold it: without blanks around them, empty ones left out.
std::vector<std::string> SplitNames(const std::string& text);
/// And the other way: "a,b".
std::string JoinNames(const std::vector<std::string>& names);

}  // namespace hudi::sql
