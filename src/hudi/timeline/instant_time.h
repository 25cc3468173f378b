// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <arrow/result.h>

namespace hudi {

/// Milliseconds since the epoch -> "yyyyMMddHHmmssSSS" in the local zone, or in UTC.
std::string FormatInstant(int64_t epoch_ms, bool utc);

/// The reverse; 14 digits are taken with 999 milliseconds. Errors: kInvalidArgument.
arrow::Result<int64_t> ParseInstantToEpochMs(std::string_view instant, bool utc);

/// `max(now, greatest + 1 ms)` as instant text; `greatest` may be empty or 14 digits.
std::string NextInstant(std::string_view greatest, bool utc);

/// Any form that `as.of.instant` takes (those of Hudi 1.2.0: 14 and 17 digits, yyyy-MM-dd,
/// yyyy-MM-dd HH:mm:ss[.SSS], with T as well, epoch seconds (10 digits) and milliseconds (13
/// digits)) -> 17 digits in the table's zone. Errors: kInvalidArgument naming the accepted forms.
arrow::Result<std::string> ParseQueryInstant(std::string_view text, bool utc);

}  // namespace hudi
