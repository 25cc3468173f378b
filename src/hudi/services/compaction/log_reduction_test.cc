// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/log_reduction.h"

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

// Records "key action ordering": u an upsert, d a delete that may lose, D one that always wins, 0
// and 1 partial updates of the column set of this number.
struct Record {
  const char* key;
  char action;
  int64_t ordering;
};

LogRows Logs(const std::vector<Record>& records) {
  LogRows logs;
  std::string json = "[";
  for (const Record& record : records) {
    if (json.size() > 1) json += ",";
    json += std::string("[\"") + record.key + "\"," + std::to_string(record.ordering) + "]";
    const bool is_partial = record.action == '0' || record.action == '1';
    logs.actions.push_back(record.action == 'u' || is_partial ? LogAction::kUpsert
                           : record.action == 'd'             ? LogAction::kDelete
                                                              : LogAction::kDeleteAlways);
    logs.columns_of_row.push_back(is_partial ? record.action - '0' : -1);
  }
  logs.column_sets = {{true, true}, {true, false}};
  arrow::FieldVector fields = {arrow::field(std::string(kRecordKey), arrow::utf8()),
                               arrow::field("ts", arrow::int64())};
  auto array = arrow::json::ArrayFromJSONString(arrow::struct_(fields), json + "]").ValueOrDie();
  logs.rows = arrow::RecordBatch::FromStructArray(array).ValueOrDie();
  return logs;
}

MergeOptions Merge(MergeMode mode, int version = 8) {
  MergeOptions merge;
  merge.table_version = version;
  merge.mode = mode;
  if (mode == MergeMode::kEventTime) merge.ordering_fields = {"ts"};
  if (version < 8) {
    merge.payload =
        mode == MergeMode::kEventTime ? PayloadKind::kDefault : PayloadKind::kOverwriteWithLatest;
  }
  return merge;
}

// "D 0 2 | U 1 3 | P0 4": blocks with the places of their records.
std::string Shown(const ReducedLog& reduced) {
  std::string text;
  for (const ReducedLog::Block& block : reduced.blocks) {
    if (!text.empty()) text += " | ";
    text += block.is_delete        ? "D"
            : block.column_set < 0 ? "U"
                                   : "P" + std::to_string(block.column_set);
    for (int64_t record : block.records) text += " " + std::to_string(record);
  }
  return text;
}

std::string Reduced(const std::vector<Record>& records, const MergeOptions& merge) {
  return Shown(ReduceLog(Logs(records), merge).ValueOrDie());
}

TEST(ReduceLogTest, HasNoBlocksWithoutRecords) {
  EXPECT_EQ(Reduced({}, Merge(MergeMode::kCommitTime)), "");
}

TEST(ReduceLogTest, KeepsTheLastRecordOfAKeyWhereTheLaterRowWins) {
  EXPECT_EQ(Reduced({{"a", 'u', 9}, {"b", 'u', 1}, {"a", 'u', 2}, {"b", 'D', 0}},
                    Merge(MergeMode::kCommitTime)),
            "D 3 | U 2");
}

TEST(ReduceLogTest, KeepsTheWinnerOfRowsThatFollowOneAnother) {
  EXPECT_EQ(Reduced({{"a", 'u', 5}, {"a", 'u', 3}, {"a", 'u', 5}, {"b", 'u', 2}, {"b", 'u', 1}},
                    Merge(MergeMode::kEventTime)),
            "U 2 3");
}

// Whether the delete wins depends on the base file's row, so neither side of it may go.
TEST(ReduceLogTest, KeepsADeleteThatMayLoseBetweenRows) {
  EXPECT_EQ(Reduced({{"a", 'u', 1}, {"a", 'd', 5}, {"a", 'u', 3}}, Merge(MergeMode::kEventTime)),
            "U 0 | D 1 | U 2");
}

TEST(ReduceLogTest, DropsWhatADeleteThatAlwaysWinsCovers) {
  EXPECT_EQ(Reduced({{"a", 'u', 9}, {"a", 'd', 8}, {"a", 'D', 0}, {"a", 'u', 1}},
                    Merge(MergeMode::kEventTime)),
            "D 2 | U 3");
}

TEST(ReduceLogTest, KeepsEveryRowInVersion6) {
  EXPECT_EQ(Reduced({{"a", 'u', 9}, {"a", 'u', 2}}, Merge(MergeMode::kCommitTime, 6)), "U 0 1");
}

// The later one of the same columns stands for those before it, and a whole row for all.
TEST(ReduceLogTest, KeepsPartialUpdatesOfOtherColumns) {
  const MergeOptions merge = Merge(MergeMode::kCommitTime);
  EXPECT_EQ(Reduced({{"a", '0', 1}, {"a", '1', 1}, {"b", '1', 1}, {"a", '0', 1}}, merge),
            "P1 1 2 | P0 3");
  EXPECT_EQ(
      Reduced({{"a", '0', 1}, {"a", 'u', 1}, {"a", '0', 1}, {"b", 'u', 1}, {"b", 'D', 0}}, merge),
      "D 4 | U 1 | P0 2");
}

// Which of them count is known only beside the base row.
TEST(ReduceLogTest, KeepsPartialUpdatesThatAreOrderedByEventTime) {
  EXPECT_EQ(Reduced({{"a", 'u', 1}, {"a", 'u', 2}, {"a", '0', 1}, {"a", '0', 3}, {"a", 'u', 2}},
                    Merge(MergeMode::kEventTime)),
            "U 1 | P0 2 3 | U 4");
}

TEST(ReduceLogTest, KeepsRowsThatAPayloadCombines) {
  MergeOptions merge = Merge(MergeMode::kEventTime, 9);
  merge.ignore_defaults = true;
  EXPECT_EQ(Reduced({{"a", 'u', 1}, {"a", 'u', 2}}, merge), "U 0 1");
}

}  // namespace
}  // namespace hudi
