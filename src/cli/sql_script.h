// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <arrow/status.h>

#include "hudi/rows.h"
#include "hudi/sql.h"

namespace hudi::cli {

struct SqlOutput {
  RowOutputFormat format = RowOutputFormat::kTable;
  bool timing = false;
};

/// Runs one statement and prints its rows, or what it changed. A failed status knows its place in
/// the statement.
arrow::Status RunSqlStatement(sql::Session& session, const std::string& statement,
                              const SqlOutput& output);

/// Runs the statements of a script one after the other. The first that fails ends it; with
/// `keep_going` the others run all the same, and the failure counts them.
arrow::Status RunSqlScript(sql::Session& session, const std::string& script,
                           const SqlOutput& output, bool keep_going);

/// The line and the caret below the place of a failure, on standard error; nothing if it has none.
void PrintPlaceOfError(const arrow::Status& status, const std::string& text);
/// The failure with its place in words in front: "line 1, column 8: ...".
arrow::Status WithPlaceInWords(const arrow::Status& status, const std::string& text);

}  // namespace hudi::cli
