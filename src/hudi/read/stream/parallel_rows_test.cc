// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/parallel_rows.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <arrow/builder.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

constexpr int64_t kBatchBytes = sizeof(int64_t);

std::shared_ptr<arrow::Schema> Schema() {
  return arrow::schema({arrow::field("i", arrow::int64())});
}

// Source s gives `batches` batches of one row, with values s * 1000, s * 1000 + 1, ...; it fails at
// batch `fail_at`.
class Numbers : public arrow::RecordBatchReader {
 public:
  Numbers(int64_t first, int batches, int fail_at, std::atomic<int>* alive)
      : next_(first), left_(batches), fail_at_(fail_at), alive_(alive) {
    ++*alive_;
  }
  ~Numbers() override { --*alive_; }
  std::shared_ptr<arrow::Schema> schema() const override { return Schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (fail_at_-- == 0) return Fail(ErrorCode::kCorruptFile, "f", "broken");
    if (left_-- == 0) return arrow::Status::OK();
    arrow::Int64Builder builder;
    ARROW_RETURN_NOT_OK(builder.Append(next_++));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, builder.Finish());
    *batch = arrow::RecordBatch::Make(schema(), 1, {array});
    return arrow::Status::OK();
  }

 private:
  int64_t next_;
  int left_;
  int fail_at_;
  std::atomic<int>* alive_;
};

arrow::Status Drain(arrow::RecordBatchReader& rows, std::vector<int64_t>* values) {
  for (;;) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    values->push_back(static_cast<const arrow::Int64Array&>(*batch->column(0)).Value(0));
  }
}

struct ParallelCase {
  int threads;
  bool ordered;
  size_t sources;
  int64_t buffered;  // batches
};
class ParallelRowsTest : public testing::TestWithParam<ParallelCase> {
 protected:
  std::shared_ptr<arrow::RecordBatchReader> Open(int batches, int failing_source = -1,
                                                 int fail_at = -1) {
    ParallelRowsOptions options;
    options.threads = GetParam().threads;
    options.ordered = GetParam().ordered;
    options.buffered_bytes = GetParam().buffered * kBatchBytes;
    return ParallelRows(
        Schema(), GetParam().sources,
        [this, batches, failing_source,
         fail_at](size_t i) -> arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> {
          return std::make_shared<Numbers>(
              static_cast<int64_t>(i) * 1000, batches + static_cast<int>(i % 3),
              static_cast<int>(i) == failing_source ? fail_at : -1, &alive_);
        },
        options);
  }
  std::vector<int64_t> Expected(int batches) const {
    std::vector<int64_t> values;
    for (size_t i = 0; i < GetParam().sources; ++i) {
      for (int k = 0; k < batches + static_cast<int>(i % 3); ++k) {
        values.push_back(static_cast<int64_t>(i) * 1000 + k);
      }
    }
    return values;
  }
  std::atomic<int> alive_ = 0;
};

TEST_P(ParallelRowsTest, GivesEveryRowOnce) {
  for (int batches : {0, 1, 50}) {
    auto rows = Open(batches);
    std::vector<int64_t> values;
    HUDI_ASSERT_OK(Drain(*rows, &values));
    if (!GetParam().ordered) std::sort(values.begin(), values.end());
    EXPECT_EQ(values, Expected(batches));
    HUDI_ASSERT_OK(Drain(*rows, &values));  // stays at the end
    EXPECT_EQ(values.size(), Expected(batches).size());
  }
  EXPECT_EQ(alive_, 0);
}

TEST_P(ParallelRowsTest, EndsWithTheFailureOfASource) {
  if (GetParam().sources == 0) return;
  auto rows = Open(20, static_cast<int>(GetParam().sources) / 2, 7);
  std::vector<int64_t> values;
  EXPECT_THAT(Drain(*rows, &values), FailsWith(ErrorCode::kCorruptFile, "f"));
  EXPECT_THAT(Drain(*rows, &values), FailsWith(ErrorCode::kCorruptFile, "f"));
}

TEST_P(ParallelRowsTest, StopsItsThreadsWhenItIsDropped) {
  {
    auto rows = Open(100);
    std::shared_ptr<arrow::RecordBatch> batch;
    HUDI_ASSERT_OK(rows->ReadNext(&batch));
  }
  EXPECT_EQ(alive_, 0);
  { auto never_read = Open(100); }
  auto closed = Open(100);
  std::shared_ptr<arrow::RecordBatch> batch;
  HUDI_ASSERT_OK(closed->ReadNext(&batch));
  HUDI_ASSERT_OK(closed->Close());
  HUDI_ASSERT_OK(closed->ReadNext(&batch));
  EXPECT_EQ(batch, nullptr);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ParallelRowsTest,
    testing::Values(ParallelCase{1, false, 5, 8}, ParallelCase{4, false, 0, 8},
                    ParallelCase{4, false, 1, 8}, ParallelCase{4, false, 30, 8},
                    ParallelCase{4, true, 30, 8}, ParallelCase{8, true, 3, 1},
                    ParallelCase{3, true, 40, 1}, ParallelCase{3, false, 40, 1}),
    [](const auto& info) {
      const ParallelCase& c = info.param;
      return (c.ordered ? "Ordered" : "Unordered") + std::to_string(c.threads) + "Threads" +
             std::to_string(c.sources) + "Sources" + std::to_string(c.buffered) + "Buffered";
    });

TEST(ParallelRowsMemoryTest, ReadsNoFurtherAheadThanItMay) {
  std::atomic<int> produced = 0;
  class Counting : public arrow::RecordBatchReader {
   public:
    explicit Counting(std::atomic<int>* produced) : produced_(produced) {}
    std::shared_ptr<arrow::Schema> schema() const override { return Schema(); }
    arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
      ++*produced_;
      auto array = std::make_shared<arrow::Int64Array>(1, arrow::Buffer::FromString("8 bytes."));
      *batch = arrow::RecordBatch::Make(schema(), 1, {array});
      return arrow::Status::OK();
    }
    std::atomic<int>* produced_;
  };
  ParallelRowsOptions options;
  options.threads = 4;
  options.buffered_bytes = 5 * kBatchBytes;
  auto rows = ParallelRows(
      Schema(), 10,
      [&](size_t) -> arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> {
        return std::make_shared<Counting>(&produced);
      },
      options);
  std::shared_ptr<arrow::RecordBatch> batch;
  for (int i = 0; i < 20; ++i) HUDI_ASSERT_OK(rows->ReadNext(&batch));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LE(produced, 20 + 5 + 4);
}

}  // namespace
}  // namespace hudi
