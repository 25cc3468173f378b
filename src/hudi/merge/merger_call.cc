// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/merger_call.h"

#include <string>
#include <utility>

#include <arrow/array.h>
#include <arrow/array/util.h>

#include "hudi/base/gather.h"
#include "hudi/error.h"
#include "hudi/merge/ordering_values.h"

namespace hudi {
namespace {

constexpr std::string_view kSubject = "hudi::RecordMerger";

template <typename... Parts>
arrow::Status BadAnswer(const Parts&... parts) {
  return Fail(ErrorCode::kInvalidRow, kSubject, "the registered record merger gave ", parts...);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> RowsFor(
    const std::shared_ptr<arrow::Schema>& schema, const arrow::RecordBatch& batch,
    const std::vector<int64_t>& rows) {
  std::vector<RowRef> refs;
  refs.reserve(rows.size());
  for (int64_t row : rows) refs.push_back({0, static_cast<int32_t>(row)});
  arrow::ArrayVector columns;
  for (const std::shared_ptr<arrow::Field>& field : schema->fields()) {
    std::shared_ptr<arrow::Array> column = batch.GetColumnByName(field->name());
    if (column == nullptr) {
      ARROW_ASSIGN_OR_RAISE(
          column, arrow::MakeArrayOfNull(field->type(), static_cast<int64_t>(rows.size())));
    } else if (!column->type()->Equals(*field->type())) {
      return Fail(ErrorCode::kInvalidSchema, field->name(), "column '", field->name(),
                  "' is of type ", column->type()->ToString(), "; expected ",
                  field->type()->ToString());
    } else {
      ARROW_ASSIGN_OR_RAISE(column, GatherArray({column}, refs));
    }
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(schema, static_cast<int64_t>(rows.size()), std::move(columns));
}

arrow::Status CheckMask(const std::shared_ptr<arrow::BooleanArray>& mask, std::string_view name,
                        int64_t num_rows) {
  if (mask == nullptr || (mask->length() == num_rows && mask->null_count() == 0)) {
    return arrow::Status::OK();
  }
  return BadAnswer("a mask '", name, "' of ", mask->length(), " values, ", mask->null_count(),
                   " of them null; expected ", num_rows, " and no nulls");
}

arrow::Status CheckAnswer(const MergedRecords& answer, const arrow::Schema& schema,
                          int64_t num_rows) {
  ARROW_RETURN_NOT_OK(CheckMask(answer.deleted, "deleted", num_rows));
  ARROW_RETURN_NOT_OK(CheckMask(answer.kept, "kept", num_rows));
  if (answer.rows == nullptr || answer.rows->num_rows() != num_rows ||
      answer.rows->num_columns() != schema.num_fields()) {
    return BadAnswer(answer.rows == nullptr ? 0 : answer.rows->num_rows(), " rows of ",
                     answer.rows == nullptr ? 0 : answer.rows->num_columns(), " columns; expected ",
                     num_rows, " of ", schema.num_fields());
  }
  for (int i = 0; i < schema.num_fields(); ++i) {
    const arrow::Field& want = *schema.field(i);
    const arrow::Field& have = *answer.rows->schema()->field(i);
    if (have.name() != want.name() || !have.type()->Equals(*want.type())) {
      return BadAnswer("column '", have.name(), "' of type ", have.type()->ToString(),
                       "; expected '", want.name(), "' of type ", want.type()->ToString());
    }
  }
  return answer.rows->ValidateFull();
}

bool IsSet(const std::shared_ptr<arrow::BooleanArray>& mask, int64_t row) {
  return mask != nullptr && mask->Value(row);
}

/// The rows of one key in a batch are merged from the first to the last, all keys side by side.
class BatchFold {
 public:
  BatchFold(const MergeRules& rules, std::shared_ptr<arrow::Schema> schema,
            std::shared_ptr<arrow::RecordBatch> batch, const std::vector<bool>& deletes)
      : rules_(rules), schema_(std::move(schema)), deletes_(deletes) {
    sources_.push_back(std::move(batch));
  }

  arrow::Result<RowMerger::Winners> Run(const std::vector<int64_t>& groups, int64_t num_groups) {
    std::vector<std::vector<int32_t>> rows_of(static_cast<size_t>(num_groups));
    for (size_t row = 0; row < groups.size(); ++row) {
      rows_of[static_cast<size_t>(groups[row])].push_back(static_cast<int32_t>(row));
    }
    for (const std::vector<int32_t>& rows : rows_of) current_.push_back({0, rows[0]});
    for (size_t round = 1; MeetNext(rows_of, round); ++round) {
      ARROW_RETURN_NOT_OK(Decide());
    }
    return Finish();
  }

 private:
  struct Meeting {
    size_t group = 0;
    int32_t newer = 0;
  };

  bool MeetNext(const std::vector<std::vector<int32_t>>& rows_of, size_t round) {
    meetings_.clear();
    for (size_t group = 0; group < rows_of.size(); ++group) {
      if (rows_of[group].size() > round) meetings_.push_back({group, rows_of[group][round]});
    }
    return !meetings_.empty();
  }

  bool IsDelete(const RowRef& row) const {
    return row.source == 0 && deletes_[static_cast<size_t>(row.row)];
  }

  arrow::Status Decide() {
    std::vector<Meeting> asked;
    std::vector<RowRef> older;
    std::vector<int64_t> newer;
    for (const Meeting& meeting : meetings_) {
      RowRef& current = current_[meeting.group];
      if (!IsDelete(current) && !deletes_[static_cast<size_t>(meeting.newer)]) {
        asked.push_back(meeting);
        older.push_back(current);
        newer.push_back(meeting.newer);
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(bool wins, NewerWins(current, meeting.newer));
      if (wins) current = {0, meeting.newer};
    }
    if (asked.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> older_rows,
                          GatherRows(sources_, older));
    std::vector<int64_t> all(older.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int64_t>(i);
    ARROW_ASSIGN_OR_RAISE(
        RowMerger::PairResult merged,
        AskMerger(*rules_.merger, schema_, *older_rows, all, *sources_[0], newer));
    std::vector<int64_t> combined_newer;
    for (size_t i = 0; i < asked.size(); ++i) {
      if (merged.outcomes[i] == MergeOutcome::kDelete) {
        return BadAnswer("a delete while it combined the rows of one batch; expected a row, with ",
                         "_hoodie_is_deleted set if it stands for a delete");
      }
      if (merged.outcomes[i] != MergeOutcome::kCombine) continue;
      current_[asked[i].group] = {static_cast<int32_t>(sources_.size()),
                                  static_cast<int32_t>(combined_newer.size())};
      combined_newer.push_back(newer[i]);
    }
    if (!combined_newer.empty()) {
      // Columns that are no data columns come from the later row.
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                            TakeRows(sources_[0], combined_newer));
      arrow::ArrayVector columns = rows->columns();
      for (int i = 0; i < rows->num_columns(); ++i) {
        std::shared_ptr<arrow::Array> made =
            merged.combined->GetColumnByName(rows->schema()->field(i)->name());
        if (made != nullptr) columns[static_cast<size_t>(i)] = std::move(made);
      }
      sources_.push_back(
          arrow::RecordBatch::Make(rows->schema(), rows->num_rows(), std::move(columns)));
    }
    return arrow::Status::OK();
  }

  // Where one of the two is a delete.
  arrow::Result<bool> NewerWins(const RowRef& older, int64_t newer) {
    if (rules_.in_batch == MergeRules::InBatch::kLater) return true;
    while (values_.size() < sources_.size()) {
      ARROW_ASSIGN_OR_RAISE(
          OrderingValues values,
          OrderingValues::Make(*sources_[values_.size()], rules_.in_batch_key, false));
      values_.push_back(std::move(values));
    }
    const OrderingValues& older_values = values_[static_cast<size_t>(older.source)];
    if (values_[0].IsNull(newer) || older_values.IsNull(older.row)) return true;
    return values_[0].Compare(newer, older_values, older.row) >= 0;
  }

  arrow::Result<RowMerger::Winners> Finish() const {
    RowMerger::Winners winners;
    std::vector<RowRef> extra;
    for (const RowRef& row : current_) {
      if (row.source == 0) {
        winners.rows.push_back(row.row);
        continue;
      }
      winners.rows.push_back(sources_[0]->num_rows() + static_cast<int64_t>(extra.size()));
      extra.push_back(row);
    }
    if (!extra.empty()) {
      ARROW_ASSIGN_OR_RAISE(winners.extra, GatherRows(sources_, extra));
    }
    return winners;
  }

  const MergeRules& rules_;
  std::shared_ptr<arrow::Schema> schema_;
  const std::vector<bool>& deletes_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> sources_;  // the batch, then rows a round made
  std::vector<OrderingValues> values_;                        // a source
  std::vector<RowRef> current_;                               // a group
  std::vector<Meeting> meetings_;
};

}  // namespace

arrow::Result<RowMerger::PairResult> AskMerger(const RecordMerger& merger,
                                               const std::shared_ptr<arrow::Schema>& schema,
                                               const arrow::RecordBatch& older,
                                               const std::vector<int64_t>& older_rows,
                                               const arrow::RecordBatch& newer,
                                               const std::vector<int64_t>& newer_rows) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> stored,
                        RowsFor(schema, older, older_rows));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> incoming,
                        RowsFor(schema, newer, newer_rows));
  ARROW_ASSIGN_OR_RAISE(MergedRecords answer, merger.Merge(stored, incoming));
  ARROW_RETURN_NOT_OK(CheckAnswer(answer, *schema, stored->num_rows()));
  RowMerger::PairResult result;
  std::vector<int64_t> combined;
  for (int64_t row = 0; row < stored->num_rows(); ++row) {
    if (IsSet(answer.deleted, row)) {
      result.outcomes.push_back(MergeOutcome::kDelete);
    } else if (IsSet(answer.kept, row)) {
      result.outcomes.push_back(MergeOutcome::kKeepOlder);
    } else {
      result.outcomes.push_back(MergeOutcome::kCombine);
      combined.push_back(row);
    }
  }
  if (combined.empty()) return result;
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, TakeRows(answer.rows, combined));
  for (int i = 0; i < schema->num_fields(); ++i) {
    if (!schema->field(i)->nullable() && rows->column(i)->null_count() > 0) {
      return BadAnswer("a null in column '", schema->field(i)->name(), "', which takes none");
    }
  }
  result.combined = arrow::RecordBatch::Make(schema, rows->num_rows(), rows->columns());
  return result;
}

arrow::Result<RowMerger::Winners> CombineByMerger(const MergeRules& rules,
                                                  const std::shared_ptr<arrow::Schema>& schema,
                                                  const std::shared_ptr<arrow::RecordBatch>& batch,
                                                  const std::vector<bool>& deletes,
                                                  const std::vector<int64_t>& groups,
                                                  int64_t num_groups) {
  return BatchFold(rules, schema, batch, deletes).Run(groups, num_groups);
}

}  // namespace hudi
