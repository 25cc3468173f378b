// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/key_table.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hudi {
namespace {

TEST(KeyTableTest, NumbersDistinctPairsInOrder) {
  KeyTable table;
  bool inserted = false;
  EXPECT_EQ(table.Insert(0, "a", &inserted), 0);
  EXPECT_TRUE(inserted);
  EXPECT_EQ(table.Insert(1, "a", &inserted), 1);
  EXPECT_TRUE(inserted);
  EXPECT_EQ(table.Insert(0, "a", &inserted), 0);
  EXPECT_FALSE(inserted);
  EXPECT_EQ(table.Find(1, "a"), 1);
  EXPECT_EQ(table.Find(2, "a"), KeyTable::kAbsent);
  EXPECT_EQ(table.Find(0, ""), KeyTable::kAbsent);
}

TEST(KeyTableTest, FindsEveryKeyAfterGrowing) {
  std::vector<std::string> keys;
  for (int i = 0; i < 10000; ++i) keys.push_back("key-" + std::to_string(i));
  KeyTable table;
  bool inserted = false;
  for (const std::string& key : keys) table.Insert(7, key, &inserted);
  EXPECT_EQ(table.size(), 10000);
  for (int i = 0; i < 10000; ++i) {
    EXPECT_EQ(table.Find(7, keys[static_cast<size_t>(i)]), i);
    EXPECT_EQ(table.key(i), keys[static_cast<size_t>(i)]);
  }
}

}  // namespace
}  // namespace hudi
