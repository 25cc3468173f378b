// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <arrow/status.h>

namespace hudi::cli {

/// `hudi __complete SHELL WORD...`, which the scripts of `hudi completion` call: prints what the
/// last word, where the cursor stands, may become.
///
/// The words are those behind `hudi`, as they were typed; for bash the answers are quoted like the
/// last of them, zsh quotes them itself. The first line is a list of hints, `-` if there are none:
/// `files` and `folders` (the shell offers them itself), `nospace` (the word may go on). Every
/// other line is a word and, behind a tab, what it means. Whatever cannot be found out, such as the
/// columns of a table that does not open, is left out: a completion prints no errors.
arrow::Status PrintCompletions(const std::vector<std::string>& arguments);

}  // namespace hudi::cli
