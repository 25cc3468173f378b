// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/footer_facts.h"

#include <gtest/gtest.h>

#include <arrow/array/builder_nested.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/io/memory.h>
#include <arrow/table.h>
#include <parquet/arrow/writer.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Buffer> FileOf(const std::shared_ptr<arrow::DataType>& type,
                                      parquet::Compression::type codec, bool int96 = false) {
  const auto schema = arrow::schema({arrow::field("a", type)});
  const auto column = arrow::MakeArrayOfNull(type, 3).ValueOrDie();
  const auto table = arrow::Table::Make(schema, {column});
  const auto sink = arrow::io::BufferOutputStream::Create().ValueOrDie();
  const auto properties = parquet::WriterProperties::Builder().compression(codec)->build();
  parquet::ArrowWriterProperties::Builder arrow_properties;
  if (int96) arrow_properties.enable_deprecated_int96_timestamps();
  EXPECT_TRUE(parquet::arrow::WriteTable(*table, arrow::default_memory_pool(), sink, 1024,
                                         properties, arrow_properties.build())
                  .ok());
  return sink->Finish().ValueOrDie();
}

arrow::Result<FooterFacts> FactsOf(std::shared_ptr<arrow::Buffer> file) {
  return ReadFooterFacts(std::make_shared<arrow::io::BufferReader>(std::move(file)), "f.parquet");
}

TEST(ReadFooterFacts, NamesTheCodec) {
  const std::pair<parquet::Compression::type, std::string> cases[] = {
      {parquet::Compression::UNCOMPRESSED, "uncompressed"},
      {parquet::Compression::GZIP, "gzip"},
      {parquet::Compression::ZSTD, "zstd"},
      {parquet::Compression::SNAPPY, "snappy"},
      {parquet::Compression::LZ4, "lz4_raw"},
      {parquet::Compression::LZ4_HADOOP, "lz4"},
      {parquet::Compression::BROTLI, "brotli"},
  };
  for (const auto& [codec, name] : cases) {
    HUDI_ASSERT_OK_AND_ASSIGN(const FooterFacts facts, FactsOf(FileOf(arrow::int32(), codec)));
    EXPECT_EQ(facts.codecs, std::set<std::string>{name});
  }
}

TEST(ReadFooterFacts, TellsTimestampsApart) {
  const auto gzip = parquet::Compression::GZIP;
  HUDI_ASSERT_OK_AND_ASSIGN(const FooterFacts zoned,
                            FactsOf(FileOf(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), gzip)));
  EXPECT_FALSE(zoned.has_local_timestamps);
  HUDI_ASSERT_OK_AND_ASSIGN(
      const FooterFacts local,
      FactsOf(FileOf(arrow::struct_({arrow::field("t", arrow::timestamp(arrow::TimeUnit::MICRO))}),
                     gzip)));
  EXPECT_TRUE(local.has_local_timestamps);
  EXPECT_FALSE(local.has_int96);
  HUDI_ASSERT_OK_AND_ASSIGN(
      const FooterFacts old,
      FactsOf(FileOf(arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"), gzip, /*int96=*/true)));
  EXPECT_TRUE(old.has_int96);
  EXPECT_FALSE(old.has_local_timestamps);
}

TEST(ReadFooterFacts, ListsInThreeLevelsAreNoOldOnes) {
  HUDI_ASSERT_OK_AND_ASSIGN(const FooterFacts facts, FactsOf(FileOf(arrow::list(arrow::int32()),
                                                                    parquet::Compression::GZIP)));
  EXPECT_FALSE(facts.has_two_level_lists);
}

TEST(ReadFooterFacts, NamesADamagedFile) {
  EXPECT_THAT(FactsOf(arrow::Buffer::FromString("PAR1 this is none")),
              FailsWith(ErrorCode::kCorruptFile, "f.parquet"));
  EXPECT_THAT(FactsOf(arrow::Buffer::FromString("")),
              FailsWith(ErrorCode::kCorruptFile, "f.parquet"));
}

}  // namespace
}  // namespace hudi
