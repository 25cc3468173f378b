// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/time_zone.h"

#include <cstdlib>

#include "hudi/base/calendar.h"
#include "hudi/base/posix_zone_rule.h"
#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<const TimeZone> Zone(std::string_view name) {
  arrow::Result<std::shared_ptr<const TimeZone>> zone = TimeZone::Find(name);
  EXPECT_TRUE(zone.ok()) << zone.status();
  return zone.ok() ? *zone : TimeZone::Utc();
}

int64_t Seconds(int64_t year, int month, int day, int hour = 0, int minute = 0) {
  return DaysFromCivil(year, month, day) * 86400 + hour * 3600 + minute * 60;
}

struct OffsetCase {
  const char* label;
  const char* zone;
  int64_t utc_seconds;
  int offset_minutes;
  const char* abbreviation;
};
class TimeZoneOffsetTest : public testing::TestWithParam<OffsetCase> {};

TEST_P(TimeZoneOffsetTest, KnowsTheOffsetOfThatTime) {
  const OffsetCase& want = GetParam();
  const std::shared_ptr<const TimeZone> zone = Zone(want.zone);
  const TimeZone::Span span = zone->SpanAt(want.utc_seconds);
  EXPECT_EQ(span.offset_seconds, want.offset_minutes * 60);
  EXPECT_EQ(span.abbreviation, want.abbreviation);
  EXPECT_LE(span.begin_seconds, want.utc_seconds);
  EXPECT_LT(want.utc_seconds, span.end_seconds);
}

// Laws of the countries; the far years follow the rule that holds today.
INSTANTIATE_TEST_SUITE_P(
    Times, TimeZoneOffsetTest,
    testing::Values(
        OffsetCase{"Winter", "Europe/Warsaw", Seconds(2024, 2, 29), 60, "CET"},
        OffsetCase{"Summer", "Europe/Warsaw", Seconds(2024, 7, 1), 120, "CEST"},
        OffsetCase{"LastSecondOfWinter", "Europe/Warsaw", Seconds(2024, 3, 31, 1) - 1, 60, "CET"},
        OffsetCase{"FirstSecondOfSummer", "Europe/Warsaw", Seconds(2024, 3, 31, 1), 120, "CEST"},
        OffsetCase{"Summer2400", "Europe/Warsaw", Seconds(2400, 7, 1), 120, "CEST"},
        OffsetCase{"Winter9999", "Europe/Warsaw", Seconds(9999, 12, 31), 60, "CET"},
        OffsetCase{"HalfHour", "Asia/Kolkata", Seconds(2024, 1, 1), 330, "IST"},
        OffsetCase{"NoRuleNow", "Asia/Shanghai", Seconds(2500, 7, 1), 480, "CST"},
        OffsetCase{"SouthernSummer", "Australia/Sydney", Seconds(2050, 1, 1), 660, "AEDT"},
        OffsetCase{"HalfHourOfSaving", "Australia/Lord_Howe", Seconds(2024, 1, 1), 660, "+11"},
        OffsetCase{"OldName", "PST", Seconds(2024, 7, 1), -420, "PDT"},
        OffsetCase{"GmtOffset", "GMT+8:00", 0, 480, "+08:00"},
        OffsetCase{"GmtOffsetHours", "GMT-5", 0, -300, "-05:00"},
        OffsetCase{"GmtOffsetDigits", "GMT+0530", 0, 330, "+05:30"}),
    [](const auto& info) { return std::string(info.param.label); });

class UnknownZoneTest : public testing::TestWithParam<const char*> {};
TEST_P(UnknownZoneTest, IsRefusedRatherThanTakenForGmt) {
  EXPECT_THAT(TimeZone::Find(GetParam()), FailsWith(ErrorCode::kInvalidArgument, GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Names, UnknownZoneTest,
                         testing::Values("Europe/Nowhere", "UTC+8", "", "../../etc/passwd",
                                         "/etc/localtime", "GMT+24:00", "GMT+8:5", "zone.tab"));

TEST(LocalToUtcTest, TakesTheEarlierOfTwoAndNothingForASkippedTime) {
  const std::shared_ptr<const TimeZone> zone = Zone("Europe/Warsaw");
  EXPECT_EQ(zone->LocalToUtc(Seconds(2024, 2, 29, 12)), Seconds(2024, 2, 29, 11));
  EXPECT_EQ(zone->LocalToUtc(Seconds(2024, 3, 31, 2, 30)), std::nullopt);
  EXPECT_EQ(zone->LocalToUtc(Seconds(2024, 3, 31, 3)), Seconds(2024, 3, 31, 1));
  EXPECT_EQ(zone->LocalToUtc(Seconds(2024, 10, 27, 2, 30)), Seconds(2024, 10, 27, 0, 30));
  EXPECT_EQ(zone->LocalToUtc(Seconds(2024, 10, 27, 3)), Seconds(2024, 10, 27, 2));
}

TEST(LocalToUtcTest, KnowsTheDayThatSamoaSkipped) {
  const std::shared_ptr<const TimeZone> zone = Zone("Pacific/Apia");
  EXPECT_EQ(zone->LocalToUtc(Seconds(2011, 12, 30, 12)), std::nullopt);
  EXPECT_EQ(zone->LocalToUtc(Seconds(2011, 12, 31)), Seconds(2011, 12, 30, 10));
}

TEST(FixedZoneTest, IsNamedAfterItsOffset) {
  EXPECT_EQ(TimeZone::Fixed(0)->name(), "UTC");
  EXPECT_EQ(TimeZone::Fixed(-19800)->name(), "-05:30");
}

class LocalZoneTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* value = std::getenv("TZ");
    had_value_ = value != nullptr;
    if (had_value_) value_ = value;
  }
  void TearDown() override {
    if (had_value_) {
      setenv("TZ", value_.c_str(), 1);
    } else {
      unsetenv("TZ");
    }
  }
  bool had_value_ = false;
  std::string value_;
};

TEST_F(LocalZoneTest, FollowsTheVariable) {
  setenv("TZ", "Asia/Kolkata", 1);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<const TimeZone> named, TimeZone::Local());
  EXPECT_EQ(named->OffsetAt(0), 19800);
  setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<const TimeZone> rule, TimeZone::Local());
  EXPECT_EQ(rule->OffsetAt(Seconds(2024, 7, 1)), 7200);
  EXPECT_EQ(rule->OffsetAt(Seconds(2024, 12, 1)), 3600);
  setenv("TZ", "", 1);
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<const TimeZone> empty, TimeZone::Local());
  EXPECT_EQ(empty->name(), "UTC");
  setenv("TZ", "Nowhere/Land", 1);
  EXPECT_THAT(TimeZone::Local(), FailsWith(ErrorCode::kInvalidArgument));
}

TEST(PosixZoneRuleTest, ReadsEveryForm) {
  std::optional<PosixZoneRule> rule = ParsePosixZoneRule("<-03>3<-02>,J60/0,300/-1:30");
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(rule->standard_name, "-03");
  EXPECT_EQ(rule->standard_offset_seconds, -3 * 3600);
  EXPECT_EQ(rule->daylight_offset_seconds, -2 * 3600);
  EXPECT_EQ(rule->begin.SecondsIn(2024), Seconds(2024, 3, 1));  // J60 is March 1 in every year
  EXPECT_EQ(rule->begin.SecondsIn(2023), Seconds(2023, 3, 1));
  EXPECT_EQ(rule->end.SecondsIn(2023), Seconds(2023, 10, 28) - 5400);
  // The last Sunday of October, three in the morning.
  rule = ParsePosixZoneRule("CET-1CEST,M3.5.0,M10.5.0/3");
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(rule->end.SecondsIn(2024), Seconds(2024, 10, 27, 3));
  for (const char* bad : {"", "CE", "CET", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "5"}) {
    EXPECT_FALSE(ParsePosixZoneRule(bad).has_value()) << bad;
  }
}

TEST(FromTzifTest, RefusesDamagedFiles) {
  EXPECT_THAT(TimeZone::FromTzif("TZif", "x", "zone"), FailsWith(ErrorCode::kCorruptFile, "zone"));
  std::string header("TZif2", 5);
  header.resize(44, '\0');
  header[39] = 1;  // one kind of time, but no bytes of it
  EXPECT_THAT(TimeZone::FromTzif(header, "x", "zone"), FailsWith(ErrorCode::kCorruptFile, "zone"));
}

}  // namespace
}  // namespace hudi
