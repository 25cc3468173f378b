// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/dedupe/key_grouping.h"

#include <algorithm>
#include <array>

#include "hudi/write/working_rows.h"

namespace hudi {
namespace {

// So many keys are hashed, and their places in the table fetched, before they are inserted.
constexpr int64_t kKeysAhead = 32;

/// Working columns for rows that were combined: key and partition of the group's last row.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> WithWorkingColumns(
    const arrow::RecordBatch& combined, const std::vector<RowRef>& rows,
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& batches) {
  const std::shared_ptr<arrow::Schema>& schema = batches[0]->schema();
  std::vector<std::shared_ptr<arrow::Array>> columns = combined.columns();
  for (int c = schema->num_fields() - 3; c < schema->num_fields(); ++c) {
    std::vector<std::shared_ptr<arrow::Array>> sources;
    for (const std::shared_ptr<arrow::RecordBatch>& batch : batches) {
      sources.push_back(batch->column(c));
    }
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> column, GatherArray(sources, rows));
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(schema, combined.num_rows(), std::move(columns));
}

/// Picks the winners among the copies of keys that occur more than once.
arrow::Status CombineCopies(const DedupeOptions& options, KeyedShard* shard,
                            std::vector<KeyedShard::EarlierCopy> copies) {
  // By key, and within a key in input order: batches and rows are in input order.
  std::stable_sort(copies.begin(), copies.end(),
                   [](const auto& a, const auto& b) { return a.key < b.key; });
  std::vector<RowRef> refs;
  std::vector<int64_t> groups;
  std::vector<int64_t> group_keys;
  for (const KeyedShard::EarlierCopy& copy : copies) {
    if (group_keys.empty() || group_keys.back() != copy.key) group_keys.push_back(copy.key);
    refs.push_back(copy.ref);
    groups.push_back(static_cast<int64_t>(group_keys.size()) - 1);
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> working,
                        GatherRows(shard->batches, refs));
  std::shared_ptr<arrow::RecordBatch> data = DataColumns(*working, options.data_schema);
  ARROW_ASSIGN_OR_RAISE(
      RowMerger::Winners winners,
      options.merger->CombineInBatch(data, groups, static_cast<int64_t>(group_keys.size())));
  std::vector<RowRef> last_rows(group_keys.size());
  for (size_t i = 0; i < refs.size(); ++i) last_rows[static_cast<size_t>(groups[i])] = refs[i];
  std::vector<RowRef> combined_rows;
  if (winners.extra != nullptr)
    combined_rows.resize(static_cast<size_t>(winners.extra->num_rows()));
  int32_t extra_batch = static_cast<int32_t>(shard->batches.size());
  for (size_t g = 0; g < group_keys.size(); ++g) {
    size_t key = static_cast<size_t>(group_keys[g]);
    size_t winner = static_cast<size_t>(winners.rows[g]);
    if (winner < refs.size()) {
      shard->winners[key] = refs[winner];
    } else {
      size_t extra = winner - refs.size();
      combined_rows[extra] = last_rows[g];
      shard->winners[key] = {extra_batch, static_cast<int32_t>(extra)};
    }
  }
  if (winners.extra == nullptr) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> extra,
                        WithWorkingColumns(*winners.extra, combined_rows, shard->batches));
  shard->batches.push_back(std::move(extra));
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<KeyedShard> BuildKeyedShard(const RowSpool& rows, const DedupeOptions& options,
                                          PartitionNumbers* partitions) {
  KeyedShard shard{{}, KeyTable(rows.num_rows()), {}, {}, {}};
  std::vector<bool> repeated;
  for (size_t b = 0; b < rows.num_batches(); ++b) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, rows.ReadBatch(b));
    shard.batches.push_back(batch);
    const arrow::StringArray& keys = WorkingKeys(*batch);
    const arrow::StringArray& paths = WorkingPartitions(*batch);
    std::array<uint32_t, kKeysAhead> numbers;
    std::array<uint64_t, kKeysAhead> hashes;
    for (int64_t begin = 0; begin < batch->num_rows(); begin += kKeysAhead) {
      const int64_t end = std::min(begin + kKeysAhead, batch->num_rows());
      for (int64_t i = begin; i < end; ++i) {
        const auto at = static_cast<size_t>(i - begin);
        numbers[at] = partitions->Number(paths.GetView(i));
        hashes[at] = shard.keys.Prepare(options.global ? 0 : numbers[at], keys.GetView(i));
      }
      for (int64_t i = begin; i < end; ++i) {
        const auto at = static_cast<size_t>(i - begin);
        const uint32_t partition = numbers[at];
        RowRef ref{static_cast<int32_t>(b), static_cast<int32_t>(i)};
        bool inserted = false;
        int64_t number = shard.keys.InsertPrepared(hashes[at], options.global ? 0 : partition,
                                                   keys.GetView(i), &inserted);
        if (inserted) {
          shard.winners.push_back(ref);
          shard.partitions.push_back(partition);
          repeated.push_back(false);
          continue;
        }
        size_t key = static_cast<size_t>(number);
        shard.earlier_copies.push_back({number, shard.winners[key], shard.partitions[key]});
        shard.winners[key] = ref;
        shard.partitions[key] = partition;
        repeated[key] = true;
      }
    }
  }
  if (!options.combine || shard.earlier_copies.empty()) return shard;
  std::vector<KeyedShard::EarlierCopy> copies = std::move(shard.earlier_copies);
  shard.earlier_copies.clear();
  if (options.merger == nullptr) return shard;
  for (size_t key = 0; key < repeated.size(); ++key) {
    if (repeated[key]) {
      copies.push_back({static_cast<int64_t>(key), shard.winners[key], shard.partitions[key]});
    }
  }
  ARROW_RETURN_NOT_OK(CombineCopies(options, &shard, std::move(copies)));
  for (size_t key = 0; key < repeated.size(); ++key) {
    if (!repeated[key]) continue;
    const RowRef& ref = shard.winners[key];
    const arrow::RecordBatch& batch = *shard.batches[static_cast<size_t>(ref.source)];
    shard.partitions[key] = partitions->Number(WorkingPartitions(batch).GetView(ref.row));
  }
  return shard;
}

}  // namespace hudi
