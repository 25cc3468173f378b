// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/java_text.h"

#include <arrow/builder.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;

// Texts as Java 17 prints the same values.
TEST(AppendJavaDecimalTest, FollowsBigDecimal) {
  const auto text = [](std::string_view digits, int scale) {
    std::string out;
    AppendJavaDecimal(arrow::Decimal128(std::string(digits)), scale, &out);
    return out;
  };
  EXPECT_EQ(text("0", 0), "0");
  EXPECT_EQ(text("0", 3), "0.000");
  EXPECT_EQ(text("0", 7), "0E-7");
  EXPECT_EQ(text("-5", 6), "-0.000005");
  EXPECT_EQ(text("5", 7), "5E-7");
  EXPECT_EQ(text("12500", 3), "12.500");
  EXPECT_EQ(text("1234", 7), "0.0001234");
  EXPECT_EQ(text("1234", 10), "1.234E-7");
  EXPECT_EQ(text("1234", -2), "1.234E+5");
  EXPECT_EQ(text("1234567", 12), "0.000001234567");
  EXPECT_EQ(text("123456789012345678901234567890", 37), "1.23456789012345678901234567890E-8");
}

TEST(AppendJavaDateTest, FollowsLocalDate) {
  const auto text = [](int64_t days) {
    std::string out;
    AppendJavaDate(days, &out);
    return out;
  };
  EXPECT_EQ(text(19782), "2024-02-29");
  EXPECT_EQ(text(-1), "1969-12-31");
  EXPECT_EQ(text(2932897), "+10000-01-01");
  EXPECT_EQ(text(-719528), "0000-01-01");
  EXPECT_EQ(text(-1000000), "-0768-02-04");
}

TEST(AppendJavaTimestampTest, FollowsSqlTimestamp) {
  const auto text = [](int64_t ms, const char* zone) {
    std::string out;
    AppendJavaTimestamp(ms, **TimeZone::Find(zone), &out);
    return out;
  };
  EXPECT_EQ(text(0, "UTC"), "1970-01-01 00:00:00.0");
  EXPECT_EQ(text(-500, "UTC"), "1969-12-31 23:59:59.5");
  EXPECT_EQ(text(1709210096780, "UTC"), "2024-02-29 12:34:56.78");
  EXPECT_EQ(text(1709210096789, "America/New_York"), "2024-02-29 07:34:56.789");
  EXPECT_EQ(text(1711846800000, "Europe/Warsaw"), "2024-03-31 03:00:00.0");
  EXPECT_EQ(text(253402300800000, "UTC"), "10000-01-01 00:00:00.0");
  EXPECT_EQ(text(-12219292800000, "UTC"), "1582-10-15 00:00:00.0");
  EXPECT_EQ(text(-12219292800001, "UTC"), "1582-10-04 23:59:59.999");
  EXPECT_EQ(text(-62135769600001, "UTC"), "0001-12-31 23:59:59.999");
  EXPECT_EQ(text(-99999999999999, "UTC"), "1200-02-26 14:13:20.001");
}

std::vector<std::string> Texts(const std::shared_ptr<arrow::Array>& column,
                               InstantText instants = InstantText::kNumber) {
  arrow::Result<std::shared_ptr<arrow::StringArray>> texts =
      JavaTexts(column, "f", instants, TimeZone::Utc().get());
  EXPECT_TRUE(texts.ok()) << texts.status();
  std::vector<std::string> out;
  for (int64_t i = 0; texts.ok() && i < (*texts)->length(); ++i) {
    out.push_back((*texts)->IsNull(i) ? "<null>" : (*texts)->GetString(i));
  }
  return out;
}

template <typename Builder, typename Value>
std::shared_ptr<arrow::Array> Column(const std::shared_ptr<arrow::DataType>& type,
                                     std::initializer_list<Value> values) {
  Builder builder(type, arrow::default_memory_pool());
  for (const Value& value : values) EXPECT_TRUE(builder.Append(value).ok());
  EXPECT_TRUE(builder.AppendNull().ok());
  return *builder.Finish();
}

TEST(JavaTextsTest, KnowsEveryFlatType) {
  EXPECT_THAT(Texts(Column<arrow::Int32Builder, int32_t>(arrow::int32(), {7, -7})),
              ElementsAre("7", "-7", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::Int8Builder, int8_t>(arrow::int8(), {65})),
              ElementsAre("65", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::Int64Builder, int64_t>(arrow::int64(), {1234567890123})),
              ElementsAre("1234567890123", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::DoubleBuilder, double>(arrow::float64(), {1.0, 1e21})),
              ElementsAre("1.0", "1.0E21", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::FloatBuilder, float>(arrow::float32(), {2.5F, 1e-7F})),
              ElementsAre("2.5", "1.0E-7", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::BooleanBuilder, bool>(arrow::boolean(), {true, false})),
              ElementsAre("true", "false", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::Date32Builder, int32_t>(arrow::date32(), {19782})),
              ElementsAre("2024-02-29", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::Decimal128Builder, arrow::Decimal128>(
                  arrow::decimal128(10, 3), {arrow::Decimal128(12500), arrow::Decimal128(-125)})),
              ElementsAre("12.500", "-0.125", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::LargeStringBuilder, std::string>(arrow::large_utf8(), {"a", ""})),
              ElementsAre("a", "", "<null>"));
  EXPECT_THAT(Texts(Column<arrow::BinaryBuilder, std::string>(arrow::binary(), {"\xC3\xA9"})),
              ElementsAre("\xC3\xA9", "<null>"));
}

TEST(JavaTextsTest, GivesInstantsInBothForms) {
  const auto micros = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  const auto column =
      Column<arrow::TimestampBuilder, int64_t>(micros, {1709210096789012, -500000, -1});
  EXPECT_THAT(Texts(column), ElementsAre("1709210096789012", "-500000", "-1", "<null>"));
  // Milliseconds are cut towards zero.
  EXPECT_THAT(Texts(column, InstantText::kTimestamp),
              ElementsAre("2024-02-29 12:34:56.789", "1969-12-31 23:59:59.5",
                          "1970-01-01 00:00:00.0", "<null>"));
  const auto local = arrow::timestamp(arrow::TimeUnit::MICRO);
  EXPECT_THAT(Texts(Column<arrow::TimestampBuilder, int64_t>(local, {5}), InstantText::kTimestamp),
              ElementsAre("5", "<null>"));
  const auto millis = arrow::timestamp(arrow::TimeUnit::MILLI, "UTC");
  EXPECT_THAT(Texts(Column<arrow::TimestampBuilder, int64_t>(millis, {1709210096789})),
              ElementsAre("1709210096789", "<null>"));
}

TEST(JavaTextsTest, GivesStringsBackWithoutACopy) {
  const auto column = Column<arrow::StringBuilder, std::string>(arrow::utf8(), {"a"});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::StringArray> texts,
                            JavaTexts(column, "f", InstantText::kNumber, nullptr));
  EXPECT_EQ(texts.get(), column.get());
}

TEST(JavaTextsTest, RefusesBytesThatAreNoTextAndNestedTypes) {
  const auto bytes = Column<arrow::BinaryBuilder, std::string>(arrow::binary(), {"\xFF"});
  EXPECT_THAT(JavaTexts(bytes, "f", InstantText::kNumber, nullptr),
              FailsWith(ErrorCode::kInvalidRow, "f"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> lists,
                            arrow::MakeArrayOfNull(arrow::list(arrow::int32()), 1));
  EXPECT_FALSE(HasJavaText(*lists->type()));
  EXPECT_THAT(JavaTexts(lists, "f", InstantText::kNumber, nullptr),
              FailsWith(ErrorCode::kUnsupported, "f"));
}

}  // namespace
}  // namespace hudi
