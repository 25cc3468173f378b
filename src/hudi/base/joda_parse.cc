// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cctype>
#include <optional>

#include "hudi/base/calendar.h"
#include "hudi/base/joda_format.h"
#include "hudi/base/joda_names.h"
#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {
namespace {

constexpr size_t kNoMatch = std::string_view::npos;

// The fields that a text can give, named by their pattern letters.
struct Fields {
  std::array<std::optional<int64_t>, 128> values;
  std::optional<int32_t> offset_seconds;
  std::shared_ptr<const TimeZone> zone;

  std::optional<int64_t>& operator[](char letter) { return values[static_cast<size_t>(letter)]; }
  const std::optional<int64_t>& operator[](char letter) const {
    return values[static_cast<size_t>(letter)];
  }
};

bool SameIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(a[i])) !=
        std::tolower(static_cast<unsigned char>(b[i]))) {
      return false;
    }
  }
  return true;
}

/// How many digits a number of this letter may have at most, whatever follows it.
int MostDigits(const JodaFormat::Token& token) {
  switch (token.letter) {
    case 'y':
    case 'Y':
    case 'x':
      return token.numeric_follows ? token.length : 9;
    case 'D':
      return std::max(3, token.length);
    case 'e':
      return std::max(1, token.length);
    default:
      return std::max(2, token.length);
  }
}

size_t ParseNumber(std::string_view text, size_t at, int most_digits, bool with_sign,
                   int64_t* value) {
  bool negative = false;
  if (with_sign && at + 1 < text.size() && (text[at] == '-' || text[at] == '+') &&
      IsDigit(text[at + 1])) {
    negative = text[at] == '-';
    ++at;
  }
  int64_t number = 0;
  int digits = 0;
  while (at < text.size() && digits < most_digits && digits < 18 && IsDigit(text[at])) {
    number = number * 10 + (text[at++] - '0');
    ++digits;
  }
  if (digits == 0) return kNoMatch;
  *value = negative ? -number : number;
  return at;
}

/// Two digits are a year near the pivot; with `lenient` any other number of digits is the year.
size_t ParseTwoDigitYear(std::string_view text, size_t at, bool lenient, int64_t pivot,
                         int64_t* year) {
  const size_t begin = at;
  if (lenient) {
    int64_t number = 0;
    const size_t end = ParseNumber(text, at, 18, /*with_sign=*/true, &number);
    if (end == kNoMatch) return kNoMatch;
    if (!IsDigit(text[begin]) || end - begin != 2) {
      *year = number;
      return end;
    }
  }
  if (text.size() - at < 2 || !IsDigit(text[at]) || !IsDigit(text[at + 1])) return kNoMatch;
  const int64_t two_digits = (text[at] - '0') * 10 + (text[at + 1] - '0');
  const int64_t first_year = pivot - 50;
  *year = first_year + FloorMod(two_digits - first_year, 100);
  return at + 2;
}

/// A name in its short or long form, written Jan, JAN or jan.
template <size_t kCount>
size_t ParseName(std::string_view text, size_t at,
                 const std::array<std::string_view, kCount>& names, int64_t* value) {
  const auto matches = [&](std::string_view name) {
    const std::string_view part = text.substr(at, name.size());
    if (part == name) return true;
    bool lower = part.size() == name.size();
    bool upper = lower;
    for (size_t i = 0; i < name.size() && (lower || upper); ++i) {
      lower = lower && part[i] == std::tolower(static_cast<unsigned char>(name[i]));
      upper = upper && part[i] == std::toupper(static_cast<unsigned char>(name[i]));
    }
    return lower || upper;
  };
  for (const bool long_form : {true, false}) {
    for (size_t i = 0; i < kCount; ++i) {
      const std::string_view name = long_form ? names[i] : names[i].substr(0, 3);
      if (matches(name)) {
        *value = static_cast<int64_t>(i) + 1;
        return at + name.size();
      }
    }
  }
  return kNoMatch;
}

/// "Z", "+hh", "+hhmm", "+hhmmss", "+hh:mm", "+hh:mm:ss".
size_t ParseOffset(std::string_view text, size_t at, int32_t* offset_seconds) {
  if (at >= text.size()) return kNoMatch;
  if (text[at] == 'Z' || text[at] == 'z') {
    *offset_seconds = 0;
    return at + 1;
  }
  if (text[at] != '+' && text[at] != '-') return kNoMatch;
  const bool negative = text[at++] == '-';
  const auto two_digits = [&](int most, int* value) {
    if (text.size() - at < 2 || !IsDigit(text[at]) || !IsDigit(text[at + 1])) return false;
    *value = (text[at] - '0') * 10 + (text[at + 1] - '0');
    at += 2;
    return *value <= most;
  };
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  if (!two_digits(23, &hours)) return kNoMatch;
  if (at < text.size() && (text[at] == ':' || IsDigit(text[at]))) {
    const bool with_colon = text[at] == ':';
    if (with_colon) ++at;
    if (!two_digits(59, &minutes)) return kNoMatch;
    if (at < text.size() && (with_colon ? text[at] == ':' : IsDigit(text[at]))) {
      if (with_colon) ++at;
      if (!two_digits(59, &seconds)) return kNoMatch;
    }
  }
  *offset_seconds = (hours * 60 + minutes) * 60 + seconds;
  if (negative) *offset_seconds = -*offset_seconds;
  return at;
}

/// An abbreviation (z) or a zone's id (ZZZ): the longest run of letters that names a zone.
size_t ParseZoneName(std::string_view text, size_t at, bool id, Fields* fields) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kAbbreviations = {{
      {"UTC", "UTC"},
      {"UT", "UTC"},
      {"GMT", "UTC"},
      {"EST", "America/New_York"},
      {"EDT", "America/New_York"},
      {"CST", "America/Chicago"},
      {"CDT", "America/Chicago"},
      {"MST", "America/Denver"},
      {"MDT", "America/Denver"},
      {"PST", "America/Los_Angeles"},
      {"PDT", "America/Los_Angeles"},
  }};
  if (!id) {
    for (const auto& [abbreviation, zone] : kAbbreviations) {
      if (text.substr(at, abbreviation.size()) != abbreviation) continue;
      arrow::Result<std::shared_ptr<const TimeZone>> found = TimeZone::Find(zone);
      if (!found.ok()) return kNoMatch;
      fields->zone = *found;
      return at + abbreviation.size();
    }
    return kNoMatch;
  }
  size_t end = at;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '/' ||
          text[end] == '_' || text[end] == '-' || text[end] == '+' || text[end] == ':')) {
    ++end;
  }
  for (; end > at; --end) {
    arrow::Result<std::shared_ptr<const TimeZone>> found =
        TimeZone::Find(text.substr(at, end - at));
    if (found.ok()) {
      fields->zone = *found;
      return end;
    }
  }
  return kNoMatch;
}

size_t ParseToken(const JodaFormat::Token& token, int64_t pivot, std::string_view text, size_t at,
                  Fields* fields) {
  int64_t value = 0;
  size_t end = kNoMatch;
  switch (token.letter) {
    case 0:
      return SameIgnoringCase(text.substr(at, token.literal.size()), token.literal)
                 ? at + token.literal.size()
                 : kNoMatch;
    case 'y':
    case 'Y':
    case 'x':
      end = token.length == 2
                ? ParseTwoDigitYear(text, at, !token.numeric_follows, pivot, &value)
                : ParseNumber(text, at, MostDigits(token), token.letter != 'Y', &value);
      break;
    case 'M':
      end = token.length >= 3 ? ParseName(text, at, kMonthNames, &value)
                              : ParseNumber(text, at, MostDigits(token), false, &value);
      break;
    case 'E':
      end = ParseName(text, at, kDayNames, &value);
      break;
    case 'a':
      for (const std::string_view half : {"AM", "am", "PM", "pm"}) {
        if (text.substr(at, 2) != half) continue;
        value = half[0] == 'P' || half[0] == 'p' ? 1 : 0;
        end = at + 2;
      }
      break;
    case 'S': {
      int digits = 0;
      int64_t ms = 0;
      for (end = at; end < text.size() && IsDigit(text[end]) && digits < token.length; ++end) {
        if (digits < 3) ms = ms * 10 + (text[end] - '0');
        ++digits;
      }
      if (digits == 0) return kNoMatch;
      for (; digits < 3; ++digits) ms *= 10;
      value = ms;
      break;
    }
    case 'z':
      return ParseZoneName(text, at, /*id=*/false, fields);
    case 'Z': {
      if (token.length >= 3) return ParseZoneName(text, at, /*id=*/true, fields);
      int32_t offset = 0;
      end = ParseOffset(text, at, &offset);
      if (end != kNoMatch) fields->offset_seconds = offset;
      return end;
    }
    default:
      end = ParseNumber(text, at, MostDigits(token), false, &value);
  }
  if (end != kNoMatch) (*fields)[token.letter] = value;
  return end;
}

/// How far the format fits; `*fields` is complete only if it fits to its end.
size_t Match(const JodaFormat& format, std::string_view text, Fields* fields, bool* complete) {
  size_t at = 0;
  *complete = false;
  for (const JodaFormat::Token& token : format.tokens()) {
    const size_t end = ParseToken(token, format.pivot_year(), text, at, fields);
    if (end == kNoMatch) return at;
    at = end;
  }
  *complete = true;
  return at;
}

arrow::Status OutOfRange(const char* field, int64_t value, int64_t least, int64_t most) {
  return arrow::Status::Invalid(field, " ", value, " is not between ", least, " and ", most);
}

arrow::Status CheckRange(const std::optional<int64_t>& value, const char* field, int64_t least,
                         int64_t most) {
  if (!value.has_value() || (*value >= least && *value <= most)) return arrow::Status::OK();
  return OutOfRange(field, *value, least, most);
}

arrow::Result<int64_t> DaysOf(const Fields& fields) {
  ARROW_RETURN_NOT_OK(CheckRange(fields['M'], "month", 1, 12));
  ARROW_RETURN_NOT_OK(CheckRange(fields['e'], "day of week", 1, 7));
  const std::optional<int64_t>& day_name = fields['E'].has_value() ? fields['E'] : fields['e'];
  // More would not fit an instant.
  constexpr int64_t kMostYear = 292270000;
  ARROW_RETURN_NOT_OK(CheckRange(fields['y'], "year", -kMostYear, kMostYear));
  ARROW_RETURN_NOT_OK(CheckRange(fields['x'], "week year", -kMostYear, kMostYear));
  ARROW_RETURN_NOT_OK(CheckRange(fields['Y'], "year of era", 1, kMostYear));
  int64_t days = 0;
  if (fields['x'].has_value()) {
    const int64_t january_4 = DaysFromCivil(*fields['x'], 1, 4);  // always lies in week 1
    const int64_t monday = january_4 - IsoDayOfWeek(january_4) + 1;
    const int64_t week = fields['w'].value_or(1);
    days = monday + (week - 1) * 7;
    if (week < 1 || IsoWeekFromDays(days).year != *fields['x']) {
      return OutOfRange("week", week, 1, 53);
    }
    return days + day_name.value_or(1) - 1;
  }
  std::optional<int64_t> year = fields['y'].has_value() ? fields['y'] : fields['Y'];
  const bool has_day =
      fields['M'].has_value() || fields['d'].has_value() || fields['D'].has_value();
  if (!year.has_value()) year = has_day ? 2000 : 1970;
  if (fields['D'].has_value()) {
    const int most = IsLeapYear(*year) ? 366 : 365;
    ARROW_RETURN_NOT_OK(CheckRange(fields['D'], "day of year", 1, most));
    days = DaysFromCivil(*year, 1, 1) + *fields['D'] - 1;
    const CivilDay civil = CivilFromDays(days);
    if (fields['M'].value_or(civil.month) != civil.month ||
        fields['d'].value_or(civil.day) != civil.day) {
      return arrow::Status::Invalid("day of year ", *fields['D'],
                                    " is another day than the month "
                                    "and day of the same text");
    }
  } else {
    const int month = static_cast<int>(fields['M'].value_or(1));
    ARROW_RETURN_NOT_OK(CheckRange(fields['d'], "day", 1, DaysInMonth(*year, month)));
    days = DaysFromCivil(*year, month, static_cast<int>(fields['d'].value_or(1)));
  }
  if (day_name.has_value() && *day_name != IsoDayOfWeek(days)) {
    return arrow::Status::Invalid("the day is a ", kDayNames[IsoDayOfWeek(days) - 1], ", not a ",
                                  kDayNames[*day_name - 1]);
  }
  return days;
}

arrow::Result<int64_t> HourOf(const Fields& fields) {
  ARROW_RETURN_NOT_OK(CheckRange(fields['H'], "hour", 0, 23));
  ARROW_RETURN_NOT_OK(CheckRange(fields['k'], "hour", 1, 24));
  ARROW_RETURN_NOT_OK(CheckRange(fields['K'], "hour of half day", 0, 11));
  ARROW_RETURN_NOT_OK(CheckRange(fields['h'], "hour of half day", 1, 12));
  if (fields['H'].has_value()) return *fields['H'];
  if (fields['k'].has_value()) return *fields['k'] % 24;
  const int64_t half = fields['K'].has_value() ? *fields['K'] : fields['h'].value_or(0) % 12;
  return half + 12 * fields['a'].value_or(0);
}

arrow::Result<JodaInstant> InstantOf(const Fields& fields, const TimeZone& zone) {
  ARROW_ASSIGN_OR_RAISE(const int64_t days, DaysOf(fields));
  ARROW_ASSIGN_OR_RAISE(const int64_t hour, HourOf(fields));
  ARROW_RETURN_NOT_OK(CheckRange(fields['m'], "minute", 0, 59));
  ARROW_RETURN_NOT_OK(CheckRange(fields['s'], "second", 0, 59));
  const int64_t local_seconds =
      days * kSecondsPerDay + hour * 3600 + fields['m'].value_or(0) * 60 + fields['s'].value_or(0);
  JodaInstant instant;
  int64_t utc_seconds = 0;
  if (fields.offset_seconds.has_value()) {
    utc_seconds = local_seconds - *fields.offset_seconds;
    instant.zone = TimeZone::Fixed(*fields.offset_seconds);
  } else {
    instant.zone = fields.zone;
    const TimeZone& used = instant.zone != nullptr ? *instant.zone : zone;
    const std::optional<int64_t> found = used.LocalToUtc(local_seconds);
    if (!found.has_value()) {
      return arrow::Status::Invalid("clocks of ", used.name(), " skipped this time");
    }
    utc_seconds = *found;
  }
  instant.epoch_ms = utc_seconds * 1000 + fields['S'].value_or(0);
  return instant;
}

}  // namespace

arrow::Result<JodaParser> JodaParser::Make(std::vector<JodaFormat> formats) {
  for (const JodaFormat& format : formats) {
    bool has_week = false;
    bool has_week_year = false;
    for (const JodaFormat::Token& token : format.tokens()) {
      has_week = has_week || token.letter == 'w';
      has_week_year = has_week_year || token.letter == 'x';
      if (token.letter == 'G' || token.letter == 'C') {
        return Fail(ErrorCode::kUnsupported, format.pattern(), "date pattern '", format.pattern(),
                    "': texts with an era or century (G, C) are not read; use y for the year");
      }
    }
    if (has_week && !has_week_year) {
      return Fail(ErrorCode::kUnsupported, format.pattern(), "date pattern '", format.pattern(),
                  "': a week (w) is read only together with its week year (x)");
    }
  }
  JodaParser parser;
  parser.formats_ = std::move(formats);
  return parser;
}

arrow::Result<JodaInstant> JodaParser::Parse(std::string_view text, const TimeZone& zone) const {
  size_t furthest = 0;
  for (const JodaFormat& format : formats_) {
    Fields fields;
    bool complete = false;
    const size_t end = Match(format, text, &fields, &complete);
    if (complete && end == text.size()) return InstantOf(fields, zone);
    furthest = std::max(furthest, end);
  }
  std::string patterns;
  for (const JodaFormat& format : formats_) {
    patterns += (patterns.empty() ? "'" : ", '") + format.pattern() + "'";
  }
  if (furthest >= text.size()) {
    return arrow::Status::Invalid("'", text, "' is too short; expected ", patterns);
  }
  return arrow::Status::Invalid("'", text, "' does not fit at '", text.substr(furthest),
                                "'; expected ", patterns);
}

}  // namespace hudi
