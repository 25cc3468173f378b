// SPDX-License-Identifier: Apache-2.0
#include <arrow/io/memory.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/slices/file_slices.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ListPartitionsTest, FindsEveryMarkedDirectory) {
  TemporaryTable table;
  table.Write("b/.hoodie_partition_metadata");
  table.Write("b/inner=1/.hoodie_partition_metadata");
  table.Write("a/x=1/.hoodie_partition_metadata.parquet");
  table.Write("a/x=1/..hoodie_partition_metadata.parquet.crc");
  table.Write("c/no-metafile.parquet");
  table.Write(".hoodie/metadata/files/.hoodie_partition_metadata");
  HUDI_ASSERT_OK_AND_ASSIGN(auto partitions, ListPartitions(*table.storage()));
  EXPECT_THAT(partitions, ElementsAre("a/x=1", "b", "b/inner=1"));
}

TEST(ListPartitionsTest, GivesTheRootOfATableThatIsNotPartitioned) {
  TemporaryTable table;
  table.Write(".hoodie_partition_metadata");
  HUDI_ASSERT_OK_AND_ASSIGN(auto partitions, ListPartitions(*table.storage()));
  EXPECT_THAT(partitions, ElementsAre(""));
}

TEST(ListPartitionsTest, EmptyTableHasNone) {
  TemporaryTable table;
  table.Write(".hoodie/hoodie.properties");
  HUDI_ASSERT_OK_AND_ASSIGN(auto partitions, ListPartitions(*table.storage()));
  EXPECT_THAT(partitions, IsEmpty());
}

TEST(PartitionMetafileTest, WritesTextWithDepth) {
  TemporaryTable table;
  Storage& storage = *table.storage();
  HUDI_ASSERT_OK(EnsurePartitionMetafile(storage, "a/b=1", "20250728083045123", false));
  EXPECT_THAT(table.Read("a/b=1/.hoodie_partition_metadata"),
              testing::MatchesRegex("#partition metadata\n#[^\n]+\n"
                                    "commitTime=20250728083045123\npartitionDepth=2\n"));
  HUDI_ASSERT_OK(EnsurePartitionMetafile(storage, "", "1", false));
  EXPECT_THAT(table.Read(".hoodie_partition_metadata"), testing::HasSubstr("partitionDepth=0\n"));
}

TEST(PartitionMetafileTest, LeavesAnExistingOneAlone) {
  TemporaryTable table;
  table.Write("a/.hoodie_partition_metadata", "old");
  table.Write("b/.hoodie_partition_metadata.parquet", "old");
  HUDI_ASSERT_OK(EnsurePartitionMetafile(*table.storage(), "a", "1", true));
  HUDI_ASSERT_OK(EnsurePartitionMetafile(*table.storage(), "b", "1", false));
  EXPECT_EQ(table.Read("a/.hoodie_partition_metadata"), "old");
  EXPECT_EQ(table.Read("b/.hoodie_partition_metadata"), "");
  EXPECT_EQ(table.Read("a/.hoodie_partition_metadata.parquet"), "");
}

TEST(PartitionMetafileTest, WritesParquetWithTheValuesInItsFooter) {
  TemporaryTable table;
  HUDI_ASSERT_OK(EnsurePartitionMetafile(*table.storage(), "a", "20250728083045123", true));
  const std::string path = "a/.hoodie_partition_metadata.parquet";
  HUDI_ASSERT_OK_AND_ASSIGN(auto file, table.storage()->OpenInput(path));
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, BaseFileReader::Open(file, path));
  EXPECT_EQ(reader->num_rows(), 0);
  EXPECT_EQ(reader->num_row_groups(), 0);
  EXPECT_EQ(reader->schema()->ToString(), "dummyint: int64");
  EXPECT_EQ(reader->footer().at("commitTime"), "20250728083045123");
  EXPECT_EQ(reader->footer().at("partitionDepth"), "1");
}

}  // namespace
}  // namespace hudi
