// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hudi {

/// Days since 1970-01-01 of "yyyy", "yyyy-m" or "yyyy-m-d" (a missing part is 1), blanks around it
/// allowed. Nullopt for other text.
std::optional<int32_t> DateFromLiteral(std::string_view text);

/// An instant, or (without zone) a reading of a clock.
struct TimestampLiteral {
  int64_t micros = 0;
  bool has_zone = false;
};
/// Microseconds since 1970-01-01T00:00 of a date as above, followed by 'T' or ' ' and
/// "h[:m[:s[.fraction]]]" and by a zone: "Z", "+h[:m]", "UTC", "GMT+8", "Europe/Berlin". Without
/// zone the time is taken as UTC. Nullopt for other text and for more than six fraction digits.
std::optional<TimestampLiteral> TimestampFromLiteral(std::string_view text);

/// "2024-02-29" and "2024-02-29 12:34:56[.789]", which the above read back.
std::string DateLiteralText(int64_t days);
std::string TimestampLiteralText(int64_t micros);

}  // namespace hudi
