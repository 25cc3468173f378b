// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/json_scanner.h"

#include <cstring>

#include <arrow/util/utf8.h>
#include <fmt/format.h>
#include "hudi/format/rows/limits.h"

namespace hudi::rows {
namespace {

// Whether one of the eight bytes is a quote, a backslash or a control character.
bool HasSpecial(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  constexpr uint64_t kHighs = 0x8080808080808080;
  auto zero_byte = [](uint64_t x) { return (x - kOnes) & ~x; };
  uint64_t quotes = zero_byte(bytes ^ kOnes * '"');
  uint64_t backslashes = zero_byte(bytes ^ kOnes * '\\');
  uint64_t controls = (bytes - kOnes * 0x20) & ~bytes;
  return ((quotes | backslashes | controls) & kHighs) != 0;
}

// The first byte of `text` that is not part of a UTF-8 sequence.
size_t FirstInvalidByte(std::string_view text) {
  size_t valid = 0;
  for (size_t i = 0; i < text.size();) {
    auto lead = static_cast<uint8_t>(text[i]);
    size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (!arrow::util::ValidateUTF8(text.substr(i, length))) return i;
    i += length;
    valid = i;
  }
  return valid;
}

void AppendUtf8(uint32_t code_point, std::string* out) {
  if (code_point < 0x80) {
    out->push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    out->push_back(static_cast<char>(0xC0 | code_point >> 6));
    out->push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
  } else if (code_point < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | code_point >> 12));
    out->push_back(static_cast<char>(0x80 | (code_point >> 6 & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
  } else {
    out->push_back(static_cast<char>(0xF0 | code_point >> 18));
    out->push_back(static_cast<char>(0x80 | (code_point >> 12 & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (code_point >> 6 & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (code_point & 0x3F)));
  }
}

}  // namespace

JsonScanner::JsonScanner() { arrow::util::InitializeUTF8(); }

bool JsonScanner::Start(std::string_view text) {
  position_ = text.data();
  end_ = position_ + text.size();
  if (arrow::util::ValidateUTF8(text)) return true;
  const char* at = position_ + FirstInvalidByte(text);
  return MistakeAt(at, fmt::format("byte 0x{:02x} is not UTF-8", static_cast<uint8_t>(*at)));
}

bool JsonScanner::MistakeAt(const char* at, std::string what) {
  if (at == end_) what += ", found the end of the line (an object must stand on one line)";
  mistake_at_ = at;
  mistake_ = std::move(what);
  return false;
}

bool JsonScanner::NoValue() {
  return Mistake(
      "expected a value: text in double quotes, a number, true, false, null, [...] or {...}");
}

bool JsonScanner::TakeString(std::string_view* text) {
  const char* begin = ++position_;
  while (true) {
    // Reads beyond the text are harmless: the padding is readable, and the '\n' behind the text
    // stops the scan.
    uint64_t bytes;
    std::memcpy(&bytes, position_, sizeof(bytes));
    if (!HasSpecial(bytes)) {
      position_ += sizeof(bytes);
      continue;
    }
    while (*position_ != '"' && *position_ != '\\' && static_cast<uint8_t>(*position_) >= 0x20) {
      ++position_;
    }
    break;
  }
  if (*position_ != '"' || position_ >= end_) return TakeEscapedString(begin, text);
  *text = std::string_view(begin, static_cast<size_t>(position_ - begin));
  ++position_;
  return true;
}

// A string that holds an escape, or a mistake. The part from `begin` on is plain.
bool JsonScanner::TakeEscapedString(const char* begin, std::string_view* text) {
  unescaped_.assign(begin, position_);
  while (true) {
    if (position_ >= end_) {
      position_ = end_;
      return Mistake("expected '\"' at the end of a text");
    }
    auto c = static_cast<uint8_t>(*position_);
    if (c == '"') break;
    if (c == '\\') {
      if (!TakeEscape()) return false;
    } else if (c < 0x20) {
      return Mistake(fmt::format("control character 0x{:02x} in a text: write \\u{:04x}", c, c));
    } else {
      unescaped_.push_back(*position_++);
    }
  }
  ++position_;
  *text = unescaped_;
  return true;
}

bool JsonScanner::TakeCodeUnit(uint32_t* unit) {
  *unit = 0;
  for (int i = 0; i < 4; ++i, ++position_) {
    char c = position_ == end_ ? '\0' : *position_;
    if (IsDigit(c)) {
      *unit = *unit << 4 | static_cast<uint32_t>(c - '0');
    } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
      *unit = *unit << 4 | static_cast<uint32_t>((c | 0x20) - 'a' + 10);
    } else {
      return Mistake("expected four hexadecimal digits after \\u");
    }
  }
  return true;
}

bool JsonScanner::TakeEscape() {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const char* start = position_++;
  char letter = position_ == end_ ? '\0' : *position_;
  size_t place = letter == '\0' ? std::string_view::npos : kLetters.find(letter);
  if (place != std::string_view::npos) {
    unescaped_.push_back(kMeanings[place]);
    ++position_;
    return true;
  }
  if (letter != 'u') return Mistake("expected one of \" \\ / b f n r t u after a backslash");
  ++position_;
  uint32_t unit = 0;
  if (!TakeCodeUnit(&unit)) return false;
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    uint32_t low = 0;
    bool pair =
        unit < 0xDC00 && end_ - position_ >= 2 && position_[0] == '\\' && position_[1] == 'u';
    if (pair) {
      position_ += 2;
      if (!TakeCodeUnit(&low)) return false;
    }
    if (low < 0xDC00 || low > 0xDFFF) {
      return MistakeAt(start, "half of a surrogate pair stands for no character");
    }
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  AppendUtf8(unit, &unescaped_);
  return true;
}

// The '\n' behind the text is no digit, so these loops need no bound.
bool JsonScanner::Digits() {
  if (!IsDigit(*position_)) return Mistake("expected a digit");
  while (IsDigit(*position_)) ++position_;
  return true;
}

bool JsonScanner::TakeNumber(std::string_view* token) {
  const char* begin = position_;
  if (*position_ == '-') ++position_;
  if (*position_ == '0') {
    ++position_;
    if (IsDigit(*position_)) {
      return Mistake("a number may not begin with 0 (text needs double quotes)");
    }
  } else if (!Digits()) {
    return false;
  }
  if (*position_ == '.') {
    ++position_;
    if (!Digits()) return false;
  }
  if (*position_ == 'e' || *position_ == 'E') {
    ++position_;
    if (*position_ == '+' || *position_ == '-') ++position_;
    if (!Digits()) return false;
  }
  *token = std::string_view(begin, static_cast<size_t>(position_ - begin));
  return true;
}

bool JsonScanner::TakeWord(std::string_view word) {
  if (static_cast<size_t>(end_ - position_) < word.size() ||
      std::memcmp(position_, word.data(), word.size()) != 0) {
    return Mistake(fmt::format("expected {}", word));
  }
  position_ += word.size();
  return true;
}

bool JsonScanner::FirstMember(bool* found) {
  *found = Peek() != '}' || position_ == end_;
  if (!*found) ++position_;
  return true;
}

bool JsonScanner::NextMember(bool* found) {
  char c = Peek();
  if (c != ',' && c != '}') return Mistake("expected ',' or '}' after a value");
  ++position_;
  *found = c == ',';
  return true;
}

bool JsonScanner::FirstElement(bool* found) {
  *found = Peek() != ']' || position_ == end_;
  if (!*found) ++position_;
  return true;
}

bool JsonScanner::NextElement(bool* found) {
  char c = Peek();
  if (c != ',' && c != ']') return Mistake("expected ',' or ']' after a value");
  ++position_;
  *found = c == ',';
  return true;
}

bool JsonScanner::TryKey(std::string_view name) {
  if (Peek() != '"' || static_cast<size_t>(end_ - position_) < name.size() + 3) return false;
  if (position_[name.size() + 1] != '"' || position_[name.size() + 2] != ':') return false;
  if (std::memcmp(position_ + 1, name.data(), name.size()) != 0) return false;
  position_ += name.size() + 3;
  return true;
}

bool JsonScanner::TakeKey(std::string_view* key) {
  if (Peek() != '"') return Mistake("expected a key in double quotes");
  if (!TakeString(key)) return false;
  if (Peek() != ':') return Mistake("expected ':' after a key");
  ++position_;
  return true;
}

bool JsonScanner::ExpectEnd(const char* what) {
  Peek();
  if (position_ == end_) return true;
  return Mistake(what);
}

bool JsonScanner::Skip(int depth) {
  if (depth > kDeepest) return Mistake(fmt::format("nested more than {} deep", kDeepest));
  std::string_view unused;
  bool found = false;
  switch (Peek()) {
    case '"':
      return TakeString(&unused);
    case 't':
      return TakeWord("true");
    case 'f':
      return TakeWord("false");
    case 'n':
      return TakeWord("null");
    case '{':
      Enter();
      if (!FirstMember(&found)) return false;
      while (found) {
        if (!TakeKey(&unused) || !Skip(depth + 1) || !NextMember(&found)) return false;
      }
      return true;
    case '[':
      Enter();
      if (!FirstElement(&found)) return false;
      while (found) {
        if (!Skip(depth + 1) || !NextElement(&found)) return false;
      }
      return true;
    default:
      if (*position_ == '-' || (*position_ >= '0' && *position_ <= '9')) {
        return TakeNumber(&unused);
      }
      return NoValue();
  }
}

}  // namespace hudi::rows
