// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/assigned_fields.h"
#include "sql/session/engine_types.h"
#include "sql/session/result_rows.h"
#include "sql/session/statements.h"
#include "sql/session/stored_keys.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

bool ByEventTime(const TableInfo& info) {
  auto mode = info.properties.find("hoodie.record.merge.mode");
  if (mode != info.properties.end()) return mode->second == "EVENT_TIME_ORDERING";
  return !OrderingFieldsOf(info.properties).empty();
}

std::string NameInQuery(const ObjectName& name) {
  std::string path = PathOfName(name.parts);
  if (!path.empty()) {
    TableReference reference;
    reference.parts = name.parts;
    return QuotedName(NameOfReference(reference));
  }
  std::string text;
  for (const std::string& part : name.parts) text += (text.empty() ? "" : ".") + QuotedName(part);
  return text;
}

// What the rows are read from: the table under the name or alias by which expressions call it.
std::string TableInQuery(const ObjectName& name, const std::string& alias) {
  std::string text = NameInQuery(name);
  return alias.empty() ? text : text + " AS " + QuotedName(alias);
}

class Update {
 public:
  Update(SessionState& state, const Statement& statement, const UpdateStatement& update)
      : state_(state), statement_(statement), update_(update) {}

  arrow::Result<StatementResult> Run() {
    ARROW_ASSIGN_OR_RAISE(table_, state_.FindTable(update_.name));
    ARROW_ASSIGN_OR_RAISE(info_, DescribeTable(table_.base_path));
    if (info_.schema == nullptr) {
      return Fail(ErrorCode::kInvalidSchema, table_.name, "the table '", table_.name,
                  "' has no columns yet");
    }
    // Rows without key fields are found again by the key that was generated for them.
    by_stored_key_ = KeyFieldsOf(info_.properties).empty();
    ARROW_RETURN_NOT_OK(CheckAssignments());
    ARROW_ASSIGN_OR_RAISE(std::string where, WhereText());
    ARROW_ASSIGN_OR_RAISE(std::string rows, RowsText(where));
    WriteOptions write = state_.OptionsOfWrite(table_);
    write.config[kOperationOption] = by_stored_key_ ? "insert" : "upsert";
    write.keys_as_stored = by_stored_key_;
    arrow::Result<WriteResult> written = WriteTableUnderLock(
        table_.base_path,
        [&]() -> arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> {
          ARROW_RETURN_NOT_OK(RefuseLoweredOrdering(where));
          return state_.engine().Query(rows);
        },
        write);
    ARROW_RETURN_NOT_OK(written.status());
    StatementResult result;
    result.change = SummaryOf(table_, *written);
    return result;
  }

 private:
  arrow::Status CheckAssignments() {
    ARROW_ASSIGN_OR_RAISE(
        assigned_, AssignedFields(update_.assignments,
                                  update_.alias.empty() ? update_.name.parts.back() : update_.alias,
                                  *info_.schema));
    const std::vector<std::string> keys = KeyFieldsOf(info_.properties);
    const std::vector<std::string> partitions = PartitionFieldsOf(info_.properties);
    for (const AssignedField& field : assigned_) {
      const auto fail = [&](const std::string& name, std::string_view why) {
        return AtPlace(Fail(ErrorCode::kInvalidArgument, name, "column '", name, "' ", why),
                       field.assignment->offset);
      };
      if (std::optional<std::string> key = field.MeetingOf(keys)) {
        return fail(*key, "is a record key field, which UPDATE must not set");
      }
      if (std::optional<std::string> partition = field.MeetingOf(partitions)) {
        return fail(*partition, "is a partition field, which UPDATE must not set");
      }
      if (field.path.size() == 1) continue;
      // Whether a row's value gets less is looked at in columns only.
      if (std::optional<std::string> ordering =
              field.MeetingOf(OrderingFieldsOf(info_.properties))) {
        return fail(*ordering,
                    "is an ordering field inside of a struct, which UPDATE must not set");
      }
    }
    return arrow::Status::OK();
  }

  arrow::Result<std::string> WhereText() const {
    if (!update_.where) return std::string();
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement_, *update_.where));
    return " WHERE (" + text.text() + ")";
  }

  arrow::Result<std::string> RowsText(const std::string& where) {
    std::string from = " FROM " + TableInQuery(update_.name, update_.alias);
    std::string qualifier =
        QuotedName(update_.alias.empty() ? update_.name.parts.back() : update_.alias);
    if (update_.alias.empty() && !PathOfName(update_.name.parts).empty()) qualifier.clear();
    std::string list;
    for (const std::shared_ptr<arrow::Field>& field : info_.schema->fields()) {
      std::string value = (qualifier.empty() ? "" : qualifier + ".") + QuotedName(field->name());
      const std::string old = value;
      ARROW_ASSIGN_OR_RAISE(
          value, ValueWithAssigned(assigned_, *field, old,
                                   [&](const Assignment& assignment, const arrow::Field& target) {
                                     return ValueOf(assignment, target, from);
                                   }));
      if (value != old && SameWord(field->name(), OrderingField())) new_ordering_ = value;
      list += (list.empty() ? "" : ", ") + value + " AS " + QuotedName(field->name());
    }
    if (by_stored_key_) list += StoredKeyColumns(qualifier);
    return "SELECT " + list + from + where;
  }

  arrow::Result<std::string> ValueOf(const Assignment& assignment, const arrow::Field& target,
                                     const std::string& from) {
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement_, assignment.value));
    if (SameWord(text.text(), "NULL")) {  // of every type
      return "CAST(NULL AS " + EngineTypeName(*target.type()) + ")";
    }
    // The type of the expression tells whether it may be stored.
    auto typed = state_.engine().SchemaOf("SELECT " + text.text() + from);
    if (!typed.ok()) return AtPlaceOf(typed.status(), text, sizeof("SELECT * FROM (SELECT ") - 1);
    return StoreAssignment("(" + text.text() + ")", *(*typed)->field(0)->type(), *target.type(),
                           target.name());
  }

  static arrow::Status AtPlaceOf(const arrow::Status& status, const EngineText& text,
                                 size_t before) {
    std::optional<size_t> offset = OffsetOf(status);
    if (!offset || *offset < before) return status;
    return AtSource(PlaceMovedTo(status, *offset - before), text);
  }

  std::string OrderingField() const {
    std::vector<std::string> fields = OrderingFieldsOf(info_.properties);
    return fields.empty() ? "" : fields[0];
  }

  // Such rows would be swallowed by the table's merge mode.
  arrow::Status RefuseLoweredOrdering(const std::string& where) {
    if (new_ordering_.empty() || !ByEventTime(info_)) return arrow::Status::OK();
    std::string old = QuotedName(OrderingField());
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatchReader> rows,
        state_.engine().Query("SELECT count(*) FROM (SELECT " + new_ordering_ + " AS new_value, " +
                              old + " AS old_value FROM " +
                              TableInQuery(update_.name, update_.alias) + where +
                              ") WHERE new_value < old_value OR (new_value IS NULL AND old_value "
                              "IS NOT NULL)"));
    ARROW_ASSIGN_OR_RAISE(int64_t count, SingleNumber(*rows));
    if (count == 0) return arrow::Status::OK();
    return Fail(ErrorCode::kInvalidArgument, OrderingField(), "UPDATE lowers the ordering field '",
                OrderingField(), "' of ", count, count == 1 ? " row" : " rows", "; '", table_.name,
                "' keeps the row with the greater value, so the change would "
                "be lost: DELETE the rows and INSERT them anew, or give a value that is not less");
  }

  SessionState& state_;
  const Statement& statement_;
  const UpdateStatement& update_;
  NamedTable table_;
  TableInfo info_;
  std::vector<AssignedField> assigned_;
  bool by_stored_key_ = false;
  std::string new_ordering_;
};

}  // namespace

arrow::Result<StatementResult> RunUpdate(SessionState& state, const Statement& statement,
                                         const UpdateStatement& update) {
  return Update(state, statement, update).Run();
}

arrow::Result<StatementResult> RunDelete(SessionState& state, const Statement& statement,
                                         const DeleteStatement& erase) {
  ARROW_ASSIGN_OR_RAISE(NamedTable table, state.FindTable(erase.name));
  ARROW_ASSIGN_OR_RAISE(TableInfo info, DescribeTable(table.base_path));
  std::string list = "\"_hoodie_record_key\", \"_hoodie_partition_path\"";
  auto meta = info.properties.find("hoodie.populate.meta.fields");
  if (meta != info.properties.end() && meta->second == "false") list = "*";
  std::string text = "SELECT " + list + " FROM " + TableInQuery(erase.name, erase.alias);
  if (erase.where) {
    ARROW_ASSIGN_OR_RAISE(EngineText where, RewriteForEngine(statement, *erase.where));
    // Errors in the condition are found, with their place, before anything is locked.
    const std::string before = "SELECT * FROM (" + text + " WHERE (";
    auto checked = state.engine().SchemaOf(text + " WHERE (" + where.text() + ")");
    if (!checked.ok()) {
      arrow::Status status = checked.status();
      std::optional<size_t> offset = OffsetOf(status);
      if (offset && *offset >= before.size()) {
        status = AtSource(PlaceMovedTo(status, *offset - before.size()), where);
      }
      return status;
    }
    text += " WHERE (" + where.text() + ")";
  }
  ARROW_ASSIGN_OR_RAISE(WriteResult written,
                        DeleteKeysUnderLock(
                            table.base_path, [&] { return state.engine().Query(text); },
                            state.OptionsOfWrite(table)));
  StatementResult result;
  result.change = SummaryOf(table, written);
  return result;
}

}  // namespace hudi::sql
