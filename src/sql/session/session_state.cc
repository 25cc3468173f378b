// SPDX-License-Identifier: Apache-2.0
#include "sql/session/session_state.h"

#include <algorithm>
#include <filesystem>

#include "hudi/config.h"
#include "hudi/error.h"
#include "sql/parse/sql_error.h"
#include "sql/session/near_name.h"
#include "sql/session/relative_time.h"
#include "sql/session/table_functions.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

// Settings of this session that are not options of a write.
constexpr std::string_view kSessionKeys[] = {
    "hoodie.spark.sql.",
    "hoodie.sql.",
    "hoodie.datasource.overwrite.mode",
    "hoodie.schema.on.read.enable",
    "hoodie.datasource.query.",
    "hoodie.datasource.read.",
};

bool IsOptionOfWrite(const std::string& key) {
  if (!key.starts_with("hoodie.")) return false;
  return std::none_of(std::begin(kSessionKeys), std::end(kSessionKeys),
                      [&](std::string_view prefix) { return key.starts_with(prefix); });
}

bool LooksLikeFile(const std::string& name) {
  return name.find('/') != std::string::npos || name.find('.') != std::string::npos;
}

}  // namespace

std::string PathOfName(const std::vector<std::string>& parts) {
  if (parts.size() != 2 || !SameWord(parts[0], "hudi")) return "";
  return LooksLikeFile(parts[1]) ? parts[1] : "";
}

arrow::Status AtSource(const arrow::Status& status, const EngineText& text) {
  std::optional<size_t> offset = OffsetOf(status);
  if (!offset) return status;
  return PlaceMovedTo(status, text.SourceOffset(*offset));
}

namespace {

// What the engine asked for and is not there: the place of its name in the statement.
arrow::Status AtName(const arrow::Status& status, const Statement& statement) {
  const ErrorDetail* detail = FindErrorDetail(status);
  if (detail == nullptr || OffsetOf(status) || detail->subject().empty()) return status;
  const std::string& subject = detail->subject();
  size_t dot = subject.find('/') == std::string::npos ? subject.rfind('.') : std::string::npos;
  std::string last = dot == std::string::npos ? subject : subject.substr(dot + 1);
  for (const Token& token : statement.tokens) {
    bool named = token.IsName() || token.kind == Token::Kind::kText;
    if (named && SameWord(token.text, last)) return AtPlace(status, token.offset);
  }
  return status;
}

}  // namespace

SessionState::SessionState(SessionOptions options) : options_(std::move(options)) {}

arrow::Result<std::unique_ptr<SessionState>> SessionState::Open(SessionOptions options) {
  std::unique_ptr<SessionState> state(new SessionState(std::move(options)));
  ARROW_ASSIGN_OR_RAISE(state->catalog_, Catalog::Open(state->options_.warehouse));
  EngineOptions engine;
  engine.threads = state->options_.threads;
  engine.memory_limit_bytes = state->options_.memory_limit_bytes;
  engine.resolve = [raw = state.get()](const std::vector<std::string>& name) {
    return raw->Resolve(name);
  };
  ARROW_ASSIGN_OR_RAISE(state->engine_, Engine::Open(std::move(engine)));
  ARROW_RETURN_NOT_OK(state->ChangeDatabase("default"));
  for (const auto& [key, value] : state->options_.settings) {
    ARROW_RETURN_NOT_OK(state->ChangeSetting(key, value));
  }
  return state;
}

arrow::Status SessionState::ChangeDatabase(const std::string& name) {
  database_ = name;
  return engine_->Run("CREATE OR REPLACE MACRO hudi_current_database() AS " + QuotedText(name));
}

void SessionState::Notice(std::string_view sentence) const {
  if (options_.on_notice) options_.on_notice(sentence);
}

std::string SessionState::Setting(const std::string& key, const std::string& fallback) const {
  auto found = settings_.find(key);
  return found == settings_.end() ? fallback : found->second;
}

arrow::Status SessionState::ChangeSetting(const std::string& key, const std::string& value) {
  if (SameWord(key, "spark.sql.session.timeZone")) {
    std::string zone = SameWord(value, "local") ? "" : value;
    if (!zone.empty()) {
      ARROW_RETURN_NOT_OK(engine_->Run("SET GLOBAL TimeZone = " + QuotedText(zone)));
    }
  } else if (key.starts_with("hoodie.") && FindConfigKey(key) == nullptr &&
             !key.starts_with("hoodie.write.")) {
    std::string nearest = NearestConfigKey(key);
    return Fail(ErrorCode::kInvalidConfig, key, "unknown config '", key, "'",
                nearest.empty() ? "" : "; did you mean '" + nearest + "'?");
  } else if (!key.starts_with("hoodie.") && key.find('.') == std::string::npos) {
    return Fail(ErrorCode::kInvalidConfig, key, "unknown setting '", key,
                "': expected hoodie.* or spark.*");
  }
  settings_[key] = value;
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> SessionState::Query(
    const Statement& statement, Span query) {
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, query));
  view_databases_.clear();
  auto rows = engine_->Query(text.text());
  if (!rows.ok()) return AtName(AtSource(rows.status(), text), statement);
  return rows;
}

arrow::Result<std::shared_ptr<arrow::Schema>> SessionState::SchemaOf(const Statement& statement,
                                                                     const EngineText& text) {
  view_databases_.clear();
  auto schema = engine_->SchemaOf(text.text());
  if (schema.ok()) return schema;
  // SchemaOf() puts a query around the text.
  arrow::Status status = schema.status();
  std::optional<size_t> offset = OffsetOf(status);
  constexpr size_t kBefore = sizeof("SELECT * FROM (") - 1;
  if (offset && *offset >= kBefore) status = PlaceMovedTo(status, *offset - kBefore);
  return AtName(AtSource(status, text), statement);
}

arrow::Result<std::pair<std::string, std::string>> SessionState::SplitName(
    const ObjectName& name) const {
  std::vector<std::string> parts = name.parts;
  bool has_catalog = parts.size() == 3 && SameWord(parts[0], "spark_catalog");
  if (has_catalog) parts.erase(parts.begin());
  if (!PathOfName(parts).empty()) {
    return AtPlace(Fail(ErrorCode::kInvalidArgument, name.ToString(), "'", name.ToString(),
                        "' is a path: expected a name of the catalog here"),
                   name.offset);
  }
  if (parts.size() > 2) {
    return AtPlace(Fail(ErrorCode::kInvalidArgument, name.ToString(), "'", name.ToString(),
                        "' has too many parts: expected TABLE or DATABASE.TABLE"),
                   name.offset);
  }
  std::string database = parts.size() == 2 ? LowerCase(parts[0]) : database_;
  return std::pair(database, LowerCase(parts.back()));
}

arrow::Result<std::optional<CatalogEntry>> SessionState::FindEntry(const ObjectName& name) {
  ARROW_ASSIGN_OR_RAISE(auto split, SplitName(name));
  return catalog_->Find(split.first, split.second);
}

arrow::Result<std::optional<NamedTable>> SessionState::TryFindTable(const ObjectName& name) {
  NamedTable table;
  table.name = name.ToString();
  table.base_path = PathOfName(name.parts);
  if (!table.base_path.empty()) return table;
  ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> entry, FindEntry(name));
  bool is_temporary =
      name.parts.size() == 1 && temporary_views_.count(LowerCase(name.parts[0])) > 0;
  if (is_temporary || (entry && entry->is_view)) {
    return AtPlace(
        Fail(ErrorCode::kUnsupported, table.name, "'", table.name, "' is a view: expected a table"),
        name.offset);
  }
  if (!entry) return std::nullopt;
  table.base_path = entry->location;
  table.entry = std::move(entry);
  return table;
}

arrow::Result<NamedTable> SessionState::FindTable(const ObjectName& name) {
  ARROW_ASSIGN_OR_RAISE(std::optional<NamedTable> table, TryFindTable(name));
  if (table) return *std::move(table);
  ARROW_ASSIGN_OR_RAISE(auto split, SplitName(name));
  ARROW_ASSIGN_OR_RAISE(bool has_database, catalog_->HasDatabase(split.first));
  if (!has_database) {
    return AtPlace(Fail(ErrorCode::kNotFound, split.first, "the database '", split.first,
                        "' does not exist; SHOW DATABASES lists them"),
                   name.offset);
  }
  ARROW_ASSIGN_OR_RAISE(std::vector<CatalogEntry> entries, catalog_->List(split.first));
  std::vector<std::string> names;
  for (const CatalogEntry& one : entries) names.push_back(one.name);
  std::string nearest = NearName(split.second, names);
  return AtPlace(Fail(ErrorCode::kNotFound, name.ToString(), "the table '", name.ToString(),
                      "' does not exist in the warehouse '", catalog_->root(), "'",
                      nearest.empty() ? "; SHOW TABLES lists what is there, and hudi.`/path` "
                                        "reads a table by its path"
                                      : "; did you mean '" + nearest + "'?"),
                 name.offset);
}

arrow::Result<std::optional<TableContent>> SessionState::ResolveView(const CatalogEntry& view) {
  ARROW_ASSIGN_OR_RAISE(Statement statement, ParseStatement(view.view_query));
  const auto* query = std::get_if<QueryStatement>(&statement.body);
  if (query == nullptr) {
    return Fail(ErrorCode::kCorruptFile, view.name, "the view '", view.name, "' is not a query");
  }
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, query->query));
  view_databases_.insert(view.view_database);
  TableContent content;
  content.query = text.text();
  if (!view.view_columns.empty()) {
    std::string columns;
    for (const std::string& column : view.view_columns) {
      columns += (columns.empty() ? "" : ", ") + QuotedName(column);
    }
    content.query = "SELECT * FROM (" + content.query + ") AS v(" + columns + ")";
  }
  content.alias = view.name;
  return content;
}

arrow::Result<std::optional<TableContent>> SessionState::ResolveReference(
    const TableReference& reference) {
  if (!reference.function.empty()) return ResolveTableFunction(*this, reference);
  ObjectName name;
  name.parts = reference.parts;
  ARROW_ASSIGN_OR_RAISE(NamedTable table, FindTable(name));
  SourceOptions source;
  source.threads = options_.threads;
  source.by_version = reference.by_version;
  ARROW_ASSIGN_OR_RAISE(source.as_of, ResolveRelativeTime(reference.as_of));
  ARROW_ASSIGN_OR_RAISE(TableContent content, OpenTableSource(table.base_path, source));
  content.alias = std::filesystem::path(reference.parts.back()).filename().string();
  return content;
}

arrow::Result<std::optional<TableContent>> SessionState::Resolve(
    const std::vector<std::string>& name) {
  if (name.size() == 1) {
    if (call_rows_ != nullptr && name[0] == kCallRows) {
      TableContent content;
      content.rows = call_rows_;
      content.alias = name[0];
      return content;
    }
    if (std::optional<TableReference> reference = ReferenceOfName(name[0])) {
      return ResolveReference(*reference);
    }
    auto view = temporary_views_.find(LowerCase(name[0]));
    if (view != temporary_views_.end()) {
      TableContent content;
      content.query = view->second;
      content.alias = name[0];
      return content;
    }
    // A file, which the engine reads itself.
    if (LooksLikeFile(name[0])) return std::nullopt;
  }
  ObjectName object;
  object.parts = name;
  ARROW_ASSIGN_OR_RAISE(auto split, SplitName(object));
  ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> entry,
                        catalog_->Find(split.first, split.second));
  for (const std::string& database : view_databases_) {
    if (entry || name.size() > 1) break;
    ARROW_ASSIGN_OR_RAISE(entry, catalog_->Find(database, split.second));
  }
  if (entry && entry->is_view) return ResolveView(*entry);
  if (!entry) return FindTable(object).status();
  SourceOptions source;
  source.threads = options_.threads;
  auto query_type = settings_.find("hoodie.datasource.query.type");
  if (query_type != settings_.end()) source.config.insert(*query_type);
  ARROW_ASSIGN_OR_RAISE(TableContent content, OpenTableSource(entry->location, source));
  content.alias = name.back();
  return content;
}

WriteOptions SessionState::OptionsOfWrite(const NamedTable& table) const {
  WriteOptions write;
  if (table.entry) {
    for (const auto& [key, value] : table.entry->properties) {
      // The operation of CREATE TABLE is that of its own query; others have their own.
      if (IsOptionOfWrite(key) && key != "hoodie.datasource.write.operation") {
        write.config[key] = value;
      }
    }
  }
  for (const auto& [key, value] : settings_) {
    if (IsOptionOfWrite(key)) write.config[key] = value;
  }
  // That of new tables; a table that is there has its own.
  if (!table.base_path.empty()) write.config.erase("hoodie.write.table.version");
  write.dry_run = dry_run_;
  write.keep_not_null = true;
  write.threads = options_.threads;
  write.memory_limit_bytes = options_.memory_limit_bytes;
  write.on_notice = options_.on_notice;
  write.should_stop = options_.should_stop;
  return write;
}

}  // namespace hudi::sql
