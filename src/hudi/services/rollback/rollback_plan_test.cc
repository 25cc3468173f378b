// SPDX-License-Identifier: Apache-2.0
#include "hudi/services/rollback/rollback_plan.h"

#include <fmt/format.h>

#include "hudi/base/testing.h"
#include "hudi/format/log/block.h"
#include "hudi/timeline/temporary_table.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kBase[] = "20240101000000000";
constexpr char kFailed[] = "20240102000000000";

std::string BlockOf(const std::string& instant) {
  return log::EncodeBlock(log::BlockType::kDelete, {{log::HeaderKey::kInstantTime, instant}}, "x");
}

class FindFailedFilesTest : public testing::Test {
 protected:
  FindFailedFilesTest() {
    table_.Write("p/.hoodie_partition_metadata");
    failed_.requested = kFailed;
    failed_.action = Action::kDeltaCommit;
    failed_.state = InstantState::kInflight;
    layout1_.version = 1;
  }
  std::string Log(const std::string& file_id, const std::string& instant, int version) {
    return fmt::format("p/.{}_{}.log.{}_0-1-2", file_id, instant, version);
  }

  std::string Base(std::string_view instant) {
    return fmt::format("p/g-0_0-1-2_{}.parquet", instant);
  }

  TemporaryTable table_;
  Instant failed_;
  TimelineLayout layout1_;
};

TEST_F(FindFailedFilesTest, FromVersion8OnNamesTellAll) {
  table_.Write(Log("f-0", kFailed, 1), BlockOf(kFailed));
  table_.Write(Log("f-0", kFailed, 2), BlockOf(kFailed));
  table_.Write(Log("f-0", kBase, 1), BlockOf(kBase));
  table_.Write(Base(kFailed));
  table_.Write(Base(kBase));
  HUDI_ASSERT_OK_AND_ASSIGN(auto found, FindFailedFiles(*table_.storage(), {}, failed_));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].files,
              ElementsAre(Log("f-0", kFailed, 1), Log("f-0", kFailed, 2), Base(kFailed)));
  EXPECT_THAT(found[0].logs, IsEmpty());
}

struct MarkerCase {
  const char* label;
  const char* marker;  ///< null: no markers at all
  bool found;
};
class Version6Test : public FindFailedFilesTest, public testing::WithParamInterface<MarkerCase> {};

TEST_P(Version6Test, FindsTheSlicesThatWereAppendedTo) {
  const MarkerCase& c = GetParam();
  table_.Write(Log("f-0", kBase, 1), BlockOf(kBase));
  table_.Write(Log("f-0", kBase, 2), BlockOf(kFailed));
  table_.Write(Log("other-0", kBase, 1), BlockOf(kBase));
  if (c.marker != nullptr) {
    table_.Write(fmt::format(".hoodie/.temp/{}/{}", kFailed, c.marker));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(auto found, FindFailedFiles(*table_.storage(), layout1_, failed_));
  if (!c.found) {
    EXPECT_THAT(found, IsEmpty());
    return;
  }
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].files, IsEmpty());
  ASSERT_THAT(found[0].logs, SizeIs(1));
  EXPECT_EQ(found[0].logs[0].path, Log("f-0", kBase, 2));
  EXPECT_EQ(found[0].logs[0].base_instant, kBase);
  EXPECT_EQ(found[0].logs[0].command_path, fmt::format("p/.f-0_{}.log.3_1-0-1", kBase));
}

INSTANTIATE_TEST_SUITE_P(
    Markers, Version6Test,
    testing::Values(
        MarkerCase{"OfTheLogFile", "p/.f-0_20240101000000000.log.2_0-1-2.marker.APPEND", true},
        MarkerCase{"OfTheBaseFile", "p/f-0_0-1-2_20240101000000000.parquet.marker.APPEND", true},
        MarkerCase{"Absent", nullptr, true},
        MarkerCase{"OfAFileThatNeverCame", "p/.f-0_20240101000000000.log.7_0-1-2.marker.APPEND",
                   false}),
    [](const auto& info) { return std::string(info.param.label); });

TEST_F(FindFailedFilesTest, ASliceThatBeganWithTheInstantIsDeletedInVersion6Too) {
  table_.Write(Log("f-0", kFailed, 1), BlockOf(kFailed));
  HUDI_ASSERT_OK_AND_ASSIGN(auto found, FindFailedFiles(*table_.storage(), layout1_, failed_));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].files, ElementsAre(Log("f-0", kFailed, 1)));
}

}  // namespace
}  // namespace hudi
