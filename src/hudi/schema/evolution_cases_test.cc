// SPDX-License-Identifier: Apache-2.0
// Plays the reference's schema evolution cases on a table of Arrow batches: every write deduces the
// schema, aligns the input to it, and brings what is stored to it.
#include <algorithm>
#include <map>

#include <arrow/json/from_string.h>
#include <arrow/record_batch.h>
#include <gtest/gtest.h>

#include "hudi/base/testing.h"
#include "hudi/schema/ddl.h"
#include "hudi/schema/evolution.h"
#include "hudi/schema/evolution_cases_fixture.h"

namespace hudi {
namespace {

using BatchPtr = std::shared_ptr<arrow::RecordBatch>;
using SchemaPtr = std::shared_ptr<arrow::Schema>;

arrow::Result<BatchPtr> Rows(const SchemaPtr& schema, const char* json) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> rows,
                        arrow::json::ArrayFromJSONString(arrow::struct_(schema->fields()), json));
  ARROW_ASSIGN_OR_RAISE(BatchPtr batch, arrow::RecordBatch::FromStructArray(rows));
  return batch->ReplaceSchema(schema);
}

// The rows of a table, one batch of one row per key.
class ToyTable {
 public:
  arrow::Status Write(const EvolutionStep& step, const EvolutionOptions& options) {
    ARROW_ASSIGN_OR_RAISE(SchemaPtr declared, ParseDdl(step.incoming));
    ARROW_ASSIGN_OR_RAISE(BatchPtr input, Rows(declared, step.incoming_rows));
    ARROW_ASSIGN_OR_RAISE(SchemaPtr schema, DeduceWriterSchema(schema_.get(), *declared, options));
    ARROW_ASSIGN_OR_RAISE(BatchPtr aligned, AlignBatch(input, schema));
    ARROW_RETURN_NOT_OK(aligned->ValidateFull());
    std::map<std::string, BatchPtr> rows;
    for (const auto& [key, row] : rows_) {
      ARROW_ASSIGN_OR_RAISE(rows[key], AlignStoredBatch(row, schema));
      ARROW_RETURN_NOT_OK(rows[key]->ValidateFull());
    }
    for (int64_t i = 0; i < aligned->num_rows(); ++i) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Scalar> key,
                            aligned->GetColumnByName("id")->GetScalar(i));
      rows[key->ToString()] = aligned->Slice(i, 1);
    }
    schema_ = std::move(schema);
    rows_ = std::move(rows);
    return arrow::Status::OK();
  }

  const SchemaPtr& schema() const { return schema_; }

  // Every row as text, columns ordered as `columns`.
  std::vector<std::string> Show(const arrow::Schema& columns) const {
    std::vector<std::string> shown;
    for (const auto& [key, row] : rows_) shown.push_back(ShowRow(*row, 0, columns));
    return shown;
  }

  static std::string ShowRow(const arrow::RecordBatch& batch, int64_t i,
                             const arrow::Schema& columns) {
    std::string out;
    for (const std::string& name : columns.field_names()) {
      const std::shared_ptr<arrow::Scalar> value =
          batch.GetColumnByName(name)->GetScalar(i).ValueOrDie();
      out += name + "=" + value->ToString() + " ";
    }
    return out;
  }

 private:
  SchemaPtr schema_;
  std::map<std::string, BatchPtr> rows_;
};

EvolutionOptions OptionsOf(const EvolutionCase& evolution) {
  EvolutionOptions options;
  options.table_version = evolution.table_version;
  const std::string_view option = evolution.option;
  options.reconcile = option == "reconcile";
  options.set_null_for_missing = option == "set_null_for_missing";
  options.allow_column_drop = option == "allow_column_drop";
  return options;
}

// Names and types of the columns; version 6 shows the partition column last.
std::string ShowSchema(const arrow::Schema& schema, bool partition_last) {
  std::string out;
  std::string last;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) {
    std::string& where = partition_last && field->name() == "part" ? last : out;
    where += field->name() + " " + SparkTypeName(*field->type()) + ", ";
  }
  return out + last;
}

class EvolutionCaseTest : public testing::TestWithParam<EvolutionCase> {};

TEST_P(EvolutionCaseTest, EndsLikeTheReference) {
  const EvolutionCase& evolution = GetParam();
  ToyTable table;
  for (const EvolutionStep& step : evolution.steps) {
    SCOPED_TRACE(std::string(step.operation) + " of " + step.incoming + " " + step.incoming_rows);
    const arrow::Status status = table.Write(step, OptionsOf(evolution));
    ASSERT_EQ(!status.ok(), step.fails) << status.ToString();
    if (step.fails) {
      EXPECT_TRUE(CodeOf(status) == ErrorCode::kInvalidSchema ||
                  CodeOf(status) == ErrorCode::kInvalidRow)
          << status.ToString();
    }
    HUDI_ASSERT_OK_AND_ASSIGN(SchemaPtr wanted, ParseDdl(step.table));
    const bool partition_last = evolution.table_version == 6;
    EXPECT_EQ(ShowSchema(*table.schema(), partition_last), ShowSchema(*wanted, partition_last));
    HUDI_ASSERT_OK_AND_ASSIGN(BatchPtr rows, Rows(wanted, step.table_rows));
    std::vector<std::string> wanted_rows;
    for (int64_t i = 0; i < rows->num_rows(); ++i) {
      wanted_rows.push_back(ToyTable::ShowRow(*rows, i, *wanted));
    }
    std::vector<std::string> got_rows = table.Show(*wanted);
    // Releases up to 1.0 store the text of a Java object instead of the bytes; see the README.
    for (std::string& row : wanted_rows) {
      const std::string garbage = "java.nio.HeapByteBuffer[pos=0 lim=5 cap=5]";
      const size_t at = row.find(garbage);
      if (at != std::string::npos) row.replace(at, garbage.size(), "bytes");
    }
    std::sort(wanted_rows.begin(), wanted_rows.end());
    std::sort(got_rows.begin(), got_rows.end());
    EXPECT_EQ(got_rows, wanted_rows);
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, EvolutionCaseTest, testing::ValuesIn(kEvolutionCases),
                         [](const auto& info) {
                           return "Version" + std::to_string(info.param.table_version) + "_" +
                                  info.param.name;
                         });

}  // namespace
}  // namespace hudi
