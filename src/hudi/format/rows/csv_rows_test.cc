// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/csv_rows.h"

#include "hudi/format/rows/rows_testing.h"

namespace hudi::rows {
namespace {

using ::testing::HasSubstr;

class CsvRowsTest : public testing::Test {
 protected:
  arrow::Result<std::shared_ptr<arrow::Table>> Read(const std::string& content,
                                                    arrow::FieldVector fields = {}) {
    RowInput input;
    input.paths = {folder_.Write("rows.csv", content)};
    input.format = RowFormat::kCsv;
    if (!fields.empty()) input.schema = arrow::schema(std::move(fields));
    input.batch_rows = 3;
    return ReadAll(input);
  }

  std::string ReadAsJson(const std::string& content, arrow::FieldVector fields = {}) {
    arrow::Result<std::shared_ptr<arrow::Table>> table = Read(content, std::move(fields));
    if (!table.ok()) return table.status().message();
    return TextOf(**table, RowOutputFormat::kJson).ValueOr("?");
  }

  std::string ErrorOf(const std::string& content, arrow::FieldVector fields = {}) {
    arrow::Result<std::shared_ptr<arrow::Table>> table = Read(content, std::move(fields));
    if (table.ok()) return "no error";
    EXPECT_THAT(table, FailsWith(ErrorCode::kInvalidRow, folder_.Path("rows.csv")));
    std::string message = table.status().message();
    return message.substr(folder_.Path("").size());
  }

  /// Inferred types, comma-separated.
  std::string TypesOf(const std::string& content) {
    arrow::Result<std::shared_ptr<arrow::Table>> table = Read(content);
    if (!table.ok()) return table.status().message();
    std::string types;
    for (const auto& field : (*table)->schema()->fields()) {
      types += (types.empty() ? "" : ",") + field->type()->ToString();
    }
    return types;
  }

  TemporaryFolder folder_;
};

TEST_F(CsvRowsTest, ReadsEveryType) {
  arrow::FieldVector fields = {
      arrow::field("i", arrow::int8()),
      arrow::field("d", arrow::float64()),
      arrow::field("dec", arrow::decimal128(10, 2)),
      arrow::field("b", arrow::boolean()),
      arrow::field("s", arrow::utf8()),
      arrow::field("bin", arrow::binary()),
      arrow::field("day", arrow::date32()),
      arrow::field("ts", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
      arrow::field("a", arrow::list(arrow::int32())),
      arrow::field("st", arrow::struct_({arrow::field("x", arrow::utf8())})),
      arrow::field("absent", arrow::utf8())};
  EXPECT_EQ(ReadAsJson("d,i,dec,b,s,bin,day,ts,a,st\r\n"
                       "1e3,-7,12.5,TRUE,x,AP8=,2024-02-29,2024-02-29 12:00:00,\"[1,null]\","
                       "\"{\"\"x\"\":\"\"q,r\"\"}\"\r\n"
                       ",,,,,,,,,\r\n",
                       fields),
            "{\"i\":-7,\"d\":1000.0,\"dec\":\"12.50\",\"b\":true,\"s\":\"x\",\"bin\":\"AP8=\","
            "\"day\":\"2024-02-29\",\"ts\":\"2024-02-29T12:00:00Z\",\"a\":[1,null],"
            "\"st\":{\"x\":\"q,r\"},\"absent\":null}\n"
            "{\"i\":null,\"d\":null,\"dec\":null,\"b\":null,\"s\":null,\"bin\":null,\"day\":null,"
            "\"ts\":null,\"a\":null,\"st\":null,\"absent\":null}\n");
}

TEST_F(CsvRowsTest, TellsEmptyTextFromNull) {
  EXPECT_EQ(ReadAsJson("a,b\n,\"\"\n\"\",\n",
                       {arrow::field("a", arrow::utf8()), arrow::field("b", arrow::utf8())}),
            "{\"a\":null,\"b\":\"\"}\n{\"a\":\"\",\"b\":null}\n");
}

TEST_F(CsvRowsTest, FollowsRfc4180) {
  arrow::FieldVector fields = {arrow::field("a", arrow::utf8()), arrow::field("b", arrow::utf8())};
  EXPECT_EQ(ReadAsJson("\xEF\xBB\xBF\"a\",b\r\n"
                       "\"x,y\",\"line 1\r\nline 2\"\n"
                       "\n"
                       "\"say \"\"hi\"\"\",\" z \"\r\n"
                       "\r\n"
                       "last,\"\"\"\"",
                       fields),
            "{\"a\":\"x,y\",\"b\":\"line 1\\r\\nline 2\"}\n"
            "{\"a\":\"say \\\"hi\\\"\",\"b\":\" z \"}\n"
            "{\"a\":\"last\",\"b\":\"\\\"\"}\n");
}

TEST_F(CsvRowsTest, BlankLinesAreRowsOfOneColumnFiles) {
  EXPECT_EQ(ReadAsJson("a\nx\n\ny\n", {arrow::field("a", arrow::utf8())}),
            "{\"a\":\"x\"}\n{\"a\":null}\n{\"a\":\"y\"}\n");
}

TEST_F(CsvRowsTest, ReadsRecordsLongerThanItsBuffer) {
  std::string big;
  for (int i = 0; i < 300000; ++i) big += "line, \"\"quoted\"\"\n";
  arrow::Result<std::shared_ptr<arrow::Table>> table =
      Read("a,b\n1,\"" + big + "\"\n2,\"" + big + "\"\n",
           {arrow::field("a", arrow::int32()), arrow::field("b", arrow::utf8())});
  HUDI_ASSERT_OK(table);
  ASSERT_EQ((*table)->num_rows(), 2);
  const auto& column = static_cast<const arrow::StringArray&>(*(*table)->column(1)->chunk(0));
  EXPECT_EQ(column.GetView(1).size(), 300000U * 15);
  EXPECT_EQ(column.GetView(1).substr(0, 15), "line, \"quoted\"\n");
}

TEST_F(CsvRowsTest, NamesLineColumnAndName) {
  arrow::FieldVector fields = {arrow::field("id", arrow::int64(), /*nullable=*/false),
                               arrow::field("name", arrow::utf8()),
                               arrow::field("tags", arrow::list(arrow::int32()))};
  EXPECT_EQ(ErrorOf("id,name\n1,a\nx,b\n", fields),
            "rows.csv:3:1: column 'id' = \"x\": expected a whole number from "
            "-9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(ErrorOf("name,id\n\"a\nb\",1\n\"\xC3\xA9\nx\", 1\n", fields),
            "rows.csv:5:4: column 'id' = \" 1\": expected a whole number from "
            "-9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(ErrorOf("id,name\n,a\n", fields),
            "rows.csv:2:1: column 'id' is empty and may not be null: expected a whole number from "
            "-9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(ErrorOf("id,name\n1\n", fields), "rows.csv:2:1: 1 fields: expected 2 as in the header");
  EXPECT_EQ(ErrorOf("id,name\n1,a,b\n", fields),
            "rows.csv:2:5: 3 fields: expected 2 as in the header");
  EXPECT_EQ(ErrorOf("id,nam\n", fields),
            "rows.csv:1:4: unknown column 'nam': did you mean "
            "'name'?");
  EXPECT_EQ(ErrorOf("id,name,id\n", fields),
            "rows.csv:1:9: column 'id' stands twice in the "
            "header");
  EXPECT_EQ(ErrorOf("name\nx\n", fields),
            "rows.csv:1:1: column 'id' is missing and may not be "
            "null");
  EXPECT_EQ(ErrorOf("id,,name\n", fields), "rows.csv:1:4: expected a column's name in the header");
  EXPECT_EQ(ErrorOf("", fields), "rows.csv:1:1: expected a header line with the columns' names");
  EXPECT_EQ(ErrorOf("id,name\n1,5\" pipe\n", fields),
            "rows.csv:2:4: a quote inside a field that does not begin with one: expected the "
            "whole field in quotes and its own quotes doubled");
  EXPECT_EQ(ErrorOf("id,name\n1,\"a\"b\n", fields),
            "rows.csv:2:6: expected ',' or the end of the line after a closing quote");
  EXPECT_EQ(ErrorOf("id,name\n1,a\n2,\"b\n3,c\n", fields),
            "rows.csv:3:3: this quote is never closed");
  EXPECT_EQ(ErrorOf("id,name\n1,a\xFF\n", fields),
            "rows.csv:2:3: column 'name': expected text in "
            "UTF-8");
  EXPECT_EQ(ErrorOf("id,tags\n1,[1]\n2,\"[1,x]\"\n", fields),
            "rows.csv:3:7: expected a value: text in double quotes, a number, true, false, null, "
            "[...] or {...}");
  EXPECT_EQ(ErrorOf("id,tags\n1,[1] 2\n", fields),
            "rows.csv:2:7: expected the end of the cell after one value");
}

TEST_F(CsvRowsTest, InfersTheNarrowestType) {
  EXPECT_EQ(TypesOf("i,d,b,day,ts,s,none\n"
                    "1,1,true,2024-01-01,2024-01-01,x,\n"
                    "-5,2.5,FALSE,2024-12-31,2024-01-01T00:00:00Z,,\n"
                    ",,,,,,\n"),
            "int64,double,bool,date32[day],timestamp[us, tz=UTC],string,string");
}

TEST_F(CsvRowsTest, InfersStringWhereAnotherTypeWouldLoseSomething) {
  EXPECT_EQ(TypesOf("zip,big,mixed,inexact,quoted,names\n"
                    "01234,9223372036854775808,1,9007199254740993,\"\",NaN\n"
                    "99999,1,x,0.5,1,1.5\n"),
            "string,string,string,string,string,double");
}

TEST_F(CsvRowsTest, TakesWantedTypes) {
  RowInput input;
  input.paths = {folder_.Write("rows.csv",
                               "id,day,dec,small,big,l,empty\n"
                               "7,2024-01-01,1.5,5,3000000000,[1],\n"
                               "8,2024-01-02,2,6,1,\"[1,2]\",\n")};
  input.format = RowFormat::kCsv;
  input.wanted_types = arrow::schema(
      {arrow::field("id", arrow::utf8()), arrow::field("day", arrow::date32()),
       arrow::field("dec", arrow::decimal128(5, 2)), arrow::field("small", arrow::int16()),
       arrow::field("big", arrow::int32()), arrow::field("l", arrow::list(arrow::int32())),
       arrow::field("empty", arrow::float64())});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, ReadAll(input));
  auto wanted = arrow::schema(
      {arrow::field("id", arrow::utf8()), arrow::field("day", arrow::date32()),
       arrow::field("dec", arrow::decimal128(5, 2)), arrow::field("small", arrow::int16()),
       arrow::field("big", arrow::int64()), arrow::field("l", arrow::list(arrow::int32())),
       arrow::field("empty", arrow::float64())});
  EXPECT_TRUE(table->schema()->Equals(*wanted)) << table->schema()->ToString();
}

TEST_F(CsvRowsTest, AFieldThatIsNotOfTheWantedTypeIsAnError) {
  auto error_of = [this](const std::string& cell, const std::shared_ptr<arrow::DataType>& type) {
    RowInput input;
    input.paths = {folder_.Write("rows.csv", "a\n" + cell + "\n")};
    input.format = RowFormat::kCsv;
    input.wanted_types = arrow::schema({arrow::field("a", type)});
    return ReadAll(input).status().message();
  };
  EXPECT_THAT(error_of("zz", arrow::float64()), HasSubstr("rows.csv:2:1: column 'a'"));
  EXPECT_THAT(error_of("0.5", arrow::int32()), HasSubstr("rows.csv:2:1: column 'a'"));
  EXPECT_THAT(error_of("1", arrow::boolean()), HasSubstr("rows.csv:2:1: column 'a'"));
  EXPECT_THAT(error_of("2024-02-30", arrow::date32()), HasSubstr("rows.csv:2:1: column 'a'"));
}

TEST_F(CsvRowsTest, InfersFromTheLastRowToo) {
  std::string content = "a\n";
  for (int i = 0; i < 1000; ++i) content += std::to_string(i) + "\n";
  EXPECT_EQ(TypesOf(content), "int64");
  EXPECT_EQ(TypesOf(content + "x\n"), "string");
}

}  // namespace
}  // namespace hudi::rows
