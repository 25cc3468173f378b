// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hudi {

// Of ASCII, whatever the locale.
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view TrimWhitespace(std::string_view text);
/// Splits at every `separator`; "" gives one empty part.
std::vector<std::string> SplitText(std::string_view text, char separator);
/// Splits a comma list, trims each item and drops empty ones.
std::vector<std::string> SplitList(std::string_view text);
std::string JoinText(const std::vector<std::string>& parts, std::string_view separator);
std::string ToLowerAscii(std::string_view text);
std::string ToUpperAscii(std::string_view text);
bool EqualsIgnoreCase(std::string_view a, std::string_view b);

/// Whole-text decimal integer; nullopt otherwise (also on overflow).
std::optional<int64_t> ParseInt64(std::string_view text);
/// Whole-text floating point number; nullopt otherwise.
std::optional<double> ParseDouble(std::string_view text);
/// "true" or "false" in any case; nullopt otherwise.
std::optional<bool> ParseBool(std::string_view text);

/// The candidate with the least edit distance to `word`; "" if none is near (more than a third of
/// its letters differ).
std::string NearestWord(std::string_view word, const std::vector<std::string>& candidates);

/// Text of a floating point number as Java's Double.toString and Float.toString print it: "1.0",
/// "1.0E21", "1.0E-7", "NaN".
std::string JavaDoubleText(double value);
std::string JavaFloatText(float value);

std::string Base64Encode(std::string_view bytes);
/// Nullopt for text that is not base64 (standard alphabet, padded).
std::optional<std::string> Base64Decode(std::string_view text);

/// CRC-32 (zip polynomial).
uint32_t Crc32(std::string_view bytes);

}  // namespace hudi
