// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TimelineLayout Layout1() {
  TimelineLayout layout;
  layout.version = 1;
  layout.directory = ".hoodie";
  layout.history_directory = ".hoodie/archived";
  layout.utc = true;
  return layout;
}

TimelineLayout Layout2() {
  TimelineLayout layout;
  layout.utc = true;
  return layout;
}

// "requested action STATE completion"
std::vector<std::string> Shown(const std::vector<Instant>& instants) {
  std::vector<std::string> shown;
  for (const Instant& instant : instants) {
    std::string text = instant.requested + " " + std::string(ActionName(instant.action)) + " " +
                       std::string(StateName(instant.state));
    if (!instant.completion.empty()) text += " " + instant.completion;
    shown.push_back(text);
  }
  return shown;
}

std::shared_ptr<Storage> Fixture(const std::string& name) {
  return Storage::Open(std::string(HUDI_TIMELINE_FIXTURES "/") + name).ValueOrDie();
}

TEST(TimelineTest, EmptyWithoutDirectory) {
  TemporaryTable table;
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_THAT(timeline->instants(), IsEmpty());
  EXPECT_EQ(timeline->GreatestTime(), "");
  EXPECT_FALSE(timeline->IsCommitted("20250101000000000"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string schema, timeline->LatestSchemaJson());
  EXPECT_EQ(schema, "");
}

TEST(TimelineTest, KeepsTheHighestStateOfEachInstant) {
  TemporaryTable table;
  for (const char* name :
       {"100.commit.requested", "100.inflight", "100_105.commit", "110.compaction.requested",
        "110.compaction.inflight", "110_115.commit", "120.clustering.requested",
        "130.deltacommit.requested", "130.deltacommit.inflight", "100.savepoint.inflight",
        "100_106.savepoint", ".100_105.commit.crc", "notes.txt", "140.commit.requested.tmp"}) {
    table.Write(std::string(".hoodie/timeline/") + name);
  }
  table.Write(".hoodie/timeline/150_155.commit/inside");
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_THAT(Shown(timeline->instants()),
              ElementsAre("100 commit COMPLETED 105", "100 savepoint COMPLETED 106",
                          "110 commit COMPLETED 115", "120 clustering REQUESTED",
                          "130 deltacommit INFLIGHT"));
  EXPECT_THAT(Shown(timeline->CompletedWrites()),
              ElementsAre("100 commit COMPLETED 105", "110 commit COMPLETED 115"));
  EXPECT_THAT(Shown(timeline->PendingWrites()), ElementsAre("130 deltacommit INFLIGHT"));
  EXPECT_THAT(Shown(timeline->PendingServices()), ElementsAre("120 clustering REQUESTED"));
  EXPECT_EQ(timeline->GreatestTime(), "130");
}

TEST(TimelineTest, TakesModificationTimeAsCompletionInLayout1) {
  TemporaryTable table;
  table.Write(".hoodie/20250728083045000.commit.requested");
  table.Write(".hoodie/20250728083045000.inflight");
  table.Write(".hoodie/20250728083045000.commit", "{}");
  table.SetModificationTime(".hoodie/20250728083045000.commit", 1753691445123);
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout1()));
  EXPECT_THAT(Shown(timeline->instants()),
              ElementsAre("20250728083045000 commit COMPLETED 20250728083045123"));
  EXPECT_EQ(timeline->GreatestTime(), "20250728083045123");
}

TEST(TimelineTest, ReadsLegacyBodyOfAnUpgradedTable) {
  TemporaryTable table;
  table.Write(".hoodie/timeline/20250728083045000.commit",
              R"({"partitionToWriteStats":{},"operationType":"INSERT"})");
  table.SetModificationTime(".hoodie/timeline/20250728083045000.commit", 1753691445123);
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  ASSERT_EQ(timeline->instants().size(), 1u);
  EXPECT_TRUE(timeline->instants()[0].legacy_body);
  EXPECT_EQ(timeline->instants()[0].completion, "20250728083045123");
  HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata commit, timeline->ReadCommit(timeline->instants()[0]));
  EXPECT_EQ(commit.operation_type, "INSERT");
}

TEST(TimelineTest, CommittedMeansCompletedOrBeforeTheActiveTimeline) {
  TemporaryTable table;
  for (const char* name : {"150.clean.requested", "200_205.commit", "300.commit.requested",
                           "300.inflight", "400_405.deltacommit", "500.rollback.requested"}) {
    table.Write(std::string(".hoodie/timeline/") + name);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_TRUE(timeline->IsCommitted("100"));
  EXPECT_TRUE(timeline->IsCommitted("170"));  // a clean does not begin the timeline
  EXPECT_TRUE(timeline->IsCommitted("200"));
  EXPECT_FALSE(timeline->IsCommitted("250"));
  EXPECT_FALSE(timeline->IsCommitted("300"));
  EXPECT_TRUE(timeline->IsCommitted("400"));
  EXPECT_FALSE(timeline->IsCommitted("500"));
  EXPECT_FALSE(timeline->IsCommitted("999"));
}

TEST(TimelineTest, SavepointedCommitsDoNotBeginTheActiveTimeline) {
  TemporaryTable table;
  for (const char* name : {"100_105.commit", "100_106.savepoint", "300_305.commit"}) {
    table.Write(std::string(".hoodie/timeline/") + name);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_TRUE(timeline->IsCommitted("200"));  // archived around the savepoint
  EXPECT_TRUE(timeline->IsCommitted("100"));
  EXPECT_FALSE(timeline->IsCommitted("400"));
}

TEST(TimelineTest, FirstInstantStillPendingIsNotCommitted) {
  TemporaryTable table;
  for (const char* name : {"100.commit.requested", "100.inflight", "200_205.commit"}) {
    table.Write(std::string(".hoodie/timeline/") + name);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_FALSE(timeline->IsCommitted("100"));
}

struct ReferenceTable {
  const char* folder;
  int layout;
};
class ReferenceTimelineTest : public testing::TestWithParam<ReferenceTable> {};

TEST_P(ReferenceTimelineTest, ReadsReplacementsAndSchema) {
  bool layout2 = GetParam().layout == 2;
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto timeline, Timeline::Load(Fixture(GetParam().folder), layout2 ? Layout2() : Layout1()));
  std::vector<Instant> writes = timeline->CompletedWrites();
  ASSERT_FALSE(writes.empty());
  HUDI_ASSERT_OK_AND_ASSIGN(auto replaced, timeline->ReplacedFileGroups(""));
  std::vector<std::string> partitions;
  for (const Timeline::Replaced& group : replaced) partitions.push_back(group.partition_path);
  // insert_overwrite of 29, delete_partition of 28 (two groups), insert_overwrite_table.
  EXPECT_THAT(partitions,
              ElementsAre("dt=2025-07-29", "dt=2025-07-28", "dt=2025-07-28", "dt=2025-07-29"));
  HUDI_ASSERT_OK_AND_ASSIGN(replaced, timeline->ReplacedFileGroups(replaced[0].instant));
  EXPECT_EQ(replaced.size(), 1u);
  HUDI_ASSERT_OK_AND_ASSIGN(std::string schema, timeline->LatestSchemaJson());
  EXPECT_THAT(schema,
              testing::StartsWith(
                  R"({"type":"record","name":"cow_ops_record","namespace":"hoodie.cow_ops")"));
  for (const Instant& write : writes) {
    HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata commit, timeline->ReadCommit(write));
    EXPECT_NE(commit.operation_type, "");
    EXPECT_EQ(commit.is_replace, write.action == Action::kReplaceCommit);
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, ReferenceTimelineTest,
                         testing::Values(ReferenceTable{"v6_cow_ops", 1},
                                         ReferenceTable{"v8_cow_ops", 2}),
                         [](const auto& info) { return std::string(info.param.folder); });

TEST(TimelineTest, TellsPendingClusteringOfLayout1ByItsPlan) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(Fixture("v6_pend_cluster"), Layout1()));
  EXPECT_THAT(timeline->PendingWrites(), IsEmpty());
  EXPECT_THAT(Shown(timeline->PendingServices()),
              ElementsAre("20261130025949408 clustering REQUESTED"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string plan, timeline->ReadBody(timeline->PendingServices()[0],
                                                                 InstantState::kRequested));
  HUDI_ASSERT_OK_AND_ASSIGN(auto groups, DecodePlannedFileGroups(plan, "plan"));
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[2].partition_path, "dt=2025-07-29");
  EXPECT_EQ(groups[2].file_id, "f77876b3-991b-4348-8093-dd7fdc860264-0");
  HUDI_ASSERT_OK_AND_ASSIGN(std::string none, timeline->ReadBody(timeline->PendingServices()[0],
                                                                 InstantState::kInflight));
  EXPECT_EQ(none, "");
}

TEST(TimelineTest, FindsThePlanOfACompletedCompaction) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(Fixture("v8_mor_compact"), Layout2()));
  EXPECT_THAT(Shown(timeline->PendingServices()),
              ElementsAre("20261130024202765 compaction REQUESTED"));
  const Instant& compaction = timeline->instants()[0];
  EXPECT_EQ(compaction.action, Action::kCommit);
  HUDI_ASSERT_OK_AND_ASSIGN(std::string plan,
                            timeline->ReadBody(compaction, InstantState::kRequested));
  HUDI_ASSERT_OK_AND_ASSIGN(auto groups, DecodePlannedFileGroups(plan, "plan"));
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].partition_path, "dt=2025-07-28");
  EXPECT_EQ(groups[0].file_id, "f6b6dd22-71e1-4b0e-8bda-42c116f0f94a-0");
}

TEST(TimelineTest, NamesTheFileOfACorruptCommit) {
  TemporaryTable table;
  table.Write(".hoodie/timeline/100_105.commit", "Obj\x01half");
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout2()));
  EXPECT_THAT(timeline->ReadCommit(timeline->instants()[0]),
              FailsWith(ErrorCode::kCorruptFile, std::string(".hoodie/timeline/100_105.commit")));
  EXPECT_THAT(timeline->LatestSchemaJson(), FailsWith(ErrorCode::kCorruptFile));
}

TEST(TimelineTest, ReplacecommitMustSayWhatItReplaces) {
  TemporaryTable table;
  table.Write(".hoodie/100.replacecommit", R"({"partitionToWriteStats":{}})");
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout1()));
  EXPECT_THAT(timeline->ReadCommit(timeline->instants()[0]),
              FailsWith(ErrorCode::kCorruptFile, std::string(".hoodie/100.replacecommit")));
}

TEST(TimelineTest, SchemaPassesOverServicesAndDropsMetaFields) {
  TemporaryTable table;
  auto commit = [&](const std::string& name, const std::string& operation,
                    const std::string& schema) {
    CommitMetadata metadata;
    metadata.operation_type = operation;
    metadata.is_replace = name.ends_with("replacecommit");
    if (!schema.empty()) metadata.extra_metadata["schema"] = schema;
    table.Write(".hoodie/" + name, EncodeCommitMetadata(metadata, 1).ValueOrDie());
  };
  auto schema = [](const std::string& fields) {
    return R"({"type":"record","name":"r","fields":[)" + fields + "]}";
  };
  const std::string a = R"({"name":"a","type":"int"})";
  commit("100.commit", "INSERT", schema(a));
  commit("200.commit", "DELETE_PARTITION",
         schema(R"({"name":"_hoodie_commit_time","type":"string"},)" + a +
                R"(,{"name":"b","type":"int"})"));
  commit("300.commit", "UPSERT", "");
  commit("400.commit", "COMPACT", schema(a));
  commit("500.replacecommit", "CLUSTER", schema(a));
  HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), Layout1()));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string latest, timeline->LatestSchemaJson());
  EXPECT_EQ(latest, schema(a + R"(,{"name":"b","type":"int"})"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string first, timeline->LatestSchemaJson("150"));
  EXPECT_EQ(first, schema(a));
  HUDI_ASSERT_OK_AND_ASSIGN(std::string none, timeline->LatestSchemaJson("050"));
  EXPECT_EQ(none, "");
}

TEST(TimelineWriterTest, PublishesStatesAndRemovesPendingOnes) {
  for (const TimelineLayout& layout : {Layout1(), Layout2()}) {
    TemporaryTable table;
    TimelineWriter writer(table.storage(), layout);
    HUDI_ASSERT_OK(writer.CreateRequested(Action::kCommit, "100", ""));
    HUDI_ASSERT_OK(writer.CreateInflight(Action::kCommit, "100", ""));
    HUDI_ASSERT_OK_AND_ASSIGN(std::string name,
                              writer.Complete(Action::kCommit, "100", "105", "body"));
    EXPECT_EQ(name, layout.version == 1 ? "100.commit" : "100_105.commit");
    EXPECT_EQ(table.Read(layout.directory + "/" + name), "body");
    HUDI_ASSERT_OK(writer.CreateRequested(Action::kReplaceCommit, "200", "plan"));
    HUDI_ASSERT_OK(writer.CreateInflight(Action::kReplaceCommit, "200", ""));
    HUDI_ASSERT_OK_AND_ASSIGN(auto timeline, Timeline::Load(table.storage(), layout));
    ASSERT_EQ(timeline->PendingWrites().size(), 1u);
    HUDI_ASSERT_OK(writer.RemovePending(timeline->PendingWrites()[0]));
    HUDI_ASSERT_OK_AND_ASSIGN(timeline, Timeline::Load(table.storage(), layout));
    ASSERT_EQ(timeline->instants().size(), 1u);
    EXPECT_EQ(timeline->instants()[0].requested, "100");
  }
}

TEST(TimelineWriterTest, RefusesAnInstantThatIsTaken) {
  TemporaryTable table;
  TimelineWriter writer(table.storage(), Layout2());
  HUDI_ASSERT_OK(writer.CreateRequested(Action::kCommit, "100", "first"));
  EXPECT_THAT(
      writer.CreateRequested(Action::kCommit, "100", "second"),
      FailsWith(ErrorCode::kWriterConflict, std::string(".hoodie/timeline/100.commit.requested")));
  EXPECT_EQ(table.Read(".hoodie/timeline/100.commit.requested"), "first");
}

}  // namespace
}  // namespace hudi
