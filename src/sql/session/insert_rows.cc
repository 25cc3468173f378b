// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/engine_types.h"
#include "sql/session/null_columns.h"
#include "sql/session/partition_paths.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

class Insertion {
 public:
  Insertion(SessionState& state, const Statement& statement, const InsertStatement& insert)
      : state_(state), statement_(statement), insert_(insert) {}

  arrow::Result<StatementResult> Run() {
    ARROW_ASSIGN_OR_RAISE(table_, state_.FindTable(insert_.name));
    ARROW_ASSIGN_OR_RAISE(info_, DescribeTable(table_.base_path));
    if (info_.schema == nullptr || info_.schema->num_fields() == 0) {
      return Fail(ErrorCode::kInvalidSchema, table_.name, "the table '", table_.name,
                  "' has no columns yet: it holds no commit, and hoodie.properties no schema");
    }
    partition_fields_ = PartitionFieldsOf(info_.properties);
    columns_ = ColumnsInOrder(*info_.schema, partition_fields_);
    ARROW_RETURN_NOT_OK(CheckPartitionSpec());
    ARROW_ASSIGN_OR_RAISE(std::string rows, RowsText());
    WriteOptions write = state_.OptionsOfWrite(table_);
    ARROW_RETURN_NOT_OK(ChooseOperation(&write));
    ARROW_ASSIGN_OR_RAISE(
        WriteResult written,
        WriteTableUnderLock(
            table_.base_path, [&] { return state_.engine().Query(rows); }, write));
    StatementResult result;
    result.change = SummaryOf(table_, written);
    return result;
  }

 private:
  bool IsPartition(const std::string& name) const {
    return std::any_of(partition_fields_.begin(), partition_fields_.end(),
                       [&](const std::string& field) { return SameWord(field, name); });
  }
  const PartitionValue* StaticValueOf(const std::string& name) const {
    for (const PartitionValue& one : partition_values_) {
      if (SameWord(one.column, name)) return &one;
    }
    return nullptr;
  }
  arrow::Status CheckPartitionSpec() {
    if (!insert_.partition) return arrow::Status::OK();
    for (const PartitionItem& item : *insert_.partition) {
      if (IsPartition(item.column)) {
        if (!item.value) continue;
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> column, ColumnOf(item.column));
        ARROW_ASSIGN_OR_RAISE(
            PartitionValue value,
            EvaluatePartitionValue(state_, statement_, info_, item, column->name()));
        partition_values_.push_back(std::move(value));
        continue;
      }
      return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "'", item.column,
                          "' is no partition column of '", table_.name, "'"),
                     item.offset);
    }
    if (insert_.partition->size() != partition_fields_.size()) {
      std::string all;
      for (const std::string& field : partition_fields_) all += (all.empty() ? "" : ", ") + field;
      return AtPlace(
          Fail(ErrorCode::kInvalidArgument, table_.name,
               "PARTITION must name all partition columns of '", table_.name, "': ", all),
          insert_.partition->front().offset);
    }
    return arrow::Status::OK();
  }

  // The columns that the query's own fill, in its order.
  arrow::Result<arrow::FieldVector> FilledColumns(const arrow::Schema& given) const {
    arrow::FieldVector filled;
    if (insert_.by_name) {
      for (const std::shared_ptr<arrow::Field>& field : given.fields()) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> column, ColumnOf(field->name()));
        filled.push_back(std::move(column));
      }
      return filled;
    }
    if (!insert_.columns.empty()) {
      for (const std::string& name : insert_.columns) {
        ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Field> column, ColumnOf(name));
        if (StaticValueOf(name) != nullptr) {
          return Fail(ErrorCode::kInvalidArgument, name, "column '", name,
                      "' has its value from PARTITION already");
        }
        filled.push_back(std::move(column));
      }
      return filled;
    }
    for (const std::shared_ptr<arrow::Field>& column : columns_) {
      if (StaticValueOf(column->name()) == nullptr) filled.push_back(column);
    }
    return filled;
  }

  arrow::Result<std::shared_ptr<arrow::Field>> ColumnOf(const std::string& name) const {
    for (const std::shared_ptr<arrow::Field>& column : columns_) {
      if (SameWord(column->name(), name)) return column;
    }
    return AtPlace(Fail(ErrorCode::kNotFound, name, "column '", name, "' does not exist in '",
                        table_.name, "'"),
                   insert_.name.offset);
  }

  // The rows to write, as a query for the engine.
  arrow::Result<std::string> RowsText() {
    ARROW_ASSIGN_OR_RAISE(EngineText query, RewriteForEngine(statement_, insert_.query));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> all, state_.SchemaOf(statement_, query));
    // Meta columns of a source are dropped, as everywhere.
    std::vector<int> kept;
    arrow::FieldVector given_fields;
    for (int i = 0; i < all->num_fields(); ++i) {
      if (IsMetaColumn(all->field(i)->name())) continue;
      kept.push_back(i);
      given_fields.push_back(all->field(i));
    }
    if (static_cast<int>(kept.size()) < all->num_fields()) {
      state_.Notice("the meta columns of the query are left out; the table writes its own");
    }
    arrow::Schema given(given_fields);
    ARROW_ASSIGN_OR_RAISE(arrow::FieldVector filled, FilledColumns(given));
    if (static_cast<size_t>(given.num_fields()) != filled.size()) {
      std::string names;
      for (const auto& column : filled) names += (names.empty() ? "" : ", ") + column->name();
      return AtPlace(
          Fail(ErrorCode::kInvalidSchema, table_.name, "the query gives ", given.num_fields(),
               " columns, but '", table_.name, "' takes ", filled.size(), ": ", names),
          statement_.OffsetAt(insert_.query.begin));
    }
    const std::set<size_t> nulls = NullColumns(statement_, insert_.query);
    std::string list;
    for (const std::shared_ptr<arrow::Field>& column : columns_) {
      std::string value = "CAST(NULL AS " + EngineTypeName(*column->type()) + ")";
      if (const PartitionValue* fixed = StaticValueOf(column->name())) {
        value = fixed->constant;
      } else {
        for (size_t i = 0; i < filled.size(); ++i) {
          if (filled[i]->name() != column->name()) continue;
          if (nulls.count(static_cast<size_t>(kept[i])) > 0) continue;
          ARROW_ASSIGN_OR_RAISE(value, StoreAssignment("c" + std::to_string(kept[i]),
                                                       *given.field(static_cast<int>(i))->type(),
                                                       *column->type(), column->name()));
        }
      }
      list += (list.empty() ? "" : ", ") + value + " AS " + QuotedName(column->name());
    }
    std::string names;
    for (int i = 0; i < all->num_fields(); ++i) {
      names += (i > 0 ? ", c" : "c") + std::to_string(i);
    }
    return "SELECT " + list + " FROM (" + query.text() + ") AS source(" + names + ")";
  }

  arrow::Status ChooseOperation(WriteOptions* write) {
    if (insert_.overwrite) return ChooseOverwrite(write);
    auto given = write->config.find(kOperationOption);
    if (given != write->config.end() && !given->second.empty()) return arrow::Status::OK();
    bool has_key = !KeyFieldsOf(info_.properties).empty();
    bool has_ordering = !OrderingFieldsOf(info_.properties).empty();
    std::string operation = state_.Setting("hoodie.spark.sql.insert.into.operation", "");
    if (operation.empty()) {
      operation = DefaultOperation(has_key && has_ordering);
    }
    // Up to 1.0 rows of one statement with one key are one row where an ordering field says which.
    bool combines = info_.version < 9 && has_key && has_ordering;
    operation = LowerCase(operation);
    if (operation != "insert" && operation != "upsert" && operation != "bulk_insert") {
      return Fail(ErrorCode::kInvalidConfig, "hoodie.spark.sql.insert.into.operation",
                  "config 'hoodie.spark.sql.insert.into.operation' = '", operation,
                  "': expected insert, upsert or bulk_insert");
    }
    write->config[kOperationOption] = operation;
    if (operation == "insert") ARROW_RETURN_NOT_OK(ApplyPolicyOfVersion6(write));
    if (combines && operation != "upsert") {
      write->config.emplace("hoodie.combine.before.insert", "true");
    }
    return arrow::Status::OK();
  }

  // Up to 1.0 a table with a key and an ordering field is upserted; later releases insert. The
  // insert mode of old releases counts where they heed it.
  std::string DefaultOperation(bool has_key_and_ordering) const {
    if (info_.version >= 9) return "insert";
    bool bulk = state_.Setting("hoodie.sql.bulk.insert.enable", "false") == "true";
    std::string mode = LowerCase(state_.Setting("hoodie.sql.insert.mode", ""));
    if (mode == "non-strict") return bulk ? "bulk_insert" : "insert";
    if (info_.version == 6 && DuplicatePolicy() != "none") return "insert";
    if (has_key_and_ordering) return "upsert";
    return bulk ? "bulk_insert" : "insert";
  }

  std::string DuplicatePolicy() const {
    std::string mode = LowerCase(state_.Setting("hoodie.sql.insert.mode", ""));
    if (info_.version == 6 && mode == "strict") return "fail";
    return LowerCase(state_.Setting("hoodie.datasource.insert.dup.policy", "none"));
  }

  // 0.15 has the policy in SQL alone, and its writer another key for it.
  arrow::Status ApplyPolicyOfVersion6(WriteOptions* write) const {
    std::string policy = DuplicatePolicy();
    if (info_.version != 6 || policy == "none") return arrow::Status::OK();
    write->config.erase("hoodie.datasource.insert.dup.policy");
    if (policy == "drop") {
      write->config["hoodie.datasource.write.insert.drop.duplicates"] = "true";
      return arrow::Status::OK();
    }
    write->fail_on_stored_keys = true;
    return arrow::Status::OK();
  }

  arrow::Status ChooseOverwrite(WriteOptions* write) {
    std::string mode = state_.Setting("hoodie.datasource.overwrite.mode", "");
    if (mode.empty()) {
      mode = state_.Setting("spark.sql.sources.partitionOverwriteMode", "STATIC");
    }
    bool dynamic = SameWord(mode, "dynamic");
    if (!dynamic && !SameWord(mode, "static")) {
      return Fail(ErrorCode::kInvalidConfig, "hoodie.datasource.overwrite.mode",
                  "the overwrite mode '", mode, "' is unknown: expected STATIC or DYNAMIC");
    }
    bool whole_table = partition_fields_.empty() || (!dynamic && partition_values_.empty());
    write->config[kOperationOption] = whole_table ? "insert_overwrite_table" : "insert_overwrite";
    return whole_table || dynamic ? arrow::Status::OK() : ReplaceNamedPartitions(write);
  }

  // The partitions that have the values of PARTITION (...) are replaced, also those that get no
  // row.
  arrow::Status ReplaceNamedPartitions(WriteOptions* write) {
    ARROW_ASSIGN_OR_RAISE(write->partitions, PartitionsOfValues(state_, table_, partition_values_));
    return arrow::Status::OK();
  }

  SessionState& state_;
  const Statement& statement_;
  const InsertStatement& insert_;
  NamedTable table_;
  TableInfo info_;
  std::vector<std::string> partition_fields_;
  std::vector<PartitionValue> partition_values_;  // that PARTITION gives
  arrow::FieldVector columns_;
};

}  // namespace

arrow::Result<StatementResult> RunInsert(SessionState& state, const Statement& statement,
                                         const InsertStatement& insert) {
  return Insertion(state, statement, insert).Run();
}

}  // namespace hudi::sql
