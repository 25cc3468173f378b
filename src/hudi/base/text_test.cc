// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/text.h"

#include <gmock/gmock.h>

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SplitListTest, TrimsItemsAndDropsEmptyOnes) {
  EXPECT_THAT(SplitList(" a, b ,,c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(SplitList(""), IsEmpty());
}

TEST(ParseInt64Test, TakesWholeTextOnly) {
  EXPECT_EQ(ParseInt64("-42"), -42);
  EXPECT_EQ(ParseInt64("12x"), std::nullopt);
  EXPECT_EQ(ParseInt64(""), std::nullopt);
  EXPECT_EQ(ParseInt64("9223372036854775808"), std::nullopt);
}

TEST(NearestWordTest, FindsTheMisspeltOneAndNothingFarAway) {
  EXPECT_EQ(NearestWord("order_di", {"order_id", "dt", "amount"}), "order_id");
  EXPECT_EQ(NearestWord("zzzzzz", {"order_id", "dt"}), "");
}

// Values as java.lang.Double.toString documents and prints them.
TEST(JavaDoubleTextTest, FollowsJavasNotation) {
  EXPECT_EQ(JavaDoubleText(1), "1.0");
  EXPECT_EQ(JavaDoubleText(100), "100.0");
  EXPECT_EQ(JavaDoubleText(0.001), "0.001");
  EXPECT_EQ(JavaDoubleText(0.0001), "1.0E-4");
  EXPECT_EQ(JavaDoubleText(1e7), "1.0E7");
  EXPECT_EQ(JavaDoubleText(1234567.5), "1234567.5");
  EXPECT_EQ(JavaDoubleText(1e21), "1.0E21");
  EXPECT_EQ(JavaDoubleText(-1.25e-7), "-1.25E-7");
  EXPECT_EQ(JavaDoubleText(-0.0), "-0.0");
  EXPECT_EQ(JavaFloatText(0.1F), "0.1");
}

TEST(Base64Test, RoundTripsAndRefusesOtherText) {
  EXPECT_EQ(Base64Encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(Base64Encode("fo"), "Zm8=");
  EXPECT_EQ(Base64Decode("Zm8="), "fo");
  EXPECT_EQ(Base64Decode("Zg=="), "f");
  EXPECT_EQ(Base64Decode("Zm9"), std::nullopt);
  EXPECT_EQ(Base64Decode("Z!9v"), std::nullopt);
}

// Checksums that stand in tables which the reference wrote.
TEST(Crc32Test, MatchesTheTableChecksumsOfTheReference) {
  EXPECT_EQ(Crc32(".cow_ops"), 3070669500U);
  EXPECT_EQ(Crc32(".mor_ops"), 802768529U);
}

}  // namespace
}  // namespace hudi
