// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/posix_zone_rule.h"

#include "hudi/base/calendar.h"
#include "hudi/base/text.h"

namespace hudi {
namespace {

/// Eats a rule from the front; every method is false on a text of another form.
class RuleParser {
 public:
  explicit RuleParser(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool Eat(char c) {
    if (Peek() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// "CET", or "<+03>" with anything but '>' inside.
  bool Name(std::string* name) {
    size_t length = 0;
    if (Eat('<')) {
      length = rest_.find('>');
      if (length == std::string_view::npos) return false;
      *name = rest_.substr(0, length);
      rest_.remove_prefix(length + 1);
      return !name->empty();
    }
    while (length < rest_.size() && IsLetter(rest_[length])) ++length;
    if (length < 3) return false;
    *name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return true;
  }

  bool Number(int least, int most, int* value) {
    size_t length = 0;
    int number = 0;
    while (length < rest_.size() && IsDigit(rest_[length]) && length < 4) {
      number = number * 10 + (rest_[length++] - '0');
    }
    if (length == 0 || number < least || number > most) return false;
    rest_.remove_prefix(length);
    *value = number;
    return true;
  }

  /// [+-]h[h[h]][:mm[:ss]], up to a week as RFC 8536 allows.
  bool SignedTime(int32_t* seconds) {
    const bool negative = Peek() == '-';
    if (negative || Peek() == '+') rest_.remove_prefix(1);
    int hours = 0;
    int minutes = 0;
    int rest = 0;
    if (!Number(0, 167, &hours)) return false;
    if (Eat(':')) {
      if (!Number(0, 59, &minutes)) return false;
      if (Eat(':') && !Number(0, 59, &rest)) return false;
    }
    *seconds = hours * 3600 + minutes * 60 + rest;
    if (negative) *seconds = -*seconds;
    return true;
  }

  bool Date(PosixZoneDate* date) {
    if (Eat('M')) {
      date->form = PosixZoneDate::Form::kMonthWeekDay;
      if (!Number(1, 12, &date->month) || !Eat('.') || !Number(1, 5, &date->week) || !Eat('.') ||
          !Number(0, 6, &date->week_day)) {
        return false;
      }
    } else if (Eat('J')) {
      date->form = PosixZoneDate::Form::kJulianDay;
      if (!Number(1, 365, &date->day)) return false;
    } else {
      date->form = PosixZoneDate::Form::kDayOfYear;
      if (!Number(0, 365, &date->day)) return false;
    }
    return !Eat('/') || SignedTime(&date->time_seconds);
  }

 private:
  std::string_view rest_;
};

}  // namespace

int64_t PosixZoneDate::SecondsIn(int64_t year) const {
  int64_t days = DaysFromCivil(year, 1, 1);
  switch (form) {
    case Form::kMonthWeekDay: {
      const int64_t first = DaysFromCivil(year, month, 1);
      const int first_week_day = IsoDayOfWeek(first) % 7;
      int in_month = (week_day - first_week_day + 7) % 7 + (week - 1) * 7;
      if (in_month >= DaysInMonth(year, month)) in_month -= 7;
      days = first + in_month;
      break;
    }
    case Form::kJulianDay:
      days += day - 1 + (IsLeapYear(year) && day >= 60 ? 1 : 0);
      break;
    case Form::kDayOfYear:
      days += day;
      break;
  }
  return days * kSecondsPerDay + time_seconds;
}

std::optional<PosixZoneRule> ParsePosixZoneRule(std::string_view text) {
  RuleParser parser(text);
  PosixZoneRule rule;
  int32_t west = 0;
  if (!parser.Name(&rule.standard_name) || !parser.SignedTime(&west)) return std::nullopt;
  rule.standard_offset_seconds = -west;
  if (parser.done()) return rule;
  rule.has_daylight = true;
  if (!parser.Name(&rule.daylight_name)) return std::nullopt;
  rule.daylight_offset_seconds = rule.standard_offset_seconds + 3600;
  if (!parser.done() && parser.Peek() != ',') {
    if (!parser.SignedTime(&west)) return std::nullopt;
    rule.daylight_offset_seconds = -west;
  }
  if (parser.done()) {
    // The rule of the United States, as C libraries take it when none is given.
    rule.begin.month = 3;
    rule.begin.week = 2;
    rule.end.month = 11;
    return rule;
  }
  if (!parser.Eat(',') || !parser.Date(&rule.begin) || !parser.Eat(',') ||
      !parser.Date(&rule.end) || !parser.done()) {
    return std::nullopt;
  }
  return rule;
}

}  // namespace hudi
