// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_trigger.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

std::shared_ptr<const Timeline> Load(const TemporaryTable& table, int version) {
  TimelineLayout layout;
  layout.version = version;
  layout.directory = version < 2 ? ".hoodie" : ".hoodie/timeline";
  layout.utc = true;
  return Timeline::Load(table.storage(), layout).ValueOrDie();
}

void Add(TemporaryTable* table, std::initializer_list<const char*> names) {
  for (const char* name : names) table->Write(std::string(".hoodie/timeline/") + name);
}

TEST(CountDeltaCommitsTest, HasNoneForATableWithoutCommits) {
  TemporaryTable table;
  EXPECT_FALSE(CountDeltaCommits(*Load(table, 2), false).has_value());
}

TEST(CountDeltaCommitsTest, CountsFromTheFirstOnWithoutCompaction) {
  TemporaryTable table;
  Add(&table, {"100_105.deltacommit", "110_115.deltacommit", "120_125.deltacommit"});
  std::optional<DeltaCommits> found = CountDeltaCommits(*Load(table, 2), false);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->count, 3);
  EXPECT_EQ(found->since, "100");
}

TEST(CountDeltaCommitsTest, CountsWhatCompletedAfterTheLastCompactionWasPlanned) {
  TemporaryTable table;
  // 110 began before the compaction and completed behind it: its logs lie on top.
  Add(&table, {"100_105.deltacommit", "110_135.deltacommit", "120_130.commit",
               "140_145.deltacommit", "150.compaction.requested", "160_165.deltacommit"});
  EXPECT_EQ(CountDeltaCommits(*Load(table, 2), false)->count, 3);
  EXPECT_EQ(CountDeltaCommits(*Load(table, 2), false)->since, "120");
  EXPECT_EQ(CountDeltaCommits(*Load(table, 2), true)->count, 1);
  EXPECT_EQ(CountDeltaCommits(*Load(table, 2), true)->since, "150");
}

TEST(CountDeltaCommitsTest, CountsByRequestedTimeInLayout1) {
  TemporaryTable table;
  for (const char* name : {"100.deltacommit", "110.deltacommit", "120.commit", "130.deltacommit"}) {
    table.Write(std::string(".hoodie/") + name, "{}");
  }
  EXPECT_EQ(CountDeltaCommits(*Load(table, 1), false)->count, 1);
}

TEST(CountDeltaCommitsTest, TakesABulkInsertThatCommittedForACompaction) {
  TemporaryTable table;
  Add(&table, {"100_105.commit"});
  std::optional<DeltaCommits> found = CountDeltaCommits(*Load(table, 2), false);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->count, 0);
}

struct DueCase {
  const char* label;
  CompactionTrigger trigger;
  int64_t max_commits;
  int64_t max_seconds;
  bool due;
};
class IsCompactionDueTest : public testing::TestWithParam<DueCase> {};

// Two delta commits since a compaction of 10:00:00; asked at 10:01:40.
TEST_P(IsCompactionDueTest, GoesByTheTrigger) {
  const DueCase& c = GetParam();
  TemporaryTable table;
  Add(&table, {"20250101095900000_20250101095901000.deltacommit",
               "20250101100000000_20250101100001000.commit",
               "20250101100010000_20250101100011000.deltacommit",
               "20250101100020000_20250101100021000.deltacommit"});
  CompactionOptions options;
  options.trigger = c.trigger;
  options.max_delta_commits = c.max_commits;
  options.max_delta_seconds = c.max_seconds;
  HUDI_ASSERT_OK_AND_ASSIGN(bool due,
                            IsCompactionDue(options, *Load(table, 2), "20250101100140000"));
  EXPECT_EQ(due, c.due);
}

INSTANTIATE_TEST_SUITE_P(
    Triggers, IsCompactionDueTest,
    testing::Values(DueCase{"CommitsReached", CompactionTrigger::kNumCommits, 2, 9999, true},
                    DueCase{"CommitsNotReached", CompactionTrigger::kNumCommits, 3, 0, false},
                    DueCase{"SinceRequestReached", CompactionTrigger::kNumCommitsAfterLastRequest,
                            2, 9999, true},
                    DueCase{"SecondsReached", CompactionTrigger::kTimeElapsed, 99, 100, true},
                    DueCase{"SecondsNotReached", CompactionTrigger::kTimeElapsed, 0, 101, false},
                    DueCase{"OrByCommits", CompactionTrigger::kNumOrTime, 2, 101, true},
                    DueCase{"OrBySeconds", CompactionTrigger::kNumOrTime, 3, 100, true},
                    DueCase{"OrNeither", CompactionTrigger::kNumOrTime, 3, 101, false},
                    DueCase{"AndBoth", CompactionTrigger::kNumAndTime, 2, 100, true},
                    DueCase{"AndOnlyCommits", CompactionTrigger::kNumAndTime, 2, 101, false},
                    DueCase{"AndOnlySeconds", CompactionTrigger::kNumAndTime, 3, 100, false}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
