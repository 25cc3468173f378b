// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/instant_file_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hudi {
namespace {

struct NameCase {
  const char* label;
  const char* name;
  int layout;
  // Null: not an instant's name.
  const char* requested;
  const char* completion;
  Action action;
  InstantState state;
  bool legacy = false;
};
class ParseInstantFileNameTest : public testing::TestWithParam<NameCase> {};

TEST_P(ParseInstantFileNameTest, SplitsOrIgnores) {
  const NameCase& want = GetParam();
  std::optional<Instant> got = ParseInstantFileName(want.name, want.layout);
  if (want.requested == nullptr) {
    EXPECT_FALSE(got.has_value());
    return;
  }
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->requested, want.requested);
  EXPECT_EQ(got->completion, want.completion);
  EXPECT_EQ(got->action, want.action);
  EXPECT_EQ(got->state, want.state);
  EXPECT_EQ(got->legacy_body, want.legacy);
  EXPECT_EQ(got->file_name, want.name);
}

constexpr InstantState kR = InstantState::kRequested;
constexpr InstantState kI = InstantState::kInflight;
constexpr InstantState kC = InstantState::kCompleted;

INSTANTIATE_TEST_SUITE_P(
    Names, ParseInstantFileNameTest,
    testing::Values(
        NameCase{"Requested", "20261130024032273.commit.requested", 2, "20261130024032273", "",
                 Action::kCommit, kR},
        NameCase{"CommitInflight", "20261130024032273.inflight", 2, "20261130024032273", "",
                 Action::kCommit, kI},
        NameCase{"DeltaInflight", "20261130024119995.deltacommit.inflight", 1, "20261130024119995",
                 "", Action::kDeltaCommit, kI},
        NameCase{"Completed2", "20261130024119995_20261130024124707.deltacommit", 2,
                 "20261130024119995", "20261130024124707", Action::kDeltaCommit, kC},
        NameCase{"Completed1", "20261130025838052.commit", 1, "20261130025838052", "",
                 Action::kCommit, kC},
        NameCase{"Legacy", "20261130025838052.replacecommit", 2, "20261130025838052", "",
                 Action::kReplaceCommit, kC, true},
        NameCase{"Clustering", "20261130024210629.clustering.requested", 2, "20261130024210629", "",
                 Action::kClustering, kR},
        NameCase{"Savepoint", "20261130032700132_20261130032723204.savepoint", 2,
                 "20261130032700132", "20261130032723204", Action::kSavepoint, kC},
        NameCase{"Seconds", "20200101000000.clean", 1, "20200101000000", "", Action::kClean, kC},
        NameCase{"CompletionInLayout1", "2_3.commit", 1, nullptr, "", Action::kCommit, kC},
        NameCase{"Checksum", ".20261130025838052.commit.crc", 1, nullptr, "", Action::kCommit, kC},
        NameCase{"Properties", "hoodie.properties", 1, nullptr, "", Action::kCommit, kC},
        NameCase{"UnknownAction", "20261130025838052.frob", 1, nullptr, "", Action::kCommit, kC},
        NameCase{"UnknownState", "20261130025838052.commit.tmp", 2, nullptr, "", Action::kCommit,
                 kC},
        NameCase{"PendingActionCompleted", "20261130025838052_20261130025838053.compaction", 2,
                 nullptr, "", Action::kCommit, kC},
        NameCase{"PendingWithCompletion", "1_2.commit.requested", 2, nullptr, "", Action::kCommit,
                 kC},
        NameCase{"NoAction", "20261130025838052", 2, nullptr, "", Action::kCommit, kC},
        NameCase{"Empty", "", 2, nullptr, "", Action::kCommit, kC}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(InstantFileNameTest, FollowsTheTableOfNames) {
  EXPECT_EQ(InstantFileName(Action::kCommit, kR, "5", "", 1), "5.commit.requested");
  EXPECT_EQ(InstantFileName(Action::kCommit, kI, "5", "", 2), "5.inflight");
  EXPECT_EQ(InstantFileName(Action::kCommit, kC, "5", "7", 1), "5.commit");
  EXPECT_EQ(InstantFileName(Action::kCommit, kC, "5", "7", 2), "5_7.commit");
  EXPECT_EQ(InstantFileName(Action::kReplaceCommit, kI, "5", "", 2), "5.replacecommit.inflight");
  EXPECT_EQ(InstantFileName(Action::kCompaction, kI, "5", "", 2), "5.compaction.inflight");
  EXPECT_EQ(InstantFileName(Action::kCompaction, kC, "5", "7", 2), "5_7.commit");
  EXPECT_EQ(InstantFileName(Action::kLogCompaction, kC, "5", "", 1), "5.deltacommit");
  EXPECT_EQ(InstantFileName(Action::kClustering, kR, "5", "", 1), "5.replacecommit.requested");
  EXPECT_EQ(InstantFileName(Action::kClustering, kR, "5", "", 2), "5.clustering.requested");
  EXPECT_EQ(InstantFileName(Action::kClustering, kC, "5", "7", 2), "5_7.replacecommit");
}

}  // namespace
}  // namespace hudi
