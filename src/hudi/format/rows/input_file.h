// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <arrow/io/interfaces.h>
#include <arrow/result.h>

#include "hudi/progress.h"

namespace hudi::rows {

/// Who looks on while files are read; both may be empty.
struct InputWatch {
  /// Polled; true ends the reading (kInterrupted).
  std::function<bool()> should_stop;
  /// Its bytes_done counts what is read.
  std::shared_ptr<Progress> progress;
};

/// One input of rows: a local file, or standard input.
///
/// Standard input can be read once only as a stream. Whoever needs to look twice, or at places,
/// calls OpenFile(), which copies it into a temporary file that vanishes with this object; streams
/// opened later read that copy.
class InputFile {
 public:
  /// `path` "-" is standard input. Errors: kNotFound; kInvalidArgument for a directory;
  /// kUnsupported for a URI that is no local file.
  static arrow::Result<InputFile> Open(const std::string& path, InputWatch watch = {});

  /// The path as messages show it: "<stdin>" for standard input.
  const std::string& name() const { return name_; }
  bool is_stdin() const { return is_stdin_; }

  /// Bytes; nullopt for what has no size, such as a pipe that was not copied.
  std::optional<int64_t> Size() const;

  /// From the first byte. Errors: kStorage, also when standard input has been read already.
  arrow::Result<std::shared_ptr<arrow::io::InputStream>> OpenStream();
  arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> OpenFile();

 private:
  arrow::Result<std::shared_ptr<arrow::io::RandomAccessFile>> OpenPath() const;

  InputWatch watch_;
  std::string path_;
  std::string name_;
  bool is_stdin_ = false;
  bool stream_taken_ = false;
  std::shared_ptr<arrow::io::RandomAccessFile> copy_;
};

}  // namespace hudi::rows
