// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/predicate.h"
#include "hudi/table_reader.h"

namespace hudi::sql {

/// Rows that the engine takes from a reader of ours.
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual std::shared_ptr<arrow::Schema> schema() const = 0;
  /// The rows with these columns, in this order. `filter` may be null; rows for which it is not
  /// true may be left out, but need not be.
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Scan(
      const std::vector<std::string>& columns, const PredicatePtr& filter) const = 0;
};

/// What stands for a name that the engine does not know: one of the three.
struct TableContent {
  /// Under which name its columns can be qualified, unless the query gives another.
  std::string alias;
  /// A query in the engine's text.
  std::string query;
  /// A table whose slices are read one by one: the engine reads plain files itself, and takes the
  /// rows of other slices from the reader. With it the columns that are seen, in this order.
  std::shared_ptr<const TableReader> table;
  std::shared_ptr<arrow::Schema> columns;
  std::shared_ptr<const RowSource> rows;
};

/// Which slices a query reads of a table.
struct ScanReport {
  struct Slice {
    std::string partition;
    std::string file_name;
    int64_t num_log_files = 0;
    /// The condition that no row of it can meet; empty: it is read.
    std::string dropped_by;
    /// Of a slice that is read: whether the engine reads its base file itself.
    bool is_plain = false;
  };
  std::string table;
  std::vector<Slice> slices;
};

struct EngineOptions {
  /// Asked for every name of a table that the engine does not know; the parts of the name as they
  /// stand, without quotes. Nullopt: not known here either.
  std::function<arrow::Result<std::optional<TableContent>>(const std::vector<std::string>& name)>
      resolve;
  int threads = 0;                 ///< 0: one a core
  int64_t memory_limit_bytes = 0;  ///< 0: the engine's own
};

/// DuckDB, in memory and with nothing but what this session gives it: no extensions are fetched.
///
/// For one thread at a time; Interrupt() may be called from any. A failed status knows the place in
/// the engine's text where there is one (SqlErrorDetail).
class Engine {
 public:
  static arrow::Result<std::unique_ptr<Engine>> Open(EngineOptions options);
  ~Engine();

  /// Runs one query. The stream may be read while other queries run, and must not outlive the
  /// engine. Types are those of Hudi tables: no unsigned or 128-bit integers, timestamps in UTC.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Query(const std::string& text);
  /// The columns that Query() would give.
  arrow::Result<std::shared_ptr<arrow::Schema>> SchemaOf(const std::string& text);
  /// How the tables are read whose slices the last Query() chose among, in the order of the query.
  /// Opens the footers of files that are read.
  arrow::Result<std::vector<ScanReport>> LastScans() const;
  /// A statement of our own that gives no rows, such as a setting.
  arrow::Status Run(const std::string& text);

  /// Queries that run end with kInterrupted.
  void Interrupt();

 private:
  class Impl;
  explicit Engine(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace hudi::sql
