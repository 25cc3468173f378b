// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hudi {

/// Gives each partition path of a write a small number. Not thread-safe for Number().
class PartitionNumbers {
 public:
  uint32_t Number(std::string_view path) {
    // Rows of a partition tend to come together.
    if (!paths_.empty() && paths_[last_] == path) return last_;
    auto [it, inserted] = numbers_.try_emplace(std::string(path), paths_.size());
    if (inserted) paths_.emplace_back(path);
    last_ = it->second;
    return last_;
  }
  const std::string& path(uint32_t number) const { return paths_[number]; }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::map<std::string, uint32_t, std::less<>> numbers_;
  std::vector<std::string> paths_;
  uint32_t last_ = 0;
};

}  // namespace hudi
