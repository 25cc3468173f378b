// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/engine_types.h"
#include "sql/session/statements.h"
#include "sql/session/table_options.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

namespace fs = std::filesystem;

std::string AbsolutePath(const std::string& path) {
  if (path.find("://") != std::string::npos && !path.starts_with("file://")) return path;
  std::string local = path.starts_with("file://") ? path.substr(7) : path;
  if (path.starts_with("file:/") && !path.starts_with("file://")) local = path.substr(5);
  std::error_code ignored;
  std::string absolute = fs::absolute(local, ignored).lexically_normal().string();
  while (absolute.size() > 1 && absolute.back() == '/') absolute.pop_back();
  return absolute;
}

arrow::Result<std::shared_ptr<arrow::Schema>> SchemaOfColumns(
    const std::vector<ColumnDefinition>& columns) {
  std::string ddl;
  arrow::FieldVector fields;
  for (const ColumnDefinition& column : columns) {
    arrow::Result<std::shared_ptr<arrow::Schema>> one =
        ParseSparkDdl(BackTicked(column.name) + " " + column.type);
    if (!one.ok()) {
      return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name,
                          "': ", one.status().message()),
                     column.offset);
    }
    for (const std::shared_ptr<arrow::Field>& field : fields) {
      if (SameWord(field->name(), column.name)) {
        return AtPlace(
            Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name, "' stands twice"),
            column.offset);
      }
    }
    std::shared_ptr<arrow::Field> field = (*one)->field(0)->WithNullable(column.nullable);
    if (column.comment) {
      field = field->WithMetadata(arrow::key_value_metadata({{"comment", *column.comment}}));
    }
    fields.push_back(std::move(field));
  }
  return arrow::schema(std::move(fields));
}

/// The query of CREATE TABLE AS: its columns by the names and types that the table has.
struct SelectedRows {
  std::string text;
  std::shared_ptr<arrow::Schema> schema;
};

class TableCreation {
 public:
  TableCreation(SessionState& state, const Statement& statement, const CreateTableStatement& create)
      : state_(state), statement_(statement), create_(create) {}

  arrow::Result<StatementResult> Run() {
    if (!create_.provider.empty() && create_.provider != "hudi" &&
        create_.provider != "org.apache.hudi") {
      return AtPlace(Fail(ErrorCode::kUnsupported, create_.provider, "USING ", create_.provider,
                          ": this session makes Hudi tables only; expected USING HUDI"),
                     create_.name.offset);
    }
    ARROW_ASSIGN_OR_RAISE(auto name, state_.SplitName(create_.name));
    arrow::Status valid = Catalog::CheckName(name.second, "table");
    if (!valid.ok()) return AtPlace(valid, create_.name.offset);
    ARROW_ASSIGN_OR_RAISE(bool has_database, state_.catalog().HasDatabase(name.first));
    if (!has_database) {
      return AtPlace(Fail(ErrorCode::kNotFound, name.first, "the database '", name.first,
                          "' does not exist; CREATE DATABASE makes it"),
                     create_.name.offset);
    }
    ARROW_ASSIGN_OR_RAISE(std::optional<CatalogEntry> existing,
                          state_.catalog().Find(name.first, name.second));
    if (existing) {
      if (create_.if_not_exists) return StatementResult{};
      return AtPlace(Fail(ErrorCode::kTableExists, create_.name.ToString(), "'",
                          create_.name.ToString(), "' exists already"),
                     create_.name.offset);
    }
    ARROW_RETURN_NOT_OK(Settle(name.first, name.second));
    std::error_code ignored;
    bool is_table = fs::exists(fs::path(entry_.location) / ".hoodie/hoodie.properties", ignored);
    arrow::Result<StatementResult> done = create_.query ? CreateAsSelect(is_table)
                                          : is_table    ? Adopt()
                                                        : CreateEmpty();
    if (CodeOf(done.status()) != ErrorCode::kStorage) return done;
    return While(done.status(),
                 "creating the table in '" + entry_.location + "' (LOCATION names another folder)");
  }

 private:
  arrow::Status Settle(const std::string& database, const std::string& name) {
    entry_.database = database;
    entry_.name = name;
    entry_.comment = create_.comment.value_or("");
    entry_.managed = !create_.location;
    if (create_.location) {
      if (create_.location->empty()) {
        return Fail(ErrorCode::kInvalidArgument, "", "LOCATION is empty: expected a path");
      }
      entry_.location = AbsolutePath(*create_.location);
      return arrow::Status::OK();
    }
    ARROW_ASSIGN_OR_RAISE(entry_.location, state_.catalog().ManagedLocation(database, name));
    std::error_code ignored;
    if (fs::exists(entry_.location, ignored) && !fs::is_empty(entry_.location, ignored)) {
      return Fail(ErrorCode::kTableExists, entry_.location, "the folder '", entry_.location,
                  "' of the new table '", name,
                  "' exists already and is not empty; LOCATION takes another one");
    }
    return arrow::Status::OK();
  }

  // CREATE TABLE over a table that is there: it says what its columns and properties are.
  arrow::Result<StatementResult> Adopt() {
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(entry_.location));
    ARROW_ASSIGN_OR_RAISE(TableOptions options,
                          ReadTableOptions(create_, entry_.name, entry_.database, nullptr));
    ARROW_RETURN_NOT_OK(CompareWithTable(info, options));
    if (!create_.columns.empty() && info.schema != nullptr) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> given, SchemaOfColumns(create_.columns));
      ARROW_RETURN_NOT_OK(CompareColumns(*given, *info.schema));
    }
    entry_.properties = std::move(options.write_options);
    entry_.managed = false;
    ARROW_RETURN_NOT_OK(state_.catalog().Add(entry_));
    return StatementResult{};
  }

  arrow::Status CompareWithTable(const TableInfo& info, const TableOptions& options) const {
    struct Same {
      const char* option;
      const char* stored;
    };
    constexpr Same kSame[] = {
        {"hoodie.datasource.write.table.type", "hoodie.table.type"},
        {"hoodie.datasource.write.recordkey.field", "hoodie.table.recordkey.fields"},
        {"hoodie.datasource.write.partitionpath.field", "hoodie.table.partition.fields"},
        {"hoodie.datasource.write.precombine.field", "hoodie.table.ordering.fields"},
    };
    for (const Same& row : kSame) {
      auto given = options.config.find(row.option);
      if (given == options.config.end()) continue;
      auto stored = info.properties.find(row.stored);
      if (stored == info.properties.end() &&
          std::string_view(row.stored) == "hoodie.table.ordering.fields") {
        stored = info.properties.find("hoodie.table.precombine.field");
      }
      std::string value = stored == info.properties.end() ? "" : stored->second;
      if (std::string_view(row.stored) == "hoodie.table.partition.fields") {
        std::string plain;
        for (const std::string& field : PartitionFieldsOf(info.properties)) {
          plain += (plain.empty() ? "" : ",") + field;
        }
        value = plain;
      }
      if (SameWord(value, given->second)) continue;
      return Fail(ErrorCode::kConfigConflict, row.stored, "the table at '", entry_.location,
                  "' has '", row.stored, "' = '", value, "', but the statement says '",
                  given->second, "'; leave it out to take what is there");
    }
    return arrow::Status::OK();
  }

  // The reference takes the table's own columns whatever the statement lists; that is refused.
  arrow::Status CompareColumns(const arrow::Schema& given, const arrow::Schema& stored) const {
    for (const std::shared_ptr<arrow::Field>& field : given.fields()) {
      if (IsMetaColumn(field->name())) continue;
      std::shared_ptr<arrow::Field> own;
      for (const std::shared_ptr<arrow::Field>& one : stored.fields()) {
        if (SameWord(one->name(), field->name())) own = one;
      }
      if (own == nullptr) {
        return Fail(ErrorCode::kInvalidSchema, field->name(), "the table at '", entry_.location,
                    "' has no column '", field->name(),
                    "'; leave the column list out to take what is there");
      }
      if (!own->type()->Equals(*field->type())) {
        return Fail(ErrorCode::kInvalidSchema, field->name(), "column '", field->name(),
                    "' of the table at '", entry_.location, "' is ", SparkTypeText(*own->type()),
                    ", not ", SparkTypeText(*field->type()),
                    "; leave the column list out to take what is there");
      }
    }
    return arrow::Status::OK();
  }

  arrow::Result<WriteOptions> OptionsFor(const arrow::Schema& columns) {
    ARROW_ASSIGN_OR_RAISE(TableOptions options,
                          ReadTableOptions(create_, entry_.name, entry_.database, &columns));
    entry_.properties = options.write_options;
    partition_fields_ = options.partition_fields;
    NamedTable table;
    table.entry = entry_;
    WriteOptions write = state_.OptionsOfWrite(table);
    for (const auto& [key, value] : options.config) write.config[key] = value;
    return write;
  }

  arrow::Result<StatementResult> CreateEmpty() {
    std::shared_ptr<arrow::Schema> schema;
    if (create_.like) {
      ARROW_ASSIGN_OR_RAISE(schema, TakeLike());
    } else {
      ARROW_ASSIGN_OR_RAISE(schema, SchemaOfColumns(create_.columns));
    }
    if (schema->num_fields() == 0) {
      return AtPlace(Fail(ErrorCode::kInvalidSchema, entry_.location, "'", entry_.location,
                          "' holds no Hudi table, so the new table needs columns"),
                     create_.name.offset);
    }
    ARROW_ASSIGN_OR_RAISE(WriteOptions write, OptionsFor(*schema));
    write.config.erase("hoodie.datasource.write.operation");
    ARROW_RETURN_NOT_OK(CreateEmptyTable(entry_.location, schema, write));
    ARROW_RETURN_NOT_OK(AddEntry());
    return StatementResult{};
  }

  // The source's columns, and its properties where the statement gives none of its own.
  arrow::Result<std::shared_ptr<arrow::Schema>> TakeLike() {
    ARROW_ASSIGN_OR_RAISE(NamedTable source, state_.FindTable(*create_.like));
    ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(source.base_path));
    for (const auto& [option, stored] : {std::pair("type", "hoodie.table.type"),
                                         {"primaryKey", "hoodie.table.recordkey.fields"},
                                         {"hoodie.record.merge.mode", "hoodie.record.merge.mode"},
                                         {"hoodie.write.table.version", "hoodie.table.version"}}) {
      auto found = info.properties.find(stored);
      if (found != info.properties.end()) create_.properties.emplace_back(option, found->second);
    }
    std::string ordering;
    for (const std::string& field : OrderingFieldsOf(info.properties)) {
      ordering += (ordering.empty() ? "" : ",") + field;
    }
    if (!ordering.empty()) create_.properties.emplace_back("orderingFields", ordering);
    create_.partition_columns = PartitionFieldsOf(info.properties);
    if (info.schema == nullptr) {
      return Fail(ErrorCode::kInvalidSchema, source.name, "the table '", source.name,
                  "' has no columns yet");
    }
    return info.schema;
  }

  arrow::Result<SelectedRows> Select() {
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement_, *create_.query));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> given, state_.SchemaOf(statement_, text));
    std::vector<int> kept;
    bool has_meta = false;
    for (int i = 0; i < given->num_fields(); ++i) {
      if (IsMetaColumn(given->field(i)->name())) {
        has_meta = true;
      } else {
        kept.push_back(i);
      }
    }
    if (has_meta) {
      state_.Notice("the meta columns of the query are left out; the table gets its own");
    }
    arrow::FieldVector columns;
    if (create_.columns.empty()) {
      for (int i : kept) columns.push_back(given->field(i)->WithNullable(true));
    } else {
      ARROW_ASSIGN_OR_RAISE(columns, ListedColumns(*given, kept, text.text()));
    }
    SelectedRows selected;
    std::string names;
    for (int i = 0; i < given->num_fields(); ++i) {
      names += (i > 0 ? ", c" : "c") + std::to_string(i);
    }
    std::string list;
    for (size_t i = 0; i < kept.size(); ++i) {
      const std::shared_ptr<arrow::Field>& from = given->field(kept[i]);
      std::string value = "c" + std::to_string(kept[i]);
      ARROW_ASSIGN_OR_RAISE(
          value, StoreAssignment(value, *from->type(), *columns[i]->type(), columns[i]->name()));
      list += (i > 0 ? ", " : "") + value + " AS " + QuotedName(columns[i]->name());
    }
    selected.text = "SELECT " + list + " FROM (" + text.text() + ") AS source(" + names + ")";
    selected.schema = arrow::schema(std::move(columns));
    return selected;
  }

  // A column of nothing but a bare NULL: the engine calls it an int, and takes it for anything.
  bool IsBareNull(const std::string& query, int num_columns, int column) {
    std::string names;
    for (int i = 0; i < num_columns; ++i) names += (i > 0 ? ", c" : "c") + std::to_string(i);
    return state_.engine()
        .SchemaOf("SELECT coalesce(c" + std::to_string(column) + ", CAST(NULL AS BLOB)) FROM (" +
                  query + ") AS source(" + names + ")")
        .ok();
  }

  // A column list together with AS SELECT, which Spark refuses.
  arrow::Result<arrow::FieldVector> ListedColumns(const arrow::Schema& given,
                                                  const std::vector<int>& kept,
                                                  const std::string& query) {
    if (create_.columns.size() != kept.size()) {
      return AtPlace(
          Fail(ErrorCode::kInvalidSchema, create_.name.ToString(), "the column list has ",
               create_.columns.size(), " columns, but the query gives ", kept.size()),
          create_.columns[0].offset);
    }
    arrow::FieldVector columns;
    for (size_t i = 0; i < kept.size(); ++i) {
      const ColumnDefinition& column = create_.columns[i];
      const std::shared_ptr<arrow::Field>& from = given.field(kept[i]);
      if (!SameWord(column.name, from->name())) {
        return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column ", i + 1,
                            " of the list is '", column.name, "', but the query calls it '",
                            from->name(), "': names and order must agree"),
                       column.offset);
      }
      if (column.type.empty()) {
        columns.push_back(arrow::field(column.name, from->type()));
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> one, SchemaOfColumns({column}));
      if (!TypesAgree(*from->type(), *one->field(0)->type()) &&
          (from->type()->id() != arrow::Type::INT32 ||
           !IsBareNull(query, given.num_fields(), kept[i]))) {
        return AtPlace(Fail(ErrorCode::kInvalidSchema, column.name, "column '", column.name,
                            "' of the list is ", SparkTypeText(*one->field(0)->type()),
                            ", but the query gives ", SparkTypeText(*from->type()),
                            ": types must agree; CAST the value, or list the other type"),
                       column.offset);
      }
      columns.push_back(one->field(0));
    }
    return columns;
  }

  arrow::Result<StatementResult> CreateAsSelect(bool is_table) {
    if (is_table) {
      return AtPlace(Fail(ErrorCode::kTableExists, entry_.location, "'", entry_.location,
                          "' holds a Hudi table already; CREATE TABLE without AS SELECT takes it, "
                          "INSERT INTO adds to it"),
                     create_.name.offset);
    }
    ARROW_ASSIGN_OR_RAISE(SelectedRows selected, Select());
    ARROW_ASSIGN_OR_RAISE(WriteOptions write, OptionsFor(*selected.schema));
    std::string operation = write.config["hoodie.datasource.write.operation"];
    if (operation.empty()) {
      operation = state_.Setting("hoodie.spark.sql.insert.into.operation", "bulk_insert");
    }
    write.config["hoodie.datasource.write.operation"] = operation;
    for (const ColumnDefinition& column : create_.columns) {
      if (!column.nullable) write.not_null_columns.push_back(column.name);
    }
    ARROW_ASSIGN_OR_RAISE(
        WriteResult written,
        WriteTableUnderLock(
            entry_.location, [&] { return state_.engine().Query(selected.text); }, write));
    ARROW_RETURN_NOT_OK(AddEntry());
    StatementResult result;
    NamedTable table;
    table.name = create_.name.ToString();
    result.change = SummaryOf(table, written);
    return result;
  }

  arrow::Status AddEntry() {
    for (const ColumnDefinition& column : create_.columns) {
      if (column.comment) entry_.column_comments[column.name] = *column.comment;
    }
    return state_.catalog().Add(entry_);
  }

  SessionState& state_;
  const Statement& statement_;
  CreateTableStatement create_;
  CatalogEntry entry_;
  std::vector<std::string> partition_fields_;
};

}  // namespace

arrow::Result<StatementResult> RunCreateTable(SessionState& state, const Statement& statement,
                                              const CreateTableStatement& create) {
  return TableCreation(state, statement, create).Run();
}

ChangeSummary SummaryOf(const NamedTable& table, const WriteResult& written) {
  ChangeSummary summary;
  summary.table = table.name;
  summary.operation = written.operation;
  summary.instant = written.instant;
  summary.rows_inserted = written.inserted;
  summary.rows_updated = written.updated;
  summary.rows_deleted = written.deleted;
  summary.files_written = written.files_written;
  summary.bytes_written = written.bytes_written;
  summary.partitions_written = written.partitions_written;
  summary.file_groups_replaced = written.file_groups_replaced;
  return summary;
}

}  // namespace hudi::sql
