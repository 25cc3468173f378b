// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/compaction_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/avro/document.h"
#include "hudi/timeline/body_schemas.h"

namespace hudi {
namespace {

using testing::ElementsAre;

CompactionPlan Example() {
  CompactionPlan plan;
  CompactionOperation whole;
  whole.partition_path = "dt=2025-07-29";
  whole.file_id = "a-0";
  whole.base_instant = "20250729000000000";
  whole.base_file = "a-0_1-2-3_20250729000000000.parquet";
  whole.log_files = {".a-0_20250729000000000.log.1_0-0-0", ".a-0_20250729000000000.log.2_0-0-0"};
  whole.metrics = {{"TOTAL_IO_MB", 7.0}, {"TOTAL_LOG_FILES", 2.0}};
  CompactionOperation logs_only;
  logs_only.file_id = "b-0";
  logs_only.base_instant = "20250729000000001";
  logs_only.log_files = {".b-0_20250729000000001.log.1_0-0-0"};
  plan.operations = {whole, logs_only};
  plan.missing_partitions = {"dt=2025-07-30"};
  return plan;
}

class CompactionPlanTest : public testing::TestWithParam<int> {};

TEST_P(CompactionPlanTest, ReadsBackWhatItWrote) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body, EncodeCompactionPlan(Example(), GetParam()));
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionPlan plan, DecodeCompactionPlan(body, "plan"));
  ASSERT_EQ(plan.operations.size(), 2u);
  EXPECT_EQ(plan.operations[0].partition_path, "dt=2025-07-29");
  EXPECT_EQ(plan.operations[0].file_id, "a-0");
  EXPECT_EQ(plan.operations[0].base_instant, "20250729000000000");
  EXPECT_EQ(plan.operations[0].base_file, "a-0_1-2-3_20250729000000000.parquet");
  EXPECT_THAT(plan.operations[0].log_files, ElementsAre(".a-0_20250729000000000.log.1_0-0-0",
                                                        ".a-0_20250729000000000.log.2_0-0-0"));
  EXPECT_FALSE(plan.operations[1].base_file.has_value());
  EXPECT_FALSE(plan.is_log_compaction);
  EXPECT_EQ(plan.missing_partitions.size(), GetParam() < 2 ? 0u : 1u);
}

// What the reference's own plans hold besides the operations.
TEST_P(CompactionPlanTest, HasTheFieldsOfTheReference) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body, EncodeCompactionPlan(Example(), GetParam()));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<avro::Document> documents,
                            avro::ReadContainerDocuments(body, "plan"));
  ASSERT_EQ(documents.size(), 1u);
  const avro::Document& plan = documents[0];
  EXPECT_EQ(plan["version"], 2);
  EXPECT_TRUE(plan["strategy"].is_null());
  EXPECT_EQ(plan["preserveHoodieMetadata"], false);
  EXPECT_EQ(plan["extraMetadata"], avro::Document::object());
  EXPECT_EQ(plan.contains("missingSchedulePartitions"), GetParam() >= 2);
  EXPECT_TRUE(plan["operations"][0]["bootstrapFilePath"].is_null());
  EXPECT_TRUE(plan["operations"][1]["dataFilePath"].is_null());
  EXPECT_EQ(plan["operations"][0]["metrics"]["TOTAL_IO_MB"], 7.0);
}

INSTANTIATE_TEST_SUITE_P(Layouts, CompactionPlanTest, testing::Values(1, 2));

TEST(LogCompactionPlanTest, NamesItsExecutor) {
  CompactionPlan plan = Example();
  plan.is_log_compaction = true;
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body, EncodeCompactionPlan(plan, 2));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<avro::Document> documents,
                            avro::ReadContainerDocuments(body, "plan"));
  EXPECT_EQ(documents[0]["strategy"]["compactorClassName"],
            "org.apache.hudi.table.action.compact.LogCompactionExecutionHelper");
  EXPECT_EQ(documents[0]["preserveHoodieMetadata"], true);
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionPlan read, DecodeCompactionPlan(body, "plan"));
  EXPECT_TRUE(read.is_log_compaction);
}

TEST(DecodeCompactionPlanTest, TakesTheNamesOutOfThePathsOfVersion1) {
  avro::Document operation = {{"baseInstantTime", "100"},
                              {"deltaFilePaths", {"/t/p/.a-0_100.log.1_0-0-0"}},
                              {"dataFilePath", "/t/p/a-0_0-0-0_100.parquet"},
                              {"fileId", "a-0"},
                              {"partitionPath", "p"}};
  avro::Document document = {{"operations", avro::Document::array({operation})}, {"version", 1}};
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body,
                            avro::WriteContainerDocument(kCompactionPlanSchemaV1, document));
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionPlan plan, DecodeCompactionPlan(body, "plan"));
  EXPECT_EQ(plan.operations[0].base_file, "a-0_0-0-0_100.parquet");
  EXPECT_THAT(plan.operations[0].log_files, ElementsAre(".a-0_100.log.1_0-0-0"));
}

TEST(DecodeCompactionPlanTest, RefusesEmptyBodiesAndBootstrappedFiles) {
  EXPECT_THAT(DecodeCompactionPlan("", "plan"), FailsWith(ErrorCode::kCorruptFile, "plan"));
  EXPECT_THAT(DecodeCompactionPlan("Obj", "plan"), FailsWith(ErrorCode::kCorruptFile, "plan"));
  avro::Document operation = {
      {"baseInstantTime", "100"}, {"fileId", "a-0"}, {"bootstrapFilePath", "/elsewhere/a.parquet"}};
  avro::Document document = {{"operations", avro::Document::array({operation})}};
  HUDI_ASSERT_OK_AND_ASSIGN(std::string body,
                            avro::WriteContainerDocument(kCompactionPlanSchemaV1, document));
  EXPECT_THAT(DecodeCompactionPlan(body, "plan"), FailsWith(ErrorCode::kUnsupported, "plan"));
}

}  // namespace
}  // namespace hudi
