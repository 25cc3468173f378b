// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

#include "sql/parse/token.h"

namespace hudi::sql {

/// Whether `word` is one of `words`, in any case.
template <size_t N>
bool IsAnyOf(std::string_view word, const std::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view candidate) { return SameWord(candidate, word); });
}

/// A byte that a name can hold without quotes.
inline bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace hudi::sql
