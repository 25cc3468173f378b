// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/json_rows.h"

#include <arrow/array.h>

#include "hudi/format/rows/rows_testing.h"

namespace hudi::rows {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<arrow::DataType> Instant() {
  return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
}
std::shared_ptr<arrow::DataType> Local() { return arrow::timestamp(arrow::TimeUnit::MICRO); }

class JsonRowsTest : public testing::Test {
 protected:
  arrow::Result<std::shared_ptr<arrow::Table>> Read(const std::string& content,
                                                    arrow::FieldVector fields = {},
                                                    int64_t batch_rows = 1024) {
    RowInput input;
    input.paths = {folder_.Write("rows.json", content)};
    if (!fields.empty()) input.schema = arrow::schema(std::move(fields));
    input.batch_rows = batch_rows;
    return ReadAll(input);
  }

  // The same rows as JSON, which shows values and nulls alike.
  std::string ReadAsJson(const std::string& content, arrow::FieldVector fields) {
    arrow::Result<std::shared_ptr<arrow::Table>> table = Read(content, std::move(fields));
    if (!table.ok()) return table.status().message();
    return TextOf(**table, RowOutputFormat::kJson).ValueOr("?");
  }

  /// The message without the folder.
  std::string ErrorOf(const std::string& content, arrow::FieldVector fields = {}) {
    arrow::Result<std::shared_ptr<arrow::Table>> table = Read(content, std::move(fields));
    if (table.ok()) return "no error";
    EXPECT_THAT(table, FailsWith(ErrorCode::kInvalidRow, folder_.Path("rows.json")));
    std::string message = table.status().message();
    std::string folder = folder_.Path("");
    for (size_t at = message.find(folder); at != std::string::npos; at = message.find(folder)) {
      message.erase(at, folder.size());
    }
    return message;
  }

  TemporaryFolder folder_;
};

TEST_F(JsonRowsTest, ReadsEveryType) {
  arrow::FieldVector fields = {
      arrow::field("i8", arrow::int8()),
      arrow::field("i16", arrow::int16()),
      arrow::field("i32", arrow::int32()),
      arrow::field("i64", arrow::int64()),
      arrow::field("f", arrow::float32()),
      arrow::field("d", arrow::float64()),
      arrow::field("dec", arrow::decimal128(38, 4)),
      arrow::field("b", arrow::boolean()),
      arrow::field("s", arrow::utf8()),
      arrow::field("bin", arrow::binary()),
      arrow::field("day", arrow::date32()),
      arrow::field("ts", Instant()),
      arrow::field("ntz", Local()),
      arrow::field("a", arrow::list(arrow::int32())),
      arrow::field("m", arrow::map(arrow::utf8(), arrow::int64())),
      arrow::field("st", arrow::struct_({arrow::field("x", arrow::int32()),
                                         arrow::field("y", arrow::list(arrow::utf8()))}))};
  EXPECT_EQ(
      ReadAsJson(
          "{\"i8\":-128,\"i16\":32767,\"i32\":-2147483648,\"i64\":9223372036854775807,"
          "\"f\":0.1,\"d\":1e3,\"dec\":1234567890123456789012345678901234.5678,\"b\":true,"
          "\"s\":\"\\u00e9\\n\",\"bin\":\"AP+A\",\"day\":\"2024-02-29\","
          "\"ts\":\"2024-02-29T13:34:56.789123+01:00\",\"ntz\":\"2024-02-29 12:34:56\","
          "\"a\":[1,null,-3],\"m\":{\"k\":1,\"n\":null},\"st\":{\"y\":[\"p\",null],\"x\":7}}\n",
          fields),
      "{\"i8\":-128,\"i16\":32767,\"i32\":-2147483648,\"i64\":9223372036854775807,"
      "\"f\":0.1,\"d\":1000.0,\"dec\":\"1234567890123456789012345678901234.5678\",\"b\":true,"
      "\"s\":\"\xC3\xA9\\n\",\"bin\":\"AP+A\",\"day\":\"2024-02-29\","
      "\"ts\":\"2024-02-29T12:34:56.789123Z\",\"ntz\":\"2024-02-29T12:34:56\","
      "\"a\":[1,null,-3],\"m\":{\"k\":1,\"n\":null},\"st\":{\"x\":7,\"y\":[\"p\",null]}}\n");
}

TEST_F(JsonRowsTest, AbsentKeysAndNullsAreNullAtEveryDepth) {
  arrow::FieldVector fields = {
      arrow::field("a", arrow::int64()),
      arrow::field(
          "st",
          arrow::struct_({arrow::field("x", arrow::int32()),
                          arrow::field("in", arrow::struct_({arrow::field("y", arrow::utf8())}))})),
      arrow::field("l", arrow::list(arrow::struct_({arrow::field("z", arrow::boolean())})))};
  EXPECT_EQ(ReadAsJson("{}\n"
                       "{\"a\":null,\"st\":null,\"l\":null}\n"
                       "{\"st\":{}}\n"
                       "{\"st\":{\"in\":{}},\"l\":[]}\n"
                       "{\"l\":[null,{},{\"z\":false}]}",
                       fields),
            "{\"a\":null,\"st\":null,\"l\":null}\n"
            "{\"a\":null,\"st\":null,\"l\":null}\n"
            "{\"a\":null,\"st\":{\"x\":null,\"in\":null},\"l\":null}\n"
            "{\"a\":null,\"st\":{\"x\":null,\"in\":{\"y\":null}},\"l\":[]}\n"
            "{\"a\":null,\"st\":null,\"l\":[null,{\"z\":null},{\"z\":false}]}\n");
}

TEST_F(JsonRowsTest, SkipsBlankLinesAndTakesAnyLineEnd) {
  EXPECT_EQ(ReadAsJson("\xEF\xBB\xBF{\"a\":1}\r\n\n  \t\r\n {\"a\":2} \r\n{\"a\":3}",
                       {arrow::field("a", arrow::int64())}),
            "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
}

TEST_F(JsonRowsTest, FindsKeysThatAreWrittenWithEscapesOrOutOfOrder) {
  EXPECT_EQ(ReadAsJson("{\"b\\\"\":2,\"\\u0061\":1}\n",
                       {arrow::field("a", arrow::int64()), arrow::field("b\"", arrow::int64())}),
            "{\"a\":1,\"b\\\"\":2}\n");
}

TEST_F(JsonRowsTest, TakesNamesForNumbersThatJsonLacks) {
  EXPECT_EQ(ReadAsJson("{\"d\":\"NaN\",\"f\":\"-Infinity\"}\n{\"d\":\"Infinity\",\"f\":1}\n",
                       {arrow::field("d", arrow::float64()), arrow::field("f", arrow::float32())}),
            "{\"d\":\"NaN\",\"f\":\"-Infinity\"}\n{\"d\":\"Infinity\",\"f\":1.0}\n");
}

TEST_F(JsonRowsTest, CutsBatchesAtTheirLimit) {
  std::string content;
  for (int i = 0; i < 10; ++i) content += "{\"a\":" + std::to_string(i) + "}\n";
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table,
                            Read(content, {arrow::field("a", arrow::int64())}, 3));
  EXPECT_EQ(table->num_rows(), 10);
}

TEST_F(JsonRowsTest, ReadsLinesLongerThanItsBuffer) {
  std::string big(3 * 1024 * 1024, 'x');
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table,
                            Read("{\"a\":\"s\"}\n{\"a\":\"" + big + "\"}\n{\"a\":\"t\"}\n",
                                 {arrow::field("a", arrow::utf8())}));
  ASSERT_EQ(table->num_rows(), 3);
  const auto& column = static_cast<const arrow::StringArray&>(*table->column(0)->chunk(0));
  EXPECT_EQ(column.GetView(1), big);
  EXPECT_EQ(column.GetView(2), "t");
}

struct BadRow {
  const char* label;
  std::string content;
  std::string error;  ///< after "rows.json"
};

class JsonRowsErrorTest : public JsonRowsTest, public testing::WithParamInterface<BadRow> {};

TEST_P(JsonRowsErrorTest, NamesLineAndColumn) {
  arrow::FieldVector fields = {
      arrow::field("id", arrow::int64(), /*nullable=*/false),
      arrow::field("tiny", arrow::int8()),
      arrow::field("name", arrow::utf8()),
      arrow::field("amount", arrow::decimal128(5, 2)),
      arrow::field("ratio", arrow::float32()),
      arrow::field("wide", arrow::float64()),
      arrow::field("ok", arrow::boolean()),
      arrow::field("day", arrow::date32()),
      arrow::field("at", Instant()),
      arrow::field("at_ntz", Local()),
      arrow::field("bytes", arrow::binary()),
      arrow::field("tags", arrow::list(arrow::int32())),
      arrow::field("counts", arrow::map(arrow::int32(), arrow::int64())),
      arrow::field("home", arrow::struct_({arrow::field("street", arrow::utf8())}))};
  EXPECT_EQ(ErrorOf("{\"id\":1}\n" + GetParam().content + "\n{\"id\":3}\n", fields),
            "rows.json:2:" + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Values, JsonRowsErrorTest,
    testing::Values(
        BadRow{"TextForNumber", R"({"id":"7"})",
               "7: column 'id' = \"7\": expected a whole number from -9223372036854775808 to "
               "9223372036854775807, without quotes"},
        BadRow{"FractionForWhole", R"({"id": 1.5 })",
               "8: column 'id' = 1.5: expected a whole number from -9223372036854775808 to "
               "9223372036854775807"},
        BadRow{"BeyondBigint", R"({"id":9223372036854775808})",
               "7: column 'id' = 9223372036854775808: expected a whole number from "
               "-9223372036854775808 to 9223372036854775807"},
        BadRow{"BeyondTinyint", R"({"id":1,"tiny":128})",
               "16: column 'tiny' = 128: expected a whole number from -128 to 127"},
        BadRow{"NumberForText", R"({"id":1,"name":7})",
               "16: column 'name' = 7: expected text in double quotes"},
        BadRow{"TooManyFractionDigits", R"({"id":1,"amount":"1.234"})",
               "18: column 'amount' = \"1.234\": expected a decimal number of at most 3 digits "
               "before and 2 after the point"},
        BadRow{"DecimalNumberTooLarge", R"({"id":1,"amount":1000})",
               "18: column 'amount' = 1000: expected a decimal number of at most 3 digits before "
               "and 2 after the point"},
        BadRow{"DecimalAsWord", R"({"id":1,"amount":true})",
               "18: column 'amount' = true: expected a decimal number of at most 3 digits before "
               "and 2 after the point"},
        BadRow{"BeyondFloat", R"({"id":1,"ratio":1e39})",
               "17: column 'ratio' = 1e39: expected a number, \"NaN\", \"Infinity\" or "
               "\"-Infinity\" within the range of float"},
        BadRow{"BeyondDouble", R"({"id":1,"wide":1e999})",
               "16: column 'wide' = 1e999: expected a number, \"NaN\", \"Infinity\" or "
               "\"-Infinity\" within the range of double"},
        BadRow{"TextForDouble", R"({"id":1,"wide":"1.5"})",
               "16: column 'wide' = \"1.5\": expected a number, \"NaN\", \"Infinity\" or "
               "\"-Infinity\""},
        BadRow{"TextForBoolean", R"({"id":1,"ok":"true"})",
               "14: column 'ok' = \"true\": expected true or false"},
        BadRow{"NoSuchDay", R"({"id":1,"day":"2023-02-29"})",
               "15: column 'day' = \"2023-02-29\": expected a date as yyyy-mm-dd"},
        BadRow{"NumberForDate", R"({"id":1,"day":19000})",
               "15: column 'day' = 19000: expected a date as yyyy-mm-dd"},
        BadRow{"NoTime", R"({"id":1,"at":"noon"})",
               "14: column 'at' = \"noon\": expected a time as yyyy-mm-ddThh:mm:ss[.ffffff]Z"},
        BadRow{"ZoneForNoZone", R"({"id":1,"at_ntz":"2024-01-01T00:00:00Z"})",
               "18: column 'at_ntz' = \"2024-01-01T00:00:00Z\": expected a time without zone as "
               "yyyy-mm-ddThh:mm:ss[.ffffff], without Z or an offset"},
        BadRow{"NoBase64", R"({"id":1,"bytes":"a*=="})",
               "17: column 'bytes' = \"a*==\": expected base64 text"},
        BadRow{"ObjectForArray", R"({"id":1,"tags":{"a":1}})",
               "16: column 'tags' = {\"a\":1}: expected an array as [...]"},
        BadRow{"BadElement", R"({"id":1,"tags":[1, "x"]})",
               "20: column 'tags.element' = \"x\": expected a whole number from -2147483648 to "
               "2147483647, without quotes"},
        BadRow{"BadMapKey", R"({"id":1,"counts":{"x":1}})",
               "19: column 'counts.key' = \"x\": expected a whole number from -2147483648 to "
               "2147483647 in quotes"},
        BadRow{"DoubleMapKey", R"({"id":1,"counts":{"1":1, "2":2, "1":3}})",
               "33: column 'counts': key \"1\" stands twice"},
        BadRow{"NullForNotNull", R"({"id":null})",
               "7: column 'id' = null: expected a whole number from -9223372036854775808 to "
               "9223372036854775807"},
        BadRow{"MissingNotNull", R"( {"name":"x"})",
               "2: column 'id' is missing and may not be null: expected a whole number from "
               "-9223372036854775808 to 9223372036854775807"},
        BadRow{"UnknownKey", R"({"id":1,"amuont":2})",
               "9: unknown column 'amuont': did you mean 'amount'?"},
        BadRow{"UnknownNestedKey", R"({"id":1,"home":{"strete":"x"}})",
               "17: unknown column 'strete' in 'home': did you mean 'street'?"},
        BadRow{"DoubleKey", R"({"id":1,"name":"a","name":"b"})",
               "20: column 'name' stands twice in one object"},
        BadRow{"CountsLettersNotBytes", "{\"name\":\"\xC3\xA9\xC3\xA9\",\"id\":\"x\"}",
               "19: column 'id' = \"x\": expected a whole number from -9223372036854775808 to "
               "9223372036854775807, without quotes"}),
    [](const auto& info) { return info.param.label; });

INSTANTIATE_TEST_SUITE_P(
    Syntax, JsonRowsErrorTest,
    testing::Values(
        BadRow{"NoObject", "[1]", "1: expected one object a line, beginning with '{'"},
        BadRow{"Garbage", "hello", "1: expected one object a line, beginning with '{'"},
        BadRow{"OpenObject", R"({"id":1)",
               "8: expected ',' or '}' after a value, found the end of the line (an object must "
               "stand on one line)"},
        BadRow{"PrettyPrinted", "{",
               "2: expected a key in double quotes, found the end of the line (an object must "
               "stand on one line)"},
        BadRow{"MissingComma", R"({"id":1 "name":"x"})", "9: expected ',' or '}' after a value"},
        BadRow{"MissingColon", R"({"id" 1})", "7: expected ':' after a key"},
        BadRow{"TrailingComma", R"({"id":1,})", "9: expected a key in double quotes"},
        BadRow{"SingleQuotes", R"({'id':1})", "2: expected a key in double quotes"},
        BadRow{"TrailingText", R"({"id":1} x)",
               "10: expected the end of the line after the object"},
        BadRow{"TwoObjects", R"({"id":1}{"id":2})",
               "9: expected the end of the line after the object"},
        BadRow{"TwoBraces", R"({"id":1}})", "9: expected the end of the line after the object"},
        BadRow{"BareWord", R"({"id":yes})",
               "7: expected a value: text in double quotes, a number, true, false, null, [...] or "
               "{...}"},
        BadRow{"HalfWord", R"({"id":nul})", "7: expected null"},
        BadRow{"LongWord", R"({"id":1,"ok":truely})", "18: expected ',' or '}' after a value"},
        BadRow{"LeadingZero", R"({"id":01})",
               "8: a number may not begin with 0 (text needs double quotes)"},
        BadRow{"NakedFraction", R"({"id":1.})", "9: expected a digit"},
        BadRow{"NakedNaN", R"({"wide":NaN})",
               "9: expected a value: text in double quotes, a number, true, false, null, [...] or "
               "{...}"},
        BadRow{"OpenText", R"({"name":"abc)",
               "13: expected '\"' at the end of a text, found the end of the line (an object must "
               "stand on one line)"},
        BadRow{"OpenArray", R"({"id":1,"tags":[1,2})", "20: expected ',' or ']' after a value"},
        BadRow{"ArrayTrailingComma", R"({"id":1,"tags":[1,]})",
               "19: expected a value: text in double quotes, a number, true, false, null, [...] or "
               "{...}"},
        BadRow{"BadEscape", R"({"name":"a\qb"})",
               "12: expected one of \" \\ / b f n r t u after a backslash"},
        BadRow{"BadUnicode", R"({"name":"\u00g1"})",
               "14: expected four hexadecimal digits after \\u"},
        BadRow{"HalfSurrogate", R"({"name":"\ud800x"})",
               "10: half of a surrogate pair stands for no character"},
        BadRow{"ControlCharacter", "{\"name\":\"a\tb\"}",
               "11: control character 0x09 in a text: write \\u0009"},
        BadRow{"NotUtf8", "{\"name\":\"a\xFF\"}", "11: byte 0xff is not UTF-8"},
        BadRow{"TextAfterText", R"({"name":"a"b})", "12: expected ',' or '}' after a value"}),
    [](const auto& info) { return info.param.label; });

TEST_F(JsonRowsTest, RefusesDeepNesting) {
  std::string deep = "{\"a\":" + std::string(5000, '[') + std::string(5000, ']') + "}\n";
  EXPECT_THAT(ErrorOf(deep, {arrow::field("a", arrow::list(arrow::int32()))}),
              HasSubstr("rows.json:1:"));
}

TEST_F(JsonRowsTest, RefusesTypesWithoutTextForm) {
  EXPECT_THAT(Read("{}\n", {arrow::field("d", arrow::duration(arrow::TimeUnit::SECOND))}),
              FailsWith(ErrorCode::kUnsupported, "d"));
}

TEST_F(JsonRowsTest, FailsAgainAfterTheFirstFailure) {
  RowInput input;
  input.paths = {folder_.Write("rows.json", "{\"a\":1}\nx\n{\"a\":2}\n")};
  input.schema = arrow::schema({arrow::field("a", arrow::int64())});
  input.batch_rows = 1;
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, OpenRowFiles(input));
  std::shared_ptr<arrow::RecordBatch> batch;
  HUDI_ASSERT_OK(rows->ReadNext(&batch));
  EXPECT_THAT(rows->ReadNext(&batch), FailsWith(ErrorCode::kInvalidRow));
  EXPECT_THAT(rows->ReadNext(&batch), FailsWith(ErrorCode::kInvalidRow));
}

// -- without a schema

TEST_F(JsonRowsTest, InfersFromAllRows) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table,
                            Read("{\"i\":1,\"d\":1,\"s\":\"x\",\"n\":null}\n"
                                 "{\"d\":1.5,\"b\":true,\"l\":[],\"st\":{\"x\":1}}\n"
                                 "{\"l\":[null,2],\"st\":{\"y\":[{\"z\":\"q\"}]},\"late\":1e3}\n"));
  auto wanted = arrow::schema(
      {arrow::field("i", arrow::int64()), arrow::field("d", arrow::float64()),
       arrow::field("s", arrow::utf8()), arrow::field("n", arrow::utf8()),
       arrow::field("b", arrow::boolean()),
       arrow::field("l", arrow::list(arrow::field("element", arrow::int64()))),
       arrow::field(
           "st", arrow::struct_({arrow::field("x", arrow::int64()),
                                 arrow::field("y", arrow::list(arrow::field(
                                                       "element", arrow::struct_({arrow::field(
                                                                      "z", arrow::utf8())}))))})),
       arrow::field("late", arrow::float64())});
  EXPECT_TRUE(table->schema()->Equals(*wanted)) << table->schema()->ToString();
  EXPECT_EQ(TextOf(*table, RowOutputFormat::kJson).ValueOr("?"),
            "{\"i\":1,\"d\":1.0,\"s\":\"x\",\"n\":null,\"b\":null,\"l\":null,\"st\":null,"
            "\"late\":null}\n"
            "{\"i\":null,\"d\":1.5,\"s\":null,\"n\":null,\"b\":true,\"l\":[],"
            "\"st\":{\"x\":1,\"y\":null},\"late\":null}\n"
            "{\"i\":null,\"d\":null,\"s\":null,\"n\":null,\"b\":null,\"l\":[null,2],"
            "\"st\":{\"x\":null,\"y\":[{\"z\":\"q\"}]},\"late\":1000.0}\n");
}

TEST_F(JsonRowsTest, NamesBothLinesOfATypeClash) {
  EXPECT_EQ(ErrorOf("{\"a\":1}\n{}\n{\"b\":1,\"a\":\"x\"}\n"),
            "rows.json:3:12: column 'a' is text here, but a whole number at rows.json:1: expected "
            "one type in all rows, or a schema that says which");
  EXPECT_EQ(ErrorOf("{\"a\":[1]}\n{\"a\":{}}\n"),
            "rows.json:2:6: column 'a' is an object here, but an array at rows.json:1: expected "
            "one type in all rows, or a schema that says which");
}

TEST_F(JsonRowsTest, RefusesToGuessWhatWouldLoseDigits) {
  EXPECT_THAT(ErrorOf("{\"a\":9007199254740993}\n{\"a\":0.5}\n"),
              HasSubstr("rows.json:2:6: column 'a' has a fraction at rows.json:2 and at "
                        "rows.json:1 a whole number that double cannot hold exactly"));
  EXPECT_THAT(ErrorOf("{\"a\":18446744073709551616}\n"),
              HasSubstr("rows.json:1:6: column 'a' = 18446744073709551616: expected a whole "
                        "number"));
  EXPECT_THAT(ErrorOf("{\"a\":{}}\n"), HasSubstr("rows.json:1:1: column 'a' is {} in all rows"));
  EXPECT_THAT(ErrorOf("\n"), HasSubstr("no rows to tell the columns from"));
}

TEST_F(JsonRowsTest, NamesOfNumbersAmongNumbersAreNumbers) {
  EXPECT_EQ(ReadAsJson("{\"a\":\"NaN\",\"b\":\"NaN\",\"c\":1}\n"
                       "{\"a\":1,\"b\":\"x\",\"c\":\"-Infinity\"}\n",
                       {}),
            "{\"a\":\"NaN\",\"b\":\"NaN\",\"c\":1.0}\n"
            "{\"a\":1.0,\"b\":\"x\",\"c\":\"-Infinity\"}\n");
}

TEST_F(JsonRowsTest, TakesWantedTypesAndNewFields) {
  RowInput input;
  input.paths = {folder_.Write(
      "rows.json",
      "{\"day\":\"2024-02-29\",\"at\":\"2024-02-29T00:00:00Z\",\"dec\":1.5,\"d\":7,\"i\":7,"
      "\"big\":3000000000,\"s\":\"7\",\"m\":{\"k\":1},\"l\":[1],\"st\":{\"x\":1,\"y\":2},\"nul\":"
      "null,"
      "\"new\":1}\n")};
  auto instant = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  input.wanted_types =
      arrow::schema({arrow::field("absent", arrow::int8()), arrow::field("day", arrow::date32()),
                     arrow::field("at", instant), arrow::field("dec", arrow::decimal128(5, 2)),
                     arrow::field("d", arrow::float64()), arrow::field("i", arrow::int32()),
                     arrow::field("big", arrow::int32()), arrow::field("s", arrow::utf8()),
                     arrow::field("m", arrow::map(arrow::utf8(), arrow::int32())),
                     arrow::field("l", arrow::list(arrow::field("element", arrow::float64()))),
                     arrow::field("st", arrow::struct_({arrow::field("x", arrow::int16())})),
                     arrow::field("nul", arrow::binary())});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, ReadAll(input));
  auto wanted =
      arrow::schema({arrow::field("day", arrow::date32()), arrow::field("at", instant),
                     arrow::field("dec", arrow::decimal128(5, 2)),
                     arrow::field("d", arrow::float64()), arrow::field("i", arrow::int32()),
                     arrow::field("big", arrow::int64()), arrow::field("s", arrow::utf8()),
                     arrow::field("m", arrow::map(arrow::utf8(), arrow::int32())),
                     arrow::field("l", arrow::list(arrow::field("element", arrow::float64()))),
                     arrow::field("st", arrow::struct_({arrow::field("x", arrow::int16()),
                                                        arrow::field("y", arrow::int64())})),
                     arrow::field("nul", arrow::binary()), arrow::field("new", arrow::int64())});
  EXPECT_TRUE(table->schema()->Equals(*wanted)) << table->schema()->ToString();
}

TEST_F(JsonRowsTest, AValueThatIsNotOfTheWantedTypeIsAnError) {
  auto error_of = [this](const std::string& row, const std::shared_ptr<arrow::DataType>& type) {
    RowInput input;
    input.paths = {folder_.Write("rows.json", row)};
    input.wanted_types = arrow::schema({arrow::field("a", type)});
    return ReadAll(input).status().message();
  };
  EXPECT_THAT(error_of("{\"a\":\"zz\"}\n", arrow::float64()),
              HasSubstr("rows.json:1:6: column 'a'"));
  EXPECT_THAT(error_of("{\"a\":0.5}\n", arrow::int64()), HasSubstr("rows.json:1:6: column 'a'"));
  EXPECT_THAT(error_of("{\"a\":true}\n", arrow::int32()), HasSubstr("rows.json:1:6: column 'a'"));
  EXPECT_THAT(error_of("{\"a\":7}\n", arrow::utf8()), HasSubstr("rows.json:1:6: column 'a'"));
  EXPECT_THAT(error_of("{\"a\":[1]}\n", arrow::int64()), HasSubstr("rows.json:1:6: column 'a'"));
  EXPECT_THAT(error_of("{\"a\":{\"b\":1}}\n", arrow::date32()),
              HasSubstr("rows.json:1:6: column 'a'"));
}

TEST_F(JsonRowsTest, InfersOneSchemaForAllFiles) {
  RowInput input;
  input.paths = {folder_.Write("1.json", "{\"a\":1}\n"),
                 folder_.Write("2.json", "{\"a\":2.5,\"b\":\"x\"}\n")};
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, ReadAll(input));
  EXPECT_EQ(TextOf(*table, RowOutputFormat::kJson).ValueOr("?"),
            "{\"a\":1.0,\"b\":null}\n{\"a\":2.5,\"b\":\"x\"}\n");
}

}  // namespace
}  // namespace hudi::rows
