// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/row_spool.h"

#include <filesystem>

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Schema> TestSchema() {
  return arrow::schema({arrow::field("a", arrow::int64()), arrow::field("b", arrow::utf8())});
}

std::shared_ptr<arrow::RecordBatch> BatchOf(int64_t first) {
  arrow::Int64Builder a;
  arrow::StringBuilder b;
  for (int64_t i = first; i < first + 10; ++i) {
    EXPECT_TRUE(a.Append(i).ok());
    EXPECT_TRUE(b.Append("row " + std::to_string(i)).ok());
  }
  return arrow::RecordBatch::Make(TestSchema(), 10,
                                  {a.Finish().ValueOrDie(), b.Finish().ValueOrDie()});
}

void ExpectRowsBack(int64_t limit_bytes, bool want_spilled) {
  auto budget = std::make_shared<MemoryBudget>(limit_bytes);
  {
    auto spool = std::make_shared<RowSpool>(TestSchema(), budget, testing::TempDir());
    for (int64_t i = 0; i < 5; ++i) HUDI_ASSERT_OK(spool->Append(BatchOf(i * 10)));
    HUDI_ASSERT_OK(spool->Finish());
    EXPECT_EQ(spool->spilled(), want_spilled);
    EXPECT_EQ(spool->num_rows(), 50);
    std::shared_ptr<arrow::RecordBatchReader> reader = ReadSpool(spool);
    for (int64_t i = 0; i < 5; ++i) {
      std::shared_ptr<arrow::RecordBatch> batch;
      HUDI_ASSERT_OK(reader->ReadNext(&batch));
      ASSERT_NE(batch, nullptr);
      EXPECT_TRUE(batch->Equals(*BatchOf(i * 10)));
    }
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::RecordBatch> third, spool->ReadBatch(2));
    EXPECT_TRUE(third->Equals(*BatchOf(20)));
  }
  EXPECT_EQ(budget->used_bytes(), 0);
}

TEST(RowSpoolTest, KeepsRowsInMemoryWithinTheBudget) { ExpectRowsBack(1 << 20, false); }
TEST(RowSpoolTest, SpillsEverythingOverTheBudget) { ExpectRowsBack(500, true); }
TEST(RowSpoolTest, SpillsFromTheFirstRowWithNoBudget) { ExpectRowsBack(0, true); }

TEST(RowSpoolTest, NamesTheFolderItCannotWriteTo) {
  RowSpool spool(TestSchema(), std::make_shared<MemoryBudget>(0), "/nonexistent-folder");
  EXPECT_THAT(spool.Append(BatchOf(0)), FailsWith(ErrorCode::kStorage, "/nonexistent-folder"));
}

}  // namespace
}  // namespace hudi
