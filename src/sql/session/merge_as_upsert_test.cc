// SPDX-License-Identifier: Apache-2.0
#include "sql/session/merge_as_upsert.h"

#include <gtest/gtest.h>

namespace hudi::sql {
namespace {

struct MergeCase {
  const char* text;
  bool is_upsert;
};

bool IsUpsertText(const std::string& text) {
  const MergeColumns columns{{"id", "region", "ts", "v"},     {"id"}, {"region"}, "t", "s",
                             {"id", "region", "ts", "v", "w"}};
  arrow::Result<Statement> statement = ParseStatement("MERGE INTO t USING src s " + text);
  EXPECT_TRUE(statement.ok()) << statement.status() << "\n" << text;
  if (!statement.ok()) return false;
  const auto& merge = std::get<MergeStatement>(statement->body);
  MergeCondition condition =
      ReadMergeCondition(*statement, merge.on, "t", columns.table, columns.source);
  // As a MERGE does: what is not about keys or partitions selects rows.
  for (const auto& [column, expression] : condition.equalities) {
    if (column != "id" && column != "region") condition.has_others = true;
  }
  return IsUpsertOfSource(*statement, merge, condition, columns);
}

class MergeAsUpsertTest : public testing::TestWithParam<MergeCase> {};

TEST_P(MergeAsUpsertTest, IsOneOnlyIfMatchesMakeNoDifference) {
  EXPECT_EQ(IsUpsertText(GetParam().text), GetParam().is_upsert) << GetParam().text;
}

constexpr const char* kStars = " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *";
const std::string kKeyAndStars = std::string("ON t.id = s.id") + kStars;
const std::string kBothAndStars =
    std::string("ON (s.id = t.id AND t.region <=> s.region)") + kStars;
const std::string kValueToo = std::string("ON t.id = s.id AND t.v = s.v") + kStars;
const std::string kTwice = std::string("ON t.id = s.id AND t.id = s.w") + kStars;
const std::string kOther = std::string("ON t.id = s.w") + kStars;
const std::string kExpression = std::string("ON t.id = s.id + 1") + kStars;
const std::string kConstant = std::string("ON t.id = s.id AND t.region = 'x'") + kStars;
const std::string kEither = std::string("ON t.id = s.id OR t.region = s.region") + kStars;
const std::string kNoKey = std::string("ON t.region = s.region") + kStars;
const std::string kOnSource = std::string("ON t.id = s.id AND s.v > 1") + kStars;

INSTANTIATE_TEST_SUITE_P(
    Stars, MergeAsUpsertTest,
    testing::Values(MergeCase{kKeyAndStars.c_str(), true}, MergeCase{kBothAndStars.c_str(), true},
                    MergeCase{kValueToo.c_str(), false}, MergeCase{kTwice.c_str(), false},
                    MergeCase{kOther.c_str(), false}, MergeCase{kExpression.c_str(), false},
                    MergeCase{kConstant.c_str(), false}, MergeCase{kEither.c_str(), false},
                    MergeCase{kNoKey.c_str(), false}, MergeCase{kOnSource.c_str(), false}));

INSTANTIATE_TEST_SUITE_P(
    Clauses, MergeAsUpsertTest,
    testing::Values(
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET id = s.id, region = s.region, ts = "
                  "s.ts, v = s.w WHEN NOT MATCHED THEN INSERT (v, id, region, ts) VALUES (w, s.id, "
                  "s.region, s.ts)",
                  true},
        // Another value for rows that are new.
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET id = s.id, region = s.region, ts = "
                  "s.ts, v = s.w WHEN NOT MATCHED THEN INSERT *",
                  false},
        // Stored values stay.
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET ts = s.ts WHEN NOT MATCHED THEN "
                  "INSERT *",
                  false},
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET id = s.id, region = s.region, ts = "
                  "s.ts, v = t.v WHEN NOT MATCHED THEN INSERT *",
                  false},
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET *", false},
        MergeCase{"ON t.id = s.id WHEN NOT MATCHED THEN INSERT *", false},
        MergeCase{"ON t.id = s.id WHEN MATCHED AND s.v > 1 THEN UPDATE SET * WHEN NOT MATCHED THEN "
                  "INSERT *",
                  false},
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED AND s.v > 1 THEN "
                  "INSERT *",
                  false},
        MergeCase{"ON t.id = s.id WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT *", false},
        MergeCase{"ON t.id = s.id WHEN MATCHED AND s.v = 1 THEN DELETE WHEN MATCHED THEN UPDATE "
                  "SET * WHEN NOT MATCHED THEN INSERT *",
                  false},
        // The key that is matched must be the key that is written.
        MergeCase{"ON t.id = s.w WHEN MATCHED THEN UPDATE SET id = s.id, region = s.region, ts = "
                  "s.ts, v = s.v WHEN NOT MATCHED THEN INSERT *",
                  false}));

}  // namespace
}  // namespace hudi::sql
