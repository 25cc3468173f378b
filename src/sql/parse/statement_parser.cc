// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "sql/parse/data_statements.h"
#include "sql/parse/sql_error.h"
#include "sql/parse/statement.h"
#include "sql/parse/table_statements.h"
#include "sql/parse/token_cursor.h"

namespace hudi::sql {
namespace {

struct Refusal {
  std::array<std::string_view, 2> words;  // the second one may be empty
  std::string_view why;
};
// Statements of Spark that would do something to a table or to the session, and that are not there.
constexpr Refusal kRefused[] = {
    {{"create", "index"}, "indexes are not supported yet"},
    {{"drop", "index"}, "indexes are not supported yet"},
    {{"refresh", "index"}, "indexes are not supported yet"},
    {{"create", "function"}, "functions of your own are not supported"},
    {{"drop", "function"}, "functions of your own are not supported"},
    {{"analyze", "table"}, "statistics are taken from the files; there is nothing to analyze"},
    {{"load", "data"}, "use INSERT INTO ... SELECT * FROM 'file.parquet'"},
    {{"add", "jar"}, "there is no JVM here"},
    {{"cache", ""}, "there is no cache to keep a table in; CREATE TEMP VIEW names a query"},
    {{"uncache", ""}, "there is no cache to drop a table from"},
    {{"optimize", ""}, "use CALL run_clustering once it is there"},
    {{"vacuum", ""}, "use CALL run_clean once it is there"},
    {{"copy", ""}, "use `hudi read --output`, or INSERT INTO ... SELECT * FROM 'file.parquet'"},
    {{"attach", ""}, "other databases cannot be attached"},
    {{"install", ""}, "extensions cannot be installed"},
    {{"load", ""}, "extensions cannot be loaded"},
    {{"pragma", ""}, "the engine's settings are not part of this session"},
    {{"begin", ""}, "each statement is one transaction of its own"},
    {{"start", "transaction"}, "each statement is one transaction of its own"},
    {{"commit", ""}, "each statement is one transaction of its own"},
    {{"rollback", ""}, "each statement is one transaction of its own"},
    {{"grant", ""}, "there are no users here; the file system decides who may do what"},
    {{"revoke", ""}, "there are no users here; the file system decides who may do what"},
};

constexpr std::string_view kStatements =
    "a statement: SELECT, WITH, VALUES, CREATE, DROP, ALTER, INSERT, UPDATE, DELETE, MERGE, "
    "TRUNCATE, SHOW, DESCRIBE, USE, SET, RESET, CALL or EXPLAIN";

arrow::Result<ObjectName> DatabaseName(TokenCursor& cursor) {
  return cursor.DottedName("the name of a database");
}

arrow::Result<StatementBody> ParseShow(TokenCursor& cursor) {
  ShowStatement show;
  using Kind = ShowStatement::Kind;
  const auto of_table = [&](bool needed) -> arrow::Status {
    if (cursor.Skip({"from"}) || cursor.Skip({"in"}) || needed) {
      return cursor.DottedName("the name of a table").Value(&show.name);
    }
    return arrow::Status::OK();
  };
  if (cursor.Skip({"databases"}) || cursor.Skip({"schemas"})) {
    show.kind = Kind::kDatabases;
  } else if (cursor.Sees({"tables"}) || cursor.Sees({"views"})) {
    show.kind = cursor.Skip({"tables"}) ? Kind::kTables : Kind::kViews;
    cursor.Skip({"views"});
    if (cursor.Skip({"from"}) || cursor.Skip({"in"})) {
      ARROW_ASSIGN_OR_RAISE(show.name, DatabaseName(cursor));
    }
  } else if (cursor.Skip({"columns"})) {
    show.kind = Kind::kColumns;
    if (!cursor.Skip({"from"}) && !cursor.Skip({"in"})) return cursor.Expected("FROM or IN");
    ARROW_ASSIGN_OR_RAISE(show.name, cursor.DottedName("the name of a table"));
  } else if (cursor.Skip({"partitions"})) {
    show.kind = Kind::kPartitions;
    ARROW_RETURN_NOT_OK(of_table(/*needed=*/true));
    if (cursor.Skip({"partition"})) {
      ARROW_ASSIGN_OR_RAISE(show.partition, cursor.Partition());
    }
  } else if (cursor.Skip({"create", "table"})) {
    show.kind = Kind::kCreateTable;
    ARROW_RETURN_NOT_OK(of_table(/*needed=*/true));
  } else if (cursor.Skip({"tblproperties"})) {
    show.kind = Kind::kProperties;
    ARROW_RETURN_NOT_OK(of_table(/*needed=*/true));
    if (cursor.SkipSymbol("(")) {
      if (cursor.Peek().kind == Token::Kind::kText) {
        ARROW_ASSIGN_OR_RAISE(show.property, cursor.Text("a property"));
      } else {
        ARROW_ASSIGN_OR_RAISE(ObjectName key, cursor.DottedName("a property"));
        show.property = key.ToString();
      }
      ARROW_RETURN_NOT_OK(cursor.ExpectSymbol(")"));
    }
  } else if (cursor.Skip({"functions"})) {
    show.kind = Kind::kFunctions;
  } else if (cursor.Skip({"indexes"})) {
    show.kind = Kind::kIndexes;
    if (!cursor.Skip({"from"}) && !cursor.Skip({"in"})) return cursor.Expected("FROM or IN");
    ARROW_ASSIGN_OR_RAISE(show.name, cursor.DottedName("the name of a table"));
  } else {
    return cursor.Expected(
        "DATABASES, TABLES, COLUMNS, PARTITIONS, CREATE TABLE, TBLPROPERTIES, FUNCTIONS or "
        "INDEXES");
  }
  if (cursor.Skip({"like"}) || cursor.Peek().kind == Token::Kind::kText) {
    ARROW_ASSIGN_OR_RAISE(show.pattern, cursor.Text("a pattern in quotes"));
  }
  return show;
}

arrow::Result<StatementBody> ParseDescribe(TokenCursor& cursor) {
  DescribeStatement describe;
  using Kind = DescribeStatement::Kind;
  if (cursor.Skip({"database"}) || cursor.Skip({"schema"})) {
    describe.kind = Kind::kDatabase;
    describe.extended = cursor.Skip({"extended"});
    ARROW_ASSIGN_OR_RAISE(describe.name, DatabaseName(cursor));
    return describe;
  }
  bool is_query = cursor.Skip({"query"}) || cursor.Sees({"select"}) || cursor.Sees({"with"}) ||
                  cursor.Sees({"values"}) || cursor.Peek().Is("(");
  if (is_query) {
    describe.kind = Kind::kQuery;
    describe.query = cursor.Until({});
    return describe;
  }
  cursor.Skip({"table"});
  describe.extended = cursor.Skip({"extended"}) || cursor.Skip({"formatted"});
  ARROW_ASSIGN_OR_RAISE(describe.name, cursor.DottedName("the name of a table"));
  if (cursor.Peek().IsName()) {
    describe.column_offset = cursor.offset();
    ARROW_ASSIGN_OR_RAISE(ObjectName column, cursor.DottedName("a column"));
    describe.column = column.ToString();
  }
  return describe;
}

// SET key = value takes everything up to the end as the value, without quotes.
arrow::Result<StatementBody> ParseSet(TokenCursor& cursor, const std::string& text) {
  SetStatement set;
  if (cursor.AtEnd()) return set;
  if (cursor.Sees({"time", "zone"})) {
    cursor.Skip({"time", "zone"});
    set.key = "spark.sql.session.timeZone";
    if (cursor.Skip({"local"})) {
      set.value = "local";
    } else {
      ARROW_ASSIGN_OR_RAISE(set.value, cursor.Text("a time zone in quotes"));
    }
    return set;
  }
  size_t begin = cursor.offset();
  size_t end = begin;
  while (!cursor.AtEnd() && !cursor.Peek().Is(";") && !cursor.Peek().Is("=")) {
    end = cursor.Peek().end;
    cursor.set_index(cursor.index() + 1);
  }
  set.key = text.substr(begin, end - begin);
  if (set.key.size() > 2 && set.key.front() == '`' && set.key.back() == '`') {
    set.key = set.key.substr(1, set.key.size() - 2);
  }
  if (set.key.empty() || set.key.find_first_of(" \t\n") != std::string::npos) {
    cursor.set_index(1);
    return cursor.Expected("a key, = and a value");
  }
  if (!cursor.SkipSymbol("=")) return set;
  begin = end = cursor.offset();
  bool quoted =
      cursor.Peek().kind == Token::Kind::kText && cursor.Peek(1).kind == Token::Kind::kEnd;
  if (quoted) {
    set.value = cursor.Peek().text;
    cursor.set_index(cursor.index() + 1);
    return set;
  }
  while (!cursor.AtEnd() && !cursor.Peek().Is(";")) {
    end = cursor.Peek().end;
    cursor.set_index(cursor.index() + 1);
  }
  set.value = text.substr(begin, end - begin);
  return set;
}

arrow::Result<StatementBody> ParseCall(TokenCursor& cursor) {
  CallStatement call;
  ARROW_ASSIGN_OR_RAISE(call.procedure, cursor.DottedName("the name of a procedure"));
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol("("));
  while (!cursor.Peek().Is(")")) {
    CallArgument argument;
    argument.offset = cursor.offset();
    bool named = cursor.Peek().IsName() && (cursor.Peek(1).Is("=>") || cursor.Peek(1).Is(":="));
    if (named) {
      ARROW_ASSIGN_OR_RAISE(argument.name, cursor.Name("an argument"));
      cursor.set_index(cursor.index() + 1);
    }
    argument.value = cursor.Until({}, {",", ")"});
    if (argument.value.empty()) return cursor.Expected("a value");
    call.arguments.push_back(std::move(argument));
    if (!cursor.SkipSymbol(",")) break;
    if (cursor.Peek().Is(")")) return cursor.Expected("a value");
  }
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol(")"));
  return call;
}

class StatementParser {
 public:
  explicit StatementParser(const Statement& statement)
      : text_(statement.text), cursor_(statement.text, statement.tokens) {}

  arrow::Result<StatementBody> Run() {
    ARROW_ASSIGN_OR_RAISE(StatementBody body, Body());
    ARROW_RETURN_NOT_OK(cursor_.ExpectEnd());
    return body;
  }

 private:
  arrow::Result<StatementBody> Body() {
    for (const Refusal& refusal : kRefused) {
      bool matches = cursor_.Sees({refusal.words[0]}) &&
                     (refusal.words[1].empty() || cursor_.Peek(1).IsWord(refusal.words[1]));
      if (matches) {
        std::string name = cursor_.Peek().text;
        if (!refusal.words[1].empty()) name += " " + cursor_.Peek(1).text;
        return NotSupported(cursor_.offset(), "'", name, "' is not supported: ", refusal.why);
      }
    }
    if (cursor_.Skip({"explain"})) return Explain();
    if (StartsQuery()) return QueryStatement{cursor_.Until({})};
    if (cursor_.Skip({"create"})) return ParseCreate(cursor_);
    if (cursor_.Skip({"drop"})) return ParseDrop(cursor_);
    if (cursor_.Skip({"truncate"})) return ParseTruncate(cursor_);
    if (cursor_.Skip({"alter"})) return ParseAlter(cursor_);
    if (cursor_.Skip({"insert"})) return ParseInsert(cursor_);
    if (cursor_.Skip({"update"})) return ParseUpdate(cursor_);
    if (cursor_.Skip({"delete"})) return ParseDelete(cursor_);
    if (cursor_.Skip({"merge"})) return ParseMerge(cursor_);
    if (cursor_.Skip({"show"})) return ParseShow(cursor_);
    if (cursor_.Skip({"describe"}) || cursor_.Skip({"desc"})) return ParseDescribe(cursor_);
    if (cursor_.Skip({"use"})) {
      if (!cursor_.Skip({"database"}) && !cursor_.Skip({"schema"})) cursor_.Skip({"namespace"});
      ARROW_ASSIGN_OR_RAISE(ObjectName name, DatabaseName(cursor_));
      return UseStatement{std::move(name)};
    }
    if (cursor_.Skip({"set"})) return ParseSet(cursor_, text_);
    if (cursor_.Skip({"reset"})) return Reset();
    if (cursor_.Skip({"call"})) return ParseCall(cursor_);
    if (cursor_.Skip({"refresh"}) || cursor_.Skip({"msck", "repair"})) {
      cursor_.Skip({"table"});
      ARROW_ASSIGN_OR_RAISE(ObjectName name, cursor_.DottedName("the name of a table"));
      return NothingToDoStatement{std::move(name)};
    }
    return cursor_.Expected(kStatements);
  }

  bool StartsQuery() const {
    size_t ahead = 0;
    while (cursor_.Peek(ahead).Is("(")) ++ahead;
    const Token& token = cursor_.Peek(ahead);
    if (ahead == 0 && token.IsWord("from")) return true;
    return token.IsWord("select") || token.IsWord("with") || token.IsWord("values") ||
           token.IsWord("table");
  }

  arrow::Result<StatementBody> Explain() {
    auto explain = std::make_shared<ExplainStatement>();
    if (cursor_.Skip({"analyze"})) explain->analyze = true;
    explain->extended = cursor_.Skip({"extended"}) || cursor_.Skip({"formatted"}) ||
                        cursor_.Skip({"cost"}) || cursor_.Skip({"codegen"});
    ARROW_ASSIGN_OR_RAISE(explain->inner, Body());
    return explain;
  }

  arrow::Result<StatementBody> Reset() {
    ResetStatement reset;
    if (!cursor_.AtEnd() && !cursor_.Peek().Is(";")) {
      ARROW_ASSIGN_OR_RAISE(ObjectName key, cursor_.DottedName("a key"));
      reset.key = key.ToString();
    }
    return reset;
  }

  const std::string& text_;
  TokenCursor cursor_;
};

// The first of these words from `i` on that stands outside of brackets; the number of tokens if
// there is none.
size_t FindOutside(const std::vector<Token>& tokens, size_t i,
                   std::initializer_list<std::string_view> words) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    if (tokens[i].Is("(")) ++depth;
    if (tokens[i].Is(")")) --depth;
    if (depth > 0 || tokens[i].kind != Token::Kind::kWord) continue;
    for (std::string_view word : words) {
      if (tokens[i].IsWord(word)) return i;
    }
  }
  return tokens.size();
}

// WITH q AS (...) INSERT INTO t SELECT ... is INSERT INTO t WITH q AS (...) SELECT ...
void MoveWithBehindInsert(std::vector<Token>* tokens) {
  size_t with = 0;
  while (with < tokens->size() &&
         ((*tokens)[with].IsWord("explain") || (*tokens)[with].IsWord("extended") ||
          (*tokens)[with].IsWord("formatted"))) {
    ++with;
  }
  if (with >= tokens->size() || !(*tokens)[with].IsWord("with")) return;
  const size_t head = FindOutside(*tokens, with, {"insert", "select"});
  if (head == tokens->size() || !(*tokens)[head].IsWord("insert")) return;
  const size_t query = FindOutside(*tokens, head, {"select", "values", "from"});
  if (query == tokens->size()) return;
  const auto at = [&](size_t i) { return tokens->begin() + static_cast<std::ptrdiff_t>(i); };
  std::rotate(at(with), at(head), at(query));
}

}  // namespace

std::string ObjectName::ToString() const {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += '.';
    text += part;
  }
  return text;
}

std::string Statement::TextOf(Span span) const {
  if (span.empty()) return "";
  size_t begin = tokens[span.begin].offset;
  return text.substr(begin, tokens[span.end - 1].end - begin);
}

std::string BackTicked(std::string_view name) {
  std::string quoted = "`";
  for (char c : name) {
    quoted.push_back(c);
    if (c == '`') quoted.push_back(c);
  }
  return quoted + "`";
}

arrow::Result<Statement> ParseStatement(std::string text) {
  Statement statement;
  statement.text = std::move(text);
  TokenList list = Tokenize(statement.text);
  ARROW_RETURN_NOT_OK(list.mistake);
  statement.tokens = std::move(list.tokens);
  MoveWithBehindInsert(&statement.tokens);
  ARROW_ASSIGN_OR_RAISE(statement.body, StatementParser(statement).Run());
  return statement;
}

}  // namespace hudi::sql
