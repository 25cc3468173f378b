// SPDX-License-Identifier: Apache-2.0
#include "hudi/write/keys/key_generator.h"

#include <cstdlib>

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"
#include "hudi/write/keys/partition_path_text.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::shared_ptr<arrow::RecordBatch> Rows(const char* ddl, const char* rows) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl(ddl);
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), rows));
}

KeyOptions Simple(std::string key, std::string partition) {
  KeyOptions options;
  options.generator = KeyGeneratorType::kSimple;
  options.key_fields = {std::move(key)};
  options.partition_fields = {std::move(partition)};
  return options;
}

KeyOptions Timestamp(std::string type, std::string output) {
  KeyOptions options = Simple("id", "e");
  options.generator = KeyGeneratorType::kTimestamp;
  options.timestamp_type = std::move(type);
  options.output_date_format = std::move(output);
  return options;
}

arrow::Result<RowKeys> Keys(const KeyOptions& options,
                            const std::shared_ptr<arrow::RecordBatch>& rows,
                            bool row_writer = false, int64_t first_row = 0) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<KeyGenerator> generator,
                        KeyGenerator::Make(options, rows->schema(), row_writer));
  return generator->Generate(*rows, first_row);
}

std::vector<std::string> Texts(const arrow::StringArray& array) {
  std::vector<std::string> texts;
  for (int64_t i = 0; i < array.length(); ++i) texts.push_back(array.GetString(i));
  return texts;
}

std::vector<std::string> Paths(const KeyOptions& options, const char* ddl, const char* rows,
                               bool row_writer = false) {
  arrow::Result<RowKeys> keys = Keys(options, Rows(ddl, rows), row_writer);
  EXPECT_TRUE(keys.ok()) << keys.status();
  return keys.ok() ? Texts(*keys->partition_paths) : std::vector<std::string>{};
}

TEST(SimpleKeysTest, ComeBackWithoutACopy) {
  const auto rows = Rows("id string, part string", R"([["a", "p"], ["b", "p"], ["c", "q"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(Simple("id", "part"), rows));
  EXPECT_EQ(keys.record_keys.get(), rows->column(0).get());
  EXPECT_EQ(keys.partition_paths.get(), rows->column(1).get());
}

TEST(SimpleKeysTest, OfASliceAreThoseOfItsRows) {
  const auto rows =
      Rows("id string, part string", R"([["", "p"], ["b", "p"], ["c", null], ["", "q"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(Simple("id", "part"), rows->Slice(1, 2)));
  EXPECT_THAT(Texts(*keys.record_keys), ElementsAre("b", "c"));
  EXPECT_THAT(Texts(*keys.partition_paths), ElementsAre("p", "__HIVE_DEFAULT_PARTITION__"));
}

TEST(SimpleKeysTest, NameFieldAndRowOfANull) {
  const auto rows = Rows("id int, part string", R"([[1, "p"], [null, "p"]])");
  arrow::Result<RowKeys> keys = Keys(Simple("id", "part"), rows, false, /*first_row=*/1000);
  EXPECT_THAT(keys, FailsWith(ErrorCode::kInvalidRow, "id"));
  EXPECT_THAT(keys.status().message(), HasSubstr("row 1002: record key field 'id' is null"));
}

TEST(KeyFieldsTest, AreLookedUpWithAHint) {
  const auto rows = Rows("order_id int, part string", R"([[1, "p"]])");
  arrow::Result<RowKeys> keys = Keys(Simple("order_ib", "part"), rows);
  EXPECT_THAT(keys, FailsWith(ErrorCode::kNotFound, "order_ib"));
  EXPECT_THAT(keys.status().message(), HasSubstr("did you mean 'order_id'?"));
  EXPECT_THAT(Keys(Simple("order_id", "parts"), rows), FailsWith(ErrorCode::kNotFound, "parts"));
}

TEST(KeyFieldsTest, MustHaveATextType) {
  const auto rows = Rows("id int, tags array<string>", R"([[1, ["p"]]])");
  EXPECT_THAT(Keys(Simple("tags", "id"), rows), FailsWith(ErrorCode::kUnsupported, "tags"));
  EXPECT_THAT(Keys(Simple("id", "tags"), rows), FailsWith(ErrorCode::kUnsupported, "tags"));
}

TEST(KeyFieldsTest, FitTheGeneratorInNumber) {
  const auto rows = Rows("a int, b int, p string", R"([[1, 2, "p"]])");
  KeyOptions options = Simple("a", "p");
  options.key_fields = {"a", "b"};
  EXPECT_THAT(Keys(options, rows),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.datasource.write.recordkey.field"));
  options = Simple("a", "p");
  options.partition_fields = {"p", "b"};
  EXPECT_THAT(Keys(options, rows),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.datasource.write.partitionpath.field"));
}

TEST(GlobalDeleteKeysTest, AlwaysNameTheFieldAndHaveNoPartition) {
  KeyOptions options = Simple("id", "part");
  options.generator = KeyGeneratorType::kGlobalDelete;
  const auto rows = Rows("id string, part string", R"([["a", "p"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(options, rows));
  EXPECT_THAT(Texts(*keys.record_keys), ElementsAre("id:a"));
  EXPECT_THAT(Texts(*keys.partition_paths), ElementsAre(""));
}

TEST(ComplexKeysTest, RefuseARowWithoutAnyValue) {
  KeyOptions options = Simple("a", "p");
  options.generator = KeyGeneratorType::kComplex;
  options.complex_single_field_prefix = true;
  const auto one = Rows("a string, b string, p string", R"([["x", "y", "p"], ["", "y", "p"]])");
  EXPECT_THAT(Keys(options, one), FailsWith(ErrorCode::kInvalidRow, "a"));
  options.key_fields = {"a", "b"};
  const auto two = Rows("a string, b string, p string", R"([["", "y", "p"], ["", null, "p"]])");
  arrow::Result<RowKeys> keys = Keys(options, two);
  EXPECT_THAT(keys, FailsWith(ErrorCode::kInvalidRow, "a, b"));
  EXPECT_THAT(keys.status().message(), HasSubstr("row 2"));
}

TEST(ComplexKeysTest, OfANestedFieldWithoutParentAreNull) {
  KeyOptions options = Simple("id", "p");
  options.generator = KeyGeneratorType::kComplex;
  options.key_fields = {"id", "st.k"};
  const auto rows =
      Rows("id string, st struct<k:string>, p string", R"([["a", null, "p"], ["b", ["x"], "p"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(options, rows));
  EXPECT_THAT(Texts(*keys.record_keys), ElementsAre("id:a,st.k:__null__", "id:b,st.k:x"));
}

// The reference's row writer refuses the null that its other path writes as __null__.
TEST(NonPartitionedKeysTest, AreTheSameOnBothPaths) {
  KeyOptions options;
  options.generator = KeyGeneratorType::kNonPartitioned;
  options.key_fields = {"a", "b"};
  const auto rows = Rows("a string, b string", R"([["x", null]])");
  for (const bool row_writer : {false, true}) {
    HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(options, rows, row_writer));
    EXPECT_THAT(Texts(*keys.record_keys), ElementsAre("a:x,b:__null__"));
    EXPECT_THAT(Texts(*keys.partition_paths), ElementsAre(""));
  }
}

TEST(GeneratedKeysTest, CountTheRowsOfATask) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::StringArray> keys,
                            GeneratedKeys("20240229123456789", 3, 9, 2));
  EXPECT_THAT(Texts(*keys), ElementsAre("20240229123456789_3_9", "20240229123456789_3_10"));
}

TEST(GeneratedKeysTest, NeedNoKeyField) {
  KeyOptions options = Simple("id", "part");
  options.key_fields.clear();
  const auto rows = Rows("id string, part string", R"([["a", "p"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<KeyGenerator> generator,
                            KeyGenerator::Make(options, rows->schema(), false));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::StringArray> paths,
                            generator->PartitionPaths(*rows, 0));
  EXPECT_THAT(Texts(*paths), ElementsAre("p"));
  EXPECT_THAT(generator->Generate(*rows, 0), FailsWith(ErrorCode::kInvalidArgument));
}

class BadPartitionTest : public testing::TestWithParam<const char*> {};
TEST_P(BadPartitionTest, IsRefusedWithFieldAndRow) {
  arrow::StringBuilder ids;
  ASSERT_TRUE(ids.AppendValues({"a", "b"}).ok());
  arrow::StringBuilder partitions;
  ASSERT_TRUE(partitions.Append("good").ok());
  ASSERT_TRUE(partitions.Append(GetParam()).ok());
  const auto rows = arrow::RecordBatch::Make(
      arrow::schema({arrow::field("id", arrow::utf8()), arrow::field("part", arrow::utf8())}), 2,
      {*ids.Finish(), *partitions.Finish()});
  arrow::Result<RowKeys> keys = Keys(Simple("id", "part"), rows);
  EXPECT_THAT(keys, FailsWith(ErrorCode::kInvalidRow, "part"));
  EXPECT_THAT(keys.status().message(), HasSubstr("row 2"));
}
INSTANTIATE_TEST_SUITE_P(Values, BadPartitionTest,
                         testing::Values("12:30", "/a", "a/", "a//b", "..", "a/../b", ".",
                                         ".hoodie", ".hoodie/x"));

TEST(PartitionPathTest, MayHoldAColonBelowTheFirstLevelAndAnywhereWhenEncoded) {
  EXPECT_THAT(Paths(Simple("id", "part"), "id string, part string", R"([["a", "p/12:30"]])"),
              ElementsAre("p/12:30"));
  KeyOptions options = Simple("id", "part");
  options.url_encode = true;
  EXPECT_THAT(Paths(options, "id string, part string", R"([["a", "12:30"], ["b", "/"]])"),
              ElementsAre("12%3A30", "%2F"));
}

TEST(PartitionPathTest, SeparatesDatesBySlashesInTheValueOnly) {
  KeyOptions options = Simple("id", "d");
  options.slash_separated_date = true;
  options.hive_style = true;
  EXPECT_THAT(Paths(options, "id string, d string",
                    R"([["a", "2024-02-29"], ["b", "-5"], ["c", null], ["d", "2024-02-29"]])"),
              ElementsAre("d=2024/02/29", "d=-5", "d=__HIVE_DEFAULT_PARTITION__", "d=2024/02/29"));
  options.hive_style = false;
  EXPECT_THAT(Paths(options, "id string, d date", R"([["a", 19782]])", /*row_writer=*/true),
              ElementsAre("2024/02/29"));
  options.generator = KeyGeneratorType::kComplex;
  options.partition_fields = {"d", "id"};
  EXPECT_THAT(Paths(options, "id string, d string", R"([["a", "2024-02-29"]])"),
              ElementsAre("2024-02-29/a"));
}

TEST(KeyGeneratorTest, GivesThePartsOfSingleValues) {
  KeyOptions options = Simple("id", "");
  options.generator = KeyGeneratorType::kComplex;
  options.partition_fields = {"p", "d", "t"};
  options.hive_style = true;
  options.url_encode = true;
  const std::shared_ptr<arrow::RecordBatch> rows =
      Rows("id string, p string, d date, t timestamp", R"([["a", "x/y,z", 19782, 1500]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<KeyGenerator> generator,
                            KeyGenerator::Make(options, rows->schema(), /*row_writer=*/false));
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto parts, generator->PartitionParts({rows->column(1), rows->column(2), rows->column(3)}));
  EXPECT_THAT(parts, ElementsAre("p=x%2Fy,z", "d=2024-02-29", "t=1500"));
  HUDI_ASSERT_OK_AND_ASSIGN(parts, generator->PartitionParts({nullptr, rows->column(2), nullptr}));
  EXPECT_THAT(parts, ElementsAre(std::nullopt, "d=2024-02-29", std::nullopt));
}

TEST(KeyGeneratorTest, TakesPathTextsWhereTimesAreFormatted) {
  const std::shared_ptr<arrow::RecordBatch> rows =
      Rows("id string, e bigint, s string", R"([["a", 1709210096, "2024-02-29"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::unique_ptr<KeyGenerator> generator,
      KeyGenerator::Make(Timestamp("UNIX_TIMESTAMP", "yyyy-MM-dd"), rows->schema(), false));
  HUDI_ASSERT_OK_AND_ASSIGN(auto parts, generator->PartitionParts({rows->column(2)}));
  EXPECT_THAT(parts, ElementsAre("2024-02-29"));
  EXPECT_THAT(generator->PartitionParts({rows->column(1)}),
              FailsWith(ErrorCode::kUnsupported, "e"));
}

TEST(AppendEscapedPartitionValueTest, EscapesWhatHiveEscapes) {
  std::string escaped;
  AppendEscapedPartitionValue(std::string_view("a b&+\x01\x1F\0~}_-", 12), &escaped);
  EXPECT_EQ(escaped, "a b&+%01%1F%00~}_-");
}

TEST(TimestampPartitionTest, ReadsEveryKindOfNumber) {
  const KeyOptions options = Timestamp("UNIX_TIMESTAMP", "yyyy-MM-dd HH");
  for (const char* type : {"int", "bigint", "double", "decimal(20,3)"}) {
    const std::string ddl = std::string("id string, e ") + type;
    const char* rows = std::string_view(type) == "decimal(20,3)"
                           ? R"([["a", "1709210096.999"], ["b", null]])"
                           : R"([["a", 1709210096], ["b", null]])";
    EXPECT_THAT(Paths(options, ddl.c_str(), rows), ElementsAre("2024-02-29 12", "1970-01-01 00"))
        << type;
  }
}

struct UnitCase {
  const char* unit;
  const char* value;
};
class ScalarUnitTest : public testing::TestWithParam<UnitCase> {};
TEST_P(ScalarUnitTest, CountsFromTheEpoch) {
  KeyOptions options = Timestamp("SCALAR", "yyyy-MM-dd HH");
  options.scalar_time_unit = GetParam().unit;
  const std::string rows = std::string(R"([["a", )") + GetParam().value + "]]";
  EXPECT_THAT(Paths(options, "id string, e bigint", rows.c_str()), ElementsAre("2024-02-29 12"));
}
INSTANTIATE_TEST_SUITE_P(Units, ScalarUnitTest,
                         testing::Values(UnitCase{"NANOSECONDS", "1709210096789012345"},
                                         UnitCase{"microseconds", "1709210096789012"},
                                         UnitCase{"Milliseconds", "1709210096789"},
                                         UnitCase{"SECONDS", "1709210096"},
                                         UnitCase{"MINUTES", "28486834"},
                                         UnitCase{"HOURS", "474780"}));

TEST(TimestampPartitionTest, DividesTowardsZeroAsJavaDoes) {
  EXPECT_THAT(Paths(Timestamp("EPOCHMICROSECONDS", "yyyy-MM-dd"), "id string, e bigint",
                    R"([["a", -1], ["b", -999], ["c", -1000]])"),
              ElementsAre("1970-01-01", "1970-01-01", "1969-12-31"));
}

TEST(TimestampPartitionTest, TakesTimestampColumnsInTheirOwnUnit) {
  const char* ddl = "id string, e timestamp";
  const char* rows = R"([["a", "2024-02-29 12:00:00"]])";
  for (const bool row_writer : {false, true}) {
    EXPECT_THAT(Paths(Timestamp("EPOCHMICROSECONDS", "yyyy-MM-dd"), ddl, rows, row_writer),
                ElementsAre("2024-02-29"));
    KeyOptions consistent = Timestamp("UNIX_TIMESTAMP", "yyyy-MM-dd");
    consistent.consistent_logical_timestamp = true;
    EXPECT_THAT(Paths(consistent, ddl, rows, row_writer), ElementsAre("2024-02-29"));
  }
}

struct MisfitCase {
  const char* label;
  const char* timestamp_type;
  const char* column_type;
};
class TimestampMisfitTest : public testing::TestWithParam<MisfitCase> {};
TEST_P(TimestampMisfitTest, IsRefusedAtOnce) {
  KeyOptions options = Timestamp(GetParam().timestamp_type, "yyyy-MM-dd");
  options.input_date_formats = "yyyy-MM-dd";
  const auto rows =
      Rows((std::string("id string, e ") + GetParam().column_type).c_str(), R"([["a", null]])");
  EXPECT_THAT(Keys(options, rows),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.keygen.timebased.timestamp.type"));
}
INSTANTIATE_TEST_SUITE_P(Columns, TimestampMisfitTest,
                         testing::Values(MisfitCase{"SecondsOfATimestamp", "UNIX_TIMESTAMP",
                                                    "timestamp"},
                                         MisfitCase{"SecondsOfADate", "UNIX_TIMESTAMP", "date"},
                                         MisfitCase{"DaysOfATimestamp", "SCALAR", "timestamp"},
                                         MisfitCase{"NumberOfAText", "EPOCHMILLISECONDS", "string"},
                                         MisfitCase{"TextOfANumber", "DATE_STRING", "bigint"},
                                         MisfitCase{"TextOfADate", "MIXED", "date"},
                                         MisfitCase{"Boolean", "UNIX_TIMESTAMP", "boolean"},
                                         MisfitCase{"UnknownType", "EPOCH", "bigint"},
                                         MisfitCase{"NoType", "", "bigint"}),
                         [](const auto& info) { return std::string(info.param.label); });

struct OptionCase {
  const char* label;
  void (*set)(KeyOptions& options);
  const char* key;
};
class TimestampOptionTest : public testing::TestWithParam<OptionCase> {};
TEST_P(TimestampOptionTest, NamesTheKeyAtFault) {
  KeyOptions options = Timestamp("DATE_STRING", "yyyy-MM-dd");
  options.input_date_formats = "yyyyMMdd";
  GetParam().set(options);
  EXPECT_THAT(Keys(options, Rows("id string, e string", R"([["a", "20240229"]])")),
              FailsWith(ErrorCode::kInvalidConfig, GetParam().key));
}
INSTANTIATE_TEST_SUITE_P(
    Options, TimestampOptionTest,
    testing::Values(
        OptionCase{"OutputMissing", [](KeyOptions& o) { o.output_date_format.clear(); },
                   "hoodie.keygen.timebased.output.dateformat"},
        OptionCase{"OutputUnknownLetter", [](KeyOptions& o) { o.output_date_format = "jjjj"; },
                   "hoodie.keygen.timebased.output.dateformat"},
        OptionCase{"InputMissing", [](KeyOptions& o) { o.input_date_formats.clear(); },
                   "hoodie.keygen.timebased.input.dateformat"},
        OptionCase{"InputUnknownLetter", [](KeyOptions& o) { o.input_date_formats = "yyyy,b"; },
                   "hoodie.keygen.timebased.input.dateformat"},
        OptionCase{"Delimiter", [](KeyOptions& o) { o.input_date_format_delimiter = "["; },
                   "hoodie.keygen.timebased.input.dateformat.list.delimiter.regex"},
        OptionCase{"InputZone", [](KeyOptions& o) { o.input_timezone = "Mars/Base"; },
                   "hoodie.keygen.timebased.input.timezone"},
        OptionCase{"OutputZone", [](KeyOptions& o) { o.output_timezone = "UTC+8"; },
                   "hoodie.keygen.timebased.output.timezone"},
        OptionCase{"Unit",
                   [](KeyOptions& o) {
                     o.timestamp_type = "SCALAR";
                     o.scalar_time_unit = "WEEKS";
                   },
                   "hoodie.keygen.timebased.timestamp.scalar.time.unit"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(TimestampPartitionTest, ReadsTextsByTheFirstFittingFormat) {
  KeyOptions options = Timestamp("DATE_STRING", "yyyy/MM/dd");
  options.input_date_formats = "yyyy-MM-dd ;; yyyyMMdd; EEE dd MMM yyyy;;";
  options.input_date_format_delimiter = ";+";
  EXPECT_THAT(Paths(options, "id string, e string",
                    R"([["a", "2024-02-29"], ["b", "20240301"], ["c", "Fri 01 Mar 2024"],
                        ["d", null], ["e", "20240301"]])"),
              ElementsAre("2024/02/29", "2024/03/01", "2024/03/01", "1970/01/01", "2024/03/01"));
  arrow::Result<RowKeys> keys = Keys(options, Rows("id string, e string", R"([["a", ""]])"));
  EXPECT_THAT(keys, FailsWith(ErrorCode::kInvalidRow, "e"));
}

TEST(TimestampPartitionTest, KeepsTheZoneOfTheTextWithoutAnOutputZone) {
  KeyOptions options = Timestamp("DATE_STRING", "yyyy-MM-dd HH");
  options.input_date_formats = "yyyy-MM-dd'T'HH:mm:ssZ";
  const char* ddl = "id string, e string";
  const char* rows = R"([["a", "2020-04-01T23:30:00-0500"]])";
  EXPECT_THAT(Paths(options, ddl, rows), ElementsAre("2020-04-01 23"));
  options.output_timezone = "Europe/Warsaw";
  EXPECT_THAT(Paths(options, ddl, rows), ElementsAre("2020-04-02 06"));
  options.output_timezone.clear();
  options.input_timezone = "Asia/Tokyo";
  EXPECT_THAT(Paths(options, ddl, rows), ElementsAre("2020-04-02 13"));
}

TEST(TimestampPartitionTest, RefusesTimesOutOfRange) {
  const auto rows = Rows("id string, e bigint", R"([["a", 9223372036854775807]])");
  EXPECT_THAT(Keys(Timestamp("UNIX_TIMESTAMP", "yyyy"), rows),
              FailsWith(ErrorCode::kInvalidRow, "e"));
  const auto reals = Rows("id string, e double", R"([["a", 1e30]])");
  EXPECT_THAT(Keys(Timestamp("UNIX_TIMESTAMP", "yyyy"), reals),
              FailsWith(ErrorCode::kInvalidRow, "e"));
}

TEST(CustomKeysTest, MixPlainValuesAndTimes) {
  KeyOptions options = Timestamp("UNIX_TIMESTAMP", "yyyy-MM-dd");
  options.generator = KeyGeneratorType::kCustom;
  options.partition_fields = {"part", "e"};
  options.partition_types = {"simple", "TIMESTAMP"};
  const char* ddl = "id string, part string, e bigint";
  const char* rows = R"([["a", "p", 1709210096], ["b", null, 1709210096], ["c", "p", null]])";
  EXPECT_THAT(Paths(options, ddl, rows),
              ElementsAre("p/2024-02-29", "__HIVE_DEFAULT_PARTITION__/2024-02-29", "p/1970-01-01"));
  options.hive_style = true;
  options.slash_separated_date = true;  // of plain values only
  EXPECT_THAT(Paths(options, ddl, R"([["a", "x-y", 1709210096]])"),
              ElementsAre("part=x/y/e=2024-02-29"));
  options.partition_types = {"simple", "date"};
  EXPECT_THAT(Keys(options, Rows(ddl, rows)),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.datasource.write.partitionpath.field"));
}

class LocalZoneKeysTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* value = std::getenv("TZ")) value_ = value;
    setenv("TZ", "Asia/Kolkata", 1);
  }
  void TearDown() override {
    if (value_.has_value()) {
      setenv("TZ", value_->c_str(), 1);
    } else {
      unsetenv("TZ");
    }
  }
  std::optional<std::string> value_;
};

TEST_F(LocalZoneKeysTest, ShowTimestampsInIt) {
  const auto rows = Rows("id timestamp, part string", R"([["2024-02-29 12:34:56.789012", "p"]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, Keys(Simple("id", "part"), rows, /*row_writer=*/true));
  EXPECT_THAT(Texts(*keys.record_keys), ElementsAre("2024-02-29 18:04:56.789"));
}

TEST_F(LocalZoneKeysTest, AreNotNeededForOtherTypes) {
  setenv("TZ", "Nowhere/Land", 1);
  const auto rows = Rows("id string, part timestamp", R"([["a", "2024-02-29 12:34:56"]])");
  HUDI_ASSERT_OK(Keys(Simple("id", "part"), rows));
  EXPECT_THAT(Keys(Simple("id", "part"), rows, /*row_writer=*/true),
              FailsWith(ErrorCode::kInvalidArgument, "Nowhere/Land"));
}

TEST_F(LocalZoneKeysTest, FormatNumbersInItWithoutAnOutputZone) {
  KeyOptions options = Timestamp("UNIX_TIMESTAMP", "yyyy-MM-dd HH");
  const char* ddl = "id string, e bigint";
  EXPECT_THAT(Paths(options, ddl, R"([["a", 0]])"), ElementsAre("1970-01-01 05"));
  options.output_timezone = "UTC";
  EXPECT_THAT(Paths(options, ddl, R"([["a", 0]])"), ElementsAre("1970-01-01 00"));
}

}  // namespace
}  // namespace hudi
