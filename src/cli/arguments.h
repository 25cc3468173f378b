// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

#include "cli/verb.h"

namespace hudi::cli {

/// More threads than this are a slip of the pen.
inline constexpr int64_t kMaxThreads = 1024;

/// What stands on the command line behind a verb, checked against the verb's tables.
class Arguments {
 public:
  /// Usage errors: an unknown option (with the nearest one), a missing or needless value, a value
  /// that is none of the choices, an option that stands twice.
  static arrow::Result<Arguments> Parse(const Verb& verb, std::vector<std::string> words);

  /// `--help` was asked for; nothing else was checked.
  bool wants_help() const { return wants_help_; }

  const std::string& positional(std::string_view name) const;
  bool HasPositional(std::string_view name) const;

  bool Has(std::string_view option) const;
  /// The option's value; where it has choices, as they spell it.
  std::optional<std::string> Find(std::string_view option) const;
  std::string Get(std::string_view option, std::string_view otherwise) const;
  std::vector<std::string> All(std::string_view option) const;
  /// A whole number of at least `min`.
  arrow::Result<std::optional<int64_t>> FindNumber(
      std::string_view option, int64_t min,
      int64_t max = std::numeric_limits<int64_t>::max()) const;

 private:
  std::map<std::string, std::string, std::less<>> positionals_;
  std::map<std::string, std::vector<std::string>, std::less<>> options_;
  bool wants_help_ = false;
};

/// A list of names: trimmed, empty ones dropped.
std::vector<std::string> SplitNames(std::string_view text);
std::string Trimmed(std::string_view text);

/// "2GB", "512MB", "1GiB", "1048576": K, M, G and T stand for powers of 1000 with "B", of 1024 with
/// "iB" or alone. Usage error for anything else.
arrow::Result<int64_t> ParseSize(std::string_view option, std::string_view text);

/// The word of `words` nearest to `word`, or "".
std::string NearestOf(std::string_view word, const std::vector<std::string>& words);

}  // namespace hudi::cli
