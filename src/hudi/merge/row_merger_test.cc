// SPDX-License-Identifier: Apache-2.0
#include "hudi/merge/row_merger.h"

#include <arrow/json/from_string.h>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"

namespace hudi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using enum MergeOutcome;

constexpr const char* kDdl = "id string, val string, n int, ts bigint";
constexpr const char* kDeletedDdl = "id string, val string, ts bigint, _hoodie_is_deleted boolean";

std::shared_ptr<arrow::RecordBatch> Rows(const char* ddl, const char* rows) {
  const std::shared_ptr<arrow::Schema> schema = *ParseDdl(ddl);
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), rows));
}

MergeOptions Options(int version, PayloadKind payload) {
  MergeOptions options;
  options.table_version = version;
  options.payload = payload;
  options.ordering_fields = {"ts"};
  return options;
}

MergeOptions Options(int version, MergeMode mode) {
  MergeOptions options = Options(version, PayloadKind::kNone);
  options.mode = mode;
  return options;
}

arrow::Result<RowMerger::PairResult> MergeAll(const MergeOptions& options,
                                              const std::shared_ptr<arrow::RecordBatch>& stored,
                                              const std::shared_ptr<arrow::RecordBatch>& incoming) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<RowMerger> merger,
                        RowMerger::Make(options, incoming->schema()));
  ARROW_ASSIGN_OR_RAISE(std::vector<bool> deletes, DeleteFlags(*incoming, options));
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < incoming->num_rows(); ++i) rows.push_back(i);
  return merger->MergePairs(*stored, rows, *incoming, rows, deletes);
}

std::vector<MergeOutcome> Outcomes(const MergeOptions& options, const char* ddl, const char* stored,
                                   const char* incoming) {
  arrow::Result<RowMerger::PairResult> merged =
      MergeAll(options, Rows(ddl, stored), Rows(ddl, incoming));
  EXPECT_TRUE(merged.ok()) << merged.status();
  return merged.ok() ? merged->outcomes : std::vector<MergeOutcome>{};
}

std::vector<int64_t> Winners(const MergeOptions& options, const char* ddl, const char* rows,
                             std::vector<int64_t> groups, int64_t num_groups) {
  const auto batch = Rows(ddl, rows);
  arrow::Result<std::unique_ptr<RowMerger>> merger = RowMerger::Make(options, batch->schema());
  EXPECT_TRUE(merger.ok()) << merger.status();
  if (!merger.ok()) return {};
  arrow::Result<RowMerger::Winners> winners = (*merger)->CombineInBatch(batch, groups, num_groups);
  EXPECT_TRUE(winners.ok()) << winners.status();
  return winners.ok() ? winners->rows : std::vector<int64_t>{};
}

TEST(CombineInBatchTest, KeepsTheGreatestAndOfEqualOnesTheLast) {
  const char* rows = R"([["a", "5", 1, 5], ["a", "9", 2, 9], ["b", "x", 1, 1], ["a", "9b", 3, 9],
                         ["a", "7", 4, 7]])";
  EXPECT_THAT(Winners(Options(8, MergeMode::kEventTime), kDdl, rows, {0, 0, 1, 0, 0}, 2),
              ElementsAre(3, 2));
  EXPECT_THAT(Winners(Options(8, MergeMode::kCommitTime), kDdl, rows, {0, 0, 1, 0, 0}, 2),
              ElementsAre(4, 2));
  // Version 6 orders a batch whatever wins against stored rows.
  EXPECT_THAT(
      Winners(Options(6, PayloadKind::kOverwriteWithLatest), kDdl, rows, {0, 0, 1, 0, 0}, 2),
      ElementsAre(3, 2));
  EXPECT_THAT(Winners(Options(8, PayloadKind::kFirstValue), kDdl, rows, {0, 0, 1, 0, 0}, 2),
              ElementsAre(1, 2));
}

TEST(CombineInBatchTest, CountsADefaultOrderingOnlyIfItsColumnIsThere) {
  MergeOptions options = Options(6, PayloadKind::kOverwriteWithLatest);
  options.ordering_is_default = true;
  EXPECT_THAT(Winners(options, "id string, ts bigint", R"([["a", 9], ["a", 5]])", {0, 0}, 1),
              ElementsAre(0));
  EXPECT_THAT(Winners(options, "id string, n bigint", R"([["a", 9], ["a", 5]])", {0, 0}, 1),
              ElementsAre(1));
  options.ordering_is_default = false;
  EXPECT_THAT(RowMerger::Make(options, *ParseDdl("id string, n bigint")),
              FailsWith(ErrorCode::kNotFound, "ts"));
}

TEST(CombineInBatchTest, CombinesPartialRowsColumnByColumn) {
  MergeOptions options = Options(9, MergeMode::kEventTime);
  options.ignore_defaults = true;
  const auto batch = Rows(kDdl, R"([["a", "v30", null, 30], ["a", null, 77, 31],
                                    ["b", "only", null, 1], ["a", "v29", 66, 29]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<RowMerger> merger,
                            RowMerger::Make(options, batch->schema()));
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::Winners winners,
                            merger->CombineInBatch(batch, {0, 0, 1, 0}, 2));
  EXPECT_THAT(winners.rows, ElementsAre(4, 2));
  ASSERT_NE(winners.extra, nullptr);
  EXPECT_TRUE(winners.extra->Equals(*Rows(kDdl, R"([["a", "v30", 77, 31]])")));
}

TEST(CombineInBatchTest, DoesNotFillFromOrIntoDeletes) {
  MergeOptions options = Options(9, MergeMode::kCommitTime);
  options.ignore_defaults = true;
  EXPECT_THAT(Winners(options, kDeletedDdl,
                      R"([["a", "gone", 1, true], ["a", null, 2, null],
                          ["b", "v", 1, null], ["b", null, 2, true]])",
                      {0, 0, 1, 1}, 2),
              ElementsAre(1, 3));
}

TEST(CombineInBatchTest, OrdersMySqlPositionsAsNumbers) {
  const MergeOptions options = Options(8, PayloadKind::kMySqlDebezium);
  EXPECT_THAT(Winners(options, "id string, _event_seq string",
                      R"([["a", "00001.111"], ["a", "00001.9"]])", {0, 0}, 1),
              ElementsAre(0));
}

TEST(CombineInBatchTest, FailsRatherThanGuessOnANullOrderingValue) {
  const auto batch = Rows(kDdl, R"([["a", "x", 1, null], ["a", "y", 1, 2]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<RowMerger> merger,
                            RowMerger::Make(Options(8, MergeMode::kEventTime), batch->schema()));
  EXPECT_THAT(merger->CombineInBatch(batch, {0, 0}, 1), FailsWith(ErrorCode::kInvalidRow, "ts"));
}

struct PairCase {
  const char* label;
  MergeOptions options;
  MergeOutcome lower;
  MergeOutcome equal;
  MergeOutcome greater;
};
class MergePairsTest : public testing::TestWithParam<PairCase> {};

TEST_P(MergePairsTest, DecidesByOrderingValue) {
  const PairCase& want = GetParam();
  EXPECT_THAT(
      Outcomes(want.options, kDdl, R"([["a", "s", 1, 10], ["b", "s", 1, 10], ["c", "s", 1, 10]])",
               R"([["a", "i", 2, 5], ["b", "i", 2, 10], ["c", "i", 2, 15]])"),
      ElementsAre(want.lower, want.equal, want.greater));
}

MergeOptions Partial(int version, MergeMode mode) {
  MergeOptions options = Options(version, mode);
  options.ignore_defaults = true;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Modes, MergePairsTest,
    testing::Values(PairCase{"V9Event", Options(9, MergeMode::kEventTime), kKeepOlder, kTakeNewer,
                             kTakeNewer},
                    PairCase{"V9Commit", Options(9, MergeMode::kCommitTime), kTakeNewer, kTakeNewer,
                             kTakeNewer},
                    PairCase{"V8Default", Options(8, PayloadKind::kDefault), kKeepOlder, kTakeNewer,
                             kTakeNewer},
                    PairCase{"V8FirstValue", Options(8, PayloadKind::kFirstValue), kKeepOlder,
                             kKeepOlder, kTakeNewer},
                    PairCase{"V9FirstValue", Options(9, PayloadKind::kFirstValue), kKeepOlder,
                             kKeepOlder, kTakeNewer},
                    PairCase{"V6Latest", Options(6, PayloadKind::kOverwriteWithLatest), kTakeNewer,
                             kTakeNewer, kTakeNewer},
                    PairCase{"V8Empty", Options(8, PayloadKind::kEmpty), kDelete, kDelete, kDelete},
                    PairCase{"V8PartialRewrites", Options(8, PayloadKind::kPartialUpdate), kCombine,
                             kTakeNewer, kTakeNewer},
                    PairCase{"V9PartialKeepsWholeRows", Partial(9, MergeMode::kEventTime),
                             kKeepOlder, kTakeNewer, kTakeNewer}),
    [](const auto& info) { return std::string(info.param.label); });

TEST(MergePairsRowsTest, FillsAnOlderStoredRowsNulls) {
  const auto stored = Rows(kDdl, R"([["a", null, 1, 10], ["b", "s", 1, 10]])");
  const auto incoming = Rows(kDdl, R"([["a", "i", 2, 5], ["b", null, 2, 15]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::PairResult merged,
                            MergeAll(Partial(9, MergeMode::kEventTime), stored, incoming));
  EXPECT_THAT(merged.outcomes, ElementsAre(kCombine, kCombine));
  ASSERT_NE(merged.combined, nullptr);
  EXPECT_TRUE(merged.combined->Equals(*Rows(kDdl, R"([["a", "i", 1, 10], ["b", "s", 2, 15]])")));
}

TEST(MergePairsRowsTest, LeavesAStoredRowAloneThatTheOlderOneCannotFill) {
  const auto stored = Rows(kDdl, R"([["a", null, 1, 10], ["b", null, null, 10]])");
  const auto incoming = Rows(kDdl, R"([["a", null, 2, 5], ["b", null, 2, 5]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::PairResult merged,
                            MergeAll(Partial(9, MergeMode::kEventTime), stored, incoming));
  EXPECT_THAT(merged.outcomes, ElementsAre(kKeepOlder, kCombine));
  EXPECT_TRUE(merged.combined->Equals(*Rows(kDdl, R"([["b", null, 2, 10]])")));
}

TEST(MergePairsRowsTest, CombinesOnlyTheDataColumnsOfTheSchema) {
  const auto stored =
      Rows("_hoodie_commit_time string, _hoodie_file_name string, ts bigint, id string",
           R"([["20240101000000000", "f.parquet", 1, "a"]])");
  const auto incoming = Rows("id string, val string, ts bigint", R"([["a", null, null]])");
  const MergeOptions options = Partial(9, MergeMode::kCommitTime);
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::PairResult merged, MergeAll(options, stored, incoming));
  EXPECT_THAT(merged.outcomes, ElementsAre(kCombine));
  EXPECT_TRUE(
      merged.combined->Equals(*Rows("id string, val string, ts bigint", R"([["a", null, 1]])")));
}

TEST(MergePairsRowsTest, KeepsValuesThatDebeziumHasNotSent) {
  constexpr const char* kToast = "id string, big string, raw binary, _event_lsn bigint";
  MergeOptions options = Options(8, PayloadKind::kPostgresDebezium);
  options.ordering_fields = {"_event_lsn"};
  const auto stored = Rows(kToast, R"([["a", "text", "bytes", 100], ["b", "text", "bytes", 100]])");
  const auto incoming =
      Rows(kToast, R"([["a", "__debezium_unavailable_value", "__debezium_unavailable_value", 100],
                       ["b", "__debezium_unavailable_value", "new", 99]])");
  HUDI_ASSERT_OK_AND_ASSIGN(RowMerger::PairResult merged, MergeAll(options, stored, incoming));
  EXPECT_THAT(merged.outcomes, ElementsAre(kCombine, kKeepOlder));
  EXPECT_TRUE(merged.combined->Equals(*Rows(kToast, R"([["a", "text", "bytes", 100]])")));
}

TEST(MergePairsRowsTest, LetsTheIncomingRowWinOverAStoredNull) {
  EXPECT_THAT(Outcomes(Options(9, MergeMode::kEventTime), kDdl, R"([["a", "s", 1, null]])",
                       R"([["a", "i", 2, -5]])"),
              ElementsAre(kTakeNewer));
  // A base file from before the column was added.
  HUDI_ASSERT_OK_AND_ASSIGN(
      RowMerger::PairResult merged,
      MergeAll(Options(9, MergeMode::kEventTime), Rows("id string", R"([["a"]])"),
               Rows("id string, ts bigint", R"([["a", 1]])")));
  EXPECT_THAT(merged.outcomes, ElementsAre(kTakeNewer));
}

TEST(MergePairsRowsTest, ComparesDeletesByTheirValue) {
  const char* stored = R"([["a", "s", 10, null], ["b", "s", 10, null], ["c", "s", 10, null]])";
  const char* incoming = R"([["a", "i", 5, true], ["b", "i", 10, true], ["c", "i", 20, false]])";
  EXPECT_THAT(Outcomes(Options(8, MergeMode::kEventTime), kDeletedDdl, stored, incoming),
              ElementsAre(kKeepOlder, kDelete, kTakeNewer));
  EXPECT_THAT(Outcomes(Options(9, MergeMode::kEventTime), kDeletedDdl, stored, incoming),
              ElementsAre(kKeepOlder, kDelete, kTakeNewer));
  EXPECT_THAT(Outcomes(Options(8, MergeMode::kCommitTime), kDeletedDdl, stored, incoming),
              ElementsAre(kDelete, kDelete, kTakeNewer));
  // These two payloads delete before they compare.
  EXPECT_THAT(Outcomes(Options(8, PayloadKind::kEventTime), kDeletedDdl, stored, incoming),
              ElementsAre(kDelete, kDelete, kTakeNewer));
  EXPECT_THAT(Outcomes(Options(6, PayloadKind::kPartialUpdate), kDeletedDdl, stored, incoming),
              ElementsAre(kDelete, kDelete, kTakeNewer));
  EXPECT_THAT(Outcomes(Options(9, PayloadKind::kEventTime), kDeletedDdl, stored, incoming),
              ElementsAre(kKeepOlder, kDelete, kTakeNewer));
}

TEST(MergePairsRowsTest, LetsADeleteWithoutValueWinFromVersion9On) {
  const char* stored = R"([["a", "s", 10, null]])";
  const char* incoming = R"([["a", "i", null, true]])";
  EXPECT_THAT(Outcomes(Options(9, MergeMode::kEventTime), kDeletedDdl, stored, incoming),
              ElementsAre(kDelete));
  EXPECT_THAT(MergeAll(Options(8, MergeMode::kEventTime), Rows(kDeletedDdl, stored),
                       Rows(kDeletedDdl, incoming)),
              FailsWith(ErrorCode::kInvalidRow, "ts"));
}

TEST(RowMergerTest, RefusesModesThatNeedForeignCode) {
  EXPECT_THAT(RowMerger::Make(Options(8, MergeMode::kCustom), *ParseDdl(kDdl)),
              FailsWith(ErrorCode::kUnsupported));
  EXPECT_THAT(RowMerger::Make(Options(9, MergeMode::kCustom), *ParseDdl(kDdl)),
              FailsWith(ErrorCode::kUnsupported));
}

TEST(CheckOrderingValuesTest, NamesFieldAndRow) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<RowMerger> merger,
                            RowMerger::Make(Options(8, MergeMode::kEventTime), *ParseDdl(kDdl)));
  const auto batch = Rows(kDdl, R"([["a", "x", 1, 1], ["b", "y", 1, null]])");
  const arrow::Status status = merger->CheckOrderingValues(*batch, /*first_row=*/40);
  EXPECT_THAT(status, FailsWith(ErrorCode::kInvalidRow, "ts"));
  EXPECT_THAT(status.message(), HasSubstr("row 42: ordering field 'ts' is null"));
}

TEST(CheckOrderingValuesTest, AsksOnlyWhereAValueDecides) {
  const auto batch = Rows(kDdl, R"([["a", "x", 1, null]])");
  const auto check = [&](const MergeOptions& options, bool combines_batch) {
    return (*RowMerger::Make(options, batch->schema()))
        ->CheckOrderingValues(*batch, 0, combines_batch);
  };
  HUDI_ASSERT_OK(check(Options(9, MergeMode::kCommitTime), true));
  HUDI_ASSERT_OK(check(Options(8, PayloadKind::kOverwriteNonDefaults), false));
  // The reference takes such a row as long as it meets no other one in its batch.
  HUDI_ASSERT_OK(check(Options(8, PayloadKind::kOverwriteNonDefaults), true));
  const auto twice = Rows(kDdl, R"([["a", "x", 1, null], ["a", "x", 2, 5]])");
  EXPECT_THAT((*RowMerger::Make(Options(8, PayloadKind::kOverwriteNonDefaults), twice->schema()))
                  ->CombineInBatch(twice, {0, 0}, 1),
              FailsWith(ErrorCode::kInvalidRow));
  EXPECT_FALSE(check(Options(6, PayloadKind::kOverwriteWithLatest), true).ok());
  HUDI_ASSERT_OK(check(Options(6, PayloadKind::kOverwriteWithLatest), false));
  EXPECT_FALSE(check(Options(9, MergeMode::kEventTime), false).ok());
  const auto deletes = Rows(kDeletedDdl, R"([["a", "x", null, true]])");
  HUDI_ASSERT_OK((*RowMerger::Make(Options(9, MergeMode::kEventTime), deletes->schema()))
                     ->CheckOrderingValues(*deletes, 0));
  EXPECT_FALSE((*RowMerger::Make(Options(8, MergeMode::kEventTime), deletes->schema()))
                   ->CheckOrderingValues(*deletes, 0)
                   .ok());
}

TEST(DeleteFlagsTest, ReadTheBooleanColumn) {
  const auto batch = Rows(kDeletedDdl, R"([["a", "x", 1, true], ["b", "x", 1, false],
                                           ["c", "x", 1, null]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> flags,
                            DeleteFlags(*batch, Options(8, MergeMode::kEventTime)));
  EXPECT_THAT(flags, ElementsAre(true, false, false));
}

TEST(DeleteFlagsTest, RefuseAColumnOfAnotherType) {
  const char* ddl = "id string, ts bigint, _hoodie_is_deleted string";
  EXPECT_THAT(CheckDeleteColumn(**ParseDdl(ddl)),
              FailsWith(ErrorCode::kInvalidSchema, "_hoodie_is_deleted"));
  EXPECT_THAT(RowMerger::Make(Options(8, MergeMode::kEventTime), *ParseDdl(ddl)),
              FailsWith(ErrorCode::kInvalidSchema, "_hoodie_is_deleted"));
}

TEST(DeleteFlagsTest, CompareTheMarkerAsText) {
  MergeOptions options = Options(9, MergeMode::kCommitTime);
  options.delete_field = "n";
  options.delete_marker = "7";
  const auto batch = Rows(kDdl, R"([["a", "x", 7, 1], ["b", "x", 70, 1], ["c", "x", null, 1]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> flags, DeleteFlags(*batch, options));
  EXPECT_THAT(flags, ElementsAre(true, false, false));
  options.delete_field = "absent";
  HUDI_ASSERT_OK_AND_ASSIGN(flags, DeleteFlags(*batch, options));
  EXPECT_THAT(flags, ElementsAre(false, false, false));
}

TEST(DeleteFlagsTest, NeedFieldAndMarkerTogether) {
  const auto batch = Rows(kDdl, "[]");
  MergeOptions options = Options(9, MergeMode::kCommitTime);
  options.delete_field = "n";
  EXPECT_THAT(DeleteFlags(*batch, options),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.payload.delete.marker"));
  options.delete_field.clear();
  options.delete_marker = "D";
  EXPECT_THAT(DeleteFlags(*batch, options),
              FailsWith(ErrorCode::kInvalidConfig, "hoodie.payload.delete.field"));
}

TEST(DeleteFlagsTest, FollowThePayload) {
  const auto dms = Rows("id string, ts bigint, Op string",
                        R"([["a", 1, "D"], ["b", 1, "d"], ["c", 1, "U"], ["e", 1, null]])");
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> old_flags,
                            DeleteFlags(*dms, Options(8, PayloadKind::kAwsDms)));
  EXPECT_THAT(old_flags, ElementsAre(true, true, false, false));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> new_flags,
                            DeleteFlags(*dms, Options(9, PayloadKind::kAwsDms)));
  EXPECT_THAT(new_flags, ElementsAre(true, false, false, false));
  const auto plain = Rows(kDdl, R"([["a", "x", 1, 1]])");
  EXPECT_THAT(DeleteFlags(*plain, Options(8, PayloadKind::kAwsDms)),
              FailsWith(ErrorCode::kNotFound, "Op"));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> empty_flags,
                            DeleteFlags(*plain, Options(8, PayloadKind::kEmpty)));
  EXPECT_THAT(empty_flags, ElementsAre(true));
}

}  // namespace
}  // namespace hudi
