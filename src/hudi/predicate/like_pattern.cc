// SPDX-License-Identifier: Apache-2.0
#include "hudi/predicate/like_pattern.h"

namespace hudi {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

bool IsLikePattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\') continue;
    ++i;
    if (i == pattern.size()) return false;
    if (pattern[i] != '%' && pattern[i] != '_' && pattern[i] != '\\') return false;
  }
  return true;
}

LikePattern::LikePattern(std::string_view pattern) {
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '%') {
      if (steps_.empty() || steps_.back().kind != Step::Kind::kAnyText) {
        steps_.push_back({Step::Kind::kAnyText, '\0'});
      }
    } else if (c == '_') {
      steps_.push_back({Step::Kind::kAnyCharacter, '\0'});
    } else {
      if (c == '\\' && i + 1 < pattern.size()) ++i;
      steps_.push_back({Step::Kind::kByte, pattern[i]});
    }
  }
}

bool LikePattern::Matches(std::string_view text) const {
  // After a mismatch the last '%' takes one more character.
  size_t i = 0;
  size_t step = 0;
  size_t retry_step = std::string_view::npos;
  size_t retry_text = 0;
  while (i < text.size()) {
    const bool has_step = step < steps_.size();
    if (has_step && steps_[step].kind == Step::Kind::kAnyText) {
      retry_step = ++step;
      retry_text = i;
    } else if (has_step && steps_[step].kind == Step::Kind::kAnyCharacter) {
      ++step;
      ++i;
      while (i < text.size() && IsContinuation(text[i])) ++i;
    } else if (has_step && steps_[step].byte == text[i]) {
      ++step;
      ++i;
    } else if (retry_step != std::string_view::npos) {
      step = retry_step;
      ++retry_text;
      while (retry_text < text.size() && IsContinuation(text[retry_text])) ++retry_text;
      i = retry_text;
    } else {
      return false;
    }
  }
  while (step < steps_.size() && steps_[step].kind == Step::Kind::kAnyText) ++step;
  return step == steps_.size();
}

std::string LikePattern::Prefix() const {
  std::string prefix;
  for (const Step& step : steps_) {
    if (step.kind != Step::Kind::kByte) break;
    prefix.push_back(step.byte);
  }
  return prefix;
}

}  // namespace hudi
