// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/row_sorter.h"

#include <algorithm>
#include <random>
#include <tuple>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using Row = std::tuple<std::string, std::string, int64_t>;

std::vector<Row> SortedBy(int64_t limit_bytes, const std::vector<Row>& rows) {
  auto schema = arrow::schema({arrow::field("p", arrow::utf8()), arrow::field("k", arrow::utf8()),
                               arrow::field("n", arrow::int64())});
  RowSorter sorter(schema, {0, 1}, std::make_shared<MemoryBudget>(limit_bytes), testing::TempDir());
  for (size_t begin = 0; begin < rows.size(); begin += 100) {
    arrow::StringBuilder p, k;
    arrow::Int64Builder n;
    size_t end = std::min(rows.size(), begin + 100);
    for (size_t i = begin; i < end; ++i) {
      EXPECT_TRUE(p.Append(std::get<0>(rows[i])).ok());
      EXPECT_TRUE(k.Append(std::get<1>(rows[i])).ok());
      EXPECT_TRUE(n.Append(std::get<2>(rows[i])).ok());
    }
    auto batch = arrow::RecordBatch::Make(
        schema, static_cast<int64_t>(end - begin),
        {p.Finish().ValueOrDie(), k.Finish().ValueOrDie(), n.Finish().ValueOrDie()});
    EXPECT_TRUE(sorter.Append(batch).ok());
  }
  std::vector<Row> sorted;
  arrow::Status status = sorter.Finish([&](const std::shared_ptr<arrow::RecordBatch>& batch) {
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      sorted.emplace_back(static_cast<const arrow::StringArray&>(*batch->column(0)).GetString(i),
                          static_cast<const arrow::StringArray&>(*batch->column(1)).GetString(i),
                          static_cast<const arrow::Int64Array&>(*batch->column(2)).Value(i));
    }
    return arrow::Status::OK();
  });
  EXPECT_TRUE(status.ok()) << status;
  return sorted;
}

TEST(RowSorterTest, SortsStablyInMemoryAndThroughRuns) {
  std::mt19937 random(7);
  std::vector<Row> rows;
  for (int64_t i = 0; i < 5000; ++i) {
    rows.emplace_back("p" + std::to_string(random() % 5), "k" + std::to_string(random() % 400), i);
  }
  // The number tells equal rows apart and follows the input, so a plain sort is the stable one.
  std::vector<Row> want = rows;
  std::sort(want.begin(), want.end());
  EXPECT_EQ(SortedBy(1 << 30, rows), want);
  EXPECT_EQ(SortedBy(20000, rows), want);
  EXPECT_EQ(SortedBy(0, rows), want);
}

TEST(RowSorterTest, NoRowsGiveNoBatches) { EXPECT_TRUE(SortedBy(1000, {}).empty()); }

}  // namespace
}  // namespace hudi
