// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hudi::rows {

/// Steps through one JSON text, token by token, strictly by RFC 8259, and knows where it stands.
///
/// Written by hand so that values go from the text straight into columns and every mistake has a
/// place; simdjson is no choice beside Arrow, whose libraries export another version of its
/// symbols.
///
/// Every function that returns bool returns false once it has noted a mistake; nothing may be
/// called after that but mistake_at() and mistake().
class JsonScanner {
 public:
  /// Readable bytes that must follow each text.
  static constexpr size_t kPadding = 8;

  JsonScanner();

  /// `text` must outlive the scan and be followed by a '\n' and more readable bytes.
  bool Start(std::string_view text);

  /// The next character that is not blank; '\0' at the end.
  char Peek() {
    while (position_ != end_ && IsBlank(*position_)) ++position_;
    return position_ == end_ ? '\0' : *position_;
  }
  /// Of the character that Peek() returned, or else behind the last token.
  const char* position() const { return position_; }
  const char* end() const { return end_; }

  // -- after Peek() returned the first character of such a token

  /// Without quotes and escapes; valid until the next call.
  bool TakeString(std::string_view* text);
  bool TakeNumber(std::string_view* token);
  /// "true", "false" or "null".
  bool TakeWord(std::string_view word);
  /// Steps over '{' or '['.
  void Enter() { ++position_; }
  /// Steps over any one value. `depth` counts the values around it.
  bool Skip(int depth);

  // -- inside an object: FirstMember, key, value, NextMember, key, value, ... until there is none

  bool FirstMember(bool* found);
  bool NextMember(bool* found);
  /// Takes a key and its ':' if the key is exactly `name`; else takes nothing and returns false,
  /// which is no mistake.
  bool TryKey(std::string_view name);
  bool TakeKey(std::string_view* key);

  // -- inside an array, likewise

  bool FirstElement(bool* found);
  bool NextElement(bool* found);

  /// After the last value: notes a mistake if more text follows.
  bool ExpectEnd(const char* what);

  /// Notes that no value begins here.
  bool NoValue();
  bool Mistake(std::string what) { return MistakeAt(position_, std::move(what)); }
  const char* mistake_at() const { return mistake_at_; }
  const std::string& mistake() const { return mistake_; }

 private:
  static bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }

  bool MistakeAt(const char* at, std::string what);
  bool TakeEscapedString(const char* begin, std::string_view* text);
  bool TakeEscape();
  bool TakeCodeUnit(uint32_t* unit);
  bool Digits();

  const char* position_ = nullptr;
  const char* end_ = nullptr;
  std::string unescaped_;
  const char* mistake_at_ = nullptr;
  std::string mistake_;
};

}  // namespace hudi::rows
