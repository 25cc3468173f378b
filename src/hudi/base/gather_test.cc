// SPDX-License-Identifier: Apache-2.0
#include "hudi/base/gather.h"

#include <arrow/array/concatenate.h>
#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::Array> FromJson(const std::shared_ptr<arrow::DataType>& type,
                                       std::string_view json) {
  return arrow::json::ArrayFromJSONString(type, json).ValueOrDie();
}

struct GatherCase {
  const char* label;
  std::shared_ptr<arrow::DataType> type;
  const char* first;
  const char* second;
  const char* want;  // rows (0,2) (1,0) (0,1) (1,1) (1,0)
};

class GatherArrayTest : public testing::TestWithParam<GatherCase> {};

TEST_P(GatherArrayTest, TakesRowsInOrder) {
  const GatherCase& c = GetParam();
  std::vector<std::shared_ptr<arrow::Array>> sources = {FromJson(c.type, c.first),
                                                        FromJson(c.type, c.second)};
  std::vector<RowRef> refs = {{0, 2}, {1, 0}, {0, 1}, {1, 1}, {1, 0}};
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> got, GatherArray(sources, refs));
  HUDI_ASSERT_OK(got->ValidateFull());
  EXPECT_TRUE(got->Equals(*FromJson(c.type, c.want))) << got->ToString();
  // The same through slices, whose offsets are not zero.
  std::vector<std::shared_ptr<arrow::Array>> sliced = {sources[0]->Slice(1), sources[1]->Slice(1)};
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> tail,
                            GatherArray(sliced, {{0, 1}, {1, 0}, {0, 0}}));
  HUDI_ASSERT_OK(tail->ValidateFull());
  EXPECT_TRUE(tail->Slice(0, 1)->Equals(*got->Slice(0, 1))) << tail->ToString();
  EXPECT_TRUE(tail->Slice(1, 1)->Equals(*got->Slice(3, 1))) << tail->ToString();
  EXPECT_TRUE(tail->Slice(2, 1)->Equals(*got->Slice(2, 1))) << tail->ToString();
}

INSTANTIATE_TEST_SUITE_P(
    Types, GatherArrayTest,
    testing::Values(
        GatherCase{"Bool", arrow::boolean(), "[true,false,null]", "[true,false]",
                   "[null,true,false,false,true]"},
        GatherCase{"Int8", arrow::int8(), "[1,2,3]", "[4,null]", "[3,4,2,null,4]"},
        GatherCase{"Int32", arrow::int32(), "[1,2,3]", "[4,5]", "[3,4,2,5,4]"},
        GatherCase{"Int64", arrow::int64(), "[1,null,3]", "[4,5]", "[3,4,null,5,4]"},
        GatherCase{"Decimal", arrow::decimal128(10, 2), R"(["1.00","2.50","3.25"])",
                   R"(["-4.00",null])", R"(["3.25","-4.00","2.50",null,"-4.00"])"},
        GatherCase{"FixedSizeBinary", arrow::fixed_size_binary(3), R"(["abc","def","ghi"])",
                   R"(["jkl",null])", R"(["ghi","jkl","def",null,"jkl"])"},
        GatherCase{"String", arrow::utf8(), R"(["a","","ccc"])", R"(["dd",null])",
                   R"(["ccc","dd","",null,"dd"])"},
        GatherCase{"List", arrow::list(arrow::int32()), "[[1],[2,null],null]", "[[],[3]]",
                   "[null,[],[2,null],[3],[]]"},
        GatherCase{"Map", arrow::map(arrow::utf8(), arrow::int32()),
                   R"([[["a",1]],[["b",2],["c",null]],null])", R"([[],[["d",3]]])",
                   R"([null,[],[["b",2],["c",null]],[["d",3]],[]])"},
        GatherCase{
            "Struct",
            arrow::struct_({arrow::field("x", arrow::int32()), arrow::field("y", arrow::utf8())}),
            R"([{"x":1,"y":"a"},{"x":2,"y":null},null])", R"([{"x":3,"y":"c"},{"x":null,"y":"d"}])",
            R"([null,{"x":3,"y":"c"},{"x":2,"y":null},{"x":null,"y":"d"},{"x":3,"y":"c"}])"}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(GatherRunsTest, TakesLongRunsAsTheyStand) {
  for (const char* type : {"int64", "text", "flag"}) {
    std::string json[2];
    for (int source = 0; source < 2; ++source) {
      for (int i = 0; i < 50; ++i) {
        std::string number = std::to_string(source * 100 + i);
        json[source] += i == 0 ? "[" : ",";
        if (i % 7 == 3) {
          json[source] += "null";
        } else if (type == std::string("int64")) {
          json[source] += number;
        } else if (type == std::string("text")) {
          json[source] += "\"" + std::string(static_cast<size_t>(i % 4), 'x') + number + "\"";
        } else {
          json[source] += i % 3 == 0 ? "true" : "false";
        }
      }
      json[source] += "]";
    }
    std::shared_ptr<arrow::DataType> arrow_type = type == std::string("int64")  ? arrow::int64()
                                                  : type == std::string("text") ? arrow::utf8()
                                                                                : arrow::boolean();
    std::vector<std::shared_ptr<arrow::Array>> sources = {FromJson(arrow_type, json[0])->Slice(2),
                                                          FromJson(arrow_type, json[1])->Slice(1)};
    std::vector<RowRef> refs;
    std::vector<std::shared_ptr<arrow::Array>> pieces;
    auto take = [&](int source, int row, int length) {
      for (int i = 0; i < length; ++i) refs.push_back({source, row + i});
      pieces.push_back(sources[static_cast<size_t>(source)]->Slice(row, length));
    };
    take(0, 0, 20);
    take(1, 20, 1);
    take(0, 21, 15);
    take(1, 5, 30);
    take(1, 5, 2);
    HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Array> got, GatherArray(sources, refs));
    HUDI_ASSERT_OK(got->ValidateFull());
    EXPECT_TRUE(got->Equals(**arrow::Concatenate(pieces))) << type;
  }
}

TEST(GatherRowsTest, NoRefsGivesAnEmptyBatch) {
  auto schema = arrow::schema({arrow::field("a", arrow::utf8())});
  auto batch = arrow::RecordBatch::Make(schema, 1, {FromJson(arrow::utf8(), R"(["x"])")});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::RecordBatch> got, GatherRows({batch}, {}));
  EXPECT_EQ(got->num_rows(), 0);
}

}  // namespace
}  // namespace hudi
