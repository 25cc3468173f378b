// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/compaction/compaction_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kPackage[] = "org.apache.hudi.table.action.compact.strategy.";
constexpr int64_t kMb = 1024 * 1024;

CompactionOptions With(const std::string& classes) {
  CompactionOptions options;
  options.strategy = classes;
  return options;
}

arrow::Result<CompactionStrategy> Make(const CompactionOptions& options, int table_version = 8) {
  return CompactionStrategy::Make(options, "20240310", table_version);
}

CompactionOperation Operation(const std::string& partition, const std::string& file_id,
                              int64_t io_mb, int64_t log_bytes, int64_t log_files) {
  CompactionOperation operation;
  operation.partition_path = partition;
  operation.file_id = file_id;
  operation.metrics = {{kTotalIoMb, static_cast<double>(io_mb)},
                       {kTotalLogFilesSize, static_cast<double>(log_bytes)},
                       {kTotalLogFiles, static_cast<double>(log_files)}};
  return operation;
}

std::vector<std::string> Ids(const std::vector<CompactionOperation>& operations) {
  std::vector<std::string> ids;
  for (const CompactionOperation& operation : operations) ids.push_back(operation.file_id);
  return ids;
}

TEST(MakeCompactionOperationTest, CountsMegabytesInWholeOnes) {
  FileSlice slice;
  slice.partition_path = "p";
  slice.file_id = "f-0";
  slice.base_instant = "20240101000000000";
  slice.base_file = BaseFile{"p/f-0_0-0-0_20240101000000000.parquet",
                             {"f-0", "0-0-0", "20240101000000000", "parquet"},
                             3 * kMb + 700000};
  slice.log_files = {LogFile{"p/.f-0_20240102000000000.log.1_0-0-0",
                             {"f-0", "20240102000000000", 1, "0-0-0", false},
                             kMb}};
  CompactionOperation operation = MakeCompactionOperation(slice, 120 * kMb);
  EXPECT_EQ(operation.base_file, "f-0_0-0-0_20240101000000000.parquet");
  EXPECT_THAT(operation.log_files, ElementsAre(".f-0_20240102000000000.log.1_0-0-0"));
  EXPECT_EQ(operation.metrics[kTotalIoReadMb], 4);
  EXPECT_EQ(operation.metrics[kTotalIoWriteMb], 3);
  EXPECT_EQ(operation.metrics[kTotalIoMb], 7);
  EXPECT_EQ(operation.metrics[kTotalLogFilesSize], kMb);
  EXPECT_EQ(operation.metrics[kTotalLogFiles], 1);
  // Without a base file the target size stands for what is written.
  slice.base_file.reset();
  EXPECT_EQ(MakeCompactionOperation(slice, 120 * kMb).metrics[kTotalIoWriteMb], 120);
}

TEST(CompactionStrategyTest, RefusesClassesThatAreNoneOfHudis) {
  EXPECT_THAT(Make(With("com.example.Mine")),
              FailsWith(ErrorCode::kUnsupported, "hoodie.compaction.strategy"));
  EXPECT_THAT(Make(With("LogFileSizeBasedCompactionStrategy")),
              FailsWith(ErrorCode::kUnsupported, "hoodie.compaction.strategy"));
  EXPECT_THAT(Make(With("")), FailsWith(ErrorCode::kInvalidConfig, "hoodie.compaction.strategy"));
}

TEST(CompactionStrategyTest, TakesTheLargestLogsFirstWithinTheTargetIo) {
  CompactionOptions options;
  options.log_bytes_threshold = 10;
  options.target_io_mb = 100;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  // Of those with enough bytes, b and a make 110 MB: a crosses the limit and is still taken.
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<CompactionOperation> chosen,
      strategy.Choose({Operation("p", "small", 1, 9, 5), Operation("p", "a", 60, 20, 1),
                       Operation("p", "b", 50, 30, 1), Operation("p", "c", 1, 10, 1)}));
  EXPECT_THAT(Ids(chosen), ElementsAre("b", "a"));
}

TEST(CompactionStrategyTest, TakesTheMostLogFilesFirst) {
  CompactionOptions options = With(kPackage + std::string("LogFileNumBasedCompactionStrategy"));
  options.log_files_threshold = 2;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<CompactionOperation> chosen,
      strategy.Choose({Operation("p", "one", 1, 99, 1), Operation("p", "two", 1, 1, 2),
                       Operation("p", "three", 1, 1, 3)}));
  EXPECT_THAT(Ids(chosen), ElementsAre("three", "two"));
}

TEST(CompactionStrategyTest, BoundedIoKeepsTheOrder) {
  CompactionOptions options = With(kPackage + std::string("BoundedIOCompactionStrategy"));
  options.target_io_mb = 10;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<CompactionOperation> chosen,
      strategy.Choose({Operation("p", "a", 4, 1, 1), Operation("p", "b", 6, 9, 1),
                       Operation("p", "c", 1, 9, 1)}));
  EXPECT_THAT(Ids(chosen), ElementsAre("a", "b"));
}

TEST(CompactionStrategyTest, DayBasedTakesTheNewestPartitions) {
  CompactionOptions options = With(kPackage + std::string("DayBasedCompactionStrategy"));
  options.day_partitions = 2;
  options.target_io_mb = 1;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<std::string> partitions,
      strategy.FilterPartitions({"2024/01/31", "year=2024/month=2/day=1", "2023/12/31"}));
  EXPECT_THAT(partitions, ElementsAre("year=2024/month=2/day=1", "2024/01/31"));
  std::vector<CompactionOperation> operations = {Operation("2024/01/31", "old", 1, 1, 1),
                                                 Operation("2024/02/01", "new", 1, 1, 1)};
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<CompactionOperation> chosen, strategy.Choose(operations));
  EXPECT_THAT(Ids(chosen), ElementsAre("new"));
  // Hudi 0.15 bounds the partitions only.
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy of_version_6, Make(options, 6));
  HUDI_ASSERT_OK_AND_ASSIGN(chosen, of_version_6.Choose(operations));
  EXPECT_THAT(Ids(chosen), ElementsAre("new", "old"));
}

TEST(CompactionStrategyTest, DayBasedRefusesPartitionsThatAreNoDays) {
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy,
                            Make(With(kPackage + std::string("DayBasedCompactionStrategy"))));
  EXPECT_THAT(strategy.FilterPartitions({"2024/01/31", "europe"}),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.compaction.strategy"));
}

TEST(CompactionStrategyTest, PartitionAwareOnesShareThePartitionsAmongThem) {
  // Today is 2024-03-10, so two days before it is 2024-03-08.
  const std::vector<std::string> all = {"2024/03/07", "2024/03/08", "2024/03/11"};
  CompactionOptions options =
      With(kPackage + std::string("BoundedPartitionAwareCompactionStrategy"));
  options.day_partitions = 2;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy bounded, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<std::string> recent, bounded.FilterPartitions(all));
  EXPECT_THAT(recent, ElementsAre("2024/03/11", "2024/03/08"));
  options.strategy = kPackage + std::string("UnBoundedPartitionAwareCompactionStrategy");
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy unbounded, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<std::string> older, unbounded.FilterPartitions(all));
  EXPECT_THAT(older, ElementsAre("2024/03/07"));
}

TEST(CompactionStrategyTest, RegexFindsThePatternAnywhere) {
  CompactionOptions options = With(kPackage + std::string("PartitionRegexBasedCompactionStrategy"));
  EXPECT_THAT(Make(options),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.compaction.partition.path.regex"));
  options.partition_regex = "07-2[89]";
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<std::string> partitions,
      strategy.FilterPartitions({"dt=2025-07-27", "dt=2025-07-28", "dt=2025-07-29"}));
  EXPECT_THAT(partitions, ElementsAre("dt=2025-07-28", "dt=2025-07-29"));
  options.partition_regex = "[";
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy broken, Make(options));
  EXPECT_THAT(broken.FilterPartitions({"a"}),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.compaction.partition.path.regex"));
}

TEST(CompactionStrategyTest, SeveralTakeTurns) {
  CompactionOptions options =
      With(kPackage + std::string("PartitionRegexBasedCompactionStrategy,") + kPackage +
           "LogFileNumBasedCompactionStrategy");
  options.partition_regex = "^a";
  options.log_files_threshold = 2;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<std::string> partitions,
                            strategy.FilterPartitions({"a1", "b1"}));
  EXPECT_THAT(partitions, ElementsAre("a1"));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<CompactionOperation> chosen,
      strategy.Choose({Operation("a1", "one", 1, 1, 1), Operation("a1", "two", 1, 1, 2)}));
  EXPECT_THAT(Ids(chosen), ElementsAre("two"));
}

TEST(CompactionStrategyTest, UnboundedTakesAll) {
  CompactionOptions options = With(kPackage + std::string("UnBoundedCompactionStrategy"));
  options.target_io_mb = 0;
  HUDI_ASSERT_OK_AND_ASSIGN(CompactionStrategy strategy, Make(options));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::vector<CompactionOperation> chosen,
      strategy.Choose({Operation("p", "a", 9, 1, 1), Operation("p", "b", 9, 1, 1)}));
  EXPECT_THAT(Ids(chosen), ElementsAre("a", "b"));
  HUDI_ASSERT_OK_AND_ASSIGN(chosen, strategy.Choose({}));
  EXPECT_THAT(chosen, IsEmpty());
}

}  // namespace
}  // namespace hudi
