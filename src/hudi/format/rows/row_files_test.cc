// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/row_files.h"

#include <cmath>
#include <filesystem>
#include <random>

#include <arrow/array.h>
#include <arrow/builder.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>

#include "hudi/format/rows/column_cast.h"
#include "hudi/format/rows/rows_testing.h"

namespace hudi::rows {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<arrow::Table> SmallTable() {
  arrow::Int32Builder ids;
  arrow::StringBuilder names;
  EXPECT_TRUE(ids.AppendValues({1, 2, 3, 4}).ok());
  EXPECT_TRUE(names.AppendValues({"a", "b", "c", "d"}).ok());
  return arrow::Table::Make(
      arrow::schema({arrow::field("id", arrow::int32()), arrow::field("name", arrow::utf8())}),
      {ids.Finish().ValueOrDie(), names.Finish().ValueOrDie()});
}

class RowFilesTest : public testing::Test {
 protected:
  std::string WriteAs(const arrow::Table& table, RowOutputFormat format, const std::string& name) {
    return folder_.Write(name, TextOf(table, format).ValueOrDie());
  }

  arrow::Result<std::shared_ptr<arrow::Table>> Read(std::vector<std::string> paths,
                                                    std::shared_ptr<arrow::Schema> schema = {},
                                                    int64_t batch_rows = 3) {
    RowInput input;
    input.paths = std::move(paths);
    ARROW_ASSIGN_OR_RAISE(input.format, FormatOfPath(input.paths[0]));
    input.schema = std::move(schema);
    input.batch_rows = batch_rows;
    return ReadAll(input);
  }

  TemporaryFolder folder_;
};

TEST(FormatOfPathTest, GoesBySuffix) {
  EXPECT_EQ(*FormatOfPath("a/b.parquet"), RowFormat::kParquet);
  EXPECT_EQ(*FormatOfPath("b.CSV"), RowFormat::kCsv);
  EXPECT_EQ(*FormatOfPath("b.json"), RowFormat::kJson);
  EXPECT_EQ(*FormatOfPath("b.jsonl"), RowFormat::kJson);
  EXPECT_EQ(*FormatOfPath("b.ndjson"), RowFormat::kJson);
  EXPECT_EQ(*FormatOfPath("b.arrow"), RowFormat::kArrow);
  EXPECT_EQ(*FormatOfPath("b.arrows"), RowFormat::kArrow);
  EXPECT_EQ(*FormatOfPath("b.feather"), RowFormat::kArrow);
  EXPECT_EQ(*FormatOfPath("b.avro"), RowFormat::kAvro);
  for (const char* path : {"rows", "rows.txt", ".json", "-"}) {
    EXPECT_THAT(FormatOfPath(path), FailsWith(ErrorCode::kInvalidArgument, path));
  }
}

TEST_F(RowFilesTest, ReadsParquetAndArrow) {
  std::shared_ptr<arrow::Table> table = SmallTable();
  for (const auto& [format, name] : {std::pair{RowOutputFormat::kParquet, "t.parquet"},
                                     std::pair{RowOutputFormat::kArrow, "t.arrows"}}) {
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> back,
                              Read({WriteAs(*table, format, name)}));
    EXPECT_TRUE(back->Equals(*table)) << name << back->ToString();
  }
}

TEST_F(RowFilesTest, ReadsArrowFilesToo) {
  std::shared_ptr<arrow::Table> table = SmallTable();
  std::string path = folder_.Path("t.arrow");
  HUDI_ASSERT_OK_AND_ASSIGN(auto output, arrow::io::FileOutputStream::Open(path));
  HUDI_ASSERT_OK_AND_ASSIGN(auto writer, arrow::ipc::MakeFileWriter(output, table->schema()));
  HUDI_ASSERT_OK(writer->WriteTable(*table));
  HUDI_ASSERT_OK(writer->Close());
  HUDI_ASSERT_OK(output->Close());
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> back, Read({path}));
  EXPECT_TRUE(back->Equals(*table));
}

TEST_F(RowFilesTest, CastsToAGivenSchemaByName) {
  std::string path = WriteAs(*SmallTable(), RowOutputFormat::kParquet, "t.parquet");
  auto schema =
      arrow::schema({arrow::field("name", arrow::utf8()), arrow::field("id", arrow::int64()),
                     arrow::field("more", arrow::date32())});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, Read({path}, schema));
  EXPECT_TRUE(table->schema()->Equals(*schema));
  EXPECT_THAT(TextOf(*table, RowOutputFormat::kJson).ValueOr("?"),
              HasSubstr("{\"name\":\"d\",\"id\":4,\"more\":null}\n"));
}

TEST_F(RowFilesTest, RefusesWhatDoesNotFitTheSchema) {
  std::string path = WriteAs(*SmallTable(), RowOutputFormat::kParquet, "t.parquet");
  auto with = [](std::vector<std::shared_ptr<arrow::Field>> fields) {
    return arrow::schema(std::move(fields));
  };
  auto name = arrow::field("name", arrow::utf8());
  arrow::Status unknown = Read({path}, with({arrow::field("ids", arrow::int32()), name})).status();
  EXPECT_THAT(unknown, FailsWith(ErrorCode::kInvalidSchema, path));
  EXPECT_THAT(unknown.message(), HasSubstr("unknown column 'id': did you mean 'ids'?"));
  arrow::Status type = Read({path}, with({arrow::field("id", arrow::date32()), name})).status();
  EXPECT_THAT(type, FailsWith(ErrorCode::kInvalidSchema, path));
  EXPECT_THAT(type.message(), HasSubstr("column 'id' has type int32: expected date32[day]"));
  auto big = arrow::schema({arrow::field("id", arrow::int8()), name});
  HUDI_ASSERT_OK(Read({path}, big));
  auto missing = with({arrow::field("id", arrow::int32()), name,
                       arrow::field("must", arrow::int32(), /*nullable=*/false)});
  EXPECT_THAT(Read({path}, missing), FailsWith(ErrorCode::kInvalidSchema, path));
}

TEST_F(RowFilesTest, RefusesValuesThatDoNotFit) {
  arrow::Int32Builder ids;
  EXPECT_TRUE(ids.AppendValues({1, 300}).ok());
  EXPECT_TRUE(ids.AppendNull().ok());
  auto table = arrow::Table::Make(arrow::schema({arrow::field("id", arrow::int32())}),
                                  {ids.Finish().ValueOrDie()});
  std::string path = WriteAs(*table, RowOutputFormat::kParquet, "t.parquet");
  arrow::Status small = Read({path}, arrow::schema({arrow::field("id", arrow::int8())})).status();
  EXPECT_THAT(small, FailsWith(ErrorCode::kInvalidRow, path));
  EXPECT_THAT(small.message(), HasSubstr("300"));
  EXPECT_THAT(Read({path}, arrow::schema({arrow::field("id", arrow::int32(), false)})),
              FailsWith(ErrorCode::kInvalidRow, path));
}

TEST_F(RowFilesTest, ReadsSeveralFilesInOneSchema) {
  std::string first = WriteAs(*SmallTable(), RowOutputFormat::kParquet, "1.parquet");
  arrow::Int64Builder ids;
  EXPECT_TRUE(ids.Append(int64_t{1} << 40).ok());
  auto other = arrow::Table::Make(arrow::schema({arrow::field("id", arrow::int64())}),
                                  {ids.Finish().ValueOrDie()});
  std::string second = WriteAs(*other, RowOutputFormat::kParquet, "2.parquet");
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, Read({first, second}));
  EXPECT_THAT(TextOf(*table, RowOutputFormat::kJson).ValueOr("?"),
              HasSubstr("{\"id\":4,\"name\":\"d\"}\n{\"id\":1099511627776,\"name\":null}\n"));
}

TEST_F(RowFilesTest, NamesBothFilesOfATypeClash) {
  std::string first = WriteAs(*SmallTable(), RowOutputFormat::kParquet, "1.parquet");
  arrow::StringBuilder ids;
  EXPECT_TRUE(ids.Append("x").ok());
  auto other = arrow::Table::Make(arrow::schema({arrow::field("id", arrow::utf8())}),
                                  {ids.Finish().ValueOrDie()});
  std::string second = WriteAs(*other, RowOutputFormat::kParquet, "2.parquet");
  arrow::Status clash = Read({first, second}).status();
  EXPECT_THAT(clash, FailsWith(ErrorCode::kInvalidSchema, second));
  EXPECT_THAT(clash.message(), HasSubstr(first));
}

TEST_F(RowFilesTest, NamesWhatIsWrongWithAPath) {
  EXPECT_THAT(Read({folder_.Path("none.json")}),
              FailsWith(ErrorCode::kNotFound, folder_.Path("none.json")));
  std::filesystem::create_directory(folder_.Path("d.json"));
  EXPECT_THAT(Read({folder_.Path("d.json")}),
              FailsWith(ErrorCode::kInvalidArgument, folder_.Path("d.json")));
  EXPECT_THAT(Read({"s3://bucket/x.json"}),
              FailsWith(ErrorCode::kUnsupported, "s3://bucket/x.json"));
  EXPECT_THAT(OpenRowFiles(RowInput{}), FailsWith(ErrorCode::kInvalidArgument));
  RowInput twice;
  twice.paths = {"-", "-"};
  EXPECT_THAT(OpenRowFiles(twice), FailsWith(ErrorCode::kInvalidArgument, "-"));
}

TEST_F(RowFilesTest, NamesCorruptFiles) {
  for (const char* name : {"x.parquet", "x.arrow"}) {
    std::string path = folder_.Write(name, "this is neither of them, just some text");
    EXPECT_THAT(Read({path}), FailsWith(ErrorCode::kCorruptFile, path)) << name;
    std::string empty = folder_.Write(std::string("empty_") + name, "");
    EXPECT_THAT(Read({empty}), FailsWith(ErrorCode::kCorruptFile, empty)) << name;
  }
  std::string whole = TextOf(*SmallTable(), RowOutputFormat::kArrow).ValueOrDie();
  std::string cut = folder_.Write("cut.arrows", whole.substr(0, whole.size() / 2));
  EXPECT_THAT(Read({cut}), FailsWith(ErrorCode::kCorruptFile, cut));
}

// -- what is written as text reads back equal

class RandomRows {
 public:
  explicit RandomRows(unsigned seed) : random_(seed) {}

  std::shared_ptr<arrow::Array> Make(const std::shared_ptr<arrow::Field>& field, int64_t length) {
    std::unique_ptr<arrow::ArrayBuilder> builder = arrow::MakeBuilder(field->type()).ValueOrDie();
    for (int64_t i = 0; i < length; ++i) Append(*field->type(), builder.get(), 0.15);
    return builder->Finish().ValueOrDie();
  }

 private:
  bool Chance(double probability) {
    return std::uniform_real_distribution<double>(0, 1)(random_) < probability;
  }
  // Of any magnitude, up to 2^63.
  int64_t Integer() {
    auto bits = static_cast<int64_t>(random_() << 32 ^ random_());
    return bits >> std::uniform_int_distribution<int>(0, 63)(random_);
  }
  std::string Bytes(bool text) {
    static const std::vector<std::string> kPieces = {"a",
                                                     "Z",
                                                     " ",
                                                     ",",
                                                     "\"",
                                                     "\\",
                                                     "\n",
                                                     "\r",
                                                     "\t",
                                                     "\x01",
                                                     "'",
                                                     "/",
                                                     "\xC3\xA9",
                                                     "\xE2\x82\xAC",
                                                     "\xF0\x9F\x98\x80",
                                                     "null",
                                                     "1"};
    std::string result;
    int length = std::uniform_int_distribution<int>(0, 12)(random_);
    for (int i = 0; i < length; ++i) {
      if (text) {
        result += kPieces[random_() % kPieces.size()];
      } else {
        result.push_back(static_cast<char>(random_()));
      }
    }
    return result;
  }
  double Double() {
    switch (random_() % 8) {
      case 0:
        return std::numeric_limits<double>::infinity();
      case 1:
        return -0.0;
      case 2:
        return static_cast<double>(Integer() % 1000);
      case 3:
        return std::numeric_limits<double>::denorm_min();
      default: {
        double value = 0;
        uint64_t bits = random_() << 32 ^ random_();
        std::memcpy(&value, &bits, sizeof(value));
        return std::isfinite(value) ? value : 0.5;
      }
    }
  }

  template <typename Builder, typename Value>
  static void Put(arrow::ArrayBuilder* builder, Value value) {
    EXPECT_TRUE(static_cast<Builder*>(builder)->Append(value).ok());
  }

  void Append(const arrow::DataType& type, arrow::ArrayBuilder* builder, double nulls) {
    if (Chance(nulls)) {
      EXPECT_TRUE(builder->AppendNull().ok());
      return;
    }
    switch (type.id()) {
      case arrow::Type::BOOL:
        return Put<arrow::BooleanBuilder>(builder, Chance(0.5));
      case arrow::Type::INT8:
        return Put<arrow::Int8Builder>(builder, static_cast<int8_t>(Integer()));
      case arrow::Type::INT16:
        return Put<arrow::Int16Builder>(builder, static_cast<int16_t>(Integer()));
      case arrow::Type::INT32:
        return Put<arrow::Int32Builder>(builder, static_cast<int32_t>(Integer()));
      case arrow::Type::INT64:
        return Put<arrow::Int64Builder>(builder, Integer());
      case arrow::Type::FLOAT: {
        auto value = static_cast<float>(Double());
        return Put<arrow::FloatBuilder>(builder, std::isfinite(value) ? value : -1.25F);
      }
      case arrow::Type::DOUBLE:
        return Put<arrow::DoubleBuilder>(builder, Double());
      case arrow::Type::DECIMAL128: {
        int digits = std::uniform_int_distribution<int>(
            1, static_cast<const arrow::Decimal128Type&>(type).precision())(random_);
        std::string text = Chance(0.5) ? "-" : "";
        for (int i = 0; i < digits; ++i) text.push_back(static_cast<char>('0' + random_() % 10));
        return Put<arrow::Decimal128Builder>(builder, arrow::Decimal128(text));
      }
      case arrow::Type::STRING:
        return Put<arrow::StringBuilder>(builder, Bytes(true));
      case arrow::Type::BINARY:
        return Put<arrow::BinaryBuilder>(builder, Bytes(false));
      case arrow::Type::DATE32:
        return Put<arrow::Date32Builder>(builder, static_cast<int32_t>(Integer()));
      case arrow::Type::TIMESTAMP:
        return Put<arrow::TimestampBuilder>(builder, Integer());
      case arrow::Type::LIST: {
        auto* list = static_cast<arrow::ListBuilder*>(builder);
        EXPECT_TRUE(list->Append().ok());
        for (uint64_t i = random_() % 4; i > 0; --i) {
          Append(*type.field(0)->type(), list->value_builder(), 0.2);
        }
        return;
      }
      case arrow::Type::MAP: {
        auto* map = static_cast<arrow::MapBuilder*>(builder);
        const auto& map_type = static_cast<const arrow::MapType&>(type);
        EXPECT_TRUE(map->Append().ok());
        // Keys that differ, of any type.
        for (uint64_t i = random_() % 4; i > 0; --i) {
          if (map_type.key_type()->id() == arrow::Type::STRING) {
            Put<arrow::StringBuilder>(map->key_builder(), Bytes(true) + std::to_string(i));
          } else {
            Put<arrow::Date32Builder>(map->key_builder(), static_cast<int32_t>(i));
          }
          Append(*map_type.item_type(), map->item_builder(), 0.2);
        }
        return;
      }
      case arrow::Type::STRUCT: {
        auto* record = static_cast<arrow::StructBuilder*>(builder);
        EXPECT_TRUE(record->Append().ok());
        for (int i = 0; i < type.num_fields(); ++i) {
          Append(*type.field(i)->type(), record->field_builder(i), 0.2);
        }
        return;
      }
      default:
        FAIL() << type.ToString();
    }
  }

  std::mt19937_64 random_;
};

std::shared_ptr<arrow::Schema> EveryType() {
  auto nested = arrow::struct_(
      {arrow::field("x", arrow::int32()),
       arrow::field("odd \"name\"\n", arrow::list(arrow::decimal128(12, 3))),
       arrow::field("deep", arrow::map(arrow::utf8(),
                                       arrow::struct_({arrow::field(
                                           "t", arrow::timestamp(arrow::TimeUnit::MICRO))})))});
  return arrow::schema(
      {arrow::field("b", arrow::boolean()), arrow::field("i8", arrow::int8()),
       arrow::field("i16", arrow::int16()), arrow::field("i32", arrow::int32()),
       arrow::field("i64", arrow::int64()), arrow::field("f", arrow::float32()),
       arrow::field("d", arrow::float64()), arrow::field("dec", arrow::decimal128(38, 18)),
       arrow::field("whole", arrow::decimal128(20, 0)), arrow::field("s", arrow::utf8()),
       arrow::field("bin", arrow::binary()), arrow::field("day", arrow::date32()),
       arrow::field("ts", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
       arrow::field("ntz", arrow::timestamp(arrow::TimeUnit::MICRO)),
       arrow::field("ms", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
       arrow::field("l", arrow::list(arrow::list(arrow::utf8()))),
       arrow::field("m", arrow::map(arrow::date32(), arrow::float64())), arrow::field("st", nested),
       arrow::field("\xC3\xBC, \"", arrow::utf8())});
}

class TextRoundTripTest : public RowFilesTest,
                          public testing::WithParamInterface<RowOutputFormat> {};

TEST_P(TextRoundTripTest, GivesEqualRows) {
  std::shared_ptr<arrow::Schema> schema = EveryType();
  for (unsigned seed = 1; seed <= 20; ++seed) {
    RandomRows random(seed);
    arrow::ArrayVector columns;
    for (const auto& field : schema->fields()) columns.push_back(random.Make(field, 200));
    auto table = arrow::Table::Make(schema, columns);
    // A slice, since offsets are easily forgotten.
    std::shared_ptr<arrow::Table> slice = table->Slice(7, 150)->CombineChunks().ValueOrDie();
    std::string name = GetParam() == RowOutputFormat::kJson ? "t.json" : "t.csv";
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> back,
                              Read({WriteAs(*table->Slice(7, 150), GetParam(), name)}, schema, 64));
    ASSERT_TRUE(back->ValidateFull().ok());
    for (int i = 0; i < schema->num_fields(); ++i) {
      EXPECT_TRUE(back->column(i)->Equals(*slice->column(i)))
          << "seed " << seed << " column " << schema->field(i)->name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, TextRoundTripTest,
                         testing::Values(RowOutputFormat::kJson, RowOutputFormat::kCsv),
                         [](const auto& info) {
                           return info.param == RowOutputFormat::kJson ? "Json" : "Csv";
                         });

// -- output

TEST_F(RowFilesTest, WritesTablesAligned) {
  auto schema =
      arrow::schema({arrow::field("name", arrow::utf8()), arrow::field("amount", arrow::float64()),
                     arrow::field("tags", arrow::list(arrow::int32()))});
  std::string path = folder_.Write("t.json",
                                   "{\"name\":\"\xC3\xA9t\xC3\xA9\",\"amount\":100,\"tags\":[1]}\n"
                                   "{\"name\":\"\xE4\xB8\xAD\xE6\x96\x87 x\",\"amount\":-2.5}\n"
                                   "{\"name\":\"a\\nb\"}\n");
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, Read({path}, schema));
  EXPECT_EQ(TextOf(*table, RowOutputFormat::kTable).ValueOr("?"),
            "name    amount  tags\n"
            "------  ------  ----\n"
            "\xC3\xA9t\xC3\xA9      100.0  [1]\n"
            "\xE4\xB8\xAD\xE6\x96\x87 x    -2.5  null\n"
            "a\\nb      null  null\n");
}

TEST_F(RowFilesTest, WritesHeadersOfEmptyTables) {
  auto empty = arrow::Table::MakeEmpty(SmallTable()->schema()).ValueOrDie();
  EXPECT_EQ(TextOf(*empty, RowOutputFormat::kTable).ValueOr("?"), "id  name\n--  ----\n");
  EXPECT_EQ(TextOf(*empty, RowOutputFormat::kCsv).ValueOr("?"), "id,name\n");
  EXPECT_EQ(TextOf(*empty, RowOutputFormat::kJson).ValueOr("?"), "");
}

TEST_F(RowFilesTest, QuotesCsvOnlyWhereNeeded) {
  std::string path = folder_.Write("t.json",
                                   "{\"a\":\"x\",\"b\":\"\"}\n{\"a\":\"1,2\",\"b\":null}\n"
                                   "{\"a\":\"say \\\"hi\\\"\",\"b\":\" \"}\n");
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, Read({path}));
  EXPECT_EQ(TextOf(*table, RowOutputFormat::kCsv).ValueOr("?"),
            "a,b\nx,\"\"\n\"1,2\",\n\"say \"\"hi\"\"\", \n");
}

TEST_F(RowFilesTest, StopsWhenAskedAndSaysHowFarItIs) {
  for (auto [format, name] : {std::pair{RowOutputFormat::kJson, "w.json"},
                              {RowOutputFormat::kCsv, "w.csv"},
                              {RowOutputFormat::kParquet, "w.parquet"},
                              {RowOutputFormat::kArrow, "w.arrow"}}) {
    RowInput input;
    input.paths = {WriteAs(*SmallTable(), format, name)};
    input.schema = SmallTable()->schema();
    HUDI_ASSERT_OK_AND_ASSIGN(input.format, FormatOfPath(input.paths[0]));
    input.progress = std::make_shared<Progress>();
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Table> table, ReadAll(input));
    EXPECT_EQ(table->num_rows(), 4);
    EXPECT_EQ(input.progress->phase, Progress::Phase::kRead) << name;
    EXPECT_EQ(input.progress->bytes_total,
              static_cast<int64_t>(std::filesystem::file_size(input.paths[0])));
    EXPECT_GT(input.progress->bytes_done, 0) << name;
    input.should_stop = [] { return true; };
    EXPECT_THAT(ReadAll(input), FailsWith(ErrorCode::kInterrupted)) << name;
  }
}

TEST_F(RowFilesTest, RefusesTypesWithoutTextForm) {
  auto schema = arrow::schema({arrow::field(
      "st", arrow::struct_({arrow::field("d", arrow::duration(arrow::TimeUnit::SECOND))}))});
  auto empty = arrow::Table::MakeEmpty(schema).ValueOrDie();
  EXPECT_THAT(TextOf(*empty, RowOutputFormat::kJson), FailsWith(ErrorCode::kUnsupported, "st.d"));
}

}  // namespace
}  // namespace hudi::rows
