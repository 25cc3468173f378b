// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/format/rows/json_scanner.h"

namespace hudi::rows {

/// The lines of a stream, in one buffer that grows to the longest line. A byte order mark at the
/// start is skipped.
class LineReader {
 public:
  /// Readable bytes behind every line; the first is its line break.
  static constexpr size_t kPadding = JsonScanner::kPadding + 1;

  LineReader(std::shared_ptr<arrow::io::InputStream> stream, std::string file);

  /// The next line without its '\n'; valid until the next call. False at the end. Errors: kStorage
  /// with the file.
  arrow::Result<bool> Next(std::string_view* line);
  /// Of the line handed out last; the first is 1.
  int64_t line_number() const { return line_number_; }
  const std::string& file() const { return file_; }

 private:
  arrow::Status Fill();

  std::shared_ptr<arrow::io::InputStream> stream_;
  std::string file_;
  std::vector<char> buffer_;
  size_t begin_ = 0;    ///< of the bytes not handed out yet
  size_t scanned_ = 0;  ///< up to here there is no '\n'
  size_t end_ = 0;
  bool at_end_ = false;
  int64_t line_number_ = 0;
};

}  // namespace hudi::rows
