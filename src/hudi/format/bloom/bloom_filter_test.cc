// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/bloom/bloom_filter.h"

#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/base/text.h"

namespace hudi {
namespace {

// The filter that the reference (1.0.2) wrote for these five keys with 50 entries at 1e-9.
constexpr char kNonAsciiFilter[] =
    "/////wAAAB4BAAAIbYAAAJaAAAAAAAgAgAICAAAAAQAAAEAIAQAAAAAADAICBBAgAQAAAAAEAAAggJAAAIAAAgoAIAEA"
    "AgAAAAABAIAAAQAAAAAAEAAAAEAAABAgCABAAAAAgDdAQAAUAAAAQQQAAASAACBAAAQAAQAAQUBAACAQAAAAgcAAAAAA"
    "gABCQFCAAAAQAAAIEAAAAQAAABAAACBAAAIAAAAAAAACGIAQAAAAAAABAAIAAAhAAAgmQAAAAICAAAAQAAAAAAAwAAAA"
    "AgMAgAAAAAAABAAAFBAAAAAAIAIEAAgAAKBABAAASGAAAACAAoAAAAIAIAAQgAAAABACAACwAAAAgAAAgAoEAAAAQAAA"
    "AAAAIBAAAA==";
const std::vector<std::string> kNonAsciiKeys = {"é1", "ключ", "日本語abc", "😀z", "zz"};

std::shared_ptr<arrow::StringArray> Strings(const std::vector<std::string>& values) {
  arrow::StringBuilder builder;
  EXPECT_TRUE(builder.AppendValues(values).ok());
  return std::static_pointer_cast<arrow::StringArray>(*builder.Finish());
}

std::string Int32(uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 255);
  return bytes;
}

// The header of an empty default filter of the reference: 60,000 entries at 1e-9.
std::string EmptyDefaultDynamicFilter() {
  std::string simple = Int32(0xffffffff) + Int32(30) + '\1' + Int32(2587966);
  return Base64Encode(simple + Int32(60000) + Int32(0) + Int32(1) + simple +
                      std::string((2587966 + 7) / 8, '\0'));
}

TEST(BloomFilterTest, WritesTheBytesOfTheReferenceForNonAsciiKeys) {
  BloomFilter one_by_one = BloomFilter::Create(50, 1e-9);
  for (const std::string& key : kNonAsciiKeys) one_by_one.Add(key);
  EXPECT_EQ(one_by_one.Serialize(), kNonAsciiFilter);
  EXPECT_EQ(one_by_one.type_code(), "");

  BloomFilter at_once = BloomFilter::Create(50, 1e-9);
  at_once.AddAll(*Strings(kNonAsciiKeys));
  EXPECT_EQ(at_once.Serialize(), kNonAsciiFilter);
}

TEST(BloomFilterTest, WritesTheBytesOfTheReferenceForAsciiKeys) {
  BloomFilter filter = BloomFilter::Create(100, 1e-9);
  filter.Add("3001");
  filter.Add("3002");
  std::string text = filter.Serialize();
  EXPECT_EQ(text.size(), 740U);
  EXPECT_EQ(Crc32(text), 3973121060U);  // of the reference's footer
}

TEST(BloomFilterTest, KeepsAndExtendsDynamicFilters) {
  std::string empty = EmptyDefaultDynamicFilter();
  ASSERT_EQ(empty.size(), 431380U);
  ASSERT_EQ(Crc32(empty), 2483453895U);  // of the reference's footer in a file without rows
  HUDI_ASSERT_OK_AND_ASSIGN(BloomFilter filter, BloomFilter::Parse(empty, "DYNAMIC_V0", "f"));
  EXPECT_EQ(filter.Serialize(), empty);
  EXPECT_EQ(filter.type_code(), "DYNAMIC_V0");
  EXPECT_FALSE(filter.MightContain("3001"));
  filter.AddAll(*Strings({"3001", "3002"}));
  EXPECT_EQ(Crc32(filter.Serialize()), 1038807618U);  // same, with these two rows
}

TEST(BloomFilterTest, FindsInEveryRowOfADynamicFilter) {
  // Two keys a row: four keys make two rows.
  std::string simple = Int32(0xffffffff) + Int32(5) + '\1' + Int32(640);
  std::string empty = simple + Int32(2) + Int32(0) + Int32(1) + simple + std::string(640 / 8, '\0');
  HUDI_ASSERT_OK_AND_ASSIGN(BloomFilter filter,
                            BloomFilter::Parse(Base64Encode(empty), "DYNAMIC_V0", "f"));
  filter.AddAll(*Strings({"a", "b", "c", "d"}));
  for (const char* key : {"a", "b", "c", "d"}) EXPECT_TRUE(filter.MightContain(key)) << key;
  EXPECT_FALSE(filter.MightContain("e"));
  std::string bytes = *Base64Decode(filter.Serialize());
  EXPECT_EQ(bytes.substr(13, 12), Int32(2) + Int32(2) + Int32(2));
  EXPECT_EQ(bytes.size(), 25U + 2 * (13 + 80));
}

TEST(BloomFilterTest, ContainsWhatTheReferenceAdded) {
  HUDI_ASSERT_OK_AND_ASSIGN(BloomFilter filter, BloomFilter::Parse(kNonAsciiFilter, "", "f"));
  for (const std::string& key : kNonAsciiKeys) EXPECT_TRUE(filter.MightContain(key)) << key;
  EXPECT_FALSE(filter.MightContain("zzz"));
  EXPECT_FALSE(filter.MightContain(""));
}

TEST(BloomFilterTest, AddsInLanesWhatItAddsOneByOne) {
  // Lengths 0 to 99: every tail, keys beyond the inline blocks, runs of equal length, nulls.
  std::vector<std::string> keys;
  for (int length = 0; length < 100; ++length) {
    for (int copy = 0; copy < length % 7; ++copy) {
      keys.push_back(std::string(static_cast<size_t>(length), static_cast<char>(200 + copy)));
    }
  }
  // Enough of a length to fill the lanes more than once, without and with a tail.
  for (size_t length : {5, 14, 16, 63}) {
    for (int number = 1000; number < 1150; ++number) {
      std::string text = std::to_string(number);
      keys.push_back(text + std::string(length - text.size(), static_cast<char>(number)));
    }
  }
  BloomFilter one_by_one = BloomFilter::Create(1500, 1e-6);
  arrow::StringBuilder builder;
  for (const std::string& key : keys) {
    one_by_one.Add(key);
    ASSERT_TRUE(builder.Append(key).ok());
    if (key.size() % 3 == 0) {
      ASSERT_TRUE(builder.AppendNull().ok());
    }
  }
  BloomFilter at_once = BloomFilter::Create(1500, 1e-6);
  at_once.AddAll(static_cast<const arrow::StringArray&>(**builder.Finish()));
  EXPECT_EQ(at_once.Serialize(), one_by_one.Serialize());
  for (const std::string& key : keys) EXPECT_TRUE(at_once.MightContain(key));
}

TEST(BloomFilterTest, StaysNearTheWantedFalsePositiveRate) {
  BloomFilter filter = BloomFilter::Create(10000, 0.01);
  for (int i = 0; i < 10000; ++i) filter.Add("key" + std::to_string(i));
  int found = 0;
  for (int i = 0; i < 10000; ++i) found += filter.MightContain("other" + std::to_string(i));
  EXPECT_LT(found, 200);
  EXPECT_NEAR(filter.FalsePositiveRate(), 0.01, 0.002);
}

TEST(BloomFilterTest, FalsePositiveRateGrowsWithTheKeys) {
  BloomFilter filter = BloomFilter::Create(1000, 1e-9);
  EXPECT_EQ(filter.FalsePositiveRate(), 0.0);
  for (int i = 0; i < 1000; ++i) filter.Add("key" + std::to_string(i));
  EXPECT_LT(filter.FalsePositiveRate(), 3e-9);
  for (int i = 1000; i < 3000; ++i) filter.Add("key" + std::to_string(i));
  EXPECT_GT(filter.FalsePositiveRate(), 1e-3);  // (1 - e^(-3 ln 2))^30 = 0.018
}

TEST(BloomFilterTest, KeepsItsSizeAndTakesFewerHashesAboveItsMostEntries) {
  BloomFilter bounded = BloomFilter::Create(4000, 1e-9, 1000);
  EXPECT_EQ(bounded.Serialize().size(), BloomFilter::Create(1000, 1e-9).Serialize().size());
  // 43.1 / 4 = 10.8 bits a key: 0.6185^10.8 = 0.0056 at the best number of hashes.
  EXPECT_NEAR(bounded.RateWith(4000), 0.0056, 0.0003);
  for (int i = 0; i < 4000; ++i) bounded.Add("key" + std::to_string(i));
  EXPECT_NEAR(bounded.FalsePositiveRate(), 0.0056, 0.001);
  for (int i = 0; i < 4000; ++i) ASSERT_TRUE(bounded.MightContain("key" + std::to_string(i)));
  EXPECT_EQ(BloomFilter::Create(1000, 1e-9, 1000).Serialize(),
            BloomFilter::Create(1000, 1e-9).Serialize());
}

TEST(BloomFilterTest, TakesNoEntriesAsOne) {
  BloomFilter filter = BloomFilter::Create(0, 1e-9);
  EXPECT_FALSE(filter.MightContain("a"));
  filter.Add("a");
  EXPECT_TRUE(filter.MightContain("a"));
}

struct MalformedCase {
  const char* label;
  std::string bytes;
  const char* type_code;
};
class MalformedBloomFilterTest : public testing::TestWithParam<MalformedCase> {};

TEST_P(MalformedBloomFilterTest, IsRefused) {
  EXPECT_THAT(BloomFilter::Parse(Base64Encode(GetParam().bytes), GetParam().type_code, "a.parquet"),
              FailsWith(ErrorCode::kCorruptFile, "a.parquet"));
}

INSTANTIATE_TEST_SUITE_P(
    Bytes, MalformedBloomFilterTest,
    testing::Values(
        MalformedCase{"Empty", "", ""}, MalformedCase{"ShortHeader", Int32(0xffffffff), ""},
        MalformedCase{"OldForm", Int32(3) + '\1' + Int32(8) + "x", ""},
        MalformedCase{"Jenkins",
                      Int32(0xffffffff) + Int32(3) + std::string(1, '\0') + Int32(8) + "x", ""},
        MalformedCase{"NoHashes", Int32(0xffffffff) + Int32(0) + '\1' + Int32(8) + "x", ""},
        MalformedCase{"NoBits", Int32(0xffffffff) + Int32(3) + '\1' + Int32(0), ""},
        MalformedCase{"NegativeBits", Int32(0xffffffff) + Int32(3) + '\1' + Int32(0x80000000), ""},
        MalformedCase{"HugeBits", Int32(0xffffffff) + Int32(3) + '\1' + Int32(0x7fffffff), ""},
        MalformedCase{"Trailing", Int32(0xffffffff) + Int32(3) + '\1' + Int32(8) + "xy", ""},
        MalformedCase{"HugeNumberOfRows",
                      Int32(0xffffffff) + Int32(3) + '\1' + Int32(8) + Int32(1) + Int32(1) +
                          Int32(0x7fffffff),
                      "DYNAMIC_V0"},
        MalformedCase{"UnknownType", Int32(0xffffffff) + Int32(3) + '\1' + Int32(8) + "x",
                      "CUCKOO"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(BloomFilterTest, RefusesTextThatIsNotBase64) {
  EXPECT_THAT(BloomFilter::Parse("!", "", "a.parquet"),
              FailsWith(ErrorCode::kCorruptFile, "a.parquet"));
}

}  // namespace
}  // namespace hudi
