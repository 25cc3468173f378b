// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/index/row_tagger.h"

#include "hudi/error.h"
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

}  // namespace

arrow::Result<std::vector<TaggedRow>> RowTagger::Tag(const std::vector<std::vector<int64_t>>& found,
                                                     KeyedShard* shard) const {
  const WriteConfig& config = context_.config;
  bool delete_operation = config.operation == WriteOperation::kDelete;
  size_t num_keys = shard->winners.size();
  std::vector<bool> stored(num_keys, false);          // somewhere
  std::vector<bool> stored_at_home(num_keys, false);  // in the partition that the row names
  for (size_t s = 0; s < found.size(); ++s) {
    for (int64_t k : found[s]) {
      size_t key = static_cast<size_t>(k);
      stored[key] = true;
      if (slices_[s].partition == shard->partitions[key]) stored_at_home[key] = true;
    }
  }

  std::vector<TaggedRow> rows;
  std::vector<bool> inserted(num_keys, false);  // by a move
  bool insert_operation = config.operation == WriteOperation::kInsert;
  for (size_t s = 0; s < found.size() && !insert_operation; ++s) {
    std::vector<int64_t> moves;
    for (int64_t k : found[s]) {
      size_t key = static_cast<size_t>(k);
      TaggedRow row{shard->winners[key], static_cast<int32_t>(s), slices_[s].partition,
                    delete_operation ? RowAction::kDelete : RowAction::kUpsert};
      bool elsewhere = slices_[s].partition != shard->partitions[key];
      if (!delete_operation && elsewhere && config.update_partition_path) {
        moves.push_back(k);
      } else {
        rows.push_back(row);
      }
    }
    if (!moves.empty()) {
      ARROW_RETURN_NOT_OK(TagMoves(s, moves, stored_at_home, shard, &inserted, &rows));
    }
  }
  if (delete_operation) return rows;

  ARROW_ASSIGN_OR_RAISE(std::vector<std::vector<bool>> deletes, DeletesOf(context_, *shard));
  auto add_insert = [&](const RowRef& ref, uint32_t partition) {
    if (deletes[static_cast<size_t>(ref.source)][static_cast<size_t>(ref.row)]) return;
    rows.push_back({ref, -1, partition, RowAction::kInsert});
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
arrow::Status RowTagger::TagMoves(size_t slice, const std::vector<int64_t>& keys,
                                  const std::vector<bool>& stored_at_home, KeyedShard* shard,
                                  std::vector<bool>* inserted, std::vector<TaggedRow>* rows) const {
  KeyTable wanted(static_cast<int64_t>(keys.size()));
  std::vector<RowRef> refs;
  for (int64_t k : keys) {
    bool is_new = false;
    wanted.Insert(0, shard->keys.key(k), &is_new);
    refs.push_back(shard->winners[static_cast<size_t>(k)]);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> working,
                        GatherRows(shard->batches, refs));
  std::shared_ptr<arrow::RecordBatch> incoming = DataColumns(*working, context_.table_schema);
  ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*incoming, context_.config.merge));

  auto visit = [&](const std::shared_ptr<arrow::RecordBatch>& stored,
                   const arrow::StringArray& stored_keys) -> arrow::Status {
    std::vector<int64_t> stored_rows;
    std::vector<int64_t> incoming_rows;
    std::vector<bool> pair_deletes;
    for (int64_t i = 0; i < stored_keys.length(); ++i) {
      int64_t number = wanted.Find(0, stored_keys.GetView(i));
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
    int32_t next_combined = 0;
    for (size_t i = 0; i < merged.outcomes.size(); ++i) {
      int64_t key = keys[static_cast<size_t>(incoming_rows[i])];
      RowRef winner = shard->winners[static_cast<size_t>(key)];
      TaggedRow row{winner, static_cast<int32_t>(slice), slices_[slice].partition,
                    RowAction::kDelete};
      bool moves = false;
      switch (merged.outcomes[i]) {
        case MergeOutcome::kKeepOlder:
          row.action = RowAction::kRewrite;
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
          {winner, -1, shard->partitions[static_cast<size_t>(key)], RowAction::kInsert});
    }
    return arrow::Status::OK();
  };
  return stored_.Visit(*slices_[slice].slice.base_file, visit);
}

}  // namespace hudi
