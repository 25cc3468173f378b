// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/row_merger.h"

#include <string>
#include <utility>

#include <arrow/array.h>

#include "hudi/base/gather.h"
#include "hudi/base/nested_column.h"
#include "hudi/error.h"
#include "hudi/merge/column_filler.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/merge/merger_call.h"
#include "hudi/merge/ordering_values.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using InBatch = MergeRules::InBatch;
using AgainstStored = MergeRules::AgainstStored;
using Fill = MergeRules::Fill;

std::string FieldsText(const OrderingKey& key) {
  std::string text;
  for (const std::string& field : key.fields) text += (text.empty() ? "" : ",") + field;
  return text;
}

arrow::Status NullOrdering(const OrderingKey& key) {
  const std::string fields = FieldsText(key);
  return Fail(ErrorCode::kInvalidRow, fields, "ordering field '", fields,
              "' is null in a row that must be compared with another one of its key");
}

/// The columns of a batch that take part in merging: by name as in `schema`, null if absent.
std::vector<std::shared_ptr<arrow::Array>> DataColumnsOf(const arrow::RecordBatch& batch,
                                                         const arrow::Schema& schema) {
  std::vector<std::shared_ptr<arrow::Array>> columns;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    columns.push_back(batch.GetColumnByName(field->name()));
  }
  return columns;
}

/// Finds the winner of each group. `newer_wins(newer, older)` decides between two rows.
template <typename NewerWins>
void FoldGroups(const std::vector<int64_t>& groups, NewerWins&& newer_wins,
                std::vector<int64_t>* winners) {
  for (size_t row = 0; row < groups.size(); ++row) {
    int64_t& winner = (*winners)[static_cast<size_t>(groups[row])];
    if (winner < 0 || newer_wins(static_cast<int64_t>(row), winner)) {
      winner = static_cast<int64_t>(row);
    }
  }
}

}  // namespace

class RowMerger::Impl {
 public:
  arrow::Status Init(const MergeOptions& options, const arrow::Schema& schema) {
    ARROW_RETURN_NOT_OK(CheckDeleteColumn(schema));
    ARROW_ASSIGN_OR_RAISE(rules_, ResolveMergeRules(options, schema));
    options_ = options;
    schema_ = WithoutMetaColumns(schema);
    return arrow::Status::OK();
  }

  arrow::Result<Winners> CombineInBatch(const std::shared_ptr<arrow::RecordBatch>& batch,
                                        const std::vector<int64_t>& groups,
                                        int64_t num_groups) const;
  arrow::Result<PairResult> MergePairs(const arrow::RecordBatch& stored,
                                       const std::vector<int64_t>& stored_rows,
                                       const arrow::RecordBatch& incoming,
                                       const std::vector<int64_t>& incoming_rows,
                                       const std::vector<bool>& incoming_deletes) const;
  arrow::Result<PairResult> TakeNewer(const arrow::RecordBatch& stored,
                                      const std::vector<int64_t>& stored_rows,
                                      const arrow::RecordBatch& incoming,
                                      const std::vector<int64_t>& incoming_rows) const;
  /// What becomes of pairs whose winners are known.
  arrow::Result<PairResult> Settle(const arrow::RecordBatch& stored,
                                   const std::vector<int64_t>& stored_rows,
                                   const arrow::RecordBatch& incoming,
                                   const std::vector<int64_t>& incoming_rows,
                                   const std::vector<bool>& incoming_deletes,
                                   const std::vector<bool>& newer_wins) const;
  arrow::Status CheckOrderingValues(const arrow::RecordBatch& batch, int64_t first_row,
                                    bool combines_batch) const;

 private:
  class BatchOrder;
  class BatchFill;

  arrow::Status CheckNulls(const arrow::RecordBatch& batch, const OrderingKey& key,
                           int64_t first_row) const;
  arrow::Result<std::vector<bool>> NewerWins(const arrow::RecordBatch& stored,
                                             const std::vector<int64_t>& stored_rows,
                                             const arrow::RecordBatch& incoming,
                                             const std::vector<int64_t>& incoming_rows,
                                             const std::vector<bool>& incoming_deletes) const;
  arrow::Result<PairResult> AskForPairs(const arrow::RecordBatch& stored,
                                        const std::vector<int64_t>& stored_rows,
                                        const arrow::RecordBatch& incoming,
                                        const std::vector<int64_t>& incoming_rows,
                                        const std::vector<bool>& incoming_deletes) const;
  arrow::Status FillPairs(const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
                          const arrow::RecordBatch& incoming,
                          const std::vector<int64_t>& incoming_rows,
                          const std::vector<bool>& incoming_deletes, PairResult* result) const;

  MergeOptions options_;
  MergeRules rules_;
  std::shared_ptr<arrow::Schema> schema_;  // without meta columns
};

/// The order of the rows of one batch, deletes without a value included.
class RowMerger::Impl::BatchOrder {
 public:
  BatchOrder(const MergeRules& rules, const OrderingValues& values,
             const std::vector<bool>& deletes)
      : rules_(rules), values_(values), deletes_(deletes) {}

  bool NewerWins(int64_t newer, int64_t older) {
    if (values_.has_nulls()) {
      for (const int64_t row : {newer, older}) {
        if (!values_.IsNull(row)) continue;
        // A delete without a value beats what came before it and gives way to what comes after.
        if (rules_.deletes_without_value && deletes_[static_cast<size_t>(row)]) return true;
        met_null_ = true;
        return true;
      }
    }
    const int order = values_.Compare(newer, values_, older);
    return rules_.in_batch == InBatch::kGreater ? order >= 0 : order > 0;
  }

  bool met_null() const { return met_null_; }

 private:
  const MergeRules& rules_;
  const OrderingValues& values_;
  const std::vector<bool>& deletes_;
  bool met_null_ = false;
};

/// Combines the rows of groups column by column while winners are found.
class RowMerger::Impl::BatchFill {
 public:
  BatchFill(const MergeRules& rules, std::shared_ptr<arrow::RecordBatch> batch,
            const std::vector<bool>& deletes, int64_t num_groups)
      : batch_(std::move(batch)), deletes_(deletes), sources_(static_cast<size_t>(num_groups)) {
    for (int i = 0; i < batch_->num_columns(); ++i) {
      columns_.emplace_back(batch_->column(i), rules);
      if (IsMetaColumn(batch_->schema()->field(i)->name())) continue;
      if (columns_.back().any()) fillable_.push_back(static_cast<size_t>(i));
    }
  }

  /// `newer` met the group's row so far, `older`; one of them has won.
  void Meet(int64_t group, int64_t newer, int64_t older, bool newer_wins) {
    std::vector<int32_t>& sources = sources_[static_cast<size_t>(group)];
    if (deletes_[static_cast<size_t>(newer)] || deletes_[static_cast<size_t>(older)]) {
      if (newer_wins) sources.clear();
      return;
    }
    const int64_t winner = newer_wins ? newer : older;
    const int64_t loser = newer_wins ? older : newer;
    // A combined row of the past is the older one; its values come from several rows.
    const auto source = [&](int64_t row, size_t column) {
      return row == older && !sources.empty() ? sources[column] : static_cast<int32_t>(row);
    };
    std::vector<int32_t> combined;
    for (const size_t column : fillable_) {
      const int32_t from_winner = source(winner, column);
      if (!columns_[column].IsFillable(from_winner)) continue;
      const int32_t from_loser = source(loser, column);
      if (combined.empty()) {
        for (size_t c = 0; c < columns_.size(); ++c) combined.push_back(source(winner, c));
      }
      combined[column] = from_loser;
    }
    if (!combined.empty()) {
      sources = std::move(combined);
    } else if (newer_wins) {
      sources.clear();
    }
  }

  /// Moves combined winners into rows of their own behind the batch.
  arrow::Status Finish(Winners* winners) const {
    std::vector<size_t> groups;
    for (size_t group = 0; group < sources_.size(); ++group) {
      if (!sources_[group].empty()) groups.push_back(group);
    }
    if (groups.empty()) return arrow::Status::OK();
    std::vector<std::shared_ptr<arrow::Array>> columns;
    std::vector<RowRef> refs(groups.size());
    for (size_t column = 0; column < columns_.size(); ++column) {
      for (size_t i = 0; i < groups.size(); ++i) refs[i] = {0, sources_[groups[i]][column]};
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> gathered,
                            GatherArray({batch_->column(static_cast<int>(column))}, refs));
      columns.push_back(std::move(gathered));
    }
    const int64_t num_rows = static_cast<int64_t>(groups.size());
    winners->extra = arrow::RecordBatch::Make(batch_->schema(), num_rows, std::move(columns));
    for (size_t i = 0; i < groups.size(); ++i) {
      winners->rows[groups[i]] = batch_->num_rows() + static_cast<int64_t>(i);
    }
    return arrow::Status::OK();
  }

 private:
  std::shared_ptr<arrow::RecordBatch> batch_;
  const std::vector<bool>& deletes_;
  std::vector<FillableColumn> columns_;
  std::vector<size_t> fillable_;
  // Per group and column the row that the value comes from; empty while it is the winner's own.
  std::vector<std::vector<int32_t>> sources_;
};

arrow::Result<RowMerger::Winners> RowMerger::Impl::CombineInBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::vector<int64_t>& groups,
    int64_t num_groups) const {
  if (rules_.merger != nullptr) {
    ARROW_ASSIGN_OR_RAISE(const std::vector<bool> deletes, DeleteFlags(*batch, options_));
    return CombineByMerger(rules_, schema_, batch, deletes, groups, num_groups);
  }
  Winners winners;
  winners.rows.assign(static_cast<size_t>(num_groups), -1);
  const bool fills = rules_.fills_in_batch && rules_.fill != Fill::kNone;
  if (rules_.in_batch == InBatch::kLater && !fills) {
    FoldGroups(
        groups, [](int64_t, int64_t) { return true; }, &winners.rows);
    return winners;
  }
  OrderingValues values;
  if (rules_.in_batch != InBatch::kLater) {
    ARROW_ASSIGN_OR_RAISE(values, OrderingValues::Make(*batch, rules_.in_batch_key, false));
  }
  const int64_t* numbers = values.SingleNumbers();
  if (numbers != nullptr && !values.has_nulls() && !fills && rules_.in_batch == InBatch::kGreater) {
    FoldGroups(
        groups,
        [numbers](int64_t newer, int64_t older) { return numbers[newer] >= numbers[older]; },
        &winners.rows);
    return winners;
  }
  std::vector<bool> deletes;
  if (fills || values.has_nulls()) {
    ARROW_ASSIGN_OR_RAISE(deletes, DeleteFlags(*batch, options_));
  }
  BatchOrder order(rules_, values, deletes);
  const auto newer_wins = [&](int64_t newer, int64_t older) {
    return rules_.in_batch == InBatch::kLater || order.NewerWins(newer, older);
  };
  if (!fills) {
    FoldGroups(groups, newer_wins, &winners.rows);
  } else {
    BatchFill fill(rules_, batch, deletes, num_groups);
    FoldGroups(
        groups,
        [&](int64_t newer, int64_t older) {
          const bool wins = newer_wins(newer, older);
          fill.Meet(groups[static_cast<size_t>(newer)], newer, older, wins);
          return wins;
        },
        &winners.rows);
    ARROW_RETURN_NOT_OK(fill.Finish(&winners));
  }
  if (order.met_null()) return NullOrdering(rules_.in_batch_key);
  return winners;
}

arrow::Result<std::vector<bool>> RowMerger::Impl::NewerWins(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows,
    const std::vector<bool>& incoming_deletes) const {
  const size_t num_pairs = stored_rows.size();
  std::vector<bool> newer_wins(num_pairs, true);
  if (rules_.against_stored == AgainstStored::kNewer ||
      rules_.against_stored == AgainstStored::kDelete) {
    return newer_wins;
  }
  ARROW_ASSIGN_OR_RAISE(const OrderingValues older,
                        OrderingValues::Make(stored, rules_.stored_key, /*absent_is_null=*/true));
  ARROW_ASSIGN_OR_RAISE(const OrderingValues newer,
                        OrderingValues::Make(incoming, rules_.stored_key, false));
  ARROW_RETURN_NOT_OK(older.CheckComparable(newer));
  const bool ties_win = rules_.against_stored == AgainstStored::kGreaterOrEqual;
  const int64_t* old_numbers = older.SingleNumbers();
  const int64_t* new_numbers = newer.SingleNumbers();
  if (old_numbers != nullptr && new_numbers != nullptr && !older.has_nulls() &&
      !newer.has_nulls() && !rules_.deletes_always_win && ties_win) {
    for (size_t i = 0; i < num_pairs; ++i) {
      newer_wins[i] = new_numbers[incoming_rows[i]] >= old_numbers[stored_rows[i]];
    }
    return newer_wins;
  }
  for (size_t i = 0; i < num_pairs; ++i) {
    if (rules_.deletes_always_win && incoming_deletes[i]) continue;
    if (newer.IsNull(incoming_rows[i])) {
      if (rules_.deletes_without_value && incoming_deletes[i]) continue;
      return NullOrdering(rules_.stored_key);
    }
    // A stored row without a value is of a time before the field was there.
    if (older.IsNull(stored_rows[i])) continue;
    const int order = newer.Compare(incoming_rows[i], older, stored_rows[i]);
    newer_wins[i] = ties_win ? order >= 0 : order > 0;
  }
  return newer_wins;
}

arrow::Status RowMerger::Impl::FillPairs(const arrow::RecordBatch& stored,
                                         const std::vector<int64_t>& stored_rows,
                                         const arrow::RecordBatch& incoming,
                                         const std::vector<int64_t>& incoming_rows,
                                         const std::vector<bool>& incoming_deletes,
                                         PairResult* result) const {
  std::vector<std::shared_ptr<arrow::Array>> old_columns = DataColumnsOf(stored, *schema_);
  std::vector<std::shared_ptr<arrow::Array>> new_columns = DataColumnsOf(incoming, *schema_);
  std::vector<FillableColumn> old_fillable;
  std::vector<FillableColumn> new_fillable;
  for (int c = 0; c < schema_->num_fields(); ++c) {
    const std::shared_ptr<arrow::Field>& field = schema_->field(c);
    for (auto [columns, rows] : {std::pair(&old_columns, stored.num_rows()),
                                 std::pair(&new_columns, incoming.num_rows())}) {
      std::shared_ptr<arrow::Array>& column = (*columns)[static_cast<size_t>(c)];
      if (column == nullptr) {
        ARROW_ASSIGN_OR_RAISE(column, arrow::MakeArrayOfNull(field->type(), rows));
      } else if (!column->type()->Equals(*field->type())) {
        return Fail(ErrorCode::kInvalidSchema, field->name(), "column '", field->name(),
                    "' is of type ", column->type()->ToString(), "; expected ",
                    field->type()->ToString());
      }
    }
    old_fillable.emplace_back(old_columns[static_cast<size_t>(c)], rules_);
    new_fillable.emplace_back(new_columns[static_cast<size_t>(c)], rules_);
  }
  const size_t num_columns = old_fillable.size();
  // Sources of a combined row: 0 the stored batch, 1 the incoming one.
  std::vector<std::vector<RowRef>> refs(num_columns);
  for (size_t i = 0; i < result->outcomes.size(); ++i) {
    MergeOutcome& outcome = result->outcomes[i];
    const bool newer_wins = outcome == MergeOutcome::kTakeNewer;
    const bool older_wins =
        outcome == MergeOutcome::kKeepOlder && rules_.fills_older && !incoming_deletes[i];
    if (!newer_wins && !older_wins) continue;
    const std::vector<FillableColumn>& fillable = newer_wins ? new_fillable : old_fillable;
    const std::vector<FillableColumn>& filling = newer_wins ? old_fillable : new_fillable;
    const int64_t winner_row = newer_wins ? incoming_rows[i] : stored_rows[i];
    const int64_t loser_row = newer_wins ? stored_rows[i] : incoming_rows[i];
    bool combine = older_wins && rules_.rewrites_older;
    for (size_t c = 0; c < num_columns && !combine; ++c) {
      // What both rows lack is not filled: a stored row that stays as it is was not written.
      combine = fillable[c].IsFillable(winner_row) && !filling[c].IsFillable(loser_row);
    }
    if (!combine) continue;
    outcome = MergeOutcome::kCombine;
    const RowRef winner{newer_wins ? 1 : 0, static_cast<int32_t>(winner_row)};
    const RowRef loser{newer_wins ? 0 : 1, static_cast<int32_t>(loser_row)};
    for (size_t c = 0; c < num_columns; ++c) {
      refs[c].push_back(fillable[c].IsFillable(winner_row) ? loser : winner);
    }
  }
  if (num_columns == 0 || refs[0].empty()) return arrow::Status::OK();
  std::vector<std::shared_ptr<arrow::Array>> columns;
  for (size_t c = 0; c < num_columns; ++c) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column,
                          GatherArray({old_columns[c], new_columns[c]}, refs[c]));
    columns.push_back(std::move(column));
  }
  result->combined =
      arrow::RecordBatch::Make(schema_, static_cast<int64_t>(refs[0].size()), std::move(columns));
  return arrow::Status::OK();
}

// Deletes are decided here, all other pairs by the registered merger.
arrow::Result<RowMerger::PairResult> RowMerger::Impl::AskForPairs(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows,
    const std::vector<bool>& incoming_deletes) const {
  // By whether the pair has a delete.
  std::vector<int64_t> older[2];
  std::vector<int64_t> newer[2];
  for (size_t i = 0; i < stored_rows.size(); ++i) {
    older[incoming_deletes[i]].push_back(stored_rows[i]);
    newer[incoming_deletes[i]].push_back(incoming_rows[i]);
  }
  PairResult asked;
  if (!older[0].empty()) {
    ARROW_ASSIGN_OR_RAISE(asked,
                          AskMerger(*rules_.merger, schema_, stored, older[0], incoming, newer[0]));
  }
  ARROW_ASSIGN_OR_RAISE(
      const std::vector<bool> delete_wins,
      NewerWins(stored, older[1], incoming, newer[1], std::vector<bool>(older[1].size(), true)));
  PairResult result;
  result.combined = asked.combined;
  size_t next[2] = {0, 0};
  for (bool is_delete : incoming_deletes) {
    const size_t at = next[is_delete]++;
    if (is_delete) {
      result.outcomes.push_back(delete_wins[at] ? MergeOutcome::kDelete : MergeOutcome::kKeepOlder);
    } else {
      result.outcomes.push_back(asked.outcomes[at]);
    }
  }
  return result;
}

arrow::Result<RowMerger::PairResult> RowMerger::Impl::MergePairs(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows,
    const std::vector<bool>& incoming_deletes) const {
  if (rules_.merger != nullptr) {
    return AskForPairs(stored, stored_rows, incoming, incoming_rows, incoming_deletes);
  }
  ARROW_ASSIGN_OR_RAISE(const std::vector<bool> newer_wins,
                        NewerWins(stored, stored_rows, incoming, incoming_rows, incoming_deletes));
  return Settle(stored, stored_rows, incoming, incoming_rows, incoming_deletes, newer_wins);
}

arrow::Result<RowMerger::PairResult> RowMerger::Impl::TakeNewer(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows) const {
  const size_t num_pairs = stored_rows.size();
  return Settle(stored, stored_rows, incoming, incoming_rows,
                /*incoming_deletes=*/std::vector<bool>(num_pairs, false),
                /*newer_wins=*/std::vector<bool>(num_pairs, true));
}

arrow::Result<RowMerger::PairResult> RowMerger::Impl::Settle(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows,
    const std::vector<bool>& incoming_deletes, const std::vector<bool>& newer_wins) const {
  PairResult result;
  result.outcomes.reserve(newer_wins.size());
  for (size_t i = 0; i < newer_wins.size(); ++i) {
    if (rules_.against_stored == AgainstStored::kDelete) {
      result.outcomes.push_back(MergeOutcome::kDelete);
    } else if (!newer_wins[i]) {
      result.outcomes.push_back(MergeOutcome::kKeepOlder);
    } else {
      result.outcomes.push_back(incoming_deletes[i] ? MergeOutcome::kDelete
                                                    : MergeOutcome::kTakeNewer);
    }
  }
  if (rules_.fill != Fill::kNone) {
    ARROW_RETURN_NOT_OK(
        FillPairs(stored, stored_rows, incoming, incoming_rows, incoming_deletes, &result));
  }
  return result;
}

arrow::Status RowMerger::Impl::CheckNulls(const arrow::RecordBatch& batch, const OrderingKey& key,
                                          int64_t first_row) const {
  for (const std::string& field : key.fields) {
    ARROW_ASSIGN_OR_RAISE(const ColumnPath path,
                          FindColumn(*batch.schema(), field, "ordering field"));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, ColumnAt(batch, path));
    if (column->null_count() == 0) continue;
    std::vector<bool> may_be_null(static_cast<size_t>(batch.num_rows()), false);
    if (rules_.deletes_without_value) {
      ARROW_ASSIGN_OR_RAISE(may_be_null, DeleteFlags(batch, options_));
    }
    for (int64_t row = 0; row < column->length(); ++row) {
      if (column->IsValid(row) || may_be_null[static_cast<size_t>(row)]) continue;
      return Fail(ErrorCode::kInvalidRow, field, "row ", first_row + row + 1, ": ordering field '",
                  field,
                  "' is null; expected a value in every row, as it decides which of two "
                  "rows with one key is kept");
    }
  }
  return arrow::Status::OK();
}

arrow::Status RowMerger::Impl::CheckOrderingValues(const arrow::RecordBatch& batch,
                                                   int64_t first_row, bool combines_batch) const {
  // This payload looks at ordering values only when rows of one key meet in a batch, and then
  // CombineInBatch checks.
  bool only_when_met = options_.payload == PayloadKind::kOverwriteNonDefaults;
  if (combines_batch && !only_when_met && rules_.in_batch != InBatch::kLater) {
    ARROW_RETURN_NOT_OK(CheckNulls(batch, rules_.in_batch_key, first_row));
  }
  if (rules_.against_stored == AgainstStored::kGreater ||
      rules_.against_stored == AgainstStored::kGreaterOrEqual) {
    ARROW_RETURN_NOT_OK(CheckNulls(batch, rules_.stored_key, first_row));
  }
  return arrow::Status::OK();
}

RowMerger::RowMerger(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RowMerger::~RowMerger() = default;

arrow::Result<std::unique_ptr<RowMerger>> RowMerger::Make(const MergeOptions& options,
                                                          std::shared_ptr<arrow::Schema> schema) {
  auto impl = std::make_unique<Impl>();
  ARROW_RETURN_NOT_OK(impl->Init(options, *schema));
  return std::unique_ptr<RowMerger>(new RowMerger(std::move(impl)));
}

arrow::Result<RowMerger::Winners> RowMerger::CombineInBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch, const std::vector<int64_t>& groups,
    int64_t num_groups) const {
  return impl_->CombineInBatch(batch, groups, num_groups);
}

arrow::Result<RowMerger::PairResult> RowMerger::MergePairs(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows,
    const std::vector<bool>& incoming_deletes) const {
  return impl_->MergePairs(stored, stored_rows, incoming, incoming_rows, incoming_deletes);
}

arrow::Result<RowMerger::PairResult> RowMerger::TakeNewer(
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const arrow::RecordBatch& incoming, const std::vector<int64_t>& incoming_rows) const {
  return impl_->TakeNewer(stored, stored_rows, incoming, incoming_rows);
}

arrow::Status RowMerger::CheckOrderingValues(const arrow::RecordBatch& batch, int64_t first_row,
                                             bool combines_batch) const {
  return impl_->CheckOrderingValues(batch, first_row, combines_batch);
}

}  // namespace hudi
