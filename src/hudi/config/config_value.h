// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <arrow/result.h>
#include <arrow/status.h>

namespace hudi {

/// "config 'KEY' = 'VALUE': expected EXPECTED", code kInvalidConfig, subject KEY.
arrow::Status InvalidValue(std::string_view key, std::string_view value, std::string_view expected);

/// Parses the text of one value. Blanks around it are dropped, except for text fields, which keep
/// theirs. Errors: kInvalidConfig naming key, value and what would be right.
arrow::Status ParseConfigValue(std::string_view key, std::string_view text, bool* out);
arrow::Status ParseConfigValue(std::string_view key, std::string_view text, int* out);
arrow::Status ParseConfigValue(std::string_view key, std::string_view text, int64_t* out);
arrow::Status ParseConfigValue(std::string_view key, std::string_view text, double* out);
arrow::Status ParseConfigValue(std::string_view key, std::string_view text, std::string* out);
arrow::Status ParseConfigValue(std::string_view key, std::string_view text,
                               std::vector<std::string>* out);

std::string PrintConfigValue(bool value);
std::string PrintConfigValue(int value);
std::string PrintConfigValue(int64_t value);
std::string PrintConfigValue(double value);
std::string PrintConfigValue(const std::string& value);
std::string PrintConfigValue(const std::vector<std::string>& value);

/// One word of an enum; the first row of a value is the word that is printed.
template <typename Enum>
struct EnumWord {
  std::string_view word;
  Enum value;
};

/// The words of an enum, as an array `EnumWords<Enum>::kWords`; specialized in enum_words.h.
template <typename Enum>
struct EnumWords;

/// The place of `text` among `words`, in any case. Errors: kInvalidConfig listing the words.
arrow::Result<size_t> FindWord(std::string_view key, std::string_view text,
                               const std::vector<std::string_view>& words);

template <typename Enum>
requires std::is_enum_v<Enum> arrow::Status ParseConfigValue(std::string_view key,
                                                             std::string_view text, Enum* out) {
  std::vector<std::string_view> words;
  for (const auto& row : EnumWords<Enum>::kWords) words.push_back(row.word);
  ARROW_ASSIGN_OR_RAISE(const size_t found, FindWord(key, text, words));
  *out = EnumWords<Enum>::kWords[found].value;
  return arrow::Status::OK();
}

template <typename Enum>
requires std::is_enum_v<Enum> std::string_view EnumName(Enum value) {
  for (const auto& row : EnumWords<Enum>::kWords) {
    if (row.value == value) return row.word;
  }
  return "";
}

template <typename Enum>
requires std::is_enum_v<Enum> std::string PrintConfigValue(Enum value) {
  return std::string(EnumName(value));
}

}  // namespace hudi
