// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/commit_metadata.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <arrow/io/memory.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/container.h"
#include "hudi/format/avro/document.h"
#include "hudi/timeline/instant_file_name.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

std::string Fixture(const std::string& name) {
  return ReadFile(std::filesystem::path(HUDI_TIMELINE_FIXTURES) / name);
}

CommitMetadata OneFile() {
  WriteStat stat;
  stat.file_id = "f1-0";
  stat.path = "dt=2025-07-29/f1-0_0-1-2_20250729000000000.parquet";
  stat.partition_path = "dt=2025-07-29";
  stat.num_writes = 3;
  stat.num_inserts = 2;
  stat.num_update_writes = 1;
  stat.num_deletes = 4;
  stat.prev_commit = "20250728000000000";
  stat.prev_base_file = "f1-0_0-0-0_20250728000000000.parquet";
  stat.total_write_bytes = 435304;
  stat.file_size_in_bytes = 435304;
  stat.create_time_ms = 281;
  stat.upsert_time_ms = 7;
  stat.max_event_time = 12;
  CommitMetadata metadata;
  metadata.partition_to_write_stats["dt=2025-07-29"] = {stat};
  metadata.extra_metadata["schema"] = "{\"type\":\"int\"}";
  metadata.extra_metadata["note"] = "a\tb\"c\xC3\xA9";
  metadata.operation_type = "UPSERT";
  return metadata;
}

void ExpectSame(const CommitMetadata& got, const CommitMetadata& want, bool with_prev_base_file) {
  EXPECT_EQ(got.operation_type, want.operation_type);
  EXPECT_EQ(got.compacted, want.compacted);
  EXPECT_EQ(got.extra_metadata, want.extra_metadata);
  EXPECT_EQ(got.is_replace, want.is_replace);
  EXPECT_EQ(got.partition_to_replace_file_ids, want.partition_to_replace_file_ids);
  ASSERT_EQ(got.partition_to_write_stats.size(), want.partition_to_write_stats.size());
  for (const auto& [partition, stats] : want.partition_to_write_stats) {
    auto found = got.partition_to_write_stats.find(partition);
    ASSERT_NE(found, got.partition_to_write_stats.end()) << partition;
    ASSERT_EQ(found->second.size(), stats.size());
    for (size_t i = 0; i < stats.size(); ++i) {
      const WriteStat& a = found->second[i];
      const WriteStat& b = stats[i];
      EXPECT_EQ(a.file_id, b.file_id);
      EXPECT_EQ(a.path, b.path);
      EXPECT_EQ(a.prev_commit, b.prev_commit);
      EXPECT_EQ(a.partition_path, b.partition_path);
      EXPECT_EQ(a.num_writes, b.num_writes);
      EXPECT_EQ(a.num_deletes, b.num_deletes);
      EXPECT_EQ(a.num_update_writes, b.num_update_writes);
      EXPECT_EQ(a.num_inserts, b.num_inserts);
      EXPECT_EQ(a.total_write_bytes, b.total_write_bytes);
      EXPECT_EQ(a.total_write_errors, b.total_write_errors);
      EXPECT_EQ(a.file_size_in_bytes, b.file_size_in_bytes);
      EXPECT_EQ(a.total_log_records, b.total_log_records);
      EXPECT_EQ(a.total_log_files, b.total_log_files);
      EXPECT_EQ(a.min_event_time, b.min_event_time);
      EXPECT_EQ(a.max_event_time, b.max_event_time);
      EXPECT_EQ(a.create_time_ms, b.create_time_ms);
      EXPECT_EQ(a.upsert_time_ms, b.upsert_time_ms);
      EXPECT_EQ(a.log_version, b.log_version);
      EXPECT_EQ(a.log_offset, b.log_offset);
      EXPECT_EQ(a.base_file, b.base_file);
      EXPECT_EQ(a.log_files, b.log_files);
      EXPECT_EQ(a.cdc_stats, b.cdc_stats);
      if (with_prev_base_file) {
        EXPECT_EQ(a.prev_base_file, b.prev_base_file);
      }
    }
  }
}

TEST(CommitMetadataTest, ReturnsWhatWasEncoded) {
  CommitMetadata metadata = OneFile();
  WriteStat log = metadata.partition_to_write_stats["dt=2025-07-29"][0];
  log.log_version = 3;
  log.log_offset = 128;
  log.base_file = "base";
  log.log_files = {"l1", "l2"};
  metadata.partition_to_write_stats[""] = {log};
  metadata.partition_to_write_stats["dt=2025-07-29"][0].cdc_stats = {{"dt/.f_1.cdc", 230},
                                                                     {"dt/.f_2.cdc", 1}};
  metadata.is_replace = true;
  metadata.partition_to_replace_file_ids["p"] = {"g1", "g2"};
  metadata.partition_to_replace_file_ids["q"] = {};
  for (int layout : {1, 2}) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::string body, EncodeCommitMetadata(metadata, layout));
    HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata back, DecodeCommitMetadata(body, "c"));
    // Version 6 has no key for the replaced base file.
    ExpectSame(back, metadata, /*with_prev_base_file=*/layout == 2);
    EXPECT_EQ(back.schema_json(), "{\"type\":\"int\"}");
  }
}

// The text as Hudi 0.15 writes it, key by key.
TEST(CommitMetadataTest, PrintsJsonOfVersion6) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body, EncodeCommitMetadata(OneFile(), 1));
  EXPECT_EQ(body, R"({
  "partitionToWriteStats" : {
    "dt=2025-07-29" : [ {
      "fileId" : "f1-0",
      "path" : "dt=2025-07-29/f1-0_0-1-2_20250729000000000.parquet",
      "cdcStats" : null,
      "prevCommit" : "20250728000000000",
      "numWrites" : 3,
      "numDeletes" : 4,
      "numUpdateWrites" : 1,
      "numInserts" : 2,
      "totalWriteBytes" : 435304,
      "totalWriteErrors" : 0,
      "tempPath" : null,
      "partitionPath" : "dt=2025-07-29",
      "totalLogRecords" : 0,
      "totalLogFilesCompacted" : 0,
      "totalLogSizeCompacted" : 0,
      "totalUpdatedRecordsCompacted" : 0,
      "totalLogBlocks" : 0,
      "totalCorruptLogBlock" : 0,
      "totalRollbackBlocks" : 0,
      "fileSizeInBytes" : 435304,
      "minEventTime" : null,
      "maxEventTime" : 12,
      "runtimeStats" : {
        "totalScanTime" : 0,
        "totalUpsertTime" : 7,
        "totalCreateTime" : 281
      }
    } ]
  },
  "compacted" : false,
  "extraMetadata" : {
    "note" : "a\tb\"cé",
    "schema" : "{\"type\":\"int\"}"
  },
  "operationType" : "UPSERT"
})");
}

// Of the reference's own files, those whose maps have one partition come back byte by byte.
TEST(CommitMetadataTest, ReprintsJsonOfTheReference) {
  for (const char* name : {"v6_cow_ops/.hoodie/20261130025900693.replacecommit",
                           "v6_cow_ops/.hoodie/20261130025903095.replacecommit",
                           "v6_cow_ops/.hoodie/20261130025903095.replacecommit.inflight"}) {
    std::string body = Fixture(name);
    ASSERT_FALSE(body.empty()) << name;
    HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata metadata, DecodeCommitMetadata(body, name));
    HUDI_ASSERT_OK_AND_ASSIGN(std::string again, EncodeCommitMetadata(metadata, 1));
    EXPECT_EQ(again, body) << name;
  }
}

// A written file may differ from the reference's in the schema's "avro.java.string" only, so the
// encoded records must be equal.
TEST(CommitMetadataTest, EncodesAvroRecordsOfTheReference) {
  auto record = [](const std::string& body) {
    auto file = std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(body));
    auto reader = avro::ContainerReader::Open(file, "body").ValueOrDie();
    return reader->Next().ValueOrDie()->data->ToString();
  };
  for (const char* name :
       {"v8_cow_ops/.hoodie/timeline/20261130024040295_20261130024044624.commit",
        "v8_cow_ops/.hoodie/timeline/20261130024100766_20261130024105971.replacecommit",
        "v8_cow_ops/.hoodie/timeline/20261130024106312_20261130024107393.replacecommit"}) {
    std::string body = Fixture(name);
    HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata metadata, DecodeCommitMetadata(body, name));
    HUDI_ASSERT_OK_AND_ASSIGN(std::string again, EncodeCommitMetadata(metadata, 2));
    EXPECT_EQ(record(again), record(body)) << name;
  }
  HUDI_ASSERT_OK_AND_ASSIGN(std::string requested, EncodeRequestedReplaceMetadata());
  EXPECT_EQ(
      record(requested),
      record(Fixture("v8_cow_ops/.hoodie/timeline/20261130024100766.replacecommit.requested")));
}

TEST(CommitMetadataTest, ReadsLogStats) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      CommitMetadata metadata,
      DecodeCommitMetadata(
          Fixture(
              "v8_mor_compact/.hoodie/timeline/20261130024203047_20261130024205156.deltacommit"),
          "c"));
  const WriteStat& stat = metadata.partition_to_write_stats.begin()->second.at(0);
  EXPECT_EQ(stat.log_version, 1);
  EXPECT_EQ(stat.log_offset, 0);
  EXPECT_EQ(stat.log_files.size(), 1u);
  EXPECT_EQ(stat.prev_commit, "20261130024203047");
}

TEST(CommitMetadataTest, EmptyBodyIsEmptyMetadata) {
  HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata metadata, DecodeCommitMetadata("", "c"));
  EXPECT_TRUE(metadata.partition_to_write_stats.empty());
  EXPECT_EQ(metadata.operation_type, "");
}

TEST(CommitMetadataTest, IgnoresUnknownKeysAndNulls) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      CommitMetadata metadata,
      DecodeCommitMetadata(
          R"({"partitionToWriteStats":null,"compacted":null,"future":[1],"extraMetadata":{"a":null,"b":"c"}})",
          "c"));
  EXPECT_THAT(metadata.extra_metadata, ElementsAre(testing::Pair("b", "c")));
}

struct CorruptCase {
  const char* label;
  std::string body;
  const char* message;
};
class CorruptCommitTest : public testing::TestWithParam<CorruptCase> {};

TEST_P(CorruptCommitTest, NamesFileAndPlace) {
  arrow::Result<CommitMetadata> got = DecodeCommitMetadata(GetParam().body, "x/1.commit");
  EXPECT_THAT(got, FailsWith(ErrorCode::kCorruptFile, std::string("x/1.commit")));
  EXPECT_THAT(got.status().message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, CorruptCommitTest,
    testing::Values(
        CorruptCase{"HalfJson", R"({"compacted" : fal)", "at byte 18"},
        CorruptCase{"Text", "hello", "at byte 0"},
        CorruptCase{"WrongType", R"({"operationType":7})", "'operationType' = 7: expected text"},
        CorruptCase{"WrongStat", R"({"partitionToWriteStats":{"p":[{"numWrites":"x"}]}})",
                    "'numWrites' = \"x\": expected a whole number"},
        CorruptCase{"WrongList", R"({"partitionToWriteStats":{"p":{}}})", "a list of objects"},
        CorruptCase{"NoStats", R"({"partitionToWriteStat3":{},"compacted":false})",
                    "'partitionToWriteStats' is missing"},
        CorruptCase{"NoPath", R"({"partitionToWriteStats":{"p":[{"fileId":"f","pbth":"p/f"}]}})",
                    "'path' is missing"},
        CorruptCase{"HalfAvro", "Obj\x01", "at byte 4"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(CommitMetadataTest, RefusesTextThatIsNotUtf8InJson) {
  CommitMetadata metadata;
  metadata.extra_metadata["a"] = "\xFF";
  EXPECT_THAT(EncodeCommitMetadata(metadata, 1), FailsWith(ErrorCode::kInvalidArgument));
}

TEST(ServiceBodiesTest, WritesRollbacksThatReadBack) {
  RollbackRecord record;
  record.instant_to_rollback = "100";
  record.action = "commit";
  record.start_time = "200";
  record.time_taken_ms = 9;
  record.partitions = {{"p", {"/t/p/a.parquet", "/t/p/b.parquet"}, {}}, {"q", {}, {}}};
  HUDI_ASSERT_OK_AND_ASSIGN(std::string plan, EncodeRollbackPlan(record));
  HUDI_ASSERT_OK_AND_ASSIGN(auto plans, avro::ReadContainerDocuments(plan, "plan"));
  EXPECT_EQ(plans.at(0).dump(),
            R"({"RollbackRequests":[)"
            R"({"fileId":"","filesToBeDeleted":["/t/p/a.parquet","/t/p/b.parquet"],)"
            R"("latestBaseInstant":"","logBlocksToBeDeleted":{},"partitionPath":"p"}],)"
            R"("instantToRollback":{"action":"commit","commitTime":"100"},"version":1})");
  HUDI_ASSERT_OK_AND_ASSIGN(std::string metadata, EncodeRollbackMetadata(record));
  HUDI_ASSERT_OK_AND_ASSIGN(auto records, avro::ReadContainerDocuments(metadata, "rollback"));
  const avro::Document& done = records.at(0);
  EXPECT_EQ(done["totalFilesDeleted"], 2);
  EXPECT_EQ(done["timeTakenInMillis"], 9);
  EXPECT_EQ(done["commitsRollback"].dump(), R"(["100"])");
  EXPECT_EQ(done["partitionMetadata"]["p"]["successDeleteFiles"].size(), 2u);
  EXPECT_EQ(done["instantsRollback"][0]["commitTime"], "100");
}

TEST(ServiceBodiesTest, ReadsCleanOfTheReference) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      CleanSummary summary,
      DecodeCleanMetadata(
          Fixture("v8_mor_compact/.hoodie/timeline/20261130024149056_20261130024151362.clean"),
          "c"));
  EXPECT_EQ(summary.earliest_commit_to_retain, "20261130024141289");
  EXPECT_EQ(summary.last_completed_commit, "20261130024141289");
}

TEST(ServiceBodiesTest, TellsClusteringFromOverwrite) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      bool clustering,
      IsClusteringPlan(Fixture("v6_pend_cluster/.hoodie/20261130025949408.replacecommit.requested"),
                       "p"));
  EXPECT_TRUE(clustering);
  HUDI_ASSERT_OK_AND_ASSIGN(
      clustering,
      IsClusteringPlan(Fixture("v6_cow_ops/.hoodie/20261130025900693.replacecommit.requested"),
                       "p"));
  EXPECT_FALSE(clustering);
}

// Every timeline file of the fixtures, and of all tables below HUDI_REFERENCE_TABLES if that is
// set: containers are encoded again to the same bytes, commits survive both forms.
TEST(TimelineFilesTest, SurviveARoundTrip) {
  std::vector<std::string> roots = {HUDI_TIMELINE_FIXTURES};
  if (const char* tables = std::getenv("HUDI_REFERENCE_TABLES")) roots.push_back(tables);
  int num_containers = 0;
  int num_commits = 0;
  for (const std::string& root : roots) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      std::string path = entry.path().string();
      if (!entry.is_regular_file() || path.find("/.hoodie/") == std::string::npos) continue;
      std::optional<Instant> instant = ParseInstantFileName(entry.path().filename().string(), 2);
      if (!instant) continue;
      std::string body = ReadFile(entry.path());
      if (body.substr(0, 4) == avro::kContainerMagic) {
        ++num_containers;
        auto file =
            std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(body));
        HUDI_ASSERT_OK_AND_ASSIGN(auto reader, avro::ContainerReader::Open(file, path));
        HUDI_ASSERT_OK_AND_ASSIGN(auto block, reader->Next());
        ASSERT_TRUE(block.has_value()) << path;
        std::string row = block->data->ToString();
        HUDI_ASSERT_OK_AND_ASSIGN(avro::Document document,
                                  avro::DecodeDocument(*reader->schema(), row, path));
        std::string again;
        HUDI_ASSERT_OK(avro::EncodeDocument(*reader->schema(), document, &again));
        HUDI_ASSERT_OK_AND_ASSIGN(avro::Document twice,
                                  avro::DecodeDocument(*reader->schema(), again, path));
        EXPECT_EQ(twice, document) << path;
        // Maps may come in another order, never in another size.
        EXPECT_EQ(again.size(), row.size()) << path;
      }
      if (instant->completed() && instant->is_write()) {
        ++num_commits;
        HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata metadata, DecodeCommitMetadata(body, path));
        EXPECT_NE(metadata.operation_type, "") << path;
        for (int layout : {1, 2}) {
          HUDI_ASSERT_OK_AND_ASSIGN(std::string encoded, EncodeCommitMetadata(metadata, layout));
          HUDI_ASSERT_OK_AND_ASSIGN(CommitMetadata back, DecodeCommitMetadata(encoded, path));
          ExpectSame(back, metadata, /*with_prev_base_file=*/layout == 2);
        }
      }
    }
  }
  EXPECT_GE(num_containers, 20);
  EXPECT_GE(num_commits, 10);
  RecordProperty("containers", num_containers);
  RecordProperty("commits", num_commits);
}

}  // namespace
}  // namespace hudi
