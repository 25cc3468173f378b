// SPDX-License-Identifier: Apache-2.0
#include "cli/amounts.h"

#include <iterator>

#include <fmt/format.h>

namespace hudi::cli {

std::string SizeText(int64_t bytes) {
  constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes);
  size_t unit = 0;
  for (size /= 1000; size >= 999.95 && unit + 1 < std::size(kUnits); ++unit) size /= 1000;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string GroupedText(int64_t number) {
  std::string digits = fmt::format("{}", number);
  size_t first = number < 0 ? 1 : 0;
  for (size_t i = digits.size(); i > first + 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return digits;
}

std::string RoundedText(int64_t number) {
  if (number < 10'000) return GroupedText(number);
  double value = static_cast<double>(number) / 1000;
  if (value < 999.5) return fmt::format("{:.0f}k", value);
  value /= 1000;
  if (value < 99.995) return fmt::format("{:.2f}M", value);
  if (value < 9999.5) return fmt::format("{:.0f}M", value);
  return fmt::format("{:.1f}G", value / 1000);
}

std::string ClockText(int64_t seconds) {
  int64_t minutes = seconds / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, seconds % 60);
}

std::string SpanText(int64_t milliseconds) {
  if (milliseconds < 1000) return fmt::format("{} ms", milliseconds);
  if (milliseconds < 9'950)
    return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
  int64_t seconds = milliseconds / 1000;
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 120 * 60) return fmt::format("{} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{} h", seconds / 3600);
  return fmt::format("{} days", seconds / 86400);
}

}  // namespace hudi::cli
