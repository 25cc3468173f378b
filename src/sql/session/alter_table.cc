// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "hudi/error.h"
#include "hudi/schema_change.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/engine_types.h"
#include "sql/session/partition_paths.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSchemaOnRead = "hoodie.schema.on.read.enable";
constexpr std::string_view kAfter = "after ";

class Alteration {
 public:
  using Kind = AlterTableStatement::Kind;

  Alteration(SessionState& state, const Statement& statement, const AlterTableStatement& alter)
      : state_(state), statement_(statement), alter_(alter) {}

  arrow::Result<StatementResult> Run() {
    if (alter_.kind == Kind::kRenameTo) return RenameTable();
    ARROW_ASSIGN_OR_RAISE(table_, state_.FindTable(alter_.name));
    switch (alter_.kind) {
      case Kind::kAddPartitions:
        return AddPartitionsOf();
      case Kind::kDropPartitions:
        return DropPartitions();
      case Kind::kSetProperties:
      case Kind::kUnsetProperties:
        return ChangeProperties();
      case Kind::kRecoverPartitions:
        state_.Notice("nothing to do: partitions are found on storage");
        return StatementResult{};
      case Kind::kAddColumns:
        return keeps_ids() ? ChangeColumns() : AddColumns();
      case Kind::kRenameColumn:
      case Kind::kDropColumns:
        return keeps_ids() ? ChangeColumns() : NeedsSchemaOnRead();
      case Kind::kAlterColumn:
        return keeps_ids() ? ChangeColumns() : CommentColumn();
      case Kind::kRenameTo:
        break;
    }
    return StatementResult{};
  }

 private:
  bool keeps_ids() const { return LowerCase(state_.Setting(kSchemaOnRead, "false")) == "true"; }

  arrow::Status NeedsEntry() const {
    if (table_.entry) return arrow::Status::OK();
    return AtPlace(Fail(ErrorCode::kUnsupported, table_.name, "'", table_.name,
                        "' is a path, which has no entry in the catalog: CREATE TABLE ... LOCATION "
                        "makes one"),
                   alter_.name.offset);
  }

  arrow::Status NeedsSchemaOnRead() const {
    return AtPlace(
        Fail(ErrorCode::kUnsupported, kSchemaOnRead,
             "name, type, place and nullability of columns change only with schema-on-read "
             "evolution, which every reader of the table must then know: SET ",
             kSchemaOnRead, " = true"),
        alter_.columns[0].offset);
  }

  // ---- columns
  arrow::Result<std::shared_ptr<arrow::DataType>> TypeOf(const ColumnDefinition& column) const {
    arrow::Result<std::shared_ptr<arrow::Schema>> one = ParseSparkDdl("c " + column.type);
    if (!one.ok()) return AtPlace(one.status(), column.offset);
    return (*one)->field(0)->type();
  }

  static void SetPlace(const std::string& position, SchemaChange* change) {
    if (position == "first") change->place = SchemaChange::Place::kFirst;
    if (!position.starts_with(kAfter)) return;
    change->place = SchemaChange::Place::kAfter;
    change->after = position.substr(kAfter.size());
    // Fields of structs may be named with their path.
    change->after.erase(0, change->after.rfind('.') + 1);
  }

  arrow::Result<std::vector<SchemaChange>> ChangesOf(const ColumnDefinition& column,
                                                     const std::string& position) const {
    using Change = SchemaChange::Kind;
    std::vector<SchemaChange> changes;
    const auto add = [&](Change kind) -> SchemaChange& {
      SchemaChange& change = changes.emplace_back();
      change.kind = kind;
      change.column = column.name;
      return change;
    };
    if (alter_.kind == Kind::kAddColumns) {
      if (!column.nullable) {
        return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name,
                            "' cannot be NOT NULL: the rows that are there have no value for it"),
                       column.offset);
      }
      SchemaChange& change = add(Change::kAdd);
      ARROW_ASSIGN_OR_RAISE(change.type, TypeOf(column));
      change.comment = column.comment.value_or("");
      SetPlace(position, &change);
      return changes;
    }
    if (alter_.kind == Kind::kDropColumns) {
      add(Change::kDrop);
      return changes;
    }
    if (!column.type.empty()) {
      SchemaChange& change = add(Change::kSetType);
      ARROW_ASSIGN_OR_RAISE(change.type, TypeOf(column));
    }
    if (alter_.nullable) add(Change::kSetNullable).nullable = *alter_.nullable;
    if (column.comment) add(Change::kSetComment).comment = *column.comment;
    if (!position.empty()) SetPlace(position, &add(Change::kMove));
    // The last one, for the others go by the old name.
    std::string last = column.name.substr(column.name.rfind('.') + 1);
    if (!alter_.new_name.empty() && alter_.new_name != last) {
      add(Change::kRename).new_name = alter_.new_name;
    }
    return changes;
  }

  // Schema-on-read evolution: one commit that says what the columns are now.
  arrow::Result<StatementResult> ChangeColumns() {
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table_.base_path));
    std::vector<SchemaChange> changes;
    for (size_t i = 0; i < alter_.columns.size(); ++i) {
      const ColumnDefinition& column = alter_.columns[i];
      bool missing = info.schema != nullptr &&
                     info.schema->GetFieldByName(column.name) == nullptr &&
                     column.name.find('.') == std::string::npos;
      if (alter_.kind == Kind::kDropColumns && alter_.if_exists && missing) continue;
      std::string position = i < alter_.positions.size() ? alter_.positions[i] : "";
      ARROW_ASSIGN_OR_RAISE(std::vector<SchemaChange> more, ChangesOf(column, position));
      changes.insert(changes.end(), more.begin(), more.end());
    }
    if (changes.empty()) return StatementResult{};
    arrow::Result<WriteResult> changed =
        ChangeSchema(table_.base_path, changes, state_.OptionsOfWrite(table_));
    if (!changed.ok()) {
      // A change of several columns points at the one that cannot be made.
      const ErrorDetail* detail = FindErrorDetail(changed.status());
      for (const ColumnDefinition& column : alter_.columns) {
        if (detail != nullptr && detail->subject() == column.name) {
          return AtPlace(changed.status(), column.offset);
        }
      }
      return AtPlace(changed.status(), alter_.columns[0].offset);
    }
    return KeepComments();
  }

  // The catalog's own comments would hide those that the schema has now.
  arrow::Result<StatementResult> KeepComments() {
    if (!table_.entry) return StatementResult{};
    CatalogEntry entry = *table_.entry;
    bool differs = false;
    for (const ColumnDefinition& column : alter_.columns) {
      differs |= entry.column_comments.erase(column.name) > 0;
    }
    if (differs) ARROW_RETURN_NOT_OK(state_.catalog().Replace(entry));
    return StatementResult{};
  }

  // A commit without rows whose schema has the new columns.
  arrow::Result<StatementResult> AddColumns() {
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table_.base_path));
    if (info.schema == nullptr) {
      return Fail(ErrorCode::kInvalidSchema, table_.name, "the table '", table_.name,
                  "' has no columns yet");
    }
    arrow::FieldVector fields = info.schema->fields();
    for (size_t i = 0; i < alter_.columns.size(); ++i) {
      const ColumnDefinition& column = alter_.columns[i];
      if (!alter_.positions[i].empty() || column.name.find('.') != std::string::npos) {
        return NotSupported(column.offset,
                            "columns are added at the end of the table: a place (FIRST, AFTER) and "
                            "fields of structs need schema-on-read evolution: SET ",
                            kSchemaOnRead, " = true");
      }
      for (const std::shared_ptr<arrow::Field>& field : fields) {
        if (!SameWord(field->name(), column.name)) continue;
        return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name,
                            "' exists already"),
                       column.offset);
      }
      if (!column.nullable) {
        return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name,
                            "' cannot be NOT NULL: the rows that are there have no value for it"),
                       column.offset);
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type, TypeOf(column));
      std::shared_ptr<arrow::Field> field = arrow::field(column.name, std::move(type));
      if (column.comment) {
        field = field->WithMetadata(arrow::key_value_metadata({{"comment", *column.comment}}));
      }
      fields.push_back(std::move(field));
    }
    WriteOptions write = state_.OptionsOfWrite(table_);
    write.config[kOperationOption] = "insert";
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> none,
                          arrow::RecordBatchReader::Make({}, arrow::schema(std::move(fields))));
    ARROW_RETURN_NOT_OK(WriteTable(table_.base_path, none, write).status());
    if (table_.entry) {
      CatalogEntry entry = *table_.entry;
      for (const ColumnDefinition& column : alter_.columns) {
        if (column.comment) entry.column_comments[column.name] = *column.comment;
      }
      ARROW_RETURN_NOT_OK(state_.catalog().Replace(entry));
    }
    return StatementResult{};
  }

  // Without schema-on-read evolution a column can get a comment, and nothing else.
  arrow::Result<StatementResult> CommentColumn() {
    ARROW_RETURN_NOT_OK(NeedsEntry());
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table_.base_path));
    const ColumnDefinition& column = alter_.columns[0];
    std::shared_ptr<arrow::Field> own;
    if (info.schema != nullptr) {
      for (const std::shared_ptr<arrow::Field>& field : info.schema->fields()) {
        if (SameWord(field->name(), column.name)) own = field;
      }
    }
    if (own == nullptr) {
      return AtPlace(Fail(ErrorCode::kNotFound, column.name, "column '", column.name,
                          "' does not exist in '", table_.name, "'"),
                     column.offset);
    }
    bool same_type = column.type.empty();
    if (!same_type) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::DataType> type, TypeOf(column));
      same_type = type->Equals(*own->type());
    }
    bool same_name = alter_.new_name.empty() || SameWord(alter_.new_name, column.name);
    if (!same_type || !same_name || alter_.nullable || !alter_.positions[0].empty()) {
      return NeedsSchemaOnRead();
    }
    if (column.comment) table_.entry->column_comments[own->name()] = *column.comment;
    ARROW_RETURN_NOT_OK(state_.catalog().Replace(*table_.entry));
    return StatementResult{};
  }

  // ---- partitions
  arrow::Result<std::vector<std::string>> PathsOf(std::string_view statement) const {
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table_.base_path));
    std::vector<std::string> all;
    for (const PartitionSpec& spec : alter_.partitions) {
      const size_t num_fields = PartitionFieldsOf(info.properties).size();
      if (num_fields > 0 && spec.size() != num_fields) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, table_.name, statement,
                            " must name all partition columns of '", table_.name, "'"),
                       spec.front().offset);
      }
      ARROW_ASSIGN_OR_RAISE(std::vector<std::string> paths,
                            PartitionsOfSpec(state_, statement_, table_, info, spec));
      all.insert(all.end(), paths.begin(), paths.end());
    }
    return all;
  }

  arrow::Result<StatementResult> DropPartitions() {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> paths, PathsOf("DROP PARTITION"));
    return DeletePartitions(state_, table_, paths);
  }

  arrow::Result<StatementResult> AddPartitionsOf() {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> paths, PathsOf("ADD PARTITION"));
    arrow::Status added = AddPartitions(table_.base_path, paths, alter_.if_exists);
    if (!added.ok()) return AtPlace(added, alter_.partitions[0].front().offset);
    return StatementResult{};
  }

  // ---- the entry of the catalog
  arrow::Result<StatementResult> ChangeProperties() {
    ARROW_RETURN_NOT_OK(NeedsEntry());
    for (const auto& [key, value] : alter_.properties) {
      for (const char* fixed : {"primaryKey", "type", "preCombineField", "orderingFields"}) {
        if (!SameWord(key, fixed)) continue;
        return AtPlace(Fail(ErrorCode::kUnsupported, key, "'", key,
                            "' of a table that exists cannot be changed"),
                       alter_.name.offset);
      }
      if (alter_.kind == Kind::kSetProperties) {
        table_.entry->properties[key] = value;
      } else if (table_.entry->properties.erase(key) == 0 && !alter_.if_exists) {
        return AtPlace(
            Fail(ErrorCode::kNotFound, key, "'", table_.name, "' has no property '", key, "'"),
            alter_.name.offset);
      }
    }
    if (alter_.kind == Kind::kSetProperties) ARROW_RETURN_NOT_OK(CheckPropertiesOfWrites());
    ARROW_RETURN_NOT_OK(state_.catalog().Replace(*table_.entry));
    return StatementResult{};
  }

  // Every write would fail if its options contradicted those of the table.
  arrow::Status CheckPropertiesOfWrites() {
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table_.base_path));
    if (info.schema == nullptr) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> no_rows,
                          arrow::RecordBatchReader::Make({}, info.schema));
    WriteOptions write = state_.OptionsOfWrite(table_);
    write.dry_run = true;
    arrow::Status status = WriteTable(table_.base_path, no_rows, write).status();
    // What else a write meets is its own affair.
    return CodeOf(status) == ErrorCode::kConfigConflict ? AtPlace(status, alter_.name.offset)
                                                        : arrow::Status::OK();
  }

  // A table that the warehouse keeps moves to the folder of its new name, where it would be found
  // without an entry too.
  arrow::Result<StatementResult> RenameTable() {
    ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> old, state_.FindEntry(alter_.name));
    if (!old) {
      ARROW_ASSIGN_OR_RAISE(table_,
                            state_.FindTable(alter_.name));  // a path, or it says what fails
      ARROW_RETURN_NOT_OK(NeedsEntry());
    }
    ObjectName new_name = *alter_.new_table;
    if (new_name.parts.size() == 1) new_name.parts.insert(new_name.parts.begin(), old->database);
    ARROW_ASSIGN_OR_RAISE(auto name, state_.SplitName(new_name));
    if (name.first != old->database) {
      return AtPlace(
          Fail(ErrorCode::kInvalidArgument, new_name.ToString(), "'", old->name,
               "' stays in its database '", old->database, "': RENAME TO cannot move it"),
          new_name.offset);
    }
    ARROW_RETURN_NOT_OK(Catalog::CheckName(name.second, "table"));
    ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> other,
                          state_.catalog().Find(name.first, name.second));
    if (other) {
      return AtPlace(Fail(ErrorCode::kTableExists, new_name.ToString(), "'", new_name.ToString(),
                          "' exists already"),
                     new_name.offset);
    }
    CatalogEntry entry = *old;
    entry.name = name.second;
    if (old->is_view) {
      ARROW_RETURN_NOT_OK(state_.catalog().Add(entry));
      ARROW_RETURN_NOT_OK(state_.catalog().Remove(*old));
      return StatementResult{};
    }
    ARROW_RETURN_NOT_OK(SetTableName(old->location, entry.name));
    arrow::Status moved = Move(*old, &entry);
    if (moved.ok()) return StatementResult{};
    ARROW_RETURN_NOT_OK(SetTableName(old->location, old->name));
    return moved;
  }

  arrow::Status Move(const CatalogEntry& old, CatalogEntry* entry) {
    if (old.managed) {
      ARROW_ASSIGN_OR_RAISE(entry->location,
                            state_.catalog().ManagedLocation(entry->database, entry->name));
      std::error_code error;
      if (fs::exists(entry->location, error)) {
        return Fail(ErrorCode::kTableExists, entry->location, "the folder '", entry->location,
                    "', which would be the table's, exists already");
      }
      fs::rename(old.location, entry->location, error);
      if (error) {
        return Fail(ErrorCode::kStorage, old.location, "cannot move '", old.location, "' to '",
                    entry->location, "': ", error.message());
      }
    }
    arrow::Status added = state_.catalog().Add(*entry);
    if (added.ok()) return state_.catalog().Remove(old);
    std::error_code error;
    if (old.managed) fs::rename(entry->location, old.location, error);
    return added;
  }

  SessionState& state_;
  const Statement& statement_;
  const AlterTableStatement& alter_;
  NamedTable table_;
};

}  // namespace

arrow::Result<StatementResult> RunAlter(SessionState& state, const Statement& statement,
                                        const AlterTableStatement& alter) {
  return Alteration(state, statement, alter).Run();
}

}  // namespace hudi::sql
