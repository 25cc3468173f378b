// SPDX-License-Identifier: Apache-2.0
#include "sql/parse/table_statements.h"

#include <algorithm>

#include "sql/parse/sql_error.h"

namespace hudi::sql {
namespace {

bool SkipIfNotExists(TokenCursor& cursor) { return cursor.Skip({"if", "not", "exists"}); }
bool SkipIfExists(TokenCursor& cursor) { return cursor.Skip({"if", "exists"}); }

// PARTITIONED BY (dt) or, in Hive's form, (dt string), which adds a column.
arrow::Status ParsePartitionedBy(TokenCursor& cursor, CreateTableStatement* create) {
  ARROW_ASSIGN_OR_RAISE(std::vector<ColumnDefinition> columns,
                        cursor.Columns(/*types_optional=*/true));
  for (ColumnDefinition& column : columns) {
    create->partition_columns.push_back(column.name);
    if (column.type.empty()) continue;
    bool known = std::any_of(
        create->columns.begin(), create->columns.end(),
        [&](const ColumnDefinition& other) { return SameWord(other.name, column.name); });
    if (known) {
      return SyntaxError(column.offset, "column '", column.name,
                         "' stands twice: give its type in the column list or in PARTITIONED BY");
    }
    create->columns.push_back(std::move(column));
  }
  return arrow::Status::OK();
}

arrow::Status ParseTableClauses(TokenCursor& cursor, CreateTableStatement* create) {
  const auto once = [&](bool given, std::string_view clause) -> arrow::Status {
    if (!given) return arrow::Status::OK();
    return SyntaxError(cursor.offset(), clause, " stands twice");
  };
  while (true) {
    if (cursor.Sees({"using"})) {
      ARROW_RETURN_NOT_OK(once(!create->provider.empty(), "USING"));
      cursor.Skip({"using"});
      ARROW_ASSIGN_OR_RAISE(ObjectName provider, cursor.DottedName("a format, e.g. HUDI"));
      create->provider = LowerCase(provider.ToString());
    } else if (cursor.Skip({"partitioned", "by"})) {
      ARROW_RETURN_NOT_OK(once(!create->partition_columns.empty(), "PARTITIONED BY"));
      ARROW_RETURN_NOT_OK(ParsePartitionedBy(cursor, create));
    } else if (cursor.Skip({"location"})) {
      ARROW_RETURN_NOT_OK(once(create->location.has_value(), "LOCATION"));
      ARROW_ASSIGN_OR_RAISE(create->location, cursor.Text("a path in quotes"));
    } else if (cursor.Skip({"comment"})) {
      ARROW_RETURN_NOT_OK(once(create->comment.has_value(), "COMMENT"));
      ARROW_ASSIGN_OR_RAISE(create->comment, cursor.Text("the comment in quotes"));
    } else if (cursor.Skip({"tblproperties"}) || cursor.Skip({"options"})) {
      ARROW_ASSIGN_OR_RAISE(PropertyList properties, cursor.Properties());
      create->properties.insert(create->properties.end(), properties.begin(), properties.end());
    } else if (cursor.Sees({"clustered"}) || cursor.Sees({"sorted"}) || cursor.Sees({"skewed"}) ||
               cursor.Sees({"row"}) || cursor.Sees({"stored"})) {
      return NotSupported(cursor.offset(), cursor.Peek().Describe(),
                          " is a clause of Hive's tables; Hudi tables have none such");
    } else {
      return arrow::Status::OK();
    }
  }
}

bool SeesQuery(const TokenCursor& cursor) {
  size_t ahead = 0;
  while (cursor.Peek(ahead).Is("(")) ++ahead;
  const Token& token = cursor.Peek(ahead);
  return token.IsWord("select") || token.IsWord("with") || token.IsWord("values") ||
         token.IsWord("from") || token.IsWord("table");
}

arrow::Result<Span> ParseQuery(TokenCursor& cursor) {
  if (!SeesQuery(cursor)) return cursor.Expected("a query");
  return cursor.Until({});
}

arrow::Result<StatementBody> ParseCreateTable(TokenCursor& cursor) {
  CreateTableStatement create;
  create.if_not_exists = SkipIfNotExists(cursor);
  ARROW_ASSIGN_OR_RAISE(create.name, cursor.DottedName(kTableName));
  if (cursor.Skip({"like"})) {
    ARROW_ASSIGN_OR_RAISE(create.like, cursor.DottedName(kTableName));
  } else if (cursor.Peek().Is("(") && !SeesQuery(cursor)) {
    ARROW_ASSIGN_OR_RAISE(create.columns, cursor.Columns(/*types_optional=*/true));
  }
  ARROW_RETURN_NOT_OK(ParseTableClauses(cursor, &create));
  bool has_as = cursor.Skip({"as"});
  if (has_as || SeesQuery(cursor)) {
    if (create.like) return cursor.Expected("the end: LIKE takes no query");
    ARROW_ASSIGN_OR_RAISE(create.query, ParseQuery(cursor));
  }
  for (const ColumnDefinition& column : create.columns) {
    if (column.type.empty() && !create.query) {
      return SyntaxError(column.offset, "column '", column.name, "' has no type");
    }
  }
  return create;
}

arrow::Result<StatementBody> ParseCreateView(TokenCursor& cursor, bool or_replace, bool temporary) {
  CreateViewStatement create;
  create.or_replace = or_replace;
  create.temporary = temporary;
  create.if_not_exists = SkipIfNotExists(cursor);
  ARROW_ASSIGN_OR_RAISE(create.name, cursor.DottedName("the name of a view"));
  if (cursor.Peek().Is("(") && !SeesQuery(cursor)) {
    ARROW_ASSIGN_OR_RAISE(std::vector<ColumnDefinition> columns,
                          cursor.Columns(/*types_optional=*/true));
    for (ColumnDefinition& column : columns) {
      if (!column.type.empty()) {
        return SyntaxError(column.offset, "a column of a view has no type of its own");
      }
      create.columns.push_back(std::move(column.name));
    }
  }
  if (cursor.Skip({"comment"})) {
    ARROW_RETURN_NOT_OK(cursor.Text("the comment in quotes").status());
  }
  if (cursor.Sees({"using"})) {
    return NotSupported(cursor.offset(),
                        "a view USING a format is not supported: AS SELECT * FROM 'file.parquet' "
                        "reads a file");
  }
  ARROW_RETURN_NOT_OK(cursor.Expect({"as"}));
  ARROW_ASSIGN_OR_RAISE(create.query, ParseQuery(cursor));
  return create;
}

arrow::Result<StatementBody> ParseCreateDatabase(TokenCursor& cursor) {
  CreateDatabaseStatement create;
  create.if_not_exists = SkipIfNotExists(cursor);
  ARROW_ASSIGN_OR_RAISE(create.name, cursor.DottedName("the name of a database"));
  while (true) {
    if (cursor.Skip({"comment"})) {
      ARROW_ASSIGN_OR_RAISE(create.comment, cursor.Text("the comment in quotes"));
    } else if (cursor.Skip({"location"})) {
      ARROW_ASSIGN_OR_RAISE(create.location, cursor.Text("a path in quotes"));
    } else {
      return create;
    }
  }
}

arrow::Status ParsePosition(TokenCursor& cursor, std::string* position) {
  if (cursor.Skip({"first"})) {
    *position = "first";
  } else if (cursor.Skip({"after"})) {
    ARROW_ASSIGN_OR_RAISE(ObjectName other, cursor.DottedName("a column"));
    *position = "after " + other.ToString();
  }
  return arrow::Status::OK();
}

arrow::Status ParseAddColumns(TokenCursor& cursor, AlterTableStatement* alter) {
  bool in_brackets = cursor.SkipSymbol("(");
  do {
    ARROW_ASSIGN_OR_RAISE(ColumnDefinition column, cursor.Column(/*types_optional=*/false));
    std::string position;
    ARROW_RETURN_NOT_OK(ParsePosition(cursor, &position));
    if (!column.comment && cursor.Skip({"comment"})) {
      ARROW_ASSIGN_OR_RAISE(column.comment, cursor.Text("the comment in quotes"));
    }
    alter->columns.push_back(std::move(column));
    alter->positions.push_back(std::move(position));
  } while (cursor.SkipSymbol(","));
  return in_brackets ? cursor.ExpectSymbol(")") : arrow::Status::OK();
}

arrow::Status ParseDropColumns(TokenCursor& cursor, AlterTableStatement* alter) {
  alter->if_exists = SkipIfExists(cursor);
  bool in_brackets = cursor.SkipSymbol("(");
  do {
    ColumnDefinition column;
    column.offset = cursor.offset();
    ARROW_ASSIGN_OR_RAISE(ObjectName name, cursor.DottedName("a column"));
    column.name = name.ToString();
    alter->columns.push_back(std::move(column));
  } while (cursor.SkipSymbol(","));
  return in_brackets ? cursor.ExpectSymbol(")") : arrow::Status::OK();
}

// ALTER COLUMN c TYPE t | COMMENT 'x' | FIRST | AFTER d | SET NOT NULL | DROP NOT NULL;
// CHANGE COLUMN c new_name type [COMMENT 'x'] [FIRST | AFTER d].
arrow::Status ParseAlterColumn(TokenCursor& cursor, bool change, AlterTableStatement* alter) {
  cursor.Skip({"column"});
  ColumnDefinition column;
  column.offset = cursor.offset();
  ARROW_ASSIGN_OR_RAISE(ObjectName name, cursor.DottedName("a column"));
  column.name = name.ToString();
  std::string position;
  bool says_something = false;
  if (change && cursor.Peek().IsName() && !cursor.Sees({"type"}) && !cursor.Sees({"comment"}) &&
      !cursor.Sees({"first"}) && !cursor.Sees({"after"}) && !cursor.Sees({"set"}) &&
      !cursor.Sees({"drop"})) {
    ARROW_ASSIGN_OR_RAISE(alter->new_name, cursor.Name("the column's new name"));
    ARROW_ASSIGN_OR_RAISE(column.type, cursor.Type());
    says_something = true;
  }
  while (true) {
    if (cursor.Skip({"type"})) {
      ARROW_ASSIGN_OR_RAISE(column.type, cursor.Type());
    } else if (cursor.Skip({"comment"})) {
      ARROW_ASSIGN_OR_RAISE(column.comment, cursor.Text("the comment in quotes"));
    } else if (cursor.Sees({"first"}) || cursor.Sees({"after"})) {
      ARROW_RETURN_NOT_OK(ParsePosition(cursor, &position));
    } else if (cursor.Skip({"set", "not", "null"})) {
      alter->nullable = false;
    } else if (cursor.Skip({"drop", "not", "null"})) {
      alter->nullable = true;
    } else {
      break;
    }
    says_something = true;
  }
  if (!says_something) {
    return cursor.Expected("TYPE, COMMENT, FIRST, AFTER, SET NOT NULL or DROP NOT NULL");
  }
  alter->columns.push_back(std::move(column));
  alter->positions.push_back(std::move(position));
  return arrow::Status::OK();
}

arrow::Status ParsePartitions(TokenCursor& cursor, AlterTableStatement* alter) {
  do {
    ARROW_RETURN_NOT_OK(cursor.Expect({"partition"}));
    ARROW_ASSIGN_OR_RAISE(PartitionSpec spec, cursor.Partition());
    if (cursor.Sees({"location"})) {
      return NotSupported(cursor.offset(),
                          "a partition of a Hudi table cannot have a place of its own");
    }
    alter->partitions.push_back(std::move(spec));
    cursor.SkipSymbol(",");
  } while (cursor.Sees({"partition"}));
  cursor.Skip({"purge"});
  return arrow::Status::OK();
}

arrow::Status ParsePropertyKeys(TokenCursor& cursor, AlterTableStatement* alter) {
  alter->if_exists = SkipIfExists(cursor);
  ARROW_RETURN_NOT_OK(cursor.ExpectSymbol("("));
  do {
    std::string key;
    if (cursor.Peek().kind == Token::Kind::kText) {
      ARROW_ASSIGN_OR_RAISE(key, cursor.Text("a property"));
    } else {
      ARROW_ASSIGN_OR_RAISE(ObjectName name, cursor.DottedName("a property"));
      key = name.ToString();
    }
    alter->properties.emplace_back(std::move(key), "");
  } while (cursor.SkipSymbol(","));
  return cursor.ExpectSymbol(")");
}

arrow::Status ParseAlteration(TokenCursor& cursor, AlterTableStatement* alter) {
  using Kind = AlterTableStatement::Kind;
  if (cursor.Skip({"add", "columns"}) || cursor.Skip({"add", "column"})) {
    alter->kind = Kind::kAddColumns;
    return ParseAddColumns(cursor, alter);
  }
  if (cursor.Sees({"add", "if"}) || cursor.Sees({"add", "partition"})) {
    cursor.Skip({"add"});
    alter->kind = Kind::kAddPartitions;
    alter->if_exists = SkipIfNotExists(cursor);
    return ParsePartitions(cursor, alter);
  }
  if (cursor.Skip({"rename", "to"})) {
    alter->kind = Kind::kRenameTo;
    return cursor.DottedName("the table's new name").Value(&alter->new_table.emplace());
  }
  if (cursor.Skip({"rename", "column"})) {
    alter->kind = Kind::kRenameColumn;
    ColumnDefinition column;
    column.offset = cursor.offset();
    ARROW_ASSIGN_OR_RAISE(ObjectName name, cursor.DottedName("a column"));
    column.name = name.ToString();
    ARROW_RETURN_NOT_OK(cursor.Expect({"to"}));
    alter->columns.push_back(std::move(column));
    return cursor.Name("the column's new name").Value(&alter->new_name);
  }
  if (cursor.Skip({"drop", "columns"}) || cursor.Skip({"drop", "column"})) {
    alter->kind = Kind::kDropColumns;
    return ParseDropColumns(cursor, alter);
  }
  if (cursor.Sees({"drop", "if"}) || cursor.Sees({"drop", "partition"})) {
    cursor.Skip({"drop"});
    alter->kind = Kind::kDropPartitions;
    alter->if_exists = SkipIfExists(cursor);
    return ParsePartitions(cursor, alter);
  }
  if (cursor.Skip({"alter"})) {
    alter->kind = Kind::kAlterColumn;
    return ParseAlterColumn(cursor, /*change=*/false, alter);
  }
  if (cursor.Skip({"change"})) {
    alter->kind = Kind::kAlterColumn;
    return ParseAlterColumn(cursor, /*change=*/true, alter);
  }
  if (cursor.Skip({"set", "tblproperties"})) {
    alter->kind = Kind::kSetProperties;
    return cursor.Properties().Value(&alter->properties);
  }
  if (cursor.Skip({"unset", "tblproperties"})) {
    alter->kind = Kind::kUnsetProperties;
    return ParsePropertyKeys(cursor, alter);
  }
  if (cursor.Skip({"recover", "partitions"})) {
    alter->kind = Kind::kRecoverPartitions;
    return arrow::Status::OK();
  }
  return cursor.Expected(
      "ADD COLUMNS, RENAME TO, RENAME COLUMN, DROP COLUMN, ALTER COLUMN, CHANGE COLUMN, SET or "
      "UNSET TBLPROPERTIES, ADD or DROP PARTITION");
}

}  // namespace

arrow::Result<StatementBody> ParseCreate(TokenCursor& cursor) {
  bool or_replace = cursor.Skip({"or", "replace"});
  cursor.Skip({"global"});
  bool temporary = cursor.Skip({"temporary"}) || cursor.Skip({"temp"});
  if (cursor.Skip({"view"})) return ParseCreateView(cursor, or_replace, temporary);
  if (temporary) return cursor.Expected("VIEW");
  cursor.Skip({"external"});
  if (cursor.Sees({"table"})) {
    if (or_replace) {
      return NotSupported(cursor.offset(),
                          "CREATE OR REPLACE TABLE is not supported: Hudi has no such statement; "
                          "use DROP TABLE, or INSERT OVERWRITE");
    }
    cursor.Skip({"table"});
    return ParseCreateTable(cursor);
  }
  if (!or_replace && (cursor.Skip({"database"}) || cursor.Skip({"schema"}))) {
    return ParseCreateDatabase(cursor);
  }
  return cursor.Expected("TABLE, VIEW or DATABASE");
}

arrow::Result<StatementBody> ParseDrop(TokenCursor& cursor) {
  DropStatement drop;
  if (cursor.Skip({"view"})) {
    drop.kind = ObjectKind::kView;
  } else if (cursor.Skip({"database"}) || cursor.Skip({"schema"})) {
    drop.kind = ObjectKind::kDatabase;
  } else {
    ARROW_RETURN_NOT_OK(cursor.Expect({"table"}));
  }
  drop.if_exists = SkipIfExists(cursor);
  ARROW_ASSIGN_OR_RAISE(drop.name, cursor.DottedName("the name of what is dropped"));
  if (drop.kind == ObjectKind::kTable) drop.purge = cursor.Skip({"purge"});
  if (drop.kind == ObjectKind::kDatabase && !cursor.Skip({"restrict"})) {
    drop.cascade = cursor.Skip({"cascade"});
  }
  return drop;
}

arrow::Result<StatementBody> ParseTruncate(TokenCursor& cursor) {
  TruncateStatement truncate;
  ARROW_RETURN_NOT_OK(cursor.Expect({"table"}));
  ARROW_ASSIGN_OR_RAISE(truncate.name, cursor.DottedName(kTableName));
  if (cursor.Skip({"partition"})) {
    ARROW_ASSIGN_OR_RAISE(truncate.partition, cursor.Partition());
  }
  return truncate;
}

arrow::Result<StatementBody> ParseAlter(TokenCursor& cursor) {
  AlterTableStatement alter;
  ARROW_RETURN_NOT_OK(cursor.Expect({"table"}));
  ARROW_ASSIGN_OR_RAISE(alter.name, cursor.DottedName(kTableName));
  ARROW_RETURN_NOT_OK(ParseAlteration(cursor, &alter));
  return alter;
}

}  // namespace hudi::sql
