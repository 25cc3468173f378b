// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hudi::cli {

/// Where text goes to, and what may be done there. Looked up anew at each call: a window can be
/// resized.
struct Screen {
  bool is_terminal = false;
  /// Cells a line; npos if it is no terminal, so that lines may be as long as they are.
  size_t width = std::string::npos;
  /// Colours are wanted: a terminal, not TERM=dumb, and NO_COLOR is not set.
  bool colours = false;
  /// The cursor can be moved: a terminal, not TERM=dumb.
  bool redraws = false;
  /// Letters outside ASCII can be shown: the locale is UTF-8, or says nothing.
  bool unicode = true;
};
Screen OutputScreen();
Screen ErrorScreen();

enum class Style { kPlain, kStrong, kFaint, kGood, kWarning, kBad, kNote, kAccent };

/// `text` in a style, where the screen has colours.
std::string Styled(std::string_view text, Style style, const Screen& screen);

/// Cells that `text` takes: two for East Asian letters and pictures, none for combining marks.
size_t DisplayWidth(std::string_view text);

/// Line breaks, escapes and other control characters as text ("\n", "\x1b").
std::string Visible(std::string_view text);

/// Where text that is too wide loses letters.
enum class Cut { kEnd, kMiddle };
/// `text` in at most `width` cells, with an ellipsis where letters are missing.
std::string CutToWidth(std::string_view text, size_t width, Cut cut, bool unicode);

/// `text` on lines of at most `width` cells, broken at blanks and behind punctuation where there
/// is any.
std::vector<std::string> WrapToWidth(std::string_view text, size_t width);
/// The same as lines of a screen, each with its end.
std::string Wrapped(std::string_view text, const Screen& screen);

}  // namespace hudi::cli
