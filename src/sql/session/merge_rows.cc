// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hudi/error.h"
#include "hudi/table_info.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/assigned_fields.h"
#include "sql/session/checked_rows.h"
#include "sql/session/engine_types.h"
#include "sql/session/merge_as_upsert.h"
#include "sql/session/merge_checks.h"
#include "sql/session/merge_condition.h"
#include "sql/session/merge_problem.h"
#include "sql/session/statements.h"
#include "sql/session/stored_keys.h"
#include "sql/session/table_source.h"

namespace hudi::sql {
namespace {

constexpr const char* kDeleteMark = "_hoodie_is_deleted";
constexpr std::string_view kWrap = "SELECT * FROM (";

std::string LastPart(const Statement& statement, Span span) {
  // The name in front of AS OF, or the last one.
  std::string name;
  for (size_t i = span.begin; i < span.end; ++i) {
    const Token& token = statement.tokens[i];
    if (token.IsWord("for") || token.IsWord("version") || token.IsWord("timestamp")) {
      if (!name.empty()) break;
    }
    if (token.IsName()) name = token.text;
  }
  return name;
}

class Merge {
 public:
  Merge(SessionState& state, const Statement& statement, const MergeStatement& merge)
      : state_(state), statement_(statement), merge_(merge) {}

  arrow::Result<StatementResult> Run() {
    ARROW_RETURN_NOT_OK(Open());
    ARROW_RETURN_NOT_OK(
        CheckMerge({merge_, info_, keys_, ordering_, by_event_time_, target_alias_, source_alias_,
                    *source_schema_, condition_},
                   state_.Setting("hoodie.spark.sql.optimized.writes.enable", "") == "true"));
    has_deletes_ = std::any_of(
        merge_.clauses.begin(), merge_.clauses.end(),
        [](const MergeClause& clause) { return clause.action == MergeClause::Action::kDelete; });
    ARROW_ASSIGN_OR_RAISE(std::string rows, RowsText());
    WriteOptions write = state_.OptionsOfWrite(table_);
    write.config[kOperationOption] = by_stored_key_ ? "insert" : "upsert";
    write.keys_as_stored = by_stored_key_;
    write.marks_deletes = has_deletes_;
    if (IsUpsert(write)) {
      arrow::Result<StatementResult> result = WriteSource(write);
      // What is wrong with the rows, and with how many, shows beside the stored ones.
      if (CodeOf(result.status()) != ErrorCode::kInvalidRow) return result;
    }
    return Write(write, [&]() -> arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> stream,
                            state_.engine().Query(rows));
      return CheckedRows(std::move(stream), [this](RowProblem problem, int64_t count) {
        return Refuse(problem, count);
      });
    });
  }

 private:
  arrow::Result<StatementResult> Write(const WriteOptions& write, const RowsUnderLock& rows) {
    ARROW_ASSIGN_OR_RAISE(WriteResult written, WriteTableUnderLock(table_.base_path, rows, write));
    StatementResult result;
    result.change = SummaryOf(table_, written);
    return result;
  }

  // ---- the short way: the writer finds the rows of ON by their keys
  bool IsUpsert(const WriteOptions& write) const {
    if (by_stored_key_ || info_.type != "COPY_ON_WRITE") return false;
    auto mode = info_.properties.find("hoodie.record.merge.mode");
    if (mode == info_.properties.end() || mode->second == "CUSTOM") return false;
    auto combines = write.config.find("hoodie.combine.before.upsert");
    if (combines != write.config.end() && combines->second == "false") return false;
    return IsUpsertOfSource(statement_, merge_, condition_,
                            {info_.schema->field_names(), keys_, partitions_, target_alias_,
                             source_alias_, source_schema_->field_names()});
  }

  arrow::Result<StatementResult> WriteSource(WriteOptions write) {
    write.fail_on_older_rows = true;
    std::string list;
    for (size_t i = 0; i < source_values_.size(); ++i) {
      list += (i == 0 ? "" : ", ") + source_values_[i] + " AS " +
              QuotedName(info_.schema->field(static_cast<int>(i))->name());
    }
    return Write(write,
                 [&] { return state_.engine().Query("SELECT " + list + " FROM " + source_); });
  }

  // ---- what the statement is about
  arrow::Status Open() {
    ARROW_ASSIGN_OR_RAISE(table_, state_.FindTable(merge_.name));
    ARROW_ASSIGN_OR_RAISE(info_, DescribeTable(table_.base_path));
    if (info_.schema == nullptr) {
      return Fail(ErrorCode::kInvalidSchema, table_.name, "the table '", table_.name,
                  "' has no columns yet");
    }
    keys_ = KeyFieldsOf(info_.properties);
    partitions_ = PartitionFieldsOf(info_.properties);
    ordering_ = OrderingFieldsOf(info_.properties);
    auto mode = info_.properties.find("hoodie.record.merge.mode");
    by_event_time_ = !ordering_.empty() &&
                     (mode == info_.properties.end() || mode->second == "EVENT_TIME_ORDERING");
    // Rows without key fields are found again by the key that was generated for them.
    by_stored_key_ = keys_.empty();
    target_alias_ = merge_.alias.empty() ? merge_.name.parts.back() : merge_.alias;
    target_ = TargetText() + " AS " + QuotedName(target_alias_);
    ARROW_ASSIGN_OR_RAISE(EngineText source, RewriteForEngine(statement_, merge_.source));
    source_alias_ = merge_.source_alias;
    if (source_alias_.empty()) {
      source_alias_ = statement_.tokens[merge_.source.begin].Is("(")
                          ? "source"
                          : LastPart(statement_, merge_.source);
    }
    source_ = source.text() + " AS " + QuotedName(source_alias_);
    auto schema = state_.engine().SchemaOf("SELECT * FROM " + source_);
    if (!schema.ok()) {
      return PlacedIn(schema.status(), source, kWrap.size() + std::string("SELECT * FROM ").size());
    }
    source_schema_ = *schema;
    std::vector<std::string> columns = info_.schema->field_names();
    condition_ = ReadMergeCondition(statement_, merge_.on, target_alias_, columns,
                                    source_schema_->field_names());
    for (const auto& [column, expression] : condition_.equalities) {
      if (!ContainsWord(keys_, column) && !ContainsWord(partitions_, column))
        condition_.has_others = true;
    }
    ARROW_ASSIGN_OR_RAISE(EngineText on, RewriteForEngine(statement_, merge_.on));
    on_ = "(" + on.text() + ")";
    std::string before = "SELECT 1 FROM " + source_ + " LEFT JOIN " + target_ + " ON (";
    auto checked = state_.engine().SchemaOf(before + on.text() + ")");
    if (!checked.ok()) return PlacedIn(checked.status(), on, kWrap.size() + before.size());
    return AddPartitionCondition();
  }

  std::string TargetText() const {
    if (!PathOfName(merge_.name.parts).empty()) {
      TableReference reference;
      reference.parts = merge_.name.parts;
      return QuotedName(NameOfReference(reference));
    }
    std::string text;
    for (const std::string& part : merge_.name.parts) {
      text += (text.empty() ? "" : ".") + QuotedName(part);
    }
    return text;
  }

  static arrow::Status PlacedIn(const arrow::Status& status, const EngineText& text,
                                size_t before) {
    std::optional<size_t> offset = OffsetOf(status);
    if (!offset || *offset < before) return status;
    return AtSource(PlaceMovedTo(status, *offset - before), text);
  }

  // Rows of a table belong together within a partition; a source that has the partition column says
  // which one it means.
  arrow::Status AddPartitionCondition() {
    for (const std::string& name : partitions_) {
      if (Mentions(statement_, merge_.on, name)) continue;
      const arrow::Field* own = FieldOf(*info_.schema, name);
      if (own == nullptr || FieldOf(*source_schema_, name) == nullptr) continue;
      on_ += " AND " + Target(name) + " IS NOT DISTINCT FROM CAST(" + Source(name) + " AS " +
             EngineTypeName(*own->type()) + ")";
    }
    return arrow::Status::OK();
  }

  std::string Target(const std::string& column) const {
    return QuotedName(target_alias_) + "." + QuotedName(column);
  }
  std::string Source(const std::string& column) const {
    return QuotedName(source_alias_) + "." + QuotedName(column);
  }

  // ---- the rows
  struct Branch {
    std::string condition;            ///< in the engine's text
    std::vector<std::string> values;  ///< a column of the table
    std::string problem = "0";
    bool deletes = false;
  };

  arrow::Result<std::string> ValueOf(const Assignment& assignment, const arrow::Field& field,
                                     const std::string& from) {
    ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement_, assignment.value));
    if (assignment.value.end == assignment.value.begin + 1 &&
        statement_.tokens[assignment.value.begin].IsWord("null")) {
      return "CAST(NULL AS " + EngineTypeName(*field.type()) + ")";
    }
    const std::string before = "SELECT ";
    auto typed = state_.engine().SchemaOf(before + text.text() + " FROM " + from);
    if (!typed.ok()) return PlacedIn(typed.status(), text, kWrap.size() + before.size());
    const std::shared_ptr<arrow::DataType>& type = (*typed)->field(0)->type();
    const bool is_column = FieldOf(*info_.schema, field.name()) == &field;
    const bool must_agree =
        info_.version >= 8 && by_event_time_ && is_column && ContainsWord(ordering_, field.name());
    if (must_agree && !type->Equals(*field.type())) {
      return AtPlace(
          Fail(ErrorCode::kInvalidSchema, field.name(), "the ordering field '", field.name(),
               "' is ", SparkTypeText(*field.type()), " in the table, but the value is ",
               SparkTypeText(*type), ": CAST it to one type"),
          assignment.offset);
    }
    arrow::Result<std::string> value =
        StoreAssignment("(" + text.text() + ")", *type, *field.type(), field.name());
    if (!value.ok()) return AtPlace(value.status(), assignment.offset);
    return value;
  }

  arrow::Result<Branch> BranchOf(const MergeClause& clause) {
    using When = MergeClause::When;
    Branch branch;
    const bool inserts = clause.when == When::kNotMatched;
    const bool has_source = clause.when != When::kNotMatchedBySource;
    // What an expression of the clause may name.
    std::string from = clause.when == When::kMatched ? source_ + " JOIN " + target_ + " ON true"
                       : inserts                     ? source_
                                                     : target_;
    branch.condition = "true";
    if (clause.condition) {
      ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement_, *clause.condition));
      const std::string before = "SELECT 1 FROM " + from + " WHERE (";
      auto checked = state_.engine().SchemaOf(before + text.text() + ")");
      if (!checked.ok()) return PlacedIn(checked.status(), text, kWrap.size() + before.size());
      branch.condition = "(" + text.text() + ")";
    }
    branch.deletes = clause.action == MergeClause::Action::kDelete;
    ARROW_ASSIGN_OR_RAISE(std::vector<AssignedField> assigned,
                          AssignedFields(clause.assignments, target_alias_, *info_.schema));
    std::string problem;
    for (const std::shared_ptr<arrow::Field>& field : info_.schema->fields()) {
      const std::string& name = field->name();
      std::string old =
          inserts ? "CAST(NULL AS " + EngineTypeName(*field->type()) + ")" : Target(name);
      std::string value = old;
      if (clause.star) {
        const arrow::Field* given = FieldOf(*source_schema_, name);
        arrow::Result<std::string> stored =
            StoreAssignment(Source(given->name()), *given->type(), *field->type(), name);
        if (!stored.ok()) return AtPlace(stored.status(), clause.offset);
        value = *stored;
      } else if (branch.deletes && has_source && by_event_time_ && ContainsWord(ordering_, name) &&
                 FieldOf(*source_schema_, name) != nullptr) {
        // A delete has the source's ordering value.
        value = "CAST(" + Source(name) + " AS " + EngineTypeName(*field->type()) + ")";
      } else {
        ARROW_ASSIGN_OR_RAISE(
            value, ValueWithAssigned(assigned, *field, old,
                                     [&](const Assignment& assignment, const arrow::Field& target) {
                                       return ValueOf(assignment, target, from);
                                     }));
      }
      if (!inserts && value != old) AddProblem(name, old, value, &problem);
      branch.values.push_back(std::move(value));
    }
    if (inserts && condition_.has_others && !by_stored_key_) problem = StoredKeyProblem(branch);
    if (!problem.empty()) branch.problem = "CASE" + problem + " ELSE 0 END";
    return branch;
  }

  // Changes that the table would not take as they are meant.
  void AddProblem(const std::string& name, const std::string& old, const std::string& value,
                  std::string* problem) const {
    const auto add = [&](const std::string& condition, RowProblem kind) {
      *problem += " WHEN " + condition + " THEN " + std::to_string(static_cast<int>(kind));
    };
    if (ContainsWord(keys_, name)) add(value + " IS DISTINCT FROM " + old, RowProblem::kChangesKey);
    if (ContainsWord(partitions_, name)) {
      add(value + " IS DISTINCT FROM " + old, RowProblem::kChangesPartition);
    }
    if (by_event_time_ && !ordering_.empty() && SameWord(ordering_[0], name)) {
      add("(" + value + " < " + old + " OR (" + value + " IS NULL AND " + old + " IS NOT NULL))",
          RowProblem::kLowersOrdering);
    }
  }

  // A row that ON does not match, and whose key is stored all the same.
  std::string StoredKeyProblem(const Branch& branch) const {
    std::string same;
    for (size_t i = 0; i < branch.values.size(); ++i) {
      const std::string& name = info_.schema->field(static_cast<int>(i))->name();
      if (!ContainsWord(keys_, name) && !ContainsWord(partitions_, name)) continue;
      same += (same.empty() ? "" : " AND ") + std::string("stored.") + QuotedName(name) +
              " IS NOT DISTINCT FROM " + branch.values[i];
    }
    return " WHEN EXISTS (SELECT 1 FROM " + TargetText() + " AS stored WHERE " + same + ") THEN " +
           std::to_string(static_cast<int>(RowProblem::kInsertsStoredKey));
  }

  // What tells a row of the table from all others, for PARTITION BY.
  std::string Identity() const {
    if (by_stored_key_) return Target(kRecordKeyColumn) + ", " + Target(kPartitionPathColumn);
    std::string identity;
    for (const std::string& name : keys_) identity += Target(name) + ", ";
    for (const std::string& name : partitions_) identity += Target(name) + ", ";
    identity.resize(identity.size() - 2);
    return identity;
  }

  // One SELECT: each row by the first of the branches whose condition holds.
  std::string SelectText(const std::vector<Branch>& branches, MergeClause::When when,
                         const std::string& from) const {
    const auto choose = [&](auto value_of, const std::string& otherwise) {
      std::string text = "CASE";
      for (const Branch& branch : branches) {
        text += " WHEN " + branch.condition + " THEN " + value_of(branch);
      }
      return text + " ELSE " + otherwise + " END";
    };
    std::string list;
    for (int i = 0; i < info_.schema->num_fields(); ++i) {
      list += choose([&](const Branch& b) { return b.values[static_cast<size_t>(i)]; }, "NULL") +
              " AS " + QuotedName(info_.schema->field(i)->name()) + ", ";
    }
    if (has_deletes_) {
      list += choose([](const Branch& b) { return std::string(b.deletes ? "true" : "false"); },
                     "false") +
              " AS " + QuotedName(kDeleteMark) + ", ";
    }
    std::string problem = choose([](const Branch& b) { return b.problem; }, "0");
    if (by_stored_key_ && when == MergeClause::When::kMatched && !PicksOneOfMany()) {
      problem = "CASE WHEN count(*) OVER (PARTITION BY " + Identity() + ") > 1 THEN " +
                std::to_string(static_cast<int>(RowProblem::kMatchedTwice)) + " ELSE " + problem +
                " END";
    }
    list += "CAST(" + problem + " AS INTEGER) AS " + QuotedName(kProblemColumn);
    if (by_stored_key_) {
      list += when == MergeClause::When::kNotMatched
                  ? std::string(", CAST(NULL AS VARCHAR) AS ") + QuotedName(kStoredKeyColumn) +
                        ", CAST(NULL AS VARCHAR) AS " + QuotedName(kStoredPartitionColumn)
                  : StoredKeyColumns(QuotedName(target_alias_));
    }
    std::string chosen = choose([](const Branch&) { return std::string("true"); }, "false");
    return "SELECT " + list + " FROM " + from + " WHERE " + chosen;
  }

  // Several source rows for one row of the table: the one with the greatest ordering value counts.
  bool PicksOneOfMany() const {
    return by_event_time_ && FieldOf(*source_schema_, ordering_[0]) != nullptr;
  }

  arrow::Result<std::string> RowsText() {
    std::vector<Branch> matched, inserted, unsourced;
    for (const MergeClause& clause : merge_.clauses) {
      ARROW_ASSIGN_OR_RAISE(Branch branch, BranchOf(clause));
      switch (clause.when) {
        case MergeClause::When::kMatched:
          matched.push_back(std::move(branch));
          break;
        case MergeClause::When::kNotMatched:
          source_values_ = branch.values;
          inserted.push_back(std::move(branch));
          break;
        case MergeClause::When::kNotMatchedBySource:
          unsourced.push_back(std::move(branch));
          break;
      }
    }
    using When = MergeClause::When;
    std::vector<std::string> parts;
    if (!matched.empty()) {
      std::string part =
          SelectText(matched, When::kMatched, source_ + " JOIN " + target_ + " ON " + on_);
      if (PicksOneOfMany()) {
        part += " QUALIFY row_number() OVER (PARTITION BY " + Identity() + " ORDER BY " +
                Source(ordering_[0]) + " DESC NULLS LAST) = 1";
      }
      parts.push_back(std::move(part));
    }
    if (!inserted.empty()) {
      parts.push_back(SelectText(inserted, When::kNotMatched,
                                 source_ + " ANTI JOIN " + target_ + " ON " + on_));
    }
    if (!unsourced.empty()) {
      parts.push_back(SelectText(unsourced, When::kNotMatchedBySource,
                                 target_ + " ANTI JOIN " + source_ + " ON " + on_));
    }
    std::string text;
    for (const std::string& part : parts) {
      text += (text.empty() ? "SELECT * FROM (" : " UNION ALL SELECT * FROM (") + part + ")";
    }
    return text;
  }

  arrow::Status Refuse(RowProblem problem, int64_t count) const {
    const auto first = [](const std::vector<std::string>& names) {
      return names.empty() ? std::string() : names[0];
    };
    return AtPlace(MergeProblem(problem, count,
                                {table_.name, target_alias_, source_alias_, first(keys_),
                                 first(partitions_), first(ordering_)}),
                   merge_.name.offset);
  }

  SessionState& state_;
  const Statement& statement_;
  const MergeStatement& merge_;
  NamedTable table_;
  TableInfo info_;
  std::vector<std::string> keys_, partitions_, ordering_;
  bool by_event_time_ = false;
  bool by_stored_key_ = false;
  bool has_deletes_ = false;
  std::vector<std::string> source_values_;  ///< of the columns of a row that is inserted
  std::string target_alias_, target_, source_alias_, source_, on_;
  std::shared_ptr<arrow::Schema> source_schema_;
  MergeCondition condition_;
};

}  // namespace

arrow::Result<StatementResult> RunMerge(SessionState& state, const Statement& statement,
                                        const MergeStatement& merge) {
  return Merge(state, statement, merge).Run();
}

}  // namespace hudi::sql
