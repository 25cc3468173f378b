// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/terminal.h"

namespace hudi::cli {

/// A bar of at most `cells` cells for a share between 0 and 1, in eighths of a cell where the
/// screen has block letters. A share above 0 is never empty.
std::string Bar(double share, size_t cells, bool unicode);

/// How many files there are of which size: a line a class of sizes, in steps of 1, 2, 5, 10, ... or
/// coarser, up to ten lines. Empty for fewer than two files.
std::string SizeHistogram(const std::vector<int64_t>& sizes, const Screen& screen, size_t indent);

struct ChartedAction {
  std::string action;
  std::string begin;  ///< instant: yyyyMMddHHmmss[SSS]
  Style style = Style::kPlain;
};

/// Actions along time, a line a kind of action, the higher a block the more of them. Empty where a
/// drawing tells nothing: fewer than three instants, or all in one moment.
std::string TimelineChart(const std::vector<ChartedAction>& actions, const Screen& screen);

}  // namespace hudi::cli
