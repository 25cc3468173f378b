// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/engine_text.h"

#include "sql/parse/word_list.h"

namespace hudi::sql {

void EngineText::Add(std::string_view text, size_t offset) {
  if (text.empty()) return;
  char last = text_.empty() ? '\0' : text_.back();
  // Dots and brackets bind; everything else may stand apart.
  bool tight = last == '\0' || last == '.' || last == '(' || last == '[' || text.front() == '.' ||
               text.front() == ')' || text.front() == ']' || text.front() == ',' ||
               text.front() == '(' || text.front() == '[';
  if (!tight || (text.front() == '(' && !IsWordByte(last) && last != '(')) text_.push_back(' ');
  places_.emplace_back(text_.size(), offset);
  text_.append(text);
}

void EngineText::Add(const EngineText& other) {
  if (other.text_.empty()) return;
  text_.push_back(' ');
  for (const auto& [here, there] : other.places_) places_.emplace_back(text_.size() + here, there);
  text_.append(other.text_);
}

size_t EngineText::SourceOffset(size_t offset) const {
  size_t found = places_.empty() ? 0 : places_.front().second;
  for (const auto& [here, there] : places_) {
    if (here > offset) break;
    found = there;
  }
  return found;
}

std::string QuotedName(std::string_view name) {
  std::string quoted = "\"";
  for (char c : name) {
    quoted.push_back(c);
    if (c == '"') quoted.push_back(c);
  }
  return quoted + "\"";
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "'";
  for (char c : text) {
    quoted.push_back(c);
    if (c == '\'') quoted.push_back(c);
  }
  return quoted + "'";
}

}  // namespace hudi::sql
