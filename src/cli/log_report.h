// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>
#include <nlohmann/json.hpp>

#include "cli/result_table.h"
#include "cli/terminal.h"
#include "hudi/table_info.h"

namespace hudi::cli {

/// What `inspect` says of a table's log files.
class LogReport {
 public:
  explicit LogReport(std::vector<LogFileInfo> files);

  bool has_files() const { return !files_.empty(); }
  /// "8 Avro data, 2 delete, 1 corrupt".
  std::string CountsText() const;
  /// The blocks that queries leave out, and the files that cannot be read; "" if there are none.
  /// At most `shown` lines, then how many more.
  arrow::Result<std::string> LeftOutText(const Screen& screen, size_t indent, size_t shown) const;
  /// Every block.
  arrow::Result<std::string> BlocksText(const Screen& screen, size_t indent) const;

  /// Adds "log_blocks" and "log_blocks_left_out", and with `all_blocks` "log_block_list".
  void AddTo(nlohmann::ordered_json* object, bool all_blocks) const;

 private:
  struct Line {
    const LogFileInfo* file = nullptr;
    LogBlockInfo block;  ///< kind "unreadable": where the file breaks
  };
  static arrow::Result<std::string> Table(const std::vector<Line>& lines, size_t shown,
                                          const Screen& screen, size_t indent);
  static nlohmann::ordered_json AsJson(const std::vector<Line>& lines);

  std::vector<LogFileInfo> files_;
  std::vector<Line> lines_;
  std::vector<Line> left_out_;
  std::map<std::string, int64_t> counts_;  ///< by kind
};

}  // namespace hudi::cli
