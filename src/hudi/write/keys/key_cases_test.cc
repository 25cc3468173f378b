// SPDX-License-Identifier: Apache-2.0
// What the reference's releases 0.15.0, 1.0.2, 1.1.1 and 1.2.0 (the digits at the end of a label)
// stored as record key and partition path of each row.
#include <arrow/json/from_string.h>
#include <nlohmann/json.hpp>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"
#include "hudi/write/keys/key_generator.h"

namespace hudi {
namespace {

enum Path { kAvro, kRowWriter, kBoth };
constexpr const char* kTypes =
    "id string, i int, l bigint, d double, f float, b boolean, dt date, t timestamp, dec "
    "decimal(10,3), part string, ts bigint";
constexpr const char* kTypesRows =
    R"([["x", 7, 8, 1.0, 2.5, true, 19782, "2024-02-29 12:34:56.789012", "12.500", "p", 1], ["y", -7, 1234567890123, 1e+21, 1e-07, false, -1, "1969-12-31 23:59:59.5", "-0.125", "p", 1]])";
constexpr const char* kTwoKeys =
    "k1 string, k2 string, part string, part2 string, val string, ts bigint";
constexpr const char* kNested =
    "id string, st struct<k:string,p:string,ts:bigint>, val string, ts bigint";

struct KeyCase {
  const char* label;
  void (*set_options)(KeyOptions& o);
  Path path;  ///< bulk_insert's rows, the other operations' Avro records, or both alike
  const char* ddl;
  const char* rows;  ///< JSON: one list a row; dates as days
  const char* want;  ///< JSON: [record key, partition path] of each row; null: refused
};
class KeyCaseTest : public testing::TestWithParam<KeyCase> {};

void CheckCase(const KeyCase& want, bool row_writer) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> schema, ParseDdl(want.ddl));
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::shared_ptr<arrow::Array> rows,
      arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), want.rows));
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::RecordBatch> batch,
                            arrow::RecordBatch::FromStructArray(rows));
  KeyOptions options;
  want.set_options(options);
  arrow::Result<std::unique_ptr<KeyGenerator>> generator =
      KeyGenerator::Make(options, schema, row_writer);
  if (want.want == nullptr) {
    if (!generator.ok()) {
      EXPECT_THAT(generator, FailsWith(ErrorCode::kInvalidConfig));
    } else {
      EXPECT_THAT((*generator)->Generate(*batch, 0), FailsWith(ErrorCode::kInvalidRow));
    }
    return;
  }
  ASSERT_TRUE(generator.ok()) << generator.status();
  HUDI_ASSERT_OK_AND_ASSIGN(RowKeys keys, (*generator)->Generate(*batch, 0));
  const nlohmann::json expected = nlohmann::json::parse(want.want);
  ASSERT_EQ(keys.record_keys->length(), static_cast<int64_t>(expected.size()));
  ASSERT_EQ(keys.partition_paths->length(), static_cast<int64_t>(expected.size()));
  for (int64_t i = 0; i < keys.record_keys->length(); ++i) {
    const nlohmann::json& row = expected[static_cast<size_t>(i)];
    EXPECT_EQ(keys.record_keys->GetString(i), row[0].get<std::string>());
    EXPECT_EQ(keys.partition_paths->GetString(i), row[1].get<std::string>());
  }
}

TEST_P(KeyCaseTest, AgreesWithTheReference) {
  if (GetParam().path != kRowWriter) CheckCase(GetParam(), /*row_writer=*/false);
  if (GetParam().path != kAvro) CheckCase(GetParam(), /*row_writer=*/true);
}

INSTANTIATE_TEST_SUITE_P(
    Reference, KeyCaseTest,
    testing::Values(
        KeyCase{"KeyTypeIStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"i"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["7", "p"], ["-7", "p"]])"},
        KeyCase{"PartTypeIStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"i"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "7"], ["y", "-7"]])"},
        KeyCase{"KeyTypeLStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"l"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["8", "p"], ["1234567890123", "p"]])"},
        KeyCase{"PartTypeLStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"l"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "8"], ["y", "1234567890123"]])"},
        KeyCase{"KeyTypeDStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"d"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["1.0", "p"], ["1.0E21", "p"]])"},
        KeyCase{"PartTypeDStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"d"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "1.0"], ["y", "1.0E21"]])"},
        KeyCase{"KeyTypeFStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"f"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["2.5", "p"], ["1.0E-7", "p"]])"},
        KeyCase{"PartTypeFStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"f"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "2.5"], ["y", "1.0E-7"]])"},
        KeyCase{"KeyTypeBStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"b"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["true", "p"], ["false", "p"]])"},
        KeyCase{"PartTypeBStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"b"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "true"], ["y", "false"]])"},
        KeyCase{"KeyTypeDtStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"dt"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["2024-02-29", "p"], ["1969-12-31", "p"]])"},
        KeyCase{"PartTypeDtStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"dt"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "2024-02-29"], ["y", "1969-12-31"]])"},
        KeyCase{"KeyTypeTStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"t"};
                  o.partition_fields = {"part"};
                },
                kRowWriter, kTypes, kTypesRows,
                R"([["2024-02-29 12:34:56.789", "p"], ["1969-12-31 23:59:59.5", "p"]])"},
        KeyCase{"KeyTypeTStep1_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"t"};
                  o.partition_fields = {"part"};
                },
                kAvro, kTypes, kTypesRows, R"([["1709210096789012", "p"], ["-500000", "p"]])"},
        KeyCase{"PartTypeTStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"t"};
                },
                kRowWriter, kTypes, kTypesRows, nullptr},
        KeyCase{"PartTypeTStep1_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"t"};
                },
                kAvro, kTypes, kTypesRows, R"([["x", "1709210096789012"], ["y", "-500000"]])"},
        KeyCase{"KeyTypeDecStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"dec"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTypes, kTypesRows, R"([["12.500", "p"], ["-0.125", "p"]])"},
        KeyCase{"PartTypeDecStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"dec"};
                },
                kBoth, kTypes, kTypesRows, R"([["x", "12.500"], ["y", "-0.125"]])"},
        KeyCase{"KeyTimestampConsistentStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"t"};
                  o.partition_fields = {"part"};
                  o.consistent_logical_timestamp = true;
                },
                kBoth, kTypes, kTypesRows,
                R"([["2024-02-29 12:34:56.789", "p"], ["1969-12-31 23:59:59.5", "p"]])"},
        KeyCase{
            "ComplexTypesStep0_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"id", "i", "d", "b", "dt", "t", "dec"};
              o.partition_fields = {"part", "dt"};
            },
            kRowWriter, kTypes, kTypesRows,
            R"([["id:x,i:7,d:1.0,b:true,dt:2024-02-29,t:2024-02-29 12:34:56.789,dec:12.500", "p/2024-02-29"], ["id:y,i:-7,d:1.0E21,b:false,dt:1969-12-31,t:1969-12-31 23:59:59.5,dec:-0.125", "p/1969-12-31"]])"},
        KeyCase{
            "ComplexTypesStep1_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"id", "i", "d", "b", "dt", "t", "dec"};
              o.partition_fields = {"part", "dt"};
            },
            kAvro, kTypes, kTypesRows,
            R"([["id:x,i:7,d:1.0,b:true,dt:2024-02-29,t:1709210096789012,dec:12.500", "p/2024-02-29"], ["id:y,i:-7,d:1.0E21,b:false,dt:1969-12-31,t:-500000,dec:-0.125", "p/1969-12-31"]])"},
        KeyCase{"SimpleNullKeyStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTwoKeys, R"([[null, "x", "p", "q", "v", 1]])", nullptr},
        KeyCase{"SimpleEmptyKeyStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kBoth, kTwoKeys, R"([["", "x", "p", "q", "v", 1]])", nullptr},
        KeyCase{
            "SimpleNullEmptyPartitionStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
            },
            kAvro, kTwoKeys,
            R"([["a", "x", null, "q", "v", 1], ["b", "x", "", "q", "v", 1], ["c", "x", "p", "q", "v", 1]])",
            R"([["a", "__HIVE_DEFAULT_PARTITION__"], ["b", "__HIVE_DEFAULT_PARTITION__"], ["c", "p"]])"},
        KeyCase{"SimpleNullEmptyPartitionStep1_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kRowWriter, kTwoKeys,
                R"([["d", "x", null, "q", "v", 1], ["e", "x", "", "q", "v", 1]])",
                R"([["d", "__HIVE_DEFAULT_PARTITION__"], ["e", "__HIVE_DEFAULT_PARTITION__"]])"},
        KeyCase{
            "HiveStyleStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
              o.hive_style = true;
            },
            kAvro, kTwoKeys,
            R"([["a", "x", null, "q", "v", 1], ["b", "x", "", "q", "v", 1], ["c", "x", "p q", "q", "v", 1]])",
            R"([["a", "part=__HIVE_DEFAULT_PARTITION__"], ["b", "part=__HIVE_DEFAULT_PARTITION__"], ["c", "part=p q"]])"},
        KeyCase{
            "UrlencodeStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
              o.url_encode = true;
            },
            kAvro, kTwoKeys,
            R"([["a", "x", "p q", "q", "v", 1], ["b", "x", "a/b", "q", "v", 1], ["c", "x", "a=b", "q", "v", 1], ["d", "x", "a:b%#", "q", "v", 1], ["e", "x", "zażółć", "q", "v", 1], ["f", "x", "x?y*z\\'\"{}[]^\u007f", "q", "v", 1]])",
            R"([["a", "p q"], ["b", "a%2Fb"], ["c", "a%3Db"], ["d", "a%3Ab%25%23"], ["e", "zażółć"], ["f", "x%3Fy%2Az%5C%27%22%7B}%5B%5D%5E%7F"]])"},
        KeyCase{
            "UrlencodeStep1_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
              o.url_encode = true;
            },
            kRowWriter, kTwoKeys,
            R"([["a2", "x", "p q", "q", "v", 1], ["b2", "x", "a/b", "q", "v", 1], ["c2", "x", "a=b", "q", "v", 1], ["d2", "x", "a:b%#", "q", "v", 1], ["e2", "x", "zażółć", "q", "v", 1], ["f2", "x", "x?y*z\\'\"{}[]^\u007f", "q", "v", 1]])",
            R"([["a2", "p q"], ["b2", "a%2Fb"], ["c2", "a%3Db"], ["d2", "a%3Ab%25%23"], ["e2", "zażółć"], ["f2", "x%3Fy%2Az%5C%27%22%7B}%5B%5D%5E%7F"]])"},
        KeyCase{
            "UrlencodeHiveStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
              o.hive_style = true;
              o.url_encode = true;
            },
            kAvro, kTwoKeys,
            R"([["a", "x", "p q", "q", "v", 1], ["b", "x", "a/b", "q", "v", 1], ["c", "x", "a=b", "q", "v", 1], ["d", "x", "a:b%#", "q", "v", 1], ["e", "x", "zażółć", "q", "v", 1], ["f", "x", "x?y*z\\'\"{}[]^\u007f", "q", "v", 1]])",
            R"([["a", "part=p q"], ["b", "part=a%2Fb"], ["c", "part=a%3Db"], ["d", "part=a%3Ab%25%23"], ["e", "part=zażółć"], ["f", "part=x%3Fy%2Az%5C%27%22%7B}%5B%5D%5E%7F"]])"},
        KeyCase{
            "NoUrlencodeStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kSimple;
              o.key_fields = {"k1"};
              o.partition_fields = {"part"};
            },
            kAvro, kTwoKeys,
            R"([["a", "x", "p q", "q", "v", 1], ["b", "x", "a/b", "q", "v", 1], ["c", "x", "a=b", "q", "v", 1], ["e", "x", "zażółć", "q", "v", 1]])",
            R"([["a", "p q"], ["b", "a/b"], ["c", "a=b"], ["e", "zażółć"]])"},
        KeyCase{
            "ComplexTwoKeysStep0_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"k1", "k2"};
              o.partition_fields = {"part", "part2"};
            },
            kAvro, kTwoKeys,
            R"([["a", "x", "p", "q", "v", 1], ["a", null, "p", null, "v", 1], ["a", "", "p", "", "v", 1], [null, "x", null, "q", "v", 1]])",
            R"([["k1:a,k2:x", "p/q"], ["k1:a,k2:__null__", "p/__HIVE_DEFAULT_PARTITION__"], ["k1:a,k2:__empty__", "p/__HIVE_DEFAULT_PARTITION__"], ["k1:__null__,k2:x", "__HIVE_DEFAULT_PARTITION__/q"]])"},
        KeyCase{"ComplexTwoKeysStep1_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1", "k2"};
                  o.partition_fields = {"part", "part2"};
                },
                kAvro, kTwoKeys, R"([[null, null, "p", "q", "v", 1]])", nullptr},
        KeyCase{"ComplexTwoKeysStep2_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1", "k2"};
                  o.partition_fields = {"part", "part2"};
                },
                kAvro, kTwoKeys, R"([["", null, "p", "q", "v", 1]])", nullptr},
        KeyCase{
            "ComplexTwoKeysStep3_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"k1", "k2"};
              o.partition_fields = {"part", "part2"};
            },
            kRowWriter, kTwoKeys, R"([["b", null, "p", null, "v", 1], ["c", "", "p", "", "v", 1]])",
            R"([["k1:b,k2:__null__", "p/__HIVE_DEFAULT_PARTITION__"], ["k1:c,k2:__empty__", "p/__HIVE_DEFAULT_PARTITION__"]])"},
        KeyCase{
            "ComplexTwoKeysHiveStep0_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"k1", "k2"};
              o.partition_fields = {"part", "part2"};
              o.hive_style = true;
            },
            kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1], ["a", null, "p", null, "v", 1]])",
            R"([["k1:a,k2:x", "part=p/part2=q"], ["k1:a,k2:__null__", "part=p/part2=__HIVE_DEFAULT_PARTITION__"]])"},
        KeyCase{
            "ComplexSpecialCharsStep0_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kComplex;
              o.key_fields = {"k1", "k2"};
              o.partition_fields = {"part"};
            },
            kAvro, kTwoKeys,
            R"([["a:b", "c,d", "p", "q", "v", 1], ["__null__", "__empty__", "p", "q", "v", 1]])",
            R"([["k1:a:b,k2:c,d", "p"], ["k1:__null__,k2:__empty__", "p"]])"},
        KeyCase{"ComplexOneKeyStep0_0150_102",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part", "part2"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["a", "p/q"]])"},
        KeyCase{"ComplexOneKeyStep1_0150_102",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part", "part2"};
                },
                kRowWriter, kTwoKeys, R"([["b", "x", "p", "q", "v", 1]])", R"([["b", "p/q"]])"},
        KeyCase{"ComplexOneKeyClassStep0_0150_102",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["a", "p"]])"},
        KeyCase{"ComplexOneKeyClassStep1_0150_102",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v2", 2]])", R"([["a", "p"]])"},
        KeyCase{"NonpartitionedStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kNonPartitioned;
                  o.key_fields = {"k1"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["a", ""]])"},
        KeyCase{
            "NonpartitionedTwoKeysStep0_0150_102_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kNonPartitioned;
              o.key_fields = {"k1", "k2"};
            },
            kAvro, kTwoKeys,
            R"([["a", "x", "p", "q", "v", 1], ["a", null, "p", "q", "v", 1], ["b", "", "p", "q", "v", 1]])",
            R"([["k1:a,k2:x", ""], ["k1:a,k2:__null__", ""], ["k1:b,k2:__empty__", ""]])"},
        KeyCase{"NonpartitionedClassWithPartOptionStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kNonPartitioned;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["a", ""]])"},
        KeyCase{"PartEmptyStringOptionStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kNonPartitioned;
                  o.key_fields = {"k1"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["a", ""]])"},
        KeyCase{"NestedFieldsStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"st.k"};
                  o.partition_fields = {"st.p"};
                },
                kAvro, kNested, R"([["1", {"k": "a", "p": "p1", "ts": 2}, "v2", 0]])",
                R"([["a", "p1"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

INSTANTIATE_TEST_SUITE_P(
    Reference1, KeyCaseTest,
    testing::Values(
        KeyCase{"NestedFieldsStep1_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"st.k"};
                  o.partition_fields = {"st.p"};
                },
                kRowWriter, kNested, R"([["3", {"k": "b", "p": "p2", "ts": 2}, "v2", 0]])",
                R"([["b", "p2"]])"},
        KeyCase{"NestedPartitionHiveStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"st.p"};
                  o.hive_style = true;
                },
                kAvro, kNested, R"([["1", {"k": "a", "p": "p1", "ts": 2}, "v2", 0]])",
                R"([["1", "st.p=p1"]])"},
        KeyCase{"NestedNullParentStep0_0150_102_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"st.p"};
                },
                kAvro, kNested, R"([["1", null, "v2", 0]])",
                R"([["1", "__HIVE_DEFAULT_PARTITION__"]])"},
        KeyCase{"TsEpochmillisTzStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "EPOCHMILLISECONDS";
                  o.output_date_format = "yyyy/MM/dd";
                  o.input_timezone = "GMT+8:00";
                  o.output_timezone = "GMT+8:00";
                },
                kAvro, "id string, e bigint, ts bigint",
                R"([["a", 1709222400000, 1], ["b", 1709210096789, 1]])",
                R"([["a", "2024/03/01"], ["b", "2024/02/29"]])"},
        KeyCase{
            "TsDatestringStep0_0150_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kTimestamp;
              o.key_fields = {"id"};
              o.partition_fields = {"e"};
              o.timestamp_type = "DATE_STRING";
              o.input_date_formats = "yyyy-MM-dd'T'HH:mm:ssZ,yyyy-MM-dd'T'HH:mm:ss.SSSZ,yyyyMMdd";
              o.input_date_format_delimiter = ",";
              o.output_date_format = "yyyyMMdd";
              o.output_timezone = "UTC";
            },
            kAvro, "id string, e string, ts bigint",
            R"([["a", "2020-04-01T13:01:33+0000", 1], ["b", "2020-04-01T13:01:33.123Z", 1], ["c", "20200401", 1], ["d", "2020-04-01T23:30:00-0500", 1]])",
            R"([["a", "20200401"], ["b", "20200401"], ["c", "20200401"], ["d", "20200402"]])"},
        KeyCase{"TsDatestringStep1_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "DATE_STRING";
                  o.input_date_formats =
                      "yyyy-MM-dd'T'HH:mm:ssZ,yyyy-MM-dd'T'HH:mm:ss.SSSZ,yyyyMMdd";
                  o.input_date_format_delimiter = ",";
                  o.output_date_format = "yyyyMMdd";
                  o.output_timezone = "UTC";
                },
                kAvro, "id string, e string, ts bigint", R"([["x", "not a date", 1]])", nullptr},
        KeyCase{"TsDatestringStep2_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "DATE_STRING";
                  o.input_date_formats =
                      "yyyy-MM-dd'T'HH:mm:ssZ,yyyy-MM-dd'T'HH:mm:ss.SSSZ,yyyyMMdd";
                  o.input_date_format_delimiter = ",";
                  o.output_date_format = "yyyyMMdd";
                  o.output_timezone = "UTC";
                },
                kAvro, "id string, e string, ts bigint", R"([["n", null, 1]])",
                R"([["n", "19700101"]])"},
        KeyCase{"TsMixedStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "MIXED";
                  o.input_date_formats = "yyyy-MM-dd HH:mm:ss";
                  o.output_date_format = "yyyy-MM-dd";
                },
                kAvro, "id string, e string, ts bigint", R"([["a", "2024-02-29 12:00:00", 1]])",
                R"([["a", "2024-02-29"]])"},
        KeyCase{"TsHiveStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.hive_style = true;
                  o.timestamp_type = "UNIX_TIMESTAMP";
                  o.output_date_format = "yyyy/MM/dd";
                },
                kAvro, "id string, e bigint, ts bigint", R"([["a", 1709210096, 1]])",
                R"([["a", "e=2024/02/29"]])"},
        KeyCase{"CustomTwoKeysStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kCustom;
                  o.key_fields = {"id", "part"};
                  o.partition_fields = {"part"};
                  o.partition_types = {"simple"};
                },
                kAvro, "id string, part string, e bigint, ts bigint", R"([["a", "p", 1, 1]])",
                R"([["id:a,part:p", "p"]])"},
        KeyCase{"CustomMissingTypeStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kCustom;
                  o.key_fields = {"id"};
                  o.partition_fields = {"part"};
                },
                kAvro, "id string, part string, e bigint, ts bigint", R"([["a", "p", 1, 1]])",
                nullptr},
        KeyCase{"CustomNonpartitionedStep0_0150_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kCustom;
                  o.key_fields = {"id"};
                },
                kAvro, "id string, part string, e bigint, ts bigint", R"([["a", "p", 1, 1]])",
                R"([["a", ""]])"},
        KeyCase{
            "TsUnixStep0_102_111_120",
            [](KeyOptions& o) {
              o.generator = KeyGeneratorType::kTimestamp;
              o.key_fields = {"id"};
              o.partition_fields = {"e"};
              o.timestamp_type = "UNIX_TIMESTAMP";
              o.output_date_format = "yyyy-MM-dd HH";
            },
            kAvro, "id string, e bigint, ts bigint",
            R"([["a", 1709210096, 1], ["b", 0, 1], ["c", -1, 1], ["d", null, 1]])",
            R"([["a", "2024-02-29 12"], ["b", "1970-01-01 00"], ["c", "1969-12-31 23"], ["d", "1970-01-01 00"]])"},
        KeyCase{"TsUnixStep1_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "UNIX_TIMESTAMP";
                  o.output_date_format = "yyyy-MM-dd HH";
                },
                kRowWriter, "id string, e bigint, ts bigint",
                R"([["e", 1709210096, 1], ["f", null, 1]])",
                R"([["e", "2024-02-29 12"], ["f", "1970-01-01 00"]])"},
        KeyCase{"TsEpochmicrosStep0_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "EPOCHMICROSECONDS";
                  o.output_date_format = "yyyyMMdd";
                },
                kAvro, "id string, e bigint, ts bigint", R"([["a", 1709222400000000, 1]])",
                R"([["a", "20240229"]])"},
        KeyCase{"TsScalarDaysStep0_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "SCALAR";
                  o.scalar_time_unit = "days";
                  o.output_date_format = "yyyy-MM-dd";
                },
                kAvro, "id string, e bigint, ts bigint", R"([["a", 19782, 1]])",
                R"([["a", "2024-02-29"]])"},
        KeyCase{"TsOnDateColStep0_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "SCALAR";
                  o.scalar_time_unit = "days";
                  o.output_date_format = "yyyy-MM-dd";
                },
                kAvro, "id string, e date, ts bigint", R"([["a", 19782, 1]])",
                R"([["a", "2024-02-29"]])"},
        KeyCase{"TsOnDateColStep1_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "SCALAR";
                  o.scalar_time_unit = "days";
                  o.output_date_format = "yyyy-MM-dd";
                },
                kRowWriter, "id string, e date, ts bigint", R"([["b", 19782, 1]])",
                R"([["b", "2024-02-29"]])"},
        KeyCase{"TsFilterStep0_102_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kTimestamp;
                  o.key_fields = {"id"};
                  o.partition_fields = {"e"};
                  o.timestamp_type = "EPOCHMILLISECONDS";
                  o.output_date_format = "yyyyMMdd";
                },
                kAvro, "id string, e bigint, ts bigint",
                R"([["a", 1709222400000, 1], ["b", 1709210096789, 1], ["c", 1709000000000, 1]])",
                R"([["a", "20240229"], ["b", "20240229"], ["c", "20240227"]])"},
        KeyCase{"ComplexOneKeyStep0_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part", "part2"};
                  o.complex_single_field_prefix = true;
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["k1:a", "p/q"]])"},
        KeyCase{"ComplexOneKeyStep1_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part", "part2"};
                  o.complex_single_field_prefix = true;
                },
                kRowWriter, kTwoKeys, R"([["b", "x", "p", "q", "v", 1]])", R"([["k1:b", "p/q"]])"},
        KeyCase{"ComplexOneKeyClassStep0_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                  o.complex_single_field_prefix = true;
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v", 1]])", R"([["k1:a", "p"]])"},
        KeyCase{"ComplexOneKeyClassStep1_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                  o.complex_single_field_prefix = true;
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v2", 2]])", R"([["k1:a", "p"]])"},
        KeyCase{"ComplexOneKeyV8NewEncodingStep1_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                  o.complex_single_field_prefix = true;
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v2", 2]])", R"([["k1:a", "p"]])"},
        KeyCase{"ComplexOneKeyV8NewEncodingStep2_111_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kComplex;
                  o.key_fields = {"k1"};
                  o.partition_fields = {"part"};
                },
                kAvro, kTwoKeys, R"([["a", "x", "p", "q", "v3", 3]])", R"([["a", "p"]])"},
        KeyCase{"SlashDateStep0_120",
                [](KeyOptions& o) {
                  o.generator = KeyGeneratorType::kSimple;
                  o.key_fields = {"id"};
                  o.partition_fields = {"d"};
                  o.slash_separated_date = true;
                },
                kAvro, "id string, d string, ts bigint", R"([["a", "2024-02-29", 1]])",
                R"([["a", "2024/02/29"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
