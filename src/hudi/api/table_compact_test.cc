// SPDX-License-Identifier: Apache-2.0
// A fault at the n-th storage call of a compaction leaves every row where it was, and the next
// compaction takes up what is left.
#include "hudi/api/table_compact.h"

#include <atomic>
#include <filesystem>
#include <set>

#include <arrow/json/from_string.h>

#include "hudi/api/table_write_fixture.h"
#include "hudi/table_info.h"

namespace hudi {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<arrow::RecordBatchReader> Rows(const std::string& json) {
  auto schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("part", arrow::utf8()),
                     arrow::field("val", arrow::utf8()), arrow::field("ts", arrow::int64())});
  std::shared_ptr<arrow::Array> array =
      arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json).ValueOrDie();
  auto batch = arrow::RecordBatch::FromStructArray(array).ValueOrDie();
  return arrow::RecordBatchReader::Make({batch}, schema).ValueOrDie();
}

arrow::Result<WriteResult> WriteInto(const std::string& path, const std::string& operation,
                                     int version, const std::string& json,
                                     const std::map<std::string, std::string>& more = {}) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(path));
  storage->set_flush(false);
  WriteOptions options;
  options.config = {{"hoodie.datasource.write.operation", operation},
                    {"hoodie.datasource.write.table.type", "MERGE_ON_READ"},
                    {"hoodie.table.name", "orders"},
                    {"hoodie.datasource.write.recordkey.field", "id"},
                    {"hoodie.datasource.write.partitionpath.field", "part"},
                    {"hoodie.datasource.write.precombine.field", "ts"},
                    {"hoodie.compact.inline", "false"},
                    {"hoodie.write.table.version", std::to_string(version)}};
  for (const auto& [key, value] : more) options.config[key] = value;
  options.threads = 1;
  return TableWrite(storage, options, "orders").Run([&]() { return Rows(json); });
}

/// The rows with the meta columns that compaction keeps, as sorted text.
arrow::Result<std::multiset<std::string>> Snapshot(const std::string& path) {
  return RowTexts(path, {"_hoodie_commit_time", "_hoodie_commit_seqno", "_hoodie_record_key", "id",
                         "part", "val", "ts"});
}

int64_t NumLogFiles(const std::string& path) {
  int64_t logs = 0;
  for (const FileInfo& file : ListTableFiles(path, true, false).ValueOrDie()) {
    logs += file.num_log_files;
  }
  return logs;
}

constexpr char kFirst[] =
    R"([["a","p1","a0",1],["b","p1","b0",1],["c","p2","c0",1],["d","p2","d0",1]])";
constexpr char kSecond[] = R"([["a","p1","a1",2],["c","p2","c1",2]])";
constexpr char kDeleted[] = R"([["b","p1","",3]])";

struct FaultCase {
  const char* label;
  int version;
  bool logs;
  bool permanent;  ///< every call from the n-th on fails, as if the process had died
};

class CompactFaultTest : public testing::TestWithParam<FaultCase> {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/compact-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  void MakeTable(const std::string& path, int version) {
    HUDI_ASSERT_OK(WriteInto(path, "bulk_insert", version, kFirst));
    HUDI_ASSERT_OK(WriteInto(path, "upsert", version, kSecond));
    HUDI_ASSERT_OK(WriteInto(path, "delete", version, kDeleted));
  }

  std::string directory_;
};

arrow::Result<CompactResult> Compact(const std::string& path, bool logs,
                                     const StorageHook& hook = nullptr) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(path));
  if (hook) storage->set_hook(hook);
  storage->set_flush(false);
  CompactOptions options;
  options.log_compaction = logs;
  options.threads = 1;
  if (logs) options.config["hoodie.log.compaction.blocks.threshold"] = "1";
  return CompactStorage(storage, options);
}

TEST_P(CompactFaultTest, KeepsTheRowsAndTheNextOneFinishes) {
  const FaultCase& c = GetParam();
  std::string original = directory_ + "/original";
  MakeTable(original, c.version);
  HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> rows, Snapshot(original));
  ASSERT_EQ(rows.size(), 3u);

  bool reached_end = false;
  int failures = 0;
  for (int n = 1; !reached_end && n < 2000; ++n) {
    std::string path = directory_ + "/t";
    fs::remove_all(path);
    fs::copy(original, path, fs::copy_options::recursive);
    std::atomic<int> calls{0};
    std::atomic<bool> hit{false};
    StorageHook hook = [&](StorageCall, std::string_view subject) {
      int call = ++calls;
      if (call < n || (call > n && !c.permanent)) return arrow::Status::OK();
      hit = true;
      return Fail(ErrorCode::kStorage, subject, "injected fault");
    };
    arrow::Result<CompactResult> result = Compact(path, c.logs, hook);
    reached_end = !hit;
    failures += result.ok() ? 0 : 1;
    SCOPED_TRACE("fault at call " + std::to_string(n) + ": " + result.status().ToString());
    HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> seen, Snapshot(path));
    EXPECT_EQ(seen, rows);
    // A writer in between does not mind.
    if (n % 3 == 0) HUDI_ASSERT_OK(WriteInto(path, "upsert", c.version, kSecond));
    HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> expected, Snapshot(path));
    HUDI_ASSERT_OK(Compact(path, c.logs));
    HUDI_ASSERT_OK_AND_ASSIGN(seen, Snapshot(path));
    EXPECT_EQ(seen, expected);
    HUDI_ASSERT_OK(Compact(path, /*logs=*/false));
    HUDI_ASSERT_OK_AND_ASSIGN(seen, Snapshot(path));
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(NumLogFiles(path), 0);
    EXPECT_THAT(OrphanFiles(path), testing::IsEmpty());
  }
  EXPECT_TRUE(reached_end);
  EXPECT_GT(failures, 10);
}

INSTANTIATE_TEST_SUITE_P(
    Compactions, CompactFaultTest,
    testing::Values(FaultCase{"V6", 6, false, false}, FaultCase{"V6Crash", 6, false, true},
                    FaultCase{"V8", 8, false, false}, FaultCase{"V8Crash", 8, false, true},
                    FaultCase{"V9Crash", 9, false, true}, FaultCase{"LogsV6Crash", 6, true, true},
                    FaultCase{"LogsV8", 8, true, false}, FaultCase{"LogsV9Crash", 9, true, true}),
    [](const auto& info) { return std::string(info.param.label); });

class CompactStorageTest : public CompactFaultTest {};

TEST_F(CompactStorageTest, WritesAFileWithoutRowsForAGroupWhoseRowsAreAllDeleted) {
  std::string path = directory_ + "/t";
  HUDI_ASSERT_OK(WriteInto(path, "bulk_insert", 8, R"([["a","p1","a0",1]])"));
  HUDI_ASSERT_OK(WriteInto(path, "delete", 8, R"([["a","p1","",2]])"));
  HUDI_ASSERT_OK_AND_ASSIGN(CompactResult done, Compact(path, false));
  ASSERT_EQ(done.compactions.size(), 1u);
  EXPECT_EQ(done.compactions[0].groups.at(0).rows, 0);
  EXPECT_EQ(done.compactions[0].groups.at(0).deleted, 1);
  HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> rows, Snapshot(path));
  EXPECT_THAT(rows, testing::IsEmpty());
  HUDI_ASSERT_OK(WriteInto(path, "upsert", 8, kFirst));
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Snapshot(path));
  EXPECT_EQ(rows.size(), 4u);
}

// The base file still holds the key when it comes back, and the one that the compaction makes does
// not: the row is in a log alone, which counts it as an update.
TEST_F(CompactStorageTest, FindsAKeyThatCameBackWhileTheCompactionWasPending) {
  for (int version : {6, 8, 9}) {
    SCOPED_TRACE(version);
    std::string path = directory_ + "/t" + std::to_string(version);
    MakeTable(path, version);
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(path));
    CompactOptions plan;
    plan.run = false;
    HUDI_ASSERT_OK(CompactStorage(storage, plan));
    HUDI_ASSERT_OK(WriteInto(path, "upsert", version, R"([["b","p1","back",4]])"));
    CompactOptions run;
    run.schedule = false;
    HUDI_ASSERT_OK(CompactStorage(storage, run));
    HUDI_ASSERT_OK(WriteInto(path, "upsert", version, R"([["b","p1","again",5]])"));
    EXPECT_THAT(RowTexts(path, {"id", "val"}).ValueOrDie(),
                testing::UnorderedElementsAre("a|a1|", "b|again|", "c|c1|", "d|d0|"));
    HUDI_ASSERT_OK(WriteInto(path, "delete", version, R"([["b","p1","",6]])"));
    EXPECT_EQ(RowTexts(path, {"id", "val"}).ValueOrDie().size(), 3u);
  }
}

TEST_F(CompactStorageTest, StopsWhenAskedAndTheTableIsAsItWas) {
  std::string path = directory_ + "/t";
  MakeTable(path, 8);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(path));
  CompactOptions options;
  options.should_stop = [] { return true; };
  EXPECT_THAT(CompactStorage(storage, options), FailsWith(ErrorCode::kInterrupted));
  EXPECT_GT(NumLogFiles(path), 0);
  HUDI_ASSERT_OK(Compact(path, false));
  EXPECT_EQ(NumLogFiles(path), 0);
}

TEST_F(CompactStorageTest, RefusesContradictions) {
  std::string path = directory_ + "/t";
  MakeTable(path, 8);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(path));
  CompactOptions options;
  options.schedule = options.run = false;
  EXPECT_THAT(CompactStorage(storage, options), FailsWith(ErrorCode::kInvalidArgument));
  options.schedule = options.run = true;
  options.instant = "20250101000000000";
  EXPECT_THAT(CompactStorage(storage, options), FailsWith(ErrorCode::kInvalidArgument));
  options.schedule = false;
  EXPECT_THAT(CompactStorage(storage, options),
              FailsWith(ErrorCode::kNotFound, "20250101000000000"));
}

TEST_F(CompactStorageTest, WaitsForTheWriterLock) {
  std::string path = directory_ + "/t";
  MakeTable(path, 8);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<Storage> storage, Storage::Open(path));
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<Storage::Lock> lock, storage->TryLock(kWriterLockPath));
  EXPECT_THAT(Compact(path, false), FailsWith(ErrorCode::kWriterConflict));
}

// A service that fails leaves the rows that it stands behind.
TEST_F(CompactStorageTest, AFailedCompactionBehindAWriteKeepsTheCommit) {
  std::string path = directory_ + "/t";
  MakeTable(path, 8);
  const std::map<std::string, std::string> broken = {
      {"hoodie.compact.inline", "true"},
      {"hoodie.compact.inline.max.delta.commits", "1"},
      {"hoodie.compaction.strategy", "com.example.Mine"}};
  arrow::Result<WriteResult> failed = WriteInto(path, "upsert", 8, R"([["z","p1","z",9]])", broken);
  EXPECT_THAT(failed, FailsWith(ErrorCode::kUnsupported, "hoodie.compaction.strategy"));
  EXPECT_THAT(failed.status().message(), testing::HasSubstr("the rows are committed as instant"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> rows, Snapshot(path));
  EXPECT_EQ(rows.size(), 4u);
  std::map<std::string, std::string> tolerant = broken;
  tolerant["hoodie.fail.writes.on.inline.table.service.exception"] = "false";
  HUDI_ASSERT_OK(WriteInto(path, "upsert", 8, R"([["y","p1","y",9]])", tolerant));
  tolerant = broken;
  tolerant["hoodie.table.services.enabled"] = "false";
  HUDI_ASSERT_OK(WriteInto(path, "upsert", 8, R"([["x","p1","x",9]])", tolerant));
}

TEST_F(CompactStorageTest, BatchWritesCompactAfterFiveDeltaCommits) {
  std::string path = directory_ + "/t";
  const std::map<std::string, std::string> by_default = {{"hoodie.compact.inline", "null"}};
  HUDI_ASSERT_OK(WriteInto(path, "upsert", 8, kFirst, by_default));
  for (int commit = 2; commit <= 5; ++commit) {
    HUDI_ASSERT_OK_AND_ASSIGN(WriteResult done, WriteInto(path, "upsert", 8, kSecond, by_default));
    EXPECT_EQ(done.compactions.size(), commit == 5 ? 1u : 0u) << commit;
  }
  EXPECT_EQ(NumLogFiles(path), 0);
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult done,
                            WriteInto(path, "upsert", 8, kSecond,
                                      {{"hoodie.compact.inline", "null"},
                                       {"hoodie.datasource.compaction.async.enable", "true"},
                                       {"hoodie.compact.inline.max.delta.commits", "1"}}));
  EXPECT_TRUE(done.compactions.empty());
}

TEST_F(CompactStorageTest, RefusesToRunAndToPlanBehindOneWrite) {
  std::string path = directory_ + "/t";
  EXPECT_THAT(
      WriteInto(path, "upsert", 8, kFirst,
                {{"hoodie.compact.inline", "true"}, {"hoodie.compact.schedule.inline", "true"}}),
      FailsWith(ErrorCode::kInvalidConfig, "hoodie.compact.schedule.inline"));
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace hudi
