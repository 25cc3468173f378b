// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/slice_merger.h"

#include <map>
#include <optional>
#include <random>

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using testing::ElementsAre;

std::shared_ptr<arrow::Schema> TestSchema() {
  return arrow::schema({arrow::field(std::string(kRecordKey), arrow::utf8()),
                        arrow::field("ts", arrow::int64()), arrow::field("v", arrow::utf8())});
}

std::shared_ptr<arrow::RecordBatch> Rows(const std::string& json) {
  auto array = *arrow::json::ArrayFromJSONString(arrow::struct_(TestSchema()->fields()), json);
  return *arrow::RecordBatch::FromStructArray(array);
}

LogRows Logs(const std::string& json, std::vector<LogAction> actions = {}) {
  LogRows logs;
  logs.rows = Rows(json);
  logs.actions = std::move(actions);
  logs.actions.resize(static_cast<size_t>(logs.rows->num_rows()), LogAction::kUpsert);
  logs.columns_of_row.assign(logs.actions.size(), -1);
  return logs;
}

MergeOptions EventTime() {
  MergeOptions options;
  options.mode = MergeMode::kEventTime;
  options.ordering_fields = {"ts"};
  return options;
}

std::vector<std::string> Texts(const arrow::RecordBatch& rows) {
  std::vector<std::string> texts;
  for (int64_t i = 0; i < rows.num_rows(); ++i) {
    std::string text;
    for (int c = 0; c < rows.num_columns(); ++c) {
      text += (c > 0 ? " " : "") + (*rows.column(c)->GetScalar(i))->ToString();
    }
    texts.push_back(text);
  }
  return texts;
}

// Base rows in one batch, then what remains.
arrow::Result<std::vector<std::string>> Merge(const MergeOptions& options, const std::string& base,
                                              LogRows logs) {
  ARROW_ASSIGN_OR_RAISE(auto merger, SliceMerger::Make(options, std::move(logs)));
  ARROW_ASSIGN_OR_RAISE(auto merged, merger->MergeBase(Rows(base)));
  ARROW_ASSIGN_OR_RAISE(auto remaining, merger->RemainingRows());
  std::vector<std::string> texts = Texts(*merged);
  for (std::string& text : Texts(*remaining)) texts.push_back(std::move(text));
  return texts;
}

TEST(SliceMergerTest, EventTimeTheGreaterValueWinsAndTiesGoToTheLog) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows, Merge(EventTime(), R"([["a",5,"base"],["b",5,"base"],["c",5,"base"]])",
                       Logs(R"([["a",4,"log"],["b",5,"log"],["d",1,"log"],["b",4,"late"]])")));
  EXPECT_THAT(rows, ElementsAre("a 5 base", "b 5 log", "c 5 base", "d 1 log"));
}

TEST(SliceMergerTest, CommitTimeTheLaterRecordWins) {
  MergeOptions options;
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows, Merge(options, R"([["a",5,"base"]])", Logs(R"([["a",4,"one"],["a",3,"two"]])")));
  EXPECT_THAT(rows, ElementsAre("a 3 two"));
}

TEST(SliceMergerTest, DeletesWithAndWithoutValue) {
  LogRows logs =
      Logs(R"([["a",4,null],["b",5,null],["c",null,null],["x",9,null]])",
           {LogAction::kDelete, LogAction::kDelete, LogAction::kDeleteAlways, LogAction::kDelete});
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows,
      Merge(EventTime(), R"([["a",5,"base"],["b",5,"base"],["c",5,"base"]])", std::move(logs)));
  EXPECT_THAT(rows, ElementsAre("a 5 base"));
}

// A deleted row stays deleted, and the new one is there although its value is lower.
TEST(SliceMergerTest, ARowComesInAgainAfterADelete) {
  for (LogAction action : {LogAction::kDelete, LogAction::kDeleteAlways}) {
    LogRows logs = Logs(R"([["a",9,null],["a",1,"again"]])", {action});
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows,
                              Merge(EventTime(), R"([["a",5,"base"]])", std::move(logs)));
    EXPECT_THAT(rows, ElementsAre("a 1 again"));
  }
}

TEST(SliceMergerTest, TheLogAppliesToEveryRowOfAKey) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows,
                            Merge(EventTime(), R"([["a",5,"one"],["a",7,"two"],["a",6,"three"]])",
                                  Logs(R"([["a",6,"log"]])")));
  EXPECT_THAT(rows, ElementsAre("a 6 log", "a 7 two", "a 6 log"));
}

TEST(SliceMergerTest, PartialUpdatesKeepTheColumnsTheyLack) {
  LogRows logs = Logs(R"([["a",6,null],["a",null,"v2"],["b",9,null],["c",1,"low"]])");
  logs.column_sets = {{true, true, false}, {true, false, true}};
  logs.columns_of_row = {0, 1, 0, -1};
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows,
                            Merge(EventTime(), R"([["a",5,"v1"],["c",3,"v1"]])", std::move(logs)));
  // Without the ordering field a record counts as of the same time.
  EXPECT_THAT(rows, ElementsAre("a 6 v2", "c 3 v1", "b 9 null"));
}

TEST(SliceMergerTest, PayloadsThatFillNullsSeeTheRowsBefore) {
  MergeOptions options;
  options.mode = MergeMode::kCustom;
  options.payload = PayloadKind::kOverwriteNonDefaults;
  options.ordering_fields = {"ts"};
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto rows, Merge(options, R"([["a",5,"base"]])", Logs(R"([["a",6,null],["a",7,null]])")));
  EXPECT_THAT(rows, ElementsAre("a 7 base"));
}

// Against one key at a time, in plain C++.
TEST(SliceMergerTest, EqualsAFoldOfEachKey) {
  std::mt19937 random(20261130);
  auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    struct Row {
      int ts = 0;
      std::string v;
    };
    std::map<std::string, std::optional<Row>> expected;
    std::string base;
    for (int k = 0; k < 6; ++k) {
      if (pick(2) == 0) continue;
      std::string key(1, static_cast<char>('a' + k));
      expected[key] = Row{pick(5), "base"};
      base += (base.empty() ? "" : ",") +
              ("[\"" + key + "\"," + std::to_string(expected[key]->ts) + ",\"base\"]");
    }
    std::string log;
    std::vector<LogAction> actions;
    for (int i = pick(20); i > 0; --i) {
      std::string key(1, static_cast<char>('a' + pick(6)));
      int ts = pick(5);
      std::string v = "log" + std::to_string(i);
      LogAction action = static_cast<LogAction>(pick(3));
      actions.push_back(action);
      log +=
          (log.empty() ? "" : ",") + ("[\"" + key + "\"," + std::to_string(ts) + ",\"" + v + "\"]");
      std::optional<Row>& row = expected[key];
      if (action == LogAction::kDeleteAlways) {
        row.reset();
      } else if (!row || ts >= row->ts) {
        row = action == LogAction::kDelete ? std::nullopt : std::optional<Row>({ts, v});
      }
    }
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows,
                              Merge(EventTime(), "[" + base + "]", Logs("[" + log + "]", actions)));
    std::sort(rows.begin(), rows.end());
    std::vector<std::string> wanted;
    for (const auto& [key, row] : expected) {
      if (row) wanted.push_back(key + " " + std::to_string(row->ts) + " " + row->v);
    }
    EXPECT_EQ(rows, wanted) << base << "\n" << log;
  }
}

}  // namespace
}  // namespace hudi
