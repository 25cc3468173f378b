// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <limits>

#include "hudi/base/calendar.h"
#include "hudi/format/rows/value_text.h"

namespace hudi::rows {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;

int64_t TicksPerSecond(arrow::TimeUnit::type unit) {
  switch (unit) {
    case arrow::TimeUnit::SECOND:
      return 1;
    case arrow::TimeUnit::MILLI:
      return 1000;
    case arrow::TimeUnit::MICRO:
      return 1'000'000;
    case arrow::TimeUnit::NANO:
      return kNanosPerSecond;
  }
  return 1;
}

bool IsLeapYear(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int DaysInMonth(int64_t year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeapYear(year) ? 29 : kDays[static_cast<size_t>(month - 1)];
}

// Days from 1970-01-01 in the proleptic Gregorian calendar. Years are counted from March, so that
// the leap day is the last of its year; an era is 400 years.
int64_t DaysFromDate(int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t year_of_era = year - era * 400;
  int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

struct Date {
  int64_t year;
  int month;
  int day;
};

Date DateFromDays(int64_t days) {
  days += 719468;
  int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  int64_t day_of_era = days - era * 146097;
  int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  auto shifted_month = static_cast<int>((5 * day_of_year + 2) / 153);
  auto day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  int month = shifted_month + (shifted_month < 10 ? 3 : -9);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

/// Reads a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return position_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  bool Take(char c) {
    if (peek() != c || at_end()) return false;
    ++position_;
    return true;
  }
  /// From `min` to `max` digits.
  bool TakeNumber(int min, int max, int64_t* value) {
    *value = 0;
    int count = 0;
    for (; count < max && peek() >= '0' && peek() <= '9'; ++count, ++position_) {
      *value = *value * 10 + (peek() - '0');
    }
    return count >= min;
  }

 private:
  std::string_view text_;
  size_t position_ = 0;
};

// ISO-8601: four digits, or more of them after a sign.
bool TakeDate(Cursor* cursor, int64_t* days) {
  int64_t year = 0;
  int64_t month = 0;
  int64_t day = 0;
  bool negative = cursor->Take('-');
  bool with_sign = negative || cursor->Take('+');
  if (!cursor->TakeNumber(4, with_sign ? 9 : 4, &year)) return false;
  if (!cursor->Take('-') || !cursor->TakeNumber(2, 2, &month)) return false;
  if (!cursor->Take('-') || !cursor->TakeNumber(2, 2, &day)) return false;
  if (negative) year = -year;
  if (month < 1 || month > 12) return false;
  if (day < 1 || day > DaysInMonth(year, static_cast<int>(month))) return false;
  *days = DaysFromDate(year, static_cast<int>(month), static_cast<int>(day));
  return true;
}

struct TimeOfDay {
  int64_t seconds = 0;
  int64_t nanos = 0;
  bool below_nanos = false;  ///< digits beyond the ninth that are not zero
};

bool TakeTimeOfDay(Cursor* cursor, TimeOfDay* time) {
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  if (!cursor->TakeNumber(2, 2, &hour) || hour > 23) return false;
  if (!cursor->Take(':') || !cursor->TakeNumber(2, 2, &minute) || minute > 59) return false;
  if (cursor->Take(':')) {
    if (!cursor->TakeNumber(2, 2, &second) || second > 59) return false;
    if (cursor->Take('.')) {
      int64_t digit = 0;
      int count = 0;
      while (cursor->TakeNumber(1, 1, &digit)) {
        if (++count <= 9) {
          time->nanos = time->nanos * 10 + digit;
        } else if (digit != 0) {
          time->below_nanos = true;
        }
      }
      if (count == 0) return false;
      for (; count < 9; ++count) time->nanos *= 10;
    }
  }
  time->seconds = hour * 3600 + minute * 60 + second;
  return true;
}

// `Z`, `+hh`, `+hhmm`, `+hh:mm`; at most 18 hours, as in Java.
bool TakeZone(Cursor* cursor, int64_t* offset_seconds) {
  *offset_seconds = 0;
  if (cursor->Take('Z')) return true;
  bool negative = cursor->Take('-');
  if (!negative && !cursor->Take('+')) return false;
  int64_t hours = 0;
  int64_t minutes = 0;
  if (!cursor->TakeNumber(2, 2, &hours)) return false;
  bool colon = cursor->Take(':');
  if (colon || !cursor->at_end()) {
    if (!cursor->TakeNumber(2, 2, &minutes)) return false;
  }
  if (minutes > 59 || hours * 60 + minutes > 18 * 60) return false;
  *offset_seconds = (hours * 3600 + minutes * 60) * (negative ? -1 : 1);
  return true;
}

void AppendPadded(int64_t value, int width, std::string* out) {
  std::array<char, 20> digits;
  int count = 0;
  for (; value > 0 || count < width; value /= 10) {
    digits[static_cast<size_t>(count++)] = static_cast<char>('0' + value % 10);
  }
  while (count > 0) out->push_back(digits[static_cast<size_t>(--count)]);
}

void AppendClock(int64_t seconds, int64_t fraction, int64_t ticks_per_second, std::string* out) {
  AppendPadded(seconds / 3600, 2, out);
  out->push_back(':');
  AppendPadded(seconds / 60 % 60, 2, out);
  out->push_back(':');
  AppendPadded(seconds % 60, 2, out);
  if (fraction == 0) return;
  out->push_back('.');
  int width = 0;
  for (int64_t ticks = ticks_per_second; ticks > 1; ticks /= 10) ++width;
  for (; fraction % 10 == 0; fraction /= 10) --width;
  AppendPadded(fraction, width, out);
}

int64_t FloorDivide(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

}  // namespace

TextProblem ParseDate(std::string_view text, int32_t* days) {
  Cursor cursor(text);
  int64_t value = 0;
  if (!TakeDate(&cursor, &value) || !cursor.at_end()) return TextProblem::kMalformed;
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
    return TextProblem::kOutOfRange;
  }
  *days = static_cast<int32_t>(value);
  return TextProblem::kNone;
}

TextProblem ParseTimestamp(std::string_view text, arrow::TimeUnit::type unit, bool with_zone,
                           int64_t* value) {
  Cursor cursor(text);
  int64_t days = 0;
  TimeOfDay time;
  int64_t offset_seconds = 0;
  if (!TakeDate(&cursor, &days)) return TextProblem::kMalformed;
  if (!cursor.at_end()) {
    if (!cursor.Take('T') && !cursor.Take(' ')) return TextProblem::kMalformed;
    if (!TakeTimeOfDay(&cursor, &time)) return TextProblem::kMalformed;
    if (!cursor.at_end()) {
      if (!TakeZone(&cursor, &offset_seconds) || !cursor.at_end()) return TextProblem::kMalformed;
      if (!with_zone) return TextProblem::kZoneUnknown;
    }
  }
  int64_t ticks = TicksPerSecond(unit);
  int64_t nanos_per_tick = kNanosPerSecond / ticks;
  if (time.below_nanos || time.nanos % nanos_per_tick != 0) return TextProblem::kTooPrecise;
  __int128 seconds = static_cast<__int128>(days) * kSecondsPerDay + time.seconds - offset_seconds;
  __int128 total = seconds * ticks + time.nanos / nanos_per_tick;
  if (total < std::numeric_limits<int64_t>::min() || total > std::numeric_limits<int64_t>::max()) {
    return TextProblem::kOutOfRange;
  }
  *value = static_cast<int64_t>(total);
  return TextProblem::kNone;
}

void AppendDate(int64_t days, std::string* out) {
  Date date = DateFromDays(days);
  int64_t year = date.year;
  if (year < 0) {
    out->push_back('-');
    year = -year;
  } else if (year > 9999) {
    out->push_back('+');
  }
  AppendPadded(year, 4, out);
  out->push_back('-');
  AppendPadded(date.month, 2, out);
  out->push_back('-');
  AppendPadded(date.day, 2, out);
}

void AppendTimestamp(int64_t value, arrow::TimeUnit::type unit, bool with_zone, std::string* out) {
  int64_t ticks = TicksPerSecond(unit);
  int64_t seconds = FloorDivide(value, ticks);
  int64_t days = FloorDivide(seconds, kSecondsPerDay);
  AppendDate(days, out);
  out->push_back('T');
  int64_t fraction = value % ticks;
  if (fraction < 0) fraction += ticks;
  AppendClock(seconds - days * kSecondsPerDay, fraction, ticks, out);
  if (with_zone) out->push_back('Z');
}

void AppendTimeOfDay(int64_t value, arrow::TimeUnit::type unit, std::string* out) {
  int64_t ticks = TicksPerSecond(unit);
  AppendClock(value / ticks, value % ticks, ticks, out);
}

}  // namespace hudi::rows
