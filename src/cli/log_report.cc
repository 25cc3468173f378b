// SPDX-License-Identifier: Apache-2.0
#include "cli/log_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/amounts.h"

namespace hudi::cli {
namespace {

constexpr std::string_view kUnreadable = "unreadable";

// A rollback works on other blocks, change data holds no rows of the table, and a slice with a file
// that cannot be read is not read at all.
bool IsLeftOut(const LogBlockInfo& block) {
  return block.fate != "counts" && block.fate != "rollback" && block.fate != "change data" &&
         block.fate != "unknown";
}

// A rollback names what it takes back.
std::string WhyOf(const LogBlockInfo& block) {
  return block.target_instant.empty() ? block.fate : block.fate + " of " + block.target_instant;
}

}  // namespace

LogReport::LogReport(std::vector<LogFileInfo> files) : files_(std::move(files)) {
  for (const LogFileInfo& file : files_) {
    int64_t end = 0;
    for (const LogBlockInfo& block : file.blocks) {
      ++counts_[block.kind];
      lines_.push_back({&file, block});
      if (IsLeftOut(block)) left_out_.push_back({&file, block});
      end = block.offset + block.size_bytes;
    }
    if (file.error.empty()) continue;
    LogBlockInfo rest;
    rest.offset = end;
    rest.size_bytes = file.size_bytes - end;
    rest.kind = kUnreadable;
    rest.fate = file.error;
    ++counts_[rest.kind];
    lines_.push_back({&file, rest});
    left_out_.push_back({&file, rest});
  }
}

std::string LogReport::CountsText() const {
  std::string text;
  for (const auto& [kind, count] : counts_) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", GroupedText(count), kind);
  }
  return text.empty() ? "0" : text;
}

arrow::Result<std::string> LogReport::Table(const std::vector<Line>& lines, size_t shown,
                                            const Screen& screen, size_t indent) {
  std::vector<Line> rows(lines.begin(), lines.begin() + std::min(shown, lines.size()));
  ResultTable table;
  ARROW_RETURN_NOT_OK(table.Add({"file", {.min_width = 30, .cut = Cut::kMiddle}}, rows,
                                [](const Line& line) { return line.file->path; }));
  ARROW_RETURN_NOT_OK(table.Add("byte", rows, [](const Line& line) { return line.block.offset; }));
  ARROW_RETURN_NOT_OK(
      table.Add("length", rows, [](const Line& line) { return line.block.size_bytes; }));
  ARROW_RETURN_NOT_OK(table.Add("block", rows, [](const Line& line) { return line.block.kind; }));
  ARROW_RETURN_NOT_OK(table.Add({"instant", {.rank = 1}}, rows,
                                [](const Line& line) { return line.block.instant; }));
  ARROW_RETURN_NOT_OK(table.Add({"fate", {.min_width = 12, .wraps = true}}, rows,
                                [](const Line& line) { return WhyOf(line.block); }));
  std::string text = table.Text(screen, indent);
  if (rows.size() < lines.size()) {
    text += fmt::format("  {} {} more (--all shows them)\n", screen.unicode ? "\u2026" : "...",
                        GroupedText(static_cast<int64_t>(lines.size() - rows.size())));
  }
  return text;
}

arrow::Result<std::string> LogReport::LeftOutText(const Screen& screen, size_t indent,
                                                  size_t shown) const {
  if (left_out_.empty()) return std::string();
  return Table(left_out_, shown, screen, indent);
}

arrow::Result<std::string> LogReport::BlocksText(const Screen& screen, size_t indent) const {
  if (lines_.empty()) return std::string();
  return Table(lines_, lines_.size(), screen, indent);
}

nlohmann::ordered_json LogReport::AsJson(const std::vector<Line>& lines) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Line& line : lines) {
    nlohmann::ordered_json block = {
        {"partition", line.file->partition}, {"path", line.file->path},
        {"state", line.file->state},         {"offset", line.block.offset},
        {"bytes", line.block.size_bytes},    {"kind", line.block.kind}};
    if (!line.block.instant.empty()) block["instant"] = line.block.instant;
    if (!line.block.target_instant.empty()) block["target_instant"] = line.block.target_instant;
    block["fate"] = line.block.fate;
    list.push_back(std::move(block));
  }
  return list;
}

void LogReport::AddTo(nlohmann::ordered_json* object, bool all_blocks) const {
  (*object)["log_blocks"] = counts_;
  (*object)["log_blocks_left_out"] = AsJson(left_out_);
  if (all_blocks) (*object)["log_block_list"] = AsJson(lines_);
}

}  // namespace hudi::cli
