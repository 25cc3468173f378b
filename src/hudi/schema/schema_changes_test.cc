// SPDX-License-Identifier: Apache-2.0
#include "hudi/schema/schema_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/error.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

using Kind = SchemaChange::Kind;
using Place = SchemaChange::Place;

const std::vector<std::string> kFixed = {"id", "dt", "ts"};

InternalSchema Table(const char* ddl) { return AssignColumnIds(*WithMetaColumns(**ParseDdl(ddl))); }

// The names of the table's own columns, in order.
std::string Names(const InternalSchema& schema) {
  std::string names;
  for (const InternalField& field : schema.record.fields) {
    if (!IsMetaColumn(field.name)) names += (names.empty() ? "" : ",") + field.name;
  }
  return names;
}

SchemaChange Change(Kind kind, std::string column) {
  SchemaChange change;
  change.kind = kind;
  change.column = std::move(column);
  return change;
}

std::shared_ptr<arrow::DataType> TypeOf(const std::string& name) {
  return (*ParseDdl("c " + name))->field(0)->type();
}

TEST(SchemaChangesTest, AddsWhereItIsTold) {
  InternalSchema schema = Table("id string, a int, ts bigint");
  SchemaChange add = Change(Kind::kAdd, "x");
  add.type = TypeOf("struct<p:int,q:int>");
  add.place = Place::kAfter;
  add.after = "A";
  ASSERT_TRUE(ApplySchemaChange(add, kFixed, &schema).ok());
  EXPECT_EQ(Names(schema), "id,a,x,ts");
  EXPECT_EQ(schema.Find("x")->id, 8);
  EXPECT_EQ(schema.Find("x.q")->id, 10);
  EXPECT_EQ(schema.max_column_id, 10);
  add.column = "y";
  add.place = Place::kFirst;
  ASSERT_TRUE(ApplySchemaChange(add, kFixed, &schema).ok());
  // The meta columns stay in front.
  EXPECT_EQ(Names(schema), "y,id,a,x,ts");
  EXPECT_EQ(schema.record.fields[4].name, kFileName);
  add.column = "_hoodie_x";
  add.place = Place::kAfter;
  add.after = "_hoodie_commit_time";
  ASSERT_TRUE(ApplySchemaChange(add, kFixed, &schema).ok());
  EXPECT_EQ(Names(schema), "_hoodie_x,y,id,a,x,ts");
}

TEST(SchemaChangesTest, NeverGivesAnIdAgain) {
  InternalSchema schema = Table("id string, a int");
  const int dropped = schema.Find("a")->id;
  SchemaChange add = Change(Kind::kAdd, "a");
  add.type = TypeOf("int");
  ASSERT_TRUE(ApplySchemaChange(Change(Kind::kDrop, "a"), {}, &schema).ok());
  ASSERT_TRUE(ApplySchemaChange(add, {}, &schema).ok());
  EXPECT_GT(schema.Find("a")->id, dropped);
}

TEST(SchemaChangesTest, ReachesFieldsElementsAndValues) {
  InternalSchema schema = Table(
      "id string, st struct<a:int,b:int>, ar array<struct<x:int>>, "
      "m map<string,int>");
  SchemaChange rename = Change(Kind::kRename, "ar.element.x");
  rename.new_name = "y";
  ASSERT_TRUE(ApplySchemaChange(rename, kFixed, &schema).ok());
  EXPECT_NE(schema.Find("ar.element.y"), nullptr);
  SchemaChange type = Change(Kind::kSetType, "m.value");
  type.type = TypeOf("bigint");
  ASSERT_TRUE(ApplySchemaChange(type, kFixed, &schema).ok());
  EXPECT_EQ(schema.Find("m.value")->type.leaf, "long");
  SchemaChange move = Change(Kind::kMove, "st.b");
  move.place = Place::kFirst;
  ASSERT_TRUE(ApplySchemaChange(move, kFixed, &schema).ok());
  EXPECT_EQ(schema.Find("st")->type.fields[0].name, "b");
  ASSERT_TRUE(ApplySchemaChange(Change(Kind::kDrop, "st.a"), kFixed, &schema).ok());
  EXPECT_THAT(ApplySchemaChange(Change(Kind::kDrop, "st.b"), kFixed, &schema),
              FailsWith(ErrorCode::kInvalidSchema, "st.b"));
}

struct RefusedChange {
  const char* label;
  Kind kind;
  const char* column;
  const char* argument;  // new name, type, or the column in front
  ErrorCode code;
  const char* subject;
};
class RefusedChangeTest : public testing::TestWithParam<RefusedChange> {};

TEST_P(RefusedChangeTest, LeavesNothingHalfDone) {
  InternalSchema schema = Table("id string, a int, st struct<x:int>, ts bigint, dt string");
  SchemaChange change = Change(GetParam().kind, GetParam().column);
  if (change.kind == Kind::kAdd || change.kind == Kind::kSetType) {
    change.type = TypeOf(GetParam().argument);
  }
  if (change.kind == Kind::kRename) change.new_name = GetParam().argument;
  if (change.kind == Kind::kSetNullable) change.nullable = false;
  if (change.kind == Kind::kMove) change.place = Place::kAfter;
  EXPECT_THAT(ApplySchemaChange(change, kFixed, &schema),
              FailsWith(GetParam().code, GetParam().subject));
}

INSTANTIATE_TEST_SUITE_P(
    Changes, RefusedChangeTest,
    testing::Values(
        RefusedChange{"AddsWhatIsThere", Kind::kAdd, "A", "int", ErrorCode::kInvalidSchema, "A"},
        RefusedChange{"AddsToALeaf", Kind::kAdd, "a.b", "int", ErrorCode::kInvalidSchema, "a.b"},
        RefusedChange{"AddsToNothing", Kind::kAdd, "n.b", "int", ErrorCode::kNotFound, "n.b"},
        RefusedChange{"DropsNothing", Kind::kDrop, "n", "", ErrorCode::kNotFound, "n"},
        RefusedChange{"DropsTheKey", Kind::kDrop, "id", "", ErrorCode::kInvalidSchema, "id"},
        RefusedChange{"RenamesThePartition", Kind::kRename, "dt", "d", ErrorCode::kInvalidSchema,
                      "dt"},
        RefusedChange{"WidensTheOrdering", Kind::kSetType, "ts", "double",
                      ErrorCode::kInvalidSchema, "ts"},
        RefusedChange{"TakesAName", Kind::kRename, "a", "ID", ErrorCode::kInvalidSchema, "a"},
        RefusedChange{"RenamesAMetaColumn", Kind::kRename, "_hoodie_file_name", "f",
                      ErrorCode::kInvalidSchema, "_hoodie_file_name"},
        RefusedChange{"Narrows", Kind::kSetType, "a", "boolean", ErrorCode::kInvalidSchema, "a"},
        RefusedChange{"MakesAStructText", Kind::kSetType, "st", "string", ErrorCode::kInvalidSchema,
                      "st"},
        RefusedChange{"ForbidsNulls", Kind::kSetNullable, "a", "", ErrorCode::kInvalidSchema, "a"},
        RefusedChange{"MovesBehindNothing", Kind::kMove, "a", "", ErrorCode::kNotFound, ""}),
    [](const auto& info) { return std::string(info.param.label); });

struct TypePair {
  const char* from;
  const char* to;
  bool allowed;
};
class TypeChangeTest : public testing::TestWithParam<TypePair> {};

TEST_P(TypeChangeTest, GoesByTheReferencesList) {
  InternalSchema schema = Table((std::string("id string, c ") + GetParam().from).c_str());
  SchemaChange change = Change(Kind::kSetType, "c");
  change.type = TypeOf(GetParam().to);
  EXPECT_EQ(ApplySchemaChange(change, kFixed, &schema).ok(), GetParam().allowed)
      << GetParam().from << " to " << GetParam().to;
}

INSTANTIATE_TEST_SUITE_P(
    Types, TypeChangeTest,
    testing::Values(TypePair{"int", "bigint", true}, TypePair{"int", "float", true},
                    TypePair{"int", "double", true}, TypePair{"int", "string", true},
                    TypePair{"int", "decimal(12,2)", true}, TypePair{"int", "date", false},
                    TypePair{"bigint", "float", true}, TypePair{"bigint", "double", true},
                    TypePair{"bigint", "string", true}, TypePair{"bigint", "decimal(20,0)", true},
                    TypePair{"bigint", "int", false}, TypePair{"float", "double", true},
                    TypePair{"float", "string", true}, TypePair{"float", "decimal(10,2)", true},
                    TypePair{"float", "int", false}, TypePair{"double", "string", true},
                    TypePair{"double", "decimal(10,2)", true}, TypePair{"double", "float", false},
                    TypePair{"date", "string", true}, TypePair{"date", "timestamp", false},
                    TypePair{"string", "date", true}, TypePair{"string", "decimal(10,2)", true},
                    TypePair{"string", "int", false},
                    TypePair{"decimal(10,2)", "decimal(14,4)", true},
                    TypePair{"decimal(10,2)", "decimal(12,2)", true},
                    TypePair{"decimal(10,2)", "decimal(4,2)", false},
                    TypePair{"decimal(10,2)", "decimal(10,4)", false},
                    TypePair{"decimal(10,2)", "decimal(12,1)", false},
                    TypePair{"decimal(10,2)", "string", true}, TypePair{"boolean", "string", false},
                    TypePair{"timestamp", "string", false}, TypePair{"binary", "string", false},
                    TypePair{"int", "int", true}));

}  // namespace
}  // namespace hudi
