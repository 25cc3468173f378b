// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace hudi::cli {

/// A word of a command line without its quotes.
struct ShellWord {
  std::string text;
  char open_quote = '\0';  ///< the quote that the word does not close
};

/// Takes quotes and backslashes out of a word as bash does. A leading `~/` and variables of the
/// environment are put in where bash would; other expansions stay as they stand.
ShellWord Unquoted(std::string_view typed);

/// The word as bash must see it to read `text`: with backslashes, or as the inside of
/// `open_quote`.
std::string Quoted(std::string_view text, char open_quote);

}  // namespace hudi::cli
