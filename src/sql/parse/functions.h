// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/result.h>

namespace hudi::sql {

/// How a function of Spark is written for the engine, where its name or its meaning differs.
struct FunctionSpelling {
  std::string_view name;  ///< lower case
  /// The numbers of arguments that this row is for; max < 0: any.
  int min_arguments;
  int max_arguments;
  /// $1, $2: the arguments; $*: all of them; $#1: the first one, a text literal that holds a
  /// pattern of dates, as strftime has it; $@1: the first one, a replacement of a regular
  /// expression.
  std::string_view spelling;
};

/// The row for a call with so many arguments; null if the engine's function of that name is taken
/// as it is.
const FunctionSpelling* FindFunction(std::string_view name, size_t num_arguments);

/// The names of all rows, sorted.
std::vector<std::string> SpelledFunctions();

/// Turns Spark's date pattern (yyyy-MM-dd HH:mm:ss) into that of strftime.
/// Errors: plain Invalid for letters that strftime has nothing for.
arrow::Result<std::string> StrftimePattern(std::string_view pattern);

/// Turns "$1" of a replacement into "\1".
std::string ReplacementPattern(std::string_view replacement);

}  // namespace hudi::sql
