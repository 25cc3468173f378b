// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/joda_format.h"

#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<const TimeZone> Zone(std::string_view name) {
  arrow::Result<std::shared_ptr<const TimeZone>> zone = TimeZone::Find(name);
  EXPECT_TRUE(zone.ok()) << zone.status();
  return zone.ok() ? *zone : TimeZone::Utc();
}

// All expected values of this file are what Joda-Time 2.12.5 gives for the same pattern and input.
struct PrintCase {
  const char* pattern;
  const char* zone;
  int64_t epoch_ms;
  const char* text;
};
class JodaPrintTest : public testing::TestWithParam<PrintCase> {};

TEST_P(JodaPrintTest, PrintsAsJodaDoes) {
  const PrintCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(JodaFormat format, JodaFormat::Compile(want.pattern));
  std::string text;
  format.Append(want.epoch_ms, *Zone(want.zone), &text);
  EXPECT_EQ(text, want.text);
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, JodaPrintTest,
    testing::Values(
        PrintCase{"yyyy-MM-dd HH", "UTC", -1, "1969-12-31 23"},
        PrintCase{"yyyy-MM-dd HH", "UTC", -62198755200000, "-0001-01-01 00"},
        PrintCase{"yyyy-MM-dd HH", "Europe/Warsaw", 1711846799999, "2024-03-31 01"},
        PrintCase{"yyyy-MM-dd HH", "Asia/Kolkata", 1709222400000, "2024-02-29 21"},
        PrintCase{"yy/M/d", "UTC", -1, "69/12/31"},
        PrintCase{"yy/M/d", "UTC", -62198755200000, "01/1/1"},
        PrintCase{"yy/M/d", "Europe/Warsaw", 1711846799999, "24/3/31"},
        PrintCase{"yy/M/d", "Asia/Kolkata", 1709222400000, "24/2/29"},
        PrintCase{"yyyyMMddHHmmssSSS", "UTC", -1, "19691231235959999"},
        PrintCase{"yyyyMMddHHmmssSSS", "UTC", -62198755200000, "-00010101000000000"},
        PrintCase{"yyyyMMddHHmmssSSS", "Europe/Warsaw", 1711846799999, "20240331015959999"},
        PrintCase{"yyyyMMddHHmmssSSS", "Asia/Kolkata", 1709222400000, "20240229213000000"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ", "UTC",
                  0,
                  "AD 19 1970 1970 1 4 Thu Thursday 1 1 01 Jan January 1 AM 0 12 0 24 0 0 0 00 "
                  "0000 UTC +0000 +00:00 UTC"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ", "UTC",
                  1709210096789,
                  "AD 20 2024 2024 9 4 Thu Thursday 60 2 02 Feb February 29 PM 0 12 12 12 34 56 7 "
                  "78 7890 UTC +0000 +00:00 UTC"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ", "UTC",
                  4102444800000,
                  "AD 21 2100 2099 53 5 Fri Friday 1 1 01 Jan January 1 AM 0 12 0 24 0 0 0 00 0000 "
                  "UTC +0000 +00:00 UTC"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ", "UTC",
                  -62198755200000,
                  "BC 0 2 -2 53 5 Fri Friday 1 1 01 Jan January 1 AM 0 12 0 24 0 0 0 00 0000 UTC "
                  "+0000 +00:00 UTC"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ",
                  "Europe/Warsaw", 1711846800000,
                  "AD 20 2024 2024 13 7 Sun Sunday 91 3 03 Mar March 31 AM 3 3 3 3 0 0 0 00 0000 "
                  "CEST +0200 +02:00 Europe/Warsaw"},
        PrintCase{"G C Y x w e E EEEE D M MM MMM MMMM d a K h H k m s S SS SSSS z Z ZZ ZZZ",
                  "America/New_York", 1709222400000,
                  "AD 20 2024 2024 9 4 Thu Thursday 60 2 02 Feb February 29 AM 11 11 11 11 0 0 0 "
                  "00 0000 EST -0500 -05:00 America/New_York"},
        PrintCase{"xxxx-'W'ww-e", "UTC", -1, "1970-W01-3"},
        PrintCase{"xxxx-'W'ww-e", "UTC", -62198755200000, "-0002-W53-5"},
        PrintCase{"xxxx-'W'ww-e", "Europe/Warsaw", 1711846799999, "2024-W13-7"},
        PrintCase{"xxxx-'W'ww-e", "Asia/Kolkata", 1709222400000, "2024-W09-4"},
        PrintCase{"hh:mm a", "UTC", -1, "11:59 PM"},
        PrintCase{"hh:mm a", "UTC", -62198755200000, "12:00 AM"},
        PrintCase{"hh:mm a", "Europe/Warsaw", 1711846799999, "01:59 AM"},
        PrintCase{"hh:mm a", "Asia/Kolkata", 1709222400000, "09:30 PM"},
        PrintCase{"Y YY YYYY", "UTC", -1, "1969 69 1969"},
        PrintCase{"Y YY YYYY", "UTC", -62198755200000, "2 01 0002"},
        PrintCase{"Y YY YYYY", "Europe/Warsaw", 1711846799999, "2024 24 2024"},
        PrintCase{"Y YY YYYY", "Asia/Kolkata", 1709222400000, "2024 24 2024"},
        PrintCase{"EEE, dd MMM yyyy", "UTC", -1, "Wed, 31 Dec 1969"},
        PrintCase{"EEE, dd MMM yyyy", "UTC", -62198755200000, "Fri, 01 Jan -0001"},
        PrintCase{"EEE, dd MMM yyyy", "Europe/Warsaw", 1711846799999, "Sun, 31 Mar 2024"},
        PrintCase{"EEE, dd MMM yyyy", "Asia/Kolkata", 1709222400000, "Thu, 29 Feb 2024"}));

struct ParseCase {
  const char* pattern;
  const char* text;
  const char* zone;
  std::optional<int64_t> epoch_ms;
  const char* zone_of_text;
};
class JodaParseTest : public testing::TestWithParam<ParseCase> {};

TEST_P(JodaParseTest, ParsesAsJodaDoes) {
  const ParseCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(JodaFormat format, JodaFormat::Compile(want.pattern));
  HUDI_ASSERT_OK_AND_ASSIGN(JodaParser parser, JodaParser::Make({format}));
  const std::shared_ptr<const TimeZone> zone = Zone(want.zone);
  arrow::Result<JodaInstant> got = parser.Parse(want.text, *zone);
  ASSERT_EQ(got.ok(), want.epoch_ms.has_value()) << got.status() << " for " << want.text;
  if (!got.ok()) return;
  EXPECT_EQ(got->epoch_ms, *want.epoch_ms) << want.text;
  if (*want.zone_of_text != '\0') {
    EXPECT_EQ(got->zone == nullptr ? zone->name() : got->zone->name(), want.zone_of_text);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, JodaParseTest,
    testing::Values(
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33+0000", "Asia/Kolkata",
                  1585746093000, "UTC"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33Z", "Asia/Kolkata", 1585746093000,
                  "UTC"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01t13:01:33-05:30", "Asia/Kolkata",
                  1585765893000, "-05:30"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-4-1T1:1:3+01", "Asia/Kolkata", 1585699263000,
                  "+01:00"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33+0100x", "Asia/Kolkata",
                  std::nullopt, ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33", "Asia/Kolkata", std::nullopt,
                  ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "12020-04-01T13:01:33Z", "Asia/Kolkata",
                  317155266093000, "UTC"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "-5-04-01T13:01:33Z", "Asia/Kolkata", -62317162707000,
                  "UTC"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "+5-04-01T13:01:33Z", "Asia/Kolkata", -62001543507000,
                  "UTC"},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-13-01T13:01:33Z", "Asia/Kolkata", std::nullopt,
                  ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-02-30T13:01:33Z", "Asia/Kolkata", std::nullopt,
                  ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T24:01:33Z", "Asia/Kolkata", std::nullopt,
                  ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33+2400", "Asia/Kolkata",
                  std::nullopt, ""},
        ParseCase{"yyyy-MM-dd'T'HH:mm:ssZ", "2020-04-01T13:01:33+010203", "Asia/Kolkata",
                  1585742370000, "+01:02:03"},
        ParseCase{"yyyyMMdd", "20200401", "UTC", 1585699200000, ""},
        ParseCase{"yyyyMMdd", "2020041", "UTC", 1585699200000, ""},
        ParseCase{"yyyyMMdd", "202004011", "UTC", std::nullopt, ""},
        ParseCase{"yyyyMMdd", "0000010", "UTC", std::nullopt, ""},
        ParseCase{"yyyyMMdd", "19691231", "UTC", -86400000, ""},
        ParseCase{"yyyy", "2024", "UTC", 1704067200000, ""},
        ParseCase{"yyyy", "24", "UTC", -61409836800000, ""},
        ParseCase{"yyyy", "999999999", "UTC", std::nullopt, ""},
        ParseCase{"yyyy", "1234567890", "UTC", std::nullopt, ""},
        ParseCase{"yy-MM-dd", "24-01-02", "UTC", 1704153600000, ""},
        ParseCase{"yy-MM-dd", "2024-01-02", "UTC", 1704153600000, ""},
        ParseCase{"yy-MM-dd", "99-01-02", "UTC", 915235200000, ""},
        ParseCase{"yy-MM-dd", "1-01-02", "UTC", -62135510400000, ""},
        ParseCase{"yyMMdd", "240102", "UTC", 1704153600000, ""},
        ParseCase{"yyMMdd", "24010", "UTC", std::nullopt, ""},
        ParseCase{"MM-dd", "02-29", "UTC", 951782400000, ""},
        ParseCase{"MM-dd", "13-01", "UTC", std::nullopt, ""},
        ParseCase{"HH:mm", "13:05", "UTC", 47100000, ""},
        ParseCase{"dd", "31", "UTC", 949276800000, ""},
        ParseCase{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-29 12:34:56.7", "UTC", 1709210096700, ""},
        ParseCase{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-29 12:34:56.789", "UTC", 1709210096789, ""},
        ParseCase{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-29 12:34:56.7891", "UTC", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm:ss.SSS", "2024-02-29 12:34:56.", "UTC", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm:ss.SSSSSS", "2024-02-29 12:34:56.789123", "UTC", 1709210096789,
                  ""},
        ParseCase{"EEE, dd MMM yyyy", "Thu, 29 Feb 2024", "UTC", 1709164800000, ""},
        ParseCase{"EEE, dd MMM yyyy", "thu, 29 FEB 2024", "UTC", 1709164800000, ""},
        ParseCase{"EEE, dd MMM yyyy", "Thursday, 29 February 2024", "UTC", 1709164800000, ""},
        ParseCase{"EEE, dd MMM yyyy", "tHu, 29 Feb 2024", "UTC", std::nullopt, ""},
        ParseCase{"hh:mm a", "12:30 AM", "UTC", 1800000, ""},
        ParseCase{"hh:mm a", "12:30 PM", "UTC", 45000000, ""},
        ParseCase{"hh:mm a", "01:05 pm", "UTC", 47100000, ""},
        ParseCase{"hh:mm a", "13:00 AM", "UTC", std::nullopt, ""},
        ParseCase{"hh:mm a", "00:30 AM", "UTC", std::nullopt, ""},
        ParseCase{"KK:mm a", "00:30 PM", "UTC", 45000000, ""},
        ParseCase{"KK:mm a", "11:05 AM", "UTC", 39900000, ""},
        ParseCase{"kk:mm", "24:30", "UTC", 1800000, ""},
        ParseCase{"kk:mm", "01:00", "UTC", 3600000, ""},
        ParseCase{"yyyy-DDD", "2024-366", "UTC", 1735603200000, ""},
        ParseCase{"yyyy-DDD", "2023-366", "UTC", std::nullopt, ""},
        ParseCase{"yyyy-DDD", "2024-60", "UTC", 1709164800000, ""},
        ParseCase{"xxxx-'W'ww-e", "2020-W53-5", "UTC", 1609459200000, ""},
        ParseCase{"xxxx-'W'ww-e", "2024-W01-1", "UTC", 1704067200000, ""},
        ParseCase{"xxxx-'W'ww-e", "2021-W53-1", "UTC", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm z", "2024-07-01 12:00 PST", "Asia/Kolkata", 1719860400000,
                  "America/Los_Angeles"},
        ParseCase{"yyyy-MM-dd HH:mm z", "2024-07-01 12:00 UTC", "Asia/Kolkata", 1719835200000,
                  "UTC"},
        ParseCase{"yyyy-MM-dd HH:mm z", "2024-07-01 12:00 XYZ", "Asia/Kolkata", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm ZZZ", "2024-07-01 12:00 Europe/Warsaw", "Asia/Kolkata",
                  1719828000000, "Europe/Warsaw"},
        ParseCase{"yyyy-MM-dd HH:mm ZZZ", "2024-07-01 12:00 +02:00", "Asia/Kolkata", std::nullopt,
                  ""},
        ParseCase{"yyyy-MM-dd HH:mm ZZZ", "2024-07-01 12:00 UTC", "Asia/Kolkata", 1719835200000,
                  "UTC"},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-03-31 02:30", "Europe/Warsaw", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-03-31 02:30", "America/New_York", 1711866600000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-10-27 02:30", "Europe/Warsaw", 1729989000000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-10-27 02:30", "America/New_York", 1730010600000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-03-10 02:30", "Europe/Warsaw", 1710034200000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-03-10 02:30", "America/New_York", std::nullopt, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-11-03 01:30", "Europe/Warsaw", 1730593800000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2024-11-03 01:30", "America/New_York", 1730611800000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2400-07-01 00:00", "Europe/Warsaw", 13585183200000, ""},
        ParseCase{"yyyy-MM-dd HH:mm", "2400-07-01 00:00", "America/New_York", 13585204800000, ""},
        ParseCase{"D", "60", "UTC", 951782400000, ""}, ParseCase{"M", "3", "UTC", 951868800000, ""},
        ParseCase{"H", "7", "UTC", 25200000, ""}, ParseCase{"Y-M", "0-1", "UTC", std::nullopt, ""},
        ParseCase{"Y-M", "5-1", "UTC", -62009366400000, ""},
        ParseCase{"Y-M", "-5-1", "UTC", std::nullopt, ""}));

TEST(JodaParserTest, TakesTheFirstFormatThatFitsTheWholeText) {
  std::vector<JodaFormat> formats;
  for (const char* pattern : {"yyyy-MM-dd", "yyyy-MM-dd HH:mm", "yyyyMMdd"}) {
    HUDI_ASSERT_OK_AND_ASSIGN(JodaFormat format, JodaFormat::Compile(pattern));
    formats.push_back(std::move(format));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(JodaParser parser, JodaParser::Make(std::move(formats)));
  HUDI_ASSERT_OK_AND_ASSIGN(JodaInstant late, parser.Parse("2024-02-29 12:34", *TimeZone::Utc()));
  EXPECT_EQ(late.epoch_ms, 1709210040000);
  HUDI_ASSERT_OK_AND_ASSIGN(JodaInstant compact, parser.Parse("20240229", *TimeZone::Utc()));
  EXPECT_EQ(compact.epoch_ms, 1709164800000);
  // A fitting format with an impossible value does not fall through to the next one.
  EXPECT_FALSE(parser.Parse("2024-13-01", *TimeZone::Utc()).ok());
}

TEST(JodaFormatTest, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(JodaFormat::Compile("yyyy-qq"), FailsWith(ErrorCode::kInvalidArgument, "yyyy-qq"));
  EXPECT_THAT(JodaFormat::Compile(""), FailsWith(ErrorCode::kInvalidArgument));
  EXPECT_THAT(JodaFormat::Compile("HH zzzz"), FailsWith(ErrorCode::kUnsupported));
  HUDI_ASSERT_OK_AND_ASSIGN(JodaFormat century, JodaFormat::Compile("C"));
  EXPECT_THAT(JodaParser::Make({century}), FailsWith(ErrorCode::kUnsupported));
}

TEST(JodaFormatTest, RefusesANameOfAnotherDay) {
  HUDI_ASSERT_OK_AND_ASSIGN(JodaFormat format, JodaFormat::Compile("EEE yyyy-MM-dd"));
  HUDI_ASSERT_OK_AND_ASSIGN(JodaParser parser, JodaParser::Make({format}));
  EXPECT_TRUE(parser.Parse("Thu 2024-02-29", *TimeZone::Utc()).ok());
  EXPECT_FALSE(parser.Parse("Mon 2024-02-29", *TimeZone::Utc()).ok());
}

}  // namespace
}  // namespace hudi
