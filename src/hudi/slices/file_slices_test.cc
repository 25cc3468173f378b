// SPDX-License-Identifier: Apache-2.0
#include "hudi/slices/file_slices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A table whose timeline and one partition, "p", are given by file names.
class SlicesTest : public testing::Test {
 protected:
  void Layout(int version) {
    layout_.version = version;
    layout_.utc = true;
    if (version == 1) {
      layout_.directory = ".hoodie";
      layout_.history_directory = ".hoodie/archived";
    }
  }
  void Instants(std::initializer_list<const char*> names) {
    for (const char* name : names) table_.Write(layout_.directory + "/" + name);
  }
  void Files(std::initializer_list<const char*> names) {
    for (const char* name : names) table_.Write(std::string("p/") + name, "x");
  }

  // "fileId@baseInstant base-or-none [log instants] (replaced by)" for all slices.
  std::vector<std::string> Groups(std::string_view as_of = {},
                                  const std::vector<Timeline::Replaced>& replaced = {}) {
    auto timeline = Timeline::Load(table_.storage(), layout_).ValueOrDie();
    auto listing = table_.storage()->List("p").ValueOrDie();
    auto groups = BuildFileGroups(*timeline, "p", listing, replaced, as_of);
    std::vector<std::string> shown;
    if (!groups.ok()) return {groups.status().ToString()};
    for (const FileGroup& group : *groups) {
      for (const FileSlice& slice : group.slices) {
        std::string text = Shown(slice);
        if (!group.replaced_by.empty()) text += " (" + group.replaced_by + ")";
        shown.push_back(text);
      }
    }
    return shown;
  }

  std::vector<std::string> Latest(std::string_view as_of = {},
                                  const std::vector<Timeline::Replaced>& replaced = {}) {
    auto timeline = Timeline::Load(table_.storage(), layout_).ValueOrDie();
    auto slices = LatestSlices(*table_.storage(), *timeline, "p", replaced, as_of).ValueOrDie();
    std::vector<std::string> shown;
    for (const FileSlice& slice : slices) shown.push_back(Shown(slice));
    return shown;
  }

  static std::string Shown(const FileSlice& slice) {
    EXPECT_EQ(slice.partition_path, "p");
    std::string text = slice.file_id + "@" + slice.base_instant;
    text += slice.base_file ? " base" : " none";
    if (slice.base_file) {
      EXPECT_EQ(slice.base_file->path.substr(0, 2), "p/");
      EXPECT_EQ(slice.base_file->size_bytes, 1);
    }
    if (slice.log_files.empty()) return text;
    text += " [";
    for (const LogFile& log : slice.log_files) {
      text += log.name.instant + "." + std::to_string(log.name.version) + " ";
    }
    text.back() = ']';
    return text;
  }

  TemporaryTable table_;
  TimelineLayout layout_;
};

TEST_F(SlicesTest, CopyOnWriteTakesCommittedBaseFiles) {
  for (int version : {1, 2}) {
    Layout(version);
    Instants(version == 1
                 ? std::initializer_list<const char*>{"100.commit", "200.commit",
                                                      "300.commit.requested", "300.inflight"}
                 : std::initializer_list<const char*>{"100_105.commit", "200_205.commit",
                                                      "300.commit.requested", "300.inflight"});
    Files({"a_0-0-0_100.parquet", "a_0-0-0_200.parquet", "a_0-0-0_300.parquet",
           "b_0-0-0_050.parquet", "c_0-0-0_300.parquet", "d_0-0-0_150.parquet", "notes.txt",
           "_SUCCESS", ".hoodie_partition_metadata", ".a_0-0-0_100.parquet.crc"});
    // 050 was archived; 150 was rolled back and left a file.
    EXPECT_THAT(Groups(), ElementsAre("a@200 base", "a@100 base", "b@050 base"));
    EXPECT_THAT(Latest(), ElementsAre("a@200 base", "b@050 base"));
    EXPECT_THAT(Latest("199"), ElementsAre("a@100 base", "b@050 base"));
    EXPECT_THAT(Latest("060"), ElementsAre("b@050 base"));
    EXPECT_THAT(Latest("010"), IsEmpty());
  }
}

TEST_F(SlicesTest, ReplacedGroupsAreHiddenFromTheirInstantOn) {
  Layout(2);
  Instants({"100_105.commit", "200_205.replacecommit"});
  Files({"a_0-0-0_100.parquet", "b_0-0-0_100.parquet", "c_0-0-0_200.parquet"});
  std::vector<Timeline::Replaced> replaced = {{"p", "a", "200"}, {"q", "b", "200"}};
  EXPECT_THAT(Groups("", replaced), ElementsAre("a@100 base (200)", "b@100 base", "c@200 base"));
  EXPECT_THAT(Latest("", replaced), ElementsAre("b@100 base", "c@200 base"));
  EXPECT_THAT(Latest("150", replaced), ElementsAre("a@100 base", "b@100 base"));
}

TEST_F(SlicesTest, IgnoresBaseFilesOfPendingServices) {
  Layout(2);
  Instants({"100_105.commit", "200.clustering.requested", "200.clustering.inflight",
            "300.compaction.requested", "300.compaction.inflight"});
  Files({"a_0-0-0_100.parquet", "a_0-0-0_300.parquet", "n_0-0-0_200.parquet"});
  EXPECT_THAT(Groups(), ElementsAre("a@100 base"));
}

TEST_F(SlicesTest, RefusesOtherBaseFormats) {
  Layout(2);
  Instants({"100_105.commit", "200.commit.requested"});
  Files({"a_0-0-0_200.orc"});
  EXPECT_THAT(Groups(), IsEmpty());
  Files({"b_0-0-0_100.orc"});
  auto timeline = Timeline::Load(table_.storage(), layout_).ValueOrDie();
  EXPECT_THAT(LatestSlices(*table_.storage(), *timeline, "p", {}, ""),
              FailsWith(ErrorCode::kUnsupported, std::string("p/b_0-0-0_100.orc")));
}

TEST_F(SlicesTest, RefusesLogNamesThatItCannotRead) {
  Layout(2);
  Instants({"100_105.deltacommit"});
  Files({".a_100.log.x1_0-0-0", ".a_100.log.1_0-0"});
  auto timeline = Timeline::Load(table_.storage(), layout_).ValueOrDie();
  EXPECT_THAT(LatestSlices(*table_.storage(), *timeline, "p", {}, ""),
              FailsWith(ErrorCode::kBadFileName, std::string(".a_100.log.1_0-0")));
}

// Version 6: the name of a log file carries the base instant of its slice.
TEST_F(SlicesTest, Layout1PutsLogsOnTheSliceTheyName) {
  Layout(1);
  Instants({"100.deltacommit", "200.deltacommit", "300.commit", "400.deltacommit"});
  Files({"a_0-0-0_100.parquet", "a_0-0-0_300.parquet", ".a_100.log.2_0-0-0", ".a_100.log.10_0-0-0",
         ".a_300.log.1_0-0-0", ".b_200.log.1_0-0-0", ".c_250.log.1_0-0-0",
         ".a_300.log.1_0-0-0.cdc"});
  EXPECT_THAT(Groups(),
              ElementsAre("a@300 base [300.1]", "a@100 base [100.2 100.10]", "b@200 none [200.1]"));
}

TEST_F(SlicesTest, Layout1ReadsLogsOfAPlannedCompactionOnTheSliceBefore) {
  Layout(1);
  Instants({"100.deltacommit", "200.deltacommit", "300.compaction.requested", "400.deltacommit"});
  Files({"a_0-0-0_100.parquet", "a_0-0-0_300.parquet", ".a_100.log.1_0-0-0", ".a_300.log.1_0-0-0",
         ".b_300.log.1_0-0-0"});
  EXPECT_THAT(Latest(), ElementsAre("a@100 base [100.1 300.1]", "b@300 none [300.1]"));
  EXPECT_THAT(Latest("250"), ElementsAre("a@100 base [100.1]"));
}

// Version 8: the name carries the delta commit; its completion decides on the slice.
TEST_F(SlicesTest, Layout2PutsLogsOnTheSliceOfTheirCompletion) {
  Layout(2);
  Instants({"100_105.deltacommit", "200_205.deltacommit", "290_320.deltacommit", "300_310.commit",
            "400.deltacommit.inflight", "500_505.deltacommit"});
  Files({"a_0-0-0_100.parquet", "a_0-0-0_300.parquet", ".a_200.log.1_0-0-0", ".a_290.log.1_0-0-0",
         ".a_400.log.1_0-0-0", ".b_200.log.1_0-0-0", ".b_500.log.1_0-0-0"});
  // 290 began before the compaction 300 and completed after it, so it is not in its base file.
  EXPECT_THAT(Groups(),
              ElementsAre("a@300 base [290.1]", "a@100 base [200.1]", "b@200 none [200.1 500.1]"));
  EXPECT_THAT(Latest("299"), ElementsAre("a@100 base [200.1 290.1]", "b@200 none [200.1]"));
}

TEST_F(SlicesTest, Layout2KeepsLogsOfAPlannedCompactionOnTheSliceBefore) {
  Layout(2);
  Instants({"100_105.deltacommit", "300.compaction.requested", "400_405.deltacommit"});
  Files({"a_0-0-0_100.parquet", ".a_400.log.1_0-0-0", ".a_400.log.2_0-0-0"});
  EXPECT_THAT(Latest(), ElementsAre("a@100 base [400.1 400.2]"));
}

TEST_F(SlicesTest, TwoFilesOfOneInstantTakeTheOneThatTheCommitNames) {
  Layout(2);
  CommitMetadata commit;
  WriteStat stat;
  stat.path = "p/a_0-0-0_100.parquet";
  commit.partition_to_write_stats["p"] = {stat};
  table_.Write(".hoodie/timeline/100_105.commit", EncodeCommitMetadata(commit, 2).ValueOrDie());
  Files({"a_0-0-0_100.parquet", "a_0-1-1_100.parquet"});
  auto timeline = Timeline::Load(table_.storage(), layout_).ValueOrDie();
  HUDI_ASSERT_OK_AND_ASSIGN(auto slices, LatestSlices(*table_.storage(), *timeline, "p", {}, ""));
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0].base_file->path, "p/a_0-0-0_100.parquet");
}

TEST_F(SlicesTest, MissingPartitionHasNoSlices) {
  Layout(2);
  Instants({"100_105.commit"});
  EXPECT_THAT(Latest(), IsEmpty());
}

}  // namespace
}  // namespace hudi
