// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "sql/parse/functions.h"
#include "sql/parse/sql_error.h"
#include "sql/session/name_list.h"
#include "sql/session/partition_paths.h"
#include "sql/session/result_rows.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

// Spark's patterns of SHOW: * for anything, | between alternatives, in any case.
bool MatchesOne(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    for (size_t i = 0; i <= text.size(); ++i) {
      if (MatchesOne(pattern.substr(1), text.substr(i))) return true;
    }
    return false;
  }
  return !text.empty() && SameWord(pattern.substr(0, 1), text.substr(0, 1)) &&
         MatchesOne(pattern.substr(1), text.substr(1));
}
bool Matches(const std::optional<std::string>& pattern, std::string_view text) {
  if (!pattern) return true;
  std::string_view rest = *pattern;
  while (true) {
    size_t bar = rest.find('|');
    if (MatchesOne(rest.substr(0, bar), text)) return true;
    if (bar == std::string_view::npos) return false;
    rest.remove_prefix(bar + 1);
  }
}

std::string ShortType(const TableInfo& info) {
  return info.type == "MERGE_ON_READ" ? "mor" : "cow";
}

/// The properties that SHOW TBLPROPERTIES and SHOW CREATE TABLE list.
std::map<std::string, std::string> SparkProperties(const NamedTable& table, const TableInfo& info) {
  std::map<std::string, std::string> properties;
  if (table.entry) properties = table.entry->properties;
  properties["type"] = ShortType(info);
  std::string keys = JoinNames(KeyFieldsOf(info.properties));
  if (!keys.empty()) properties["primaryKey"] = keys;
  std::string ordering = JoinNames(OrderingFieldsOf(info.properties));
  if (!ordering.empty()) {
    properties["preCombineField"] = ordering;
    if (info.version >= 9) properties["orderingFields"] = ordering;
  }
  return properties;
}

bool HasMetaColumns(const TableInfo& info) {
  auto found = info.properties.find("hoodie.populate.meta.fields");
  return found == info.properties.end() || found->second != "false";
}

std::optional<std::string> CommentOf(const NamedTable& table, const arrow::Field& field) {
  if (table.entry) {
    for (const auto& [column, comment] : table.entry->column_comments) {
      if (SameWord(column, field.name())) return comment;
    }
  }
  if (field.metadata() == nullptr) return std::nullopt;
  arrow::Result<std::string> comment = field.metadata()->Get("comment");
  if (!comment.ok()) return std::nullopt;
  return *comment;
}

std::string PlainOrQuoted(const std::string& name) {
  bool plain = !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
               std::all_of(name.begin(), name.end(), [](char c) {
                 return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || c == '_';
               });
  return plain ? name : BackTicked(name);
}

std::string UpperCase(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string SingleQuoted(const std::string& text) {
  std::string quoted = "'";
  for (char c : text) {
    if (c == '\'' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted + "'";
}

std::string CreateTableText(const NamedTable& table, const TableInfo& info) {
  std::string name =
      table.entry ? "spark_catalog." + table.entry->database + "." + table.entry->name : table.name;
  std::string text = "CREATE TABLE " + name + " (\n";
  std::vector<std::string> lines;
  if (HasMetaColumns(info)) {
    for (const char* meta : kMetaColumns) lines.push_back("  " + std::string(meta) + " STRING");
  }
  std::vector<std::string> partitions = PartitionFieldsOf(info.properties);
  for (const std::shared_ptr<arrow::Field>& field : ColumnsInOrder(*info.schema, partitions)) {
    std::string line =
        "  " + PlainOrQuoted(field->name()) + " " + UpperCase(SparkTypeText(*field->type()));
    if (!field->nullable()) line += " NOT NULL";
    if (auto comment = CommentOf(table, *field)) line += " COMMENT " + SingleQuoted(*comment);
    lines.push_back(std::move(line));
  }
  for (size_t i = 0; i < lines.size(); ++i)
    text += lines[i] + (i + 1 < lines.size() ? ",\n" : ")\n");
  text += "USING hudi\n";
  bool external = !table.entry || !table.entry->managed;
  if (external) text += "OPTIONS (\n  'path' = " + SingleQuoted("file://" + info.base_path) + ")\n";
  if (!partitions.empty()) {
    std::string list;
    for (const std::string& field : partitions) {
      list += (list.empty() ? "" : ", ") + PlainOrQuoted(field);
    }
    text += "PARTITIONED BY (" + list + ")\n";
  }
  if (external) text += "LOCATION " + SingleQuoted(info.base_path) + "\n";
  if (table.entry && !table.entry->comment.empty()) {
    text += "COMMENT " + SingleQuoted(table.entry->comment) + "\n";
  }
  std::string list;
  for (const auto& [key, value] : SparkProperties(table, info)) {
    list += (list.empty() ? "" : ",\n") + std::string("  ") + SingleQuoted(key) + " = " +
            SingleQuoted(value);
  }
  return text + "TBLPROPERTIES (\n" + list + ")\n";
}

// Without those of which all files are replaced: they were dropped.
arrow::Result<std::vector<std::string>> PresentPartitions(const TableInfo& info) {
  ARROW_ASSIGN_OR_RAISE(std::vector<FileInfo> files,
                        ListTableFiles(info.base_path, /*live_only=*/false, /*with_rows=*/false));
  std::map<std::string, bool> has_live;
  for (const FileInfo& file : files) {
    bool& live = has_live[file.partition];
    live = live || file.state == "live";
  }
  std::vector<std::string> present;
  for (const std::string& path : info.partitions) {
    auto found = has_live.find(path);
    if (found == has_live.end() || found->second) present.push_back(path);
  }
  return present;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ShowTables(SessionState& state,
                                                                    const ShowStatement& show,
                                                                    bool views_only) {
  std::string database =
      show.name.parts.empty() ? state.database() : LowerCase(show.name.parts.back());
  ARROW_ASSIGN_OR_RAISE(bool exists, state.catalog().HasDatabase(database));
  if (!exists) {
    return AtPlace(Fail(ErrorCode::kNotFound, database, "the database '", database,
                        "' does not exist; SHOW DATABASES lists them"),
                   show.name.offset);
  }
  TextRows rows({"namespace", views_only ? "viewName" : "tableName", "isTemporary"});
  ARROW_ASSIGN_OR_RAISE(std::vector<CatalogEntry> entries, state.catalog().List(database));
  for (const CatalogEntry& entry : entries) {
    if (views_only && !entry.is_view) continue;
    if (Matches(show.pattern, entry.name)) rows.Add({database, entry.name, "false"});
  }
  for (const auto& [name, query] : state.temporary_views()) {
    if (Matches(show.pattern, name)) rows.Add({"", name, "true"});
  }
  return rows.Finish();
}

// Those of the engine and those that are spelled otherwise for it; no operators, and none of its
// inner ones.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ShowFunctions(
    SessionState& state, const std::optional<std::string>& pattern) {
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::RecordBatchReader> known,
      state.engine().Query("SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE "
                           "regexp_full_match(function_name, '[A-Za-z][A-Za-z0-9_]*') AND "
                           "function_type IN ('scalar', 'aggregate', 'macro', 'table') AND NOT "
                           "regexp_matches(function_name, '^(hudi|duckdb|pragma|icu|pg|has)_')"));
  std::vector<std::string> names = SpelledFunctions();
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(known->ReadNext(&batch));
    if (batch == nullptr) break;
    const auto& texts = static_cast<const arrow::StringArray&>(*batch->column(0));
    for (int64_t row = 0; row < texts.length(); ++row) names.push_back(texts.GetString(row));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  TextRows rows({"function"});
  for (const std::string& name : names) {
    if (Matches(pattern, name)) rows.Add({name});
  }
  return rows.Finish();
}

// DESCRIBE TABLE t c
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> DescribeColumn(
    const DescribeStatement& describe, const NamedTable& table, const TableInfo& info) {
  TextRows rows({"info_name", "info_value"});
  const auto add = [&](const std::string& name, const std::string& type,
                       const std::optional<std::string>& comment) {
    rows.Add({"col_name", name});
    rows.Add({"data_type", type});
    rows.Add({"comment", comment.value_or("NULL")});
    return rows.Finish();
  };
  for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
    if (!SameWord(field->name(), describe.column)) continue;
    return add(field->name(), SparkTypeText(*field->type()), CommentOf(table, *field));
  }
  if (HasMetaColumns(info) && IsMetaColumn(describe.column)) {
    return add(LowerCase(describe.column), "string", std::nullopt);
  }
  return AtPlace(Fail(ErrorCode::kNotFound, describe.column, "column '", describe.column,
                      "' does not exist in '", table.name, "'"),
                 describe.column_offset);
}

}  // namespace

arrow::Result<StatementResult> RunShow(SessionState& state, const Statement& statement,
                                       const ShowStatement& show) {
  using Kind = ShowStatement::Kind;
  StatementResult result;
  switch (show.kind) {
    case Kind::kDatabases: {
      TextRows rows({"namespace"});
      ARROW_ASSIGN_OR_RAISE(std::vector<Database> databases, state.catalog().ListDatabases());
      for (const Database& database : databases) {
        if (Matches(show.pattern, database.name)) rows.Add({database.name});
      }
      ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
      return result;
    }
    case Kind::kTables:
    case Kind::kViews: {
      ARROW_ASSIGN_OR_RAISE(result.rows, ShowTables(state, show, show.kind == Kind::kViews));
      return result;
    }
    case Kind::kFunctions: {
      ARROW_ASSIGN_OR_RAISE(result.rows, ShowFunctions(state, show.pattern));
      return result;
    }
    case Kind::kIndexes:
      return NotSupported(show.name.offset, "indexes are not supported yet");
    default:
      break;
  }
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(show.name));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  if (info.schema == nullptr) info.schema = arrow::schema({});
  const std::vector<std::string> partitions = PartitionFieldsOf(info.properties);
  if (show.kind == Kind::kColumns) {
    TextRows rows({"col_name"});
    if (HasMetaColumns(info)) {
      for (const char* meta : kMetaColumns) rows.Add({meta});
    }
    for (const auto& field : ColumnsInOrder(*info.schema, partitions)) rows.Add({field->name()});
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  } else if (show.kind == Kind::kPartitions) {
    if (partitions.empty()) {
      return AtPlace(
          Fail(ErrorCode::kInvalidArgument, table.name, "'", table.name, "' is not partitioned"),
          show.name.offset);
    }
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> paths, PresentPartitions(info));
    if (show.partition) {
      ARROW_ASSIGN_OR_RAISE(std::vector<std::string> wanted,
                            PartitionsOfSpec(state, statement, table, info, *show.partition));
      std::erase_if(paths, [&](const std::string& path) {
        return std::find(wanted.begin(), wanted.end(), path) == wanted.end();
      });
    }
    TextRows rows({"partition"});
    for (const std::string& path : paths) rows.Add({path});
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  } else if (show.kind == Kind::kCreateTable) {
    TextRows rows({"createtab_stmt"});
    rows.Add({CreateTableText(table, info)});
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  } else {
    TextRows rows({"key", "value"});
    std::map<std::string, std::string> properties = SparkProperties(table, info);
    properties["option.path"] = "file://" + info.base_path;
    if (info.version >= 8) properties["path"] = properties["option.path"];
    if (show.property) {
      auto found = properties.find(*show.property);
      rows.Add({*show.property,
                found == properties.end()
                    ? "Table " + table.name + " does not have property: " + *show.property
                    : found->second});
    } else {
      for (const auto& [key, value] : properties) rows.Add({key, value});
    }
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  }
  return result;
}

arrow::Result<StatementResult> RunDescribe(SessionState& state, const Statement& statement,
                                           const DescribeStatement& describe) {
  StatementResult result;
  TextRows rows({"col_name", "data_type", "comment"});
  const auto describe_schema = [&](const arrow::Schema& schema) {
    for (const auto& field : schema.fields()) {
      rows.Add({field->name(), SparkTypeText(*field->type()), std::nullopt});
    }
  };
  if (describe.kind == DescribeStatement::Kind::kDatabase) {
    TextRows info({"info_name", "info_value"});
    ARROW_ASSIGN_OR_RAISE(std::vector<Database> databases, state.catalog().ListDatabases());
    for (const Database& database : databases) {
      if (!SameWord(database.name, describe.name.parts.back())) continue;
      ARROW_ASSIGN_OR_RAISE(std::string folder, state.catalog().ManagedLocation(database.name, ""));
      while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
      info.Add({"Namespace Name", database.name});
      info.Add({"Comment", database.comment});
      info.Add({"Location", folder});
      ARROW_ASSIGN_OR_RAISE(result.rows, info.Finish());
      return result;
    }
    return AtPlace(Fail(ErrorCode::kNotFound, describe.name.ToString(), "the database '",
                        describe.name.ToString(), "' does not exist"),
                   describe.name.offset);
  }
  if (describe.kind == DescribeStatement::Kind::kQuery) {
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, describe.query));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, state.SchemaOf(statement, text));
    describe_schema(*schema);
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
    return result;
  }
  ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> entry,
                        PathOfName(describe.name.parts).empty()
                            ? state.FindEntry(describe.name)
                            : arrow::Result<std::optional<CatalogEntry>>(std::nullopt));
  bool is_temporary = describe.name.parts.size() == 1 &&
                      state.temporary_views().count(LowerCase(describe.name.parts[0])) > 0;
  if (is_temporary || (entry && entry->is_view)) {
    std::string name;
    for (const std::string& part : describe.name.parts) {
      name += (name.empty() ? "" : ".") + QuotedName(part);
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema,
                          state.engine().SchemaOf("SELECT * FROM " + name));
    describe_schema(*schema);
    ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
    return result;
  }
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(describe.name));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  if (info.schema == nullptr) info.schema = arrow::schema({});
  if (!describe.column.empty()) {
    ARROW_ASSIGN_OR_RAISE(result.rows, DescribeColumn(describe, table, info));
    return result;
  }
  const std::vector<std::string> partitions = PartitionFieldsOf(info.properties);
  if (HasMetaColumns(info)) {
    for (const char* meta : kMetaColumns) rows.Add({meta, "string", std::nullopt});
  }
  for (const auto& field : ColumnsInOrder(*info.schema, partitions)) {
    rows.Add({field->name(), SparkTypeText(*field->type()), CommentOf(table, *field)});
  }
  if (!partitions.empty()) {
    rows.Add({"# Partition Information", "", ""});
    rows.Add({"# col_name", "data_type", "comment"});
    for (const std::string& name : partitions) {
      std::shared_ptr<arrow::Field> field = info.schema->GetFieldByName(name);
      rows.Add({name, field == nullptr ? "string" : SparkTypeText(*field->type()), std::nullopt});
    }
  }
  if (describe.extended) {
    rows.Add({"", "", ""});
    rows.Add({"# Detailed Table Information", "", ""});
    if (table.entry) {
      rows.Add({"Database", table.entry->database, ""});
      rows.Add({"Table", table.entry->name, ""});
      rows.Add({"Type", table.entry->managed ? "MANAGED" : "EXTERNAL", ""});
      if (!table.entry->comment.empty()) rows.Add({"Comment", table.entry->comment, ""});
    }
    rows.Add({"Provider", "hudi", ""});
    rows.Add({"Location", info.base_path, ""});
    rows.Add({"Table Version", std::to_string(info.version), ""});
    for (const auto& [key, value] : SparkProperties(table, info)) rows.Add({key, value, ""});
  }
  ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  return result;
}

}  // namespace hudi::sql
