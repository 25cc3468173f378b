// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/partition_paths.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;

arrow::Status RemoveFolder(const std::string& path) {
  std::error_code error;
  // Only a table's folder is removed, whatever the catalog says.
  bool is_table = fs::exists(fs::path(path) / ".hoodie", error);
  if (!is_table) return arrow::Status::OK();
  fs::remove_all(path, error);
  if (!error) return arrow::Status::OK();
  return Fail(ErrorCode::kStorage, path, "cannot remove '", path, "': ", error.message());
}

}  // namespace

arrow::Result<StatementResult> RunCreateView(SessionState& state, const Statement& statement,
                                             const CreateViewStatement& create) {
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, create.query));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, state.SchemaOf(statement, text));
  if (!create.columns.empty() &&
      create.columns.size() != static_cast<size_t>(schema->num_fields())) {
    return AtPlace(
        Fail(ErrorCode::kInvalidSchema, create.name.ToString(), "the view names ",
             create.columns.size(), " columns, but its query gives ", schema->num_fields()),
        create.name.offset);
  }
  ARROW_ASSIGN_OR_RAISE(auto name, state.SplitName(create.name));
  if (create.temporary) {
    if (create.name.parts.size() > 1) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, create.name.ToString(),
                          "a temporary view belongs to no database"),
                     create.name.offset);
    }
    auto& views = state.temporary_views();
    if (views.count(name.second) > 0 && !create.or_replace) {
      if (create.if_not_exists) return StatementResult{};
      return AtPlace(Fail(ErrorCode::kTableExists, name.second, "the temporary view '", name.second,
                          "' exists already; CREATE OR REPLACE TEMP VIEW changes it"),
                     create.name.offset);
    }
    std::string query = text.text();
    if (!create.columns.empty()) {
      std::string columns;
      for (const std::string& column : create.columns) {
        columns += (columns.empty() ? "" : ", ") + QuotedName(column);
      }
      query = "SELECT * FROM (" + query + ") AS v(" + columns + ")";
    }
    // A view that reads the view of its own name would never end.
    auto old = views.find(name.second);
    if (old != views.end()) {
      views.erase(old);
      auto still_there = state.engine().SchemaOf(query);
      if (!still_there.ok()) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, name.second, "the view '", name.second,
                            "' cannot be defined by itself"),
                       create.name.offset);
      }
    }
    views[name.second] = query;
    return StatementResult{};
  }
  CatalogEntry entry;
  entry.database = name.first;
  entry.name = name.second;
  entry.is_view = true;
  entry.view_query = statement.TextOf(create.query);
  entry.view_database = state.database();
  entry.view_columns = create.columns;
  ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> existing,
                        state.catalog().Find(name.first, name.second));
  if (existing && create.if_not_exists) return StatementResult{};
  if (existing && (!create.or_replace || !existing->is_view)) {
    return AtPlace(Fail(ErrorCode::kTableExists, create.name.ToString(), "'",
                        create.name.ToString(), "' exists already"),
                   create.name.offset);
  }
  ARROW_RETURN_NOT_OK(existing ? state.catalog().Replace(entry) : state.catalog().Add(entry));
  return StatementResult{};
}

arrow::Result<StatementResult> RunCreateDatabase(SessionState& state,
                                                 const CreateDatabaseStatement& create) {
  Database database;
  database.name = LowerCase(create.name.parts.back());
  database.comment = create.comment.value_or("");
  if (create.location) database.location = fs::absolute(*create.location).lexically_normal();
  arrow::Status made = state.catalog().CreateDatabase(database);
  if (CodeOf(made) == ErrorCode::kTableExists && create.if_not_exists) return StatementResult{};
  if (!made.ok()) return AtPlace(made, create.name.offset);
  return StatementResult{};
}

arrow::Result<StatementResult> RunDrop(SessionState& state, const DropStatement& drop) {
  const auto missing = [&](std::string_view kind) -> arrow::Result<StatementResult> {
    if (drop.if_exists) return StatementResult{};
    return AtPlace(Fail(ErrorCode::kNotFound, drop.name.ToString(), "the ", kind, " '",
                        drop.name.ToString(), "' does not exist"),
                   drop.name.offset);
  };
  if (drop.kind == ObjectKind::kDatabase) {
    std::string name = LowerCase(drop.name.parts.back());
    ARROW_ASSIGN_OR_RAISE(bool exists, state.catalog().HasDatabase(name));
    if (!exists) return missing("database");
    ARROW_ASSIGN_OR_RAISE(std::vector<CatalogEntry> entries, state.catalog().List(name));
    if (!entries.empty() && !drop.cascade) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, name, "the database '", name, "' holds ",
                          entries.size(), entries.size() == 1 ? " table" : " tables",
                          " or views; DROP DATABASE ... CASCADE drops them too"),
                     drop.name.offset);
    }
    for (const CatalogEntry& entry : entries) {
      if (!entry.is_view && entry.managed) ARROW_RETURN_NOT_OK(RemoveFolder(entry.location));
    }
    arrow::Status dropped = state.catalog().DropDatabase(name);
    if (!dropped.ok()) return AtPlace(dropped, drop.name.offset);
    if (state.database() == name) ARROW_RETURN_NOT_OK(state.ChangeDatabase("default"));
    return StatementResult{};
  }
  bool want_view = drop.kind == ObjectKind::kView;
  if (drop.name.parts.size() == 1) {
    auto view = state.temporary_views().find(LowerCase(drop.name.parts[0]));
    if (view != state.temporary_views().end()) {
      if (!want_view) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, drop.name.ToString(), "'",
                            drop.name.ToString(), "' is a view: DROP VIEW drops it"),
                       drop.name.offset);
      }
      state.temporary_views().erase(view);
      return StatementResult{};
    }
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> entry, state.FindEntry(drop.name));
  if (!entry) return missing(want_view ? "view" : "table");
  if (entry->is_view != want_view) {
    return AtPlace(Fail(ErrorCode::kInvalidArgument, drop.name.ToString(), "'",
                        drop.name.ToString(), "' is a ", entry->is_view ? "view" : "table",
                        ": DROP ", entry->is_view ? "VIEW" : "TABLE", " drops it"),
                   drop.name.offset);
  }
  if (!entry->is_view && (entry->managed || drop.purge)) {
    ARROW_RETURN_NOT_OK(RemoveFolder(entry->location));
  }
  ARROW_RETURN_NOT_OK(state.catalog().Remove(*entry));
  return StatementResult{};
}

arrow::Result<StatementResult> RunTruncate(SessionState& state, const Statement& statement,
                                           const TruncateStatement& truncate) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(truncate.name));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  if (truncate.partition) {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> paths,
                          PartitionsOfSpec(state, statement, table, info, *truncate.partition));
    return DeletePartitions(state, table, paths);
  }
  // One commit that replaces everything by nothing: unlike in the reference the timeline stays, and
  // with it time travel.
  if (info.schema == nullptr) return StatementResult{};
  WriteOptions write = state.OptionsOfWrite(table);
  write.config[kOperationOption] = "insert_overwrite_table";
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> none,
                        arrow::RecordBatchReader::Make({}, info.schema));
  ARROW_ASSIGN_OR_RAISE(WriteResult written, WriteTable(table.base_path, none, write));
  StatementResult result;
  result.change = SummaryOf(table, written);
  return result;
}

}  // namespace hudi::sql
