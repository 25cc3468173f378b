// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/temporal_literal.h"

#include <limits>
#include <memory>

#include <arrow/result.h>
#include <fmt/format.h>

#include "hudi/base/calendar.h"
#include "hudi/base/text.h"
#include "hudi/base/time_zone.h"

namespace hudi {
namespace {

constexpr int64_t kMicrosPerSecond = 1000000;

// Reads a text from left to right.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  bool Skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // `min_digits` to `max_digits` digits, as many as there are.
  std::optional<int64_t> Number(size_t min_digits, size_t max_digits) {
    size_t count = 0;
    int64_t value = 0;
    while (count < rest_.size() && count < max_digits && IsDigit(rest_[count])) {
      value = value * 10 + (rest_[count] - '0');
      ++count;
    }
    if (count < min_digits) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }

 private:
  std::string_view rest_;
};

std::optional<int64_t> ReadDate(Cursor* text) {
  const bool negative = text->Skip('-');
  if (!negative) text->Skip('+');
  std::optional<int64_t> year = text->Number(4, 6);
  if (!year) return std::nullopt;
  int64_t month = 1;
  int64_t day = 1;
  if (text->Skip('-')) {
    const std::optional<int64_t> number = text->Number(1, 2);
    if (!number || *number < 1 || *number > 12) return std::nullopt;
    month = *number;
    if (text->Skip('-')) {
      const std::optional<int64_t> last = text->Number(1, 2);
      if (!last || *last < 1) return std::nullopt;
      day = *last;
    }
  }
  if (negative) *year = -*year;
  if (day > DaysInMonth(*year, static_cast<int>(month))) return std::nullopt;
  return DaysFromCivil(*year, static_cast<int>(month), static_cast<int>(day));
}

// h[:m[:s[.fraction]]] as microseconds of the day.
std::optional<int64_t> ReadTime(Cursor* text) {
  int64_t parts[3] = {};
  constexpr int64_t kLimits[3] = {23, 59, 59};
  int64_t fraction = 0;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && !text->Skip(':')) break;
    const std::optional<int64_t> number = text->Number(1, 2);
    if (!number || *number > kLimits[i]) return std::nullopt;
    parts[i] = *number;
    if (i == 2 && text->Skip('.')) {
      const size_t before = text->rest().size();
      const std::optional<int64_t> digits = text->Number(1, 6);
      if (!digits) return std::nullopt;
      fraction = *digits;
      for (size_t count = before - text->rest().size(); count < 6; ++count) fraction *= 10;
      while (text->Skip('0')) {
      }
    }
  }
  return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * kMicrosPerSecond + fraction;
}

// "+h", "+hh", "+h:m", "+hhmm", up to 18 hours, in seconds.
std::optional<int64_t> ReadOffset(std::string_view text) {
  Cursor cursor(text);
  const bool west = cursor.Skip('-');
  if (!west && !cursor.Skip('+')) return std::nullopt;
  const std::optional<int64_t> hours = cursor.Number(1, 2);
  if (!hours) return std::nullopt;
  int64_t minutes = 0;
  int64_t seconds = 0;
  if (!cursor.AtEnd()) {
    cursor.Skip(':');
    const std::optional<int64_t> number = cursor.Number(1, 2);
    if (!number || *number > 59) return std::nullopt;
    minutes = *number;
    if (cursor.Skip(':')) {
      const std::optional<int64_t> last = cursor.Number(1, 2);
      if (!last || *last > 59) return std::nullopt;
      seconds = *last;
    }
    if (!cursor.AtEnd()) return std::nullopt;
  }
  const int64_t offset = (*hours * 60 + minutes) * 60 + seconds;
  if (offset > 18 * 3600) return std::nullopt;
  return west ? -offset : offset;
}

// UTC seconds of `local_seconds` in the zone.
std::optional<int64_t> ToUtc(int64_t local_seconds, std::string_view zone) {
  if (zone == "Z" || zone == "z" || zone == "UTC" || zone == "GMT" || zone == "UT") {
    return local_seconds;
  }
  std::string_view offset_text = zone;
  for (std::string_view prefix : {"UTC", "GMT", "UT"}) {
    if (zone.substr(0, prefix.size()) == prefix) {
      offset_text = zone.substr(prefix.size());
      break;
    }
  }
  if (const std::optional<int64_t> offset = ReadOffset(offset_text)) return local_seconds - *offset;
  const arrow::Result<std::shared_ptr<const TimeZone>> found = TimeZone::Find(zone);
  if (!found.ok()) return std::nullopt;
  return (*found)->LocalToUtc(local_seconds);
}

}  // namespace

std::optional<int32_t> DateFromLiteral(std::string_view text) {
  Cursor cursor(TrimWhitespace(text));
  const std::optional<int64_t> days = ReadDate(&cursor);
  if (!days || !cursor.AtEnd()) return std::nullopt;
  if (*days < std::numeric_limits<int32_t>::min() || *days > std::numeric_limits<int32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<int32_t>(*days);
}

std::optional<TimestampLiteral> TimestampFromLiteral(std::string_view text) {
  Cursor cursor(TrimWhitespace(text));
  const std::optional<int64_t> days = ReadDate(&cursor);
  if (!days) return std::nullopt;
  int64_t micros = 0;
  TimestampLiteral literal;
  int64_t seconds = *days * kSecondsPerDay;
  if (!cursor.AtEnd()) {
    if (!cursor.Skip('T') && !cursor.Skip(' ')) return std::nullopt;
    const std::optional<int64_t> time = ReadTime(&cursor);
    if (!time) return std::nullopt;
    seconds += *time / kMicrosPerSecond;
    micros = *time % kMicrosPerSecond;
    const std::string_view zone = TrimWhitespace(cursor.rest());
    if (!zone.empty()) {
      const std::optional<int64_t> utc = ToUtc(seconds, zone);
      if (!utc) return std::nullopt;
      seconds = *utc;
      literal.has_zone = true;
    }
  }
  if (__builtin_mul_overflow(seconds, kMicrosPerSecond, &literal.micros) ||
      __builtin_add_overflow(literal.micros, micros, &literal.micros)) {
    return std::nullopt;
  }
  return literal;
}

std::string DateLiteralText(int64_t days) {
  const CivilDay day = CivilFromDays(days);
  const std::string_view sign = day.year < 0 ? "-" : day.year > 9999 ? "+" : "";
  return fmt::format("{}{:04}-{:02}-{:02}", sign, day.year < 0 ? -day.year : day.year, day.month,
                     day.day);
}

std::string TimestampLiteralText(int64_t micros) {
  const int64_t seconds = FloorDiv(micros, kMicrosPerSecond);
  const int64_t fraction = FloorMod(micros, kMicrosPerSecond);
  const int64_t of_day = FloorMod(seconds, kSecondsPerDay);
  std::string text =
      DateLiteralText(FloorDiv(seconds, kSecondsPerDay)) +
      fmt::format(" {:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60);
  if (fraction != 0) {
    text += fmt::format(".{:06}", fraction);
    while (text.back() == '0') text.pop_back();
  }
  return text;
}

}  // namespace hudi
