// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/value_text.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

namespace hudi::rows {
namespace {

using arrow::Decimal128;
using arrow::TimeUnit;

template <typename Append>
std::string Text(Append append) {
  std::string text;
  append(&text);
  return text;
}

std::string DoubleText(double value) {
  return Text([&](std::string* out) { AppendDouble(value, out); });
}
std::string FloatText(float value) {
  return Text([&](std::string* out) { AppendFloat(value, out); });
}
std::string DecimalText(const char* digits, int scale) {
  return Text([&](std::string* out) { AppendDecimal(Decimal128(digits), scale, out); });
}
std::string DateText(int64_t days) {
  return Text([&](std::string* out) { AppendDate(days, out); });
}
std::string TimestampText(int64_t value, TimeUnit::type unit, bool with_zone) {
  return Text([&](std::string* out) { AppendTimestamp(value, unit, with_zone, out); });
}

TEST(ParseIntegerTest, ChecksFormAndRange) {
  int64_t value = 0;
  EXPECT_EQ(ParseInteger("127", -128, 127, &value), TextProblem::kNone);
  EXPECT_EQ(value, 127);
  EXPECT_EQ(ParseInteger("-128", -128, 127, &value), TextProblem::kNone);
  EXPECT_EQ(ParseInteger("+5", -128, 127, &value), TextProblem::kNone);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(ParseInteger("128", -128, 127, &value), TextProblem::kOutOfRange);
  EXPECT_EQ(ParseInteger("9223372036854775807", INT64_MIN, INT64_MAX, &value), TextProblem::kNone);
  EXPECT_EQ(ParseInteger("9223372036854775808", INT64_MIN, INT64_MAX, &value),
            TextProblem::kOutOfRange);
  for (const char* text : {"", "-", "+", "1.0", "1e3", " 1", "1 ", "0x1", "abc", "+-1", "--1"}) {
    EXPECT_EQ(ParseInteger(text, INT64_MIN, INT64_MAX, &value), TextProblem::kMalformed) << text;
  }
}

TEST(ParseDoubleTest, TakesNumbersAndTheThreeNames) {
  double value = 0;
  EXPECT_EQ(ParseDouble("1e3", &value), TextProblem::kNone);
  EXPECT_EQ(value, 1000.0);
  EXPECT_EQ(ParseDouble("-0.5", &value), TextProblem::kNone);
  EXPECT_EQ(value, -0.5);
  EXPECT_EQ(ParseDouble("123456789012345678901234567890", &value), TextProblem::kNone);
  EXPECT_EQ(value, 1.2345678901234568e29);
  EXPECT_EQ(ParseDouble("NaN", &value), TextProblem::kNone);
  EXPECT_TRUE(std::isnan(value));
  EXPECT_EQ(ParseDouble("-Infinity", &value), TextProblem::kNone);
  EXPECT_EQ(value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(ParseDouble("1e-400", &value), TextProblem::kNone);
  EXPECT_EQ(value, 0.0);
  EXPECT_EQ(ParseDouble("1e400", &value), TextProblem::kOutOfRange);
  for (const char* text : {"", "nan", "inf", "-", "1e", "0x10", "1,5", " 1"}) {
    EXPECT_EQ(ParseDouble(text, &value), TextProblem::kMalformed) << text;
  }
}

TEST(ParseFloatTest, RoundsOnceAndRefusesOverflow) {
  float value = 0;
  // Halfway between two floats as a double, above it as a text.
  EXPECT_EQ(ParseFloat("1.00000005960464477540", &value), TextProblem::kNone);
  EXPECT_EQ(value, std::nextafter(1.0F, 2.0F));
  EXPECT_EQ(ParseFloat("1e39", &value), TextProblem::kOutOfRange);
}

struct DecimalCase {
  const char* text;
  int precision;
  int scale;
  const char* unscaled;  // nullptr: refused
  TextProblem problem = TextProblem::kNone;
};

TEST(ParseDecimalTest, IsExactOrRefuses) {
  const DecimalCase kCases[] = {
      {"0", 10, 2, "0"},
      {"-0.00", 10, 2, "0"},
      {"12.5", 10, 2, "1250"},
      {"-12.50", 10, 2, "-1250"},
      {"+1", 10, 2, "100"},
      {"12.500000", 10, 2, "1250"},
      {"1.5E3", 10, 2, "150000"},
      {"1500e-2", 10, 2, "1500"},
      {".5", 10, 2, "50"},
      {"5.", 10, 2, "500"},
      {"000001.10", 3, 2, "110"},
      {"0.00000000000000000000000000000000000001", 38, 38, "1"},
      {"99999999999999999999999999999999999999", 38, 0, "99999999999999999999999999999999999999"},
      {"-99999999999999999999999999999999999999", 38, 0, "-99999999999999999999999999999999999999"},
      {"1.00000000000000000000000000000000000000000000000000", 5, 2, "100"},
      {"12.345", 10, 2, nullptr, TextProblem::kTooPrecise},
      {"0.3333333333333333333333333333333333333333333", 10, 2, nullptr, TextProblem::kTooPrecise},
      {"100000000", 10, 2, nullptr, TextProblem::kOutOfRange},
      {"1e9", 10, 2, nullptr, TextProblem::kOutOfRange},
      {"100000000000000000000000000000000000000", 38, 0, nullptr, TextProblem::kOutOfRange},
      {"123456789012345678901234567890123456789", 38, 0, nullptr, TextProblem::kOutOfRange},
      {"1e999999999999", 38, 0, nullptr, TextProblem::kOutOfRange},
      {"", 10, 2, nullptr, TextProblem::kMalformed},
      {".", 10, 2, nullptr, TextProblem::kMalformed},
      {"1.2.3", 10, 2, nullptr, TextProblem::kMalformed},
      {"1e", 10, 2, nullptr, TextProblem::kMalformed},
      {"abc", 10, 2, nullptr, TextProblem::kMalformed},
      {"1 ", 10, 2, nullptr, TextProblem::kMalformed},
      {"NaN", 10, 2, nullptr, TextProblem::kMalformed},
  };
  for (const DecimalCase& c : kCases) {
    Decimal128 value;
    EXPECT_EQ(ParseDecimal(c.text, c.precision, c.scale, &value), c.problem) << c.text;
    if (c.unscaled != nullptr) {
      EXPECT_EQ(value, Decimal128(c.unscaled)) << c.text;
    }
  }
}

TEST(ParseDateTest, KnowsTheCalendar) {
  int32_t days = 0;
  EXPECT_EQ(ParseDate("1970-01-01", &days), TextProblem::kNone);
  EXPECT_EQ(days, 0);
  EXPECT_EQ(ParseDate("2024-02-29", &days), TextProblem::kNone);
  EXPECT_EQ(days, 19782);
  EXPECT_EQ(ParseDate("1969-12-31", &days), TextProblem::kNone);
  EXPECT_EQ(days, -1);
  EXPECT_EQ(ParseDate("0001-01-01", &days), TextProblem::kNone);
  EXPECT_EQ(days, -719162);
  EXPECT_EQ(ParseDate("9999-12-31", &days), TextProblem::kNone);
  EXPECT_EQ(days, 2932896);
  EXPECT_EQ(ParseDate("+5881580-07-11", &days), TextProblem::kNone);
  EXPECT_EQ(days, INT32_MAX);
  EXPECT_EQ(ParseDate("+5881580-07-12", &days), TextProblem::kOutOfRange);
  for (const char* text :
       {"", "2024", "2024-1-1", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01",
        "2024-01-00", "2024-04-31", "20240101", "2024-01-01 ", "2024/01/01", "12024-01-01"}) {
    EXPECT_EQ(ParseDate(text, &days), TextProblem::kMalformed) << text;
  }
}

struct TimestampCase {
  const char* text;
  bool with_zone;
  int64_t micros;
  TextProblem problem = TextProblem::kNone;
};

TEST(ParseTimestampTest, TakesIsoForms) {
  const TimestampCase kCases[] = {
      {"1970-01-01T00:00:00Z", true, 0},
      {"2024-02-29T12:34:56.789123Z", true, 1709210096789123},
      {"2024-02-29 12:34:56.789123", true, 1709210096789123},
      {"2024-02-29T12:34:56.789123", false, 1709210096789123},
      {"2024-02-29T13:34:56.789123+01:00", true, 1709210096789123},
      {"2024-02-29T07:04:56.789123-0530", true, 1709210096789123},
      {"2024-02-29T13:34:56.789123+01", true, 1709210096789123},
      {"2024-02-29T12:34", true, 1709210040000000},
      {"2024-02-29", true, 1709164800000000},
      {"1969-12-31T23:59:59.9Z", true, -100000},
      {"2024-02-29T12:34:56.789123000Z", true, 1709210096789123},
      {"2024-02-29T12:34:56.7891234Z", true, 0, TextProblem::kTooPrecise},
      {"2024-02-29T12:34:56.0000000001Z", true, 0, TextProblem::kTooPrecise},
      {"2024-02-29T12:34:56Z", false, 0, TextProblem::kZoneUnknown},
      {"+999999-01-01T00:00:00Z", true, 0, TextProblem::kOutOfRange},
      {"2024-02-29T24:00:00Z", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12:60:00Z", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12:00:60Z", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12:00:00.Z", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12:00:00z", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12:00:00+19:00", true, 0, TextProblem::kMalformed},
      {"2024-02-29T12", true, 0, TextProblem::kMalformed},
      {"2024-02-30T12:00:00Z", true, 0, TextProblem::kMalformed},
      {"yesterday", true, 0, TextProblem::kMalformed},
  };
  for (const TimestampCase& c : kCases) {
    int64_t value = 0;
    EXPECT_EQ(ParseTimestamp(c.text, TimeUnit::MICRO, c.with_zone, &value), c.problem) << c.text;
    if (c.problem == TextProblem::kNone) {
      EXPECT_EQ(value, c.micros) << c.text;
    }
  }
}

TEST(ParseTimestampTest, KnowsTheUnit) {
  int64_t value = 0;
  EXPECT_EQ(ParseTimestamp("1970-01-01T00:00:01.5Z", TimeUnit::MILLI, true, &value),
            TextProblem::kNone);
  EXPECT_EQ(value, 1500);
  EXPECT_EQ(ParseTimestamp("1970-01-01T00:00:00.000000001Z", TimeUnit::NANO, true, &value),
            TextProblem::kNone);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(ParseTimestamp("1970-01-01T00:00:01.5Z", TimeUnit::SECOND, true, &value),
            TextProblem::kTooPrecise);
}

TEST(IsJsonNumberTest, FollowsTheGrammar) {
  for (const char* text : {"0", "-0", "12", "1.5", "1e5", "1E+5", "0.1e-9"}) {
    EXPECT_TRUE(IsJsonNumber(text)) << text;
  }
  for (const char* text : {"", "-", "01", "+1", ".5", "5.", "1e", "1x", "NaN"}) {
    EXPECT_FALSE(IsJsonNumber(text)) << text;
  }
}

TEST(Base64Test, RoundTripsAndRefusesOtherText) {
  for (std::string bytes : {std::string(), std::string("f"), std::string("fo"), std::string("foo"),
                            std::string("\0\xff\x80", 3)}) {
    std::string text;
    AppendBase64(bytes, &text);
    std::string back;
    EXPECT_TRUE(AppendBase64Decoded(text, &back));
    EXPECT_EQ(back, bytes);
  }
  std::string text;
  AppendBase64("fooba", &text);
  EXPECT_EQ(text, "Zm9vYmE=");  // RFC 4648, part 10
  std::string unused;
  for (const char* bad : {"Zg", "Zg=", "Z===", "====", "Zm9v!", "Z g=", "Zh==", "Zg==Zg=="}) {
    EXPECT_FALSE(AppendBase64Decoded(bad, &unused)) << bad;
  }
}

TEST(AppendDoubleTest, IsShortestAndMarksDoubles) {
  EXPECT_EQ(DoubleText(100), "100.0");
  EXPECT_EQ(DoubleText(0), "0.0");
  EXPECT_EQ(DoubleText(-0.0), "-0.0");
  EXPECT_EQ(DoubleText(0.1), "0.1");
  EXPECT_EQ(DoubleText(100000), "100000.0");
  EXPECT_EQ(DoubleText(123456789.25), "123456789.25");
  EXPECT_EQ(DoubleText(1e16), "1e+16");
  EXPECT_EQ(DoubleText(1e-5), "1e-05");
  EXPECT_EQ(DoubleText(0.0001), "0.0001");
  EXPECT_EQ(DoubleText(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(DoubleText(-std::numeric_limits<double>::infinity()), "-Infinity");
  EXPECT_EQ(FloatText(0.1F), "0.1");
  EXPECT_EQ(FloatText(16777216), "16777216.0");
}

TEST(AppendDecimalTest, HasAllFractionDigits) {
  EXPECT_EQ(DecimalText("0", 2), "0.00");
  EXPECT_EQ(DecimalText("1", 8), "0.00000001");
  EXPECT_EQ(DecimalText("-1250", 2), "-12.50");
  EXPECT_EQ(DecimalText("42", 0), "42");
  EXPECT_EQ(DecimalText("-5", 1), "-0.5");
  EXPECT_EQ(DecimalText("99999999999999999999999999999999999999", 38),
            "0.99999999999999999999999999999999999999");
  EXPECT_EQ(DecimalText("-99999999999999999999999999999999999999", 0),
            "-99999999999999999999999999999999999999");
}

TEST(AppendDateTest, IsIso) {
  EXPECT_EQ(DateText(0), "1970-01-01");
  EXPECT_EQ(DateText(19782), "2024-02-29");
  EXPECT_EQ(DateText(-719162), "0001-01-01");
  EXPECT_EQ(DateText(-719529), "-0001-12-31");
  EXPECT_EQ(DateText(2932897), "+10000-01-01");
}

TEST(AppendTimestampTest, HasNoNeedlessZeros) {
  EXPECT_EQ(TimestampText(1709210096789123, TimeUnit::MICRO, true), "2024-02-29T12:34:56.789123Z");
  EXPECT_EQ(TimestampText(1709210096000000, TimeUnit::MICRO, true), "2024-02-29T12:34:56Z");
  EXPECT_EQ(TimestampText(1709210096500000, TimeUnit::MICRO, false), "2024-02-29T12:34:56.5");
  EXPECT_EQ(TimestampText(-1, TimeUnit::MICRO, true), "1969-12-31T23:59:59.999999Z");
  EXPECT_EQ(TimestampText(-1500, TimeUnit::MILLI, true), "1969-12-31T23:59:58.5Z");
  EXPECT_EQ(TimestampText(1, TimeUnit::NANO, false), "1970-01-01T00:00:00.000000001");
  EXPECT_EQ(TimestampText(INT64_MIN, TimeUnit::MICRO, true), "-290308-12-21T19:59:05.224192Z");
}

TEST(AppendTimestampTest, ReadsBackEqual) {
  for (int64_t value : {int64_t{0}, int64_t{-1}, int64_t{1}, INT64_MIN, INT64_MAX,
                        int64_t{1709210096789123}, int64_t{-62135596800000000}}) {
    int64_t back = 0;
    std::string text = TimestampText(value, TimeUnit::MICRO, true);
    EXPECT_EQ(ParseTimestamp(text, TimeUnit::MICRO, true, &back), TextProblem::kNone) << text;
    EXPECT_EQ(back, value);
  }
}

TEST(AppendJsonStringTest, EscapesWhatJsonDemands) {
  std::string text;
  AppendJsonString("a\"b\\c\n\t\x01/\xC3\xA9", &text);
  EXPECT_EQ(text, "\"a\\\"b\\\\c\\n\\t\\u0001/\xC3\xA9\"");
}

TEST(ShownTextTest, CutsBetweenLetters) {
  const std::string most(59, 'x');
  EXPECT_EQ(ShownText(most + "\xC3\xA9tail"), most + "...");
  EXPECT_EQ(ShownText("short"), "short");
}

TEST(ShownTextTest, HasNoControlCharacters) {
  EXPECT_EQ(ShownText("a\nb\x1b[1m"), "a\\x0ab\\x1b[1m");
}

}  // namespace
}  // namespace hudi::rows
