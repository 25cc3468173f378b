// SPDX-License-Identifier: Apache-2.0
// Rows merged by logic that the caller registered.
#include "hudi/merge/merger_call.h"

#include <functional>

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/merge/merge_columns.h"
#include "hudi/merge/summing_merger.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using enum MergeOutcome;

constexpr const char* kDdl = "id string, v bigint, ts bigint, _hoodie_is_deleted boolean";

std::shared_ptr<arrow::RecordBatch> Rows(const char* rows) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl(kDdl);
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), rows));
}

/// Answers what a test wants.
class ScriptedMerger : public RecordMerger {
 public:
  using Answer = std::function<arrow::Result<MergedRecords>(std::shared_ptr<arrow::RecordBatch>,
                                                            std::shared_ptr<arrow::RecordBatch>)>;
  explicit ScriptedMerger(Answer answer) : answer_(std::move(answer)) {}
  arrow::Result<MergedRecords> Merge(
      const std::shared_ptr<arrow::RecordBatch>& stored,
      const std::shared_ptr<arrow::RecordBatch>& incoming) const override {
    return answer_(stored, incoming);
  }

 private:
  Answer answer_;
};

std::shared_ptr<arrow::BooleanArray> Mask(const char* json) {
  return std::static_pointer_cast<arrow::BooleanArray>(
      *arrow::json::ArrayFromJSONString(arrow::boolean(), json));
}

MergeOptions With(std::shared_ptr<const RecordMerger> merger, bool ordered = true) {
  MergeOptions options;
  options.mode = MergeMode::kCustom;
  options.merger = std::move(merger);
  if (ordered) options.ordering_fields = {"ts"};
  return options;
}

MergeOptions Summing(bool ordered = true) {
  return With(std::make_shared<SummingMerger>("v"), ordered);
}

arrow::Result<RowMerger::PairResult> MergeAll(const MergeOptions& options, const char* stored,
                                              const char* incoming) {
  const auto newer = Rows(incoming);
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<RowMerger> merger,
                        RowMerger::Make(options, newer->schema()));
  ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*newer, options));
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < newer->num_rows(); ++i) rows.push_back(i);
  return merger->MergePairs(*Rows(stored), rows, *newer, rows, deletes);
}

std::string Column(const std::shared_ptr<arrow::RecordBatch>& rows, const char* name) {
  return rows == nullptr ? "none" : rows->GetColumnByName(name)->ToString();
}
std::string Numbers(const char* json) {
  return (*arrow::json::ArrayFromJSONString(arrow::int64(), json))->ToString();
}

TEST(MergerCallTest, TheMergerMakesTheRow) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto merged, MergeAll(Summing(), R"([["a",1,9,false],["b",2,1,null]])",
                                                  R"([["a",10,1,false],["b",20,1,null]])"));
  EXPECT_THAT(merged.outcomes, ElementsAre(kCombine, kCombine));
  EXPECT_EQ(Column(merged.combined, "v"), Numbers("[11,22]"));
  EXPECT_EQ(Column(merged.combined, "ts"), Numbers("[1,1]"));
}

TEST(MergerCallTest, DeletesGoByTheOrderingValueAndAreNotAskedAbout) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto merged,
      MergeAll(Summing(), R"([["a",1,9,null],["b",2,5,null],["c",3,5,null],["d",4,null,null]])",
               R"([["a",10,8,true],["b",20,5,true],["c",30,null,true],["d",40,1,null]])"));
  EXPECT_THAT(merged.outcomes, ElementsAre(kKeepOlder, kDelete, kDelete, kCombine));
  EXPECT_EQ(Column(merged.combined, "v"), Numbers("[44]"));
}

TEST(MergerCallTest, WithoutOrderingFieldADeleteWins) {
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto merged, MergeAll(Summing(false), R"([["a",1,9,null]])", R"([["a",10,8,true]])"));
  EXPECT_THAT(merged.outcomes, ElementsAre(kDelete));
}

TEST(MergerCallTest, TheMergerMayDeleteAndKeep) {
  auto merger = std::make_shared<ScriptedMerger>([](auto, auto incoming) {
    return MergedRecords{incoming, Mask("[true,false,false]"), Mask("[false,true,false]")};
  });
  HUDI_ASSERT_OK_AND_ASSIGN(
      auto merged, MergeAll(With(merger), R"([["a",1,9,null],["b",2,9,null],["c",3,9,null]])",
                            R"([["a",5,1,null],["b",6,1,null],["c",7,1,null]])"));
  EXPECT_THAT(merged.outcomes, ElementsAre(kDelete, kKeepOlder, kCombine));
  EXPECT_EQ(Column(merged.combined, "v"), Numbers("[7]"));
}

// Rows of one key are merged one after the other; the others stay what they are.
TEST(MergerCallTest, CombinesRowsOfABatch) {
  const auto batch = Rows(
      R"([["a",1,1,null],["b",5,1,null],["a",2,1,null],["a",4,1,null],["c",7,1,null],["c",8,1,true],
          ["d",1,9,true],["d",2,3,null],["e",1,1,true],["e",2,3,null]])");
  HUDI_ASSERT_OK_AND_ASSIGN(auto merger, RowMerger::Make(Summing(), batch->schema()));
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::Winners winners,
                            merger->CombineInBatch(batch, {0, 1, 0, 0, 2, 2, 3, 3, 4, 4}, 5));
  EXPECT_THAT(winners.rows, ElementsAre(10, 1, 5, 6, 9));
  EXPECT_EQ(Column(winners.extra, "v"), Numbers("[7]"));
}

TEST(MergerCallTest, ABatchIsCombinedWithoutDeleting) {
  auto merger = std::make_shared<ScriptedMerger>([](auto, auto incoming) {
    return MergedRecords{incoming, Mask("[true]"), nullptr};
  });
  const auto batch = Rows(R"([["a",1,1,null],["a",2,1,null]])");
  HUDI_ASSERT_OK_AND_ASSIGN(auto rows, RowMerger::Make(With(merger), batch->schema()));
  EXPECT_THAT(rows->CombineInBatch(batch, {0, 0}, 1), FailsWith(ErrorCode::kInvalidRow));
}

TEST(MergerCallTest, RefusesAnswersOfAnotherShape) {
  const std::vector<ScriptedMerger::Answer> answers = {
      [](auto, auto) { return MergedRecords{}; },
      [](auto, auto incoming) {
        return MergedRecords{incoming->Slice(0, 0), nullptr, nullptr};
      },
      [](auto, auto incoming) {
        return MergedRecords{*incoming->RemoveColumn(0), nullptr, nullptr};
      },
      [](auto, auto incoming) {
        return MergedRecords{
            *incoming->SetColumn(0, arrow::field("id", arrow::int64()), incoming->column(1)),
            nullptr, nullptr};
      },
      [](auto, auto incoming) {
        return MergedRecords{incoming, Mask("[]"), nullptr};
      },
      [](auto, auto incoming) {
        return MergedRecords{incoming, nullptr, Mask("[null]")};
      },
  };
  for (size_t i = 0; i < answers.size(); ++i) {
    auto merger = std::make_shared<ScriptedMerger>(answers[i]);
    EXPECT_THAT(MergeAll(With(merger), R"([["a",1,9,null]])", R"([["a",1,9,null]])"),
                FailsWith(ErrorCode::kInvalidRow, "hudi::RecordMerger"))
        << i;
  }
}

TEST(MergerCallTest, AnErrorOfTheMergerComesThrough) {
  auto merger =
      std::make_shared<ScriptedMerger>([](auto, auto) { return arrow::Status::Invalid("no way"); });
  auto merged = MergeAll(With(merger), R"([["a",1,9,null]])", R"([["a",1,9,null]])");
  EXPECT_EQ(merged.status().message(), "no way");
}

TEST(MergerCallTest, AllColumnsAreRead) {
  HUDI_ASSERT_OK_AND_ASSIGN(auto columns, MergeColumns(Summing(), *Rows("[]")->schema()));
  EXPECT_THAT(columns, ElementsAre("id", "v", "ts", "_hoodie_is_deleted"));
}

}  // namespace
}  // namespace hudi
