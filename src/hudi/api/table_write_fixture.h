// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <arrow/table.h>

#include "hudi/api/table_write.h"
#include "hudi/base/testing.h"
#include "hudi/slices/file_name.h"
#include "hudi/table_reader.h"

namespace hudi {

struct Order {
  std::string id;
  std::string part;
  int64_t value;
  int64_t ts;
  bool deleted = false;
};

/// id -> (partition path, value, ts)
using Contents = std::multimap<std::string, std::tuple<std::string, int64_t, int64_t>>;

inline std::shared_ptr<arrow::RecordBatchReader> RowsOf(const std::vector<Order>& orders) {
  std::shared_ptr<arrow::Schema> schema =
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("part", arrow::utf8()),
                     arrow::field("value", arrow::int64()), arrow::field("ts", arrow::int64()),
                     arrow::field("_hoodie_is_deleted", arrow::boolean())});
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (size_t begin = 0; begin < orders.size(); begin += 1000) {
    arrow::StringBuilder id, part;
    arrow::Int64Builder value, ts;
    arrow::BooleanBuilder deleted;
    size_t end = std::min(orders.size(), begin + 1000);
    for (size_t i = begin; i < end; ++i) {
      EXPECT_TRUE(id.Append(orders[i].id).ok());
      EXPECT_TRUE(part.Append(orders[i].part).ok());
      EXPECT_TRUE(value.Append(orders[i].value).ok());
      EXPECT_TRUE(ts.Append(orders[i].ts).ok());
      EXPECT_TRUE(deleted.Append(orders[i].deleted).ok());
    }
    batches.push_back(arrow::RecordBatch::Make(
        schema, static_cast<int64_t>(end - begin),
        {id.Finish().ValueOrDie(), part.Finish().ValueOrDie(), value.Finish().ValueOrDie(),
         ts.Finish().ValueOrDie(), deleted.Finish().ValueOrDie()}));
  }
  return arrow::RecordBatchReader::Make(batches, schema).ValueOrDie();
}

/// The rows of these columns (none: all that a read gives) as sorted text; empty for a path that
/// holds no table.
inline arrow::Result<std::multiset<std::string>> RowTexts(const std::string& path,
                                                          std::vector<std::string> columns = {}) {
  std::multiset<std::string> rows;
  ReadOptions read;
  read.columns = std::move(columns);
  arrow::Result<std::unique_ptr<TableReader>> opened = TableReader::Open(path, read);
  if (CodeOf(opened.status()) == ErrorCode::kNotATable) return rows;
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<TableReader> reader, std::move(opened));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> scan, reader->Scan());
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Table> table, scan->ToTable());
  for (int64_t i = 0; i < table->num_rows(); ++i) {
    std::string row;
    for (const std::shared_ptr<arrow::ChunkedArray>& column : table->columns()) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> value, column->GetScalar(i));
      row += value->ToString() + "|";
    }
    rows.insert(row);
  }
  return rows;
}

/// Base files on storage whose instant is not completed, and log files of version 8 and later.
inline std::vector<std::string> OrphanFiles(const std::string& path) {
  std::set<std::string> completed;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    std::string name = entry.path().filename().string();
    bool is_data = entry.path().string().find("/.hoodie/") == std::string::npos &&
                   (entry.path().extension() == ".parquet" || LooksLikeLogFile(name));
    if (is_data) files.push_back(name);
    if (name.ends_with("commit")) completed.insert(name.substr(0, name.find_first_of("_.")));
  }
  std::vector<std::string> orphans;
  for (const std::string& file : files) {
    // Log files of version 6 carry the instant of their slice, which is completed.
    std::string instant = LooksLikeLogFile(file) ? ParseLogFileName(file).ValueOrDie().instant
                                                 : ParseBaseFileName(file).ValueOrDie().instant;
    if (completed.count(instant) == 0) orphans.push_back(file);
  }
  return orphans;
}

class TableWriteTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/write-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name = "t") const { return directory_ + "/" + name; }

  arrow::Result<WriteResult> Write(const std::string& path, const std::string& operation,
                                   const std::vector<Order>& orders,
                                   std::map<std::string, std::string> config = {},
                                   WriteOptions options = {}) {
    options.config = std::move(config);
    options.config.insert({{"hoodie.datasource.write.operation", operation},
                           {"hoodie.datasource.write.recordkey.field", "id"},
                           {"hoodie.datasource.write.partitionpath.field", "part"},
                           {"hoodie.datasource.write.precombine.field", "ts"}});
    options.on_notice = [this](std::string_view notice) { notices_.emplace_back(notice); };
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<Storage> storage, Storage::Open(path));
    storage->set_flush(false);
    return TableWrite(storage, options, "t").Run([&]() { return RowsOf(orders); });
  }

  Contents Read(const std::string& path) {
    ReadOptions options;
    options.columns = {"_hoodie_record_key", "_hoodie_partition_path", "value", "ts"};
    Contents contents;
    arrow::Result<std::unique_ptr<TableReader>> reader = TableReader::Open(path, options);
    EXPECT_TRUE(reader.ok()) << reader.status();
    if (!reader.ok()) return contents;
    auto table = (*reader)->Scan().ValueOrDie()->ToTable();
    EXPECT_TRUE(table.ok()) << table.status();
    arrow::TableBatchReader batches(**table);
    std::shared_ptr<arrow::RecordBatch> batch;
    while (batches.ReadNext(&batch).ok() && batch != nullptr) {
      const auto& id = static_cast<const arrow::StringArray&>(*batch->column(0));
      const auto& part = static_cast<const arrow::StringArray&>(*batch->column(1));
      const auto& value = static_cast<const arrow::Int64Array&>(*batch->column(2));
      const auto& ts = static_cast<const arrow::Int64Array&>(*batch->column(3));
      for (int64_t i = 0; i < batch->num_rows(); ++i) {
        contents.emplace(id.GetString(i),
                         std::make_tuple(part.GetString(i), value.Value(i), ts.Value(i)));
      }
    }
    return contents;
  }

  std::string directory_;
  std::vector<std::string> notices_;
};

}  // namespace hudi
