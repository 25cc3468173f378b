// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/files/base_file_rewrite.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <arrow/table.h>

#include "hudi/error.h"
#include "hudi/format/parquet/repeated_texts.h"
#include "hudi/schema/meta_columns.h"
#include "hudi/write/working_rows.h"

namespace hudi {
namespace {
// Of kMetaColumns.
constexpr int kCommitTimeColumn = 0;
constexpr int kRecordKeyColumn = 2;
constexpr int kFileNameColumn = 4;

/// Whether a text column holds one and the same value in all rows of all sources. Such columns are
/// not copied row by row.
bool HoldOneValue(const std::vector<std::shared_ptr<arrow::RecordBatch>>& sources, int column) {
  if (sources[0]->column(column)->type_id() != arrow::Type::STRING) return false;
  std::optional<std::string_view> value;
  for (const std::shared_ptr<arrow::RecordBatch>& source : sources) {
    if (source->num_rows() == 0) continue;
    const auto& texts = static_cast<const arrow::StringArray&>(*source->column(column));
    if (!HoldsOneValue(texts) || (value.has_value() && *value != texts.GetView(0))) return false;
    value = texts.GetView(0);
  }
  return value.has_value();
}
}  // namespace

BaseFileRewrite::BaseFileRewrite(const FileGroupInputs& inputs, const FileGroupTask& task)
    : inputs_(inputs), context_(inputs.context), task_(task) {}

arrow::Status BaseFileRewrite::AddIncoming(const std::vector<TaggedRange>& ranges, bool inserts) {
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  if (incoming_ != nullptr) batches.push_back(incoming_);
  for (const TaggedRange& range : ranges) {
    const TaggedShard& shard = *inputs_.shards[range.shard];
    ARROW_RETURN_NOT_OK(shard.Read(range.begin, range.end, &batches));
    for (int64_t i = range.begin; i < range.end; ++i) {
      const TaggedRow& row = shard.rows()[static_cast<size_t>(i)];
      actions_.push_back(inserts ? RowAction::kInsert : row.action);
      stored_rows_.push_back(inserts ? -1 : row.stored_row);
    }
  }
  if (batches.empty()) return arrow::Status::OK();
  if (batches.size() == 1) {
    incoming_ = batches[0];
    return arrow::Status::OK();
  }
  ARROW_ASSIGN_OR_RAISE(incoming_, arrow::ConcatenateRecordBatches(batches));
  return arrow::Status::OK();
}

/// Inserts that may meet stored rows: of several with one key the merge mode's winner stays.
arrow::Status BaseFileRewrite::CollapseInserts(int64_t first_insert) {
  const arrow::StringArray& keys = WorkingKeys(*incoming_);
  KeyTable table;
  std::vector<int64_t> groups;
  for (int64_t i = first_insert; i < incoming_->num_rows(); ++i) {
    bool inserted = false;
    groups.push_back(table.Insert(0, keys.GetView(i), &inserted));
  }
  if (table.size() == static_cast<int64_t>(groups.size())) return arrow::Status::OK();
  std::shared_ptr<arrow::RecordBatch> data =
      DataColumns(*incoming_->Slice(first_insert), context_.table_schema);
  ARROW_ASSIGN_OR_RAISE(RowMerger::Winners winners,
                        inputs_.merger->CombineInBatch(data, groups, table.size()));
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < first_insert; ++i) rows.push_back(i);
  for (int64_t winner : winners.rows) {
    if (winner >= data->num_rows()) {
      return Fail(
          ErrorCode::kUnsupported, "hoodie.merge.allow.duplicate.on.inserts",
          "'hoodie.merge.allow.duplicate.on.inserts' = 'false' with a payload that combines "
          "columns is not supported");
    }
    rows.push_back(first_insert + winner);
  }
  std::sort(rows.begin(), rows.end());
  actions_.resize(rows.size());  // all from first_insert on are inserts
  stored_rows_.resize(rows.size());
  ARROW_ASSIGN_OR_RAISE(incoming_, TakeRows(incoming_, rows));
  return arrow::Status::OK();
}

/// Rows of several shards come shard by shard.
arrow::Status BaseFileRewrite::SortByPlace() {
  if (std::is_sorted(stored_rows_.begin(), stored_rows_.end())) return arrow::Status::OK();
  std::vector<int64_t> order(stored_rows_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [this](int64_t a, int64_t b) {
    return stored_rows_[static_cast<size_t>(a)] < stored_rows_[static_cast<size_t>(b)];
  });
  std::vector<RowAction> actions;
  std::vector<int32_t> stored_rows;
  for (int64_t row : order) {
    actions.push_back(actions_[static_cast<size_t>(row)]);
    stored_rows.push_back(stored_rows_[static_cast<size_t>(row)]);
  }
  actions_ = std::move(actions);
  stored_rows_ = std::move(stored_rows);
  ARROW_ASSIGN_OR_RAISE(incoming_, TakeRows(incoming_, order));
  return arrow::Status::OK();
}

/// Numbers the keys of inserts that are looked up among the stored rows.
void BaseFileRewrite::NumberKeys(int64_t first_insert) {
  const arrow::StringArray& keys = WorkingKeys(*incoming_);
  keys_ = KeyTable(incoming_->num_rows() - first_insert);
  for (int64_t i = first_insert; i < incoming_->num_rows(); ++i) {
    bool inserted = false;
    int64_t number = keys_.Insert(0, keys.GetView(i), &inserted);
    if (inserted) {
      row_of_key_.push_back(i);
    } else {
      // Copies of a key collapse to the last one when they meet stored rows.
      row_of_key_[static_cast<size_t>(number)] = i;
    }
  }
}

arrow::Status BaseFileRewrite::LoadIncoming() {
  ARROW_RETURN_NOT_OK(AddIncoming(task_.updates, /*inserts=*/false));
  ARROW_RETURN_NOT_OK(SortByPlace());
  int64_t first_insert = incoming_ == nullptr ? 0 : incoming_->num_rows();
  if (!context_.config.allow_duplicate_on_inserts && !task_.inserts.empty()) {
    ARROW_RETURN_NOT_OK(AddIncoming(task_.inserts, /*inserts=*/true));
    ARROW_RETURN_NOT_OK(CollapseInserts(first_insert));
  }
  if (incoming_ == nullptr) return arrow::Status::OK();
  size_t n = static_cast<size_t>(incoming_->num_rows());
  matched_.assign(n, false);
  deletes_.assign(n, false);
  if (incoming_->num_columns() == context_.table_schema->num_fields() + 3) {
    incoming_data_ = DataColumns(*incoming_, context_.table_schema);
    ARROW_ASSIGN_OR_RAISE(deletes_, DeleteFlags(*incoming_data_, context_.config.merge));
  }
  if (first_insert < incoming_->num_rows()) NumberKeys(first_insert);
  return arrow::Status::OK();
}

arrow::Result<WriteStat> BaseFileRewrite::Run() {
  ARROW_RETURN_NOT_OK(LoadIncoming());
  const BaseFile& previous = *task_.previous;
  BaseFileTarget target{task_.partition, task_.file_id, std::to_string(task_.number) + "-0-0",
                        "MERGE"};
  ARROW_ASSIGN_OR_RAISE(sink_, BaseFileSink::Open(context_, target));
  meta_.emplace(context_, MetaValues{task_.partition, sink_->file_name(), task_.number});
  if (context_.config.cdc.enabled) {
    ARROW_ASSIGN_OR_RAISE(
        cdc_log_, CdcLog::Make(context_, {target.partition, target.file_id, target.write_token}));
  }
  stat_.file_id = task_.file_id;
  stat_.path = sink_->path();
  stat_.partition_path = task_.partition;
  stat_.prev_commit = previous.name.instant;
  stat_.prev_base_file = FormatBaseFileName(previous.name);
  std::map<std::string, std::string> footer;
  ARROW_RETURN_NOT_OK(inputs_.stored.Visit(
      previous,
      [this](const std::shared_ptr<arrow::RecordBatch>& rows, int64_t first_row) {
        return MergeBatch(rows, first_row);
      },
      &footer));
  if (next_placed_ < stored_rows_.size() && stored_rows_[next_placed_] >= 0) {
    return Fail(ErrorCode::kInternal, previous.path, previous.path, " has no row ",
                stored_rows_[next_placed_], ", which the index named");
  }
  ARROW_RETURN_NOT_OK(WriteUnmatched());
  ARROW_RETURN_NOT_OK(WriteInserts());
  if (stat_.num_deletes == 0) sink_->KeepFilterOf(footer);
  stat_.num_writes = sink_->num_rows();
  ARROW_ASSIGN_OR_RAISE(stat_.file_size_in_bytes, sink_->Close());
  stat_.total_write_bytes = stat_.file_size_in_bytes;
  if (cdc_log_ != nullptr) ARROW_RETURN_NOT_OK(cdc_log_->Close(&stat_));
  return std::move(stat_);
}

arrow::Status BaseFileRewrite::MergeBatch(const std::shared_ptr<arrow::RecordBatch>& stored,
                                          int64_t first_row) {
  Pairs pairs;
  const int64_t end = first_row + stored->num_rows();
  for (; next_placed_ < stored_rows_.size() && stored_rows_[next_placed_] >= 0 &&
         stored_rows_[next_placed_] < end;
       ++next_placed_) {
    pairs.stored_rows.push_back(stored_rows_[next_placed_] - first_row);
    pairs.incoming.push_back(static_cast<int64_t>(next_placed_));
  }
  if (keys_.size() > 0) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> keys,
                          inputs_.stored.KeysOf(*stored, first_row));
    Pairs placed = std::exchange(pairs, {});
    size_t next = 0;
    for (int64_t i = 0; i < keys->length(); ++i) {
      if (next < placed.stored_rows.size() && placed.stored_rows[next] == i) {
        pairs.stored_rows.push_back(i);
        pairs.incoming.push_back(placed.incoming[next++]);
        continue;
      }
      int64_t number = keys_.Find(0, keys->GetView(i));
      if (number == KeyTable::kAbsent) continue;
      pairs.stored_rows.push_back(i);
      pairs.incoming.push_back(row_of_key_[static_cast<size_t>(number)]);
    }
  }
  if (pairs.stored_rows.empty()) return WriteUnchanged(stored);
  for (int64_t row : pairs.incoming) matched_[static_cast<size_t>(row)] = true;
  return WriteMerged(stored, pairs);
}

/// Rows whose key lives here although they came for another partition: the row stays, and so do its
/// partition columns.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> BaseFileRewrite::KeepPartitionColumns(
    const std::shared_ptr<arrow::RecordBatch>& stored, const std::vector<int64_t>& stored_rows,
    const std::vector<int64_t>& incoming) const {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                        TakeRows(incoming_data_, incoming));
  for (const std::string& name : context_.config.keys.partition_fields) {
    int column = rows->schema()->GetFieldIndex(name);
    std::shared_ptr<arrow::Array> values = stored->GetColumnByName(name);
    if (column < 0 || values == nullptr) continue;
    std::vector<RowRef> refs;
    for (int64_t row : stored_rows) refs.push_back({0, static_cast<int32_t>(row)});
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> kept, GatherArray({values}, refs));
    ARROW_ASSIGN_OR_RAISE(rows, rows->SetColumn(column, rows->schema()->field(column), kept));
  }
  return rows;
}

/// Rows of the stored batch that `rows` replace, or that are deleted if it is null.
arrow::Status BaseFileRewrite::LogUpdates(const std::shared_ptr<arrow::RecordBatch>& stored,
                                          const std::vector<int64_t>& stored_rows,
                                          const std::shared_ptr<arrow::RecordBatch>& rows,
                                          const std::shared_ptr<arrow::Array>& keys) {
  if (cdc_log_ == nullptr) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> before, TakeRows(stored, stored_rows));
  if (rows == nullptr) return cdc_log_->AddDeletes(*before, keys);
  return cdc_log_->AddUpdates(*before, *rows, keys);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> BaseFileRewrite::AsRowsOfThisCommit(
    const std::shared_ptr<arrow::RecordBatch>& data, std::shared_ptr<arrow::Array> keys) {
  return RowsOfThisCommit(context_, &*meta_, *data, std::move(keys), &counter_);
}

arrow::Status BaseFileRewrite::WriteMerged(const std::shared_ptr<arrow::RecordBatch>& stored,
                                           const Pairs& pairs) {
  size_t n = pairs.stored_rows.size();
  std::vector<MergeOutcome> outcomes(n, MergeOutcome::kDelete);
  std::vector<bool> rewrite(n, false);
  std::shared_ptr<arrow::RecordBatch> combined;
  // Only rows that the merge mode decides go to the merger; combined rows come back in their order.
  std::vector<int64_t> merge_stored;
  std::vector<int64_t> merge_incoming;
  std::vector<bool> merge_deletes;
  std::vector<size_t> merge_pair;
  for (size_t i = 0; i < n; ++i) {
    size_t row = static_cast<size_t>(pairs.incoming[i]);
    if (actions_[row] == RowAction::kDelete) continue;
    if (actions_[row] == RowAction::kRewrite) {
      outcomes[i] = MergeOutcome::kKeepOlder;
      rewrite[i] = true;
      continue;
    }
    merge_stored.push_back(pairs.stored_rows[i]);
    merge_incoming.push_back(pairs.incoming[i]);
    merge_deletes.push_back(deletes_[row]);
    merge_pair.push_back(i);
  }
  if (!merge_pair.empty()) {
    ARROW_ASSIGN_OR_RAISE(RowMerger::PairResult merged,
                          inputs_.merger->MergePairs(*stored, merge_stored, *incoming_data_,
                                                     merge_incoming, merge_deletes));
    for (size_t i = 0; i < merge_pair.size(); ++i) outcomes[merge_pair[i]] = merged.outcomes[i];
    combined = merged.combined;
  }

  // Sources of the output: 0 stored, 1 replaced by incoming, 2 combined, 3 stored but rewritten.
  const arrow::StringArray& partitions = WorkingPartitions(*incoming_);
  std::vector<int64_t> taken_stored;
  std::vector<int64_t> taken_incoming;
  std::vector<int64_t> combined_stored;
  std::vector<int64_t> combined_incoming;
  std::vector<int64_t> deleted_stored;
  std::vector<int64_t> deleted_incoming;
  std::vector<int64_t> rewritten;
  std::vector<int64_t> rewritten_incoming;
  std::vector<RowRef> refs;
  refs.reserve(static_cast<size_t>(stored->num_rows()));
  bool moved_in_place = false;
  int32_t next_stored = 0;
  for (size_t i = 0; i < n; ++i) {
    int32_t row = static_cast<int32_t>(pairs.stored_rows[i]);
    for (; next_stored < row; ++next_stored) refs.push_back({0, next_stored});
    ++next_stored;
    switch (outcomes[i]) {
      case MergeOutcome::kKeepOlder:
        if (rewrite[i]) {
          refs.push_back({3, static_cast<int32_t>(rewritten.size())});
          rewritten.push_back(row);
          rewritten_incoming.push_back(pairs.incoming[i]);
          ++stat_.num_update_writes;
        } else if (context_.fail_on_older_rows) {
          std::string_view key = WorkingKeys(*incoming_).GetView(pairs.incoming[i]);
          return Fail(ErrorCode::kInvalidRow, key, "the row with the key '", key,
                      "' is older than the stored one: its ordering value is lower");
        } else {
          refs.push_back({0, row});
        }
        break;
      case MergeOutcome::kTakeNewer:
        refs.push_back({1, static_cast<int32_t>(taken_incoming.size())});
        moved_in_place = moved_in_place || partitions.GetView(pairs.incoming[i]) != task_.partition;
        taken_stored.push_back(row);
        taken_incoming.push_back(pairs.incoming[i]);
        ++stat_.num_update_writes;
        break;
      case MergeOutcome::kCombine:
        refs.push_back({2, static_cast<int32_t>(combined_incoming.size())});
        combined_stored.push_back(row);
        combined_incoming.push_back(pairs.incoming[i]);
        ++stat_.num_update_writes;
        break;
      case MergeOutcome::kDelete:
        deleted_stored.push_back(row);
        deleted_incoming.push_back(pairs.incoming[i]);
        ++stat_.num_deletes;
        break;
    }
  }
  for (; next_stored < stored->num_rows(); ++next_stored) refs.push_back({0, next_stored});

  std::vector<std::shared_ptr<arrow::RecordBatch>> sources(4, stored->Slice(0, 0));
  sources[0] = stored;
  auto keys_of =
      [&](const std::vector<int64_t>& rows) -> arrow::Result<std::shared_ptr<arrow::Array>> {
    std::vector<RowRef> key_refs;
    for (int64_t row : rows) key_refs.push_back({0, static_cast<int32_t>(row)});
    return GatherArray({incoming_->column(incoming_->num_columns() - 3)}, key_refs);
  };
  if (!taken_incoming.empty()) {
    std::shared_ptr<arrow::RecordBatch> data;
    if (moved_in_place) {
      ARROW_ASSIGN_OR_RAISE(data, KeepPartitionColumns(stored, taken_stored, taken_incoming));
    } else {
      ARROW_ASSIGN_OR_RAISE(data, TakeRows(incoming_data_, taken_incoming));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, keys_of(taken_incoming));
    ARROW_ASSIGN_OR_RAISE(sources[1], AsRowsOfThisCommit(data, keys));
    ARROW_RETURN_NOT_OK(LogUpdates(stored, taken_stored, sources[1], keys));
  }
  if (!combined_incoming.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, keys_of(combined_incoming));
    ARROW_ASSIGN_OR_RAISE(sources[2], AsRowsOfThisCommit(combined, keys));
    ARROW_RETURN_NOT_OK(LogUpdates(stored, combined_stored, sources[2], keys));
  }
  if (!rewritten.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, TakeRows(stored, rewritten));
    ARROW_ASSIGN_OR_RAISE(sources[3], AsRowsOfThisCommit(rows, rows->column(2)));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, keys_of(rewritten_incoming));
    ARROW_RETURN_NOT_OK(LogUpdates(stored, rewritten, sources[3], keys));
  }
  if (!deleted_stored.empty()) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> keys, keys_of(deleted_incoming));
    ARROW_RETURN_NOT_OK(LogUpdates(stored, deleted_stored, nullptr, keys));
  }
  if (refs.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                        Interleave(sources, refs, /*in_place=*/deleted_stored.empty()));
  return sink_->WriteStored(*rows);
}

/// The commit times of rows as places in the dictionary of the two that there are. Null if the
/// stored rows have several.
arrow::Result<std::shared_ptr<arrow::Array>> BaseFileRewrite::CommitTimes(
    const std::shared_ptr<arrow::Array>& stored, const std::vector<RowRef>& refs) {
  const auto& times = static_cast<const arrow::StringArray&>(*stored);
  if (!HoldsOneValue(times) || times.GetView(0) == context_.instant()) return nullptr;
  if (instants_ == nullptr) {
    arrow::StringBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Append(times.GetView(0)));
    ARROW_RETURN_NOT_OK(builder.Append(context_.instant()));
    ARROW_ASSIGN_OR_RAISE(instants_, builder.Finish());
  }
  if (static_cast<const arrow::StringArray&>(*instants_).GetView(0) != times.GetView(0)) {
    return nullptr;
  }
  arrow::Int32Builder places;
  ARROW_RETURN_NOT_OK(places.Reserve(static_cast<int64_t>(refs.size())));
  for (const RowRef& ref : refs) places.UnsafeAppend(ref.source == 0 ? 0 : 1);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> indices, places.Finish());
  return std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), arrow::utf8()),
                                                  std::move(indices), instants_);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> BaseFileRewrite::Interleave(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& sources,
    const std::vector<RowRef>& refs, bool in_place) {
  const int64_t n = static_cast<int64_t>(refs.size());
  const bool with_meta = context_.config.populate_meta_fields;
  const std::shared_ptr<arrow::RecordBatch>& stored = sources[0];
  std::vector<std::shared_ptr<arrow::Array>> columns(static_cast<size_t>(stored->num_columns()));
  std::vector<int> gathered;
  for (int c = 0; c < stored->num_columns(); ++c) {
    std::shared_ptr<arrow::Array>& column = columns[static_cast<size_t>(c)];
    if (with_meta && c == kFileNameColumn) {
      ARROW_ASSIGN_OR_RAISE(column, meta_->file_name.Rows(n));
    } else if (with_meta && c == kRecordKeyColumn && in_place) {
      column = stored->column(c);  // rows replace rows of the same key
    } else if (with_meta && c == kCommitTimeColumn) {
      ARROW_ASSIGN_OR_RAISE(column, CommitTimes(stored->column(c), refs));
    } else if (HoldOneValue(sources, c)) {
      column = stored->column(c)->Slice(0, n);
    }
    if (column == nullptr) gathered.push_back(c);
  }
  std::vector<std::shared_ptr<arrow::RecordBatch>> parts;
  for (const std::shared_ptr<arrow::RecordBatch>& source : sources) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> part,
                          source->SelectColumns(gathered));
    parts.push_back(std::move(part));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows, GatherRows(parts, refs));
  for (size_t i = 0; i < gathered.size(); ++i) {
    columns[static_cast<size_t>(gathered[i])] = rows->column(static_cast<int>(i));
  }
  return arrow::RecordBatch::Make(context_.file_schema, n, std::move(columns));
}

arrow::Status BaseFileRewrite::WriteUnchanged(const std::shared_ptr<arrow::RecordBatch>& stored) {
  if (!context_.config.populate_meta_fields) return sink_->WriteStored(*stored);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> names,
                        meta_->file_name.Rows(stored->num_rows()));
  std::vector<std::shared_ptr<arrow::Array>> columns = stored->columns();
  columns[kFileNameColumn] = std::move(names);
  std::vector<RowRef> refs(static_cast<size_t>(stored->num_rows()));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> times,
                        CommitTimes(columns[kCommitTimeColumn], refs));
  if (times != nullptr) columns[kCommitTimeColumn] = std::move(times);
  return sink_->WriteStored(
      *arrow::RecordBatch::Make(context_.file_schema, stored->num_rows(), std::move(columns)));
}

arrow::Status BaseFileRewrite::WriteNewRows(const std::shared_ptr<arrow::RecordBatch>& working) {
  std::shared_ptr<arrow::Array> keys = working->column(working->num_columns() - 3);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                        AsRowsOfThisCommit(working, keys));
  if (cdc_log_ != nullptr) ARROW_RETURN_NOT_OK(cdc_log_->AddInserts(*rows, keys));
  stat_.num_inserts += rows->num_rows();
  return sink_->Write(*rows);
}

/// Incoming rows that met no stored row: inserts that were only looked up within this file.
arrow::Status BaseFileRewrite::WriteUnmatched() {
  std::vector<int64_t> rows;
  for (size_t i = 0; i < actions_.size(); ++i) {
    bool live = actions_[i] == RowAction::kInsert || actions_[i] == RowAction::kUpsert;
    if (live && !matched_[i] && !deletes_[i]) rows.push_back(static_cast<int64_t>(i));
  }
  if (rows.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, TakeRows(incoming_, rows));
  return WriteNewRows(batch);
}

arrow::Status BaseFileRewrite::WriteInserts() {
  if (!context_.config.allow_duplicate_on_inserts) return arrow::Status::OK();  // done above
  for (const TaggedRange& range : task_.inserts) {
    for (int64_t begin = range.begin; begin < range.end; begin += TaggedShard::kReadRows) {
      ARROW_RETURN_NOT_OK(context_.CheckStop());
      std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
      ARROW_RETURN_NOT_OK(inputs_.shards[range.shard]->Read(
          begin, std::min(begin + TaggedShard::kReadRows, range.end), &batches));
      for (const std::shared_ptr<arrow::RecordBatch>& batch : batches) {
        ARROW_RETURN_NOT_OK(WriteNewRows(batch));
      }
    }
  }
  return arrow::Status::OK();
}

}  // namespace hudi
