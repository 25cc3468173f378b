// SPDX-License-Identifier: Apache-2.0
#include "sql/session/relative_time.h"

#include <array>
#include <charconv>
#include <chrono>

#include "hudi/error.h"
#include "sql/parse/token.h"

namespace hudi::sql {

arrow::Result<std::string> ResolveRelativeTime(const std::string& text) {
  if (text.size() < 2 || text[0] != '-' || text[1] < '0' || text[1] > '9') return text;
  int64_t count = 0;
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data() + 1, end, count);
  std::string unit = LowerCase(std::string(rest, end));
  unit.erase(0, unit.find_first_not_of(' '));
  while (!unit.empty() && unit.back() == ' ') unit.pop_back();
  if (unit.size() > 1 && unit.back() == 's') unit.pop_back();
  constexpr std::array<std::pair<std::string_view, int64_t>, 5> kUnits = {
      {{"second", 1}, {"minute", 60}, {"hour", 3600}, {"day", 86400}, {"week", 604800}}};
  for (const auto& [name, seconds] : kUnits) {
    if (unit != name || error != std::errc() || count > 1'000'000'000) continue;
    auto now = std::chrono::system_clock::now() - std::chrono::seconds(count * seconds);
    auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    return std::to_string(milliseconds);
  }
  return Fail(
      ErrorCode::kInvalidArgument, text, "'", text,
      "' is no time: expected e.g. '-2 hours', with seconds, minutes, hours, days or weeks");
}

}  // namespace hudi::sql
