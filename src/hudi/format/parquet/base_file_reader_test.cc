// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/base_file_reader.h"

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <arrow/table.h>
#include <arrow/util/decimal.h>
#include <gmock/gmock.h>
#include <parquet/arrow/writer.h>
#include <parquet/column_writer.h>
#include <parquet/file_writer.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

namespace ps = parquet::schema;
using parquet::LogicalType;
using parquet::Repetition;
using ::testing::HasSubstr;

std::shared_ptr<arrow::Array> FromJson(const std::shared_ptr<arrow::DataType>& type,
                                       const std::string& json) {
  auto array = arrow::json::ArrayFromJSONString(type, json);
  EXPECT_TRUE(array.ok()) << array.status();
  return *array;
}

std::shared_ptr<arrow::RecordBatch> Batch(const std::shared_ptr<arrow::Schema>& schema,
                                          const std::string& json) {
  return *arrow::RecordBatch::FromStructArray(FromJson(arrow::struct_(schema->fields()), json));
}

std::shared_ptr<arrow::Buffer> WriteRows(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& rows,
    int64_t row_group_rows = 1000000) {
  auto output = *arrow::io::BufferOutputStream::Create();
  ParquetWriteOptions options;
  options.row_group_rows = row_group_rows;
  auto writer = *BaseFileWriter::Open(output, rows[0]->schema(), options);
  for (const auto& batch : rows) EXPECT_TRUE(writer->Write(*batch).ok());
  EXPECT_TRUE(writer->Close({{"some", "footer"}}).ok());
  return *output->Finish();
}

arrow::Result<std::shared_ptr<BaseFileReader>> OpenBytes(std::shared_ptr<arrow::Buffer> bytes) {
  return BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(std::move(bytes)),
                              "p/f.parquet");
}

arrow::Result<std::shared_ptr<arrow::Table>> ReadColumns(const BaseFileReader& reader,
                                                         ScanOptions options) {
  ARROW_ASSIGN_OR_RAISE(auto stream, reader.Scan(options));
  ARROW_ASSIGN_OR_RAISE(auto table, stream->ToTable());
  ARROW_RETURN_NOT_OK(table->ValidateFull());
  return table;
}

arrow::Result<std::shared_ptr<arrow::Table>> ReadAll(std::shared_ptr<arrow::Buffer> bytes) {
  ARROW_ASSIGN_OR_RAISE(auto reader, OpenBytes(std::move(bytes)));
  ScanOptions options;
  options.columns = reader->schema()->field_names();
  return ReadColumns(*reader, options);
}

// -- layouts that our writer does not make, written value by value

struct Leaf {
  int16_t def;
  int16_t rep;
};

class RawFile {
 public:
  explicit RawFile(const ps::NodePtr& column) {
    output_ = *arrow::io::BufferOutputStream::Create();
    auto root = std::static_pointer_cast<ps::GroupNode>(
        ps::GroupNode::Make("spark_schema", Repetition::REQUIRED, {column}));
    file_ = parquet::ParquetFileWriter::Open(output_, root);
    group_ = file_->AppendRowGroup();
  }
  template <typename Writer, typename Value>
  RawFile& Column(const std::vector<Leaf>& levels, const std::vector<Value>& values) {
    std::vector<int16_t> def;
    std::vector<int16_t> rep;
    for (const Leaf& leaf : levels) {
      def.push_back(leaf.def);
      rep.push_back(leaf.rep);
    }
    auto* writer = static_cast<Writer*>(group_->NextColumn());
    writer->WriteBatch(static_cast<int64_t>(levels.size()), def.data(), rep.data(), values.data());
    return *this;
  }
  std::shared_ptr<arrow::Table> Read() {
    file_->Close();
    auto table = ReadAll(*output_->Finish());
    EXPECT_TRUE(table.ok()) << table.status();
    return *table;
  }

 private:
  std::shared_ptr<arrow::io::BufferOutputStream> output_;
  std::unique_ptr<parquet::ParquetFileWriter> file_;
  parquet::RowGroupWriter* group_;
};

std::shared_ptr<arrow::Array> OnlyColumn(const std::shared_ptr<arrow::Table>& table) {
  EXPECT_EQ(table->num_columns(), 1);
  return *arrow::Concatenate(table->column(0)->chunks());
}

ps::NodePtr ListGroup(const ps::NodePtr& repeated) {
  return ps::GroupNode::Make("c", Repetition::OPTIONAL, {repeated}, LogicalType::List());
}

void ExpectArray(const std::shared_ptr<arrow::Array>& got,
                 const std::shared_ptr<arrow::DataType>& type, const std::string& json) {
  EXPECT_TRUE(got->type()->Equals(*type)) << got->type()->ToString();
  EXPECT_TRUE(got->Equals(*FromJson(type, json))) << got->ToString();
}

TEST(BaseFileReaderTest, ReadsTwoLevelListsOfPrimitives) {
  // optional group c (LIST) { repeated int32 array; }
  RawFile file(ListGroup(ps::Int32("array", Repetition::REPEATED)));
  file.Column<parquet::Int32Writer, int32_t>({{2, 0}, {2, 1}, {0, 0}, {1, 0}}, {1, 2});
  ExpectArray(OnlyColumn(file.Read()), arrow::list(arrow::field("element", arrow::int32(), false)),
              "[[1, 2], null, []]");
}

TEST(BaseFileReaderTest, ReadsTwoLevelListsOfOneFieldStructs) {
  // optional group c (LIST) { repeated group array { required int64 q; } }
  RawFile file(ListGroup(
      ps::GroupNode::Make("array", Repetition::REPEATED, {ps::Int64("q", Repetition::REQUIRED)})));
  file.Column<parquet::Int64Writer, int64_t>({{2, 0}, {2, 1}, {0, 0}}, {7, 8});
  auto item = arrow::struct_({arrow::field("q", arrow::int64(), false)});
  ExpectArray(OnlyColumn(file.Read()), arrow::list(arrow::field("element", item, false)),
              R"([[{"q": 7}, {"q": 8}], null])");
}

TEST(BaseFileReaderTest, ReadsTwoLevelListsOfStructs) {
  RawFile file(ListGroup(ps::GroupNode::Make(
      "array", Repetition::REPEATED,
      {ps::Int64("q", Repetition::REQUIRED), ps::Int32("r", Repetition::OPTIONAL)})));
  file.Column<parquet::Int64Writer, int64_t>({{2, 0}, {2, 1}}, {7, 8});
  file.Column<parquet::Int32Writer, int32_t>({{3, 0}, {2, 1}}, {5});
  auto item =
      arrow::struct_({arrow::field("q", arrow::int64(), false), arrow::field("r", arrow::int32())});
  ExpectArray(OnlyColumn(file.Read()), arrow::list(arrow::field("element", item, false)),
              R"([[{"q": 7, "r": 5}, {"q": 8, "r": null}]])");
}

TEST(BaseFileReaderTest, ReadsSparksBagLists) {
  // optional group c (LIST) { repeated group bag { optional int32 array; } }
  RawFile file(ListGroup(ps::GroupNode::Make("bag", Repetition::REPEATED,
                                             {ps::Int32("array", Repetition::OPTIONAL)})));
  file.Column<parquet::Int32Writer, int32_t>({{3, 0}, {2, 1}, {0, 0}, {1, 0}}, {1});
  ExpectArray(OnlyColumn(file.Read()), arrow::list(arrow::int32()), "[[1, null], null, []]");
}

TEST(BaseFileReaderTest, ReadsThreeLevelListsOfTwoLevelLists) {
  // list.element, whose elements are group (LIST) { repeated int32 array; }
  auto inner = ps::GroupNode::Make("element", Repetition::OPTIONAL,
                                   {ps::Int32("array", Repetition::REPEATED)}, LogicalType::List());
  RawFile file(ListGroup(ps::GroupNode::Make("list", Repetition::REPEATED, {inner})));
  file.Column<parquet::Int32Writer, int32_t>({{4, 0}, {4, 2}, {2, 1}, {4, 1}, {1, 0}}, {1, 2, 3});
  ExpectArray(OnlyColumn(file.Read()),
              arrow::list(arrow::list(arrow::field("element", arrow::int32(), false))),
              "[[[1, 2], null, [3]], []]");
}

TEST(BaseFileReaderTest, ReadsInt96AsMicrosecondsInUtc) {
  RawFile file(ps::Int96("c", Repetition::OPTIONAL));
  auto at = [](uint32_t julian_day, uint64_t nanos) {
    parquet::Int96 value;
    value.value[0] = static_cast<uint32_t>(nanos);
    value.value[1] = static_cast<uint32_t>(nanos >> 32);
    value.value[2] = julian_day;
    return value;
  };
  // Day 2440588 is 1970-01-01, 2460370 is 2024-02-29, 2415021 is 1900-01-01.
  file.Column<parquet::Int96Writer, parquet::Int96>(
      {{1, 0}, {0, 0}, {1, 0}, {1, 0}},
      {at(2440588, 0), at(2460370, 45296789123000), at(2415021, 1999)});
  ExpectArray(
      OnlyColumn(file.Read()), arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"),
      R"(["1970-01-01", null, "2024-02-29 12:34:56.789123", "1900-01-01 00:00:00.000001"])");
}

TEST(BaseFileReaderTest, ReadsTimestampsOfEveryUnitAsMicroseconds) {
  struct Case {
    LogicalType::TimeUnit::unit unit;
    bool adjusted;
    std::vector<int64_t> values;
    const char* want;
  };
  for (const Case& c :
       std::vector<Case>{{LogicalType::TimeUnit::MILLIS,
                          true,
                          {-1, 1500},
                          R"(["1969-12-31 23:59:59.999", "1970-01-01 00:00:01.5"])"},
                         {LogicalType::TimeUnit::MICROS,
                          false,
                          {-1, 1500},
                          R"(["1969-12-31 23:59:59.999999", "1970-01-01 00:00:00.0015"])"},
                         {LogicalType::TimeUnit::NANOS,
                          true,
                          {-1, 1999},
                          R"(["1969-12-31 23:59:59.999999", "1970-01-01 00:00:00.000001"])"},
                         {LogicalType::TimeUnit::NANOS,
                          false,
                          {-1000, -1001},
                          R"(["1969-12-31 23:59:59.999999", "1969-12-31 23:59:59.999998"])"}}) {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL,
                                         LogicalType::Timestamp(c.adjusted, c.unit),
                                         parquet::Type::INT64));
    file.Column<parquet::Int64Writer, int64_t>({{1, 0}, {1, 0}}, c.values);
    ExpectArray(OnlyColumn(file.Read()),
                arrow::timestamp(arrow::TimeUnit::MICRO, c.adjusted ? "UTC" : ""), c.want);
  }
}

TEST(BaseFileReaderTest, ReadsTimestampsInsideNestedColumns) {
  auto element = ps::PrimitiveNode::Make(
      "element", Repetition::OPTIONAL, LogicalType::Timestamp(true, LogicalType::TimeUnit::MILLIS),
      parquet::Type::INT64);
  RawFile file(ListGroup(ps::GroupNode::Make("list", Repetition::REPEATED, {element})));
  file.Column<parquet::Int64Writer, int64_t>({{3, 0}, {2, 1}, {0, 0}}, {1500});
  ExpectArray(OnlyColumn(file.Read()), arrow::list(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
              R"([["1970-01-01 00:00:01.5", null], null])");
}

TEST(BaseFileReaderTest, RefusesATimestampThatMicrosecondsCannotHold) {
  auto output = *arrow::io::BufferOutputStream::Create();
  auto schema = arrow::schema({arrow::field("c", arrow::timestamp(arrow::TimeUnit::MILLI))});
  arrow::TimestampBuilder builder(schema->field(0)->type(), arrow::default_memory_pool());
  ASSERT_TRUE(builder.Append(std::numeric_limits<int64_t>::max()).ok());
  auto bytes = WriteRows({arrow::RecordBatch::Make(schema, 1, {*builder.Finish()})});
  EXPECT_THAT(ReadAll(bytes), FailsWith(ErrorCode::kCorruptFile, "p/f.parquet"));
}

TEST(BaseFileReaderTest, ReadsDecimalsOfEveryEncoding) {
  auto type = arrow::decimal128(9, 2);
  {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL, LogicalType::Decimal(9, 2),
                                         parquet::Type::INT32));
    file.Column<parquet::Int32Writer, int32_t>({{1, 0}, {0, 0}, {1, 0}}, {1234, -5});
    ExpectArray(OnlyColumn(file.Read()), type, R"(["12.34", null, "-0.05"])");
  }
  {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL, LogicalType::Decimal(9, 2),
                                         parquet::Type::INT64));
    file.Column<parquet::Int64Writer, int64_t>({{1, 0}, {0, 0}, {1, 0}}, {1234, -5});
    ExpectArray(OnlyColumn(file.Read()), type, R"(["12.34", null, "-0.05"])");
  }
  {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL, LogicalType::Decimal(9, 2),
                                         parquet::Type::BYTE_ARRAY));
    const uint8_t positive[] = {0x04, 0xd2};
    const uint8_t negative[] = {0xfb};
    file.Column<parquet::ByteArrayWriter, parquet::ByteArray>({{1, 0}, {0, 0}, {1, 0}},
                                                              {{2, positive}, {1, negative}});
    ExpectArray(OnlyColumn(file.Read()), type, R"(["12.34", null, "-0.05"])");
  }
}

TEST(BaseFileReaderTest, ReadsEnumsAsTextAndFixedBytesAsBinary) {
  {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL, LogicalType::Enum(),
                                         parquet::Type::BYTE_ARRAY));
    const uint8_t text[] = {'P', 'A', 'I', 'D'};
    file.Column<parquet::ByteArrayWriter, parquet::ByteArray>({{1, 0}, {0, 0}}, {{4, text}});
    ExpectArray(OnlyColumn(file.Read()), arrow::utf8(), R"(["PAID", null])");
  }
  {
    RawFile file(ps::PrimitiveNode::Make("c", Repetition::OPTIONAL, LogicalType::None(),
                                         parquet::Type::FIXED_LEN_BYTE_ARRAY, 2));
    const uint8_t bytes[] = {'x', 'y'};
    file.Column<parquet::FixedLenByteArrayWriter, parquet::FixedLenByteArray>(
        {{1, 0}, {0, 0}}, {parquet::FixedLenByteArray(bytes)});
    ExpectArray(OnlyColumn(file.Read()), arrow::binary(), R"(["xy", null])");
  }
}

TEST(BaseFileReaderTest, ReadsAFileWithoutRowGroups) {
  auto schema = arrow::schema({arrow::field("id", arrow::utf8())});
  auto bytes = WriteRows({*arrow::RecordBatch::MakeEmpty(schema)});
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, OpenBytes(bytes));
  EXPECT_EQ(reader->num_rows(), 0);
  EXPECT_EQ(reader->num_row_groups(), 0);
  EXPECT_TRUE(reader->schema()->Equals(*schema));
  HUDI_ASSERT_OK_AND_ASSIGN(auto table, ReadAll(bytes));
  EXPECT_EQ(table->num_rows(), 0);
}

TEST(BaseFileReaderTest, GivesTheFooterAndTheSchemaWithoutFieldMetadata) {
  auto schema = arrow::schema(
      {arrow::field("id", arrow::utf8(), false), arrow::field("l", arrow::list(arrow::int32()))});
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader,
                            OpenBytes(WriteRows({Batch(schema, R"([{"id": "a", "l": [1]}])")})));
  EXPECT_EQ(reader->footer().at("some"), "footer");
  EXPECT_TRUE(reader->schema()->Equals(*schema, /*check_metadata=*/false));
  EXPECT_EQ(reader->schema()->field(0)->metadata(), nullptr);
}

TEST(BaseFileReaderTest, ProjectsReordersAndSkipsMissingColumns) {
  auto schema =
      arrow::schema({arrow::field("a", arrow::int32()),
                     arrow::field("s", arrow::struct_({arrow::field("x", arrow::utf8())})),
                     arrow::field("b", arrow::int64())});
  auto bytes = WriteRows({Batch(schema, R"([{"a": 1, "s": {"x": "u"}, "b": 3}])")});
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, OpenBytes(bytes));
  ScanOptions options;
  options.columns = {"b", "nope", "a"};
  HUDI_ASSERT_OK_AND_ASSIGN(auto table, ReadColumns(*reader, options));
  EXPECT_EQ(table->schema()->field_names(), (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(table->column(0)->GetScalar(0).ValueOrDie()->ToString(), "3");
  options.columns = {"nope"};
  HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan(options));
  std::shared_ptr<arrow::RecordBatch> batch;
  HUDI_ASSERT_OK(stream->ReadNext(&batch));
  ASSERT_NE(batch, nullptr);
  EXPECT_EQ(batch->num_rows(), 1);
  EXPECT_EQ(batch->num_columns(), 0);
}

TEST(BaseFileReaderTest, ReadsChosenRowGroupsInBoundedBatches) {
  auto schema = arrow::schema({arrow::field("i", arrow::int64())});
  arrow::Int64Builder builder;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(builder.Append(i).ok());
  auto bytes = WriteRows({arrow::RecordBatch::Make(schema, 1000, {*builder.Finish()})}, 100);
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, OpenBytes(bytes));
  EXPECT_EQ(reader->num_row_groups(), 10);
  EXPECT_EQ(reader->row_group_rows(3), 100);
  ScanOptions options;
  options.columns = {"i"};
  options.row_groups = {7, 2};
  options.batch_rows = 64;
  HUDI_ASSERT_OK_AND_ASSIGN(auto stream, reader->Scan(options));
  std::vector<int64_t> rows;
  for (;;) {
    std::shared_ptr<arrow::RecordBatch> batch;
    HUDI_ASSERT_OK(stream->ReadNext(&batch));
    if (batch == nullptr) break;
    EXPECT_GT(batch->num_rows(), 0);
    EXPECT_LE(batch->num_rows(), 64);
    const auto& values = static_cast<const arrow::Int64Array&>(*batch->column(0));
    for (int64_t i = 0; i < values.length(); ++i) rows.push_back(values.Value(i));
  }
  ASSERT_EQ(rows.size(), 200U);
  EXPECT_EQ(rows[0], 700);
  EXPECT_EQ(rows[100], 200);
  options.row_groups = {10};
  EXPECT_THAT(reader->Scan(options), FailsWith(ErrorCode::kInvalidArgument));
}

// -- statistics

std::optional<ColumnStatistics> StatisticsOf(const std::shared_ptr<arrow::DataType>& type,
                                             const std::string& json) {
  auto schema = arrow::schema({arrow::field("c", type)});
  auto array = FromJson(type, json);
  auto reader = OpenBytes(WriteRows({arrow::RecordBatch::Make(schema, array->length(), {array})}));
  EXPECT_TRUE(reader.ok()) << reader.status();
  auto statistics = (*reader)->Statistics(0, "c");
  EXPECT_TRUE(statistics.ok()) << statistics.status();
  return *statistics;
}

TEST(StatisticsTest, HoldBoundsInTheColumnsType) {
  struct Case {
    std::shared_ptr<arrow::DataType> type;
    const char* rows;
    const char* bounds;
  };
  for (const Case& c : std::vector<Case>{
           {arrow::boolean(), "[true, null, false]", "[false, true]"},
           {arrow::int32(), "[5, null, -7]", "[-7, 5]"},
           {arrow::int64(), "[5, null, -7]", "[-7, 5]"},
           {arrow::float64(), "[2.5, null, -1.5]", "[-1.5, 2.5]"},
           {arrow::float32(), "[2.5, null, -1.5]", "[-1.5, 2.5]"},
           {arrow::utf8(), R"(["b", null, "é", "a"])", R"(["a", "é"])"},
           {arrow::binary(), R"(["b", null, "a"])", R"(["a", "b"])"},
           {arrow::date32(), "[10, null, -10]", "[-10, 10]"},
           {arrow::decimal128(5, 2), R"(["1.00", null, "-2.50"])", R"(["-2.50", "1.00"])"},
           {arrow::decimal128(30, 2), R"(["1.00", null, "-2.50"])", R"(["-2.50", "1.00"])"},
           {arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), "[5, null, -7]", "[-7, 5]"},
           {arrow::timestamp(arrow::TimeUnit::MICRO), "[5, null, -7]", "[-7, 5]"}}) {
    std::optional<ColumnStatistics> got = StatisticsOf(c.type, c.rows);
    ASSERT_TRUE(got.has_value()) << c.type->ToString();
    auto want = FromJson(c.type, c.bounds);
    ASSERT_NE(got->min, nullptr) << c.type->ToString();
    EXPECT_TRUE(got->min->Equals(**want->GetScalar(0))) << got->min->ToString();
    EXPECT_TRUE(got->max->Equals(**want->GetScalar(1))) << got->max->ToString();
    EXPECT_EQ(got->null_count, 1);
  }
}

TEST(StatisticsTest, ConvertMillisecondsToTheNormalisedUnit) {
  auto got = StatisticsOf(arrow::timestamp(arrow::TimeUnit::MILLI, "UTC"), "[5, null, -7]");
  auto want = FromJson(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), "[-7000, 5000]");
  EXPECT_TRUE(got->min->Equals(**want->GetScalar(0))) << got->min->ToString();
  EXPECT_TRUE(got->max->Equals(**want->GetScalar(1)));
}

TEST(StatisticsTest, KnowOnlyTheNullCountWhereAllIsNull) {
  auto got = StatisticsOf(arrow::utf8(), "[null, null]");
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->min, nullptr);
  EXPECT_EQ(got->max, nullptr);
  EXPECT_EQ(got->null_count, 2);
  EXPECT_EQ(got->num_rows, 2);
}

TEST(StatisticsTest, AreUnknownForAbsentAndNestedColumns) {
  auto schema = arrow::schema({arrow::field("l", arrow::list(arrow::int32()))});
  HUDI_ASSERT_OK_AND_ASSIGN(auto reader, OpenBytes(WriteRows({Batch(schema, R"([{"l": [1]}])")})));
  HUDI_ASSERT_OK_AND_ASSIGN(auto nested, reader->Statistics(0, "l"));
  EXPECT_FALSE(nested.has_value());
  HUDI_ASSERT_OK_AND_ASSIGN(auto absent, reader->Statistics(0, "x"));
  EXPECT_FALSE(absent.has_value());
}

// -- broken files

std::shared_ptr<arrow::Buffer> SampleFile() {
  auto schema = arrow::schema(
      {arrow::field("id", arrow::utf8()), arrow::field("n", arrow::int64(), false),
       arrow::field("d", arrow::decimal128(20, 3)),
       arrow::field("l", arrow::list(arrow::struct_({arrow::field("x", arrow::float64())}))),
       arrow::field("m", arrow::map(arrow::utf8(), arrow::timestamp(arrow::TimeUnit::MICRO)))});
  std::string json = "[";
  for (int i = 0; i < 60; ++i) {
    std::string n = std::to_string(i);
    json += (i > 0 ? "," : "") + std::string(R"({"id": "key)") + n + R"(", "n": )" + n +
            R"(, "d": "1.)" + std::to_string(100 + i) +
            R"(", "l": [{"x": 0.5}, null], "m": [["a", )" + n + "]]}";
  }
  return WriteRows({Batch(schema, json + "]")}, 25);
}

// Reads whatever can be read; only the process has to survive.
arrow::Status Exercise(const std::shared_ptr<arrow::Buffer>& bytes) {
  ARROW_ASSIGN_OR_RAISE(auto reader, OpenBytes(bytes));
  for (int group = 0; group < reader->num_row_groups(); ++group) {
    for (const std::string& name : reader->schema()->field_names()) {
      ARROW_RETURN_NOT_OK(reader->Statistics(group, name).status());
    }
  }
  ScanOptions options;
  options.columns = reader->schema()->field_names();
  ARROW_ASSIGN_OR_RAISE(auto stream, reader->Scan(options));
  for (;;) {
    std::shared_ptr<arrow::RecordBatch> batch;
    ARROW_RETURN_NOT_OK(stream->ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
  }
}

bool IsFileError(const arrow::Status& status) {
  auto code = CodeOf(status);
  return code == ErrorCode::kCorruptFile || code == ErrorCode::kUnsupported ||
         status.IsOutOfMemory();
}

TEST(BrokenFileTest, NamesFileAndByteOfABrokenFrame) {
  std::string bytes = SampleFile()->ToString();
  auto expect = [](const std::string& content, const std::string& where) {
    auto opened = OpenBytes(arrow::Buffer::FromString(content));
    EXPECT_THAT(opened, FailsWith(ErrorCode::kCorruptFile, "p/f.parquet"));
    EXPECT_THAT(opened.status().message(), HasSubstr("p/f.parquet at byte " + where + ": "));
  };
  expect("", "0");
  expect("PAR1", "4");
  expect("GARB" + bytes.substr(4, bytes.size() - 8) + "AGE!", "0");
  expect(bytes.substr(0, bytes.size() - 1), std::to_string(bytes.size() - 5));
  std::string long_footer = bytes;
  long_footer[bytes.size() - 5] = 0x7f;
  expect(long_footer, std::to_string(bytes.size() - 8));
}

TEST(BrokenFileTest, FailsAtEveryTruncation) {
  std::string bytes = SampleFile()->ToString();
  for (size_t size = 0; size < bytes.size(); size += 37) {
    arrow::Status status = Exercise(arrow::Buffer::FromString(bytes.substr(0, size)));
    EXPECT_FALSE(status.ok()) << size;
    EXPECT_TRUE(IsFileError(status)) << status;
  }
}

// Pages carry checksums; what lies before the footer is either read right or refused.
TEST(BrokenFileTest, NeverTakesAFlippedPageBitForData) {
  std::string bytes = SampleFile()->ToString();
  uint32_t footer_size = 0;
  std::memcpy(&footer_size, bytes.data() + bytes.size() - 8, 4);
  HUDI_ASSERT_OK_AND_ASSIGN(auto whole, ReadAll(arrow::Buffer::FromString(bytes)));
  for (size_t at = 0; at < bytes.size() - 8 - footer_size; at += 3) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ (1 << (at % 8)));
    auto table = ReadAll(arrow::Buffer::FromString(broken));
    if (table.ok()) {
      EXPECT_TRUE((*table)->Equals(*whole)) << at;
    } else {
      EXPECT_TRUE(IsFileError(table.status())) << at << " " << table.status();
    }
  }
}

TEST(BrokenFileTest, SurvivesFlippedFooterBits) {
  std::string bytes = SampleFile()->ToString();
  uint32_t footer_size = 0;
  std::memcpy(&footer_size, bytes.data() + bytes.size() - 8, 4);
  for (size_t at = bytes.size() - 8 - footer_size; at < bytes.size(); at += 3) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(broken[at] ^ (1 << (at % 8)));
    arrow::Status status = Exercise(arrow::Buffer::FromString(broken));
    EXPECT_TRUE(status.ok() || IsFileError(status)) << at << " " << status;
  }
}

TEST(BrokenFileTest, SurvivesRandomBytes) {
  uint64_t seed = 99;
  std::string bytes = SampleFile()->ToString();
  for (int round = 0; round < 500; ++round) {
    std::string broken = bytes;
    for (int flips = 0; flips < 1 + round % 40; ++flips) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      broken[(seed >> 20) % broken.size()] = static_cast<char>(seed >> 55);
    }
    arrow::Status status = Exercise(arrow::Buffer::FromString(broken));
    EXPECT_TRUE(status.ok() || IsFileError(status)) << status;
  }
}

}  // namespace
}  // namespace hudi
