// SPDX-License-Identifier: Apache-2.0
// What a copy-on-write upsert makes of a base file: which stored rows it meets, commit times, bloom
// filter and key range.

#include <map>
#include <set>
#include <string>
#include <vector>

#include <arrow/io/file.h>

#include "hudi/api/table_write_fixture.h"
#include "hudi/format/bloom/bloom_filter.h"
#include "hudi/format/parquet/base_file_reader.h"
#include "hudi/format/parquet/base_file_writer.h"
#include "hudi/table_info.h"

namespace hudi {
namespace {

class RewrittenFileTest : public TableWriteTest {
 protected:
  std::vector<Order> Orders(int begin, int end, int64_t value) {
    std::vector<Order> orders;
    for (int i = begin; i < end; ++i) {
      char id[32];
      std::snprintf(id, sizeof id, "k%05d", i);
      orders.push_back({id, "p", value, value});
    }
    return orders;
  }

  /// The table's only base file.
  std::shared_ptr<BaseFileReader> File() {
    std::vector<FileInfo> files = ListTableFiles(Path(), true, false).ValueOrDie();
    EXPECT_EQ(files.size(), 1u);
    std::string path = Path() + "/" + files.at(0).path;
    auto file = arrow::io::ReadableFile::Open(path).ValueOrDie();
    return BaseFileReader::Open(file, path).ValueOrDie();
  }
  std::map<std::string, std::string> Footer() { return File()->footer(); }

  static size_t NumMissing(const std::map<std::string, std::string>& footer,
                           const std::vector<Order>& orders) {
    BloomFilter filter = BloomFilter::Parse(footer.at(kFooterBloomFilter), "", "f").ValueOrDie();
    size_t missing = 0;
    for (const Order& order : orders) missing += filter.MightContain(order.id) ? 0 : 1;
    return missing;
  }
};

TEST_F(RewrittenFileTest, FewNewKeysExtendFilterAndRange) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(1000, 5000, 1)));
  std::map<std::string, std::string> before = Footer();
  std::vector<Order> changed = Orders(4900, 5100, 2);
  changed.push_back(Orders(7, 8, 2)[0]);
  HUDI_ASSERT_OK(Write(Path(), "upsert", changed));
  std::map<std::string, std::string> after = Footer();
  EXPECT_EQ(after[kFooterBloomFilter].size(), before[kFooterBloomFilter].size());
  EXPECT_EQ(NumMissing(after, Orders(1000, 5100, 0)), 0u);
  EXPECT_EQ(NumMissing(after, Orders(7, 8, 0)), 0u);
  EXPECT_GT(NumMissing(after, Orders(6000, 7000, 0)), 990u);
  EXPECT_EQ(after[kFooterMinRecordKey], "k00007");
  EXPECT_EQ(after[kFooterMaxRecordKey], "k05099");
}

TEST_F(RewrittenFileTest, ManyNewKeysGetAFilterOfTheirSize) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(0, 1000, 1)));
  std::map<std::string, std::string> before = Footer();
  HUDI_ASSERT_OK(Write(Path(), "upsert", Orders(500, 4000, 2)));
  std::map<std::string, std::string> after = Footer();
  EXPECT_GT(after[kFooterBloomFilter].size(), 3 * before[kFooterBloomFilter].size());
  EXPECT_EQ(NumMissing(after, Orders(0, 4000, 0)), 0u);
  EXPECT_GT(NumMissing(after, Orders(5000, 6000, 0)), 990u);
}

// 100,000 keys at 43.1 bits each, in base64.
TEST_F(RewrittenFileTest, FiltersOfManyKeysHaveABound) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(0, 99000, 1)));
  EXPECT_EQ(Footer()[kFooterBloomFilter].size() / 1000, 718u);
  HUDI_ASSERT_OK(Write(Path(), "upsert", Orders(90000, 150000, 2)));
  EXPECT_EQ(Footer()[kFooterBloomFilter].size() / 1000, 718u);
  EXPECT_EQ(NumMissing(Footer(), Orders(0, 150000, 0)), 0u);
  EXPECT_GT(NumMissing(Footer(), Orders(200000, 201000, 0)), 980u);
  HUDI_ASSERT_OK(Write(Path(), "upsert", Orders(0, 1, 3),
                       {{"hoodie.bloom.index.filter.dynamic.max.entries", "1000"},
                        {"hoodie.index.bloom.num_entries", "500"},
                        {"hoodie.parquet.bloom.filter.enabled", "true"}}));
  EXPECT_EQ(NumMissing(Footer(), Orders(0, 150000, 0)), 0u);
}

TEST_F(RewrittenFileTest, RowGroupsAreSmallEnoughToShareOut) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(0, 131073, 1)));
  EXPECT_EQ(File()->num_row_groups(), 2);
  HUDI_ASSERT_OK(
      Write(Path(), "upsert", Orders(0, 1, 2), {{"hoodie.parquet.block.size", "134217728"}}));
  EXPECT_EQ(File()->num_row_groups(), 1);
}

TEST_F(RewrittenFileTest, DeletedKeysLeaveFilterAndRange) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(0, 2000, 1)));
  std::vector<Order> changed = Orders(1990, 2000, 2);
  for (Order& order : changed) order.deleted = true;
  HUDI_ASSERT_OK(Write(Path(), "upsert", changed));
  std::map<std::string, std::string> after = Footer();
  EXPECT_EQ(after[kFooterMaxRecordKey], "k01989");
  EXPECT_EQ(NumMissing(after, Orders(0, 1990, 0)), 0u);
  EXPECT_EQ(NumMissing(after, Orders(1990, 2000, 0)), 10u);
}

TEST_F(RewrittenFileTest, OlderRowsFailIfAskedToAndLeaveNothing) {
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", Orders(0, 100, 5)));
  std::vector<Order> changed = Orders(10, 20, 6);
  changed.push_back(Orders(30, 31, 4)[0]);
  const Contents before = Read(Path());
  const size_t num_instants = ListTimeline(Path(), false).ValueOrDie().size();
  WriteOptions options;
  options.fail_on_older_rows = true;
  EXPECT_THAT(Write(Path(), "upsert", changed, {}, options).status(),
              FailsWith(ErrorCode::kInvalidRow, "k00030"));
  EXPECT_EQ(Read(Path()), before);
  EXPECT_EQ(ListTimeline(Path(), false).ValueOrDie().size(), num_instants);
  // Equal ordering values let the newer row win.
  changed.back() = Orders(30, 31, 5)[0];
  HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result, Write(Path(), "upsert", changed, {}, options));
  EXPECT_EQ(result.updated, 11);
}

TEST_F(RewrittenFileTest, MergeOnReadCannotFailForOlderRows) {
  WriteOptions options;
  options.fail_on_older_rows = true;
  EXPECT_THAT(Write(Path(), "upsert", Orders(0, 2, 5),
                    {{"hoodie.datasource.write.table.type", "MERGE_ON_READ"}}, options)
                  .status(),
              FailsWith(ErrorCode::kUnsupported, "fail_on_older_rows"));
}

TEST_F(RewrittenFileTest, EveryStoredRowOfAKeyIsMet) {
  std::vector<Order> orders = Orders(0, 100, 1);
  orders.push_back(orders[42]);
  orders.push_back(orders[42]);
  HUDI_ASSERT_OK(Write(Path(), "bulk_insert", orders, {{"hoodie.combine.before.insert", "false"}}));
  for (int64_t limit : {int64_t{0}, int64_t{20000}}) {
    WriteOptions options;
    options.memory_limit_bytes = limit;
    int64_t value = limit + 2;
    HUDI_ASSERT_OK(Write(Path(), "upsert", Orders(42, 43, value), {}, options));
    Contents rows = Read(Path());
    EXPECT_EQ(rows.size(), 102u);
    EXPECT_EQ(rows.count("k00042"), 3u);
    for (auto [it, end] = rows.equal_range("k00042"); it != end; ++it) {
      EXPECT_EQ(std::get<1>(it->second), value);
    }
  }
}

// A file with rows of one, two and three commits; more rows than one batch of the rewrite holds.
TEST_F(RewrittenFileTest, RowsKeepTheCommitThatWroteThem) {
  std::map<int64_t, std::string> instants;  // by value
  const std::vector<std::vector<Order>> writes = {Orders(0, 40000, 1), Orders(30000, 30010, 2),
                                                  Orders(100, 200, 3), Orders(150, 40100, 4)};
  for (const std::vector<Order>& orders : writes) {
    HUDI_ASSERT_OK_AND_ASSIGN(WriteResult result,
                              Write(Path(), instants.empty() ? "bulk_insert" : "upsert", orders));
    instants[orders[0].value] = result.instant;
    ReadOptions options;
    options.columns = {"_hoodie_commit_time",
                       "_hoodie_commit_seqno",
                       "_hoodie_partition_path",
                       "_hoodie_file_name",
                       "part",
                       "value"};
    HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<TableReader> reader,
                              TableReader::Open(Path(), options));
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::RecordBatchReader> rows, reader->Scan());
    std::vector<FileInfo> files = ListTableFiles(Path(), true, false).ValueOrDie();
    std::set<std::string> sequence_numbers;
    std::shared_ptr<arrow::RecordBatch> batch;
    while (rows->ReadNext(&batch).ok() && batch != nullptr) {
      auto text = [&](int c, int64_t i) {
        return static_cast<const arrow::StringArray&>(*batch->column(c)).GetString(i);
      };
      for (int64_t i = 0; i < batch->num_rows(); ++i) {
        int64_t value = static_cast<const arrow::Int64Array&>(*batch->column(5)).Value(i);
        ASSERT_EQ(text(0, i), instants[value]);
        ASSERT_EQ(text(1, i).rfind(instants[value] + "_", 0), 0u);
        ASSERT_TRUE(sequence_numbers.insert(text(1, i)).second);
        ASSERT_EQ(text(2, i), "p");
        ASSERT_EQ("p/" + text(3, i), files.at(0).path);
        ASSERT_EQ(text(4, i), "p");
      }
    }
    EXPECT_GE(sequence_numbers.size(), 40000u);
  }
}

}  // namespace
}  // namespace hudi
