// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/index/row_tagger.h"

#include <algorithm>

#include "hudi/base/worker_pool.h"
#include "hudi/error.h"
#include "hudi/write/merged_slice.h"
#include "hudi/write/working_rows.h"

namespace hudi {

RowTagger::RowTagger(const WriteContext& context, const StoredRows& stored,
                     const std::vector<StoredSlice>& slices, const RowMerger* merger)
    : context_(context), stored_(stored), slices_(slices), merger_(merger) {}

namespace {

/// Per batch, which rows are deletes.
arrow::Result<std::vector<std::vector<bool>>> DeletesOf(const WriteContext& context,
                                                        const KeyedShard& shard) {
  std::vector<std::vector<bool>> flags;
  for (const std::shared_ptr<arrow::RecordBatch>& batch : shard.batches) {
    ARROW_ASSIGN_OR_RAISE(
        std::vector<bool> batch_flags,
        DeleteFlags(*DataColumns(*batch, context.table_schema), context.config.merge));
    flags.push_back(std::move(batch_flags));
  }
  return flags;
}

bool IsMergeOnRead(const WriteContext& context) {
  return context.config.table_type == TableType::kMergeOnRead;
}

/// Incoming rows with some of their columns as the stored rows have them; columns that are not
/// stored stay.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithStoredColumns(
    const std::shared_ptr<arrow::RecordBatch>& incoming, const std::vector<int64_t>& incoming_rows,
    const arrow::RecordBatch& stored, const std::vector<int64_t>& stored_rows,
    const std::vector<std::string>& names) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> rows,
                        TakeRows(incoming, incoming_rows));
  std::vector<RowRef> refs;
  for (int64_t row : stored_rows) refs.push_back({0, static_cast<int32_t>(row)});
  for (const std::string& name : names) {
    int column = rows->schema()->GetFieldIndex(name);
    std::shared_ptr<arrow::Array> values = stored.GetColumnByName(name);
    if (column < 0 || values == nullptr) continue;
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> kept, GatherArray({values}, refs));
    ARROW_ASSIGN_OR_RAISE(rows, rows->SetColumn(column, rows->schema()->field(column), kept));
  }
  return rows;
}

}  // namespace

/// Takes out places where logs have deleted the row, as far as it matters: a row that is appended
/// to such a group is there again, and must not be if the key lives elsewhere too.
arrow::Status RowTagger::DropDeleted(const KeyedShard& shard,
                                     std::vector<std::vector<StoredKey>>* found) const {
  const WriteConfig& config = context_.config;
  if (!IsMergeOnRead(context_) || config.operation == WriteOperation::kDelete) {
    return arrow::Status::OK();
  }
  std::vector<int32_t> num_places(shard.winners.size(), 0);
  for (const std::vector<StoredKey>& places : *found) {
    for (const StoredKey& place : places) ++num_places[static_cast<size_t>(place.key)];
  }
  return RunTasks(context_.threads, found->size(), [&](size_t s) -> arrow::Status {
    const StoredSlice& stored = slices_[s];
    if (stored.slice.log_files.empty()) return arrow::Status::OK();
    KeyTable asked;
    std::vector<bool> live;
    for (const StoredKey& place : (*found)[s]) {
      size_t key = static_cast<size_t>(place.key);
      bool matters = config.operation == WriteOperation::kInsert || num_places[key] > 1 ||
                     stored.partition != shard.partitions[key];
      bool is_new = false;
      if (matters) asked.Insert(0, shard.keys.key(place.key), &is_new);
      if (is_new) live.push_back(false);
    }
    if (live.empty()) return arrow::Status::OK();
    auto wants_key = [&](std::string_view key) { return asked.Find(0, key) != KeyTable::kAbsent; };
    auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& rows,
                     int64_t first_row) -> arrow::Status {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> keys,
                            stored_.KeysOf(*rows, first_row));
      for (int64_t i = 0; i < keys->length(); ++i) {
        int64_t number = asked.Find(0, keys->GetView(i));
        if (number != KeyTable::kAbsent) live[static_cast<size_t>(number)] = true;
      }
      return arrow::Status::OK();
    };
    ARROW_RETURN_NOT_OK(VisitMergedSlice(context_, stored_, stored.slice, wants_key, visit));
    std::erase_if((*found)[s], [&](const StoredKey& place) {
      int64_t number = asked.Find(0, shard.keys.key(place.key));
      return number != KeyTable::kAbsent && !live[static_cast<size_t>(number)];
    });
    return arrow::Status::OK();
  });
}

arrow::Result<std::vector<TaggedRow>> RowTagger::Tag(std::vector<std::vector<StoredKey>> found,
                                                     KeyedShard* shard) const {
  const WriteConfig& config = context_.config;
  ARROW_RETURN_NOT_OK(DropDeleted(*shard, &found));
  bool delete_operation = config.operation == WriteOperation::kDelete;
  size_t num_keys = shard->winners.size();
  std::vector<bool> stored(num_keys, false);          // somewhere
  std::vector<bool> stored_at_home(num_keys, false);  // in the partition that the row names
  for (size_t s = 0; s < found.size(); ++s) {
    for (const StoredKey& place : found[s]) {
      size_t key = static_cast<size_t>(place.key);
      stored[key] = true;
      if (slices_[s].partition == shard->partitions[key]) stored_at_home[key] = true;
    }
  }

  std::vector<TaggedRow> rows;
  rows.reserve(num_keys);
  std::vector<bool> inserted(num_keys, false);  // by a move
  bool insert_operation = config.operation == WriteOperation::kInsert;
  for (size_t s = 0; s < found.size() && !insert_operation; ++s) {
    std::vector<int32_t> moves;
    std::vector<StoredKey> stays;
    for (const StoredKey& place : found[s]) {
      size_t key = static_cast<size_t>(place.key);
      TaggedRow row{shard->winners[key], static_cast<int32_t>(s), slices_[s].partition,
                    delete_operation ? RowAction::kDelete : RowAction::kUpsert, place.row};
      bool elsewhere = slices_[s].partition != shard->partitions[key];
      if (!delete_operation && elsewhere && config.update_partition_path) {
        moves.push_back(place.key);
      } else if (!delete_operation && elsewhere && IsMergeOnRead(context_)) {
        stays.push_back(place);
      } else {
        rows.push_back(row);
      }
    }
    if (!moves.empty()) {
      std::sort(moves.begin(), moves.end());
      moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
      ARROW_RETURN_NOT_OK(TagMoves(s, moves, stored_at_home, shard, &inserted, &rows));
    }
    if (!stays.empty()) ARROW_RETURN_NOT_OK(TagStays(s, stays, shard, &rows));
  }
  if (delete_operation) return rows;

  ARROW_ASSIGN_OR_RAISE(std::vector<std::vector<bool>> deletes, DeletesOf(context_, *shard));
  // A bulk insert takes rows as they are.
  const bool drops_deletes = config.operation != WriteOperation::kBulkInsert;
  auto add_insert = [&](const RowRef& ref, uint32_t partition) {
    if (drops_deletes && deletes[static_cast<size_t>(ref.source)][static_cast<size_t>(ref.row)]) {
      return;
    }
    rows.push_back({ref, -1, partition, RowAction::kInsert, -1});
  };
  auto is_new = [&](size_t key) -> arrow::Result<bool> {
    if (!stored[key]) return true;
    if (insert_operation && config.duplicate_policy == DuplicatePolicy::kFail) {
      std::string_view text = shard->keys.key(static_cast<int64_t>(key));
      return Fail(ErrorCode::kDuplicateKey, text, "duplicate key found for insert: '", text,
                  "' is stored already");
    }
    return false;
  };
  for (const KeyedShard::EarlierCopy& copy : shard->earlier_copies) {
    ARROW_ASSIGN_OR_RAISE(bool add, is_new(static_cast<size_t>(copy.key)));
    if (add) add_insert(copy.ref, copy.partition);
  }
  for (size_t key = 0; key < num_keys; ++key) {
    ARROW_ASSIGN_OR_RAISE(bool add, is_new(key));
    if (add) add_insert(shard->winners[key], shard->partitions[key]);
  }
  return rows;
}

/// Rows whose key is stored in another partition: the merge mode decides whether the incoming row
/// wins, and only then it moves.
arrow::Status RowTagger::TagMoves(size_t slice, const std::vector<int32_t>& keys,
                                  const std::vector<bool>& stored_at_home, KeyedShard* shard,
                                  std::vector<bool>* inserted, std::vector<TaggedRow>* rows) const {
  KeyTable wanted(static_cast<int64_t>(keys.size()));
  std::vector<RowRef> refs;
  for (int32_t k : keys) {
    bool is_new = false;
    wanted.Insert(0, shard->keys.key(k), &is_new);
    refs.push_back(shard->winners[static_cast<size_t>(k)]);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> working,
                        GatherRows(shard->batches, refs));
  std::shared_ptr<arrow::RecordBatch> incoming = DataColumns(*working, context_.table_schema);
  ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*incoming, context_.config.merge));

  // Merged rows do not tell where the base file has them.
  const bool has_logs = !slices_[slice].slice.log_files.empty();
  auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& stored,
                   int64_t first_row) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> stored_keys,
                          stored_.KeysOf(*stored, first_row));
    std::vector<int64_t> stored_rows;
    std::vector<int64_t> incoming_rows;
    std::vector<bool> pair_deletes;
    for (int64_t i = 0; i < stored_keys->length(); ++i) {
      int64_t number = wanted.Find(0, stored_keys->GetView(i));
      if (number == KeyTable::kAbsent) continue;
      stored_rows.push_back(i);
      incoming_rows.push_back(number);
      pair_deletes.push_back(deletes[static_cast<size_t>(number)]);
    }
    if (stored_rows.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(
        RowMerger::PairResult merged,
        merger_->MergePairs(*stored, stored_rows, *incoming, incoming_rows, pair_deletes));
    std::shared_ptr<arrow::RecordBatch> combined;
    int32_t combined_batch = static_cast<int32_t>(shard->batches.size());
    if (merged.combined != nullptr) {
      std::vector<int64_t> combined_rows;
      for (size_t i = 0; i < merged.outcomes.size(); ++i) {
        if (merged.outcomes[i] == MergeOutcome::kCombine) combined_rows.push_back(incoming_rows[i]);
      }
      ARROW_ASSIGN_OR_RAISE(combined, TakeRows(working, combined_rows));
      std::vector<std::shared_ptr<arrow::Array>> columns = merged.combined->columns();
      for (int c = combined->num_columns() - 3; c < combined->num_columns(); ++c) {
        columns.push_back(combined->column(c));
      }
      shard->batches.push_back(
          arrow::RecordBatch::Make(working->schema(), combined->num_rows(), std::move(columns)));
    }
    size_t kept_batch = shard->batches.size();
    std::vector<int64_t> kept_stored;
    std::vector<int64_t> kept_incoming;
    int32_t next_combined = 0;
    for (size_t i = 0; i < merged.outcomes.size(); ++i) {
      int32_t key = keys[static_cast<size_t>(incoming_rows[i])];
      RowRef winner = shard->winners[static_cast<size_t>(key)];
      TaggedRow row{winner, static_cast<int32_t>(slice), slices_[slice].partition,
                    RowAction::kDelete,
                    has_logs ? -1 : static_cast<int32_t>(first_row + stored_rows[i])};
      bool moves = false;
      switch (merged.outcomes[i]) {
        case MergeOutcome::kKeepOlder:
          row.action = RowAction::kRewrite;
          if (IsMergeOnRead(context_)) {
            // A log takes the stored row itself.
            row.action = RowAction::kUpsert;
            row.ref = {static_cast<int32_t>(kept_batch), static_cast<int32_t>(kept_stored.size())};
            kept_stored.push_back(stored_rows[i]);
            kept_incoming.push_back(incoming_rows[i]);
          }
          break;
        case MergeOutcome::kDelete:
          break;
        case MergeOutcome::kCombine:
          winner = {combined_batch, next_combined++};
          moves = true;
          break;
        case MergeOutcome::kTakeNewer:
          moves = true;
          break;
      }
      rows->push_back(row);
      if (!moves || stored_at_home[static_cast<size_t>(key)] ||
          (*inserted)[static_cast<size_t>(key)]) {
        continue;
      }
      (*inserted)[static_cast<size_t>(key)] = true;
      rows->push_back(
          {winner, -1, shard->partitions[static_cast<size_t>(key)], RowAction::kInsert, -1});
    }
    if (kept_stored.empty()) return arrow::Status::OK();
    std::vector<std::string> all_columns = context_.table_schema->field_names();
    ARROW_ASSIGN_OR_RAISE(
        std::shared_ptr<arrow::RecordBatch> kept,
        WithStoredColumns(working, kept_incoming, *stored, kept_stored, all_columns));
    shard->batches.push_back(std::move(kept));
    return arrow::Status::OK();
  };
  auto wants_key = [&](std::string_view key) { return wanted.Find(0, key) != KeyTable::kAbsent; };
  return VisitMergedSlice(context_, stored_, slices_[slice].slice, wants_key, visit);
}

/// Rows that came for another partition but are updated where their key is stored: they keep the
/// partition columns of the stored row, which a log cannot look up later.
arrow::Status RowTagger::TagStays(size_t slice, const std::vector<StoredKey>& places,
                                  KeyedShard* shard, std::vector<TaggedRow>* rows) const {
  KeyTable wanted;
  std::vector<RowRef> refs;
  for (const StoredKey& place : places) {
    bool is_new = false;
    wanted.Insert(0, shard->keys.key(place.key), &is_new);
    if (is_new) refs.push_back(shard->winners[static_cast<size_t>(place.key)]);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> working,
                        GatherRows(shard->batches, refs));
  std::vector<RowRef> changed = refs;
  auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& stored,
                   int64_t first_row) -> arrow::Status {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::StringArray> keys,
                          stored_.KeysOf(*stored, first_row));
    std::vector<int64_t> stored_rows;
    std::vector<int64_t> incoming_rows;
    for (int64_t i = 0; i < keys->length(); ++i) {
      int64_t number = wanted.Find(0, keys->GetView(i));
      if (number == KeyTable::kAbsent) continue;
      changed[static_cast<size_t>(number)] = {static_cast<int32_t>(shard->batches.size()),
                                              static_cast<int32_t>(stored_rows.size())};
      stored_rows.push_back(i);
      incoming_rows.push_back(number);
    }
    if (stored_rows.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch,
                          WithStoredColumns(working, incoming_rows, *stored, stored_rows,
                                            context_.config.keys.partition_fields));
    shard->batches.push_back(std::move(batch));
    return arrow::Status::OK();
  };
  auto wants_key = [&](std::string_view key) { return wanted.Find(0, key) != KeyTable::kAbsent; };
  ARROW_RETURN_NOT_OK(VisitMergedSlice(context_, stored_, slices_[slice].slice, wants_key, visit));
  for (const StoredKey& place : places) {
    int64_t number = wanted.Find(0, shard->keys.key(place.key));
    rows->push_back({changed[static_cast<size_t>(number)], static_cast<int32_t>(slice),
                     slices_[slice].partition, RowAction::kUpsert, place.row});
  }
  return arrow::Status::OK();
}

}  // namespace hudi
