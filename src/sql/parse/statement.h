// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sql/parse/token.h"

namespace hudi::sql {

/// A run of tokens of the statement: indexes, `end` is behind the last one.
struct Span {
  size_t begin = 0;
  size_t end = 0;
  bool empty() const { return begin >= end; }
};

/// The place of what does not stand in the statement.
inline constexpr size_t kNoPlace = static_cast<size_t>(-1);

/// The name of a table, view or database, or the path of a table: hudi.`/data/trips`.
struct ObjectName {
  std::vector<std::string> parts;
  size_t offset = kNoPlace;
  /// As people wrote it, with dots.
  std::string ToString() const;
};

/// key = value pairs in the order given.
using PropertyList = std::vector<std::pair<std::string, std::string>>;

struct ColumnDefinition {
  std::string name;
  std::string type;  ///< Spark DDL; empty where only the name is given
  bool nullable = true;
  std::optional<std::string> comment;
  size_t offset = 0;
};

/// dt = 'x', hh: a column without a value is dynamic.
struct PartitionItem {
  std::string column;
  std::optional<Span> value;
  size_t offset = 0;
};
using PartitionSpec = std::vector<PartitionItem>;

/// SELECT, WITH, VALUES, FROM ...: everything that gives rows and is left to the engine.
struct QueryStatement {
  Span query;
};

struct CreateTableStatement {
  ObjectName name;
  bool if_not_exists = false;
  std::vector<ColumnDefinition> columns;
  std::vector<std::string> partition_columns;
  std::string provider;  ///< lower case; empty if there is no USING
  std::optional<std::string> location;
  std::optional<std::string> comment;
  PropertyList properties;
  std::optional<Span> query;  ///< AS SELECT
  std::optional<ObjectName> like;
};

struct CreateViewStatement {
  ObjectName name;
  bool or_replace = false;
  bool temporary = false;
  bool if_not_exists = false;
  std::vector<std::string> columns;
  Span query;
};

struct CreateDatabaseStatement {
  ObjectName name;
  bool if_not_exists = false;
  std::optional<std::string> location;
  std::optional<std::string> comment;
};

enum class ObjectKind { kTable, kView, kDatabase };

struct DropStatement {
  ObjectKind kind = ObjectKind::kTable;
  ObjectName name;
  bool if_exists = false;
  bool purge = false;
  bool cascade = false;
};

struct TruncateStatement {
  ObjectName name;
  std::optional<PartitionSpec> partition;
};

struct InsertStatement {
  ObjectName name;
  bool overwrite = false;
  bool by_name = false;
  std::vector<std::string> columns;
  std::optional<PartitionSpec> partition;
  Span query;
};

struct Assignment {
  std::vector<std::string> column;  ///< with the table's alias in front, or without
  size_t offset = 0;
  Span value;
};

struct UpdateStatement {
  ObjectName name;
  std::string alias;
  std::vector<Assignment> assignments;
  std::optional<Span> where;
};

struct DeleteStatement {
  ObjectName name;
  std::string alias;
  std::optional<Span> where;
};

struct MergeClause {
  enum class When { kMatched, kNotMatched, kNotMatchedBySource };
  enum class Action { kUpdate, kDelete, kInsert };
  When when = When::kMatched;
  std::optional<Span> condition;
  Action action = Action::kUpdate;
  bool star = false;  ///< UPDATE SET *, INSERT *
  /// UPDATE SET col = expr, and INSERT (cols) VALUES (exprs).
  std::vector<Assignment> assignments;
  size_t offset = 0;
};

struct MergeStatement {
  ObjectName name;
  std::string alias;
  Span source;  ///< a table's name, or a query in parentheses
  std::string source_alias;
  Span on;
  std::vector<MergeClause> clauses;
};

struct AlterTableStatement {
  enum class Kind {
    kAddColumns,
    kRenameColumn,
    kDropColumns,
    kAlterColumn,
    kRenameTo,
    kSetProperties,
    kUnsetProperties,
    kAddPartitions,
    kDropPartitions,
    kRecoverPartitions,
  };
  Kind kind = Kind::kAddColumns;
  ObjectName name;
  std::vector<ColumnDefinition> columns;  ///< added, dropped or altered; nested ones with dots
  std::vector<std::string> positions;     ///< of each column: "", "first" or "after NAME"
  std::optional<bool> nullable;           ///< SET NOT NULL, DROP NOT NULL
  std::string new_name;                   ///< RENAME COLUMN, CHANGE COLUMN
  std::optional<ObjectName> new_table;    ///< RENAME TO
  PropertyList properties;
  std::vector<PartitionSpec> partitions;
  bool if_exists = false;  ///< IF EXISTS, or IF NOT EXISTS of what is added
};

struct ShowStatement {
  enum class Kind {
    kDatabases,
    kTables,
    kViews,
    kColumns,
    kPartitions,
    kCreateTable,
    kProperties,
    kFunctions,
    kIndexes,
  };
  Kind kind = Kind::kTables;
  ObjectName name;  ///< the table, or the database; may be empty
  std::optional<std::string> pattern;
  std::optional<PartitionSpec> partition;
  std::optional<std::string> property;
};

struct DescribeStatement {
  enum class Kind { kTable, kQuery, kDatabase };
  Kind kind = Kind::kTable;
  ObjectName name;
  bool extended = false;
  std::string column;
  size_t column_offset = 0;
  Span query;
};

struct UseStatement {
  ObjectName name;
};

struct SetStatement {
  std::string key;  ///< empty: show all
  std::optional<std::string> value;
};
struct ResetStatement {
  std::string key;  ///< empty: all
};

struct CallArgument {
  std::string name;  ///< empty: by position
  Span value;
  size_t offset = 0;
};
struct CallStatement {
  ObjectName procedure;
  std::vector<CallArgument> arguments;
};

/// Hints to another engine's cache or catalog that have nothing to do here: REFRESH TABLE, MSCK
/// REPAIR.
struct NothingToDoStatement {
  ObjectName name;
};

struct ExplainStatement;

using StatementBody =
    std::variant<QueryStatement, CreateTableStatement, CreateViewStatement, CreateDatabaseStatement,
                 DropStatement, TruncateStatement, InsertStatement, UpdateStatement,
                 DeleteStatement, MergeStatement, AlterTableStatement, ShowStatement,
                 DescribeStatement, UseStatement, SetStatement, ResetStatement, CallStatement,
                 NothingToDoStatement, std::shared_ptr<ExplainStatement>>;

struct ExplainStatement {
  bool extended = false;
  bool analyze = false;
  StatementBody inner;
};

/// A statement with its text, which the spans and offsets refer to.
struct Statement {
  std::string text;
  std::vector<Token> tokens;
  StatementBody body;

  std::string TextOf(Span span) const;
  size_t OffsetAt(size_t token) const { return tokens[token].offset; }
};

/// Parses one statement; a semicolon at its end is allowed.
/// Errors, with their places: kInvalidArgument for what is no statement, with what was expected;
/// kUnsupported for statements that Spark has and this session has not.
arrow::Result<Statement> ParseStatement(std::string text);

/// The index behind the bracket that closes the one at `open`; `end` if it is not closed.
size_t BehindBracket(const std::vector<Token>& tokens, size_t open, size_t end);

/// `name` in back-ticks, as Spark quotes it.
std::string BackTicked(std::string_view name);

}  // namespace hudi::sql
