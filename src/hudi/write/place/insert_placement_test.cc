// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/place/insert_placement.h"

#include <gmock/gmock.h>

namespace hudi {

bool operator==(const InsertShare& a, const InsertShare& b) {
  return a.slice == b.slice && a.rows == b.rows;
}

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FileSizingOptions Sizing() {
  FileSizingOptions sizing;
  sizing.max_file_size_bytes = 10240;
  sizing.small_file_limit_bytes = 8000;
  return sizing;
}

TEST(ShareInsertsTest, NewGroupsHoldWhatFitsIntoAFile) {
  // 10240 / 1024 = 10 rows a group: 35 rows need 4.
  EXPECT_THAT(ShareInserts(35, {}, 1024, Sizing()),
              ElementsAre(InsertShare{-1, 10}, InsertShare{-1, 10}, InsertShare{-1, 10},
                          InsertShare{-1, 5}));
}

TEST(ShareInsertsTest, FillsSmallFilesFirst) {
  // Room of 5120 / 1024 = 5 rows in the first; the second is at the limit; the third has room
  // for 2.
  EXPECT_THAT(ShareInserts(8, {{3, 5120}, {4, 8000}, {5, 7999}}, 1024, Sizing()),
              ElementsAre(InsertShare{3, 5}, InsertShare{5, 2}, InsertShare{-1, 1}));
}

TEST(ShareInsertsTest, LimitOfZeroTurnsSmallFilesOff) {
  FileSizingOptions sizing = Sizing();
  sizing.small_file_limit_bytes = 0;
  EXPECT_THAT(ShareInserts(3, {{3, 10}}, 1024, sizing), ElementsAre(InsertShare{-1, 3}));
}

TEST(ShareInsertsTest, FixedSplitCountsRows) {
  FileSizingOptions sizing = Sizing();
  sizing.insert_auto_split = false;
  sizing.insert_split_rows = 20;
  EXPECT_THAT(ShareInserts(35, {}, 1024, sizing),
              ElementsAre(InsertShare{-1, 20}, InsertShare{-1, 15}));
}

TEST(ShareInsertsTest, RowsLargerThanAFileGetAGroupEach) {
  EXPECT_THAT(ShareInserts(2, {}, 1 << 20, Sizing()),
              ElementsAre(InsertShare{-1, 1}, InsertShare{-1, 1}));
}

TEST(ShareInsertsTest, NothingToPlace) {
  EXPECT_THAT(ShareInserts(0, {{1, 10}}, 1, Sizing()), IsEmpty());
}

}  // namespace
}  // namespace hudi
