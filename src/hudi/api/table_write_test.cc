// SPDX-License-Identifier: Apache-2.0
#include "hudi/api/table_write.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

#include "hudi/api/table_write_fixture.h"
#include "hudi/table_info.h"

namespace hudi {
namespace {

namespace fs = std::filesystem;
using ::testing::SizeIs;

std::vector<Order> BaseOrders() {
  std::vector<Order> orders;
  for (int i = 0; i < 6000; ++i) {
    orders.push_back({"k" + std::to_string(i), "p" + std::to_string(i % 3), i, 10});
  }
  return orders;
}

/// Updates, stale updates, repeats within the batch, flagged deletes and new keys.
std::vector<Order> ChangedOrders() {
  std::vector<Order> orders;
  for (int i = 0; i < 9000; i += 2) {
    std::string part = "p" + std::to_string(i % 3);
    std::string id = "k" + std::to_string(i);
    orders.push_back({id, part, 1000000 + i, i % 5 == 0 ? 5 : 20, i % 7 == 0});
    if (i % 11 == 0) orders.push_back({id, part, 2000000 + i, 15});
  }
  return orders;
}

/// The same by a map: the greater `ts` wins, later rows win ties, a stored row yields to an equal
/// one.
Contents ExpectedAfterUpsert() {
  std::map<std::string, Order> stored;
  for (const Order& order : BaseOrders()) stored[order.id] = order;
  std::map<std::string, Order> batch;
  for (const Order& order : ChangedOrders()) {
    auto it = batch.find(order.id);
    if (it == batch.end() || order.ts >= it->second.ts) batch[order.id] = order;
  }
  for (const auto& [id, order] : batch) {
    auto it = stored.find(id);
    if (it != stored.end() && order.ts < it->second.ts) continue;
    if (order.deleted) {
      stored.erase(id);
    } else {
      stored[id] = order;
    }
  }
  Contents contents;
  for (const auto& [id, order] : stored) {
    contents.emplace(id, std::make_tuple(order.part, order.value, order.ts));
  }
  return contents;
}

struct UpsertPath {
  const char* label;
  const char* index;
  int64_t memory_limit_bytes;
  int threads;
  int table_version;
};

class UpsertPathTest : public TableWriteTest, public testing::WithParamInterface<UpsertPath> {};

TEST_P(UpsertPathTest, GivesTheSameRowsOnEveryPath) {
  const UpsertPath& c = GetParam();
  WriteOptions options;
  options.memory_limit_bytes = c.memory_limit_bytes;
  options.threads = c.threads;
  std::map<std::string, std::string> config = {
      {"hoodie.index.type", c.index},
      {"hoodie.write.table.version", std::to_string(c.table_version)}};
  // Several file groups a partition.
  config["hoodie.copyonwrite.insert.auto.split"] = "false";
  config["hoodie.copyonwrite.insert.split.size"] = "700";
  config["hoodie.parquet.small.file.limit"] = "0";
  HUDI_ASSERT_OK(Write(Path(), "insert", BaseOrders(), config, options));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<FileInfo> files, ListTableFiles(Path(), true, false));
  EXPECT_THAT(files, SizeIs(9));
  HUDI_ASSERT_OK(Write(Path(), "upsert", ChangedOrders(), config, options));
  EXPECT_EQ(Read(Path()), ExpectedAfterUpsert());
}

INSTANTIATE_TEST_SUITE_P(Paths, UpsertPathTest,
                         testing::Values(UpsertPath{"Simple", "SIMPLE", 0, 1, 8},
                                         UpsertPath{"SimpleParallel", "SIMPLE", 0, 4, 9},
                                         UpsertPath{"SimpleSpilling", "SIMPLE", 20000, 2, 8},
                                         UpsertPath{"Bloom", "BLOOM", 0, 2, 8},
                                         UpsertPath{"BloomSpilling", "BLOOM", 20000, 1, 9},
                                         UpsertPath{"GlobalSimple", "GLOBAL_SIMPLE", 0, 1, 8},
                                         UpsertPath{"GlobalSimpleSpilling", "GLOBAL_SIMPLE", 20000,
                                                    2, 8},
                                         UpsertPath{"GlobalBloom", "GLOBAL_BLOOM", 0, 2, 9}),
                         [](const auto& info) { return std::string(info.param.label); });

TEST_F(TableWriteTest, GlobalIndexMovesRowsBetweenPartitionsWithAndWithoutSpilling) {
  for (int64_t limit : {int64_t{0}, int64_t{20000}}) {
    std::string path = Path("moves" + std::to_string(limit));
    std::map<std::string, std::string> config = {{"hoodie.index.type", "GLOBAL_SIMPLE"}};
    WriteOptions options;
    options.memory_limit_bytes = limit;
    HUDI_ASSERT_OK(Write(path, "bulk_insert", BaseOrders(), config, options));
    std::vector<Order> moved = BaseOrders();
    Contents want;
    for (size_t i = 0; i < moved.size(); ++i) {
      Order stored = moved[i];
      moved[i].part = "q";
      moved[i].ts = i % 4 == 0 ? 5 : 20;  // a stale row does not move
      moved[i].value = -1;
      const Order& stays = i % 4 == 0 ? stored : moved[i];
      want.emplace(stays.id, std::make_tuple(stays.part, stays.value, stays.ts));
    }
    HUDI_ASSERT_OK(Write(path, "upsert", moved, config, options));
    EXPECT_EQ(Read(path), want);
  }
}

TEST_F(TableWriteTest, BulkInsertKeepsAllRowsInEverySortMode) {
  std::vector<Order> orders = BaseOrders();
  Contents want;
  for (const Order& order : orders) {
    want.emplace(order.id, std::make_tuple(order.part, order.value, order.ts));
  }
  for (const char* mode : {"NONE", "GLOBAL_SORT", "PARTITION_SORT", "PARTITION_PATH_REPARTITION",
                           "PARTITION_PATH_REPARTITION_AND_SORT"}) {
    for (int64_t limit : {int64_t{0}, int64_t{20000}}) {
      SCOPED_TRACE(std::string(mode) + " " + std::to_string(limit));
      std::string path = Path(std::string(mode) + std::to_string(limit));
      WriteOptions options;
      options.memory_limit_bytes = limit;
      options.input_tasks = 3;
      HUDI_ASSERT_OK(
          Write(path, "bulk_insert", orders, {{"hoodie.bulkinsert.sort.mode", mode}}, options));
      EXPECT_EQ(Read(path), want);
    }
  }
}

TEST_F(TableWriteTest, RollsOverToTheNextFileWhenOneIsFull) {
  std::map<std::string, std::string> config = {{"hoodie.parquet.max.file.size", "20000"}};
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders(), config));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<FileInfo> files, ListTableFiles(Path(), true, true));
  EXPECT_GT(files.size(), 3U);
  int64_t rows = 0;
  for (const FileInfo& file : files) rows += file.num_rows;
  EXPECT_EQ(rows, 6000);
}

TEST_F(TableWriteTest, RefusedRowsLeaveNoTrace) {
  std::vector<Order> orders = BaseOrders();
  orders[4500].id = "";
  EXPECT_THAT(Write(Path(), "bulk_insert", orders), FailsWith(ErrorCode::kInvalidRow));
  EXPECT_FALSE(fs::exists(Path()));
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  std::vector<std::string> before;
  for (const auto& entry : fs::recursive_directory_iterator(Path())) {
    before.push_back(entry.path().string());
  }
  EXPECT_THAT(Write(Path(), "bulk_insert", orders), FailsWith(ErrorCode::kInvalidRow));
  EXPECT_THAT(Write(Path(), "upsert", orders), FailsWith(ErrorCode::kInvalidRow));
  std::vector<std::string> after;
  for (const auto& entry : fs::recursive_directory_iterator(Path())) {
    after.push_back(entry.path().string());
  }
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  // The folder of heartbeats is made by the first write that needs it.
  EXPECT_EQ(after, before);
}

TEST_F(TableWriteTest, AFailedCreationWithFilesOnStorageLeavesNoTrace) {
  std::vector<Order> orders = BaseOrders();
  orders[5500].id = "";
  WriteOptions options;
  options.memory_limit_bytes = 20000;  // files are written long before the bad row is met
  for (const char* partition : {"part", "null"}) {
    EXPECT_THAT(Write(Path(), "bulk_insert", orders,
                      {{"hoodie.datasource.write.partitionpath.field", partition}}, options),
                FailsWith(ErrorCode::kInvalidRow));
    EXPECT_FALSE(fs::exists(Path()));
  }
}

TEST_F(TableWriteTest, StopsWhenAskedAndLeavesTheTableAsItWas) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  Contents before = Read(Path());
  int polls = 0;
  WriteOptions options;
  options.should_stop = [&polls]() { return ++polls > 4; };
  EXPECT_THAT(Write(Path(), "upsert", ChangedOrders(), {}, options),
              FailsWith(ErrorCode::kInterrupted));
  EXPECT_EQ(Read(Path()), before);
}

TEST_F(TableWriteTest, RefusesWhileAnotherWriterHoldsTheLock) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(Path()));
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<Storage::Lock> lock,
                            storage->TryLock(".hoodie/.locks/hudi-cpp.lock"));
  ASSERT_NE(lock, nullptr);
  EXPECT_THAT(Write(Path(), "upsert", ChangedOrders()), FailsWith(ErrorCode::kWriterConflict));
}

TEST_F(TableWriteTest, TellsALiveForeignWriterFromADeadOne) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  std::string pending = "20990101000000000";
  std::ofstream(Path() + "/.hoodie/timeline/" + pending + ".commit.requested");
  std::ofstream(Path() + "/.hoodie/timeline/" + pending + ".inflight");
  std::ofstream(Path() + "/p0/f-0_0-0-0_" + pending + ".parquet") << "half";
  fs::create_directories(Path() + "/.hoodie/.heartbeat");
  std::string heartbeat = Path() + "/.hoodie/.heartbeat/" + pending;
  std::ofstream{heartbeat};
  EXPECT_THAT(Write(Path(), "upsert", ChangedOrders()),
              FailsWith(ErrorCode::kWriterConflict, pending));
  fs::last_write_time(heartbeat, fs::file_time_type::clock::now() - std::chrono::minutes(10));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result, Write(Path(), "upsert", ChangedOrders()));
  EXPECT_THAT(result.rolled_back, testing::ElementsAre(pending));
  EXPECT_GT(result.instant, pending);
  EXPECT_FALSE(fs::exists(Path() + "/p0/f-0_0-0-0_" + pending + ".parquet"));
  EXPECT_FALSE(fs::exists(heartbeat));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<TimelineEntry> timeline, ListTimeline(Path(), false));
  EXPECT_TRUE(std::any_of(timeline.begin(), timeline.end(), [](const TimelineEntry& entry) {
    return entry.action == "rollback" && entry.state == "COMPLETED";
  }));
}

TEST_F(TableWriteTest, AFailedOverwriteKeepsTheOldTable) {
  WriteOptions options;
  options.config = {{"hoodie.datasource.write.recordkey.field", "id"},
                    {"hoodie.datasource.write.partitionpath.field", "part"},
                    {"hoodie.datasource.write.operation", "insert"}};
  HUDI_ASSERT_OK(WriteTable(Path(), RowsOf(BaseOrders()), options));
  Contents before = Read(Path());
  options.mode = SaveMode::kOverwrite;
  std::vector<Order> bad = BaseOrders();
  bad[10].id = "";
  EXPECT_THAT(WriteTable(Path(), RowsOf(bad), options), FailsWith(ErrorCode::kInvalidRow));
  EXPECT_EQ(Read(Path()), before);
  HUDI_ASSERT_OK(WriteTable(Path(), RowsOf({{"only", "p", 1, 1}}), options));
  EXPECT_THAT(Read(Path()), SizeIs(1));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()), 1);
  options.mode = SaveMode::kErrorIfExists;
  EXPECT_THAT(WriteTable(Path(), RowsOf(bad), options), FailsWith(ErrorCode::kTableExists));
}

TEST_F(TableWriteTest, SwitchesAStaleMetadataTableOff) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(Path()));
  HUDI_ASSERT_OK(UpdateTableProperties(
      *storage,
      {{"hoodie.table.metadata.partitions", "files,column_stats"}, {"unknown.key", "kept"}}));
  fs::create_directories(Path() + "/.hoodie/metadata/files");
  HUDI_ASSERT_OK(Write(Path(), "upsert", ChangedOrders()));
  HUDI_ASSERT_OK_AND_ASSIGN(TableConfig table, TableConfig::Load(*storage));
  EXPECT_FALSE(table.metadata_table_on());
  EXPECT_EQ(table.Get("unknown.key"), "kept");
  EXPECT_FALSE(fs::exists(Path() + "/.hoodie/metadata"));
  EXPECT_THAT(notices_, testing::Contains(testing::HasSubstr("metadata table was switched off")));
  EXPECT_EQ(Read(Path()), ExpectedAfterUpsert());
}

TEST_F(TableWriteTest, ADryRunChangesNothing) {
  WriteOptions options;
  options.dry_run = true;
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult create,
                            Write(Path(), "bulk_insert", BaseOrders(), {}, options));
  EXPECT_EQ(create.inserted, 6000);
  EXPECT_FALSE(fs::exists(Path()));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult created, Write(Path(), "bulk_insert", BaseOrders()));
  EXPECT_EQ(create.files_written, created.files_written);
  EXPECT_EQ(create.partitions_written, created.partitions_written);
  Contents before = Read(Path());
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult planned,
                            Write(Path(), "upsert", ChangedOrders(), {}, options));
  EXPECT_EQ(Read(Path()), before);
  // What it tells is what then happens.
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult done, Write(Path(), "upsert", ChangedOrders()));
  EXPECT_EQ(planned.inserted, done.inserted);
  EXPECT_EQ(planned.updated, done.updated);
  EXPECT_EQ(planned.deleted, done.deleted);
  EXPECT_EQ(planned.files_written, done.files_written);
  EXPECT_EQ(planned.partitions_written, done.partitions_written);
  EXPECT_GT(planned.bytes_written, 0);
}

TEST_F(TableWriteTest, GeneratedKeysNameTaskAndRowAndAreDistinct) {
  WriteOptions options;
  options.input_tasks = 4;
  std::vector<Order> orders = BaseOrders();
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result,
                            Write(Path(), "insert", orders,
                                  {{"hoodie.datasource.write.recordkey.field", "null"}}, options));
  Contents rows = Read(Path());
  EXPECT_THAT(rows, SizeIs(6000));
  EXPECT_EQ(rows.count(result.instant + "_0_0"), 1U);
  EXPECT_EQ(rows.count(result.instant + "_3_1499"), 1U);
  std::multimap<std::string, int> keys;
  for (const auto& [key, row] : rows) keys.emplace(key, 1);
  for (const auto& [key, one] : keys) EXPECT_EQ(keys.count(key), 1U);
}

TEST_F(TableWriteTest, DeleteRowsTakesOutWhatTheFilterMatches) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", BaseOrders()));
  HUDI_ASSERT_OK_AND_ASSIGN(PredicatePtr filter, ParseSqlPredicate("value < 100 or part = 'p2'"));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result, DeleteRows(Path(), filter, {}));
  Contents want;
  int64_t deleted = 0;
  for (const Order& order : BaseOrders()) {
    if (order.value < 100 || order.part == "p2") {
      ++deleted;
    } else {
      want.emplace(order.id, std::make_tuple(order.part, order.value, order.ts));
    }
  }
  EXPECT_EQ(result.deleted, deleted);
  EXPECT_EQ(Read(Path()), want);
}

}  // namespace
}  // namespace hudi
