// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/flat_column_writer.h"

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <arrow/builder.h>
#include <arrow/compute/api.h>
#include <arrow/io/memory.h>
#include <arrow/record_batch.h>
#include <gtest/gtest.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/arrow/writer.h>
#include <parquet/file_reader.h>
#include <parquet/file_writer.h>

#include "hudi/base/compute.h"
#include "hudi/format/parquet/column_followers.h"
#include "hudi/format/parquet/file_contents.h"

namespace hudi {
namespace {

using Batches = std::vector<std::shared_ptr<arrow::RecordBatch>>;

std::shared_ptr<parquet::schema::GroupNode> SchemaOf(const arrow::Schema& schema,
                                                     const parquet::WriterProperties& properties) {
  std::shared_ptr<parquet::SchemaDescriptor> descriptor;
  EXPECT_TRUE(parquet::arrow::ToParquetSchema(&schema, properties, &descriptor).ok());
  return std::static_pointer_cast<parquet::schema::GroupNode>(descriptor->schema_root());
}

// The bytes of a file with one row group for each of `groups`.
std::string Written(const std::vector<Batches>& groups,
                    const std::shared_ptr<parquet::WriterProperties>& properties, bool by_arrow,
                    const ColumnLeaders& leaders = {}) {
  const std::shared_ptr<arrow::Schema> schema = groups[0][0]->schema();
  std::shared_ptr<arrow::io::BufferOutputStream> output =
      arrow::io::BufferOutputStream::Create().ValueOrDie();
  std::shared_ptr<parquet::schema::GroupNode> root = SchemaOf(*schema, *properties);
  std::unique_ptr<parquet::ParquetFileWriter> file;
  if (by_arrow) {
    file = parquet::ParquetFileWriter::Open(output, root, properties);
  } else {
    auto contents = std::make_unique<FileContents>(output, root, *schema, properties);
    contents->SetLeaders(leaders);
    file = std::make_unique<parquet::ParquetFileWriter>();
    file->Open(std::move(contents));
  }
  std::unique_ptr<parquet::arrow::FileWriter> writer;
  EXPECT_TRUE(parquet::arrow::FileWriter::Make(arrow::default_memory_pool(), std::move(file),
                                               schema, parquet::default_arrow_writer_properties(),
                                               &writer)
                  .ok());
  for (const Batches& group : groups) {
    EXPECT_TRUE(writer->NewBufferedRowGroup().ok());
    for (const auto& batch : group) {
      const arrow::Status status = writer->WriteRecordBatch(*batch);
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
  }
  const arrow::Status status = writer->Close();
  EXPECT_TRUE(status.ok()) << status.ToString();
  return output->Finish().ValueOrDie()->ToString();
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int64_t Below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }

  // Texts around the eight bytes by which they are compared and the 32 that are copied at once.
  std::string Text() {
    const int64_t kind = Below(50);
    std::string text(kind == 0 ? 0 : kind == 1 ? 5000 : static_cast<size_t>(Below(40)), 'a');
    for (size_t i = 0; i < text.size(); i += 1 + static_cast<size_t>(Below(6))) {
      text[i] = static_cast<char>(Below(4) == 0 ? Below(256) : 'a' + Below(2));
    }
    return text;
  }
  double Double() {
    const double some[] = {0.0, -0.0, NAN, INFINITY, -INFINITY, 1e300, -1e-300};
    return Below(3) == 0 ? some[Below(7)] : static_cast<double>(Below(1000)) - 500.5;
  }

  // `nulls`: of ten values, so many are null.
  std::shared_ptr<arrow::Array> Array(const std::shared_ptr<arrow::DataType>& type, int64_t rows,
                                      int64_t nulls) {
    std::unique_ptr<arrow::ArrayBuilder> builder = arrow::MakeBuilder(type).ValueOrDie();
    for (int64_t i = 0; i < rows; ++i) EXPECT_TRUE(Append(builder.get(), Below(10) < nulls).ok());
    return builder->Finish().ValueOrDie();
  }
  // At most so many different values; some stand in runs.
  std::shared_ptr<arrow::Array> Repeating(const std::shared_ptr<arrow::DataType>& type,
                                          int64_t rows, int64_t nulls, int64_t distinct) {
    const std::shared_ptr<arrow::Array> pool = Array(type, distinct, nulls);
    arrow::Int64Builder builder;
    while (builder.length() < rows) {
      const int64_t value = Below(distinct);
      for (int64_t run = Below(4) == 0 ? Below(30) : 1; run > 0; --run) {
        EXPECT_TRUE(builder.Append(value).ok());
      }
    }
    const auto places = builder.Finish().ValueOrDie()->Slice(0, rows);
    return arrow::compute::Take(*pool, *places).ValueOrDie();
  }

 private:
  arrow::Status Append(arrow::ArrayBuilder* builder, bool null) {
    if (null) return builder->AppendNull();
    switch (builder->type()->id()) {
      case arrow::Type::STRING:
      case arrow::Type::BINARY:
        return static_cast<arrow::BinaryBuilder*>(builder)->Append(Text());
      case arrow::Type::INT32:
        return static_cast<arrow::Int32Builder*>(builder)->Append(static_cast<int32_t>(engine_()));
      case arrow::Type::DATE32:
        return static_cast<arrow::Date32Builder*>(builder)->Append(
            static_cast<int32_t>(Below(40000)) - 20000);
      case arrow::Type::INT64:
        return static_cast<arrow::Int64Builder*>(builder)->Append(static_cast<int64_t>(engine_()));
      case arrow::Type::TIMESTAMP:
        return static_cast<arrow::TimestampBuilder*>(builder)->Append(Below(1LL << 50));
      case arrow::Type::FLOAT:
        return static_cast<arrow::FloatBuilder*>(builder)->Append(static_cast<float>(Double()));
      case arrow::Type::DOUBLE:
        return static_cast<arrow::DoubleBuilder*>(builder)->Append(Double());
      case arrow::Type::DECIMAL128: {
        const auto digits = static_cast<const arrow::Decimal128Type&>(*builder->type()).precision();
        arrow::Decimal128 value(static_cast<int64_t>(engine_() >> 1), engine_());
        value = arrow::Decimal128(
            value % arrow::Decimal128::GetScaleMultiplier(1 + static_cast<int32_t>(Below(digits))));
        return static_cast<arrow::Decimal128Builder*>(builder)->Append(Below(2) == 0 ? value
                                                                                     : -value);
      }
      case arrow::Type::BOOL:
        return static_cast<arrow::BooleanBuilder*>(builder)->Append(Below(2) == 0);
      default: {
        auto* list = static_cast<arrow::ListBuilder*>(builder);
        ARROW_RETURN_NOT_OK(list->Append());
        for (int64_t i = Below(4); i > 0; --i) {
          ARROW_RETURN_NOT_OK(Append(list->value_builder(), Below(5) == 0));
        }
        return arrow::Status::OK();
      }
    }
  }

  std::mt19937_64 engine_;
};

std::vector<std::shared_ptr<arrow::DataType>> Types() {
  return {arrow::utf8(),
          arrow::binary(),
          arrow::int32(),
          arrow::date32(),
          arrow::int64(),
          arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"),
          arrow::timestamp(arrow::TimeUnit::MILLI),
          arrow::float32(),
          arrow::float64(),
          arrow::decimal128(1, 0),
          arrow::decimal128(12, 2),
          arrow::decimal128(18, 0),
          arrow::decimal128(19, 4),
          arrow::decimal128(38, 10),
          arrow::boolean(),
          arrow::list(arrow::utf8())};
}

arrow::FieldVector FieldsOfEachType() {
  arrow::FieldVector fields;
  for (const auto& type : Types()) {
    const std::string n = std::to_string(fields.size());
    fields.push_back(arrow::field("optional" + n, type));
    fields.push_back(arrow::field("required" + n, type, /*nullable=*/false));
  }
  return fields;
}

std::shared_ptr<parquet::WriterProperties> Properties(arrow::Compression::type codec,
                                                      int64_t page_bytes, int64_t batch_rows) {
  return parquet::WriterProperties::Builder()
      .version(parquet::ParquetVersion::PARQUET_2_6)
      ->compression(codec)
      ->data_pagesize(page_bytes)
      ->max_rows_per_page(1 << 20)
      ->write_batch_size(batch_rows)
      ->enable_page_checksum()
      ->disable_dictionary()
      ->build();
}

TEST(FlatColumnWriter, FilesAreByteByByteThoseOfArrowsWriter) {
  Random random(7);
  const int64_t sizes[] = {1, 7, 8, 9, 64, 65, 1000, 6000};
  const int64_t pages[] = {1, 2000, 1 << 20};
  int compared = 0;
  for (int64_t rows : sizes) {
    for (int64_t nulls : {0, 1, 10}) {
      for (int64_t page_bytes : pages) {
        if (page_bytes == 1 && rows > 100) continue;
        const arrow::FieldVector fields = FieldsOfEachType();
        const std::shared_ptr<arrow::Schema> schema = arrow::schema(fields);
        std::vector<Batches> groups(2);
        for (int64_t batch = 0; batch < 3; ++batch) {
          arrow::ArrayVector columns;
          for (const auto& field : fields) {
            // A part of an array, whose first value stands anywhere; the first batch of a page may
            // have no null while the next has some.
            const int64_t share = !field->nullable() || (batch == 0 && rows > 8) ? 0 : nulls;
            columns.push_back(random.Array(field->type(), rows + 3, share)->Slice(3));
          }
          groups[batch == 2 ? 1 : 0].push_back(arrow::RecordBatch::Make(schema, rows, columns));
        }
        for (arrow::Compression::type codec :
             {arrow::Compression::UNCOMPRESSED, arrow::Compression::ZSTD}) {
          const auto properties = Properties(codec, page_bytes, rows < 1000 ? 4 : 1024);
          const bool equal =
              Written(groups, properties, false) == Written(groups, properties, true);
          EXPECT_TRUE(equal) << rows << " rows, " << nulls << " nulls of 10, pages of "
                             << page_bytes;
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, (8 * 2 + 6) * 3 * 2);
}

std::shared_ptr<parquet::WriterProperties> DictionaryProperties(arrow::Compression::type codec,
                                                                int64_t page_bytes,
                                                                int64_t dictionary_bytes) {
  return parquet::WriterProperties::Builder()
      .version(parquet::ParquetVersion::PARQUET_2_6)
      ->compression(codec)
      ->data_pagesize(page_bytes)
      ->dictionary_pagesize_limit(dictionary_bytes)
      ->max_rows_per_page(1 << 20)
      ->write_batch_size(100)
      ->enable_page_checksum()
      ->build();
}

std::shared_ptr<arrow::Table> RowsOf(const std::string& file) {
  std::unique_ptr<parquet::arrow::FileReader> reader =
      parquet::arrow::OpenFile(
          std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(file)),
          arrow::default_memory_pool())
          .ValueOrDie();
  std::shared_ptr<arrow::Table> rows;
  EXPECT_TRUE(reader->ReadTable().Value(&rows).ok());
  return rows->CombineChunks().ValueOrDie();
}

// What a footer says, but for sizes and places.
std::string FactsOf(const std::string& file) {
  const auto input = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(file));
  const std::shared_ptr<parquet::FileMetaData> metadata = parquet::ReadMetaData(input);
  std::stringstream facts;
  for (int group = 0; group < metadata->num_row_groups(); ++group) {
    const std::unique_ptr<parquet::RowGroupMetaData> row_group = metadata->RowGroup(group);
    facts << row_group->num_rows() << " rows\n";
    for (int column = 0; column < row_group->num_columns(); ++column) {
      const std::unique_ptr<parquet::ColumnChunkMetaData> chunk = row_group->ColumnChunk(column);
      const std::shared_ptr<parquet::EncodedStatistics> encoded = chunk->encoded_statistics();
      const std::shared_ptr<parquet::SizeStatistics> sizes = chunk->size_statistics();
      facts << chunk->num_values() << chunk->has_dictionary_page() << "," << encoded->null_count
            << (encoded->has_min ? encoded->min() : "-")
            << (encoded->has_max ? encoded->max() : "-") << ","
            << (sizes == nullptr ? 0 : sizes->unencoded_byte_array_data_bytes.value_or(-1));
      for (const parquet::PageEncodingStats& pages : chunk->encoding_stats()) {
        facts << " " << pages.page_type << "/" << pages.encoding << "/" << pages.count;
      }
      facts << "\n";
    }
  }
  return facts.str();
}

TEST(FlatColumnWriter, DictionariesAndTheirPagesAreThoseOfArrowsWriter) {
  ASSERT_TRUE(InitializeCompute().ok());
  Random random(13);
  const auto options = arrow::EqualOptions::Defaults().nans_equal(true);
  // Places in a dictionary are packed in longer runs than Arrow's from 504 on.
  constexpr int64_t kRowsOfSameRuns = 250;
  int compared = 0;
  for (int64_t rows : {1, 8, 17, 250, 3000}) {
    for (int64_t distinct : {1, 2, 17, 300, 3000}) {
      for (int64_t nulls : {0, 2, 10}) {
        const arrow::FieldVector fields = FieldsOfEachType();
        const std::shared_ptr<arrow::Schema> schema = arrow::schema(fields);
        std::vector<Batches> groups(2);
        for (int64_t batch = 0; batch < 3; ++batch) {
          arrow::ArrayVector columns;
          for (const auto& field : fields) {
            columns.push_back(
                random.Repeating(field->type(), rows + 3, field->nullable() ? nulls : 0, distinct)
                    ->Slice(3));
          }
          groups[batch == 2 ? 1 : 0].push_back(arrow::RecordBatch::Make(schema, rows, columns));
        }
        // The dictionary of many values is given up, soon or at once.
        for (int64_t dictionary_bytes : {1 << 20, 2000, 1}) {
          for (int64_t page_bytes : {1 << 20, 1500}) {
            const auto properties =
                DictionaryProperties(arrow::Compression::ZSTD, page_bytes, dictionary_bytes);
            const std::string ours = Written(groups, properties, false);
            const std::string arrows = Written(groups, properties, true);
            EXPECT_TRUE(FactsOf(ours) == FactsOf(arrows) &&
                        RowsOf(ours)->Equals(*RowsOf(arrows), options) &&
                        (rows > kRowsOfSameRuns || ours == arrows))
                << rows << " rows of " << distinct << " values, " << nulls
                << " nulls of 10, pages of " << page_bytes << ", dictionaries of "
                << dictionary_bytes;
            ++compared;
          }
        }
      }
    }
  }
  EXPECT_EQ(compared, 5 * 5 * 3 * 3 * 2);
}

// Each array has a dictionary of its own, with values that no row has; some stand in it twice.
TEST(FlatColumnWriter, DictionaryArraysAreWrittenAsTheTextsTheyStandFor) {
  ASSERT_TRUE(InitializeCompute().ok());
  Random random(17);
  const auto schema = arrow::schema(
      {arrow::field("a", arrow::utf8()), arrow::field("b", arrow::utf8(), /*nullable=*/false)});
  std::vector<Batches> encoded(2);
  std::vector<Batches> texts(2);
  for (size_t i = 0; i < 6; ++i) {
    arrow::ArrayVector indices;
    arrow::ArrayVector columns;
    for (const auto& field : schema->fields()) {
      const auto dictionary = random.Array(arrow::utf8(), 40, 0);
      arrow::Int32Builder builder;
      for (int64_t row = 0; row < 163; ++row) {
        const bool is_null = field->nullable() && random.Below(5) == 0;
        EXPECT_TRUE((is_null ? builder.AppendNull()
                             : builder.Append(static_cast<int32_t>(random.Below(40))))
                        .ok());
      }
      const auto places = builder.Finish().ValueOrDie()->Slice(3);
      indices.push_back(arrow::DictionaryArray::FromArrays(places, dictionary).ValueOrDie());
      columns.push_back(arrow::compute::Take(*dictionary, *places).ValueOrDie());
    }
    encoded[i / 3].push_back(arrow::RecordBatch::Make(schema, 160, indices));
    texts[i / 3].push_back(arrow::RecordBatch::Make(schema, 160, columns));
  }
  for (int64_t dictionary_bytes : {1 << 20, 2000, 1}) {
    const auto properties =
        DictionaryProperties(arrow::Compression::UNCOMPRESSED, 1 << 20, dictionary_bytes);
    EXPECT_TRUE(Written(encoded, properties, false) == Written(texts, properties, true));
  }
  const auto plain = Properties(arrow::Compression::UNCOMPRESSED, 1 << 20, 100);
  EXPECT_TRUE(Written(encoded, plain, false) == Written(texts, plain, true));
}

TEST(FlatColumnWriter, APlaceOutsideOfItsDictionaryIsAnError) {
  const auto schema = arrow::schema({arrow::field("a", arrow::utf8())});
  const std::shared_ptr<arrow::Array> places =
      std::make_shared<arrow::Int32Array>(1, arrow::Buffer::FromVector(std::vector<int32_t>{2}));
  const auto broken =
      std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), arrow::utf8()),
                                               places, Random(1).Array(arrow::utf8(), 2, 0));
  const auto properties = DictionaryProperties(arrow::Compression::UNCOMPRESSED, 1 << 20, 1 << 20);
  const std::shared_ptr<arrow::io::BufferOutputStream> output =
      arrow::io::BufferOutputStream::Create().ValueOrDie();
  auto file = std::make_unique<parquet::ParquetFileWriter>();
  file->Open(
      std::make_unique<FileContents>(output, SchemaOf(*schema, *properties), *schema, properties));
  std::unique_ptr<parquet::arrow::FileWriter> writer;
  ASSERT_TRUE(parquet::arrow::FileWriter::Make(arrow::default_memory_pool(), std::move(file),
                                               schema, parquet::default_arrow_writer_properties(),
                                               &writer)
                  .ok());
  ASSERT_TRUE(writer->NewBufferedRowGroup().ok());
  const arrow::Status status =
      writer->WriteRecordBatch(*arrow::RecordBatch::Make(schema, 1, {broken}));
  EXPECT_TRUE(status.IsInvalid()) << status.ToString();
}

TEST(FlatColumnWriter, AFollowingColumnIsAsIfWrittenByItself) {
  Random random(11);
  const auto schema =
      arrow::schema({arrow::field("key", arrow::utf8()), arrow::field("n", arrow::int64()),
                     arrow::field("id", arrow::utf8()), arrow::field("id_again", arrow::utf8())});
  std::vector<Batches> groups(2);
  for (size_t i = 0; i < 4; ++i) {
    const auto key = random.Array(arrow::utf8(), 5000, 0);
    groups[i / 2].push_back(arrow::RecordBatch::Make(
        schema, 5000, {key, random.Array(arrow::int64(), 5000, 2), key, key}));
  }
  const auto properties = Properties(arrow::Compression::ZSTD, 30000, 1024);
  EXPECT_TRUE(Written(groups, properties, false, {-1, -1, 0, 0}) ==
              Written(groups, properties, true));
}

std::shared_ptr<arrow::RecordBatch> Texts(const std::vector<std::vector<std::string>>& columns) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const std::vector<std::string>& column : columns) {
    arrow::StringBuilder builder;
    for (const std::string& text : column) {
      EXPECT_TRUE((text == "null" ? builder.AppendNull() : builder.Append(text)).ok());
    }
    fields.push_back(arrow::field("c" + std::to_string(fields.size()), arrow::utf8()));
    arrays.push_back(builder.Finish().ValueOrDie());
  }
  return arrow::RecordBatch::Make(arrow::schema(fields), arrays[0]->length(), arrays);
}

TEST(ColumnFollowers, FollowTheFirstColumnWithTheSameTexts) {
  ColumnFollowers followers({0, 1, -1, 2, 3});
  // Joined, the texts of the second column are those of the first.
  followers.Find(*Texts({{"a", "bc"}, {"ab", "c"}, {"a", "bc"}, {"a", "bc"}, {"a", "bc"}}));
  EXPECT_EQ(followers.ByColumn(5), (std::vector<int>{-1, -1, 0, 0, -1}));
  EXPECT_TRUE(followers.Hold(*Texts({{"x"}, {"y"}, {"z"}, {"x"}, {"x"}})));
  EXPECT_FALSE(followers.Hold(*Texts({{"x"}, {"y"}, {"z"}, {"q"}, {"x"}})));
  // The fourth field has shown that it is one of its own.
  followers.Find(*Texts({{"a"}, {"b"}, {"a"}, {"a"}, {"a"}}));
  EXPECT_EQ(followers.ByColumn(5), (std::vector<int>{-1, -1, -1, 0, -1}));
}

TEST(ColumnFollowers, ColumnsWithNullsFollowNone) {
  ColumnFollowers followers({0, 1});
  followers.Find(*Texts({{"null", "a"}, {"null", "a"}}));
  EXPECT_EQ(followers.ByColumn(2), (std::vector<int>{-1, -1}));
  followers.Find(*Texts({{"a"}, {"a"}}));
  EXPECT_EQ(followers.ByColumn(2), (std::vector<int>{-1, 0}));
  EXPECT_FALSE(followers.Hold(*Texts({{"a"}, {"null"}})));
}

}  // namespace
}  // namespace hudi
