// SPDX-License-Identifier: Apache-2.0
// Changes of columns on whole tables, with a fault at every storage call.
#include "hudi/schema_change.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/api/table_write.h"
#include "hudi/base/testing.h"
#include "hudi/table_info.h"
#include "hudi/table_reader.h"

namespace hudi {
namespace {

namespace fs = std::filesystem;

struct TableKind {
  int version;
  const char* type;
};

class ChangeSchemaTest : public testing::TestWithParam<TableKind> {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "hudi-schema-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    path_ = root_ + "/t";
  }
  void TearDown() override { fs::remove_all(root_); }

  WriteOptions Options(const std::string& operation) const {
    WriteOptions options;
    options.config = {{"hoodie.datasource.write.operation", operation},
                      {"hoodie.table.name", "t"},
                      {"hoodie.datasource.write.recordkey.field", "id"},
                      {"hoodie.datasource.write.precombine.field", "ts"},
                      {"hoodie.datasource.write.table.type", GetParam().type},
                      {"hoodie.compact.inline", "false"},
                      {"hoodie.write.table.version", std::to_string(GetParam().version)}};
    options.threads = 1;
    return options;
  }

  arrow::Status Write(const arrow::FieldVector& fields, const std::string& json) const {
    auto schema = arrow::schema(fields);
    auto array = *arrow::json::ArrayFromJSONString(arrow::struct_(fields), json);
    auto rows = *arrow::RecordBatchReader::Make({*arrow::RecordBatch::FromStructArray(array)});
    return WriteTable(path_, rows, Options("upsert")).status();
  }

  static SchemaChange Rename(std::string column, std::string name) {
    SchemaChange change;
    change.kind = SchemaChange::Kind::kRename;
    change.column = std::move(column);
    change.new_name = std::move(name);
    return change;
  }

  std::string Rows() const {
    auto reader = TableReader::Open(path_, {});
    if (!reader.ok()) return reader.status().ToString();
    auto table = (*(*reader)->Scan())->ToTable();
    if (!table.ok()) return table.status().ToString();
    std::string text;
    for (const auto& name : (*table)->ColumnNames()) text += name + ":";
    std::vector<std::string> lines;
    for (int64_t row = 0; row < (*table)->num_rows(); ++row) {
      std::string line;
      for (const auto& column : (*table)->columns()) {
        line += " " + (*column->GetScalar(row))->ToString();
      }
      lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    for (const std::string& line : lines) text += line + ";";
    return text;
  }

  arrow::FieldVector Columns(const char* name) const {
    return {arrow::field("id", arrow::utf8()), arrow::field(name, arrow::utf8()),
            arrow::field("ts", arrow::int64())};
  }

  std::string root_, path_;
};

TEST_P(ChangeSchemaTest, RenamesOverFilesAndLogs) {
  ASSERT_TRUE(Write(Columns("a"), R"([{"id":"1","a":"x","ts":1},{"id":"2","a":"y","ts":1}])").ok());
  ASSERT_TRUE(Write(Columns("a"), R"([{"id":"1","a":"xx","ts":2}])").ok());
  auto changed = ChangeSchema(path_, {Rename("a", "b")}, Options("upsert"));
  ASSERT_TRUE(changed.ok()) << changed.status();
  EXPECT_EQ(changed->action,
            std::string(GetParam().type) == "MERGE_ON_READ" ? "deltacommit" : "commit");
  EXPECT_EQ(Rows(), "id:b:ts: 1 xx 2; 2 y 1;");
  ASSERT_TRUE(Write(Columns("b"), R"([{"id":"2","b":"yy","ts":2}])").ok());
  EXPECT_EQ(Rows(), "id:b:ts: 1 xx 2; 2 yy 2;");
  // The last commit tells other engines what the columns are.
  TableInfo info = *DescribeTable(path_);
  EXPECT_THAT(info.schema->field_names(), testing::ElementsAre("id", "b", "ts"));
}

TEST_P(ChangeSchemaTest, TravelsToWhatColumnsWereCalledThen) {
  ASSERT_TRUE(Write(Columns("a"), R"([{"id":"1","a":"x","ts":1}])").ok());
  std::string before = (*ListTimeline(path_, false)).back().begin;
  auto changed = ChangeSchema(path_, {Rename("a", "b")}, Options("upsert"));
  ASSERT_TRUE(changed.ok()) << changed.status();
  ReadOptions options;
  options.as_of = before;
  auto reader = TableReader::Open(path_, options);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_THAT((*reader)->schema()->field_names(), testing::ElementsAre("id", "a", "ts"));
  options.as_of = changed->instant;
  reader = TableReader::Open(path_, options);
  ASSERT_TRUE(reader.ok()) << reader.status();
  auto table = (*(*reader)->Scan())->ToTable();
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*(*table)->GetColumnByName("b")->GetScalar(0))->ToString(), "x");
}

TEST_P(ChangeSchemaTest, LeavesTheTableAloneWhenAChangeIsRefused) {
  ASSERT_TRUE(Write(Columns("a"), R"([{"id":"1","a":"x","ts":1}])").ok());
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) files += entry.exists();
  EXPECT_THAT(ChangeSchema(path_, {Rename("a", "b"), Rename("id", "k")}, Options("upsert")),
              FailsWith(ErrorCode::kInvalidSchema, "id"));
  size_t after = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) after += entry.exists();
  EXPECT_EQ(files, after);
  EXPECT_EQ(Rows(), "id:a:ts: 1 x 1;");
  EXPECT_THAT(ChangeSchema(root_ + "/none", {Rename("a", "b")}, Options("upsert")),
              FailsWith(ErrorCode::kNotATable));
}

TEST_P(ChangeSchemaTest, IsDoneOrNotDoneWhateverStorageCallFails) {
  const std::string old_rows = "id:a:ts: 1 x 1;";
  const std::string new_rows = "id:b:ts: 1 x 1;";
  bool failed = true;
  for (int at = 1; failed; ++at) {
    SCOPED_TRACE("storage call " + std::to_string(at));
    fs::remove_all(path_);
    ASSERT_TRUE(Write(Columns("a"), R"([{"id":"1","a":"x","ts":1}])").ok());
    auto storage = *Storage::Open(path_);
    std::atomic<int> calls = 0;
    storage->set_hook([&](StorageCall, std::string_view) {
      return ++calls == at ? arrow::Status::IOError("fault") : arrow::Status::OK();
    });
    std::vector<SchemaChange> changes = {Rename("a", "b")};
    WriteOptions options = Options("insert");
    arrow::Result<WriteResult> done = [&] {
      TableWrite write(storage, options, "t");
      write.set_schema_changes(changes);
      return write.Run([] { return std::shared_ptr<arrow::RecordBatchReader>(); });
    }();
    failed = !done.ok();
    storage->set_hook(nullptr);
    const std::string rows = Rows();
    EXPECT_TRUE(rows == old_rows || rows == new_rows) << rows;
    if (!failed) {
      EXPECT_EQ(rows, new_rows);
    }
    // The next write cleans up and goes on.
    const char* name = rows == new_rows ? "b" : "a";
    ASSERT_TRUE(
        Write(Columns(name), std::string(R"([{"id":"2",")") + name + R"(":"y","ts":1}])").ok());
    EXPECT_EQ(Rows(), std::string("id:") + name + ":ts: 1 x 1; 2 y 1;");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tables, ChangeSchemaTest,
    testing::Values(TableKind{6, "COPY_ON_WRITE"}, TableKind{6, "MERGE_ON_READ"},
                    TableKind{8, "COPY_ON_WRITE"}, TableKind{8, "MERGE_ON_READ"},
                    TableKind{9, "COPY_ON_WRITE"}, TableKind{9, "MERGE_ON_READ"}),
    [](const auto& info) {
      return std::string(info.param.type).substr(0, 1) + "Version" +
             std::to_string(info.param.version);
    });

}  // namespace
}  // namespace hudi
