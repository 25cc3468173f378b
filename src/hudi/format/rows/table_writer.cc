// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "hudi/format/rows/cell_text.h"
#include "hudi/format/rows/row_writers.h"

namespace hudi::rows {
namespace {

constexpr std::string_view kGap = "  ";

bool IsNumeric(const arrow::DataType& type) {
  return arrow::is_numeric(type.id()) || arrow::is_decimal(type.id());
}

uint32_t NextCodePoint(std::string_view text, size_t* position) {
  auto lead = static_cast<uint8_t>(text[*position]);
  size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t code_point = lead < 0x80 ? lead : lead & (0xFFU >> (length + 1));
  for (size_t k = 1; k < length && *position + k < text.size(); ++k) {
    code_point = code_point << 6 | (static_cast<uint8_t>(text[*position + k]) & 0x3FU);
  }
  *position += length;
  return code_point;
}

// Terminals draw East Asian letters and pictures two cells wide and combining marks in none.
size_t CellsOf(uint32_t code_point) {
  struct Range {
    uint32_t first, last;
  };
  constexpr std::array<Range, 5> kNone = {
      {{0x0300, 0x036F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};
  constexpr std::array<Range, 9> kTwo = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0x1F300, 0x1FAFF},
                                          {0x20000, 0x3FFFD}}};
  auto contains = [code_point](Range range) {
    return code_point >= range.first && code_point <= range.last;
  };
  if (std::any_of(kNone.begin(), kNone.end(), contains)) return 0;
  return std::any_of(kTwo.begin(), kTwo.end(), contains) ? 2 : 1;
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size();) width += CellsOf(NextCodePoint(text, &i));
  return width;
}

// Line breaks and other control characters would tear the table apart.
void AppendVisible(std::string_view text, std::string* out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (char c : text) {
    auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      out->push_back(c);
    } else if (c == '\n') {
      out->append("\\n");
    } else if (c == '\r') {
      out->append("\\r");
    } else if (c == '\t') {
      out->append("\\t");
    } else {
      out->append("\\x");
      out->push_back(kHex[byte >> 4]);
      out->push_back(kHex[byte & 15]);
    }
  }
}

struct TextColumn {
  bool to_the_right = false;
  size_t width = 0;
  std::string text;          ///< all cells, the header first
  std::vector<size_t> ends;  ///< of each cell in `text`

  void EndCell() {
    size_t begin = ends.empty() ? 0 : ends.back();
    width = std::max(width, DisplayWidth(std::string_view(text).substr(begin)));
    ends.push_back(text.size());
  }
  std::string_view Cell(size_t index) const {
    size_t begin = index == 0 ? 0 : ends[index - 1];
    return std::string_view(text).substr(begin, ends[index] - begin);
  }
};

}  // namespace

arrow::Status WriteTableRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output) {
  ARROW_RETURN_NOT_OK(CheckHasText(*rows.schema()));
  std::vector<TextColumn> columns;
  for (const std::shared_ptr<arrow::Field>& field : rows.schema()->fields()) {
    columns.emplace_back();
    columns.back().to_the_right = IsNumeric(*field->type());
    AppendVisible(field->name(), &columns.back().text);
    columns.back().EndCell();
  }
  size_t num_rows = 0;
  std::string cell;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) break;
    for (size_t i = 0; i < columns.size(); ++i) {
      const arrow::Array& array = *batch->column(static_cast<int>(i));
      for (int64_t row = 0; row < batch->num_rows(); ++row) {
        cell.clear();
        if (array.IsNull(row)) {
          cell.append("null");
        } else {
          AppendPlain(array, row, &cell);
        }
        AppendVisible(cell, &columns[i].text);
        columns[i].EndCell();
      }
    }
    num_rows += static_cast<size_t>(batch->num_rows());
  }
  std::string line;
  for (size_t row = 0; row <= num_rows && !columns.empty(); ++row) {
    line.clear();
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) line.append(kGap);
      std::string_view text = columns[i].Cell(row);
      size_t blanks = columns[i].width - DisplayWidth(text);
      if (columns[i].to_the_right) line.append(blanks, ' ');
      line.append(text);
      bool last = i + 1 == columns.size();
      if (!columns[i].to_the_right && !last) line.append(blanks, ' ');
    }
    if (columns.back().Cell(row).empty()) line.erase(line.find_last_not_of(' ') + 1);
    line.push_back('\n');
    if (row == 0) {
      for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) line.append(kGap);
        line.append(columns[i].width, '-');
      }
      line.push_back('\n');
    }
    ARROW_RETURN_NOT_OK(output.Write(line.data(), static_cast<int64_t>(line.size())));
  }
  return arrow::Status::OK();
}

}  // namespace hudi::rows
