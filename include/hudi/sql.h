// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/export.h"

namespace hudi::sql {

struct HUDI_EXPORT SessionOptions {
  /// The folder that is the catalog: managed tables, and where the others are. Made when the first
  /// table is.
  std::string warehouse = "hudi-warehouse";
  /// Settings as SET makes them.
  std::map<std::string, std::string> settings;
  /// Worker threads; 0: one a core.
  int threads = 0;
  /// Bytes that a statement may hold in memory before it spills; 0: the engines' own.
  int64_t memory_limit_bytes = 0;
  /// Gets each sentence that the user should see.
  std::function<void(std::string_view)> on_notice;
  /// Polled by writes; true stops them and leaves the table as it was.
  std::function<bool()> should_stop;
};

/// What a statement that changes a table did.
struct HUDI_EXPORT ChangeSummary {
  std::string table;
  std::string operation;  ///< "upsert", "insert_overwrite", ...
  std::string instant;    ///< empty if nothing was committed
  int64_t rows_inserted = 0;
  int64_t rows_updated = 0;
  int64_t rows_deleted = 0;
  int64_t files_written = 0;
  int64_t bytes_written = 0;
  int64_t partitions_written = 0;
  /// Whose rows are gone or replaced as a whole: INSERT OVERWRITE, DROP PARTITION, TRUNCATE.
  int64_t file_groups_replaced = 0;
};

struct HUDI_EXPORT StatementResult {
  /// The rows of a query, SHOW, DESCRIBE, EXPLAIN or CALL; null for other statements.
  std::shared_ptr<arrow::RecordBatchReader> rows;
  /// What INSERT, UPDATE, DELETE, MERGE or CREATE TABLE AS did.
  std::optional<ChangeSummary> change;
};

/// A SQL session in Spark's dialect over Hudi tables.
///
/// For one thread at a time; Interrupt() may be called from any. Streams that it hands out must not
/// outlive it.
class HUDI_EXPORT Session {
 public:
  /// Errors: kInvalidConfig for a setting that no one knows; kStorage.
  static arrow::Result<std::unique_ptr<Session>> Open(SessionOptions options);
  ~Session();

  /// Runs one statement; a semicolon at its end is allowed. A failed status knows its place in the
  /// text where there is one (DescribeError). Errors: kInvalidArgument for what is no statement,
  /// kUnsupported for what Spark has and this session has not, kNotFound for tables and columns,
  /// and those of reading and writing tables.
  arrow::Result<StatementResult> Run(const std::string& statement);
  /// The same as rows: those of the query, or one row that says what was changed.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Execute(const std::string& statement);

  /// The statement that runs ends with kInterrupted.
  void Interrupt();

  /// For completion: tables and views, and the columns of one of them.
  std::vector<std::string> TableNames();
  std::vector<std::string> ColumnNames(const std::string& table);

 private:
  class Impl;
  explicit Session(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// One statement of a script, as a place in it.
struct HUDI_EXPORT ScriptStatement {
  size_t offset = 0;
  size_t size = 0;  ///< without the semicolon
};

struct HUDI_EXPORT SplitResult {
  std::vector<ScriptStatement> statements;
  /// The last one has no semicolon.
  bool last_is_open = false;
  /// The text ends within quotes or a comment.
  bool unfinished = false;
};

/// Splits a script at its semicolons. Errors: kInvalidArgument with the place, for a character
/// that can stand nowhere.
HUDI_EXPORT arrow::Result<SplitResult> SplitStatements(std::string_view script);

/// The message of a failed status; where it knows its place in `text`: line, column, the line and
/// a caret below it.
HUDI_EXPORT std::string DescribeError(const arrow::Status& status, std::string_view text);
/// The same failure of a text that begins `distance` bytes into a longer one.
HUDI_EXPORT arrow::Status MoveError(const arrow::Status& status, size_t distance);

}  // namespace hudi::sql
