// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace hudi::cli {
namespace {

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool EndsWithUtf8(std::string locale) {
  // Names look like de_DE.UTF-8 or de_DE.utf8@euro.
  locale = locale.substr(0, locale.find('@'));
  std::string name;
  for (char c : locale) {
    if (c != '-') name.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c);
  }
  return name.ends_with("utf8");
}

// The first of these that is set decides, as in the C library. None set is what a container or a
// cron job has, and no statement about the terminal.
bool LocaleIsUtf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string_view value = Variable(name);
    if (!value.empty()) return EndsWithUtf8(std::string(value));
  }
  return true;
}

Screen ScreenOf(int descriptor) {
  Screen screen;
  screen.unicode = LocaleIsUtf8();
  screen.is_terminal = ::isatty(descriptor) == 1;
  if (!screen.is_terminal) return screen;
  screen.redraws = Variable("TERM") != "dumb";
  screen.colours = screen.redraws && Variable("NO_COLOR").empty();
  winsize size = {};
  constexpr size_t kUsualWidth = 80;
  bool known = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  screen.width = known ? size.ws_col : kUsualWidth;
  return screen;
}

uint32_t NextCodePoint(std::string_view text, size_t* position) {
  auto lead = static_cast<uint8_t>(text[*position]);
  size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  length = std::min(length, text.size() - *position);
  uint32_t code_point = lead < 0xC0 ? lead : lead & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    code_point = code_point << 6 | (static_cast<uint8_t>(text[*position + i]) & 0x3FU);
  }
  *position += length;
  return code_point;
}

struct Range {
  uint32_t first;
  uint32_t last;
};

bool IsIn(const Range* begin, const Range* end, uint32_t code_point) {
  const Range* range = std::lower_bound(
      begin, end, code_point, [](const Range& r, uint32_t value) { return r.last < value; });
  return range != end && range->first <= code_point;
}

size_t CellsOf(uint32_t code_point) {
  static constexpr std::array<Range, 31> kNone = {{
      {0x0300, 0x036F},   {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
      {0x06D6, 0x06DC},   {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D},
      {0x0981, 0x0981},   {0x09BC, 0x09BC}, {0x09C1, 0x09C4}, {0x09CD, 0x09CD}, {0x0A41, 0x0A4D},
      {0x0BCD, 0x0BCD},   {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1160, 0x11FF},
      {0x1AB0, 0x1AFF},   {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064},
      {0x20D0, 0x20FF},   {0x302A, 0x302D}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
      {0xE0100, 0xE01EF},
  }};
  static constexpr std::array<Range, 27> kTwo = {{
      {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
      {0x23F0, 0x23F0},   {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},
      {0x267F, 0x267F},   {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x2705, 0x2705},
      {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},   {0x2B1B, 0x2B1C},
      {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
      {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
      {0x1F300, 0x1F64F}, {0x1F680, 0x1FAFF}, {0x20000, 0x3FFFD},
  }};
  if (code_point < 0x300) return 1;
  if (IsIn(kNone.data(), kNone.data() + kNone.size(), code_point)) return 0;
  return IsIn(kTwo.data(), kTwo.data() + kTwo.size(), code_point) ? 2 : 1;
}

// The beginning of `text` that takes at most `width` cells, marks of its last letter included.
std::string_view Beginning(std::string_view text, size_t width) {
  size_t used = 0;
  size_t end = 0;
  for (size_t i = 0; i < text.size();) {
    used += CellsOf(NextCodePoint(text, &i));
    if (used > width) break;
    end = i;
  }
  return text.substr(0, end);
}

// The end of `text` that takes at most `width` cells.
std::string_view Ending(std::string_view text, size_t width) {
  size_t left = DisplayWidth(text);
  size_t begin = 0;
  while (begin < text.size() && left > width) left -= CellsOf(NextCodePoint(text, &begin));
  return text.substr(begin);
}

}  // namespace

Screen OutputScreen() { return ScreenOf(STDOUT_FILENO); }
Screen ErrorScreen() { return ScreenOf(STDERR_FILENO); }

std::string Styled(std::string_view text, Style style, const Screen& screen) {
  std::string_view code;
  switch (style) {
    case Style::kPlain:
      break;
    case Style::kStrong:
      code = "1";
      break;
    case Style::kFaint:
      code = "2";
      break;
    case Style::kGood:
      code = "32";
      break;
    case Style::kWarning:
      code = "33";
      break;
    case Style::kBad:
      code = "31";
      break;
    case Style::kNote:
      code = "35";
      break;
    case Style::kAccent:
      code = "36";
      break;
  }
  if (!screen.colours || code.empty() || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) width += CellsOf(NextCodePoint(text, &i));
  return width;
}

std::string Visible(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string visible;
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<uint8_t>(text[i]);
    // U+0080 to U+009F, two bytes in UTF-8, steer terminals as well.
    bool high_control = byte == 0xC2 && i + 1 < text.size() &&
                        static_cast<uint8_t>(text[i + 1]) >= 0x80 &&
                        static_cast<uint8_t>(text[i + 1]) < 0xA0;
    if (high_control) byte = static_cast<uint8_t>(text[++i]);
    if (!high_control && byte >= 0x20 && byte != 0x7F) {
      visible.push_back(static_cast<char>(byte));
    } else if (byte == '\n') {
      visible += "\\n";
    } else if (byte == '\r') {
      visible += "\\r";
    } else if (byte == '\t') {
      visible += "\\t";
    } else {
      visible += "\\x";
      visible.push_back(kHex[byte >> 4]);
      visible.push_back(kHex[byte & 15]);
    }
  }
  return visible;
}

std::string CutToWidth(std::string_view text, size_t width, Cut cut, bool unicode) {
  if (DisplayWidth(text) <= width) return std::string(text);
  std::string_view mark = unicode ? "\u2026" : "...";
  size_t mark_width = unicode ? 1 : 3;
  if (width <= mark_width) return std::string(Beginning(text, width));
  size_t room = width - mark_width;
  size_t tail = cut == Cut::kMiddle ? room / 2 : 0;
  std::string shown(Beginning(text, room - tail));
  shown += mark;
  if (tail > 0) shown += Ending(text, tail);
  return shown;
}

std::vector<std::string> WrapToWidth(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  width = std::max<size_t>(width, 2);  // what the widest letter takes
  while (DisplayWidth(text) > width) {
    std::string_view line = Beginning(text, width);
    // A line ends in front of a blank, or behind a comma or the like; a break in its first third is
    // none.
    size_t end = line.size();
    if (line.size() < text.size() && text[line.size()] != ' ') {
      // "5 ms, commit" rather breaks behind the comma than within "5 ms".
      size_t blank = line.rfind(", ");
      if (blank != std::string_view::npos) ++blank;
      if (blank == std::string_view::npos || blank < line.size() / 2) blank = line.rfind(' ');
      size_t mark = line.find_last_of(",.;:/=<-_");
      if (blank == std::string_view::npos) blank = 0;
      mark = mark == std::string_view::npos ? 0 : mark + 1;
      end = blank >= line.size() / 3 ? blank : std::max(blank, mark);
      if (end < line.size() / 3) end = line.size();
    }
    end = std::max<size_t>(end, 1);
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string Wrapped(std::string_view text, const Screen& screen) {
  std::string lines;
  for (const std::string& line : WrapToWidth(text, screen.width)) lines += line + "\n";
  return lines;
}

}  // namespace hudi::cli
