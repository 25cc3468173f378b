// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/config_value.h"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "hudi/base/text.h"
#include "hudi/error.h"

namespace hudi {

arrow::Status InvalidValue(std::string_view key, std::string_view value,
                           std::string_view expected) {
  return Fail(ErrorCode::kInvalidConfig, key, "config '", key, "' = '", value, "': expected ",
              expected);
}

arrow::Status ParseConfigValue(std::string_view key, std::string_view text, bool* out) {
  const std::optional<bool> value = ParseBool(TrimWhitespace(text));
  if (!value.has_value()) return InvalidValue(key, text, "true or false");
  *out = *value;
  return arrow::Status::OK();
}

arrow::Status ParseConfigValue(std::string_view key, std::string_view text, int* out) {
  int64_t value = 0;
  ARROW_RETURN_NOT_OK(ParseConfigValue(key, text, &value));
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
    return InvalidValue(key, text, "a whole number of at most 32 bits");
  }
  *out = static_cast<int>(value);
  return arrow::Status::OK();
}

arrow::Status ParseConfigValue(std::string_view key, std::string_view text, int64_t* out) {
  const std::optional<int64_t> value = ParseInt64(TrimWhitespace(text));
  if (!value.has_value()) return InvalidValue(key, text, "a whole number");
  *out = *value;
  return arrow::Status::OK();
}

arrow::Status ParseConfigValue(std::string_view key, std::string_view text, double* out) {
  const std::optional<double> value = ParseDouble(TrimWhitespace(text));
  // The comparison also refuses NaN and infinities.
  if (!value.has_value() || !(*value - *value == 0)) return InvalidValue(key, text, "a number");
  *out = *value;
  return arrow::Status::OK();
}

arrow::Status ParseConfigValue(std::string_view, std::string_view text, std::string* out) {
  *out = text;
  return arrow::Status::OK();
}

arrow::Status ParseConfigValue(std::string_view, std::string_view text,
                               std::vector<std::string>* out) {
  *out = SplitList(text);
  return arrow::Status::OK();
}

std::string PrintConfigValue(bool value) { return value ? "true" : "false"; }
std::string PrintConfigValue(int value) { return std::to_string(value); }
std::string PrintConfigValue(int64_t value) { return std::to_string(value); }
std::string PrintConfigValue(double value) { return fmt::format("{}", value); }
std::string PrintConfigValue(const std::string& value) { return value; }
std::string PrintConfigValue(const std::vector<std::string>& value) { return JoinText(value, ","); }

arrow::Result<size_t> FindWord(std::string_view key, std::string_view text,
                               const std::vector<std::string_view>& words) {
  const std::string_view trimmed = TrimWhitespace(text);
  std::string expected = "one of ";
  for (size_t i = 0; i < words.size(); ++i) {
    if (EqualsIgnoreCase(trimmed, words[i])) return i;
    if (i > 0) expected += ", ";
    expected += words[i];
  }
  return InvalidValue(key, text, expected);
}

}  // namespace hudi
