// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <arrow/result.h>

namespace hudi {

// Instant text is "yyyyMMddHHmmssSSS" in the table's zone: that of the system, or UTC. It is always
// compared as text.

/// Milliseconds since the epoch -> "yyyyMMddHHmmssSSS" in the local zone, or in UTC.
std::string FormatInstant(int64_t epoch_ms, bool utc);

/// The reverse; 14 digits are taken with 999 milliseconds, digits after the 17th are ignored. A
/// local time that a clock change skips counts from before the change; of one that it repeats, the
/// first is meant. Errors: kInvalidArgument.
arrow::Result<int64_t> ParseInstantToEpochMs(std::string_view instant, bool utc);

/// `max(now, greatest + 1 ms)` as instant text; `greatest` may be empty or 14 digits. The result is
/// greater than `greatest` as text, whatever the clock or its zone does.
std::string NextInstant(std::string_view greatest, bool utc);

/// The instant text that stands for a point in time given by a person: the forms of
/// `as.of.instant` in Hudi 1.2.0.
///
///   yyyyMMddHHmmssSSS, yyyyMMddHHmmss     returned as they stand (text comparison: a commit of
///                                         that very second is later than its 14 digits)
///   yyyy-MM-dd                            midnight
///   yyyy-MM-dd HH:mm:ss[.SSS], also T     without milliseconds: 999
///   either with Z, +hh:mm, +hhmm, +hh     that point in time (here alone, not in Hudi); a
///                                         fraction of 1 to 9 digits, of which three count
///   10 digits, 13 digits                  epoch seconds, epoch milliseconds
///
/// Errors: kInvalidArgument naming the accepted forms.
arrow::Result<std::string> ParseQueryInstant(std::string_view text, bool utc);

}  // namespace hudi
