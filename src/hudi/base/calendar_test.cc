// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/calendar.h"

#include <gmock/gmock.h>

namespace hudi {
namespace {

struct DayCase {
  const char* label;
  int64_t days;
  int64_t year;
  int month;
  int day;
  int week_day;
  int64_t week_year;
  int week;
};
class CalendarTest : public testing::TestWithParam<DayCase> {};

TEST_P(CalendarTest, NamesTheDayAndFindsItAgain) {
  const DayCase& want = GetParam();
  const CivilDay civil = CivilFromDays(want.days);
  EXPECT_EQ(civil.year, want.year);
  EXPECT_EQ(civil.month, want.month);
  EXPECT_EQ(civil.day, want.day);
  EXPECT_EQ(DaysFromCivil(want.year, want.month, want.day), want.days);
  EXPECT_EQ(IsoDayOfWeek(want.days), want.week_day);
  EXPECT_EQ(IsoWeekFromDays(want.days).year, want.week_year);
  EXPECT_EQ(IsoWeekFromDays(want.days).week, want.week);
}

// Days and weeks as java.time.LocalDate and Joda-Time print them.
INSTANTIATE_TEST_SUITE_P(Days, CalendarTest,
                         testing::Values(DayCase{"Epoch", 0, 1970, 1, 1, 4, 1970, 1},
                                         DayCase{"DayBefore", -1, 1969, 12, 31, 3, 1970, 1},
                                         DayCase{"LeapDay", 19782, 2024, 2, 29, 4, 2024, 9},
                                         DayCase{"Week53", 47482, 2100, 1, 1, 5, 2099, 53},
                                         DayCase{"YearZero", -719528, 0, 1, 1, 6, -1, 52},
                                         DayCase{"BeforeYearZero", -1000000, -768, 2, 4, 3, -768,
                                                 6}),
                         [](const auto& info) { return std::string(info.param.label); });

TEST(JulianCalendarTest, LagsBehindTheGregorianOne) {
  const CivilDay last = JulianFromDays(DaysFromCivil(1582, 10, 15) - 1);
  EXPECT_EQ(last.year, 1582);
  EXPECT_EQ(last.month, 10);
  EXPECT_EQ(last.day, 4);
  const CivilDay first = JulianFromDays(DaysFromCivil(1, 1, 1));
  EXPECT_EQ(first.year, 1);
  EXPECT_EQ(first.month, 1);
  EXPECT_EQ(first.day, 3);
  const CivilDay leap_day = JulianFromDays(DaysFromCivil(1500, 3, 10));  // no leap year by Gregory
  EXPECT_EQ(leap_day.month, 2);
  EXPECT_EQ(leap_day.day, 29);
}

}  // namespace
}  // namespace hudi
