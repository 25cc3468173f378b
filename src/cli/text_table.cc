// SPDX-License-Identifier: Apache-2.0
#include "cli/text_table.h"

#include <algorithm>
#include <utility>

namespace hudi::cli {
namespace {

constexpr size_t kGap = 2;

void Append(std::string_view shown, size_t blanks, const Cell& cell, bool to_the_right,
            const Screen& screen, std::string* line) {
  if (to_the_right) line->append(blanks, ' ');
  line->append(Styled(shown, cell.style, screen));
  if (!to_the_right) line->append(blanks, ' ');
}

std::vector<std::string> Fitted(const std::string& cell, size_t width, const ColumnLook& look,
                                const Screen& screen) {
  if (!look.wraps) return {CutToWidth(cell, width, look.cut, screen.unicode)};
  std::vector<std::string> lines = WrapToWidth(cell, width);
  if (lines.size() <= look.max_lines) return lines;
  lines.resize(look.max_lines);
  std::string& last = lines.back();
  last =
      CutToWidth(last + "   ", std::min(width, DisplayWidth(last) + 1), Cut::kEnd, screen.unicode);
  return lines;
}

void EndLine(std::string* line) {
  line->erase(line->find_last_not_of(' ') + 1);
  line->push_back('\n');
}

}  // namespace

/// Which columns are shown, how wide, under which titles.
struct TextTable::Layout {
  std::vector<size_t> shown;
  std::vector<size_t> widths;        ///< of the shown ones
  std::vector<std::string> titles;   ///< of the shown ones
  std::vector<std::string> omitted;  ///< titles
};

void TextTable::AddRow(std::vector<Cell> cells) {
  for (Cell& cell : cells) cell.text = Visible(cell.text);
  rows_.push_back(std::move(cells));
}

void TextTable::AddColumn(ColumnLook look, std::vector<Cell> cells) {
  columns_.push_back(std::move(look));
  rows_.resize(std::max(rows_.size(), cells.size()));
  for (size_t i = 0; i < cells.size(); ++i) {
    cells[i].text = Visible(cells[i].text);
    rows_[i].push_back(std::move(cells[i]));
  }
}

TextTable::Layout TextTable::Fit(const Screen& screen, size_t indent, bool with_header) const {
  std::vector<size_t> content(columns_.size(), 0);
  for (const std::vector<Cell>& row : rows_) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      content[i] = std::max(content[i], DisplayWidth(row[i].text));
    }
  }
  // Also the least that a column takes.
  auto width_under = [&](size_t column, const std::string& title, bool cut) {
    const ColumnLook& look = columns_[column];
    size_t cells =
        cut && look.min_width > 0 ? std::min(content[column], look.min_width) : content[column];
    return with_header ? std::max(cells, DisplayWidth(title)) : cells;
  };
  auto short_title = [&](size_t column) {
    const ColumnLook& look = columns_[column];
    return look.short_title.empty() ? look.title : look.short_title;
  };

  Layout layout;
  for (size_t i = 0; i < columns_.size(); ++i) layout.shown.push_back(i);
  size_t room = screen.width == std::string::npos ? screen.width
                                                  : screen.width - std::min(indent, screen.width);
  auto sum = [&](bool shortened, bool cut) {
    size_t total = layout.shown.empty() ? 0 : (layout.shown.size() - 1) * kGap;
    for (size_t column : layout.shown) {
      total += width_under(column, shortened ? short_title(column) : columns_[column].title, cut);
    }
    return total;
  };
  // Leave out, shorten titles, cut: in this order of need, each only if the next would not do.
  while (sum(/*shortened=*/true, /*cut=*/true) > room) {
    auto least =
        std::max_element(layout.shown.begin(), layout.shown.end(),
                         [&](size_t a, size_t b) { return columns_[a].rank < columns_[b].rank; });
    if (least == layout.shown.end() || columns_[*least].rank == 0) break;
    layout.omitted.insert(layout.omitted.begin(), columns_[*least].title);
    layout.shown.erase(least);
  }
  bool shortened = sum(/*shortened=*/false, /*cut=*/false) > room;
  std::vector<size_t> least;
  for (size_t column : layout.shown) {
    std::string title = shortened ? short_title(column) : columns_[column].title;
    layout.widths.push_back(width_under(column, title, /*cut=*/false));
    least.push_back(width_under(column, title, /*cut=*/true));
    layout.titles.push_back(std::move(title));
  }
  size_t total = sum(shortened, /*cut=*/false);
  while (total > room) {
    // The widest of those that can give way.
    size_t widest = layout.widths.size();
    for (size_t i = 0; i < layout.widths.size(); ++i) {
      if (layout.widths[i] <= least[i]) continue;
      auto place = [&](size_t column) {
        return std::pair(columns_[layout.shown[column]].wraps, layout.widths[column]);
      };
      if (widest == layout.widths.size() || place(i) > place(widest)) widest = i;
    }
    if (widest == layout.widths.size()) break;
    --layout.widths[widest];
    --total;
  }
  Squeeze(total, room, &layout);
  return layout;
}

// On the narrowest screens: texts and titles become as short as need be, numbers stay whole.
void TextTable::Squeeze(size_t total, size_t room, Layout* layout) const {
  constexpr size_t kLeast = 4;
  while (total > room) {
    size_t widest = layout->widths.size();
    for (size_t i = 0; i < layout->widths.size(); ++i) {
      if (columns_[layout->shown[i]].to_the_right || layout->widths[i] <= kLeast) continue;
      if (widest == layout->widths.size() || layout->widths[i] > layout->widths[widest]) widest = i;
    }
    if (widest == layout->widths.size()) return;
    --layout->widths[widest];
    --total;
  }
}

std::string TextTable::Text(const Screen& screen, size_t indent, bool with_header) const {
  Layout layout = Fit(screen, indent, with_header);
  std::string text;
  std::string line;
  if (with_header) {
    for (size_t i = 0; i < layout.shown.size(); ++i) {
      line.append(i == 0 ? indent : kGap, ' ');
      const std::string title =
          CutToWidth(layout.titles[i], layout.widths[i], Cut::kEnd, screen.unicode);
      size_t blanks = layout.widths[i] - DisplayWidth(title);
      Append(title, blanks, {"", Style::kStrong}, columns_[layout.shown[i]].to_the_right, screen,
             &line);
    }
    EndLine(&line);
    text += line;
    line.clear();
    std::string_view stroke = screen.is_terminal && screen.unicode ? "\u2500" : "-";
    for (size_t i = 0; i < layout.shown.size(); ++i) {
      line.append(i == 0 ? indent : kGap, ' ');
      std::string rule;
      for (size_t cell = 0; cell < layout.widths[i]; ++cell) rule += stroke;
      line += Styled(rule, Style::kFaint, screen);
    }
    EndLine(&line);
    text += line;
  }
  for (const std::vector<Cell>& row : rows_) {
    std::vector<std::vector<std::string>> lines(layout.shown.size());
    size_t height = 1;
    for (size_t i = 0; i < layout.shown.size(); ++i) {
      const std::string& cell = row[layout.shown[i]].text;
      lines[i] = Fitted(cell, layout.widths[i], columns_[layout.shown[i]], screen);
      height = std::max(height, lines[i].size());
    }
    for (size_t k = 0; k < height; ++k) {
      line.clear();
      for (size_t i = 0; i < layout.shown.size(); ++i) {
        line.append(i == 0 ? indent : kGap, ' ');
        std::string_view shown = k < lines[i].size() ? std::string_view(lines[i][k]) : "";
        size_t blanks = layout.widths[i] - std::min(layout.widths[i], DisplayWidth(shown));
        Append(shown, blanks, row[layout.shown[i]], columns_[layout.shown[i]].to_the_right, screen,
               &line);
      }
      EndLine(&line);
      text += line;
    }
  }
  if (!layout.omitted.empty()) {
    std::string note = "not shown for want of room: ";
    for (size_t i = 0; i < layout.omitted.size(); ++i) {
      note += (i == 0 ? "" : ", ") + layout.omitted[i];
    }
    for (const std::string& part :
         WrapToWidth(note, screen.width - std::min(screen.width, indent))) {
      text += std::string(indent, ' ') + Styled(part, Style::kFaint, screen) + "\n";
    }
  }
  return text;
}

}  // namespace hudi::cli
