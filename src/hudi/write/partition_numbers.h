// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "hudi/base/key_table.h"

namespace hudi {

/// Gives each partition path of a write a small number. Not thread-safe for Number().
class PartitionNumbers {
 public:
  uint32_t Number(std::string_view path) {
    // Rows of a partition tend to come together.
    if (!paths_.empty() && paths_[last_] == path) return last_;
    int64_t number = table_.Find(0, path);
    if (number == KeyTable::kAbsent) {
      bool inserted = false;
      number = table_.Insert(0, texts_.emplace_back(path), &inserted);
      paths_.emplace_back(path);
    }
    last_ = static_cast<uint32_t>(number);
    return last_;
  }
  const std::string& path(uint32_t number) const { return paths_[number]; }
  const std::vector<std::string>& paths() const { return paths_; }

 private:
  std::deque<std::string> texts_;  // what the table refers to; they never move
  KeyTable table_;
  std::vector<std::string> paths_;
  uint32_t last_ = 0;
};

}  // namespace hudi
