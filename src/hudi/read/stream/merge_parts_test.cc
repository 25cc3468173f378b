// SPDX-License-Identifier: Apache-2.0
#include "hudi/read/stream/merge_parts.h"

#include <map>
#include <string>

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hudi/base/key_table.h"
#include "hudi/base/testing.h"
#include "hudi/schema/meta_columns.h"

namespace hudi {
namespace {

std::shared_ptr<arrow::RecordBatch> KeyedRows(int first, int num_rows) {
  const auto schema = arrow::schema(
      {arrow::field(std::string(kRecordKey), arrow::utf8()), arrow::field("n", arrow::int32())});
  std::string json;
  for (int n = first; n < first + num_rows; ++n) {
    json += (json.empty() ? "" : ",") + ("[\"k" + std::to_string(n % 50) + "\"," +
                                         (n % 7 == 0 ? "null" : std::to_string(n)) + "]");
  }
  const auto array =
      *arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), "[" + json + "]");
  return *arrow::RecordBatch::FromStructArray(array);
}

using Texts = std::map<std::string, std::vector<std::string>>;  // of the rows of each key

void AddTexts(const arrow::RecordBatch& rows, const LogRows* logs, Texts* texts) {
  for (int64_t row = 0; row < rows.num_rows(); ++row) {
    std::string text = (*rows.column(1)->GetScalar(row))->ToString();
    if (logs != nullptr) {
      const auto index = static_cast<size_t>(row);
      text += " " + std::to_string(static_cast<int>(logs->actions[index]));
      const int32_t set = logs->columns_of_row[index];
      if (set >= 0) {
        for (bool has : logs->column_sets[static_cast<size_t>(set)]) text += has ? "+" : "-";
      }
    }
    (*texts)[(*rows.column(0)->GetScalar(row))->ToString()].push_back(std::move(text));
  }
}

// With as many parts as there are files, and with more.
TEST(MergeParts, GivesBackTheRowsOfEachKeyInTheirOrder) {
  for (int64_t num_parts : {3, 16, 100}) {
    SCOPED_TRACE(num_parts);
    const std::shared_ptr<arrow::Schema> schema = KeyedRows(0, 1)->schema();
    HUDI_ASSERT_OK_AND_ASSIGN(auto parts, MergeParts::Make(schema, num_parts));
    Texts added_logs;
    Texts added_base;
    for (int piece = 0; piece < 4; ++piece) {
      LogRows logs;
      logs.rows = KeyedRows(piece * 70, 70);
      logs.column_sets = {{true, piece % 2 == 0}, {true, piece % 2 != 0}};
      for (int row = 0; row < 70; ++row) {
        logs.actions.push_back(static_cast<LogAction>(row % 3));
        logs.columns_of_row.push_back(row % 3 - 1);
      }
      AddTexts(*logs.rows, &logs, &added_logs);
      HUDI_ASSERT_OK(parts->AddLogs(logs));
      AddTexts(*KeyedRows(piece * 20, 20), nullptr, &added_base);
      HUDI_ASSERT_OK(parts->AddBase(KeyedRows(piece * 20, 20)));
    }
    HUDI_ASSERT_OK(parts->Finish());
    Texts found_logs;
    Texts found_base;
    for (int64_t part = 0; part < num_parts; ++part) {
      HUDI_ASSERT_OK_AND_ASSIGN(LogRows logs, parts->Logs(part));
      Texts of_part;
      AddTexts(*logs.rows, &logs, &of_part);
      for (auto& [key, texts] : of_part) {
        EXPECT_EQ(PartOfKey(key, num_parts), part) << key;
        EXPECT_TRUE(found_logs.emplace(key, std::move(texts)).second) << key;
      }
      HUDI_ASSERT_OK_AND_ASSIGN(auto base, parts->Base(part)->ToRecordBatches());
      of_part.clear();
      for (const auto& rows : base) AddTexts(*rows, nullptr, &of_part);
      for (auto& [key, texts] : of_part) {
        if (PartOfKey(key, num_parts) == part) found_base[key] = std::move(texts);
      }
    }
    EXPECT_EQ(found_logs, added_logs);
    EXPECT_EQ(found_base, added_base);
  }
}

}  // namespace
}  // namespace hudi
