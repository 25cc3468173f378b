// SPDX-License-Identifier: Apache-2.0
// Writes into merge-on-read tables: the rows are those of the same writes into a copy-on-write
// table, and the files are what readers of the table's version expect.
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <arrow/json/from_string.h>

#include "hudi/api/table_write_fixture.h"
#include "hudi/format/log/delete_block.h"
#include "hudi/format/log/log_file_reader.h"
#include "hudi/format/log/record_positions.h"
#include "hudi/read/plan/opened_table.h"
#include "hudi/slices/file_name.h"
#include "hudi/timeline/timeline.h"

namespace hudi {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using Config = std::map<std::string, std::string>;

Config MergeOnRead(int version, Config more = {}) {
  more.insert({{"hoodie.datasource.write.table.type", "MERGE_ON_READ"},
               {"hoodie.write.table.version", std::to_string(version)},
               {"hoodie.compact.inline", "false"}});
  return more;
}

/// The names of files in a partition, log files or base files.
std::vector<std::string> FilesIn(const std::string& partition, bool logs) {
  std::vector<std::string> names;
  if (!fs::exists(partition)) return names;
  for (const fs::directory_entry& entry : fs::directory_iterator(partition)) {
    std::string name = entry.path().filename().string();
    if (logs ? LooksLikeLogFile(name) : name.ends_with(".parquet")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct WrittenBlock {
  log::Block block;
  std::string content;
};

std::vector<WrittenBlock> BlocksOf(const std::string& table, const std::string& path) {
  std::vector<WrittenBlock> blocks;
  std::shared_ptr<Storage> storage = Storage::Open(table).ValueOrDie();
  auto reader = *log::LogFileReader::Open(*storage->OpenInput(path), path);
  while (true) {
    arrow::Result<std::optional<log::Block>> block = reader->Next();
    EXPECT_TRUE(block.ok()) << block.status();
    if (!block.ok() || !*block) return blocks;
    blocks.push_back({**block, (*reader->ReadContent(**block))->ToString()});
  }
}

CommitMetadata LastCommit(const std::string& table) {
  std::shared_ptr<Storage> storage = Storage::Open(table).ValueOrDie();
  TableConfig config = *TableConfig::Load(*storage);
  std::shared_ptr<const Timeline> timeline = *Timeline::Load(storage, LayoutOf(config));
  return *timeline->ReadCommit(timeline->CompletedWrites().back());
}

// ---- the same rows as a copy-on-write table ---------------------------------------------------

struct SequenceCase {
  const char* label;
  int version;
  const char* index;
  int64_t memory_limit_bytes;
  Config config;
};

class SequenceTest : public TableWriteTest, public testing::WithParamInterface<SequenceCase> {};

/// Rows of one random write. Keys stay in their partition unless the index finds them anywhere.
std::vector<Order> RandomOrders(std::mt19937* random, bool global, bool with_deletes) {
  auto below = [&](int limit) {
    return static_cast<int>((*random)() % static_cast<unsigned>(limit));
  };
  std::vector<Order> orders;
  int n = 1 + below(60);
  for (int i = 0; i < n; ++i) {
    int key = below(120);
    int part = global ? below(3) : key % 3;
    orders.push_back({"k" + std::to_string(key), "p" + std::to_string(part), below(1000000),
                      below(30), with_deletes && below(6) == 0});
  }
  return orders;
}

TEST_P(SequenceTest, GivesTheRowsOfACopyOnWriteTable) {
  const SequenceCase& c = GetParam();
  bool global = std::string_view(c.index).starts_with("GLOBAL");
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    std::string cow = Path("cow" + std::to_string(seed));
    std::string mor = Path("mor" + std::to_string(seed));
    WriteOptions options;
    options.memory_limit_bytes = c.memory_limit_bytes;
    for (int step = 0; step < 10; ++step) {
      static constexpr const char* kOperations[] = {"upsert", "upsert", "upsert",
                                                    "delete", "upsert", "insert_overwrite"};
      std::string operation = step == 0 ? "upsert" : kOperations[random() % 6];
      if (operation == "insert_overwrite" && random() % 3 != 0) operation = "delete";
      SCOPED_TRACE("seed " + std::to_string(seed) + " step " + std::to_string(step) + " " +
                   operation);
      std::vector<Order> orders =
          RandomOrders(&random, global && operation != "insert_overwrite", operation == "upsert");
      if (operation == "insert_overwrite" && global) continue;  // would make a key twice
      Config config = c.config;
      config["hoodie.index.type"] = c.index;
      // Small files take inserts in some writes and not in others.
      config["hoodie.parquet.small.file.limit"] = random() % 2 == 0 ? "0" : "104857600";
      config["hoodie.combine.before.insert"] = "true";
      Config of_cow = config;
      // Which index finds the keys is not to be seen in the rows.
      if (std::string_view(c.index) == "BUCKET") of_cow["hoodie.index.type"] = "SIMPLE";
      of_cow["hoodie.write.table.version"] = std::to_string(c.version);
      HUDI_ASSERT_OK(Write(cow, operation, orders, of_cow, options));
      HUDI_ASSERT_OK(Write(mor, operation, orders, MergeOnRead(c.version, config), options));
      ASSERT_EQ(Read(mor), Read(cow));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sequences, SequenceTest,
    testing::Values(
        SequenceCase{"Version6", 6, "SIMPLE", 0, {}}, SequenceCase{"Version8", 8, "SIMPLE", 0, {}},
        SequenceCase{"Version9Bloom", 9, "BLOOM", 0, {}},
        SequenceCase{"Spilling", 8, "SIMPLE", 2000, {}},
        SequenceCase{"SpillingVersion6", 6, "BLOOM", 2000, {}},
        SequenceCase{"BucketsVersion9", 9, "BUCKET", 0, {{"hoodie.bucket.index.num.buckets", "3"}}},
        SequenceCase{"SpillingBucketsVersion6",
                     6,
                     "BUCKET",
                     2000,
                     {{"hoodie.bucket.index.num.buckets", "2"}}},
        SequenceCase{
            "ParquetBlocks", 9, "SIMPLE", 0, {{"hoodie.logfile.data.block.format", "parquet"}}},
        SequenceCase{
            "SmallBlocksAndFiles",
            8,
            "SIMPLE",
            0,
            {{"hoodie.logfile.data.block.max.size", "300"}, {"hoodie.logfile.max.size", "700"}}},
        SequenceCase{"SmallFilesVersion6", 6, "SIMPLE", 0, {{"hoodie.logfile.max.size", "700"}}},
        SequenceCase{"CommitTime",
                     8,
                     "SIMPLE",
                     0,
                     {{"hoodie.write.record.merge.mode", "COMMIT_TIME_ORDERING"}}},
        SequenceCase{"GlobalSimple", 8, "GLOBAL_SIMPLE", 0, {}},
        SequenceCase{"GlobalSimpleVersion6", 6, "GLOBAL_SIMPLE", 0, {}},
        SequenceCase{"GlobalBloomSpilling", 9, "GLOBAL_BLOOM", 2000, {}},
        SequenceCase{"GlobalSimpleStaying",
                     9,
                     "GLOBAL_SIMPLE",
                     0,
                     {{"hoodie.simple.index.update.partition.path", "false"}}}),
    [](const auto& info) { return std::string(info.param.label); });

// ---- which files take which rows --------------------------------------------------------------

class MergeOnReadTest : public TableWriteTest, public testing::WithParamInterface<int> {
 protected:
  int version() const { return GetParam(); }
  arrow::Result<WriteResult> WriteRows(const std::string& operation,
                                       const std::vector<Order>& orders, Config config = {}) {
    return Write(Path(), operation, orders, MergeOnRead(version(), std::move(config)));
  }
  std::string Partition(const std::string& name) const { return Path() + "/" + name; }
};

INSTANTIATE_TEST_SUITE_P(Versions, MergeOnReadTest, testing::Values(6, 8, 9),
                         [](const auto& info) { return "V" + std::to_string(info.param); });

TEST_P(MergeOnReadTest, UpdatesGoToTheLogOfTheirGroup) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult first,
                            WriteRows("insert", {{"a", "p", 1, 1}, {"b", "p", 2, 1}}));
  EXPECT_EQ(first.action, "deltacommit");
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult second, WriteRows("upsert", {{"a", "p", 10, 2}}));
  EXPECT_EQ(second.updated, 1);
  EXPECT_EQ(second.log_files_written, 1);
  ASSERT_THAT(FilesIn(Partition("p"), false), SizeIs(1));
  std::vector<std::string> logs = FilesIn(Partition("p"), true);
  ASSERT_THAT(logs, SizeIs(1));
  HUDI_ASSERT_OK_AND_ASSIGN(LogFileName name, ParseLogFileName(logs[0]));
  HUDI_ASSERT_OK_AND_ASSIGN(BaseFileName base,
                            ParseBaseFileName(FilesIn(Partition("p"), false)[0]));
  EXPECT_EQ(name.file_id, base.file_id);
  EXPECT_EQ(name.instant, version() < 8 ? first.instant : second.instant);
  EXPECT_EQ(name.version, 1);

  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + logs[0]);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_EQ(blocks[0].block.type, log::BlockType::kAvroData);
  EXPECT_EQ(blocks[0].block.Header(log::HeaderKey::kInstantTime), second.instant);
  EXPECT_THAT(std::string(blocks[0].block.Header(log::HeaderKey::kSchema)),
              testing::HasSubstr("_hoodie_file_name"));
  // The column of the file name holds the file id alone.
  EXPECT_THAT(blocks[0].content, testing::HasSubstr(base.file_id));
  EXPECT_THAT(blocks[0].content, testing::Not(testing::HasSubstr(".parquet")));

  CommitMetadata commit = LastCommit(Path());
  ASSERT_THAT(commit.partition_to_write_stats["p"], SizeIs(1));
  const WriteStat& stat = commit.partition_to_write_stats["p"][0];
  EXPECT_EQ(stat.path, "p/" + logs[0]);
  EXPECT_EQ(stat.file_id, base.file_id);
  EXPECT_EQ(stat.num_writes, 1);
  EXPECT_EQ(stat.num_update_writes, 1);
  EXPECT_EQ(stat.num_inserts, 0);
  EXPECT_EQ(stat.log_version, 1);
  EXPECT_EQ(stat.log_offset, 0);
  EXPECT_THAT(stat.log_files, ElementsAre(logs[0]));
  EXPECT_EQ(stat.file_size_in_bytes,
            static_cast<int64_t>(fs::file_size(Partition("p") + "/" + logs[0])));
  EXPECT_EQ(stat.prev_commit, version() < 8 ? first.instant : second.instant);
  EXPECT_EQ(stat.base_file, version() < 8 ? FilesIn(Partition("p"), false)[0] : "");
}

TEST_P(MergeOnReadTest, DeletesBecomeADeleteBlockThatAlwaysWins) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 9}, {"b", "p", 2, 9}}));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result,
                            WriteRows("delete", {{"a", "p", 0, 1}, {"unknown", "p", 0, 1}}));
  EXPECT_EQ(result.deleted, 1);
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(1));
  ASSERT_EQ(blocks[0].block.type, log::BlockType::kDelete);
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<log::DeleteRecord> records,
                            log::DecodeDeleteBlock(blocks[0].content, {"", 0}));
  EXPECT_THAT(records, ElementsAre(log::DeleteRecord{"a", "p", log::DeleteOrdering::Always()}));
  EXPECT_THAT(Read(Path()), SizeIs(1));
}

TEST_P(MergeOnReadTest, FlaggedRowsBecomeDeletesWithTheirOrderingValue) {
  Config compares;
  if (version() == 6) {
    compares["hoodie.datasource.write.payload.class"] =
        "org.apache.hudi.common.model.DefaultHoodieRecordPayload";
  }
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 9}, {"b", "p", 2, 9}}, compares));
  HUDI_ASSERT_OK(WriteRows("upsert", {{"a", "p", 5, 12, true}, {"b", "p", 6, 12}}, compares));
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(2));
  EXPECT_EQ(blocks[0].block.type, log::BlockType::kAvroData);
  ASSERT_EQ(blocks[1].block.type, log::BlockType::kDelete);
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<log::DeleteRecord> records,
                            log::DecodeDeleteBlock(blocks[1].content, {"", 0}));
  log::DeleteOrdering twelve{log::DeleteOrdering::Kind::kLong, 12, 0, {}, {}};
  EXPECT_THAT(records, ElementsAre(log::DeleteRecord{"a", "p", twelve}));
}

TEST_P(MergeOnReadTest, InsertsRewriteTheSmallestFileWithoutLogs) {
  Config no_small = {{"hoodie.parquet.small.file.limit", "0"}};
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}}, no_small));
  HUDI_ASSERT_OK(WriteRows("insert", {{"b", "p", 1, 1}}, no_small));
  ASSERT_THAT(FilesIn(Partition("p"), false), SizeIs(2));
  // The update of the same batch goes along with the inserts into the rewritten file, or to a log.
  HUDI_ASSERT_OK_AND_ASSIGN(
      WriteResult result,
      WriteRows("upsert", {{"a", "p", 2, 2}, {"b", "p", 2, 2}, {"c", "p", 3, 3}}));
  EXPECT_EQ(result.inserted, 1);
  EXPECT_EQ(result.updated, 2);
  EXPECT_THAT(FilesIn(Partition("p"), false), SizeIs(3));
  EXPECT_THAT(FilesIn(Partition("p"), true), SizeIs(1));
  // Now one group has a log and is left alone: the other one takes the next insert.
  HUDI_ASSERT_OK(WriteRows("insert", {{"d", "p", 4, 4}}));
  EXPECT_THAT(FilesIn(Partition("p"), false), SizeIs(4));
  EXPECT_THAT(Read(Path()), SizeIs(4));
}

TEST_P(MergeOnReadTest, EveryWriteOfVersion6TakesTheNextVersionOfTheLog) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult first, WriteRows("insert", {{"a", "p", 1, 1}}));
  for (int i = 2; i <= 4; ++i) HUDI_ASSERT_OK(WriteRows("upsert", {{"a", "p", i, i}}));
  std::vector<std::string> logs = FilesIn(Partition("p"), true);
  ASSERT_THAT(logs, SizeIs(3));
  std::set<std::string> instants;
  std::set<int> versions;
  for (const std::string& log : logs) {
    HUDI_ASSERT_OK_AND_ASSIGN(LogFileName name, ParseLogFileName(log));
    instants.insert(name.instant);
    versions.insert(name.version);
  }
  if (version() < 8) {
    EXPECT_THAT(instants, ElementsAre(first.instant));
    EXPECT_THAT(versions, ElementsAre(1, 2, 3));
    EXPECT_THAT(LastCommit(Path()).partition_to_write_stats["p"][0].log_files, SizeIs(3));
  } else {
    EXPECT_THAT(instants, SizeIs(3));
    EXPECT_THAT(versions, ElementsAre(1));
  }
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 4, 4}}}));
}

TEST_P(MergeOnReadTest, LogFilesRollOverAndBlocksAreCut) {
  std::vector<Order> orders;
  for (int i = 0; i < 200; ++i) orders.push_back({"k" + std::to_string(i), "p", i, 1});
  HUDI_ASSERT_OK(WriteRows("insert", orders));
  for (Order& order : orders) order.ts = 2;
  Config small = {{"hoodie.logfile.data.block.max.size", "2000"},
                  {"hoodie.logfile.max.size", "10000"}};
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result, WriteRows("upsert", orders, small));
  std::vector<std::string> logs = FilesIn(Partition("p"), true);
  EXPECT_GT(logs.size(), 1U);
  EXPECT_EQ(result.log_files_written, static_cast<int64_t>(logs.size()));
  int64_t updates = 0;
  std::set<int> versions;
  CommitMetadata commit = LastCommit(Path());
  for (const WriteStat& stat : commit.partition_to_write_stats["p"]) {
    updates += stat.num_update_writes;
    versions.insert(*stat.log_version);
    EXPECT_GT(BlocksOf(Path(), stat.path).size(), 1U);
  }
  EXPECT_EQ(updates, 200);
  EXPECT_EQ(versions.size(), logs.size());
  EXPECT_EQ(*versions.begin(), 1);
  EXPECT_THAT(Read(Path()), SizeIs(200));
}

TEST_P(MergeOnReadTest, ParquetBlocksAreWholeParquetFiles) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}, {"b", "p", 1, 1}}));
  HUDI_ASSERT_OK(WriteRows("upsert", {{"a", "p", 2, 2}, {"b", "p", 2, 2, true}},
                           {{"hoodie.logfile.data.block.format", "parquet"}}));
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(2));
  EXPECT_EQ(blocks[0].block.type, log::BlockType::kParquetData);
  EXPECT_TRUE(blocks[0].content.starts_with("PAR1"));
  EXPECT_TRUE(blocks[0].content.ends_with("PAR1"));
  EXPECT_EQ(blocks[1].block.type, log::BlockType::kDelete);
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 2, 2}}}));
}

TEST_P(MergeOnReadTest, OverwritesReplaceGroupsAsInCopyOnWriteTables) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}, {"b", "q", 1, 1}}));
  HUDI_ASSERT_OK(WriteRows("upsert", {{"a", "p", 2, 2}}));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result, WriteRows("insert_overwrite", {{"c", "p", 3, 3}}));
  EXPECT_EQ(result.action, "replacecommit");
  EXPECT_EQ(result.file_groups_replaced, 1);
  EXPECT_EQ(Read(Path()), (Contents{{"b", {"q", 1, 1}}, {"c", {"p", 3, 3}}}));
  HUDI_ASSERT_OK(WriteRows("delete_partition", {{"x", "q", 0, 0}}));
  EXPECT_EQ(Read(Path()), (Contents{{"c", {"p", 3, 3}}}));
  HUDI_ASSERT_OK(WriteRows("insert_overwrite_table", {{"d", "r", 4, 4}}));
  EXPECT_EQ(Read(Path()), (Contents{{"d", {"r", 4, 4}}}));
}

TEST_P(MergeOnReadTest, OnlyTheNewestReleaseCreatesByBulkInsertWithACommit) {
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult first, WriteRows("bulk_insert", {{"a", "p", 1, 1}}));
  EXPECT_EQ(first.action, version() == 9 ? "commit" : "deltacommit");
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult second, WriteRows("bulk_insert", {{"b", "p", 1, 1}}));
  EXPECT_EQ(second.action, "deltacommit");
  EXPECT_THAT(Read(Path()), SizeIs(2));
}

TEST_P(MergeOnReadTest, AKeyThatTheLogDeletedCanBeInsertedUnderEveryDuplicatePolicy) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 9}, {"b", "p", 1, 9}}));
  HUDI_ASSERT_OK(WriteRows("delete", {{"a", "p", 0, 0}}));
  Config drop = {{"hoodie.datasource.write.insert.drop.duplicates", "true"}};
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 7, 1}, {"b", "p", 8, 10}}, drop));
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 7, 1}}, {"b", {"p", 1, 9}}}));
}

TEST_P(MergeOnReadTest, ADryRunTellsWhatThenHappens) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 9}, {"b", "p", 1, 9}}));
  std::vector<Order> orders = {{"a", "p", 2, 10}, {"b", "p", 0, 10, true}, {"c", "q", 1, 1}};
  WriteOptions options;
  options.dry_run = true;
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult planned,
                            Write(Path(), "upsert", orders, MergeOnRead(version()), options));
  EXPECT_THAT(FilesIn(Partition("p"), true), IsEmpty());
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult done, WriteRows("upsert", orders));
  EXPECT_EQ(planned.inserted, done.inserted);
  EXPECT_EQ(planned.updated, done.updated);
  EXPECT_EQ(planned.deleted, done.deleted);
  EXPECT_EQ(planned.files_written, done.files_written);
  EXPECT_EQ(planned.log_files_written, done.log_files_written);
  EXPECT_GT(planned.bytes_written, 0);
  EXPECT_THAT(
      (std::vector<int64_t>{done.inserted, done.updated, done.deleted, done.log_files_written}),
      ElementsAre(1, 1, 1, 1));
}

// ---- every type -------------------------------------------------------------------------------

std::shared_ptr<arrow::Schema> ManyTypes() {
  auto point =
      arrow::struct_({arrow::field("x", arrow::float64()), arrow::field("tag", arrow::utf8())});
  return arrow::schema({
      arrow::field("id", arrow::utf8()),
      arrow::field("flag", arrow::boolean()),
      arrow::field("small", arrow::int32()),
      arrow::field("big", arrow::int64()),
      arrow::field("single", arrow::float32()),
      arrow::field("twice", arrow::float64()),
      arrow::field("bytes", arrow::binary()),
      arrow::field("day", arrow::date32()),
      arrow::field("price", arrow::decimal128(10, 2)),
      arrow::field("huge", arrow::decimal128(38, 10)),
      arrow::field("at", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
      arrow::field("numbers", arrow::list(arrow::int64())),
      arrow::field("points", arrow::list(point)),
      arrow::field("counts", arrow::map(arrow::utf8(), arrow::int32())),
      arrow::field("nested", arrow::struct_({arrow::field("inner", point)})),
  });
}

constexpr char kTypedRows[] = R"([
  ["a", true, -1, 9007199254740993, 1.5, -2.25, "xyz", 19000, "12.34", "-1234567890123456789.0123456789",
   "2024-02-29 12:34:56.789012", [1, null, 3], [[1.5, "p"], [null, null]], [["k", 1], ["l", null]], [[2.5, "q"]]],
  ["b", null, null, null, null, null, null, null, null, null, null, null, null, null, null],
  ["c", false, 2147483647, -1, 0.0, 1e300, "", -1, "-0.01", "0.0000000001",
   "1969-12-31 23:59:59.999999", [], [], [], [null]]
])";

TEST_P(MergeOnReadTest, EveryTypeSurvivesTheLogInBothFormats) {
  auto write = [&](const std::string& path, const std::string& json, Config config) {
    std::shared_ptr<arrow::Schema> schema = ManyTypes();
    auto array = *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json);
    auto batch = *arrow::RecordBatch::FromStructArray(array);
    WriteOptions options;
    options.config = std::move(config);
    options.config.insert({{"hoodie.datasource.write.recordkey.field", "id"},
                           {"hoodie.datasource.write.operation", "upsert"}});
    std::shared_ptr<Storage> storage = *Storage::Open(path);
    return TableWrite(storage, options, "t").Run([&]() {
      return arrow::RecordBatchReader::Make({batch}, schema);
    });
  };
  auto read = [](const std::string& path) {
    ReadOptions options;
    options.columns = ManyTypes()->field_names();
    auto reader = *TableReader::Open(path, options);
    auto table = *reader->Scan().ValueOrDie()->ToTable();
    return table->CombineChunks().ValueOrDie()->ToString();
  };
  std::string empty_rows =
      R"([["a",null,null,null,null,null,null,null,null,null,null,null,null,null,null],)"
      R"(["b",true,1,1,1,1,"x",1,"1.00","1.0000000000","2024-01-01",[1],[],[],null],)"
      R"(["c",null,null,null,null,null,null,null,null,null,null,null,null,null,null]])";
  HUDI_ASSERT_OK(
      write(Path("cow"), empty_rows, {{"hoodie.write.table.version", std::to_string(version())}}));
  HUDI_ASSERT_OK(write(Path("cow"), kTypedRows, {}));
  for (const char* format : {"avro", "parquet"}) {
    SCOPED_TRACE(format);
    std::string path = Path(format);
    Config config = MergeOnRead(version(), {{"hoodie.logfile.data.block.format", format}});
    HUDI_ASSERT_OK(write(path, empty_rows, config));
    HUDI_ASSERT_OK(write(path, kTypedRows, config));
    EXPECT_THAT(FilesIn(path, true), SizeIs(1));
    EXPECT_EQ(read(path), read(Path("cow")));
  }
}

// ---- partial updates --------------------------------------------------------------------------

constexpr char kPartialSchema[] =
    R"({"type":"record","name":"r","fields":[{"name":"value","type":["null","long"],)"
    R"("default":null},{"name":"ts","type":["null","long"],"default":null}]})";

TEST_P(MergeOnReadTest, APartialUpdateBringsItsColumnsAndKeepsTheOthers) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}, {"b", "p", 2, 1, false}}));
  Config partial = {{"hoodie.write.partial.update.schema", kPartialSchema}};
  // The flag is not among the columns: it stays false in the stored row, as does the key.
  arrow::Result<WriteResult> result = WriteRows("upsert", {{"a", "p", 7, 2}}, partial);
  if (version() < 8) {
    EXPECT_THAT(result, FailsWith(ErrorCode::kUnsupported, "hoodie.write.partial.update.schema"));
    return;
  }
  HUDI_ASSERT_OK(result);
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_EQ(blocks[0].block.Header(log::HeaderKey::kIsPartial), "true");
  std::string schema(blocks[0].block.Header(log::HeaderKey::kSchema));
  EXPECT_THAT(schema, testing::HasSubstr("\"value\""));
  EXPECT_THAT(schema, testing::Not(testing::HasSubstr("_hoodie_is_deleted")));
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 7, 2}}, {"b", {"p", 2, 1}}}));
  // Inserts of the same write stay out of the file whose rows are updated.
  HUDI_ASSERT_OK(WriteRows("upsert", {{"b", "p", 8, 3}, {"c", "p", 9, 3}}, partial));
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 7, 2}}, {"b", {"p", 8, 3}}, {"c", {"p", 9, 3}}}));
}

// ---- record positions -------------------------------------------------------------------------

TEST_P(MergeOnReadTest, BlocksTellThePositionsOfTheirRows) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      WriteResult first,
      WriteRows("insert",
                {{"a", "p", 0, 1}, {"b", "p", 1, 1}, {"c", "p", 2, 1}, {"d", "p", 3, 1}}));
  HUDI_ASSERT_OK(
      WriteRows("upsert", {{"d", "p", 30, 2}, {"b", "p", 10, 2}, {"c", "p", 0, 2, true}}));
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(2));
  auto positions_of = [](const WrittenBlock& written) {
    return log::DecodeRecordPositions(written.block.Header(log::HeaderKey::kRecordPositions), 1000);
  };
  if (version() < 8) {
    EXPECT_EQ(blocks[0].block.Header(log::HeaderKey::kRecordPositions), "");
    return;
  }
  EXPECT_EQ(positions_of(blocks[0]), (std::vector<uint64_t>{1, 3}));
  EXPECT_EQ(positions_of(blocks[1]), (std::vector<uint64_t>{2}));
  for (const WrittenBlock& written : blocks) {
    EXPECT_EQ(written.block.Header(log::HeaderKey::kBaseFileInstantTimeOfRecordPositions),
              first.instant);
  }
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 0, 1}}, {"b", {"p", 10, 2}}, {"d", {"p", 30, 2}}}));
  HUDI_ASSERT_OK(
      WriteRows("upsert", {{"a", "p", 5, 5}}, {{"hoodie.write.record.positions", "false"}}));
  std::vector<std::string> logs = FilesIn(Partition("p"), true);
  int with_positions = 0;
  for (const std::string& log : logs) {
    for (const WrittenBlock& written : BlocksOf(Path(), "p/" + log)) {
      with_positions += written.block.header.count(log::HeaderKey::kRecordPositions) > 0;
    }
  }
  EXPECT_EQ(with_positions, 2);
}

TEST_P(MergeOnReadTest, AKeyThatTheFileHoldsTwiceIsLoggedOnceAndWithoutPositions) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}, {"a", "p", 2, 1}, {"b", "p", 3, 1}}));
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result,
                            WriteRows("upsert", {{"a", "p", 9, 9}, {"b", "p", 8, 8}}));
  EXPECT_EQ(result.updated, 2);
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + FilesIn(Partition("p"), true)[0]);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_EQ(blocks[0].block.header.count(log::HeaderKey::kRecordPositions), 0U);
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 9, 9}}, {"a", {"p", 9, 9}}, {"b", {"p", 8, 8}}}));
}

// ---- leftovers of a dead writer ---------------------------------------------------------------

TEST_P(MergeOnReadTest, TheBlocksOfADeadWriterAreTakenBack) {
  HUDI_ASSERT_OK(WriteRows("insert", {{"a", "p", 1, 1}}));
  Contents before = Read(Path());
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult dead, WriteRows("upsert", {{"a", "p", 2, 2}}));
  // What the writer would have left had it died before its commit was complete.
  std::string timeline = Path() + (version() < 8 ? "/.hoodie/" : "/.hoodie/timeline/");
  std::string completed = dead.instant + (version() < 8 ? "" : "_" + dead.completion);
  fs::remove(timeline + completed + ".deltacommit");
  std::string log = FilesIn(Partition("p"), true)[0];
  fs::path markers = Path() + "/.hoodie/.temp/" + dead.instant + "/p";
  fs::create_directories(markers);
  std::ofstream(markers / (log + (version() < 8 ? ".marker.APPEND" : ".marker.CREATE")));
  EXPECT_EQ(Read(Path()), before);

  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult next, WriteRows("insert", {{"b", "q", 1, 1}}));
  EXPECT_THAT(next.rolled_back, ElementsAre(dead.instant));
  before.emplace("b", std::make_tuple("q", 1, 1));
  EXPECT_EQ(Read(Path()), before);
  std::vector<std::string> logs = FilesIn(Partition("p"), true);
  if (version() >= 8) {
    EXPECT_THAT(logs, IsEmpty());
    return;
  }
  // The failed log stays, and a command in the next one takes its blocks back.
  ASSERT_THAT(logs, SizeIs(2));
  HUDI_ASSERT_OK_AND_ASSIGN(LogFileName command, ParseLogFileName(logs[1]));
  EXPECT_EQ(command.version, 2);
  EXPECT_EQ(command.write_token, "1-0-1");
  std::vector<WrittenBlock> blocks = BlocksOf(Path(), "p/" + logs[1]);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_EQ(blocks[0].block.type, log::BlockType::kCommand);
  EXPECT_EQ(blocks[0].block.Header(log::HeaderKey::kTargetInstantTime), dead.instant);
  EXPECT_EQ(blocks[0].block.Header(log::HeaderKey::kCommandBlockType), "0");
  // A later update stands behind the command.
  HUDI_ASSERT_OK(WriteRows("upsert", {{"a", "p", 3, 3}}));
  EXPECT_EQ(Read(Path()), (Contents{{"a", {"p", 3, 3}}, {"b", {"q", 1, 1}}}));
}

}  // namespace
}  // namespace hudi
