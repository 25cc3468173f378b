// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/token.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || IsDigit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Longest first.
constexpr std::array<std::string_view, 36> kSymbols = {
    "<=>", "<=", ">=", "<>", "!=", "==", "||", "&&", "=>", "->", "::", ":=",
    "<",   ">",  "=",  "!",  "(",  ")",  ",",  ".",  ":",  ";",  "+",  "-",
    "*",   "/",  "[",  "]",  "{",  "}",  "%",  "^",  "&",  "|",  "~",  "?"};

std::optional<uint32_t> ParseHex(std::string_view digits) {
  uint32_t value = 0;
  for (char c : digits) {
    char lower = Lower(c);
    uint32_t digit = 0;
    if (IsDigit(c)) {
      digit = static_cast<uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      digit = static_cast<uint32_t>(lower - 'a' + 10);
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

  TokenList Run() {
    while (SkipBlanks() && position_ < text_.size()) {
      Token token;
      token.offset = position_;
      if (!Scan(&token)) break;
      token.end = position_;
      list_.tokens.push_back(std::move(token));
    }
    Token last;
    last.offset = last.end = text_.size();
    list_.tokens.push_back(std::move(last));
    return std::move(list_);
  }

 private:
  char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }

  bool Mistake(size_t offset, std::string what, bool unfinished = false) {
    list_.mistake = SyntaxError(offset, what);
    list_.unfinished = unfinished;
    return false;
  }

  bool SkipBlanks() {
    while (position_ < text_.size()) {
      if (IsSpace(text_[position_])) {
        ++position_;
      } else if (text_.substr(position_, 2) == "--") {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (text_.substr(position_, 2) == "/*") {
        const size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) {
          return Mistake(position_, "the comment does not end", /*unfinished=*/true);
        }
        position_ = end + 2;
      } else {
        break;
      }
    }
    return true;
  }

  bool Scan(Token* token) {
    const char c = Peek();
    if (c == '\'' || c == '"') return ScanText(token, /*raw=*/false);
    if (Lower(c) == 'r' && (Peek(1) == '\'' || Peek(1) == '"')) {
      ++position_;
      return ScanText(token, /*raw=*/true);
    }
    if (c == '`') return ScanName(token);
    if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)) && !FollowsName())) return ScanNumber(token);
    if (IsWordByte(c)) {
      ScanWord(token);
      return true;
    }
    for (std::string_view symbol : kSymbols) {
      if (text_.substr(position_, symbol.size()) == symbol) {
        position_ += symbol.size();
        token->kind = Token::Kind::kSymbol;
        token->text = symbol;
        return true;
      }
    }
    return Mistake(position_, std::string("unexpected '") + c + "'");
  }

  // `t.1a` is a column, not a number.
  bool FollowsName() const {
    return !list_.tokens.empty() && list_.tokens.back().end == position_ &&
           list_.tokens.back().IsName();
  }

  void ScanWord(Token* token) {
    const size_t start = position_;
    while (position_ < text_.size() && IsWordByte(text_[position_])) ++position_;
    token->kind = Token::Kind::kWord;
    token->text = text_.substr(start, position_ - start);
  }

  bool ScanName(Token* token) {
    const size_t start = position_++;
    token->kind = Token::Kind::kQuotedName;
    while (position_ < text_.size()) {
      if (text_[position_] != '`') {
        token->text.push_back(text_[position_++]);
      } else if (Peek(1) == '`') {
        token->text.push_back('`');
        position_ += 2;
      } else {
        ++position_;
        return !token->text.empty() || Mistake(start, "a quoted name must not be empty");
      }
    }
    return Mistake(start, "the name in back-ticks does not end", /*unfinished=*/true);
  }

  bool ScanText(Token* token, bool raw) {
    const size_t start = token->offset;
    const char quote = text_[position_++];
    token->kind = Token::Kind::kText;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == quote && (Peek(1) != quote || raw)) {
        ++position_;
        return true;
      }
      if (c == quote) {
        token->text.push_back(quote);
        position_ += 2;
      } else if (c == '\\' && !raw && position_ + 1 < text_.size()) {
        ScanEscape(&token->text);
      } else {
        token->text.push_back(c);
        ++position_;
      }
    }
    return Mistake(start, "the quoted text does not end", /*unfinished=*/true);
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
    const auto octal = [&](size_t ahead, char first, char last) {
      return Peek(ahead) >= first && Peek(ahead) <= last;
    };
    if (octal(1, '0', '1') && octal(2, '0', '7') && octal(3, '0', '7')) {
      AppendUtf8(static_cast<uint32_t>((Peek(1) - '0') * 64 + (Peek(2) - '0') * 8 + Peek(3) - '0'),
                 out);
      position_ += 4;
      return;
    }
    position_ += 2;
    constexpr std::array<std::pair<char, char>, 6> kEscapes = {
        {{'0', '\0'}, {'b', '\b'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'Z', '\x1A'}}};
    for (const auto& [letter, meaning] : kEscapes) {
      if (c != letter) continue;
      out->push_back(meaning);
      return;
    }
    if (c == '%' || c == '_') out->push_back('\\');
    out->push_back(c);
  }

  // Digits that letters follow are a name where the letters are no suffix: `2024_sales`.
  bool ScanNumber(Token* token) {
    const size_t start = position_;
    const auto digits = [&] {
      while (IsDigit(Peek())) ++position_;
    };
    digits();
    if (Peek() == '.' && !IsWordByte(Peek(1)) && Peek(1) != '.') {
      ++position_;
    } else if (Peek() == '.' && IsDigit(Peek(1))) {
      ++position_;
      digits();
    }
    if (Lower(Peek()) == 'e') {
      const size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if (IsDigit(Peek(1 + sign))) {
        position_ += 1 + sign;
        digits();
      }
    }
    const size_t suffix = position_;
    while (position_ < text_.size() && IsWordByte(text_[position_])) ++position_;
    const std::string letters = LowerCase(text_.substr(suffix, position_ - suffix));
    constexpr std::array<std::string_view, 7> kSuffixes = {"", "l", "s", "y", "f", "d", "bd"};
    token->kind = Token::Kind::kNumber;
    token->text = text_.substr(start, position_ - start);
    if (std::find(kSuffixes.begin(), kSuffixes.end(), letters) != kSuffixes.end()) return true;
    if (token->text.find_first_of(".+-") == std::string::npos) {
      token->kind = Token::Kind::kWord;
      return true;
    }
    return Mistake(start, "'" + token->text + "' is not a number");
  }

  std::string_view text_;
  size_t position_ = 0;
  TokenList list_;
};

}  // namespace

bool SameWord(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return Lower(x) == Lower(y); });
}

bool ContainsWord(const std::vector<std::string>& words, std::string_view word) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& one) { return SameWord(one, word); });
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = Lower(c);
  return lower;
}

bool Token::IsWord(std::string_view keyword) const {
  return kind == Kind::kWord && SameWord(text, keyword);
}

std::string Token::Describe() const { return kind == Kind::kEnd ? "the end" : "'" + text + "'"; }

TokenList Tokenize(std::string_view text) { return Scanner(text).Run(); }

arrow::Result<Script> SplitScript(std::string_view text) {
  TokenList list = Tokenize(text);
  ARROW_RETURN_NOT_OK(list.mistake);
  Script script;
  bool begun = false;
  size_t begin = 0;
  size_t end = 0;
  for (const Token& token : list.tokens) {
    if (token.kind == Token::Kind::kEnd) break;
    if (!token.Is(";")) {
      if (!begun) begin = token.offset;
      begun = true;
      end = token.end;
      continue;
    }
    if (begun) script.statements.push_back({begin, end - begin});
    begun = false;
  }
  if (begun) {
    script.has_rest = true;
    script.rest_offset = begin;
    script.statements.push_back({begin, end - begin});
  }
  return script;
}

}  // namespace hudi::sql
