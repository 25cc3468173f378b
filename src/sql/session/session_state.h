// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/sql.h"
#include "hudi/table_writer.h"
#include "sql/catalog/catalog.h"
#include "sql/duckdb/engine.h"
#include "sql/parse/rewrite.h"
#include "sql/parse/statement.h"

namespace hudi::sql {

/// A Hudi table that a statement names.
struct NamedTable {
  std::string base_path;
  std::string name;  ///< for messages
  /// Null for a path.
  std::optional<CatalogEntry> entry;
};

/// The name under which a query finds SessionState::call_rows().
inline constexpr std::string_view kCallRows = "rows of the procedure";

/// What a session remembers, and what its statements share.
class SessionState {
 public:
  static arrow::Result<std::unique_ptr<SessionState>> Open(SessionOptions options);

  const SessionOptions& options() const { return options_; }
  Catalog& catalog() { return *catalog_; }
  Engine& engine() { return *engine_; }
  const std::string& database() const { return database_; }
  arrow::Status ChangeDatabase(const std::string& name);
  std::map<std::string, std::string>& settings() { return settings_; }
  /// Queries by the lower-case name of the temporary view.
  std::map<std::string, std::string>& temporary_views() { return temporary_views_; }
  void Notice(std::string_view sentence) const;

  /// The value that SET gave, or `fallback`.
  std::string Setting(const std::string& key, const std::string& fallback) const;
  arrow::Status ChangeSetting(const std::string& key, const std::string& value);

  /// Runs a part of a statement as a query. A failed status knows its place in the statement.
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Query(const Statement& statement,
                                                                 Span query);
  arrow::Result<std::shared_ptr<arrow::Schema>> SchemaOf(const Statement& statement,
                                                         const EngineText& text);

  /// The database and the name of `name`. Errors: kInvalidArgument for too many parts, and for a
  /// path where `name` must be one of the catalog.
  arrow::Result<std::pair<std::string, std::string>> SplitName(const ObjectName& name) const;
  /// The table that `name` names. Errors: kNotFound with the nearest names; kUnsupported for a
  /// view.
  arrow::Result<NamedTable> FindTable(const ObjectName& name);
  /// The same without an error for a table that is not there.
  arrow::Result<std::optional<NamedTable>> TryFindTable(const ObjectName& name);
  arrow::Result<std::optional<CatalogEntry>> FindEntry(const ObjectName& name);

  /// What a query reads for a name; nullopt if there is no such table or view.
  arrow::Result<std::optional<TableContent>> Resolve(const std::vector<std::string>& name);

  /// Whether writes are tried out only (EXPLAIN).
  bool& dry_run() { return dry_run_; }
  /// The rows that the `filter` of a CALL is asked about; null but for that time.
  std::shared_ptr<const RowSource>& call_rows() { return call_rows_; }

  /// The options of a write into `table`: SET before the table's own properties.
  WriteOptions OptionsOfWrite(const NamedTable& table) const;

 private:
  explicit SessionState(SessionOptions options);
  arrow::Result<std::optional<TableContent>> ResolveReference(const TableReference& reference);
  arrow::Result<std::optional<TableContent>> ResolveView(const CatalogEntry& view);

  SessionOptions options_;
  std::optional<Catalog> catalog_;
  std::unique_ptr<Engine> engine_;
  bool dry_run_ = false;
  std::shared_ptr<const RowSource> call_rows_;
  std::string database_;
  std::map<std::string, std::string> settings_;
  std::map<std::string, std::string> temporary_views_;
  // Where the names in the views that the present query reads are looked up too.
  std::set<std::string> view_databases_;
};

/// The path in hudi.`/data/trips`, or empty.
std::string PathOfName(const std::vector<std::string>& parts);

/// Adds the place in the statement to an error that knows its place in the engine's text.
arrow::Status AtSource(const arrow::Status& status, const EngineText& text);

}  // namespace hudi::sql
