// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arrow/status.h>

#include "cli/sql_script.h"
#include "hudi/sql.h"

namespace hudi::cli {

/// Reads statements from the terminal and runs them, until .quit or the end of input. A statement
/// that fails, and one that Ctrl-C stops, leaves the shell as it was.
arrow::Status RunSqlShell(sql::SessionOptions options, SqlOutput output);

}  // namespace hudi::cli
