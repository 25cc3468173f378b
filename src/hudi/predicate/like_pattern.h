// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hudi {

/// Whether every backslash of a LIKE pattern stands before '%', '_' or another backslash, as Spark
/// demands.
bool IsLikePattern(std::string_view pattern);

/// SQL's LIKE on UTF-8 text: '%' any text, '_' one character, backslash escapes.
class LikePattern {
 public:
  explicit LikePattern(std::string_view pattern);

  bool Matches(std::string_view text) const;
  /// What every match starts with: the pattern up to its first wildcard, unescaped.
  std::string Prefix() const;

 private:
  struct Step {
    enum class Kind { kByte, kAnyCharacter, kAnyText };
    Kind kind;
    char byte;
  };
  std::vector<Step> steps_;
};

}  // namespace hudi
