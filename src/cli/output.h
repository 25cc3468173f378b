// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/rows.h"

namespace hudi::cli {

/// Standard output as a stream; its errors (a full disk) are reported, not swallowed.
/// `before_first_byte` may be empty.
std::shared_ptr<arrow::io::OutputStream> StandardOutput(
    std::function<void()> before_first_byte = {});
/// Whether writing failed because nobody reads the pipe any more.
bool OutputReaderIsGone();
arrow::Status Print(const std::string& text);

/// A file that appears under its name only once it is whole: written beside it, then renamed.
/// What was there before stays until then. Pipes and devices are written to as they are.
class WholeFile {
 public:
  static arrow::Result<std::unique_ptr<WholeFile>> Create(const std::string& path);
  /// Removes what was written so far, unless Commit() went well.
  ~WholeFile();

  arrow::io::OutputStream& stream() { return *stream_; }
  arrow::Status Commit();

 private:
  WholeFile() = default;

  std::string path_;
  std::string temporary_path_;
  std::shared_ptr<arrow::io::OutputStream> stream_;
  bool committed_ = false;  ///< nothing is left to rename or remove
};

/// "table", "json", "csv", "parquet" or "arrow".
RowOutputFormat OutputFormatOf(std::string_view name);

}  // namespace hudi::cli
