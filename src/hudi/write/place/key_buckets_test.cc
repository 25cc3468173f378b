// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/place/key_buckets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hudi {
namespace {

WriteConfig Config(int table_version, int num_buckets, std::vector<std::string> fields) {
  WriteConfig config;
  config.table_version = table_version;
  config.buckets.num_buckets = num_buckets;
  config.keys.key_fields = std::move(fields);
  return config;
}

// As BucketIdentifier.getBucketId() of 0.15.0, and of 1.0.2 and 1.2.0, has them of 997 buckets.
struct BucketCase {
  const char* label;
  const char* record_key;
  std::vector<std::string> fields;
  int32_t in_version_6;
  int32_t since_version_8;
};
class KeyBucketsTest : public testing::TestWithParam<BucketCase> {};

TEST_P(KeyBucketsTest, IsThatOfTheReference) {
  const BucketCase& c = GetParam();
  EXPECT_EQ(KeyBuckets(Config(6, 997, c.fields)).Of(c.record_key), c.in_version_6);
  EXPECT_EQ(KeyBuckets(Config(8, 997, c.fields)).Of(c.record_key), c.since_version_8);
  EXPECT_EQ(KeyBuckets(Config(9, 997, c.fields)).Of(c.record_key), c.since_version_8);
  EXPECT_THAT(KeyBuckets(Config(9, 997, c.fields)).EverywhereOf(c.record_key),
              testing::ElementsAre(c.in_version_6, c.since_version_8));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, KeyBucketsTest,
    testing::Values(
        BucketCase{"One", "3001", {"order_id"}, 750, 750}, BucketCase{"Empty", "", {"id"}, 31, 31},
        BucketCase{"Utf16", "é😀x", {"id"}, 584, 584}, BucketCase{"Comma", "a,b", {"id"}, 992, 992},
        BucketCase{"Colon", "a:b", {"id"}, 1, 429},
        BucketCase{"ColonAndComma", "a:b,c", {"id"}, 130, 127},
        BucketCase{"OneWithItsName", "id:a", {"id"}, 128, 786},
        BucketCase{"OtherField", "id:x", {"n"}, 1, 809},
        BucketCase{"Two", "order_id:3001,status:CREATED", {"order_id", "status"}, 855, 855},
        BucketCase{"FirstOfTwo", "order_id:3001,status:CREATED", {"order_id"}, 750, 750},
        BucketCase{"SecondOfTwo", "order_id:3001,status:CREATED", {"status"}, 567, 567},
        BucketCase{"OrderOfTheKey", "n:1,id:a", {"id", "n"}, 583, 583},
        BucketCase{"Null", "id:a,n:__null__", {"id", "n"}, 977, 977},
        BucketCase{"NoValue", "id:a,n:", {"id", "n"}, 977, 977},
        BucketCase{"EmptyValue", "id:__empty__,n:1", {"id", "n"}, 13, 13},
        BucketCase{"CommasAndColonsInValues", "id:a,b,n:12:30,z", {"id", "n"}, 575, 41},
        BucketCase{"ColonAtStart", "12:30", {"id"}, 1, 297},
        BucketCase{"NoFirstValue", "id:,n:1", {"id", "n"}, 13, 13},
        BucketCase{"CommaAndColonOnly", ",:", {"id"}, 31, 456},
        BucketCase{"CommaAtEnd", "a:b,", {"id"}, 1, 449},
        BucketCase{"ColonAndCommaOnly", ":,", {"id"}, 1, 876},
        BucketCase{"TwoCommas", "id:a,,n:1", {"id", "n"}, 426, 876},
        BucketCase{"NoHashField", "x:1,y:2", {"id"}, 1, 388},
        BucketCase{"FieldTwice", "id:a,n:1,id:b", {"id"}, 78, 78},
        BucketCase{"FieldsAndCommaAtEnd", "id:a,n:1,", {"n"}, 80, 597},
        BucketCase{"FieldLikeValue", "id:1,2:3,n:4", {"id"}, 80, 80},
        BucketCase{"ManyLetters", "中文,:ж", {"id"}, 369, 108},
        BucketCase{"Address", "http://a/b?x=1,2", {"id"}, 81, 456},
        BucketCase{"AddressAndFirst", "id:http://a/b,n:5", {"id"}, 206, 206},
        BucketCase{"AddressAndSecond", "id:http://a/b,n:5", {"n"}, 84, 84},
        BucketCase{"TwoColons", "12:30:00", {"id"}, 1, 317},
        BucketCase{"CommaThenColon", "a,b:c", {"id"}, 128, 233},
        BucketCase{"CommaThenColonByOther", "a,b:c", {"b"}, 79, 233},
        BucketCase{"LastOfThem", "id:a,b,n:12:30,z", {"n"}, 733, 227}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(KeyBuckets, HashesTheFieldsThatAreNamedForIt) {
  WriteConfig config = Config(8, 997, {"order_id", "status"});
  config.buckets.hash_fields = {"status"};
  EXPECT_EQ(KeyBuckets(config).Of("order_id:3001,status:CREATED"), 567);
}

TEST(BucketOfFileId, ReadsEightDigits) {
  EXPECT_EQ(BucketOfFileId("00000017-8c0b-4299-b646-0422d9c0a22e-0"), 17);
  EXPECT_EQ(BucketOfFileId("8c0b0000-8c0b-4299-b646-0422d9c0a22e-0"), std::nullopt);
  EXPECT_EQ(BucketOfFileId("00000017"), std::nullopt);
  EXPECT_EQ(BucketOfFileId(""), std::nullopt);
}

TEST(NewBucketFileId, BeginsWithTheBucketAndEndsAsEveryOther) {
  const std::string id = NewBucketFileId(17);
  EXPECT_EQ(BucketOfFileId(id), 17);
  EXPECT_EQ(id.size(), std::string_view("00000017-8c0b-4299-b646-0422d9c0a22e-0").size());
  EXPECT_TRUE(id.ends_with("-0"));
  EXPECT_NE(id, NewBucketFileId(17));
}

}  // namespace
}  // namespace hudi
