// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <arrow/builder.h>

#include "hudi/error.h"
#include "hudi/sql.h"
#include "sql/parse/sql_error.h"
#include "sql/session/result_rows.h"
#include "sql/session/session_state.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

// One row that says what was changed.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> RowOf(const ChangeSummary& change) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const auto& [name, text] : {std::pair("table", &change.table),
                                   {"operation", &change.operation},
                                   {"instant", &change.instant}}) {
    arrow::StringBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Append(*text));
    fields.push_back(arrow::field(name, arrow::utf8()));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, builder.Finish());
    arrays.push_back(std::move(array));
  }
  for (const auto& [name, number] : {std::pair("rows_inserted", change.rows_inserted),
                                     {"rows_updated", change.rows_updated},
                                     {"rows_deleted", change.rows_deleted},
                                     {"files_written", change.files_written},
                                     {"bytes_written", change.bytes_written},
                                     {"partitions_written", change.partitions_written},
                                     {"file_groups_replaced", change.file_groups_replaced}}) {
    arrow::Int64Builder builder;
    ARROW_RETURN_NOT_OK(builder.Append(number));
    fields.push_back(arrow::field(name, arrow::int64()));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, builder.Finish());
    arrays.push_back(std::move(array));
  }
  auto schema = arrow::schema(std::move(fields));
  auto batch = arrow::RecordBatch::Make(schema, 1, std::move(arrays));
  return arrow::RecordBatchReader::Make({std::move(batch)}, std::move(schema));
}

// What a statement would change, found by doing all of it but the commit.
arrow::Result<StatementResult> ExplainChange(SessionState& state, const Statement& statement,
                                             const ExplainStatement& explain) {
  state.dry_run() = true;
  arrow::Result<StatementResult> tried =
      NotSupported(0, "EXPLAIN is there for queries, INSERT, UPDATE, DELETE and MERGE");
  if (const auto* insert = std::get_if<InsertStatement>(&explain.inner)) {
    tried = RunInsert(state, statement, *insert);
  } else if (const auto* update = std::get_if<UpdateStatement>(&explain.inner)) {
    tried = RunUpdate(state, statement, *update);
  } else if (const auto* erase = std::get_if<DeleteStatement>(&explain.inner)) {
    tried = RunDelete(state, statement, *erase);
  } else if (const auto* merge = std::get_if<MergeStatement>(&explain.inner)) {
    tried = RunMerge(state, statement, *merge);
  }
  state.dry_run() = false;
  ARROW_RETURN_NOT_OK(tried.status());
  StatementResult result;
  if (tried->change) {
    tried->change->instant.clear();
    ARROW_ASSIGN_OR_RAISE(result.rows, RowOf(*tried->change));
  }
  return result;
}

arrow::Result<StatementResult> RunExplain(SessionState& state, const Statement& statement,
                                          const ExplainStatement& explain) {
  if (std::holds_alternative<QueryStatement>(explain.inner)) {
    return ExplainQuery(state, statement, explain);
  }
  return ExplainChange(state, statement, explain);
}

arrow::Result<StatementResult> RunUse(SessionState& state, const UseStatement& use) {
  std::string name = LowerCase(use.name.parts.back());
  ARROW_ASSIGN_OR_RAISE(bool exists, state.catalog().HasDatabase(name));
  if (!exists) {
    return AtPlace(Fail(ErrorCode::kNotFound, name, "the database '", name,
                        "' does not exist; SHOW DATABASES lists them"),
                   use.name.offset);
  }
  ARROW_RETURN_NOT_OK(state.ChangeDatabase(name));
  return StatementResult{};
}

arrow::Result<StatementResult> RunSet(SessionState& state, const SetStatement& set) {
  StatementResult result;
  if (set.value) {
    ARROW_RETURN_NOT_OK(state.ChangeSetting(set.key, *set.value));
  }
  TextRows rows({"key", "value"});
  if (set.key.empty()) {
    for (const auto& [key, value] : state.settings()) rows.Add({key, value});
  } else {
    rows.Add({set.key, state.Setting(set.key, "<undefined>")});
  }
  ARROW_ASSIGN_OR_RAISE(result.rows, rows.Finish());
  return result;
}

arrow::Result<StatementResult> RunReset(SessionState& state, const ResetStatement& reset) {
  if (reset.key.empty()) {
    state.settings().clear();
  } else {
    state.settings().erase(reset.key);
  }
  return StatementResult{};
}

struct Dispatch {
  SessionState& state;
  const Statement& statement;

  arrow::Result<StatementResult> operator()(const QueryStatement& body) const {
    StatementResult result;
    ARROW_ASSIGN_OR_RAISE(result.rows, state.Query(statement, body.query));
    return result;
  }
  arrow::Result<StatementResult> operator()(const CreateTableStatement& body) const {
    return RunCreateTable(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const CreateViewStatement& body) const {
    return RunCreateView(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const CreateDatabaseStatement& body) const {
    return RunCreateDatabase(state, body);
  }
  arrow::Result<StatementResult> operator()(const DropStatement& body) const {
    return RunDrop(state, body);
  }
  arrow::Result<StatementResult> operator()(const TruncateStatement& body) const {
    return RunTruncate(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const AlterTableStatement& body) const {
    return RunAlter(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const InsertStatement& body) const {
    return RunInsert(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const UpdateStatement& body) const {
    return RunUpdate(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const DeleteStatement& body) const {
    return RunDelete(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const MergeStatement& body) const {
    return RunMerge(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const ShowStatement& body) const {
    return RunShow(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const DescribeStatement& body) const {
    return RunDescribe(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const UseStatement& body) const {
    return RunUse(state, body);
  }
  arrow::Result<StatementResult> operator()(const SetStatement& body) const {
    return RunSet(state, body);
  }
  arrow::Result<StatementResult> operator()(const ResetStatement& body) const {
    return RunReset(state, body);
  }
  arrow::Result<StatementResult> operator()(const CallStatement& body) const {
    return RunCall(state, statement, body);
  }
  arrow::Result<StatementResult> operator()(const NothingToDoStatement& body) const {
    ARROW_RETURN_NOT_OK(state.FindTable(body.name).status());
    state.Notice("nothing to do: every statement reads the table as it is on storage");
    return StatementResult{};
  }
  arrow::Result<StatementResult> operator()(const std::shared_ptr<ExplainStatement>& body) const {
    return RunExplain(state, statement, *body);
  }
};

// Where an error points to that knows no place of its own: what the statement is about.
size_t PlaceOfSubject(const Statement& statement) {
  return std::visit(
      [&](const auto& body) {
        if constexpr (requires { body.name.offset; }) {
          if (!body.name.parts.empty()) return body.name.offset;
        }
        return statement.tokens.empty() ? size_t{0} : statement.tokens.front().offset;
      },
      statement.body);
}

}  // namespace

class Session::Impl {
 public:
  std::unique_ptr<SessionState> state;
};

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() = default;

arrow::Result<std::unique_ptr<Session>> Session::Open(SessionOptions options) {
  auto impl = std::make_unique<Impl>();
  ARROW_ASSIGN_OR_RAISE(impl->state, SessionState::Open(std::move(options)));
  return std::unique_ptr<Session>(new Session(std::move(impl)));
}

arrow::Result<StatementResult> Session::Run(const std::string& text) {
  ARROW_ASSIGN_OR_RAISE(Statement statement, ParseStatement(text));
  arrow::Result<StatementResult> done =
      std::visit(Dispatch{*impl_->state, statement}, statement.body);
  if (done.ok() || CodeOf(done.status()) == ErrorCode::kInterrupted) return done;
  return AtPlace(done.status(), PlaceOfSubject(statement));
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Session::Execute(
    const std::string& statement) {
  ARROW_ASSIGN_OR_RAISE(StatementResult result, Run(statement));
  if (result.rows != nullptr) return result.rows;
  if (result.change) return RowOf(*result.change);
  return arrow::RecordBatchReader::Make({}, arrow::schema({}));
}

void Session::Interrupt() { impl_->state->engine().Interrupt(); }

std::vector<std::string> Session::TableNames() {
  std::vector<std::string> names;
  for (const auto& [name, query] : impl_->state->temporary_views()) names.push_back(name);
  auto entries = impl_->state->catalog().List(impl_->state->database());
  if (!entries.ok()) return names;
  for (const CatalogEntry& entry : *entries) names.push_back(entry.name);
  return names;
}

std::vector<std::string> Session::ColumnNames(const std::string& table) {
  std::vector<std::string> names;
  auto schema = impl_->state->engine().SchemaOf("SELECT * FROM " + QuotedName(table));
  if (!schema.ok()) return names;
  return (*schema)->field_names();
}

arrow::Result<SplitResult> SplitStatements(std::string_view script) {
  SplitResult split;
  TokenList list = Tokenize(script);
  if (!list.mistake.ok() && !list.unfinished) return list.mistake;
  split.unfinished = list.unfinished;
  ARROW_ASSIGN_OR_RAISE(
      Script parts,
      SplitScript(list.unfinished ? script.substr(0, *OffsetOf(list.mistake)) : script));
  for (const StatementText& one : parts.statements)
    split.statements.push_back({one.offset, one.size});
  split.last_is_open = parts.has_rest;
  if (list.unfinished) {
    size_t begin = parts.has_rest ? parts.rest_offset : *OffsetOf(list.mistake);
    if (parts.has_rest) split.statements.pop_back();
    split.statements.push_back({begin, script.size() - begin});
    split.last_is_open = true;
  }
  return split;
}

std::string DescribeError(const arrow::Status& status, std::string_view text) {
  return DescribeWithCaret(status, text);
}

arrow::Status MoveError(const arrow::Status& status, size_t distance) {
  return MovedBy(status, distance);
}

}  // namespace hudi::sql
