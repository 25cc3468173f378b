// SPDX-License-Identifier: Apache-2.0
#include "sql/session/near_name.h"

#include <algorithm>

namespace hudi::sql {

std::string NearName(const std::string& name, const std::vector<std::string>& names) {
  for (const std::string& other : names) {
    const size_t shorter = std::min(name.size(), other.size());
    size_t prefix = 0;
    while (prefix < shorter && name[prefix] == other[prefix]) ++prefix;
    size_t suffix = 0;
    while (suffix < shorter - prefix &&
           name[name.size() - 1 - suffix] == other[other.size() - 1 - suffix]) {
      ++suffix;
    }
    if (std::max(name.size(), other.size()) - (prefix + suffix) <= 2) return other;
  }
  return "";
}

}  // namespace hudi::sql
