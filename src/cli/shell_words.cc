// SPDX-License-Identifier: Apache-2.0
#include "cli/shell_words.h"

#include <cstdlib>

namespace hudi::cli {
namespace {

bool IsNameLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The value of the variable whose `$` stands at `*at`, which moves behind its name. What is no
// variable of the environment stays.
std::string TakeVariable(std::string_view typed, size_t* at) {
  size_t begin = *at + 1;
  const bool braces = begin < typed.size() && typed[begin] == '{';
  if (braces) ++begin;
  size_t end = begin;
  while (end < typed.size() && IsNameLetter(typed[end])) ++end;
  const bool closed = !braces || (end < typed.size() && typed[end] == '}');
  const std::string name(typed.substr(begin, end - begin));
  const char* value = name.empty() || !closed ? nullptr : std::getenv(name.c_str());
  if (value == nullptr) {
    ++*at;
    return "$";
  }
  *at = end + (braces ? 1 : 0);
  return value;
}

}  // namespace

ShellWord Unquoted(std::string_view typed) {
  ShellWord word;
  size_t i = 0;
  if (typed == "~" || typed.starts_with("~/")) {
    if (const char* home = std::getenv("HOME")) {
      word.text = home;
      i = 1;
    }
  }
  while (i < typed.size()) {
    const char c = typed[i];
    if (c == '\\' && word.open_quote != '\'' && i + 1 < typed.size()) {
      const char next = typed[i + 1];
      const bool escapes = word.open_quote == '\0' || next == '"' || next == '\\' || next == '$';
      if (!escapes) word.text.push_back(c);
      word.text.push_back(next);
      i += 2;
    } else if (c == word.open_quote) {
      word.open_quote = '\0';
      ++i;
    } else if (word.open_quote == '\0' && (c == '\'' || c == '"')) {
      word.open_quote = c;
      ++i;
    } else if (c == '$' && word.open_quote != '\'') {
      word.text += TakeVariable(typed, &i);
    } else {
      word.text.push_back(c);
      ++i;
    }
  }
  return word;
}

std::string Quoted(std::string_view text, char open_quote) {
  constexpr std::string_view kSpecial = " \t!\"#$&'()*;<>?[\\]^`{|}~";
  std::string quoted;
  for (const char c : text) {
    if (open_quote == '\'') {
      quoted += c == '\'' ? "'\\''" : std::string(1, c);
      continue;
    }
    const bool special = open_quote == '"' ? c == '"' || c == '\\' || c == '$' || c == '`'
                                           : kSpecial.find(c) != std::string_view::npos;
    if (special) quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted;
}

}  // namespace hudi::cli
