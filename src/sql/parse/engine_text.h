// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hudi::sql {

/// Text for the engine that knows which place of the statement each of its parts came from.
class EngineText {
 public:
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  char back() const { return text_.back(); }

  /// Adds `text`, made of the token at `offset` of the statement, and a blank before it where two
  /// words would run together.
  void Add(std::string_view text, size_t offset);
  void Add(const EngineText& other);
  /// The place in the statement that the byte at `offset` of the text was made of.
  size_t SourceOffset(size_t offset) const;

 private:
  std::string text_;
  std::vector<std::pair<size_t, size_t>> places_;  // offset here, offset in the statement
};

/// `name` in double quotes, `text` in single quotes, as the engine reads them.
std::string QuotedName(std::string_view name);
std::string QuotedText(std::string_view text);

}  // namespace hudi::sql
