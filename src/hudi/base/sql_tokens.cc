// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/sql_tokens.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "hudi/base/text.h"

namespace hudi {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || IsDigit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Longest first.
constexpr std::array<std::string_view, 24> kSymbols = {
    "<=>", "<=", ">=", "<>", "!=", "==", "||", "&&", "<", ">", "=", "!",
    "(",   ")",  ",",  ".",  ":",  ";",  "+",  "-",  "*", "/", "[", "]"};

std::optional<uint32_t> ParseHex(std::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) {
    uint32_t digit = 0;
    if (IsDigit(c)) {
      digit = static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
    value = value * 16 + digit;
  }
  return value;
}

void AppendUtf8(uint32_t code, std::string* out) {
  const auto tail = [&](int shift) {
    out->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
  };
  if (code < 0x80) {
    out->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out->push_back(static_cast<char>(0xC0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    out->push_back(static_cast<char>(0xF0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  arrow::Result<std::vector<SqlToken>> Run() {
    std::vector<SqlToken> tokens;
    while (true) {
      ARROW_RETURN_NOT_OK(SkipBlanks());
      SqlToken token;
      token.offset = position_;
      if (position_ == text_.size()) {
        tokens.push_back(std::move(token));
        return tokens;
      }
      ARROW_RETURN_NOT_OK(Scan(&token));
      tokens.push_back(std::move(token));
    }
  }

 private:
  char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  arrow::Status Error(size_t offset, std::string_view what) const {
    return arrow::Status::Invalid(SqlPosition(text_, offset), ": ", what);
  }

  arrow::Status SkipBlanks() {
    while (position_ < text_.size()) {
      if (IsSpace(text_[position_])) {
        ++position_;
      } else if (text_.substr(position_, 2) == "--") {
        const size_t end = text_.find('\n', position_);
        position_ = end == std::string_view::npos ? text_.size() : end;
      } else if (text_.substr(position_, 2) == "/*") {
        const size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) return Error(position_, "the comment does not end");
        position_ = end + 2;
      } else {
        break;
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status Scan(SqlToken* token) {
    const char c = Peek();
    if (c == '\'' || c == '"') return ScanText(token, /*raw=*/false);
    if ((c == 'r' || c == 'R') && (Peek(1) == '\'' || Peek(1) == '"')) {
      ++position_;
      return ScanText(token, /*raw=*/true);
    }
    if (c == '`') return ScanName(token);
    if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) return ScanNumber(token);
    if (IsWordByte(c)) {
      const size_t start = position_;
      while (position_ < text_.size() && IsWordByte(text_[position_])) ++position_;
      token->kind = SqlToken::Kind::kWord;
      token->text = text_.substr(start, position_ - start);
      return arrow::Status::OK();
    }
    for (std::string_view symbol : kSymbols) {
      if (text_.substr(position_, symbol.size()) == symbol) {
        position_ += symbol.size();
        token->kind = SqlToken::Kind::kSymbol;
        token->text = symbol;
        return arrow::Status::OK();
      }
    }
    return Error(position_, std::string("unexpected '") + c + "'");
  }

  arrow::Status ScanName(SqlToken* token) {
    const size_t start = position_++;
    token->kind = SqlToken::Kind::kQuotedName;
    while (position_ < text_.size()) {
      if (text_[position_] != '`') {
        token->text.push_back(text_[position_++]);
      } else if (Peek(1) == '`') {
        token->text.push_back('`');
        position_ += 2;
      } else {
        ++position_;
        if (token->text.empty()) return Error(start, "a quoted name must not be empty");
        return arrow::Status::OK();
      }
    }
    return Error(start, "the name in back-ticks does not end");
  }

  arrow::Status ScanText(SqlToken* token, bool raw) {
    const size_t start = position_;
    const char quote = text_[position_++];
    token->kind = SqlToken::Kind::kText;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == quote) {
        if (Peek(1) != quote || raw) {
          ++position_;
          return arrow::Status::OK();
        }
        token->text.push_back(quote);
        position_ += 2;
      } else if (c == '\\' && !raw && position_ + 1 < text_.size()) {
        ScanEscape(&token->text);
      } else {
        token->text.push_back(c);
        ++position_;
      }
    }
    return Error(start, "the quoted text does not end");
  }

  // At a backslash that is not the last character.
  void ScanEscape(std::string* out) {
    const char c = Peek(1);
    for (const auto& [letter, digits] : {std::pair<char, size_t>{'u', 4}, {'U', 8}}) {
      const std::string_view hex = text_.substr(std::min(position_ + 2, text_.size()), digits);
      if (c != letter || hex.size() != digits) continue;
      const std::optional<uint32_t> code = ParseHex(hex);
      if (code && *code <= 0x10FFFF) {
        AppendUtf8(*code, out);
        position_ += 2 + digits;
        return;
      }
    }
    const auto octal = [&](size_t ahead, char last) {
      return Peek(ahead) >= '0' && Peek(ahead) <= last;
    };
    if (octal(1, '1') && octal(2, '7') && octal(3, '7')) {
      AppendUtf8(static_cast<uint32_t>((Peek(1) - '0') * 64 + (Peek(2) - '0') * 8 + Peek(3) - '0'),
                 out);
      position_ += 4;
      return;
    }
    position_ += 2;
    switch (c) {
      case '0':
        out->push_back('\0');
        break;
      case 'b':
        out->push_back('\b');
        break;
      case 'n':
        out->push_back('\n');
        break;
      case 'r':
        out->push_back('\r');
        break;
      case 't':
        out->push_back('\t');
        break;
      case 'Z':
        out->push_back('\x1A');
        break;
      case '%':
      case '_':
        out->push_back('\\');
        out->push_back(c);
        break;
      default:
        out->push_back(c);
    }
  }

  arrow::Status ScanNumber(SqlToken* token) {
    const size_t start = position_;
    const auto digits = [&] {
      while (IsDigit(Peek())) ++position_;
    };
    digits();
    if (Peek() == '.' && !IsWordByte(Peek(1))) {
      ++position_;
    } else if (Peek() == '.' && IsDigit(Peek(1))) {
      ++position_;
      digits();
    }
    if (Peek() == 'e' || Peek() == 'E') {
      const size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if (IsDigit(Peek(1 + sign))) {
        position_ += 1 + sign;
        digits();
      }
    }
    const size_t suffix = position_;
    while (position_ < text_.size() && IsWordByte(text_[position_])) ++position_;
    const std::string letters = ToLowerAscii(text_.substr(suffix, position_ - suffix));
    constexpr std::array<std::string_view, 7> kSuffixes = {"", "l", "s", "y", "f", "d", "bd"};
    if (std::find(kSuffixes.begin(), kSuffixes.end(), letters) == kSuffixes.end()) {
      return Error(start, "'" + std::string(text_.substr(start, position_ - start)) +
                              "' is not a number; a name like this stands in back-ticks");
    }
    token->kind = SqlToken::Kind::kNumber;
    token->text = text_.substr(start, position_ - start);
    return arrow::Status::OK();
  }

  std::string_view text_;
  size_t position_ = 0;
};

}  // namespace

bool SqlToken::IsWord(std::string_view keyword) const {
  return kind == Kind::kWord && EqualsIgnoreCase(text, keyword);
}

std::string SqlToken::Describe() const { return kind == Kind::kEnd ? "the end" : "'" + text + "'"; }

arrow::Result<std::vector<SqlToken>> SplitSql(std::string_view text) { return Scanner(text).Run(); }

std::string SqlPosition(std::string_view text, size_t offset) {
  size_t characters = 1;
  for (size_t i = 0; i < offset && i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) ++characters;
  }
  return "at character " + std::to_string(characters);
}

}  // namespace hudi
