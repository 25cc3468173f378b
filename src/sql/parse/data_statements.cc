// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/data_statements.h"

#include <algorithm>

#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

bool StartsQuery(const Token& token) {
  return token.IsWord("select") || token.IsWord("with") || token.IsWord("values") ||
         token.IsWord("from") || token.IsWord("table") || token.Is("(");
}

// `[AS] alias`, unless the word that follows belongs to the statement.
arrow::Result<std::string> ParseAlias(TokenCursor& cursor,
                                      std::initializer_list<std::string_view> next_words) {
  if (cursor.Skip({"as"})) return cursor.Name("an alias");
  bool is_next = std::any_of(next_words.begin(), next_words.end(),
                             [&](std::string_view word) { return cursor.Sees({word}); });
  if (!is_next && cursor.Peek().IsName()) return cursor.Name("an alias");
  return std::string();
}

arrow::Result<std::vector<Assignment>> ParseAssignments(
    TokenCursor& cursor, std::initializer_list<std::string_view> end_words) {
  std::vector<Assignment> assignments;
  do {
    Assignment assignment;
    ARROW_ASSIGN_OR_RAISE(ObjectName column, cursor.DottedName("a column"));
    assignment.column = std::move(column.parts);
    assignment.offset = column.offset;
    if (!cursor.SkipSymbol("=") && !cursor.SkipSymbol("==")) return cursor.Expected("'='");
    assignment.value = cursor.Until(end_words, {","});
    if (assignment.value.empty()) return cursor.Expected("an expression");
    assignments.push_back(std::move(assignment));
  } while (cursor.SkipSymbol(","));
  return assignments;
}

arrow::Result<std::optional<Span>> ParseWhere(TokenCursor& cursor) {
  if (!cursor.Skip({"where"})) return std::nullopt;
  Span where = cursor.Until({});
  if (where.empty()) return cursor.Expected("a condition");
  return where;
}

// INSERT (a, b) VALUES (x, y)
arrow::Status ParseMergeInsert(TokenCursor& cursor, MergeClause* clause) {
  clause->action = MergeClause::Action::kInsert;
  if (cursor.SkipSymbol("*")) {
    clause->star = true;
    return arrow::Status::OK();
  }
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol("("));
  do {
    Assignment assignment;
    ARROW_ASSIGN_OR_RAISE(ObjectName column, cursor.DottedName("a column"));
    assignment.column = std::move(column.parts);
    assignment.offset = column.offset;
    clause->assignments.push_back(std::move(assignment));
  } while (cursor.SkipSymbol(","));
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol(")"));
  ARROW_RETURN_NOT_OK(cursor.Expect({"values"}));
  const size_t open = cursor.offset();
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol("("));
  size_t num_values = 0;
  do {
    Span value = cursor.Until({}, {",", ")"});
    if (value.empty()) return cursor.Expected("an expression");
    if (num_values < clause->assignments.size()) clause->assignments[num_values].value = value;
    ++num_values;
  } while (cursor.SkipSymbol(","));
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol(")"));
  if (num_values != clause->assignments.size()) {
    return SyntaxError(open, "INSERT names ", clause->assignments.size(),
                       " columns, but VALUES has ", num_values);
  }
  return arrow::Status::OK();
}

arrow::Result<MergeClause> ParseMergeClause(TokenCursor& cursor) {
  MergeClause clause;
  using When = MergeClause::When;
  clause.offset = cursor.offset();
  ARROW_RETURN_NOT_OK(cursor.Expect({"when"}));
  if (cursor.Skip({"not", "matched"})) {
    clause.when = When::kNotMatched;
    if (cursor.Skip({"by", "source"})) {
      clause.when = When::kNotMatchedBySource;
    } else {
      cursor.Skip({"by", "target"});
    }
  } else {
    ARROW_RETURN_NOT_OK(cursor.Expect({"matched"}));
  }
  if (cursor.Skip({"and"})) {
    clause.condition = cursor.Until({"then"});
    if (clause.condition->empty()) return cursor.Expected("a condition");
  }
  ARROW_RETURN_NOT_OK(cursor.Expect({"then"}));
  if (cursor.Sees({"insert"})) {
    if (clause.when != When::kNotMatched) return cursor.Expected("UPDATE or DELETE");
    cursor.Skip({"insert"});
    ARROW_RETURN_NOT_OK(ParseMergeInsert(cursor, &clause));
    return clause;
  }
  if (clause.when == When::kNotMatched) return cursor.Expected("INSERT");
  if (cursor.Skip({"delete"})) {
    clause.action = MergeClause::Action::kDelete;
    return clause;
  }
  ARROW_RETURN_NOT_OK(cursor.Expect({"update", "set"}));
  if (cursor.SkipSymbol("*")) {
    if (clause.when == When::kNotMatchedBySource) {
      return SyntaxError(clause.offset,
                         "UPDATE SET * needs a source row, which NOT MATCHED BY "
                         "SOURCE has not: name the columns");
    }
    clause.star = true;
    return clause;
  }
  ARROW_ASSIGN_OR_RAISE(clause.assignments, ParseAssignments(cursor, {"when"}));
  return clause;
}

}  // namespace

arrow::Result<StatementBody> ParseInsert(TokenCursor& cursor) {
  InsertStatement insert;
  if (cursor.Skip({"overwrite"})) {
    insert.overwrite = true;
    cursor.Skip({"into"});
    if (cursor.Sees({"directory"}) || cursor.Sees({"local"})) {
      return NotSupported(cursor.offset(),
                          "INSERT OVERWRITE DIRECTORY is not supported; `hudi read --output` and "
                          "`hudi sql --format csv` write files");
    }
  } else {
    ARROW_RETURN_NOT_OK(cursor.Expect({"into"}));
  }
  cursor.Skip({"table"});
  ARROW_ASSIGN_OR_RAISE(insert.name, cursor.DottedName(kTableName));
  if (cursor.Skip({"partition"})) {
    ARROW_ASSIGN_OR_RAISE(insert.partition, cursor.Partition());
    if (cursor.Sees({"if", "not", "exists"})) {
      return NotSupported(cursor.offset(), "IF NOT EXISTS is not supported behind PARTITION");
    }
  }
  bool lists_columns = cursor.Peek().Is("(") && !cursor.Peek(1).IsWord("select") &&
                       !cursor.Peek(1).IsWord("with") && !cursor.Peek(1).IsWord("values") &&
                       !cursor.Peek(1).IsWord("from") && !cursor.Peek(1).Is("(");
  if (cursor.Skip({"by", "name"})) {
    insert.by_name = true;
  } else if (lists_columns) {
    ARROW_ASSIGN_OR_RAISE(insert.columns, cursor.NameList("a column"));
  }
  if (!insert.partition && cursor.Skip({"partition"})) {
    ARROW_ASSIGN_OR_RAISE(insert.partition, cursor.Partition());
  }
  if (!StartsQuery(cursor.Peek())) return cursor.Expected("SELECT or VALUES");
  insert.query = cursor.Until({});
  return insert;
}

arrow::Result<StatementBody> ParseUpdate(TokenCursor& cursor) {
  UpdateStatement update;
  ARROW_ASSIGN_OR_RAISE(update.name, cursor.DottedName(kTableName));
  ARROW_ASSIGN_OR_RAISE(update.alias, ParseAlias(cursor, {"set"}));
  ARROW_RETURN_NOT_OK(cursor.Expect({"set"}));
  ARROW_ASSIGN_OR_RAISE(update.assignments, ParseAssignments(cursor, {"where"}));
  ARROW_ASSIGN_OR_RAISE(update.where, ParseWhere(cursor));
  return update;
}

arrow::Result<StatementBody> ParseDelete(TokenCursor& cursor) {
  DeleteStatement erase;
  ARROW_RETURN_NOT_OK(cursor.Expect({"from"}));
  ARROW_ASSIGN_OR_RAISE(erase.name, cursor.DottedName(kTableName));
  ARROW_ASSIGN_OR_RAISE(erase.alias, ParseAlias(cursor, {"where"}));
  ARROW_ASSIGN_OR_RAISE(erase.where, ParseWhere(cursor));
  return erase;
}

arrow::Result<StatementBody> ParseMerge(TokenCursor& cursor) {
  MergeStatement merge;
  ARROW_RETURN_NOT_OK(cursor.Expect({"into"}));
  ARROW_ASSIGN_OR_RAISE(merge.name, cursor.DottedName(kTableName));
  ARROW_ASSIGN_OR_RAISE(merge.alias, ParseAlias(cursor, {"using"}));
  ARROW_RETURN_NOT_OK(cursor.Expect({"using"}));
  merge.source.begin = cursor.index();
  if (cursor.Peek().Is("(")) {
    ARROW_ASSIGN_OR_RAISE(merge.source, cursor.Bracketed());
  } else {
    ARROW_RETURN_NOT_OK(cursor.DottedName("a table or a query in parentheses").status());
    bool time_travels =
        cursor.Sees({"timestamp", "as"}) || cursor.Sees({"version", "as"}) || cursor.Sees({"for"});
    if (time_travels) {
      cursor.Skip({"for"});
      cursor.set_index(cursor.index() + 1);
      ARROW_RETURN_NOT_OK(cursor.Expect({"as", "of"}));
      cursor.set_index(cursor.index() + 1);
    }
  }
  merge.source.end = cursor.index();
  ARROW_ASSIGN_OR_RAISE(merge.source_alias, ParseAlias(cursor, {"on"}));
  ARROW_RETURN_NOT_OK(cursor.Expect({"on"}));
  merge.on = cursor.Until({"when"});
  if (merge.on.empty()) return cursor.Expected("a condition");
  do {
    ARROW_ASSIGN_OR_RAISE(MergeClause clause, ParseMergeClause(cursor));
    merge.clauses.push_back(std::move(clause));
  } while (cursor.Sees({"when"}));
  return merge;
}

}  // namespace hudi::sql
