// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/prune/row_groups.h"

#include <limits>
#include <string>
#include <vector>

#include <arrow/builder.h>
#include <arrow/io/memory.h>
#include <arrow/json/from_string.h>
#include <gmock/gmock.h>

#include "hudi/base/testing.h"
#include "hudi/format/parquet/base_file_writer.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::shared_ptr<BaseFileReader> File(const std::shared_ptr<arrow::RecordBatch>& rows,
                                     int64_t row_group_rows) {
  auto output = *arrow::io::BufferOutputStream::Create();
  ParquetWriteOptions options;
  options.row_group_rows = row_group_rows;
  auto writer = *BaseFileWriter::Open(output, rows->schema(), options);
  EXPECT_TRUE(writer->Write(*rows).ok());
  EXPECT_TRUE(writer->Close({}).ok());
  return *BaseFileReader::Open(std::make_shared<arrow::io::BufferReader>(*output->Finish()), "f");
}

std::shared_ptr<BaseFileReader> File(const std::shared_ptr<arrow::Schema>& schema,
                                     const std::string& json) {
  auto rows = *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json);
  return File(*arrow::RecordBatch::FromStructArray(rows), 2);
}

std::vector<int> Select(const BaseFileReader& file, const std::string& predicate,
                        const std::shared_ptr<arrow::Schema>& table,
                        const ConstantColumns& constants = {}) {
  auto parsed = ParsePredicate(predicate);
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  auto bound = BindPredicate(**parsed, *table);
  EXPECT_TRUE(bound.ok()) << bound.status();
  auto groups = SelectRowGroups(file, **bound, *table, constants);
  EXPECT_TRUE(groups.ok()) << groups.status();
  return *groups;
}

TEST(SelectRowGroupsTest, LeavesOutGroupsBeyondTheBounds) {
  auto schema = arrow::schema({arrow::field("i", arrow::int64()), arrow::field("s", arrow::utf8()),
                               arrow::field("d", arrow::decimal128(5, 2)),
                               arrow::field("day", arrow::date32())});
  auto file = File(schema, R"([[1, "a", "1.00", 10], [2, "b", "1.50", 11],
                               [3, "c", "2.00", 12], [4, null, "2.50", 13],
                               [5, "e", "3.00", 14], [6, "f", null, 15]])");
  EXPECT_THAT(Select(*file, "i > 4", schema), ElementsAre(2));
  EXPECT_THAT(Select(*file, "i >= 4", schema), ElementsAre(1, 2));
  EXPECT_THAT(Select(*file, "i = 3 or i = 6", schema), ElementsAre(1, 2));
  EXPECT_THAT(Select(*file, "i in (1, 100)", schema), ElementsAre(0));
  EXPECT_THAT(Select(*file, "i between 7 and 9", schema), IsEmpty());
  EXPECT_THAT(Select(*file, "not (i < 5)", schema), ElementsAre(2));
  EXPECT_THAT(Select(*file, "s = 'c'", schema), ElementsAre(1));
  EXPECT_THAT(Select(*file, "s is null", schema), ElementsAre(1));
  EXPECT_THAT(Select(*file, "d > 2.5", schema), ElementsAre(2));
  EXPECT_THAT(Select(*file, "day < date '1970-01-13'", schema), ElementsAre(0));
}

TEST(SelectRowGroupsTest, NeverLosesNaN) {
  auto schema = arrow::schema({arrow::field("x", arrow::float64())});
  arrow::DoubleBuilder builder;
  for (double x : {1.0, std::numeric_limits<double>::quiet_NaN(), 2.0, 3.0}) {
    ASSERT_TRUE(builder.Append(x).ok());
  }
  auto file = File(arrow::RecordBatch::Make(schema, 4, {*builder.Finish()}), 2);
  // NaN is greater than every number, as in Spark, and no statistics mention it.
  EXPECT_THAT(Select(*file, "x > 100", schema), ElementsAre(0, 1));
  EXPECT_THAT(Select(*file, "x < 1.5", schema), ElementsAre(0));
}

TEST(SelectRowGroupsTest, ComparesInTheTablesTypes) {
  auto stored = arrow::schema({arrow::field("i", arrow::int32())});
  auto table = arrow::schema({arrow::field("i", arrow::int64())});
  auto file = File(stored, "[[1], [2], [3], [4]]");
  EXPECT_THAT(Select(*file, "i > 2", table), ElementsAre(1));
  EXPECT_THAT(Select(*file, "i > 5000000000", table), IsEmpty());
  // As text the order is another one: nothing may be left out.
  auto as_text = arrow::schema({arrow::field("i", arrow::utf8())});
  EXPECT_THAT(Select(*file, "i = '30'", as_text), ElementsAre(0, 1));
  auto as_double = arrow::schema({arrow::field("i", arrow::float64())});
  EXPECT_THAT(Select(*file, "i < 2.5", as_double), ElementsAre(0));
}

TEST(SelectRowGroupsTest, WidensFloatsAsRowsAreWidened) {
  auto stored = arrow::schema({arrow::field("x", arrow::float32())});
  auto file = File(stored, R"([{"x":1.1},{"x":1.1}])");
  auto table = arrow::schema({arrow::field("x", arrow::float64())});
  EXPECT_THAT(Select(*file, "x = 1.1", table), ElementsAre(0));
  EXPECT_THAT(Select(*file, "x < 1.1", table), IsEmpty());
}

TEST(SelectRowGroupsTest, KnowsMissingAndConstantColumns) {
  auto stored = arrow::schema({arrow::field("i", arrow::int64())});
  auto table = arrow::schema({arrow::field("i", arrow::int64()), arrow::field("e", arrow::utf8()),
                              arrow::field("p", arrow::utf8())});
  auto file = File(stored, "[[1], [2]]");
  EXPECT_THAT(Select(*file, "e = 'x'", table), IsEmpty());
  EXPECT_THAT(Select(*file, "e is null", table), ElementsAre(0));
  ConstantColumns constants = {{"p", std::make_shared<arrow::StringScalar>("x")}};
  EXPECT_THAT(Select(*file, "p = 'x'", table, constants), ElementsAre(0));
  EXPECT_THAT(Select(*file, "p = 'y'", table, constants), IsEmpty());
}

TEST(ConstantsMightMatchTest, JudgesByTheConstantsAlone) {
  auto table = arrow::schema({arrow::field("i", arrow::int64()), arrow::field("p", arrow::utf8())});
  auto might = [&](const std::string& predicate, std::shared_ptr<arrow::Scalar> p) {
    auto bound = *BindPredicate(**ParsePredicate(predicate), *table);
    return ConstantsMightMatch(*bound, {{"p", std::move(p)}});
  };
  auto x = std::make_shared<arrow::StringScalar>("x");
  EXPECT_TRUE(might("p = 'x' and i = 1", x));
  EXPECT_FALSE(might("p = 'y' and i = 1", x));
  EXPECT_TRUE(might("p = 'y' or i = 1", x));
  EXPECT_FALSE(might("p is null", x));
  EXPECT_TRUE(might("p is null", arrow::MakeNullScalar(arrow::utf8())));
  EXPECT_FALSE(might("p = 'x'", arrow::MakeNullScalar(arrow::utf8())));
}

}  // namespace
}  // namespace hudi
