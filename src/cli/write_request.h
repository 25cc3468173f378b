// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "cli/arguments.h"
#include "cli/settings.h"
#include "hudi/table_reader.h"
#include "hudi/table_writer.h"

namespace hudi::cli {

/// What write, copy and delete have in common: their options, and how they turn into a write.

/// --operation, --mode, --key, ... of write and copy.
std::vector<OptionSpec> WriteOptionSpecs();
/// --set, --memory, --threads, --dry-run, --quiet, --format of all three.
std::vector<OptionSpec> CommitOptionSpecs();

/// Which of them are short forms of keys.
const std::vector<KeyFlag>& WriteKeyFlags();

/// Reads them all; flags that the verb lacks are absent. From here on Ctrl-C asks to stop.
arrow::Result<WriteOptions> MakeWriteOptions(const Arguments& arguments);

/// True for a folder that holds a Hudi table.
bool IsTable(const std::string& path);

/// Rows of files in one of RowFormat's formats. `target` is the table that they are for; the types
/// of its columns guide those of JSON and CSV rows without a schema.
struct FileRows {
  std::vector<std::string> paths;
  std::string format;      ///< "parquet", "csv", ...; empty: by suffix, JSON for standard input
  std::string schema_ddl;  ///< empty: none
  std::string target;      ///< empty: none
  std::shared_ptr<Progress> progress;
};
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenFileRows(const FileRows& input);

/// Rows of another table, with meta columns. The stream keeps its table open.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenTableRows(const std::string& path,
                                                                       ReadOptions options);

/// Prints what a write did as --format says: text, one JSON object, or a line of CSV. With --quiet
/// only if there is a --format. A failure to print a write that is done says that it is.
arrow::Status PrintWriteResult(const WriteResult& result, const Arguments& arguments);
/// A failure to print, of a call that is done; `what` says so.
arrow::Status DoneButUnprinted(const arrow::Status& printed, const std::string& what);
/// Such a failure: the program exits with 3, for the table has changed.
bool IsDoneButUnprinted(const arrow::Status& status);

/// What is said of a write, delete or copy that was stopped.
inline constexpr std::string_view kTableAsItWas = "the table is as it was";

}  // namespace hudi::cli
