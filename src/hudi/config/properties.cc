// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/properties.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "hudi/error.h"

namespace hudi {
namespace {

constexpr uint32_t kInvalidCodePoint = 0xFFFFFFFF;

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }
bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

void AppendUtf8(uint32_t code_point, std::string& out) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xC0 | (code_point >> 6));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xE0 | (code_point >> 12));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code_point >> 18));
    out += static_cast<char>(0x80 | ((code_point >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code_point >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
  }
}

/// Decodes one UTF-8 sequence at `*position` and moves past it; an invalid byte gives
/// kInvalidCodePoint and moves one byte.
uint32_t TakeUtf8(std::string_view text, size_t* position) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte((*position)++);
  if (first < 0x80) return first;
  const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
  if (more == 0 || first >= 0xF8 || *position + more > text.size()) return kInvalidCodePoint;
  uint32_t code_point = first & (0x3F >> more);
  for (int i = 0; i < more; ++i) {
    if ((byte(*position + i) & 0xC0) != 0x80) return kInvalidCodePoint;
    code_point = (code_point << 6) | (byte(*position + i) & 0x3F);
  }
  constexpr std::array<uint32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  if (code_point < kLeast[more] || code_point > 0x10FFFF ||
      (code_point >= 0xD800 && code_point < 0xE000)) {
    return kInvalidCodePoint;
  }
  *position += more;
  return code_point;
}

void AppendUnicodeEscape(uint32_t utf16_unit, std::string& out) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[(utf16_unit >> shift) & 0xF];
}

void AppendEscaped(std::string_view text, bool is_key, std::string& out) {
  for (size_t position = 0; position < text.size();) {
    const size_t start = position;
    uint32_t code_point = TakeUtf8(text, &position);
    // A byte that is not UTF-8 is kept as the Latin-1 letter of that number.
    if (code_point == kInvalidCodePoint) code_point = static_cast<uint8_t>(text[start]);
    switch (code_point) {
      case ' ':
        // Leading blanks of a value would be skipped on reading; in a key any blank ends it.
        out += is_key || start == 0 ? "\\ " : " ";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\f':
        out += "\\f";
        break;
      case '=':
      case ':':
      case '#':
      case '!':
      case '\\':
        out += '\\';
        out += static_cast<char>(code_point);
        break;
      default:
        if (code_point >= 0x20 && code_point <= 0x7E) {
          out += static_cast<char>(code_point);
        } else if (code_point < 0x10000) {
          AppendUnicodeEscape(code_point, out);
        } else {
          AppendUnicodeEscape(0xD800 + ((code_point - 0x10000) >> 10), out);
          AppendUnicodeEscape(0xDC00 + ((code_point - 0x10000) & 0x3FF), out);
        }
    }
  }
}

/// Reads properties text once from its first byte to its last.
class PropertiesParser {
 public:
  PropertiesParser(std::string_view text, std::string_view path) : text_(text), path_(path) {}

  arrow::Result<ConfigMap> Parse() {
    ConfigMap properties;
    while (SkipToEntry()) {
      std::string key, value;
      ARROW_RETURN_NOT_OK(TakeToken(/*is_key=*/true, key));
      SkipSeparator();
      ARROW_RETURN_NOT_OK(TakeToken(/*is_key=*/false, value));
      properties.insert_or_assign(std::move(key), std::move(value));
    }
    return properties;
  }

 private:
  /// Moves to the first letter of the next entry, past blank and comment lines.
  bool SkipToEntry() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (IsBlank(c) || IsLineEnd(c)) {
        ++position_;
      } else if (c == '#' || c == '!') {
        while (position_ < text_.size() && !IsLineEnd(text_[position_])) ++position_;
      } else if (!SkipContinuation()) {
        return true;
      }
    }
    return false;
  }

  /// If a backslash and a line end stand here, moves to the first letter of the next line.
  bool SkipContinuation() {
    if (position_ >= text_.size() || text_[position_] != '\\') return false;
    size_t next = position_ + 1;
    if (next < text_.size()) {
      if (!IsLineEnd(text_[next])) return false;
      next += text_[next] == '\r' && next + 1 < text_.size() && text_[next + 1] == '\n' ? 2 : 1;
    }
    while (next < text_.size() && IsBlank(text_[next])) ++next;
    position_ = next;
    return true;
  }

  void SkipBlanks() {
    while (SkipContinuation() || (position_ < text_.size() && IsBlank(text_[position_]))) {
      if (position_ < text_.size() && IsBlank(text_[position_])) ++position_;
    }
  }

  void SkipSeparator() {
    SkipBlanks();
    if (position_ < text_.size() && (text_[position_] == '=' || text_[position_] == ':')) {
      ++position_;
      SkipBlanks();
    }
  }

  arrow::Status TakeToken(bool is_key, std::string& out) {
    while (position_ < text_.size()) {
      if (SkipContinuation()) continue;
      const char c = text_[position_];
      if (IsLineEnd(c)) break;
      if (is_key && (c == '=' || c == ':' || IsBlank(c))) break;
      uint32_t code_point = static_cast<uint8_t>(c);
      if (c == '\\') {
        ARROW_ASSIGN_OR_RAISE(code_point, TakeEscape());
      } else {
        ++position_;
      }
      AppendUtf8(code_point, out);
    }
    return arrow::Status::OK();
  }

  /// `\` stands here and a letter follows.
  arrow::Result<uint32_t> TakeEscape() {
    const size_t start = position_;
    const char letter = text_[position_ + 1];
    position_ += 2;
    switch (letter) {
      case 't':
        return '\t';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 'f':
        return '\f';
      case 'u':
        break;
      default:
        return static_cast<uint8_t>(letter);
    }
    position_ = start;
    ARROW_ASSIGN_OR_RAISE(const uint32_t high, TakeUnit());
    if (high < 0xD800 || high >= 0xE000) return high;
    // Java writes a letter beyond 0xFFFF as two escapes.
    if (high >= 0xDC00 || text_.substr(position_, 2) != "\\u") {
      return CorruptFile(path_, static_cast<int64_t>(start), "half of a \\u surrogate pair");
    }
    ARROW_ASSIGN_OR_RAISE(const uint32_t low, TakeUnit());
    if (low < 0xDC00 || low >= 0xE000) {
      return CorruptFile(path_, static_cast<int64_t>(start), "half of a \\u surrogate pair");
    }
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
  }

  /// Reads `\uXXXX`.
  arrow::Result<uint32_t> TakeUnit() {
    uint32_t unit = 0;
    for (size_t i = position_ + 2; i < position_ + 6; ++i) {
      const char c = i < text_.size() ? text_[i] : ' ';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) {
        return CorruptFile(path_, static_cast<int64_t>(position_),
                           "\\u must be followed by four hexadecimal digits");
      }
      unit = unit * 16 + static_cast<uint32_t>(digit);
    }
    position_ += 6;
    return unit;
  }

  std::string_view text_;
  std::string_view path_;
  size_t position_ = 0;
};

}  // namespace

arrow::Result<ConfigMap> ParseProperties(std::string_view text, std::string_view path) {
  return PropertiesParser(text, path).Parse();
}

std::string FormatProperties(const ConfigMap& properties, std::string_view comment) {
  std::string out;
  while (!comment.empty()) {
    const size_t end = comment.find('\n');
    out += '#';
    for (const char c : comment.substr(0, end)) out += c == '\r' ? ' ' : c;
    out += '\n';
    comment = end == std::string_view::npos ? std::string_view() : comment.substr(end + 1);
  }
  for (const auto& [key, value] : properties) {
    AppendEscaped(key, /*is_key=*/true, out);
    out += '=';
    AppendEscaped(value, /*is_key=*/false, out);
    out += '\n';
  }
  return out;
}

}  // namespace hudi
