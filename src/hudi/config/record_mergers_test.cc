// SPDX-License-Identifier: Apache-2.0
#include "hudi/config/record_mergers.h"

#include "hudi/base/testing.h"

namespace hudi {
namespace {

class NoMerger : public RecordMerger {
 public:
  arrow::Result<MergedRecords> Merge(const std::shared_ptr<arrow::RecordBatch>&,
                                     const std::shared_ptr<arrow::RecordBatch>&) const override {
    return arrow::Status::NotImplemented("");
  }
};

TEST(RecordMergersTest, FindsAMergerByItsNames) {
  auto merger = std::make_shared<NoMerger>();
  HUDI_ASSERT_OK(RegisterRecordMerger({"config-test-id", {"test.A", "test.B"}}, merger));
  EXPECT_EQ(FindMergerOfStrategy("config-test-id"), merger);
  EXPECT_EQ(FindMergerOfClass("test.A"), merger);
  EXPECT_EQ(FindMergerOfClass("test.B"), merger);
  EXPECT_EQ(FindMergerOfStrategy("test.A"), nullptr);
  EXPECT_EQ(FindMergerOfClass("config-test-id"), nullptr);
}

TEST(RecordMergersTest, TheLastOneOfANameCounts) {
  auto second = std::make_shared<NoMerger>();
  HUDI_ASSERT_OK(RegisterRecordMerger({"", {"test.C"}}, std::make_shared<NoMerger>()));
  HUDI_ASSERT_OK(RegisterRecordMerger({"", {"test.C"}}, second));
  EXPECT_EQ(FindMergerOfClass("test.C"), second);
}

TEST(RecordMergersTest, RefusesNamesThatMeanSomethingElse) {
  auto merger = std::make_shared<NoMerger>();
  EXPECT_THAT(RegisterRecordMerger({}, merger), FailsWith(ErrorCode::kInvalidArgument));
  EXPECT_THAT(RegisterRecordMerger({"id", {}}, nullptr), FailsWith(ErrorCode::kInvalidArgument));
  EXPECT_THAT(RegisterRecordMerger({"", {""}}, merger), FailsWith(ErrorCode::kInvalidArgument));
  EXPECT_THAT(RegisterRecordMerger({"eeb8d96f-b1e4-49fd-bbf8-28ac514178e5", {}}, merger),
              FailsWith(ErrorCode::kInvalidArgument));
  const char* hudis = "org.apache.hudi.common.model.DefaultHoodieRecordPayload";
  EXPECT_THAT(RegisterRecordMerger({"", {hudis}}, merger),
              FailsWith(ErrorCode::kInvalidArgument, hudis));
}

TEST(RecordMergersTest, ChecksListsOfClasses) {
  HUDI_ASSERT_OK(RegisterRecordMerger({"", {"test.D"}}, std::make_shared<NoMerger>()));
  HUDI_ASSERT_OK(CheckMergerClasses(""));
  HUDI_ASSERT_OK(CheckMergerClasses("org.apache.hudi.common.model.HoodieAvroRecordMerger, test.D"));
  EXPECT_THAT(CheckMergerClasses("test.D,test.Unknown"),
              FailsWith(ErrorCode::kUnsupported, kMergerClassesKey));
}

}  // namespace
}  // namespace hudi
