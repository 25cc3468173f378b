// SPDX-License-Identifier: Apache-2.0
// Tables whose rows are merged by logic that the caller registered.
#include "hudi/record_merger.h"

#include <algorithm>
#include <filesystem>

#include <arrow/table.h>

#include "hudi/api/table_write.h"
#include "hudi/base/testing.h"
#include "hudi/merge/summing_merger.h"
#include "hudi/read/scan.h"
#include "hudi/read/test_table.h"
#include "hudi/table_reader.h"
#include "hudi/table_writer.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kStrategy[] = "5f1f4d5e-0a9c-4d59-9d53-000000000001";
constexpr char kClass[] = "com.example.SummingMerger";
constexpr char kPayload[] = "com.example.SummingPayload";

const ConfigMap kWriteConfig = {
    {"hoodie.datasource.write.recordkey.field", "id"},
    {"hoodie.write.record.merge.mode", "CUSTOM"},
    {"hoodie.write.record.merge.strategy.id", kStrategy},
    {"hoodie.write.record.merge.custom.implementation.classes", kClass}};

std::shared_ptr<arrow::Schema> Columns() {
  return arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("v", arrow::int64()),
                        arrow::field("name", arrow::utf8())});
}

arrow::Result<std::vector<std::string>> Texts(arrow::RecordBatchReader& stream) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> rows, stream.ToTable());
  std::vector<std::string> texts;
  for (int64_t i = 0; i < rows->num_rows(); ++i) {
    std::string text;
    for (const auto& column : rows->columns()) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, column->GetScalar(i));
      text += (text.empty() ? "" : ",") + value->ToString();
    }
    texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

class RecordMergerTest : public testing::Test {
 protected:
  void SetUp() override {
    HUDI_ASSERT_OK(RegisterRecordMerger({kStrategy, {kClass, kPayload}},
                                        std::make_shared<SummingMerger>("v")));
    std::string pattern = testing::TempDir() + "/merger-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string Path() const { return directory_ + "/t"; }

  arrow::Status Upsert(const char* rows, const ConfigMap& config = {}) {
    WriteOptions options;
    options.config = {config.begin(), config.end()};
    auto batch = TestTable::Rows(Columns(), rows);
    ARROW_ASSIGN_OR_RAISE(auto reader, arrow::RecordBatchReader::Make({batch}, Columns()));
    return WriteTable(Path(), reader, options).status();
  }
  arrow::Result<std::vector<std::string>> Read(ReadOptions options = {}) {
    ARROW_ASSIGN_OR_RAISE(auto table, TableReader::Open(Path(), std::move(options)));
    ARROW_ASSIGN_OR_RAISE(auto stream, table->Scan());
    return Texts(*stream);
  }

  std::string directory_;
};

const char* const kBatches[] = {R"([["a",1,"one"],["b",10,"one"],["c",100,"one"]])",
                                R"([["a",2,"two"],["b",20,"two"],["d",7,"two"]])",
                                R"([["b",30,"three"],["d",1,"three"],["e",5,"three"]])"};

TEST_F(RecordMergerTest, CopyOnWriteAndMergeOnReadAgree) {
  const std::vector<std::string> want = {"a,3,two", "b,60,three", "c,100,one", "d,8,three",
                                         "e,5,three"};
  for (const char* rows : kBatches) HUDI_ASSERT_OK(Upsert(rows, kWriteConfig));
  HUDI_ASSERT_OK_AND_ASSIGN(auto written, Read());
  EXPECT_EQ(written, want);

  TestTable table({{"hoodie.table.type", "MERGE_ON_READ"},
                   {"hoodie.record.merge.mode", "CUSTOM"},
                   {"hoodie.record.merge.strategy.id", kStrategy}});
  const char* const instants[] = {"20250101000000000", "20250102000000000", "20250103000000000"};
  table.AddFile("", "g", instants[0], TestTable::Rows(Columns(), kBatches[0]));
  table.Commit(instants[0], Columns());
  for (int i = 1; i < 3; ++i) {
    table.AddLog("", "g", instants[i], TestTable::Rows(Columns(), kBatches[i]));
    table.Commit(instants[i], Columns());
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto scan, TableScan::Open(table.storage(), {}));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Texts(*scan->Stream()));
  EXPECT_EQ(rows, want);
  // A merger may look at any column, whatever the query asks for.
  ScanRequest one;
  one.columns = {"v"};
  HUDI_ASSERT_OK_AND_ASSIGN(scan, TableScan::Open(table.storage(), one));
  HUDI_ASSERT_OK_AND_ASSIGN(rows, Texts(*scan->Stream()));
  EXPECT_THAT(rows, ElementsAre("100", "3", "5", "60", "8"));
}

// Written to log files, read from them, and compacted.
TEST_F(RecordMergerTest, LogFilesAndCompactionAgree) {
  for (const char* version : {"6", "8", "9"}) {
    for (const char* compacts : {"false", "true"}) {
      std::filesystem::remove_all(Path());
      ConfigMap config = kWriteConfig;
      config["hoodie.datasource.write.table.type"] = "MERGE_ON_READ";
      config["hoodie.write.table.version"] = version;
      config["hoodie.compact.inline"] = compacts;
      config["hoodie.compact.inline.max.delta.commits"] = "1";
      if (config["hoodie.write.table.version"] == "6")
        config.erase("hoodie.write.record.merge.mode");
      for (const char* rows : kBatches) HUDI_ASSERT_OK(Upsert(rows, config));
      HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read());
      EXPECT_THAT(rows, ElementsAre("a,3,two", "b,60,three", "c,100,one", "d,8,three", "e,5,three"))
          << version << " " << compacts;
    }
  }
}

TEST_F(RecordMergerTest, RowsOfOneBatchAreCombinedToo) {
  HUDI_ASSERT_OK(Upsert(R"([["a",1,"x"],["a",2,"y"],["b",1,"x"]])", kWriteConfig));
  HUDI_ASSERT_OK(Upsert(R"([["a",4,"z"],["a",8,"z"]])", kWriteConfig));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read());
  EXPECT_THAT(rows, ElementsAre("a,15,z", "b,1,x"));
}

TEST_F(RecordMergerTest, APayloadClassMayBeRegistered) {
  for (const char* version : {"6", "8", "9"}) {
    std::filesystem::remove_all(Path());
    const ConfigMap config = {{"hoodie.write.table.version", version},
                              {"hoodie.datasource.write.recordkey.field", "id"},
                              {"hoodie.datasource.write.payload.class", kPayload}};
    HUDI_ASSERT_OK(Upsert(R"([["a",1,"x"]])", config));
    HUDI_ASSERT_OK(Upsert(R"([["a",2,"y"]])", config));
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read());
    EXPECT_THAT(rows, ElementsAre("a,3,y")) << version;
  }
}

// Named as 0.15 names it. Such a table keeps the strategy only if it is merge-on-read; a write into
// any other names it each time.
TEST_F(RecordMergerTest, Version6TakesAMergerByOption) {
  for (const char* type : {"COPY_ON_WRITE", "MERGE_ON_READ"}) {
    std::filesystem::remove_all(Path());
    const ConfigMap config = {{"hoodie.write.table.version", "6"},
                              {"hoodie.datasource.write.table.type", type},
                              {"hoodie.datasource.write.recordkey.field", "id"},
                              {"hoodie.datasource.write.record.merger.strategy", kStrategy},
                              {"hoodie.datasource.write.record.merger.impls", kClass}};
    for (const char* rows : kBatches) HUDI_ASSERT_OK(Upsert(rows, config));
    HUDI_ASSERT_OK_AND_ASSIGN(auto rows, Read());
    EXPECT_THAT(rows, ElementsAre("a,3,two", "b,60,three", "c,100,one", "d,8,three", "e,5,three"))
        << type;
    HUDI_ASSERT_OK(Upsert(R"([["a",10,"four"]])"));
    HUDI_ASSERT_OK_AND_ASSIGN(rows, Read());
    const bool is_kept = std::string_view(type) == "MERGE_ON_READ";
    EXPECT_EQ(rows[0], is_kept ? "a,13,four" : "a,10,four") << type;

    ConfigMap other = config;
    other["hoodie.datasource.write.record.merger.strategy"] =
        "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5";
    arrow::Status contradicted = Upsert(kBatches[0], other);
    if (is_kept) {
      EXPECT_THAT(contradicted,
                  FailsWith(ErrorCode::kConfigConflict, "hoodie.write.record.merge.strategy.id"));
    } else {
      EXPECT_TRUE(contradicted.ok()) << contradicted;
    }
    other["hoodie.datasource.write.record.merger.strategy"] = "unknown-strategy";
    EXPECT_THAT(Upsert(kBatches[0], other).ToString(), HasSubstr("unknown-strategy"));
  }
}

TEST_F(RecordMergerTest, WhatIsNotRegisteredIsRefusedByNameAndLeavesNoTrace) {
  ConfigMap config = kWriteConfig;
  config["hoodie.write.record.merge.strategy.id"] = "unknown-strategy";
  arrow::Status status = Upsert(kBatches[0], config);
  EXPECT_THAT(status, FailsWith(ErrorCode::kUnsupported, "hoodie.write.record.merge.strategy.id"));
  EXPECT_THAT(status.message(), HasSubstr("unknown-strategy"));
  EXPECT_THAT(status.message(), HasSubstr("hudi/record_merger.h"));
  config = kWriteConfig;
  config["hoodie.write.record.merge.custom.implementation.classes"] = "com.example.Unknown";
  EXPECT_THAT(Upsert(kBatches[0], config),
              FailsWith(ErrorCode::kUnsupported,
                        "hoodie.write.record.merge.custom.implementation.classes"));
  config = {{"hoodie.datasource.write.recordkey.field", "id"},
            {"hoodie.datasource.write.payload.class", "com.example.Unknown"}};
  EXPECT_THAT(Upsert(kBatches[0], config),
              FailsWith(ErrorCode::kUnsupported, "hoodie.datasource.write.payload.class"));
  EXPECT_FALSE(std::filesystem::exists(Path()));
}

TEST_F(RecordMergerTest, LogsOfATableWithAnUnknownStrategyAreNotRead) {
  TestTable table({{"hoodie.table.type", "MERGE_ON_READ"},
                   {"hoodie.record.merge.mode", "CUSTOM"},
                   {"hoodie.record.merge.strategy.id", "unknown-strategy"}});
  table.AddFile("", "g", "20250101000000000", TestTable::Rows(Columns(), kBatches[0]));
  table.Commit("20250101000000000", Columns());
  // Nothing is merged yet.
  HUDI_ASSERT_OK(TableScan::Open(table.storage(), {}));
  table.AddLog("", "g", "20250102000000000", TestTable::Rows(Columns(), kBatches[1]));
  table.Commit("20250102000000000", Columns());
  EXPECT_THAT(TableScan::Open(table.storage(), {}),
              FailsWith(ErrorCode::kUnsupported, "hoodie.record.merge.strategy.id"));
}

}  // namespace
}  // namespace hudi
