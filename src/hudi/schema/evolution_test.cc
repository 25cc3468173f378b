// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/evolution.h"

#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/schema/avro_arrow.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using arrow::field;
using testing::HasSubstr;

// Spark DDL with "not null" where nulls are not allowed, at the top level.
std::string Show(const arrow::Schema& schema) {
  std::string out;
  for (const std::shared_ptr<arrow::Field>& column : schema.fields()) {
    if (!out.empty()) out += ", ";
    out += column->name() + " " + SparkTypeName(*column->type());
    if (!column->nullable()) out += " not null";
  }
  return out;
}

EvolutionOptions Version(int table_version) {
  EvolutionOptions options;
  options.table_version = table_version;
  return options;
}

arrow::Result<std::string> Deduce(const char* table, const char* incoming,
                                  const EvolutionOptions& options) {
  std::shared_ptr<arrow::Schema> before;
  if (table != nullptr) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> declared, ParseDdl(table));
    ARROW_ASSIGN_OR_RAISE(before, CanonicalSchema(*declared));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> input, ParseDdl(incoming));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> after,
                        DeduceWriterSchema(before.get(), *input, options));
  return Show(*after);
}

// ---------------------------------------------------------------------------------------------
// Types. The outcomes are those of deduceWriterSchema in releases 0.15.0, 1.0.2 and 1.2.0.

struct TypeCase {
  const char* table;
  const char* incoming;
  const char* version6;  // nullptr: refused
  const char* version8;
  const char* version9;
};
void PrintTo(const TypeCase& types, std::ostream* out) {
  *out << types.table << " <- " << types.incoming;
}

class TypePromotionTest : public testing::TestWithParam<TypeCase> {};

TEST_P(TypePromotionTest, FollowsTheReleaseOfTheTable) {
  const TypeCase& types = GetParam();
  const std::pair<int, const char*> wanted[] = {
      {6, types.version6}, {8, types.version8}, {9, types.version9}};
  for (const auto& [version, want] : wanted) {
    SCOPED_TRACE(version);
    arrow::Result<std::string> got =
        Deduce((std::string("c ") + types.table).c_str(),
               (std::string("c ") + types.incoming).c_str(), Version(version));
    if (want == nullptr) {
      ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidSchema));
      EXPECT_THAT(got.status().message(), HasSubstr("in the table and"));
    } else {
      HUDI_ASSERT_OK(got);
      EXPECT_EQ(*got, std::string("c ") + want);
    }
  }
}

TypeCase All(const char* table, const char* incoming, const char* outcome) {
  return TypeCase{table, incoming, outcome, outcome, outcome};
}

INSTANTIATE_TEST_SUITE_P(
    Types, TypePromotionTest,
    testing::Values(
        All("int", "tinyint", "int"), All("int", "bigint", "bigint"), All("int", "float", "float"),
        All("int", "double", "double"), All("int", "string", "string"),
        All("bigint", "int", "bigint"), All("bigint", "float", "float"),
        All("bigint", "string", "string"), All("float", "bigint", "float"),
        All("float", "double", "double"), All("double", "float", "double"),
        All("double", "string", "string"), All("string", "int", "string"),
        All("string", "double", "string"), All("string", "decimal(5,2)", "string"),
        All("string", "binary", "string"), All("string", "date", "string"),
        All("string", "boolean", nullptr), All("string", "timestamp", nullptr),
        All("binary", "string", "binary"), All("binary", "int", nullptr),
        All("date", "string", "date"), All("boolean", "int", nullptr),
        All("boolean", "string", nullptr), All("int", "boolean", nullptr),
        All("int", "decimal(10,2)", nullptr), All("int", "binary", nullptr),
        All("decimal(10,2)", "int", "decimal(10,2)"),
        All("decimal(10,2)", "double", "decimal(10,2)"),
        All("decimal(10,2)", "string", "decimal(10,2)"),
        All("decimal(10,2)", "decimal(5,2)", "decimal(10,2)"),
        All("decimal(10,4)", "decimal(7,4)", "decimal(10,4)"),
        All("decimal(5,2)", "decimal(6,2)", "decimal(6,2)"),  // both take 3 bytes
        All("decimal(5,2)", "binary", nullptr),
        TypeCase{"decimal(5,2)", "decimal(10,2)", nullptr, nullptr, "decimal(10,2)"},
        TypeCase{"decimal(5,2)", "decimal(10,4)", nullptr, nullptr, "decimal(10,4)"},
        // Here the old releases read the stored digits with another scale.
        All("decimal(5,2)", "decimal(5,0)", nullptr),
        All("decimal(10,2)", "decimal(10,4)", nullptr),
        TypeCase{"timestamp", "bigint", "bigint", "bigint", nullptr},
        TypeCase{"date", "int", "int", "int", nullptr},
        // Here the releases that go on read the stored numbers as micros or seconds or days.
        All("bigint", "timestamp", nullptr), All("int", "date", nullptr),
        All("date", "bigint", nullptr), All("date", "timestamp", nullptr),
        All("timestamp", "string", nullptr), All("timestamp", "double", nullptr),
        All("timestamp", "date", nullptr), All("array<int>", "array<bigint>", "array<bigint>"),
        All("array<bigint>", "array<int>", "array<bigint>"),
        All("array<int>", "array<boolean>", nullptr), All("array<int>", "int", nullptr),
        All("map<string,int>", "map<string,string>", "map<string,string>"),
        All("map<string,int>", "array<int>", nullptr),
        All("struct<a:int>", "struct<a:bigint,b:int>", "struct<a:bigint,b:int>"),
        All("array<struct<q:int>>", "array<struct<q:int,w:string>>",
            "array<struct<q:int,w:string>>")));

TEST(DeduceWriterSchemaTest, NamesTheNestedFieldThatClashes) {
  arrow::Result<std::string> got = Deduce("m map<string,struct<a:array<int>>>",
                                          "m map<string,struct<a:array<boolean>>>", Version(9));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidSchema, "m.value.a.element"));
  EXPECT_THAT(got.status().message(), HasSubstr("is int in the table and boolean in the input"));
}

// ---------------------------------------------------------------------------------------------
// Columns

struct ColumnCase {
  const char* label;
  const char* table;
  const char* incoming;
  const char* option;
  const char* version6;  // nullptr: refused
  const char* version8;  // and 9
};
class ColumnEvolutionTest : public testing::TestWithParam<ColumnCase> {};

TEST_P(ColumnEvolutionTest, FollowsTheReleaseOfTheTable) {
  const ColumnCase& columns = GetParam();
  for (int version : {6, 8, 9}) {
    SCOPED_TRACE(version);
    EvolutionOptions options = Version(version);
    const std::string option = columns.option;
    options.reconcile = option.find("reconcile") != std::string::npos;
    options.set_null_for_missing = option.find("null") != std::string::npos;
    options.allow_column_drop = option.find("drop") != std::string::npos;
    options.validate = option.find("validate") != std::string::npos;
    const char* want = version == 6 ? columns.version6 : columns.version8;
    arrow::Result<std::string> got = Deduce(columns.table, columns.incoming, options);
    if (want == nullptr) {
      EXPECT_THAT(got, FailsWith(ErrorCode::kInvalidSchema));
    } else {
      HUDI_ASSERT_OK(got);
      EXPECT_EQ(*got, want);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Columns, ColumnEvolutionTest,
    testing::Values(
        ColumnCase{"NewOnes", "a int, b int", "x int, a int, y int, b int", "",
                   "x int, a int, y int, b int", "a int, b int, x int, y int"},
        ColumnCase{"Reordered", "id string, n int", "n int, id string", "", "n int, id string",
                   "id string, n int"},
        ColumnCase{"NewNestedOnes", "s struct<p:int,q:int>", "s struct<q:int,r:int,p:int>", "",
                   "s struct<q:int,r:int,p:int>", "s struct<p:int,q:int,r:int>"},
        ColumnCase{"NullableOnEitherSide", "a int not null, b int", "a int, b int not null", "",
                   "a int, b int", "a int, b int"},
        ColumnCase{"NullableOnNeither", "a int not null", "a bigint not null", "",
                   "a bigint not null", "a bigint not null"},
        ColumnCase{"NewOneIsNullable", "a int", "a int, x int not null", "", "a int, x int",
                   "a int, x int"},
        ColumnCase{"Missing", "a int, b int", "a int", "", nullptr, nullptr},
        ColumnCase{"MissingInside", "s struct<a:int,b:int>", "s struct<a:int>", "", nullptr,
                   nullptr},
        ColumnCase{"MissingButForCase", "a int, b int", "a int, B int", "", nullptr, nullptr},
        ColumnCase{"MissingSetNull", "a int, b int, c int", "c int, x int, a bigint", "null",
                   "a bigint, b int, c int, x int", "a bigint, b int, c int, x int"},
        ColumnCase{"MissingRequiredSetNull", "a int, b int not null", "a int", "null",
                   "a int, b int not null", "a int, b int"},
        ColumnCase{"RequiredStaysSetNull", "a int, b int not null", "a int, b int", "null",
                   "a int, b int not null", "a int, b int not null"},
        ColumnCase{"DateStaysSetNull", "a date", "a int", "null", nullptr, nullptr},
        ColumnCase{"CaseTwinSetNull", "a int, b int", "a int, B int", "null", nullptr, nullptr},
        ColumnCase{"MissingDropped", "a int, b int, c int", "c int, x int, a int", "drop",
                   "c int, x int, a int", "a int, c int, x int"},
        ColumnCase{"NestedDropped", "s struct<p:int,q:int>", "s struct<q:int>", "drop",
                   "s struct<q:int>", "s struct<q:int>"},
        ColumnCase{"ClashNeverDropped", "a int, b int", "a boolean", "drop", nullptr, nullptr},
        ColumnCase{"MissingValidated", "a int, b int", "a int", "validate null", nullptr, nullptr},
        ColumnCase{"DropValidated", "a int, b int", "a int", "validate drop", "a int", "a int"},
        ColumnCase{"ReconcileMissing", "a int, b int, c bigint", "c int, a int", "reconcile",
                   "a int, b int, c bigint", "a int, b int, c bigint"},
        ColumnCase{"ReconcileNestedMissing", "s struct<p:int,q:int>", "s struct<q:int>",
                   "reconcile", "s struct<p:int,q:int>", "s struct<p:int,q:int>"},
        ColumnCase{"ReconcileReordered", "id string, n int", "n int, id string", "reconcile",
                   "id string, n int", "id string, n int"},
        ColumnCase{"ReconcileNew", "a int, b int, c bigint", "c int, x int, b int, a int",
                   "reconcile", "c bigint, x int, b int, a int", "c bigint, x int, b int, a int"},
        ColumnCase{"ReconcileMissingAndNew", "a int, b int", "a int, x int", "reconcile", nullptr,
                   nullptr},
        ColumnCase{"ReconcileMissingAndNewDropped", "a int, b int", "x int, a int",
                   "reconcile drop", "x int, a int", "x int, a int"},
        ColumnCase{"ReconcileWider", "a int, b int", "a bigint", "reconcile", nullptr, nullptr},
        ColumnCase{"ReconcileMissingRequired", "a int, b int not null", "a int", "reconcile",
                   nullptr, nullptr}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(DeduceWriterSchemaTest, MessageSaysWhatHelps) {
  arrow::Result<std::string> got = Deduce("id int, n int", "id int", Version(8));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidSchema, "n"));
  EXPECT_THAT(got.status().message(), HasSubstr("hoodie.write.set.null.for.missing.columns=true"));
  got = Deduce("id int, n int", "id int, N int", Version(8));
  ASSERT_THAT(got, FailsWith(ErrorCode::kInvalidSchema, "n"));
  EXPECT_THAT(got.status().message(), HasSubstr("whose 'N' is another name"));
}

TEST(DeduceWriterSchemaTest, NewTableTakesTheInput) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::string got,
      Deduce(nullptr, "a tinyint not null, b smallint, c decimal(5,1)", Version(8)));
  EXPECT_EQ(got, "a int not null, b int, c decimal(5,1)");
}

TEST(DeduceWriterSchemaTest, TimestampsWithoutZoneNeedVersionNine) {
  for (int version : {6, 8}) {
    EXPECT_THAT(Deduce(nullptr, "a array<timestamp_ntz>", Version(version)),
                FailsWith(ErrorCode::kUnsupported, "a.element"));
    EXPECT_THAT(Deduce("b int", "a timestamp_ntz, b int", Version(version)),
                FailsWith(ErrorCode::kUnsupported, "a"));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(std::string got, Deduce(nullptr, "a timestamp_ntz", Version(9)));
  EXPECT_EQ(got, "a timestamp_ntz");
  EXPECT_THAT(Deduce("a timestamp_ntz", "a timestamp", Version(9)),
              FailsWith(ErrorCode::kInvalidSchema, "a"));
}

TEST(DeduceWriterSchemaTest, MillisOfAnExistingTable) {
  const auto millis = arrow::timestamp(arrow::TimeUnit::MILLI, "UTC");
  const auto micros = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  arrow::Schema table({field("t", millis)});
  arrow::Schema input({field("t", micros)});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> got,
                            DeduceWriterSchema(&table, input, Version(8)));
  EXPECT_TRUE(got->field(0)->type()->Equals(micros));
  HUDI_ASSERT_OK_AND_ASSIGN(got, DeduceWriterSchema(&table, input, Version(9)));
  EXPECT_TRUE(got->field(0)->type()->Equals(millis));
}

TEST(DeduceWriterSchemaTest, NullColumnsTakeTheTablesType) {
  arrow::Schema table({field("a", arrow::int32()), field("l", arrow::list(arrow::utf8()))});
  arrow::Schema input({field("a", arrow::null()), field("l", arrow::null())});
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> got,
                            DeduceWriterSchema(&table, input, Version(8)));
  EXPECT_EQ(Show(*got), "a int, l array<string>");
  arrow::Schema with_new(
      {field("a", arrow::null()), field("l", arrow::null()), field("x", arrow::null())});
  EXPECT_THAT(DeduceWriterSchema(&table, with_new, Version(8)),
              FailsWith(ErrorCode::kUnsupported, "x"));
  EXPECT_THAT(DeduceWriterSchema(nullptr, input, Version(8)),
              FailsWith(ErrorCode::kUnsupported, "a"));
}

TEST(DeduceWriterSchemaTest, RefusesNamesThatDifferInCaseAlone) {
  arrow::Schema input({field("a", arrow::int32()), field("A", arrow::int32())});
  EXPECT_THAT(DeduceWriterSchema(nullptr, input, Version(8)),
              FailsWith(ErrorCode::kInvalidSchema, "A"));
  arrow::Schema nested({field("s", arrow::struct_(input.fields()))});
  EXPECT_THAT(DeduceWriterSchema(nullptr, nested, Version(8)),
              FailsWith(ErrorCode::kInvalidSchema, "s.A"));
}

}  // namespace
}  // namespace hudi
