// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hudi {

/// A day and time of every year, as the TZ variable of POSIX writes it: "M3.2.0/2", "J60", "59".
struct PosixZoneDate {
  enum class Form { kMonthWeekDay, kJulianDay, kDayOfYear };
  Form form = Form::kMonthWeekDay;
  int month = 1;     ///< 1 to 12
  int week = 1;      ///< 1 to 5; 5 is the last one
  int week_day = 0;  ///< 0 is Sunday
  int day = 0;       ///< kJulianDay: 1 to 365, February 29 never counted; kDayOfYear: 0 to 365
  int32_t time_seconds = 7200;

  /// Local seconds since 1970-01-01.
  int64_t SecondsIn(int64_t year) const;
};

/// The text of the TZ variable and of the last line of a time zone file:
/// "CET-1CEST,M3.5.0,M10.5.0". Offsets are east of UTC, contrary to the text.
struct PosixZoneRule {
  std::string standard_name;
  int32_t standard_offset_seconds = 0;
  bool has_daylight = false;
  std::string daylight_name;
  int32_t daylight_offset_seconds = 0;
  PosixZoneDate begin;  ///< of daylight saving time, in standard time
  PosixZoneDate end;    ///< in daylight saving time
};

/// Nullopt for a text of another form.
std::optional<PosixZoneRule> ParsePosixZoneRule(std::string_view text);

}  // namespace hudi
