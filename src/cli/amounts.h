// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace hudi::cli {

/// "1.5 MB"; whole bytes below 1000.
std::string SizeText(int64_t bytes);
/// "1,234,567".
std::string GroupedText(int64_t number);
/// "1,234", "567k", "1.23M": four figures at most.
std::string RoundedText(int64_t number);
/// "0:07", "12:34", "1:02:03".
std::string ClockText(int64_t seconds);
/// About how long: "300 ms", "4.5 s", "45 s", "3 min", "5 h", "12 days".
std::string SpanText(int64_t milliseconds);

}  // namespace hudi::cli
