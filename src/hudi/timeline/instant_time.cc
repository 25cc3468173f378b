// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/instant_time.h"

#include <ctime>

#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr size_t kSecondDigits = 14;
constexpr size_t kMillisecondDigits = 17;
constexpr int64_t kDaySeconds = 86400;

bool AllDigits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Date and time of day without a zone.
struct CivilTime {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0;
};

std::string Format(const CivilTime& time) {
  return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}{:03}", time.year, time.month, time.day,
                     time.hour, time.minute, time.second, time.millisecond);
}

// 17 digits, checked against the calendar.
std::optional<CivilTime> ParseCivil(std::string_view digits) {
  if (digits.size() != kMillisecondDigits || !AllDigits(digits)) return std::nullopt;
  auto number = [&](size_t from, size_t count) {
    int value = 0;
    for (char c : digits.substr(from, count)) value = value * 10 + (c - '0');
    return value;
  };
  CivilTime time{number(0, 4),  number(4, 2),  number(6, 2), number(8, 2),
                 number(10, 2), number(12, 2), number(14, 3)};
  std::chrono::year_month_day date{std::chrono::year(time.year),
                                   std::chrono::month(static_cast<unsigned>(time.month)),
                                   std::chrono::day(static_cast<unsigned>(time.day))};
  if (!date.ok() || time.hour > 23 || time.minute > 59 || time.second > 59) return std::nullopt;
  return time;
}

// As if the zone were UTC.
int64_t CivilToMs(const CivilTime& time) {
  std::chrono::sys_days days{std::chrono::year_month_day{
      std::chrono::year(time.year), std::chrono::month(static_cast<unsigned>(time.month)),
      std::chrono::day(static_cast<unsigned>(time.day))}};
  int64_t seconds = days.time_since_epoch().count() * kDaySeconds + time.hour * 3600 +
                    time.minute * 60 + time.second;
  return seconds * 1000 + time.millisecond;
}

int64_t FloorSeconds(int64_t ms) { return ms >= 0 ? ms / 1000 : -((-ms + 999) / 1000); }

CivilTime CivilFromMs(int64_t ms) {
  int64_t seconds = FloorSeconds(ms);
  int64_t days =
      seconds >= 0 ? seconds / kDaySeconds : -((-seconds + kDaySeconds - 1) / kDaySeconds);
  std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days(days)}};
  int64_t second_of_day = seconds - days * kDaySeconds;
  return CivilTime{static_cast<int>(date.year()),
                   static_cast<int>(static_cast<unsigned>(date.month())),
                   static_cast<int>(static_cast<unsigned>(date.day())),
                   static_cast<int>(second_of_day / 3600),
                   static_cast<int>(second_of_day / 60 % 60),
                   static_cast<int>(second_of_day % 60),
                   static_cast<int>(ms - seconds * 1000)};
}

// Seconds that the local zone is ahead of UTC at a moment.
int64_t LocalOffset(int64_t epoch_seconds) {
  auto moment = static_cast<std::time_t>(epoch_seconds);
  std::tm local{};
  if (localtime_r(&moment, &local) == nullptr) return 0;
  return local.tm_gmtoff;
}

int64_t LocalToEpochMs(int64_t civil_ms) {
  int64_t seconds = FloorSeconds(civil_ms);
  int64_t before = LocalOffset(seconds - kDaySeconds);
  int64_t after = LocalOffset(seconds + kDaySeconds);
  bool is_before = LocalOffset(seconds - before) == before;
  bool is_after = LocalOffset(seconds - after) == after;
  return civil_ms - (is_after && !is_before ? after : before) * 1000;
}

arrow::Status BadInstant(std::string_view text, std::string_view expected) {
  return Fail(ErrorCode::kInvalidArgument, text, "instant '", text, "': expected ", expected);
}

// Digits of "yyyy-MM-dd HH:mm:ss.SSS" (or T) in instant order; empty if a separator is not there.
std::string DigitsOfDateTime(std::string_view text) {
  constexpr std::string_view kShape = "dddd-dd-dd dd:dd:dd.ddd";
  std::string digits;
  for (size_t i = 0; i < text.size(); ++i) {
    if (kShape[i] == 'd') {
      digits += text[i];
    } else if (text[i] != kShape[i] && !(kShape[i] == ' ' && text[i] == 'T')) {
      return {};
    }
  }
  return digits;
}

}  // namespace

std::string FormatInstant(int64_t epoch_ms, bool utc) {
  int64_t offset = utc ? 0 : LocalOffset(FloorSeconds(epoch_ms));
  return Format(CivilFromMs(epoch_ms + offset * 1000));
}

arrow::Result<int64_t> ParseInstantToEpochMs(std::string_view instant, bool utc) {
  std::string digits(instant.substr(0, kMillisecondDigits));
  if (instant.size() == kSecondDigits) digits += "999";
  std::optional<CivilTime> time = ParseCivil(digits);
  if (!time || !AllDigits(instant)) {
    return BadInstant(instant, "a date and time as yyyyMMddHHmmss or yyyyMMddHHmmssSSS");
  }
  int64_t civil_ms = CivilToMs(*time);
  return utc ? civil_ms : LocalToEpochMs(civil_ms);
}

std::string NextInstant(std::string_view greatest, bool utc) {
  int64_t now_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  std::string now = FormatInstant(now_ms, utc);
  if (now > greatest) return now;
  // Counted without a zone, so that an hour which the clock repeats does not lead back.
  std::string digits(greatest.substr(0, kMillisecondDigits));
  if (greatest.size() == kSecondDigits) digits += "999";
  if (std::optional<CivilTime> time = ParseCivil(digits)) {
    return Format(CivilFromMs(CivilToMs(*time) + 1));
  }
  // Not a date; the next number is still greater as text.
  std::string next(greatest);
  for (size_t i = next.size(); i-- > 0;) {
    if (next[i] != '9') {
      ++next[i];
      return next;
    }
    next[i] = '0';
  }
  return std::string(greatest) + "0";
}

namespace {

/// Milliseconds east of UTC that stand at the end of an ISO text ("Z", "+02:00", "-0330", "+02");
/// takes them off the text. Nullopt, and the text as it was, if there are none.
std::optional<int64_t> TakeZone(std::string_view* text) {
  constexpr int64_t kMinuteMs = 60 * 1000;
  if (!text->empty() && (text->back() == 'Z' || text->back() == 'z')) {
    text->remove_suffix(1);
    return 0;
  }
  const size_t sign = text->find_last_of("+-");
  // The last dash of a date is no sign.
  if (sign == std::string_view::npos || sign < sizeof("yyyy-MM-dd") - 1) return std::nullopt;
  std::string digits(text->substr(sign + 1));
  if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
  if (digits.size() == 2) digits += "00";
  if (digits.size() != 4 || !AllDigits(digits)) return std::nullopt;
  const int64_t number = *ParseInt64(digits);
  constexpr int64_t kMostHours = 18;
  if (number / 100 > kMostHours || number % 100 > 59) return std::nullopt;
  const int64_t offset = (number / 100 * 60 + number % 100) * kMinuteMs;
  const bool west = (*text)[sign] == '-';
  text->remove_suffix(text->size() - sign);
  return west ? -offset : offset;
}

/// Cuts or fills a fraction of 1 to 9 digits to milliseconds.
std::string WithMilliseconds(std::string_view date_time) {
  constexpr size_t kSeconds = sizeof("yyyy-MM-dd HH:mm:ss") - 1;
  std::string text(date_time);
  const bool has_fraction = text.size() > kSeconds + 1 && text.size() <= kSeconds + 10 &&
                            text[kSeconds] == '.' && AllDigits(text.substr(kSeconds + 1));
  if (has_fraction) text.resize(kSeconds + 4, '0');
  return text;
}

}  // namespace

arrow::Result<std::string> ParseQueryInstant(std::string_view text, bool utc) {
  constexpr std::string_view kForms =
      "yyyyMMddHHmmss[SSS], yyyy-MM-dd, yyyy-MM-dd HH:mm:ss[.SSS], yyyy-MM-ddTHH:mm:ss[.SSS], "
      "both also with a zone (Z, +hh:mm), epoch seconds (10 digits) or epoch milliseconds (13 "
      "digits)";
  size_t size = text.size();
  if (AllDigits(text)) {
    if (size == 10) return FormatInstant(*ParseInt64(text) * 1000, utc);
    if (size == 13) return FormatInstant(*ParseInt64(text), utc);
    std::string digits(text);
    if (size == kSecondDigits) digits += "999";
    if (!ParseCivil(digits)) return BadInstant(text, kForms);
    return std::string(text);
  }
  std::string_view without_zone = text;
  if (const std::optional<int64_t> offset = TakeZone(&without_zone)) {
    std::string date_time = WithMilliseconds(without_zone);
    if (date_time.size() != 19 && date_time.size() != 23) return BadInstant(text, kForms);
    std::string digits = DigitsOfDateTime(date_time);
    if (date_time.size() == 19) digits += "999";
    if (!ParseCivil(digits)) return BadInstant(text, kForms);
    ARROW_ASSIGN_OR_RAISE(const int64_t epoch_ms, ParseInstantToEpochMs(digits, /*utc=*/true));
    return FormatInstant(epoch_ms - *offset, utc);
  }
  if (size != 10 && size != 19 && size != 23) return BadInstant(text, kForms);
  std::string digits = DigitsOfDateTime(text);
  if (size == 10) digits += "000000000";
  if (size == 19) digits += "999";
  if (!ParseCivil(digits)) return BadInstant(text, kForms);
  return digits;
}

}  // namespace hudi
