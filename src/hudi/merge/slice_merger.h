// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <arrow/record_batch.h>
#include <arrow/result.h>

#include "hudi/base/gather.h"
#include "hudi/base/key_table.h"
#include "hudi/config/write_config.h"
#include "hudi/merge/log_rows.h"
#include "hudi/merge/row_merger.h"

namespace hudi {

/// What merging did to the rows of a slice.
struct MergeCounts {
  int64_t log_records = 0;
  int64_t updated = 0;   ///< base rows that a record replaced
  int64_t deleted = 0;   ///< base rows that are gone
  int64_t inserted = 0;  ///< rows whose key no base row had
};

/// Applies the logs of a slice to the rows of its base file.
///
/// The rows of a key are folded in the order of their commits, beginning with the base file's: each
/// record meets what the ones before have left, by the same rules as an upsert meets a stored row.
/// So the result is that of the same writes into base files, before and after compaction; after a
/// delete has won, a row with any ordering value may come in.
///
/// For one thread: MergeBase() for the base file's rows, batch by batch, then RemainingRows() once.
/// Batches in and out have the merge schema of the log rows.
class SliceMerger {
 public:
  static arrow::Result<std::unique_ptr<SliceMerger>> Make(const MergeOptions& options,
                                                          LogRows logs);
  /// Rows of the base file are found by the positions of the log rows, which may lack keys. Where
  /// both sides have them a base row must have its log rows' (kCorruptFile otherwise).
  static arrow::Result<std::unique_ptr<SliceMerger>> MakeByPosition(const MergeOptions& options,
                                                                    LogRows logs);

  /// What becomes of rows of the base file. The log applies to every row of a key.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> MergeBase(
      const std::shared_ptr<arrow::RecordBatch>& base);
  /// Same by position: `first_row` is where the base file has the first of the rows, which are
  /// neighbours there; they come in the file's order.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> MergeBaseRows(
      const std::shared_ptr<arrow::RecordBatch>& base, int64_t first_row);

  /// The rows of keys that no base row had, in the order of their first record.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> RemainingRows();

  /// Of the calls so far.
  const MergeCounts& counts() const { return counts_; }

 private:
  /// A key whose records are applied, and the row that it has now.
  struct Folding {
    int64_t key = 0;
    bool exists = false;
    int32_t source = 0;  ///< index into `sources_`
    int32_t row = 0;
  };

  /// A row of a batch of older ones and the newer one that meets it.
  struct Meeting {
    size_t folding = 0;
    int64_t older = 0;
    int64_t newer = 0;
  };

  SliceMerger(LogRows logs, int64_t num_keys);
  arrow::Status Init(const MergeOptions& options);
  void GroupByKey();
  void GroupByPosition();
  arrow::Status CheckKeys(const arrow::RecordBatch& base,
                          const std::vector<Folding>& foldings) const;
  /// Rows of the base batch at hand of which there are records, with those.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> MergeFound(std::vector<Folding> foldings);
  arrow::Status Fold(std::vector<Folding>* foldings);
  arrow::Status ApplyRecords(size_t round, const std::vector<size_t>& chosen,
                             std::vector<Folding>* foldings);
  /// Decides between rows of `older` and of a source. `newer_won`: the newer ones have won already,
  /// and are at most filled.
  arrow::Status Meet(const arrow::RecordBatch& older, const std::vector<Meeting>& meetings,
                     int32_t source, bool newer_won, std::vector<Folding>* foldings);
  /// Same for log rows of partial updates, which stand for the older rows with the columns that
  /// they have: what they lack is no null.
  arrow::Status MeetPartial(const arrow::RecordBatch& older, std::vector<Meeting> meetings,
                            bool newer_won, std::vector<Folding>* foldings);

  int64_t num_records(int64_t key) const {
    return record_begin_[static_cast<size_t>(key) + 1] - record_begin_[static_cast<size_t>(key)];
  }
  int64_t record(int64_t key, size_t round) const {
    return records_[static_cast<size_t>(record_begin_[static_cast<size_t>(key)]) + round];
  }

  LogRows logs_;
  MergeCounts counts_;
  std::unique_ptr<RowMerger> merger_;
  KeyTable keys_;
  // By position: that of each key, ascending, and the first one that no base batch had yet.
  std::vector<int64_t> positions_;
  size_t next_position_ = 0;
  // Log rows by key: those of key k stand in records_[record_begin_[k] .. record_begin_[k + 1]).
  std::vector<int64_t> record_begin_;
  std::vector<int64_t> records_;
  std::vector<bool> met_;               // by key: a base row had it
  std::vector<bool> set_has_ordering_;  // by column set: what decides which row is newer is in it
  // What rows come from: the base batch at hand, the logs, then rows made while folding.
  std::vector<std::shared_ptr<arrow::RecordBatch>> sources_;
};

}  // namespace hudi
