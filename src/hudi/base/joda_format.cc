// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/joda_format.h"

#include <array>
#include <chrono>
#include <cstdlib>

#include "hudi/base/calendar.h"
#include "hudi/base/joda_names.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr int64_t kMsPerDay = 86400000;

bool IsNumericToken(char letter, int length) {
  switch (letter) {
    case 'M':
      return length <= 2;
    case 'C':
    case 'x':
    case 'y':
    case 'Y':
    case 'd':
    case 'h':
    case 'H':
    case 'm':
    case 's':
    case 'S':
    case 'e':
    case 'D':
    case 'w':
    case 'k':
    case 'K':
      return true;
    default:
      return false;
  }
}

constexpr std::string_view kKnownLetters = "GCyYxwEeDMdaKhHkmsSzZ";

void AppendPadded(int64_t value, int width, std::string* out) {
  if (value < 0) {
    out->push_back('-');
    value = -value;
  }
  std::array<char, 20> digits;
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  for (int i = count; i < width; ++i) out->push_back('0');
  while (count > 0) out->push_back(digits[--count]);
}

void AppendOffset(int32_t offset_seconds, bool with_colon, std::string* out) {
  const int32_t minutes = std::abs(offset_seconds) / 60;
  out->push_back(offset_seconds < 0 ? '-' : '+');
  AppendPadded(minutes / 60, 2, out);
  if (with_colon) out->push_back(':');
  AppendPadded(minutes % 60, 2, out);
}

int64_t CurrentYear() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return CivilFromDays(std::chrono::duration_cast<std::chrono::hours>(now).count() / 24).year;
}

}  // namespace

arrow::Result<JodaFormat> JodaFormat::Compile(std::string_view pattern) {
  JodaFormat format;
  format.pattern_ = pattern;
  format.pivot_year_ = CurrentYear() - 30;
  size_t i = 0;
  while (i < pattern.size()) {
    Token token;
    const char c = pattern[i];
    if (IsLetter(c)) {
      if (kKnownLetters.find(c) == std::string_view::npos) {
        return Fail(ErrorCode::kInvalidArgument, pattern, "date pattern '", pattern, "': letter '",
                    std::string(1, c),
                    "' has no meaning; put text between single quotes, as in yyyy'T'HH");
      }
      token.letter = c;
      while (i < pattern.size() && pattern[i] == c) {
        ++i;
        ++token.length;
      }
      if (c == 'z' && token.length >= 4) {
        return Fail(ErrorCode::kUnsupported, pattern, "date pattern '", pattern,
                    "': long names of time zones (zzzz) are not supported; use z or ZZZ");
      }
    } else {
      bool quoted = false;
      while (i < pattern.size() && (quoted || !IsLetter(pattern[i]))) {
        if (pattern[i] != '\'') {
          token.literal.push_back(pattern[i++]);
        } else if (i + 1 < pattern.size() && pattern[i + 1] == '\'') {
          token.literal.push_back('\'');
          i += 2;
        } else {
          quoted = !quoted;
          ++i;
        }
      }
      if (token.literal.empty()) continue;
    }
    format.tokens_.push_back(std::move(token));
  }
  if (format.tokens_.empty()) {
    return Fail(ErrorCode::kInvalidArgument, pattern,
                "a date pattern is empty; expected one such as 'yyyy/MM/dd'");
  }
  for (size_t t = 0; t + 1 < format.tokens_.size(); ++t) {
    const Token& next = format.tokens_[t + 1];
    format.tokens_[t].numeric_follows =
        next.letter != 0 && IsNumericToken(next.letter, next.length);
  }
  return format;
}

void JodaFormat::Append(int64_t epoch_ms, const TimeZone& zone, std::string* out) const {
  const TimeZone::Span span = zone.SpanAt(FloorDiv(epoch_ms, 1000));
  const int64_t local_ms = epoch_ms + int64_t{span.offset_seconds} * 1000;
  const int64_t days = FloorDiv(local_ms, kMsPerDay);
  const int ms_of_day = static_cast<int>(local_ms - days * kMsPerDay);
  const CivilDay civil = CivilFromDays(days);
  const int hour = ms_of_day / 3600000;
  const int64_t year_of_era = civil.year > 0 ? civil.year : 1 - civil.year;
  for (const Token& token : tokens_) {
    switch (token.letter) {
      case 0:
        out->append(token.literal);
        break;
      case 'G':
        out->append(civil.year > 0 ? "AD" : "BC");
        break;
      case 'C':
        AppendPadded(year_of_era / 100, token.length, out);
        break;
      case 'x': {
        const int64_t year = IsoWeekFromDays(days).year;
        AppendPadded(token.length == 2 ? std::abs(year) % 100 : year, token.length, out);
        break;
      }
      case 'y':
        AppendPadded(token.length == 2 ? std::abs(civil.year) % 100 : civil.year, token.length,
                     out);
        break;
      case 'Y':
        AppendPadded(token.length == 2 ? std::abs(civil.year) % 100 : year_of_era, token.length,
                     out);
        break;
      case 'w':
        AppendPadded(IsoWeekFromDays(days).week, token.length, out);
        break;
      case 'e':
        AppendPadded(IsoDayOfWeek(days), token.length, out);
        break;
      case 'E':
        out->append(token.length >= 4 ? kDayNames[IsoDayOfWeek(days) - 1]
                                      : kDayNames[IsoDayOfWeek(days) - 1].substr(0, 3));
        break;
      case 'D':
        AppendPadded(days - DaysFromCivil(civil.year, 1, 1) + 1, token.length, out);
        break;
      case 'M':
        if (token.length >= 3) {
          out->append(token.length >= 4 ? kMonthNames[civil.month - 1]
                                        : kMonthNames[civil.month - 1].substr(0, 3));
        } else {
          AppendPadded(civil.month, token.length, out);
        }
        break;
      case 'd':
        AppendPadded(civil.day, token.length, out);
        break;
      case 'a':
        out->append(hour < 12 ? "AM" : "PM");
        break;
      case 'K':
        AppendPadded(hour % 12, token.length, out);
        break;
      case 'h':
        AppendPadded(hour % 12 == 0 ? 12 : hour % 12, token.length, out);
        break;
      case 'H':
        AppendPadded(hour, token.length, out);
        break;
      case 'k':
        AppendPadded(hour == 0 ? 24 : hour, token.length, out);
        break;
      case 'm':
        AppendPadded(ms_of_day / 60000 % 60, token.length, out);
        break;
      case 's':
        AppendPadded(ms_of_day / 1000 % 60, token.length, out);
        break;
      case 'S': {
        std::string fraction;
        AppendPadded(ms_of_day % 1000, 3, &fraction);
        fraction.resize(static_cast<size_t>(token.length), '0');
        out->append(fraction);
        break;
      }
      case 'z':
        // Zones without an abbreviation of their own have "+03" in the database.
        if (IsLetter(span.abbreviation.front())) {
          out->append(span.abbreviation);
        } else {
          AppendOffset(span.offset_seconds, /*with_colon=*/true, out);
        }
        break;
      case 'Z':
        if (token.length >= 3) {
          out->append(zone.name());
        } else {
          AppendOffset(span.offset_seconds, token.length == 2, out);
        }
        break;
    }
  }
}

}  // namespace hudi
