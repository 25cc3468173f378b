// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hudi/progress.h"

namespace hudi::cli {

/// What a progress line shows at one moment.
struct ProgressView {
  std::string_view phase;
  /// Between 0 and 1; negative: how much there is in all is not known.
  double share = -1;
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t files_done = 0;
  int64_t files_total = 0;
  double rows_per_second = 0;
  double bytes_per_second = 0;
  int64_t seconds = 0;        ///< since the beginning of all
  int64_t seconds_left = -1;  ///< of the phase; negative: not known
};

/// The view in at most `width` cells: what matters least is left out first.
std::string ProgressText(const ProgressView& view, size_t width, bool unicode);

/// One line on standard error that tells how far a long call has come: drawn over and over, gone at
/// the end. Nothing is drawn in the first second, and nothing at all where standard error is no
/// terminal that can redraw a line, or the user wants quiet.
///
/// One at a time. What else is printed meanwhile must go through PrintAboveProgress().
class ProgressLine {
 public:
  /// `input`: of the files or the table that rows come from. `work`: of the write itself. Either
  /// may be null.
  ProgressLine(bool quiet, std::shared_ptr<const Progress> input,
               std::shared_ptr<const Progress> work);
  /// Removes the line.
  ~ProgressLine();

  /// Removes the line for good, before results are printed.
  void Stop();

 private:
  class Drawer;
  std::unique_ptr<Drawer> drawer_;
};

/// Prints a whole line to standard error, above the progress line if there is one.
void PrintAboveProgress(const std::string& line);
/// What a signal handler writes first, so that its own line begins at the left: an escape sequence
/// while a progress line is drawn, else nothing. Async-signal-safe.
std::string_view ClearProgressSequence();

}  // namespace hudi::cli
