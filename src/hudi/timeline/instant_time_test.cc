// SPDX-License-Identifier: Apache-2.0
#include "hudi/timeline/instant_time.h"

#include <cstdlib>
#include <ctime>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

// Runs a test in a local zone that is not UTC and changes its clocks.
class InstantTimeTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* zone = std::getenv("TZ");
    if (zone != nullptr) zone_before_ = zone;
    SetZone("EST5EDT,M3.2.0,M11.1.0");
  }
  void TearDown() override {
    if (zone_before_.empty()) {
      unsetenv("TZ");
      tzset();
    } else {
      SetZone(zone_before_.c_str());
    }
  }
  static void SetZone(const char* zone) {
    setenv("TZ", zone, 1);
    tzset();
  }

 private:
  std::string zone_before_;
};

constexpr int64_t kJuly = 1753691445123;  // 2025-07-28T08:30:45.123Z

TEST_F(InstantTimeTest, FormatsInUtcAndInTheLocalZone) {
  EXPECT_EQ(FormatInstant(kJuly, /*utc=*/true), "20250728083045123");
  EXPECT_EQ(FormatInstant(kJuly, /*utc=*/false), "20250728043045123");
  EXPECT_EQ(FormatInstant(0, /*utc=*/true), "19700101000000000");
  EXPECT_EQ(FormatInstant(-1, /*utc=*/true), "19691231235959999");
}

TEST_F(InstantTimeTest, ParsesWhatItFormats) {
  for (int64_t ms :
       {kJuly, int64_t{0}, int64_t{-1}, int64_t{1735689599999}, int64_t{4102444800000}}) {
    for (bool utc : {true, false}) {
      HUDI_ASSERT_OK_AND_ASSIGN(int64_t back, ParseInstantToEpochMs(FormatInstant(ms, utc), utc));
      EXPECT_EQ(back, ms);
    }
  }
}

TEST_F(InstantTimeTest, TakesSecondsAsTheirLastMillisecond) {
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t ms, ParseInstantToEpochMs("20250728083045", true));
  EXPECT_EQ(ms, 1753691445999);
}

// On 2025-11-02 the hour from 01:00 stands twice: first at offset -4, then at -5.
TEST_F(InstantTimeTest, TakesTheFirstOfARepeatedHour) {
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t ms, ParseInstantToEpochMs("20251102013000000", false));
  EXPECT_EQ(FormatInstant(ms, true), "20251102053000000");
}

// On 2025-03-09 the hour from 02:00 is skipped.
TEST_F(InstantTimeTest, CountsASkippedHourFromBeforeTheChange) {
  HUDI_ASSERT_OK_AND_ASSIGN(int64_t ms, ParseInstantToEpochMs("20250309023000000", false));
  EXPECT_EQ(FormatInstant(ms, true), "20250309073000000");
}

TEST_F(InstantTimeTest, RefusesWhatIsNoDate) {
  for (const char* text : {"", "2025", "20251301000000000", "20250230000000", "2025072808304x",
                           "20250728240000000", "00000000000000"}) {
    EXPECT_THAT(ParseInstantToEpochMs(text, true),
                FailsWith(ErrorCode::kInvalidArgument, std::string(text)));
  }
}

TEST_F(InstantTimeTest, NextIsNowWhenTheTimelineIsOlder) {
  std::string before = FormatInstant(static_cast<int64_t>(std::time(nullptr)) * 1000, false);
  std::string next = NextInstant("20200101000000", false);
  EXPECT_GE(next, before);
  EXPECT_EQ(next.size(), 17u);
  EXPECT_GE(NextInstant("", true), "20250101000000000");
}

TEST_F(InstantTimeTest, NextFollowsTheGreatestWhenTheClockIsBehind) {
  EXPECT_EQ(NextInstant("29991231235959999", true), "30000101000000000");
  EXPECT_EQ(NextInstant("29990728083045", true), "29990728083046000");
  // A repeated hour must not lead back, nor a skipped one confuse.
  EXPECT_EQ(NextInstant("29991103015959999", false), "29991103020000000");
  EXPECT_EQ(NextInstant("99999999999999999", true), "999999999999999990");
}

struct QueryCase {
  const char* label;
  const char* text;
  const char* want_local;  // null: refused
  const char* want_utc;
};
class ParseQueryInstantTest : public InstantTimeTest,
                              public testing::WithParamInterface<QueryCase> {};

TEST_P(ParseQueryInstantTest, ReadsTheFormsOfTheReference) {
  const QueryCase& want = GetParam();
  for (bool utc : {false, true}) {
    arrow::Result<std::string> got = ParseQueryInstant(want.text, utc);
    if (want.want_local == nullptr) {
      EXPECT_THAT(got, FailsWith(ErrorCode::kInvalidArgument, std::string(want.text)));
      continue;
    }
    ASSERT_TRUE(got.ok()) << got.status();
    EXPECT_EQ(*got, utc ? want.want_utc : want.want_local);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Forms, ParseQueryInstantTest,
    testing::Values(
        QueryCase{"Seventeen", "20250728083045123", "20250728083045123", "20250728083045123"},
        QueryCase{"Fourteen", "20250728083045", "20250728083045", "20250728083045"},
        QueryCase{"Date", "2025-07-28", "20250728000000000", "20250728000000000"},
        QueryCase{"DateTime", "2025-07-28 08:30:45", "20250728083045999", "20250728083045999"},
        QueryCase{"DateTimeMs", "2025-07-28 08:30:45.120", "20250728083045120",
                  "20250728083045120"},
        QueryCase{"IsoT", "2025-07-28T08:30:45", "20250728083045999", "20250728083045999"},
        QueryCase{"IsoTMs", "2025-07-28T08:30:45.007", "20250728083045007", "20250728083045007"},
        QueryCase{"EpochSeconds", "1753691445", "20250728043045000", "20250728083045000"},
        QueryCase{"EpochMs", "1753691445123", "20250728043045123", "20250728083045123"},
        QueryCase{"DayOnly", "20990101", nullptr, nullptr},
        QueryCase{"NoSeconds", "2099-01-01 00:00", nullptr, nullptr},
        QueryCase{"TwoDigitFraction", "2099-01-01 00:00:00.12", nullptr, nullptr},
        QueryCase{"InUtc", "2025-07-28T08:30:45.120Z", "20250728043045120", "20250728083045120"},
        QueryCase{"InUtcWithoutMs", "2025-07-28T08:30:45Z", "20250728043045999",
                  "20250728083045999"},
        QueryCase{"East", "2025-07-28 10:30:45+02:00", "20250728043045999", "20250728083045999"},
        QueryCase{"WestMicroseconds", "2025-07-28T03:00:45.123456-0530", "20250728043045123",
                  "20250728083045123"},
        QueryCase{"HoursAlone", "2025-07-28T10:30:45.1+02", "20250728043045100",
                  "20250728083045100"},
        QueryCase{"NoSuchZone", "2025-07-28T08:30:45+25:00", nullptr, nullptr},
        QueryCase{"DateInZone", "2025-07-28Z", nullptr, nullptr},
        QueryCase{"Word", "earliest", nullptr, nullptr},
        QueryCase{"TenLetters", "abcdefghij", nullptr, nullptr},
        QueryCase{"NoSuchDay", "2025-02-30", nullptr, nullptr},
        QueryCase{"NoSuchHour", "20250728250000", nullptr, nullptr},
        QueryCase{"Slashes", "2025/07/28", nullptr, nullptr},
        QueryCase{"Empty", "", nullptr, nullptr}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
