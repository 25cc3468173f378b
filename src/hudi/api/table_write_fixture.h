// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <arrow/table.h>

#include "hudi/api/table_write.h"
#include "hudi/base/testing.h"
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
