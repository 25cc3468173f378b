// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/log_reduction.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <arrow/array.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/error.h"
#include "hudi/merge/merge_rules.h"
#include "hudi/merge/row_merger.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

class Reduction {
 public:
  Reduction(const LogRows& logs, const MergeOptions& merge) : logs_(logs), merge_(merge) {}

  arrow::Result<ReducedLog> Run() {
    ARROW_ASSIGN_OR_RAISE(rules_, ResolveMergeRules(merge_, *logs_.rows->schema()));
    NumberKeys();
    DropSuperseded();
    ARROW_RETURN_NOT_OK(CombineRuns());
    return Blocks();
  }

 private:
  size_t num_records() const { return key_of_record_.size(); }
  bool IsDelete(size_t record) const { return logs_.actions[record] != LogAction::kUpsert; }
  // The columns that a row has; -1 for all of them, and for deletes.
  int32_t ColumnSet(size_t record) const {
    return IsDelete(record) ? -1 : logs_.columns_of_row[record];
  }

  // Whether the rules are simple enough to know without the base row who wins.
  bool is_plain() const {
    return merge_.table_version >= 8 && rules_.merger == nullptr &&
           rules_.fill == MergeRules::Fill::kNone && merge_.payload == PayloadKind::kNone;
  }

  void NumberKeys() {
    const arrow::StringArray& keys = RecordKeysOf(*logs_.rows);
    for (int64_t i = 0; i < keys.length(); ++i) {
      bool inserted = false;
      key_of_record_.push_back(static_cast<size_t>(keys_.Insert(0, keys.GetView(i), &inserted)));
    }
    place_.resize(num_records());
    for (size_t i = 0; i < num_records(); ++i) place_[i] = static_cast<int64_t>(i);
  }

  // From the last record to the first: once one of a key stands for all before it, these go.
  void DropSuperseded() {
    const bool later_wins =
        is_plain() && rules_.against_stored == MergeRules::AgainstStored::kNewer;
    std::vector<bool> settled(static_cast<size_t>(keys_.size()), false);
    // Partial updates: keys and column sets that one behind has; nothing else of the key is behind.
    std::set<std::pair<size_t, int32_t>> updated;
    for (size_t i = num_records(); i-- > 0;) {
      const size_t key = key_of_record_[i];
      const int32_t column_set = ColumnSet(i);
      if (settled[key]) {
        place_[i] = kDropped;
      } else if (column_set < 0) {
        settled[key] = later_wins || logs_.actions[i] == LogAction::kDeleteAlways;
      } else if (later_wins && !updated.emplace(key, column_set).second) {
        place_[i] = kDropped;
      }
    }
  }

  arrow::Status CombineRuns() {
    const bool by_order = is_plain() && rules_.in_batch == MergeRules::InBatch::kGreater &&
                          rules_.against_stored == MergeRules::AgainstStored::kGreaterOrEqual &&
                          rules_.in_batch_key.fields == rules_.stored_key.fields;
    if (!by_order) return arrow::Status::OK();
    constexpr int64_t kNone = -1;
    std::vector<int64_t> run_of_key(static_cast<size_t>(keys_.size()), kNone);
    std::vector<int64_t> rows;
    std::vector<int64_t> groups;
    std::vector<size_t> first_of_run;
    for (size_t i = 0; i < num_records(); ++i) {
      if (place_[i] == kDropped) continue;
      int64_t& run = run_of_key[key_of_record_[i]];
      if (IsDelete(i) || ColumnSet(i) >= 0) {
        run = kNone;
        continue;
      }
      if (run == kNone) {
        run = static_cast<int64_t>(first_of_run.size());
        first_of_run.push_back(i);
      }
      rows.push_back(static_cast<int64_t>(i));
      groups.push_back(run);
    }
    if (rows.size() == first_of_run.size()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatch> batch, TakeRows(logs_.rows, rows));
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<RowMerger> merger,
                          RowMerger::Make(merge_, logs_.rows->schema()));
    arrow::Result<RowMerger::Winners> winners =
        merger->CombineInBatch(batch, groups, static_cast<int64_t>(first_of_run.size()));
    // Rows without an ordering value are the reader's to judge: they stay as they are.
    if (CodeOf(winners.status()) == ErrorCode::kInvalidRow) return arrow::Status::OK();
    ARROW_RETURN_NOT_OK(winners.status());
    for (int64_t row : rows) place_[static_cast<size_t>(row)] = kDropped;
    for (size_t run = 0; run < first_of_run.size(); ++run) {
      place_[first_of_run[run]] = rows[static_cast<size_t>(winners->rows[run])];
    }
    return arrow::Status::OK();
  }

  // A record goes to the first block of its kind that is not before that of its key's record before
  // it.
  ReducedLog Blocks() const {
    using Kind = std::pair<bool, int32_t>;  // is_delete, column_set
    ReducedLog reduced;
    reduced.blocks.push_back({/*is_delete=*/true, -1, {}});
    std::map<Kind, std::vector<size_t>> blocks_of_kind = {{{true, -1}, {0}}};
    std::vector<size_t> block_of_key(static_cast<size_t>(keys_.size()), 0);
    for (size_t i = 0; i < num_records(); ++i) {
      if (place_[i] == kDropped) continue;
      size_t& block = block_of_key[key_of_record_[i]];
      const Kind kind = {IsDelete(i), ColumnSet(i)};
      std::vector<size_t>& blocks = blocks_of_kind[kind];
      auto at = std::lower_bound(blocks.begin(), blocks.end(), block);
      if (at == blocks.end()) {
        at = blocks.insert(at, reduced.blocks.size());
        reduced.blocks.push_back({kind.first, kind.second, {}});
      }
      block = *at;
      reduced.blocks[block].records.push_back(place_[i]);
    }
    std::erase_if(reduced.blocks,
                  [](const ReducedLog::Block& block) { return block.records.empty(); });
    return reduced;
  }

  static constexpr int64_t kDropped = -1;

  const LogRows& logs_;
  const MergeOptions& merge_;
  MergeRules rules_;
  KeyTable keys_;
  std::vector<size_t> key_of_record_;
  std::vector<int64_t> place_;  ///< the record that stands at each place, or kDropped
};

}  // namespace

arrow::Result<ReducedLog> ReduceLog(const LogRows& logs, const MergeOptions& merge) {
  return Reduction(logs, merge).Run();
}

}  // namespace hudi
