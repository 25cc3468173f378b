// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/stored_names.h"

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

constexpr const char* kOld = "20240101000000000";
constexpr const char* kNew = "20240301000000000";

std::shared_ptr<arrow::Schema> Columns(const char* ddl) { return *ParseDdl(ddl); }

// A table that had `then` at first, and `now` since February; fields of `now` have the ids of the
// fields of `then` that `ids` pairs them with.
StoredNames Names(const char* then, const char* now,
                  const std::vector<std::pair<std::string, std::string>>& ids) {
  InternalSchema first = AssignColumnIds(*Columns(then));
  InternalSchema second = AssignColumnIds(*Columns(now));
  constexpr int kElsewhere = 100;
  for (InternalField& field : second.record.fields) {
    field.id += kElsewhere;
    for (InternalField& child : field.type.fields) child.id += kElsewhere;
  }
  for (const auto& [name, old] : ids) {
    const_cast<InternalField*>(second.Find(name))->id = first.Find(old)->id;
  }
  second.version_id = 20240201000000000;
  SchemaVersions versions({first});
  versions.Add(second);
  return StoredNames(versions, second);
}

TEST(SchemaVersionsTest, KnowsTheSchemaOfATime) {
  InternalSchema first;
  InternalSchema second;
  second.version_id = 20240201000000000;
  SchemaVersions versions({first, second});
  EXPECT_EQ(versions.At("")->version_id, second.version_id);
  EXPECT_EQ(versions.At(kOld)->version_id, 0);
  EXPECT_EQ(versions.At("20240201000000000")->version_id, second.version_id);
  EXPECT_EQ(versions.At(kNew)->version_id, second.version_id);
  EXPECT_EQ(SchemaVersions({second}).At(kOld), nullptr);
  EXPECT_EQ(SchemaVersions().At(""), nullptr);
}

TEST(StoredNamesTest, LeavesFilesOfTheSameSchemaAsTheyAre) {
  StoredNames names = Names("a int, b int", "c int, b int", {{"c", "a"}, {"b", "b"}});
  arrow::Result<std::shared_ptr<arrow::Schema>> renamed = names.Of(*Columns("c int, b int"), kNew);
  ASSERT_TRUE(renamed.ok()) << renamed.status();
  EXPECT_EQ(*renamed, nullptr);
}

TEST(StoredNamesTest, ExchangesNames) {
  StoredNames names = Names("a int, b int", "b int, a int", {{"b", "a"}, {"a", "b"}});
  std::shared_ptr<arrow::Schema> renamed = *names.Of(*Columns("a int, b int"), kOld);
  EXPECT_THAT(renamed->field_names(), testing::ElementsAre("b", "a"));
}

TEST(StoredNamesTest, HidesADroppedColumnWhoseNameAnotherOneTook) {
  StoredNames names = Names("a int, b int", "b int, a int", {{"b", "b"}});
  std::shared_ptr<arrow::Schema> renamed = *names.Of(*Columns("a int, b int"), kOld);
  EXPECT_EQ(renamed->GetFieldIndex("a"), -1);
  EXPECT_EQ(renamed->GetFieldIndex("b"), 1);
}

TEST(StoredNamesTest, TakesColumnsWithoutAnIdByTheirNames) {
  StoredNames names = Names("a int", "b int, z int", {{"b", "a"}});
  std::shared_ptr<arrow::Schema> renamed = *names.Of(*Columns("a int, z int"), kOld);
  EXPECT_THAT(renamed->field_names(), testing::ElementsAre("b", "z"));
  // But not where the name belongs to another one.
  renamed = *names.Of(*Columns("a int, b int"), kOld);
  EXPECT_EQ(renamed->GetFieldIndex("b"), 0);
}

TEST(StoredNamesTest, RenamesFieldsAtEveryDepth) {
  StoredNames names = Names("st struct<a:int,b:int>", "st struct<b:int,c:int>",
                            {{"st", "st"}, {"st.b", "st.a"}, {"st.c", "st.b"}});
  auto schema = Columns("st struct<a:int,b:int>");
  std::shared_ptr<arrow::Array> column =
      *arrow::json::ArrayFromJSONString(schema->field(0)->type(), R"([{"a":1,"b":2},null])");
  std::shared_ptr<arrow::RecordBatch> rows = arrow::RecordBatch::Make(schema, 2, {column});
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> renamed = names.Rename(rows, kOld);
  ASSERT_TRUE(renamed.ok()) << renamed.status();
  ASSERT_TRUE((*renamed)->ValidateFull().ok());
  EXPECT_TRUE((*renamed)->column(0)->Equals(*arrow::json::ArrayFromJSONString(
      Columns("st struct<b:int,c:int>")->field(0)->type(), R"([{"b":1,"c":2},null])")));
}

// The ids of the columns stay; a version for each month of the schemas.
StoredNames NamesOfTypes(const std::vector<const char*>& schemas) {
  std::vector<InternalSchema> versions;
  for (const char* ddl : schemas) {
    InternalSchema version = AssignColumnIds(*Columns(ddl));
    version.version_id =
        versions.empty() ? 0 : 20240101000000000 + 100000000000 * int64_t(versions.size());
    versions.push_back(std::move(version));
  }
  InternalSchema now = versions.back();
  return StoredNames(SchemaVersions(std::move(versions)), std::move(now));
}

TEST(StoredNamesTest, GoesThroughTheTypesInBetween) {
  const StoredNames names = NamesOfTypes({"a int, st struct<b:decimal(5,1)>, t string",
                                          "a double, st struct<b:decimal(5,1)>, t date",
                                          "a double, st struct<b:decimal(10,3)>, t string",
                                          "x string, st struct<b:string>, t string"});
  const std::shared_ptr<arrow::Schema> stored =
      Columns("a int, st struct<b:decimal(5,1)>, t string");
  HUDI_ASSERT_OK_AND_ASSIGN(auto steps, names.TypesOnTheWay(*stored, kOld));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(SparkTypeName(*steps[0]->field(0)->type()), "double");
  EXPECT_EQ(steps[0]->field(0)->name(), "x");
  EXPECT_EQ(SparkTypeName(*steps[0]->field(1)->type()), "struct<b:decimal(10,3)>");
  EXPECT_EQ(SparkTypeName(*steps[0]->field(2)->type()), "string");

  auto rows = *arrow::RecordBatch::FromStructArray(*arrow::json::ArrayFromJSONString(
      arrow::struct_(stored->fields()), R"([[7, ["1.5"], "2024-1-5"], [null, null, null]])"));
  HUDI_ASSERT_OK_AND_ASSIGN(rows, names.Rename(rows, kOld));
  EXPECT_TRUE(
      rows->column(0)->Equals(*arrow::json::ArrayFromJSONString(arrow::float64(), "[7.0, null]")));
  EXPECT_TRUE(rows->column(2)->Equals(
      *arrow::json::ArrayFromJSONString(arrow::utf8(), R"(["2024-1-5", null])")));
  // A file of the last month but one.
  HUDI_ASSERT_OK_AND_ASSIGN(
      steps, names.TypesOnTheWay(*Columns("a double, st struct<b:decimal(10,3)>, t string"), kNew));
  EXPECT_TRUE(steps.empty());
}

TEST(StoredNamesTest, RefusesFilesOlderThanTheHistory) {
  InternalSchema only = AssignColumnIds(*Columns("a int"));
  only.version_id = 20240201000000000;
  StoredNames names(SchemaVersions({only}), only);
  EXPECT_THAT(names.Of(*Columns("a int"), kOld).status(),
              FailsWith(ErrorCode::kCorruptFile, ".hoodie/.schema"));
  EXPECT_THAT(names.Of(*Columns("a int"), "no-instant").status(),
              FailsWith(ErrorCode::kCorruptFile));
}

}  // namespace
}  // namespace hudi
