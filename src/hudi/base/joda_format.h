// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "hudi/base/time_zone.h"

namespace hudi {

/// A date pattern of Joda-Time, such as `yyyy-MM-dd'T'HH:mm:ss.SSSZ`, to print and to parse with.
///
/// Letters: G era, C century, y year, Y year of era, x w e week year, week and day of week, E its
/// name, D day of year, M month (MMM its name), d day, a half of day, K h hour of half day, H k
/// hour, m minute, s second, S fraction, z zone name, Z offset (ZZ with colon, ZZZ zone id); other
/// characters and 'quoted text' stand for themselves. Names of months and days are English. Years
/// are those of ISO-8601. Immutable.
class JodaFormat {
 public:
  /// Errors: kInvalidArgument for a letter that Joda-Time does not know; kUnsupported for zzzz.
  static arrow::Result<JodaFormat> Compile(std::string_view pattern);

  const std::string& pattern() const { return pattern_; }

  /// Appends the text of an instant as clocks of `zone` show it.
  void Append(int64_t epoch_ms, const TimeZone& zone, std::string* out) const;

  struct Token {
    char letter = 0;  ///< 0 for literal text
    int length = 0;
    bool numeric_follows = false;  ///< the next token is a number, so this one may not be longer
    std::string literal;
  };
  const std::vector<Token>& tokens() const { return tokens_; }
  /// Two digits of a year mean one of the hundred years around this one.
  int64_t pivot_year() const { return pivot_year_; }

 private:
  std::string pattern_;
  std::vector<Token> tokens_;
  int64_t pivot_year_ = 0;
};

struct JodaInstant {
  int64_t epoch_ms = 0;
  /// The zone or offset that stood in the text; null if there was none.
  std::shared_ptr<const TimeZone> zone;
};

/// Parses whole texts by the first of several formats that fits.
class JodaParser {
 public:
  /// Errors: kUnsupported for a pattern that only printing knows (century, era).
  static arrow::Result<JodaParser> Make(std::vector<JodaFormat> formats);

  /// `zone` counts for texts without zone and offset.
  ///
  /// What the text lacks is the least possible; without a year, but with a month or day, the year
  /// is 2000, and a time alone is of 1970-01-01. Errors: Invalid, without an ErrorDetail, saying
  /// what is wrong.
  arrow::Result<JodaInstant> Parse(std::string_view text, const TimeZone& zone) const;

 private:
  std::vector<JodaFormat> formats_;
};

}  // namespace hudi
