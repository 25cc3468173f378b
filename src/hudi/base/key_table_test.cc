// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/key_table.h"

#include <string>
#include <vector>

#include <arrow/builder.h>
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

TEST(KeyTableTest, FindsManyKeysInTheirOrder) {
  std::vector<std::string> texts;
  for (int i = 0; i < 3000; ++i) texts.push_back("key-" + std::to_string(i));
  KeyTable table;
  bool inserted = false;
  for (int i = 0; i < 3000; i += 3) table.Insert(7, texts[static_cast<size_t>(i)], &inserted);
  arrow::StringBuilder asked;
  for (int i = 2999; i >= 0; --i) ASSERT_TRUE(asked.Append(texts[static_cast<size_t>(i)]).ok());
  std::shared_ptr<arrow::Array> keys = *asked.Finish();
  std::vector<std::pair<int64_t, int64_t>> found;
  auto add = [&](int64_t row, int64_t number) { found.emplace_back(row, number); };
  table.FindEach(7, static_cast<const arrow::StringArray&>(*keys), add);
  ASSERT_EQ(found.size(), 1000);
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(found[static_cast<size_t>(i)], std::make_pair(2 + 3 * i, 999 - i));
  }
  found.clear();
  table.FindEach(8, static_cast<const arrow::StringArray&>(*keys), add);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace hudi
