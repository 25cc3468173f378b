// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/slice_merger.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <arrow/array.h>

#include "hudi/error.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

constexpr int32_t kBase = 0;
constexpr int32_t kLogs = 1;

// Rows that a payload has combined, with the newer rows' values in the columns that payloads do not
// touch.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> CompleteRows(
    const arrow::RecordBatch& combined, const arrow::RecordBatch& newer,
    const std::vector<int64_t>& newer_rows) {
  std::vector<RowRef> refs;
  for (int64_t row : newer_rows) refs.push_back({0, static_cast<int32_t>(row)});
  arrow::ArrayVector columns;
  for (int i = 0; i < newer.num_columns(); ++i) {
    std::shared_ptr<arrow::Array> column =
        combined.GetColumnByName(newer.schema()->field(i)->name());
    if (column == nullptr) {
      ARROW_ASSIGN_OR_RAISE(column, GatherArray({newer.column(i)}, refs));
    }
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(newer.schema(), combined.num_rows(), std::move(columns));
}

}  // namespace

SliceMerger::SliceMerger(LogRows logs, int64_t num_keys)
    : logs_(std::move(logs)), keys_(num_keys) {}

arrow::Result<std::unique_ptr<SliceMerger>> SliceMerger::Make(const MergeOptions& options,
                                                              LogRows logs) {
  const int64_t num_rows = logs.rows->num_rows();
  std::unique_ptr<SliceMerger> merger(new SliceMerger(std::move(logs), num_rows));
  ARROW_RETURN_NOT_OK(merger->Init(options));
  merger->GroupByKey();
  return merger;
}

arrow::Result<std::unique_ptr<SliceMerger>> SliceMerger::MakeByPosition(const MergeOptions& options,
                                                                        LogRows logs) {
  std::unique_ptr<SliceMerger> merger(new SliceMerger(std::move(logs), 0));
  ARROW_RETURN_NOT_OK(merger->Init(options));
  merger->GroupByPosition();
  return merger;
}

arrow::Status SliceMerger::Init(const MergeOptions& options) {
  const std::shared_ptr<arrow::Schema>& schema = logs_.rows->schema();
  ARROW_ASSIGN_OR_RAISE(merger_, RowMerger::Make(options, schema));
  ARROW_ASSIGN_OR_RAISE(MergeRules rules, ResolveMergeRules(options, *schema));
  for (const std::vector<bool>& set : logs_.column_sets) {
    bool has_all = true;
    for (const std::string& field : rules.stored_key.fields) {
      int column = schema->GetFieldIndex(field.substr(0, field.find('.')));
      has_all = has_all && column >= 0 && set[static_cast<size_t>(column)];
    }
    set_has_ordering_.push_back(has_all);
  }
  counts_.log_records = logs_.rows->num_rows();
  sources_ = {logs_.rows->Slice(0, 0), logs_.rows};
  return arrow::Status::OK();
}

void SliceMerger::GroupByKey() {
  const arrow::StringArray& keys = RecordKeysOf(*logs_.rows);
  std::vector<int64_t> key_of_row;
  key_of_row.reserve(static_cast<size_t>(keys.length()));
  for (int64_t row = 0; row < keys.length(); ++row) {
    bool inserted = false;
    key_of_row.push_back(keys_.Insert(0, keys.GetView(row), &inserted));
  }
  record_begin_.assign(static_cast<size_t>(keys_.size()) + 1, 0);
  for (int64_t key : key_of_row) ++record_begin_[static_cast<size_t>(key) + 1];
  for (size_t i = 1; i < record_begin_.size(); ++i) record_begin_[i] += record_begin_[i - 1];
  records_.resize(key_of_row.size());
  std::vector<int64_t> next(record_begin_.begin(), record_begin_.end() - 1);
  for (size_t row = 0; row < key_of_row.size(); ++row) {
    records_[static_cast<size_t>(next[static_cast<size_t>(key_of_row[row])]++)] =
        static_cast<int64_t>(row);
  }
  met_.assign(static_cast<size_t>(keys_.size()), false);
}

void SliceMerger::GroupByPosition() {
  const std::vector<int64_t>& positions = logs_.positions;
  records_.resize(positions.size());
  std::iota(records_.begin(), records_.end(), 0);
  // The records of one block are in this order already.
  std::stable_sort(records_.begin(), records_.end(), [&](int64_t a, int64_t b) {
    return positions[static_cast<size_t>(a)] < positions[static_cast<size_t>(b)];
  });
  for (size_t i = 0; i < records_.size(); ++i) {
    const int64_t position = positions[static_cast<size_t>(records_[i])];
    if (!positions_.empty() && positions_.back() == position) continue;
    positions_.push_back(position);
    record_begin_.push_back(static_cast<int64_t>(i));
  }
  record_begin_.push_back(static_cast<int64_t>(records_.size()));
  met_.assign(positions_.size(), false);
}

arrow::Status SliceMerger::ApplyRecords(size_t round, const std::vector<size_t>& chosen,
                                        std::vector<Folding>* foldings) {
  std::vector<Meeting> meetings;
  bool one_source = true;
  for (size_t index : chosen) {
    Folding& folding = (*foldings)[index];
    int64_t newer = record(folding.key, round);
    LogAction action = logs_.actions[static_cast<size_t>(newer)];
    if (action == LogAction::kDeleteAlways) {
      folding.exists = false;
    } else if (folding.exists) {
      one_source = one_source &&
                   (meetings.empty() || folding.source == (*foldings)[meetings[0].folding].source);
      meetings.push_back({index, folding.row, newer});
    } else if (action == LogAction::kUpsert) {
      folding = {folding.key, true, kLogs, static_cast<int32_t>(newer)};
    }
  }
  if (meetings.empty()) return arrow::Status::OK();

  std::shared_ptr<arrow::RecordBatch> older;
  if (one_source) {
    older = sources_[static_cast<size_t>((*foldings)[meetings[0].folding].source)];
  } else {
    std::vector<RowRef> refs;
    for (Meeting& meeting : meetings) {
      const Folding& folding = (*foldings)[meeting.folding];
      meeting.older = static_cast<int64_t>(refs.size());
      refs.push_back({folding.source, folding.row});
    }
    ARROW_ASSIGN_OR_RAISE(older, GatherRows(sources_, refs));
  }

  std::vector<Meeting> whole;
  std::vector<Meeting> partial;
  std::vector<Meeting> unordered;
  for (const Meeting& meeting : meetings) {
    const auto row = static_cast<size_t>(meeting.newer);
    const int32_t set = logs_.columns_of_row[row];
    if (set < 0 || logs_.actions[row] != LogAction::kUpsert) {
      whole.push_back(meeting);
    } else {
      (set_has_ordering_[static_cast<size_t>(set)] ? partial : unordered).push_back(meeting);
    }
  }
  ARROW_RETURN_NOT_OK(Meet(*older, whole, kLogs, /*newer_won=*/false, foldings));
  ARROW_RETURN_NOT_OK(MeetPartial(*older, std::move(partial), /*newer_won=*/false, foldings));
  // A partial update that leaves the ordering fields alone is as old as the row it meets.
  return MeetPartial(*older, std::move(unordered), /*newer_won=*/true, foldings);
}

arrow::Status SliceMerger::MeetPartial(const arrow::RecordBatch& older,
                                       std::vector<Meeting> meetings, bool newer_won,
                                       std::vector<Folding>* foldings) {
  if (meetings.empty()) return arrow::Status::OK();
  arrow::ArrayVector columns;
  std::vector<RowRef> refs(meetings.size());
  for (int c = 0; c < older.num_columns(); ++c) {
    for (size_t i = 0; i < meetings.size(); ++i) {
      const Meeting& meeting = meetings[i];
      auto set = static_cast<size_t>(logs_.columns_of_row[static_cast<size_t>(meeting.newer)]);
      refs[i] = logs_.column_sets[set][static_cast<size_t>(c)]
                    ? RowRef{1, static_cast<int32_t>(meeting.newer)}
                    : RowRef{0, static_cast<int32_t>(meeting.older)};
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column,
                          GatherArray({older.column(c), logs_.rows->column(c)}, refs));
    columns.push_back(std::move(column));
  }
  sources_.push_back(arrow::RecordBatch::Make(older.schema(), static_cast<int64_t>(meetings.size()),
                                              std::move(columns)));
  for (size_t i = 0; i < meetings.size(); ++i) meetings[i].newer = static_cast<int64_t>(i);
  return Meet(older, meetings, static_cast<int32_t>(sources_.size()) - 1, newer_won, foldings);
}

arrow::Status SliceMerger::Meet(const arrow::RecordBatch& older,
                                const std::vector<Meeting>& meetings, int32_t source,
                                bool newer_won, std::vector<Folding>* foldings) {
  if (meetings.empty()) return arrow::Status::OK();
  const std::shared_ptr<arrow::RecordBatch> newer = sources_[static_cast<size_t>(source)];
  std::vector<int64_t> older_rows;
  std::vector<int64_t> newer_rows;
  std::vector<bool> deletes;
  for (const Meeting& meeting : meetings) {
    older_rows.push_back(meeting.older);
    newer_rows.push_back(meeting.newer);
    deletes.push_back(source == kLogs &&
                      logs_.actions[static_cast<size_t>(meeting.newer)] == LogAction::kDelete);
  }
  ARROW_ASSIGN_OR_RAISE(RowMerger::PairResult merged,
                        newer_won
                            ? merger_->TakeNewer(older, older_rows, *newer, newer_rows)
                            : merger_->MergePairs(older, older_rows, *newer, newer_rows, deletes));
  std::vector<size_t> combined;
  std::vector<int64_t> combined_newer;
  for (size_t i = 0; i < meetings.size(); ++i) {
    Folding& folding = (*foldings)[meetings[i].folding];
    switch (merged.outcomes[i]) {
      case MergeOutcome::kKeepOlder:
        break;
      case MergeOutcome::kTakeNewer:
        folding.source = source;
        folding.row = static_cast<int32_t>(meetings[i].newer);
        break;
      case MergeOutcome::kDelete:
        folding.exists = false;
        break;
      case MergeOutcome::kCombine:
        combined.push_back(meetings[i].folding);
        combined_newer.push_back(meetings[i].newer);
        break;
    }
  }
  if (combined.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                        CompleteRows(*merged.combined, *newer, combined_newer));
  for (size_t i = 0; i < combined.size(); ++i) {
    Folding& folding = (*foldings)[combined[i]];
    folding.source = static_cast<int32_t>(sources_.size());
    folding.row = static_cast<int32_t>(i);
  }
  sources_.push_back(std::move(rows));
  return arrow::Status::OK();
}

arrow::Status SliceMerger::Fold(std::vector<Folding>* foldings) {
  std::vector<size_t> chosen(foldings->size());
  for (size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
  for (size_t round = 0; !chosen.empty(); ++round) {
    ARROW_RETURN_NOT_OK(ApplyRecords(round, chosen, foldings));
    std::erase_if(chosen, [&](size_t index) {
      return num_records((*foldings)[index].key) <= static_cast<int64_t>(round) + 1;
    });
  }
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> SliceMerger::MergeBase(
    const std::shared_ptr<arrow::RecordBatch>& base) {
  sources_.resize(2);
  sources_[kBase] = base;
  const arrow::StringArray& keys = RecordKeysOf(*base);
  std::vector<Folding> foldings;
  for (int64_t row = 0; row < keys.length(); ++row) {
    int64_t key = keys_.Find(0, keys.GetView(row));
    if (key == KeyTable::kAbsent) continue;
    met_[static_cast<size_t>(key)] = true;
    foldings.push_back({key, true, kBase, static_cast<int32_t>(row)});
  }
  return MergeFound(std::move(foldings));
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> SliceMerger::MergeBaseRows(
    const std::shared_ptr<arrow::RecordBatch>& base, int64_t first_row) {
  sources_.resize(2);
  sources_[kBase] = base;
  const int64_t end = first_row + base->num_rows();
  std::vector<Folding> foldings;
  for (; next_position_ < positions_.size() && positions_[next_position_] < end; ++next_position_) {
    met_[next_position_] = true;
    foldings.push_back({static_cast<int64_t>(next_position_), true, kBase,
                        static_cast<int32_t>(positions_[next_position_] - first_row)});
  }
  ARROW_RETURN_NOT_OK(CheckKeys(*base, foldings));
  return MergeFound(std::move(foldings));
}

arrow::Status SliceMerger::CheckKeys(const arrow::RecordBatch& base,
                                     const std::vector<Folding>& foldings) const {
  if (base.schema()->GetFieldIndex(std::string(kRecordKey)) < 0) return arrow::Status::OK();
  const arrow::StringArray& base_keys = RecordKeysOf(base);
  const arrow::StringArray& log_keys = RecordKeysOf(*logs_.rows);
  for (const Folding& folding : foldings) {
    const std::string_view stored = base_keys.GetView(folding.row);
    const std::string_view logged = log_keys.GetView(record(folding.key, 0));
    if (stored == logged) continue;
    const int64_t position = positions_[static_cast<size_t>(folding.key)];
    return Fail(ErrorCode::kCorruptFile, stored, "row ", position, " of the base file has key '",
                stored, "', but a record of the log says that it has '", logged,
                "'; with hoodie.merge.use.record.positions=false rows are found by their keys");
  }
  return arrow::Status::OK();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> SliceMerger::MergeFound(
    std::vector<Folding> foldings) {
  const std::shared_ptr<arrow::RecordBatch> base = sources_[kBase];
  if (foldings.empty()) return base;
  std::vector<int32_t> base_rows;
  for (const Folding& folding : foldings) base_rows.push_back(folding.row);
  ARROW_RETURN_NOT_OK(Fold(&foldings));
  std::vector<RowRef> refs;
  refs.reserve(static_cast<size_t>(base->num_rows()));
  int32_t next = 0;
  for (size_t i = 0; i < foldings.size(); ++i) {
    for (; next < base_rows[i]; ++next) refs.push_back({kBase, next});
    ++next;
    if (!foldings[i].exists) {
      ++counts_.deleted;
      continue;
    }
    counts_.updated += foldings[i].source == kBase ? 0 : 1;
    refs.push_back({foldings[i].source, foldings[i].row});
  }
  for (; next < base->num_rows(); ++next) refs.push_back({kBase, next});
  return GatherRows(sources_, refs);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> SliceMerger::RemainingRows() {
  sources_.resize(2);
  sources_[kBase] = logs_.rows->Slice(0, 0);
  std::vector<Folding> foldings;
  for (int64_t key = 0; key < static_cast<int64_t>(met_.size()); ++key) {
    if (!met_[static_cast<size_t>(key)]) foldings.push_back({key, false, kBase, 0});
  }
  ARROW_RETURN_NOT_OK(Fold(&foldings));
  std::vector<RowRef> refs;
  for (const Folding& folding : foldings) {
    if (folding.exists) refs.push_back({folding.source, folding.row});
  }
  counts_.inserted += static_cast<int64_t>(refs.size());
  return GatherRows(sources_, refs);
}

}  // namespace hudi
