// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"

namespace hudi::cli {

/// How a column stands in a table of text.
struct ColumnLook {
  std::string title = {};
  /// In place of the title where room is scarce; empty: the title.
  std::string short_title = {};
  bool to_the_right = false;
  /// Cells that it keeps when cells are cut; 0: it is never cut.
  size_t min_width = 0;
  Cut cut = Cut::kEnd;
  /// Text that is too wide goes on in further lines, up to `max_lines`. Such columns become narrow
  /// before others are cut.
  bool wraps = false;
  size_t max_lines = 100;
  /// Columns with the greatest rank are left out first; 0: stays.
  int rank = 0;
};

struct Cell {
  std::string text;
  Style style = Style::kPlain;
};

/// A small table for people: as wide as the screen at most. What does not fit is made narrower,
/// and if that does not do, left out and named below.
class TextTable {
 public:
  explicit TextTable(std::vector<ColumnLook> columns) : columns_(std::move(columns)) {}

  /// One cell a column; control characters are made visible.
  void AddRow(std::vector<Cell> cells);
  /// The cells of the next column, one a row, for tables made column by column.
  void AddColumn(ColumnLook look, std::vector<Cell> cells);

  /// The header, a rule and the rows, each after `indent` blanks. `with_header` false: rows only.
  std::string Text(const Screen& screen, size_t indent = 0, bool with_header = true) const;

 private:
  struct Layout;
  Layout Fit(const Screen& screen, size_t indent, bool with_header) const;
  void Squeeze(size_t total, size_t room, Layout* layout) const;

  std::vector<ColumnLook> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace hudi::cli
