// SPDX-License-Identifier: Apache-2.0
// What a base file and its log come to, by the definitions of the merge modes: blocks are written,
// read and merged as in a table.
#include <algorithm>
#include <functional>

#include "hudi/base/testing.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/merge/test_log.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using log::DeleteOrdering;
using Kind = DeleteOrdering::Kind;

/// A block: rows of some columns (a partial update), rows of all columns, or a delete.
struct Step {
  const char* rows = nullptr;     ///< JSON, one list a row
  const char* columns = nullptr;  ///< "k,v": only these; the block is a partial update
  const char* deleted = nullptr;  ///< a key
  DeleteOrdering ordering = DeleteOrdering::Always();
};

struct SliceCase {
  const char* label;
  const char* ddl;  ///< columns behind the key
  std::function<void(MergeOptions& options)> set_options;
  const char* base;  ///< with the key first
  std::vector<Step> log;
  const char* want;
};

DeleteOrdering Long(int64_t value) { return {Kind::kLong, value, 0, {}, {}}; }
DeleteOrdering Int(int64_t value) { return {Kind::kInt, value, 0, {}, {}}; }
DeleteOrdering Text(const char* value) { return {Kind::kText, 0, 0, value, {}}; }
DeleteOrdering Date(int64_t value) { return {Kind::kDate, value, 0, {}, {}}; }
DeleteOrdering Micros(int64_t value) { return {Kind::kTimestampMicros, value, 0, {}, {}}; }
DeleteOrdering Boolean(int64_t value) { return {Kind::kBoolean, value, 0, {}, {}}; }
DeleteOrdering Double(double value) { return {Kind::kDouble, 0, value, {}, {}}; }
// 2.5 at scale 15: 2.5e15 = 0x8E1BC9BF04000.
DeleteOrdering TwoAndAHalf() {
  return {Kind::kDecimal, 0, 0, std::string("\x08\xE1\xBC\x9B\xF0\x40\x00", 7), {}};
}
DeleteOrdering Several(std::vector<DeleteOrdering> parts) {
  return {Kind::kSeveral, 0, 0, {}, std::move(parts)};
}

void EventTime(MergeOptions& options) {
  options.mode = MergeMode::kEventTime;
  options.ordering_fields = {"ts"};
}
void CommitTime(MergeOptions&) {}
void EventTimeByTwo(MergeOptions& options) {
  EventTime(options);
  options.table_version = 9;
  options.ordering_fields = {"ts", "n"};
}
void IgnoreDefaults(MergeOptions& options) {
  EventTime(options);
  options.table_version = 9;
  options.ignore_defaults = true;
}
void FillUnavailable(MergeOptions& options) {
  EventTime(options);
  options.table_version = 9;
  options.fill_unavailable = true;
  options.unavailable_value = "?";
}
std::function<void(MergeOptions&)> Payload(int version, PayloadKind kind) {
  return [=](MergeOptions& options) {
    options.table_version = version;
    options.mode = MergeMode::kCustom;
    options.payload = kind;
    options.ordering_fields = {"ts"};
  };
}
void Marked(MergeOptions& options) {
  EventTime(options);
  options.table_version = 9;
  options.delete_field = "v";
  options.delete_marker = "gone";
}

class SliceCaseTest : public testing::TestWithParam<SliceCase> {};

TEST_P(SliceCaseTest, GivesTheRowsOfTheDefinition) {
  const SliceCase& want = GetParam();
  const auto columns = *ParseDdl(want.ddl);
  const auto schema = test_log::WithKey(columns->fields());
  MergeOptions options;
  want.set_options(options);
  std::vector<std::string> blocks;
  for (const Step& step : want.log) {
    if (step.deleted != nullptr) {
      blocks.push_back(test_log::DeleteBlock({{step.deleted, "", step.ordering}}));
      continue;
    }
    std::shared_ptr<arrow::Schema> written = schema;
    if (step.columns != nullptr) {
      arrow::FieldVector fields;
      std::string name;
      for (const char* c = step.columns;; ++c) {
        if (*c != ',' && *c != '\0') {
          name.push_back(*c);
          continue;
        }
        fields.push_back(schema->GetFieldByName(name));
        name.clear();
        if (*c == '\0') break;
      }
      written = test_log::WithKey(fields);
    }
    blocks.push_back(
        test_log::AvroBlock(test_log::Rows(written, step.rows), step.columns != nullptr));
  }
  HUDI_ASSERT_OK_AND_ASSIGN(LogRows logs, test_log::Read(blocks, schema, options));
  HUDI_ASSERT_OK_AND_ASSIGN(auto merger, SliceMerger::Make(options, std::move(logs)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto merged, merger->MergeBase(test_log::Rows(schema, want.base)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rest, merger->RemainingRows());
  std::vector<std::string> texts;
  for (const auto& part : {merged, rest}) {
    HUDI_ASSERT_OK(part->ValidateFull());
    for (int64_t row = 0; row < part->num_rows(); ++row) {
      texts.push_back(part->Slice(row, 1)->ToString());
    }
  }
  std::vector<std::string> expected;
  const auto rows = test_log::Rows(schema, want.want);
  for (int64_t row = 0; row < rows->num_rows(); ++row) {
    expected.push_back(rows->Slice(row, 1)->ToString());
  }
  EXPECT_THAT(texts, testing::UnorderedElementsAreArray(expected));
}

constexpr const char* kPlain = "ts bigint, v string";

INSTANTIATE_TEST_SUITE_P(
    Updates, SliceCaseTest,
    testing::Values(SliceCase{"SeveralUpdatesOfAKeyInOneBlock",
                              kPlain,
                              EventTime,
                              R"([["a",1,"base"]])",
                              {{R"([["a",3,"x"],["a",2,"late"],["a",3,"tie"]])"}},
                              R"([["a",3,"tie"]])"},
                    SliceCase{"SeveralUpdatesCommitTime",
                              kPlain,
                              CommitTime,
                              R"([["a",9,"base"]])",
                              {{R"([["a",3,"x"],["a",2,"y"]])"}, {R"([["a",1,"z"]])"}},
                              R"([["a",1,"z"]])"},
                    SliceCase{"TieWithTheBaseGoesToTheLog",
                              kPlain,
                              EventTime,
                              R"([["a",5,"base"]])",
                              {{R"([["a",5,"log"]])"}},
                              R"([["a",5,"log"]])"},
                    SliceCase{"LogsOnly",
                              kPlain,
                              EventTime,
                              "[]",
                              {{R"([["a",2,"x"]])"}, {R"([["a",1,"late"],["b",1,"b"]])"}},
                              R"([["a",2,"x"],["b",1,"b"]])"},
                    SliceCase{"AStoredNullYields",
                              kPlain,
                              EventTime,
                              R"([["a",null,"base"]])",
                              {{R"([["a",-5,"log"]])"}},
                              R"([["a",-5,"log"]])"},
                    SliceCase{"NegativeValues",
                              kPlain,
                              EventTime,
                              R"([["a",-5,"base"]])",
                              {{R"([["a",-6,"late"]])"}, {R"([["b",-1,"b"]])"}},
                              R"([["a",-5,"base"],["b",-1,"b"]])"},
                    SliceCase{"TwoFieldsTheFirstDecides",
                              "ts bigint, n int, v string",
                              EventTimeByTwo,
                              R"([["a",5,9,"base"],["b",5,5,"base"],["c",5,5,"base"]])",
                              {{R"([["a",6,1,"log"],["b",5,4,"log"],["c",5,6,"log"]])"}},
                              R"([["a",6,1,"log"],["b",5,5,"base"],["c",5,6,"log"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

INSTANTIATE_TEST_SUITE_P(
    Deletes, SliceCaseTest,
    testing::Values(
        SliceCase{"AlwaysWins",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a"}},
                  "[]"},
        SliceCase{"WithALowerValueLoses",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a", Long(4)}},
                  R"([["a",5,"base"]])"},
        SliceCase{"WithAnEqualValueWins",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a", Long(5)}},
                  "[]"},
        SliceCase{"OfAnotherTypeAlwaysWins",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a", Int(4)}},
                  "[]"},
        SliceCase{"CommitTimeLooksAtNoValue",
                  kPlain,
                  CommitTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a", Long(4)}},
                  "[]"},
        SliceCase{"OfAnUnknownKey",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "x", Long(9)}},
                  R"([["a",5,"base"]])"},
        SliceCase{"ThenInsertedWithALowerValue",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a"}, {R"([["a",1,"again"]])"}},
                  R"([["a",1,"again"]])"},
        SliceCase{"WithValueThenInsertedWithALowerValue",
                  kPlain,
                  EventTime,
                  R"([["a",5,"base"]])",
                  {{nullptr, nullptr, "a", Long(7)}, {R"([["a",1,"again"]])"}},
                  R"([["a",1,"again"]])"},
        SliceCase{"InsertedAndDeletedInLogs",
                  kPlain,
                  EventTime,
                  "[]",
                  {{R"([["a",5,"x"]])"},
                   {nullptr, nullptr, "a", Long(4)},
                   {nullptr, nullptr, "a", Long(6)}},
                  "[]"},
        SliceCase{"Flag",
                  "ts bigint, v string, _hoodie_is_deleted boolean",
                  EventTime,
                  R"([["a",5,"base",null],["b",5,"base",false],["c",5,"base",null]])",
                  {{R"([["a",4,"x",true],["b",5,"x",true],["c",6,"x",false],["d",1,"x",true]])"}},
                  R"([["a",5,"base",null],["c",6,"x",false]])"},
        SliceCase{"Marker",
                  kPlain,
                  Marked,
                  R"([["a",5,"base"],["b",5,"base"]])",
                  {{R"([["a",4,"gone"],["b",5,"gone"]])"}},
                  R"([["a",5,"base"]])"},
        SliceCase{"SeveralValues",
                  "ts bigint, n int, v string",
                  EventTimeByTwo,
                  R"([["a",5,5,"base"],["b",5,5,"base"],["c",5,5,"base"]])",
                  {{nullptr, nullptr, "a", Several({Long(5), Int(4)})},
                   {nullptr, nullptr, "b", Several({Long(5), Int(5)})},
                   {nullptr, nullptr, "c", Several({Long(4), Int(9)})}},
                  R"([["a",5,5,"base"],["c",5,5,"base"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

// A lower and an equal value of every type: the update loses and wins, the delete too.
INSTANTIATE_TEST_SUITE_P(
    OrderingTypes, SliceCaseTest,
    testing::Values(
        SliceCase{"Int",
                  "ts int, v string",
                  EventTime,
                  R"([["a",5,"b"],["b",5,"b"],["c",5,"b"],["d",5,"b"]])",
                  {{R"([["a",4,"l"],["b",5,"l"]])"},
                   {nullptr, nullptr, "c", Int(4)},
                   {nullptr, nullptr, "d", Int(5)}},
                  R"([["a",5,"b"],["b",5,"l"],["c",5,"b"]])"},
        SliceCase{"String",
                  "ts string, v string",
                  EventTime,
                  R"([["a","9","b"],["b","z","b"],["c","9","b"],["d","9","b"]])",
                  {{R"([["a","10","l"],["b","é","l"]])"},
                   {nullptr, nullptr, "c", Text("10")},
                   {nullptr, nullptr, "d", Text("9")}},
                  R"([["a","9","b"],["b","é","l"],["c","9","b"]])"},
        SliceCase{"Double",
                  "ts double, v string",
                  EventTime,
                  R"([["a",0.5,"b"],["b",-0.5,"b"],["c",0.5,"b"],["d",0.5,"b"]])",
                  {{R"([["a",0.25,"l"],["b",-0.25,"l"]])"},
                   {nullptr, nullptr, "c", Double(0.25)},
                   {nullptr, nullptr, "d", Double(0.75)}},
                  R"([["a",0.5,"b"],["b",-0.25,"l"],["c",0.5,"b"]])"},
        SliceCase{"Decimal",
                  "ts decimal(10,2), v string",
                  EventTime,
                  R"([["a","10.00","b"],["b","9.99","b"],["c","2.51","b"],["d","2.50","b"]])",
                  {{R"([["a","9.00","l"],["b","10.00","l"]])"},
                   {nullptr, nullptr, "c", TwoAndAHalf()},
                   {nullptr, nullptr, "d", TwoAndAHalf()}},
                  R"([["a","10.00","b"],["b","10.00","l"],["c","2.51","b"]])"},
        SliceCase{"Date",
                  "ts date, v string",
                  EventTime,
                  R"([["a",100,"b"],["b",-1,"b"],["c",100,"b"],["d",100,"b"]])",
                  {{R"([["a",99,"l"],["b",0,"l"]])"},
                   {nullptr, nullptr, "c", Date(99)},
                   {nullptr, nullptr, "d", Date(100)}},
                  R"([["a",100,"b"],["b",0,"l"],["c",100,"b"]])"},
        SliceCase{"Timestamp",
                  "ts timestamp, v string",
                  EventTime,
                  R"([["a",1000001,"b"],["b",1000001,"b"],["c",7,"b"],["d",7,"b"],["e",7,"b"]])",
                  {{R"([["a",1000000,"l"],["b",1000002,"l"]])"},
                   {nullptr, nullptr, "c", Micros(6)},
                   {nullptr, nullptr, "d", Micros(7)},
                   {nullptr, nullptr, "e", Long(6)}},
                  R"([["a",1000001,"b"],["b",1000002,"l"],["c",7,"b"],["e",7,"b"]])"},
        SliceCase{"Boolean",
                  "ts boolean, v string",
                  EventTime,
                  R"([["a",true,"b"],["b",false,"b"],["c",true,"b"],["d",true,"b"]])",
                  {{R"([["a",false,"l"],["b",true,"l"]])"},
                   {nullptr, nullptr, "c", Boolean(0)},
                   {nullptr, nullptr, "d", Boolean(1)}},
                  R"([["a",true,"b"],["b",true,"l"],["c",true,"b"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

INSTANTIATE_TEST_SUITE_P(
    PartialUpdates, SliceCaseTest,
    testing::Values(SliceCase{"OtherColumnsStay",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,"V"]])", "ts,v"}},
                              R"([["a",2,"V","w"]])"},
                    SliceCase{"ANullOverwrites",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,null]])", "ts,v"}},
                              R"([["a",2,null,"w"]])"},
                    SliceCase{"SeveralBlocks",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,"V"]])", "ts,v"}, {R"([["a",3,"W"]])", "ts,w"}},
                              R"([["a",3,"V","W"]])"},
                    SliceCase{"AnOlderOneLoses",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",5,"v","w"]])",
                              {{R"([["a",4,"V"]])", "ts,v"}},
                              R"([["a",5,"v","w"]])"},
                    SliceCase{"PartialThenFull",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,"V"]])", "ts,v"}, {R"([["a",3,"x",null]])"}},
                              R"([["a",3,"x",null]])"},
                    SliceCase{"FullThenPartial",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,"x","y"]])"}, {R"([["a",2,"W"]])", "ts,w"}},
                              R"([["a",2,"x","W"]])"},
                    SliceCase{"WithoutTheOrderingField",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",7,"v","w"]])",
                              {{R"([["a","V"]])", "v"}},
                              R"([["a",7,"V","w"]])"},
                    SliceCase{"OfANewKey",
                              "ts bigint, v string, w string",
                              EventTime,
                              "[]",
                              {{R"([["a",1,"V"]])", "ts,v"}},
                              R"([["a",1,"V",null]])"},
                    SliceCase{"AfterADelete",
                              "ts bigint, v string, w string",
                              EventTime,
                              R"([["a",1,"v","w"]])",
                              {{nullptr, nullptr, "a"}, {R"([["a",2,"V"]])", "ts,v"}},
                              R"([["a",2,"V",null]])"},
                    SliceCase{"ANestedColumnIsOneValue",
                              "ts bigint, s struct<x:int,y:string>, w string",
                              EventTime,
                              R"([["a",1,{"x":1,"y":"y"},"w"]])",
                              {{R"([["a",2,{"x":2,"y":null}]])", "ts,s"}},
                              R"([["a",2,{"x":2,"y":null},"w"]])"},
                    SliceCase{"CommitTime",
                              "ts bigint, v string, w string",
                              CommitTime,
                              R"([["a",9,"v","w"]])",
                              {{R"([["a",2,"V"]])", "ts,v"}},
                              R"([["a",2,"V","w"]])"},
                    // What a block lacks is neither a default nor a missing value of the row.
                    SliceCase{"IgnoringDefaults",
                              "ts bigint, v string, w string, x string",
                              IgnoreDefaults,
                              R"([["a",1,"v","w","x"],["b",5,null,null,"x"],["c",1,"v","w","x"]])",
                              {{R"([["a",2,null,"W"],["b",4,"V","W"]])", "ts,v,w"},
                               {R"([["a",null,"X"],["c",null,"X"]])", "w,x"}},
                              R"([["a",2,"v","W","X"],["b",5,"V","W","x"],["c",1,"v","w","X"]])"},
                    SliceCase{"FillingUnavailable",
                              "ts bigint, v string, w string, x string",
                              FillUnavailable,
                              R"([["a",1,"v","w","x"],["b",5,"?","?","x"],["c",1,"v","w","x"]])",
                              {{R"([["a",2,"?","W"],["b",4,"V","?"]])", "ts,v,w"},
                               {R"([["a","?","X"],["b",null,"X"],["c","?","X"]])", "w,x"}},
                              R"([["a",2,"v","W","X"],["b",5,"V",null,"X"],["c",1,"v","w","X"]])"},
                    SliceCase{"LateWhereTheStoredRowMayBeFilled",
                              "ts bigint, v string, w string",
                              FillUnavailable,
                              R"([["a",5,"?","?"]])",
                              {{R"([["a",4,"V"]])", "ts,v"}},
                              R"([["a",5,"V","?"]])"},
                    SliceCase{"PostgresDebezium8",
                              "ts bigint, _change_operation_type string, _event_lsn bigint, "
                              "v string, w string",
                              Payload(8, PayloadKind::kPostgresDebezium),
                              R"([["a",1,"c",1,"v","w"]])",
                              {{R"([["a",2,2,"u","__debezium_unavailable_value"]])",
                                "ts,_event_lsn,_change_operation_type,v"}},
                              R"([["a",2,"u",2,"v","w"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

INSTANTIATE_TEST_SUITE_P(
    Payloads, SliceCaseTest,
    testing::Values(SliceCase{"IgnoreDefaultsFillsFromTheOlder",
                              "ts bigint, v string, w string",
                              IgnoreDefaults,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,null,""]])"}},
                              R"([["a",2,"v",""]])"},
                    SliceCase{"IgnoreDefaultsFillsTheNewerFromALateOne",
                              "ts bigint, v string, w string",
                              IgnoreDefaults,
                              R"([["a",5,null,"w"]])",
                              {{R"([["a",4,"late","x"]])"}},
                              R"([["a",5,"late","w"]])"},
                    SliceCase{"IgnoreDefaultsNotOverADelete",
                              "ts bigint, v string, w string",
                              IgnoreDefaults,
                              R"([["a",1,"v","w"]])",
                              {{nullptr, nullptr, "a"}, {R"([["a",2,null,"x"]])"}},
                              R"([["a",2,null,"x"]])"},
                    SliceCase{"FillUnavailable",
                              "ts bigint, v string, w string",
                              FillUnavailable,
                              R"([["a",1,"v","w"]])",
                              {{R"([["a",2,"?",null]])"}},
                              R"([["a",2,"v",null]])"},
                    SliceCase{"OverwriteNonDefaults8",
                              "ts bigint, v string, w string",
                              Payload(8, PayloadKind::kOverwriteNonDefaults),
                              R"([["a",9,"v","w"]])",
                              {{R"([["a",2,null,"x"]])"}, {R"([["a",3,"y",null]])"}},
                              R"([["a",3,"y","x"]])"},
                    SliceCase{"PartialUpdate8",
                              "ts bigint, v string, w string",
                              Payload(8, PayloadKind::kPartialUpdate),
                              R"([["a",5,null,"w"]])",
                              {{R"([["a",6,null,"x"]])"}, {R"([["a",4,"late","y"]])"}},
                              R"([["a",6,"late","x"]])"},
                    SliceCase{"Empty8",
                              kPlain,
                              Payload(8, PayloadKind::kEmpty),
                              R"([["a",5,"base"],["b",5,"base"]])",
                              {{R"([["a",1,"x"],["c",1,"x"]])"}},
                              R"([["b",5,"base"]])"},
                    SliceCase{"FirstValueTies8",
                              kPlain,
                              Payload(8, PayloadKind::kFirstValue),
                              R"([["a",5,"base"],["b",5,"base"]])",
                              {{R"([["a",5,"x"],["b",6,"x"]])"}},
                              R"([["a",5,"base"],["b",6,"x"]])"},
                    SliceCase{"EventTimeDeletesAlwaysWin8",
                              "ts bigint, v string, _hoodie_is_deleted boolean",
                              Payload(8, PayloadKind::kEventTime),
                              R"([["a",5,"base",null],["b",5,"base",null]])",
                              {{R"([["a",4,"x",true],["b",4,"x",null]])"}},
                              R"([["b",5,"base",null]])"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
