// SPDX-License-Identifier: Apache-2.0
// A fault at the n-th storage call of every operation leaves the table as before or as after, and
// the next write cleans up.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>

#include <arrow/json/from_string.h>

#include "hudi/api/table_write_fixture.h"

namespace hudi {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<arrow::Schema> OrderSchema() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("part", arrow::utf8()),
                        arrow::field("val", arrow::utf8()), arrow::field("ts", arrow::int64())});
}

std::shared_ptr<arrow::RecordBatchReader> Rows(const std::string& json) {
  std::shared_ptr<arrow::Array> array =
      arrow::json::ArrayFromJSONString(arrow::struct_(OrderSchema()->fields()), json).ValueOrDie();
  std::shared_ptr<arrow::RecordBatch> batch =
      arrow::RecordBatch::FromStructArray(array).ValueOrDie();
  return arrow::RecordBatchReader::Make({batch}, OrderSchema()).ValueOrDie();
}

/// What stays the same in all writes of a case.
struct TableKind {
  int version;
  const char* type = "COPY_ON_WRITE";
  const char* cdc = "false";
  const char* index = "SIMPLE";
};

WriteOptions OptionsFor(const std::string& operation, const TableKind& kind) {
  WriteOptions options;
  options.config = {{"hoodie.datasource.write.operation", operation},
                    {"hoodie.table.name", "orders"},
                    {"hoodie.datasource.write.recordkey.field", "id"},
                    {"hoodie.datasource.write.partitionpath.field", "part"},
                    {"hoodie.datasource.write.precombine.field", "ts"},
                    {"hoodie.datasource.write.table.type", kind.type},
                    {"hoodie.table.cdc.enabled", kind.cdc},
                    {"hoodie.compact.inline", "false"},
                    {"hoodie.index.type", kind.index},
                    {"hoodie.bucket.index.num.buckets", "3"},
                    {"hoodie.write.table.version", std::to_string(kind.version)}};
  options.threads = 1;
  return options;
}

arrow::Result<WriteResult> WriteInto(const std::string& path, const std::string& operation,
                                     const TableKind& kind, const std::string& json,
                                     const StorageHook& hook = nullptr) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(path));
  if (hook) storage->set_hook(hook);
  storage->set_flush(false);
  WriteOptions options = OptionsFor(operation, kind);
  return TableWrite(storage, options, "orders").Run([&]() { return Rows(json); });
}

struct FaultCase {
  const char* label;
  const char* operation;
  TableKind kind;
  bool onto_empty;  ///< the operation creates the table
  bool permanent;   ///< every call from the n-th on fails, as if the process had died
  bool without_change_log_before = false;
};

constexpr TableKind kCdc6 = {6, "COPY_ON_WRITE", "true"};
constexpr TableKind kCdc9 = {9, "COPY_ON_WRITE", "true"};
constexpr TableKind kBuckets8 = {8, "COPY_ON_WRITE", "false", "BUCKET"};
constexpr TableKind kLogBuckets6 = {6, "MERGE_ON_READ", "false", "BUCKET"};
constexpr TableKind kLogBuckets9 = {9, "MERGE_ON_READ", "false", "BUCKET"};
constexpr TableKind kLogs6 = {6, "MERGE_ON_READ"};
constexpr TableKind kLogs8 = {8, "MERGE_ON_READ"};
constexpr TableKind kLogs9 = {9, "MERGE_ON_READ"};

class FaultTest : public testing::TestWithParam<FaultCase> {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/fault-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string directory_;
};

constexpr char kFirst[] =
    R"([["a","p1","a0",1],["b","p1","b0",1],["c","p2","c0",1],["d","p2","d0",1]])";
constexpr char kSecond[] = R"([["a","p1","a1",2],["e","p1","e1",2],["c","p2","c1",2]])";
constexpr char kThird[] = R"([["z","p3","z",3]])";

TEST_P(FaultTest, LeavesBeforeOrAfterAndTheNextWriteCleansUp) {
  const FaultCase& c = GetParam();
  std::string original = directory_ + "/original";
  if (!c.onto_empty) {
    TableKind kind = c.kind;
    if (c.without_change_log_before) kind.cdc = "false";
    HUDI_ASSERT_OK(WriteInto(original, "bulk_insert", kind, kFirst));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> before, RowTexts(original));
  std::string done = directory_ + "/done";
  if (!c.onto_empty) fs::copy(original, done, fs::copy_options::recursive);
  HUDI_ASSERT_OK(WriteInto(done, c.operation, c.kind, kSecond));
  HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> after, RowTexts(done));
  ASSERT_NE(before, after);

  bool reached_end = false;
  int failures = 0;
  for (int n = 1; !reached_end && n < 2000; ++n) {
    std::string path = directory_ + "/t";
    fs::remove_all(path);
    if (!c.onto_empty) fs::copy(original, path, fs::copy_options::recursive);
    std::atomic<int> calls{0};
    std::atomic<bool> hit{false};
    StorageHook hook = [&](StorageCall, std::string_view subject) {
      int call = ++calls;
      if (call < n || (call > n && !c.permanent)) return arrow::Status::OK();
      hit = true;
      return Fail(ErrorCode::kStorage, subject, "injected fault");
    };
    arrow::Result<WriteResult> result = WriteInto(path, c.operation, c.kind, kSecond, hook);
    reached_end = !hit;
    SCOPED_TRACE("fault at call " + std::to_string(n) + ": " + result.status().ToString());
    HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> seen, RowTexts(path));
    if (result.ok()) {
      EXPECT_EQ(seen, after);
    } else {
      ++failures;
      EXPECT_EQ(seen, before);
    }
    // The next writer: no pending instant, no orphan, its own row on top.
    HUDI_ASSERT_OK(WriteInto(path, "upsert", c.kind, kThird));
    HUDI_ASSERT_OK_AND_ASSIGN(std::multiset<std::string> next, RowTexts(path));
    EXPECT_EQ(next.size(), seen.size() + 1);
    EXPECT_THAT(OrphanFiles(path), testing::IsEmpty());
  }
  EXPECT_TRUE(reached_end);
  EXPECT_GT(failures, 10);
}

INSTANTIATE_TEST_SUITE_P(
    Operations, FaultTest,
    testing::Values(FaultCase{"CreateByBulkInsert", "bulk_insert", {8}, true, false},
                    FaultCase{"CreateByBulkInsertCrash", "bulk_insert", {8}, true, true},
                    FaultCase{"BulkInsertCrash", "bulk_insert", {9}, false, true},
                    FaultCase{"Insert", "insert", {8}, false, false},
                    FaultCase{"InsertCrash", "insert", {6}, false, true},
                    FaultCase{"Upsert", "upsert", {8}, false, false},
                    FaultCase{"UpsertCrash", "upsert", {8}, false, true},
                    FaultCase{"UpsertCrashV6", "upsert", {6}, false, true},
                    FaultCase{"Delete", "delete", {9}, false, false},
                    FaultCase{"DeleteCrash", "delete", {8}, false, true},
                    FaultCase{"InsertOverwrite", "insert_overwrite", {8}, false, false},
                    FaultCase{"InsertOverwriteCrash", "insert_overwrite", {6}, false, true},
                    FaultCase{
                        "InsertOverwriteTableCrash", "insert_overwrite_table", {9}, false, true},
                    FaultCase{"DeletePartition", "delete_partition", {8}, false, false},
                    FaultCase{"DeletePartitionCrash", "delete_partition", {9}, false, true},
                    FaultCase{"CdcUpsert", "upsert", kCdc9, false, false},
                    FaultCase{"CdcUpsertCrash", "upsert", kCdc9, false, true},
                    FaultCase{"CdcUpsertCrashV6", "upsert", kCdc6, false, true},
                    FaultCase{"CdcDeleteCrash", "delete", kCdc9, false, true},
                    FaultCase{"CdcSwitchedOn", "upsert", kCdc9, false, false, true},
                    FaultCase{"CdcSwitchedOnCrash", "upsert", kCdc6, false, true, true},
                    FaultCase{"BucketUpsertCrash", "upsert", kBuckets8, false, true},
                    FaultCase{"BucketTableByBulkInsertCrash", "bulk_insert", kBuckets8, true, true},
                    FaultCase{"BucketLogUpsertCrashV6", "upsert", kLogBuckets6, false, true},
                    FaultCase{"BucketLogInsert", "insert", kLogBuckets6, false, false},
                    FaultCase{"BucketLogBulkInsertCrash", "bulk_insert", kLogBuckets9, false, true},
                    FaultCase{"BucketLogDeleteCrash", "delete", kLogBuckets9, false, true},
                    FaultCase{"LogUpsert", "upsert", kLogs8, false, false},
                    FaultCase{"LogUpsertCrash", "upsert", kLogs8, false, true},
                    FaultCase{"LogUpsertV6", "upsert", kLogs6, false, false},
                    FaultCase{"LogUpsertCrashV6", "upsert", kLogs6, false, true},
                    FaultCase{"LogDeleteCrashV6", "delete", kLogs6, false, true},
                    FaultCase{"LogDeleteCrash", "delete", kLogs9, false, true},
                    FaultCase{"LogOverwriteCrash", "insert_overwrite", kLogs9, false, true},
                    FaultCase{"LogTableByUpsertCrash", "upsert", kLogs6, true, true}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
