// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hudi {

inline constexpr int64_t kSecondsPerDay = 86400;

/// A day of a calendar; `month` and `day` count from 1.
struct CivilDay {
  int64_t year = 1970;
  int month = 1;
  int day = 1;
};

/// Whole quotient and remainder with 0 <= remainder < divisor (divisor > 0).
constexpr int64_t FloorDiv(int64_t value, int64_t divisor) {
  const int64_t quotient = value / divisor;
  return quotient - (value % divisor < 0 ? 1 : 0);
}
constexpr int64_t FloorMod(int64_t value, int64_t divisor) {
  const int64_t remainder = value % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

constexpr bool IsLeapYear(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

constexpr int DaysInMonth(int64_t year, int month) {
  if (month == 2) return IsLeapYear(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Days since 1970-01-01 of a day of the proleptic Gregorian calendar (ISO-8601).
constexpr int64_t DaysFromCivil(int64_t year, int month, int day) {
  // Years that begin in March put the leap day last.
  const int64_t shifted_year = month <= 2 ? year - 1 : year;
  const int64_t era = FloorDiv(shifted_year, 400);
  const int64_t year_of_era = shifted_year - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

/// The reverse.
constexpr CivilDay CivilFromDays(int64_t days) {
  const int64_t shifted = days + 719468;
  const int64_t era = FloorDiv(shifted, 146097);
  const int64_t day_of_era = shifted - era * 146097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted_month = (5 * day_of_year + 2) / 153;
  CivilDay civil;
  civil.day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  civil.month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  civil.year = year_of_era + era * 400 + (civil.month <= 2 ? 1 : 0);
  return civil;
}

/// The day of the Julian calendar that the same day is called by.
constexpr CivilDay JulianFromDays(int64_t days) {
  const int64_t shifted = days + 719470;  // days since Julian 0000-03-01
  const int64_t cycle = FloorDiv(shifted, 1461);
  const int64_t day_of_cycle = shifted - cycle * 1461;
  const int64_t year_of_cycle = (day_of_cycle - day_of_cycle / 1460) / 365;
  const int64_t day_of_year = day_of_cycle - 365 * year_of_cycle;
  const int64_t shifted_month = (5 * day_of_year + 2) / 153;
  CivilDay civil;
  civil.day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  civil.month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  civil.year = year_of_cycle + cycle * 4 + (civil.month <= 2 ? 1 : 0);
  return civil;
}

/// 1 for Monday to 7 for Sunday.
constexpr int IsoDayOfWeek(int64_t days) { return static_cast<int>(FloorMod(days + 3, 7)) + 1; }

/// The ISO-8601 week that a day lies in.
struct IsoWeek {
  int64_t year = 1970;
  int week = 1;
};
constexpr IsoWeek IsoWeekFromDays(int64_t days) {
  // The Thursday of a week decides which year the week belongs to.
  const int64_t thursday = days - IsoDayOfWeek(days) + 4;
  IsoWeek week;
  week.year = CivilFromDays(thursday).year;
  week.week = static_cast<int>((thursday - DaysFromCivil(week.year, 1, 1)) / 7) + 1;
  return week;
}

}  // namespace hudi
