// SPDX-License-Identifier: Apache-2.0
// Upserts as the reference's releases 0.15.0, 1.0.2, 1.1.1 and 1.2.0 (the digits at the end of a
// label) answered them: rows of the keys that the batch names, before and after.
#include <algorithm>
#include <map>

#include <arrow/json/from_string.h>
#include <nlohmann/json.hpp>

#include "hudi/base/gather.h"
#include "hudi/base/testing.h"
#include "hudi/merge/row_merger.h"
#include "hudi/merge/slice_merger.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

constexpr const char* kPlain = "id string, part string, val string, n int, ts bigint";

struct MergeCase {
  const char* label;
  std::vector<int> table_versions;
  void (*set_options)(MergeOptions& o);
  const char* ddl;
  const char* stored;    ///< JSON: one list a row
  const char* incoming;  ///< in input order
  const char* want;      ///< with "new" for rows that were written, "old" for those left alone
};
class MergeCaseTest : public testing::TestWithParam<MergeCase> {};

std::shared_ptr<arrow::RecordBatch> Rows(const arrow::Schema& schema, const nlohmann::json& rows) {
  return *arrow::RecordBatch::FromStructArray(
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema.fields()), rows.dump()));
}

std::string RowText(const arrow::RecordBatch& batch, int64_t row, std::string_view mark) {
  std::string text;
  for (const std::shared_ptr<arrow::Array>& column : batch.columns()) {
    text += (*column->GetScalar(row))->ToString() + "|";
  }
  return text + std::string(mark);
}

/// Key and partition, the first two columns.
std::string KeyText(const arrow::RecordBatch& batch, int64_t row) {
  return (*batch.column(0)->GetScalar(row))->ToString() + "|" +
         (*batch.column(1)->GetScalar(row))->ToString();
}

/// Upserts as the writer does: combine the batch, meet stored rows, keep the rest as inserts.
void Upsert(const MergeOptions& options, const std::shared_ptr<arrow::RecordBatch>& stored,
            const std::shared_ptr<arrow::RecordBatch>& batch, std::vector<std::string>* rows) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<RowMerger> merger,
                            RowMerger::Make(options, batch->schema()));
  std::map<std::string, int64_t> numbers;
  std::vector<int64_t> groups;
  for (int64_t row = 0; row < batch->num_rows(); ++row) {
    groups.push_back(
        numbers.emplace(KeyText(*batch, row), static_cast<int64_t>(numbers.size())).first->second);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(
      RowMerger::Winners winners,
      merger->CombineInBatch(batch, groups, static_cast<int64_t>(numbers.size())));
  std::vector<RowRef> refs;
  for (const int64_t row : winners.rows) {
    const bool extra = row >= batch->num_rows();
    refs.push_back({extra ? 1 : 0, static_cast<int32_t>(extra ? row - batch->num_rows() : row)});
  }
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::shared_ptr<arrow::RecordBatch> incoming,
      GatherRows({batch, winners.extra == nullptr ? batch : winners.extra}, refs));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> deletes, DeleteFlags(*incoming, options));
  std::vector<int64_t> stored_rows;
  std::vector<int64_t> incoming_rows;
  std::vector<bool> pair_deletes;
  std::vector<bool> met(refs.size(), false);
  for (int64_t row = 0; row < stored->num_rows(); ++row) {
    const size_t number = static_cast<size_t>(numbers.at(KeyText(*stored, row)));
    met[number] = true;
    stored_rows.push_back(row);
    incoming_rows.push_back(static_cast<int64_t>(number));
    pair_deletes.push_back(deletes[number]);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(
      RowMerger::PairResult merged,
      merger->MergePairs(*stored, stored_rows, *incoming, incoming_rows, pair_deletes));
  int64_t next_combined = 0;
  for (size_t i = 0; i < merged.outcomes.size(); ++i) {
    switch (merged.outcomes[i]) {
      case MergeOutcome::kKeepOlder:
        rows->push_back(RowText(*stored, stored_rows[i], "old"));
        break;
      case MergeOutcome::kTakeNewer:
        rows->push_back(RowText(*incoming, incoming_rows[i], "new"));
        break;
      case MergeOutcome::kCombine:
        rows->push_back(RowText(*merged.combined, next_combined++, "new"));
        break;
      case MergeOutcome::kDelete:
        break;
    }
  }
  for (size_t i = 0; i < refs.size(); ++i) {
    if (!met[i] && !deletes[i]) {
      rows->push_back(RowText(*incoming, static_cast<int64_t>(i), "new"));
    }
  }
}

/// Rows with a column `_hoodie_record_key`, of key and partition.
std::shared_ptr<arrow::RecordBatch> WithKeys(const arrow::RecordBatch& rows) {
  arrow::StringBuilder keys;
  for (int64_t row = 0; row < rows.num_rows(); ++row) {
    EXPECT_TRUE(keys.Append(KeyText(rows, row)).ok());
  }
  return *rows.AddColumn(0, arrow::field(std::string(kRecordKey), arrow::utf8()), *keys.Finish());
}

/// Combines the batch as the writer does, and reads it as the log of a slice.
void ReadMerged(const MergeOptions& options, const std::shared_ptr<arrow::RecordBatch>& stored,
                const std::shared_ptr<arrow::RecordBatch>& batch, std::vector<std::string>* rows) {
  HUDI_ASSERT_OK_AND_ASSIGN(std::unique_ptr<RowMerger> merger,
                            RowMerger::Make(options, batch->schema()));
  std::map<std::string, int64_t> numbers;
  std::vector<int64_t> groups;
  for (int64_t row = 0; row < batch->num_rows(); ++row) {
    groups.push_back(
        numbers.emplace(KeyText(*batch, row), static_cast<int64_t>(numbers.size())).first->second);
  }
  HUDI_ASSERT_OK_AND_ASSIGN(
      RowMerger::Winners winners,
      merger->CombineInBatch(batch, groups, static_cast<int64_t>(numbers.size())));
  std::vector<RowRef> refs;
  for (const int64_t row : winners.rows) {
    const bool extra = row >= batch->num_rows();
    refs.push_back({extra ? 1 : 0, static_cast<int32_t>(extra ? row - batch->num_rows() : row)});
  }
  HUDI_ASSERT_OK_AND_ASSIGN(
      std::shared_ptr<arrow::RecordBatch> incoming,
      GatherRows({batch, winners.extra == nullptr ? batch : winners.extra}, refs));
  HUDI_ASSERT_OK_AND_ASSIGN(std::vector<bool> deletes, DeleteFlags(*incoming, options));
  LogRows logs;
  logs.rows = WithKeys(*incoming);
  for (const bool is_delete : deletes) {
    logs.actions.push_back(is_delete ? LogAction::kDelete : LogAction::kUpsert);
  }
  logs.columns_of_row.assign(logs.actions.size(), -1);
  HUDI_ASSERT_OK_AND_ASSIGN(auto slice, SliceMerger::Make(options, std::move(logs)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto merged, slice->MergeBase(WithKeys(*stored)));
  HUDI_ASSERT_OK_AND_ASSIGN(auto rest, slice->RemainingRows());
  for (const auto& part : {merged, rest}) {
    const auto data = *part->RemoveColumn(0);
    for (int64_t row = 0; row < data->num_rows(); ++row) rows->push_back(RowText(*data, row, ""));
  }
}

TEST_P(MergeCaseTest, AgreesWithTheReference) {
  const MergeCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> schema, ParseDdl(want.ddl));
  nlohmann::json expected = nlohmann::json::parse(want.want);
  std::vector<std::string> marks;
  for (nlohmann::json& row : expected) {
    marks.push_back(row.back().get<std::string>());
    row.erase(row.size() - 1);
  }
  const auto expected_rows = Rows(*schema, expected);
  std::vector<std::string> expected_texts;
  for (size_t i = 0; i < marks.size(); ++i) {
    expected_texts.push_back(RowText(*expected_rows, static_cast<int64_t>(i), marks[i]));
  }
  for (const int version : want.table_versions) {
    MergeOptions options;
    options.table_version = version;
    want.set_options(options);
    std::vector<std::string> rows;
    Upsert(options, Rows(*schema, nlohmann::json::parse(want.stored)),
           Rows(*schema, nlohmann::json::parse(want.incoming)), &rows);
    EXPECT_THAT(rows, testing::UnorderedElementsAreArray(expected_texts)) << "version " << version;
  }
}

// The same batch as a log on top of the stored rows, read merged.
TEST_P(MergeCaseTest, LogsGiveTheSameRows) {
  const MergeCase& want = GetParam();
  HUDI_ASSERT_OK_AND_ASSIGN(std::shared_ptr<arrow::Schema> schema, ParseDdl(want.ddl));
  nlohmann::json expected = nlohmann::json::parse(want.want);
  for (nlohmann::json& row : expected) row.erase(row.size() - 1);
  const auto expected_rows = Rows(*schema, expected);
  std::vector<std::string> expected_texts;
  for (int64_t i = 0; i < expected_rows->num_rows(); ++i) {
    expected_texts.push_back(RowText(*expected_rows, i, ""));
  }
  for (const int version : want.table_versions) {
    MergeOptions options;
    options.table_version = version;
    want.set_options(options);
    std::vector<std::string> rows;
    ReadMerged(options, Rows(*schema, nlohmann::json::parse(want.stored)),
               Rows(*schema, nlohmann::json::parse(want.incoming)), &rows);
    EXPECT_THAT(rows, testing::UnorderedElementsAreArray(expected_texts)) << "version " << version;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reference, MergeCaseTest,
    testing::Values(
        MergeCase{"BulkUpsertInsertDeleteStep1_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
                  kPlain,
                  R"([["a", "p1", "a0", 1, 10]])",
                  R"([["a", "p1", "a1", 11, 20], ["d", "p2", "d0", 4, 20]])",
                  R"([["a", "p1", "a1", 11, 20, "new"], ["d", "p2", "d0", 4, 20, "new"]])"},
        MergeCase{
            "UpsertBatchDupsStep0_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
            kPlain,
            R"([])",
            R"([["a", "p1", "first-5", 1, 5], ["a", "p1", "second-9", 2, 9], ["a", "p1", "third-7", 3, 7], ["b", "p1", "tie-1", 1, 5], ["b", "p1", "tie-2", 2, 5], ["c", "p1", "x", 1, 1], ["c", "p2", "y", 2, 0]])",
            R"([["a", "p1", "second-9", 2, 9, "new"], ["b", "p1", "tie-2", 2, 5, "new"], ["c", "p1", "x", 1, 1, "new"], ["c", "p2", "y", 2, 0, "new"]])"},
        MergeCase{"UpsertBatchDupsStep1_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
                  kPlain,
                  R"([["a", "p1", "second-9", 2, 9], ["b", "p1", "tie-2", 2, 5]])",
                  R"([["b", "p1", "tie-3", 3, 5], ["a", "p1", "lower", 4, 8]])",
                  R"([["a", "p1", "lower", 4, 8, "new"], ["b", "p1", "tie-3", 3, 5, "new"]])"},
        MergeCase{
            "UpsertNoOrderingFieldStep0_0150",
            {6},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.ordering_is_default = true;
            },
            kPlain,
            R"([])",
            R"([["a", "p1", "1st", 1, 9], ["a", "p1", "2nd", 2, 5], ["b", "p1", "b0", 1, 9]])",
            R"([["a", "p1", "1st", 1, 9, "new"], ["b", "p1", "b0", 1, 9, "new"]])"},
        MergeCase{"UpsertNoOrderingFieldStep1_0150",
                  {6},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.ordering_is_default = true;
                  },
                  kPlain,
                  R"([["b", "p1", "b0", 1, 9]])",
                  R"([["b", "p1", "b-lower", 2, 1]])",
                  R"([["b", "p1", "b-lower", 2, 1, "new"]])"},
        MergeCase{
            "IsDeletedFlagStep1_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([["a", "p1", "a0", 1, 10, false], ["b", "p1", "b0", 2, 10, false]])",
            R"([["a", "p1", "a-low", 2, 5, true], ["b", "p1", "b-high", 2, 15, true], ["q", "p1", "never", 2, 15, true]])",
            R"([])"},
        MergeCase{
            "IsDeletedFlagStep3_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([["b", "p1", "b-between", 3, 12, false]])",
            R"([["b", "p1", "b-later", 3, 20, null]])",
            R"([["b", "p1", "b-later", 3, 20, null, "new"]])"},
        MergeCase{
            "IsDeletedFlagStep6_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([])",
            R"([["d1", "p1", "v10", 1, 10, false], ["d1", "p1", "v20", 2, 20, true], ["d2", "p1", "v20", 1, 20, false], ["d2", "p1", "v10", 2, 10, true]])",
            R"([["d2", "p1", "v20", 1, 20, false, "new"]])"},
        MergeCase{"CustomDeleteMarkerStep1_0150_102_120",
                  {6, 8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.payload = PayloadKind::kDefault;
                    o.delete_field = "val";
                    o.delete_marker = "D";
                  },
                  kPlain,
                  R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10]])",
                  R"([["a", "p1", "D", 2, 5], ["b", "p1", "D", 2, 15], ["q", "p1", "D", 2, 15]])",
                  R"([["a", "p1", "a0", 1, 10, "old"]])"},
        MergeCase{"DeleteCompactReinsertStep3_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
                  kPlain,
                  R"([["a", "p1", "a-low", 1, 5], ["b", "p1", "b0", 2, 10]])",
                  R"([["a", "p1", "a-lower", 1, 3], ["b", "p1", "b-high", 1, 30]])",
                  R"([["a", "p1", "a-lower", 1, 3, "new"], ["b", "p1", "b-high", 1, 30, "new"]])"},
        MergeCase{"DeleteCompactReinsertStep4_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
                  kPlain,
                  R"([["b", "p1", "b-high", 1, 30]])",
                  R"([["b", "p1", "b-low", 1, 20]])",
                  R"([["b", "p1", "b-low", 1, 20, "new"]])"},
        MergeCase{"DeleteCompactReinsertStep5_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ts"}; },
                  kPlain,
                  R"([["b", "p1", "b-low", 1, 20], ["c", "p2", "c0", 3, 10]])",
                  R"([["b", "p1", "b-lowest", 1, 15], ["c", "p2", "c-new", 1, 50]])",
                  R"([["b", "p1", "b-lowest", 1, 15, "new"], ["c", "p2", "c-new", 1, 50, "new"]])"},
        MergeCase{
            "OrderingTypesStep0_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
            "id string, part string, val string, ev timestamp",
            R"([])",
            R"([["a", "p1", "a", "2024-01-02 00:00:00"], ["a", "p1", "a-later", "2024-01-02 00:00:00.000001"]])",
            R"([["a", "p1", "a-later", "2024-01-02 00:00:00.000001", "new"]])"},
        MergeCase{"OrderingTypesStep1_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
                  "id string, part string, val string, ev timestamp",
                  R"([["a", "p1", "a-later", "2024-01-02 00:00:00.000001"]])",
                  R"([["a", "p1", "a-older", "2024-01-01 00:00:00"]])",
                  R"([["a", "p1", "a-older", "2024-01-01 00:00:00", "new"]])"},
        MergeCase{
            "OrderingStringStep0_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
            "id string, part string, val string, ev string",
            R"([])",
            R"([["a", "p1", "9", "9"], ["a", "p1", "10", "10"], ["b", "p1", "B", "B"], ["b", "p1", "a", "a"], ["c", "p1", "e-acute", "é"], ["c", "p1", "z", "z"]])",
            R"([["a", "p1", "9", "9", "new"], ["b", "p1", "a", "a", "new"], ["c", "p1", "e-acute", "é", "new"]])"},
        MergeCase{
            "OrderingDoubleDecimalStep0_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
            "id string, part string, val string, ev decimal(10,2)",
            R"([])",
            R"([["a", "p1", "1.5", "1.50"], ["a", "p1", "1.49", "1.49"], ["b", "p1", "neg", "-3.00"], ["b", "p1", "less", "-3.01"]])",
            R"([["a", "p1", "1.5", "1.50", "new"], ["b", "p1", "neg", "-3.00", "new"]])"},
        MergeCase{"OrderingDoubleDecimalStep1_0150",
                  {6},
                  [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
                  "id string, part string, val string, ev decimal(10,2)",
                  R"([["a", "p1", "1.5", "1.50"], ["b", "p1", "neg", "-3.00"]])",
                  R"([["a", "p1", "1.51", "1.51"], ["b", "p1", "lower", "-4.00"]])",
                  R"([["a", "p1", "1.51", "1.51", "new"], ["b", "p1", "lower", "-4.00", "new"]])"},
        MergeCase{
            "OrderingDateStep0_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
            "id string, part string, val string, ev date, q int",
            R"([])",
            R"([["a", "p1", "a", 19724, 1], ["a", "p1", "a-older", 19723, 1], ["b", "p1", "b", -1, 1]])",
            R"([["a", "p1", "a", 19724, 1, "new"], ["b", "p1", "b", -1, 1, "new"]])"},
        MergeCase{
            "OrderingDateStep1_0150",
            {6},
            [](MergeOptions& o) { o.ordering_fields = {"ev"}; },
            "id string, part string, val string, ev date, q int",
            R"([["a", "p1", "a", 19724, 1], ["b", "p1", "b", -1, 1]])",
            R"([["a", "p1", "a-lower", 19722, 1], ["b", "p1", "b-higher", 0, 1]])",
            R"([["a", "p1", "a-lower", 19722, 1, "new"], ["b", "p1", "b-higher", 0, 1, "new"]])"},
        MergeCase{
            "PayloadOverwritewithlatestavropayloadStep1_0150",
            {6},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kOverwriteWithLatest;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15], ["d", "p2", "d8", 1, 8], ["d", "p2", "d6", 2, 6]])",
            R"([["a", "p1", "a-low", 2, 5, "new"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"], ["d", "p2", "d8", 1, 8, "new"]])"},
        MergeCase{
            "PayloadDefaulthoodierecordpayloadStep1_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kDefault;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15], ["d", "p2", "d8", 1, 8], ["d", "p2", "d6", 2, 6]])",
            R"([["a", "p1", "a0", 1, 10, "old"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"], ["d", "p2", "d8", 1, 8, "new"]])"},
        MergeCase{
            "PayloadEventtimeavropayloadStep1_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kEventTime;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15], ["d", "p2", "d8", 1, 8], ["d", "p2", "d6", 2, 6]])",
            R"([["a", "p1", "a0", 1, 10, "old"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"], ["d", "p2", "d8", 1, 8, "new"]])"},
        MergeCase{
            "PayloadOverwritenondefaultsStep1_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kOverwriteNonDefaults;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", null, 22, 5], ["b", "p1", "", null, 10], ["c", "p2", null, null, 15], ["e", "p2", null, null, 1]])",
            R"([["a", "p1", "a0", 22, 5, "new"], ["b", "p1", "", 2, 10, "new"], ["c", "p2", "c0", 3, 15, "new"], ["e", "p2", null, null, 1, "new"]])"},
        MergeCase{"PayloadOverwritenondefaultsStep2_0150_102_111_120",
                  {6, 8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.payload = PayloadKind::kOverwriteNonDefaults;
                  },
                  kPlain,
                  R"([["c", "p2", "c0", 3, 15]])",
                  R"([["c", "p2", "c-new", null, null]])",
                  R"([["c", "p2", "c-new", 3, 15, "new"]])"},
        MergeCase{
            "PayloadPartialupdateStep1_0150_102",
            {6, 8},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kPartialUpdate;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", null, 22, 5], ["b", "p1", "bb", null, 20], ["c", "p2", null, null, 15]])",
            R"([["a", "p1", "a0", 1, 10, "new"], ["b", "p1", "bb", 2, 20, "new"], ["c", "p2", "c0", 3, 15, "new"]])"},
        MergeCase{
            "PayloadPartialupdateStep2_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kPartialUpdate;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10]])",
            R"([["a", "p1", "a-30", null, 30], ["a", "p1", null, 77, 31], ["a", "p1", "a-29", 66, 29]])",
            R"([["a", "p1", "a-30", 77, 31, "new"]])"},
        MergeCase{"PayloadEmptyrecordStep1_0150_102_111_120",
                  {6, 8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.payload = PayloadKind::kEmpty;
                  },
                  kPlain,
                  R"([["a", "p1", "a0", 1, 10]])",
                  R"([["a", "p1", "x", 2, 15]])",
                  R"([])"},
        MergeCase{
            "PayloadAwsdmsStep1_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kAwsDms;
            },
            "id string, part string, val string, ts bigint, Op string",
            R"([["a", "p1", "a0", 10, ""], ["b", "p1", "b0", 10, "I"]])",
            R"([["a", "p1", "a1", 5, "U"], ["b", "p1", "b1", 20, "D"], ["c", "p1", "c1", 20, "D"]])",
            R"([["a", "p1", "a1", 5, "U", "new"]])"},
        MergeCase{
            "PayloadMysqldebeziumStep1_0150_102",
            {6, 8},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_seq"};
              o.payload = PayloadKind::kMySqlDebezium;
            },
            "id string, part string, val string, _change_operation_type string, _event_seq string, "
            "_event_bin_file string, _event_pos bigint",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111], ["b", "p1", "b0", "c", "00001.111", "mysql-bin.00001", 111]])",
            R"([["a", "p1", "a-old", "u", "00001.9", "mysql-bin.00001", 9], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5]])",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111, "old"], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5, "new"]])"},
        MergeCase{
            "PayloadMysqldebeziumStep2_0150_102",
            {6, 8},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_seq"};
              o.payload = PayloadKind::kMySqlDebezium;
            },
            "id string, part string, val string, _change_operation_type string, _event_seq string, "
            "_event_bin_file string, _event_pos bigint",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5]])",
            R"([["a", "p1", "x", "d", "00003.1", "mysql-bin.00003", 1], ["b", "p1", "x", "d", "00001.200", "mysql-bin.00001", 200]])",
            R"([["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5, "old"]])"},
        MergeCase{
            "PayloadPostgresdebeziumStep1_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_lsn"};
              o.payload = PayloadKind::kPostgresDebezium;
            },
            "id string, part string, val string, big string, _change_operation_type string, "
            "_event_lsn bigint",
            R"([["a", "p1", "a0", "toast-a", "c", 100], ["b", "p1", "b0", "toast-b", "c", 100]])",
            R"([["a", "p1", "a1", "__debezium_unavailable_value", "u", 110], ["b", "p1", "b-old", "x", "u", 50]])",
            R"([["a", "p1", "a1", "toast-a", "u", 110, "new"], ["b", "p1", "b0", "toast-b", "c", 100, "old"]])"},
        MergeCase{
            "PayloadPostgresdebeziumStep2_0150_102_111_120",
            {6, 8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_lsn"};
              o.payload = PayloadKind::kPostgresDebezium;
            },
            "id string, part string, val string, big string, _change_operation_type string, "
            "_event_lsn bigint",
            R"([["a", "p1", "a1", "toast-a", "u", 110], ["b", "p1", "b0", "toast-b", "c", 100]])",
            R"([["a", "p1", "a2", null, "d", 105], ["b", "p1", "b2", null, "d", 200]])",
            R"([["a", "p1", "a1", "toast-a", "u", 110, "old"]])"},
        MergeCase{"BulkUpsertInsertDeleteStep1_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["a", "p1", "a0", 1, 10]])",
                  R"([["a", "p1", "a1", 11, 20], ["d", "p2", "d0", 4, 20]])",
                  R"([["a", "p1", "a1", 11, 20, "new"], ["d", "p2", "d0", 4, 20, "new"]])"},
        MergeCase{
            "UpsertBatchDupsStep0_102_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kEventTime;
            },
            kPlain,
            R"([])",
            R"([["a", "p1", "first-5", 1, 5], ["a", "p1", "second-9", 2, 9], ["a", "p1", "third-7", 3, 7], ["b", "p1", "tie-1", 1, 5], ["b", "p1", "tie-2", 2, 5], ["c", "p1", "x", 1, 1], ["c", "p2", "y", 2, 0]])",
            R"([["a", "p1", "second-9", 2, 9, "new"], ["b", "p1", "tie-2", 2, 5, "new"], ["c", "p1", "x", 1, 1, "new"], ["c", "p2", "y", 2, 0, "new"]])"},
        MergeCase{"UpsertBatchDupsStep1_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["a", "p1", "second-9", 2, 9], ["b", "p1", "tie-2", 2, 5]])",
                  R"([["b", "p1", "tie-3", 3, 5], ["a", "p1", "lower", 4, 8]])",
                  R"([["a", "p1", "second-9", 2, 9, "old"], ["b", "p1", "tie-3", 3, 5, "new"]])"},
        MergeCase{
            "UpsertNoOrderingFieldStep0_102_120",
            {8, 9},
            [](MergeOptions& o) { o.mode = MergeMode::kCommitTime; },
            kPlain,
            R"([])",
            R"([["a", "p1", "1st", 1, 9], ["a", "p1", "2nd", 2, 5], ["b", "p1", "b0", 1, 9]])",
            R"([["a", "p1", "2nd", 2, 5, "new"], ["b", "p1", "b0", 1, 9, "new"]])"},
        MergeCase{"UpsertNoOrderingFieldStep1_102_120",
                  {8, 9},
                  [](MergeOptions& o) { o.mode = MergeMode::kCommitTime; },
                  kPlain,
                  R"([["b", "p1", "b0", 1, 9]])",
                  R"([["b", "p1", "b-lower", 2, 1]])",
                  R"([["b", "p1", "b-lower", 2, 1, "new"]])"},
        MergeCase{
            "IsDeletedFlagStep1_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([["a", "p1", "a0", 1, 10, false], ["b", "p1", "b0", 2, 10, false]])",
            R"([["a", "p1", "a-low", 2, 5, true], ["b", "p1", "b-high", 2, 15, true], ["q", "p1", "never", 2, 15, true]])",
            R"([["a", "p1", "a0", 1, 10, false, "old"]])"},
        MergeCase{
            "IsDeletedFlagStep3_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([["b", "p1", "b-between", 3, 12, false]])",
            R"([["b", "p1", "b-later", 3, 20, null]])",
            R"([["b", "p1", "b-later", 3, 20, null, "new"]])"},
        MergeCase{
            "IsDeletedFlagStep6_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, n int, ts bigint, _hoodie_is_deleted boolean",
            R"([])",
            R"([["d1", "p1", "v10", 1, 10, false], ["d1", "p1", "v20", 2, 20, true], ["d2", "p1", "v20", 1, 20, false], ["d2", "p1", "v10", 2, 10, true]])",
            R"([["d2", "p1", "v20", 1, 20, false, "new"]])"},
        MergeCase{"DeleteCompactReinsertStep3_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["a", "p1", "a-low", 1, 5], ["b", "p1", "b0", 2, 10]])",
                  R"([["a", "p1", "a-lower", 1, 3], ["b", "p1", "b-high", 1, 30]])",
                  R"([["a", "p1", "a-low", 1, 5, "old"], ["b", "p1", "b-high", 1, 30, "new"]])"},
        MergeCase{"DeleteCompactReinsertStep4_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["b", "p1", "b-high", 1, 30]])",
                  R"([["b", "p1", "b-low", 1, 20]])",
                  R"([["b", "p1", "b-high", 1, 30, "old"]])"},
        MergeCase{"DeleteCompactReinsertStep5_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["b", "p1", "b-high", 1, 30], ["c", "p2", "c0", 3, 10]])",
                  R"([["b", "p1", "b-lowest", 1, 15], ["c", "p2", "c-new", 1, 50]])",
                  R"([["b", "p1", "b-high", 1, 30, "old"], ["c", "p2", "c-new", 1, 50, "new"]])"},
        MergeCase{
            "ModeCommitStep1_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kCommitTime;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15]])",
            R"([["a", "p1", "a-low", 2, 5, "new"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"]])"},
        MergeCase{
            "ModeEventStep1_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.mode = MergeMode::kEventTime;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15]])",
            R"([["a", "p1", "a0", 1, 10, "old"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

INSTANTIATE_TEST_SUITE_P(
    Reference1, MergeCaseTest,
    testing::Values(
        MergeCase{
            "OrderingTypesStep0_102_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ev"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, ev timestamp",
            R"([])",
            R"([["a", "p1", "a", "2024-01-02 00:00:00"], ["a", "p1", "a-later", "2024-01-02 00:00:00.000001"]])",
            R"([["a", "p1", "a-later", "2024-01-02 00:00:00.000001", "new"]])"},
        MergeCase{"OrderingTypesStep1_102_120",
                  {8, 9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ev"};
                    o.mode = MergeMode::kEventTime;
                  },
                  "id string, part string, val string, ev timestamp",
                  R"([["a", "p1", "a-later", "2024-01-02 00:00:00.000001"]])",
                  R"([["a", "p1", "a-older", "2024-01-01 00:00:00"]])",
                  R"([["a", "p1", "a-later", "2024-01-02 00:00:00.000001", "old"]])"},
        MergeCase{
            "OrderingStringStep0_102_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ev"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, ev string",
            R"([])",
            R"([["a", "p1", "9", "9"], ["a", "p1", "10", "10"], ["b", "p1", "B", "B"], ["b", "p1", "a", "a"], ["c", "p1", "e-acute", "é"], ["c", "p1", "z", "z"]])",
            R"([["a", "p1", "9", "9", "new"], ["b", "p1", "a", "a", "new"], ["c", "p1", "e-acute", "é", "new"]])"},
        MergeCase{
            "OrderingDoubleDecimalStep0_102_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ev"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, ev decimal(10,2)",
            R"([])",
            R"([["a", "p1", "1.5", "1.50"], ["a", "p1", "1.49", "1.49"], ["b", "p1", "neg", "-3.00"], ["b", "p1", "less", "-3.01"]])",
            R"([["a", "p1", "1.5", "1.50", "new"], ["b", "p1", "neg", "-3.00", "new"]])"},
        MergeCase{"OrderingDoubleDecimalStep1_102",
                  {8},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ev"};
                    o.mode = MergeMode::kEventTime;
                  },
                  "id string, part string, val string, ev decimal(10,2)",
                  R"([["a", "p1", "1.5", "1.50"], ["b", "p1", "neg", "-3.00"]])",
                  R"([["a", "p1", "1.51", "1.51"], ["b", "p1", "lower", "-4.00"]])",
                  R"([["a", "p1", "1.51", "1.51", "new"], ["b", "p1", "neg", "-3.00", "old"]])"},
        MergeCase{
            "OrderingDateStep0_102_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ev"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, ev date, q int",
            R"([])",
            R"([["a", "p1", "a", 19724, 1], ["a", "p1", "a-older", 19723, 1], ["b", "p1", "b", -1, 1]])",
            R"([["a", "p1", "a", 19724, 1, "new"], ["b", "p1", "b", -1, 1, "new"]])"},
        MergeCase{"OrderingDateStep1_102",
                  {8},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ev"};
                    o.mode = MergeMode::kEventTime;
                  },
                  "id string, part string, val string, ev date, q int",
                  R"([["a", "p1", "a", 19724, 1], ["b", "p1", "b", -1, 1]])",
                  R"([["a", "p1", "a-lower", 19722, 1], ["b", "p1", "b-higher", 0, 1]])",
                  R"([["a", "p1", "a", 19724, 1, "old"], ["b", "p1", "b-higher", 0, 1, "new"]])"},
        MergeCase{
            "PayloadOverwritewithlatestavropayloadStep1_102_111_120",
            {8, 9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kOverwriteWithLatest;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", "a-low", 2, 5], ["b", "p1", "b-eq", 2, 10], ["c", "p2", "c-high", 2, 15], ["d", "p2", "d8", 1, 8], ["d", "p2", "d6", 2, 6]])",
            R"([["a", "p1", "a-low", 2, 5, "new"], ["b", "p1", "b-eq", 2, 10, "new"], ["c", "p2", "c-high", 2, 15, "new"], ["d", "p2", "d6", 2, 6, "new"]])"},
        MergeCase{
            "TwoOrderingFieldsStep0_111_120",
            {9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts", "n"};
              o.mode = MergeMode::kEventTime;
            },
            kPlain,
            R"([])",
            R"([["a", "p1", "a-10-1", 1, 10], ["a", "p1", "a-10-3", 3, 10], ["a", "p1", "a-10-2", 2, 10], ["b", "p1", "b-10-5", 5, 10]])",
            R"([["a", "p1", "a-10-3", 3, 10, "new"], ["b", "p1", "b-10-5", 5, 10, "new"]])"},
        MergeCase{"TwoOrderingFieldsStep1_111_120",
                  {9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts", "n"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["a", "p1", "a-10-3", 3, 10], ["b", "p1", "b-10-5", 5, 10]])",
                  R"([["a", "p1", "a-10-2", 2, 10], ["b", "p1", "b-11-0", 0, 11]])",
                  R"([["a", "p1", "a-10-3", 3, 10, "old"], ["b", "p1", "b-11-0", 0, 11, "new"]])"},
        MergeCase{"TwoOrderingFieldsStep2_111_120",
                  {9},
                  [](MergeOptions& o) {
                    o.ordering_fields = {"ts", "n"};
                    o.mode = MergeMode::kEventTime;
                  },
                  kPlain,
                  R"([["a", "p1", "a-10-3", 3, 10], ["b", "p1", "b-11-0", 0, 11]])",
                  R"([["a", "p1", "a-10-3", 3, 10], ["b", "p1", "b-11-neg", -1, 11]])",
                  R"([["a", "p1", "a-10-3", 3, 10, "new"], ["b", "p1", "b-11-0", 0, 11, "old"]])"},
        MergeCase{
            "TwoOrderingFieldsDateStep0_111_120",
            {9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ev", "q"};
              o.mode = MergeMode::kEventTime;
            },
            "id string, part string, val string, ev date, q int",
            R"([])",
            R"([["a", "p1", "a", 19724, 1], ["a", "p1", "a-2", 19724, 2], ["b", "p1", "b", -1, 1]])",
            R"([["a", "p1", "a-2", 19724, 2, "new"], ["b", "p1", "b", -1, 1, "new"]])"},
        MergeCase{
            "PayloadPartialupdateStep1_111_120",
            {9},
            [](MergeOptions& o) {
              o.ordering_fields = {"ts"};
              o.payload = PayloadKind::kPartialUpdate;
            },
            kPlain,
            R"([["a", "p1", "a0", 1, 10], ["b", "p1", "b0", 2, 10], ["c", "p2", "c0", 3, 10]])",
            R"([["a", "p1", null, 22, 5], ["b", "p1", "bb", null, 20], ["c", "p2", null, null, 15]])",
            R"([["a", "p1", "a0", 1, 10, "old"], ["b", "p1", "bb", 2, 20, "new"], ["c", "p2", "c0", 3, 15, "new"]])"},
        MergeCase{
            "PayloadMysqldebeziumNoOrderingOptionStep1_111_120",
            {9},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_bin_file", "_event_pos"};
              o.payload = PayloadKind::kMySqlDebezium;
            },
            "id string, part string, val string, _change_operation_type string, _event_seq string, "
            "_event_bin_file string, _event_pos bigint",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111], ["b", "p1", "b0", "c", "00001.111", "mysql-bin.00001", 111]])",
            R"([["a", "p1", "a-old", "u", "00001.9", "mysql-bin.00001", 9], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5]])",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111, "old"], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5, "new"]])"},
        MergeCase{
            "PayloadMysqldebeziumNoOrderingOptionStep2_111_120",
            {9},
            [](MergeOptions& o) {
              o.ordering_fields = {"_event_bin_file", "_event_pos"};
              o.payload = PayloadKind::kMySqlDebezium;
            },
            "id string, part string, val string, _change_operation_type string, _event_seq string, "
            "_event_bin_file string, _event_pos bigint",
            R"([["a", "p1", "a0", "c", "00001.111", "mysql-bin.00001", 111], ["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5]])",
            R"([["a", "p1", "x", "d", "00003.1", "mysql-bin.00003", 1], ["b", "p1", "x", "d", "00001.200", "mysql-bin.00001", 200]])",
            R"([["b", "p1", "b1", "u", "00002.5", "mysql-bin.00002", 5, "old"]])"}),
    [](const auto& info) { return std::string(info.param.label); });

}  // namespace
}  // namespace hudi
