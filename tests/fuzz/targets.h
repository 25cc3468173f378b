// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi::fuzz {

/// What a reader made of bytes.
struct Reading {
  int64_t rows = 0;
  bool reports_damage = false;  ///< it passed something over and says so
};

/// Bytes, and the reader for them.
struct Target {
  std::string name;  ///< letters and digits
  std::string bytes;
  std::function<arrow::Result<Reading>(const std::string& bytes)> read;
  /// Bytes changed where they stand must not change the number of rows in silence.
  bool counts_rows = true;
  /// Runs this many times less: its reader is slow.
  int64_t slowness = 1;
};

std::vector<Target> AllTargets();

}  // namespace hudi::fuzz
