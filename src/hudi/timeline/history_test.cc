// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/timeline/archive_log.h"
#include "hudi/timeline/temporary_table.h"
#include "hudi/timeline/timeline.h"

namespace hudi {
namespace {

using testing::IsEmpty;

TimelineLayout Layout(int version) {
  TimelineLayout layout;
  layout.version = version;
  layout.utc = true;
  if (version == 1) {
    layout.directory = ".hoodie";
    layout.history_directory = ".hoodie/archived";
  }
  return layout;
}

// Copies a fixture, so that a test may damage it.
void CopyFixture(const std::string& name, const TemporaryTable& table) {
  std::filesystem::copy(std::string(HUDI_TIMELINE_FIXTURES "/") + name, table.storage()->root(),
                        std::filesystem::copy_options::recursive);
}

TEST(HistoryTest, EmptyWithoutHistory) {
  TemporaryTable table;
  for (int version : {1, 2}) {
    HUDI_ASSERT_OK_AND_ASSIGN(auto instants, LoadHistory(*table.storage(), Layout(version)));
    EXPECT_THAT(instants, IsEmpty());
  }
}

TEST(HistoryTest, ReadsTheFilesOfTheManifestInForce) {
  TemporaryTable table;
  CopyFixture("v8_archive", table);
  HUDI_ASSERT_OK_AND_ASSIGN(auto instants, LoadHistory(*table.storage(), Layout(2)));
  ASSERT_EQ(instants.size(), 16u);
  EXPECT_EQ(instants.front().requested, "20261130024248950");
  EXPECT_EQ(instants.front().state, InstantState::kCompleted);
  EXPECT_EQ(instants.back().requested, "20261130024314414");
  for (const Instant& instant : instants) {
    EXPECT_EQ(instant.completion.size(), 17u);
    EXPECT_GT(instant.completion, instant.requested);
  }
  // The manifest before names fewer files.
  table.Write(".hoodie/timeline/history/_version_", "5");
  HUDI_ASSERT_OK_AND_ASSIGN(instants, LoadHistory(*table.storage(), Layout(2)));
  EXPECT_EQ(instants.size(), 12u);
}

TEST(HistoryTest, ReadsWhatTheInstantsHeld) {
  TemporaryTable table;
  CopyFixture("v8_archive", table);
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto archived,
      LoadHistoryBodies(*table.storage(), Layout(2), "20261130024248950", "20261130024248950"));
  ASSERT_EQ(archived.size(), 1u);
  EXPECT_EQ(archived[0].instant.requested, "20261130024248950");
  EXPECT_TRUE(archived[0].body.starts_with("Obj\x01")) << archived[0].body.substr(0, 20);
  HUDI_ASSERT_OK_AND_ASSIGN(
      archived, LoadHistoryBodies(*table.storage(), Layout(2), "20261130024248951", ""));
  EXPECT_EQ(archived.size(), 15u);
}

TEST(HistoryTest, TakesTheNewestManifestWhileTheVersionIsReplaced) {
  TemporaryTable table;
  CopyFixture("v8_archive", table);
  HUDI_ASSERT_OK(table.storage()->DeleteFile(".hoodie/timeline/history/_version_"));
  HUDI_ASSERT_OK_AND_ASSIGN(auto instants, LoadHistory(*table.storage(), Layout(2)));
  EXPECT_EQ(instants.size(), 16u);
}

TEST(HistoryTest, NamesDamagedFiles) {
  TemporaryTable table;
  CopyFixture("v8_archive", table);
  const std::string directory = ".hoodie/timeline/history/";
  table.Write(directory + "20261130024310972_20261130024314414_0.parquet", "PAR1 no more");
  EXPECT_THAT(LoadHistory(*table.storage(), Layout(2)),
              FailsWith(ErrorCode::kCorruptFile,
                        directory + "20261130024310972_20261130024314414_0.parquet"));
  table.Write(directory + "manifest_6", R"({"files":[{"name":"x"}]})");
  EXPECT_THAT(LoadHistory(*table.storage(), Layout(2)),
              FailsWith(ErrorCode::kCorruptFile, directory + "manifest_6"));
  table.Write(directory + "_version_", "six");
  EXPECT_THAT(LoadHistory(*table.storage(), Layout(2)),
              FailsWith(ErrorCode::kCorruptFile, directory + "_version_"));
}

TEST(HistoryTest, CompletionTimeLooksBehindTheActiveTimeline) {
  TemporaryTable table;
  CopyFixture("v8_archive", table);
  table.Write(".hoodie/timeline/20261130024400000_20261130024401000.deltacommit");
  table.Write(".hoodie/timeline/20261130024500000.deltacommit.inflight");
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout(2)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto history, LoadHistory(*table.storage(), Layout(2)));
  auto completion = [&](const std::string& instant) {
    return timeline->CompletionTime(instant).ValueOrDie();
  };
  EXPECT_EQ(completion("20261130024400000"), "20261130024401000");
  EXPECT_EQ(completion("20261130024500000"), "");
  EXPECT_EQ(completion(history.front().requested), history.front().completion);
  EXPECT_EQ(completion("20200101000000000"), "");
  EXPECT_EQ(completion("20261130024450000"), "");
}

TEST(HistoryTest, ReadsArchiveLogsOfVersion6) {
  TemporaryTable table;
  CopyFixture("v6_archive", table);
  HUDI_ASSERT_OK_AND_ASSIGN(auto instants, LoadHistory(*table.storage(), Layout(1)));
  ASSERT_FALSE(instants.empty());
  for (const Instant& instant : instants) {
    EXPECT_TRUE(instant.completed());
    EXPECT_EQ(instant.action, Action::kDeltaCommit) << instant.requested;
  }
  EXPECT_EQ(instants.front().requested, "00000000000000010");
}

TEST(ArchiveLogTest, RefusesDamage) {
  TemporaryTable table;
  CopyFixture("v6_archive", table);
  std::string body = table.Read(".hoodie/archived/.commits_.archive.1_1-0-1");
  ASSERT_GT(body.size(), 1000u);
  EXPECT_THAT(ReadArchiveLog(body.substr(0, body.size() - 1), "a"),
              FailsWith(ErrorCode::kCorruptFile, std::string("a")));
  EXPECT_THAT(ReadArchiveLog("#HUDI!" + body.substr(6), "a"),
              FailsWith(ErrorCode::kCorruptFile, std::string("a")));
  std::string other = body;
  other[21] = 5;  // block type: Parquet
  EXPECT_THAT(ReadArchiveLog(other, "a"), FailsWith(ErrorCode::kUnsupported, std::string("a")));
  // Whatever byte breaks, nothing but a status comes of it.
  for (size_t i = 0; i < body.size(); i += 397) {
    std::string broken = body;
    broken[i] = static_cast<char>(broken[i] ^ 0x5A);
    (void)ReadArchiveLog(broken, "a");
  }
}

TEST(ArchiveLogTest, KnowsItsNames) {
  EXPECT_TRUE(IsArchiveLogName(".commits_.archive.12_1-0-1"));
  EXPECT_FALSE(IsArchiveLogName("..commits_.archive.12_1-0-1.crc"));
  EXPECT_FALSE(IsArchiveLogName("mergeArchivePlan"));
  EXPECT_FALSE(IsArchiveLogName(".commits_.archive."));
}

}  // namespace
}  // namespace hudi
