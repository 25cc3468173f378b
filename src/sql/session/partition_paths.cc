// SPDX-License-Identifier: Apache-2.0
#include "sql/session/partition_paths.h"

#include <algorithm>

#include <arrow/record_batch.h>

#include "hudi/error.h"
#include "hudi/table_writer.h"
#include "sql/parse/sql_error.h"
#include "sql/session/engine_types.h"
#include "sql/session/statements.h"
#include "sql/session/table_source.h"

namespace hudi::sql {

arrow::Result<PartitionValue> EvaluatePartitionValue(SessionState& state,
                                                     const Statement& statement,
                                                     const TableInfo& info,
                                                     const PartitionItem& item,
                                                     const std::string& field) {
  ARROW_ASSIGN_OR_RAISE(EngineText text, RewriteForEngine(statement, *item.value));
  std::shared_ptr<arrow::Field> column =
      info.schema == nullptr ? nullptr : info.schema->GetFieldByName(field);
  if (column == nullptr) column = arrow::field(field, arrow::utf8());
  const std::string type = EngineTypeName(*column->type());
  const std::string cast = "CAST(v AS " + type + ")";
  // The engine would round.
  std::string misfit = "FALSE";
  if (arrow::is_integer(column->type()->id()) || arrow::is_decimal(column->type()->id())) {
    misfit = "typeof(v) = 'BOOLEAN' OR TRY_CAST(v AS DECIMAL(38, 18)) IS DISTINCT FROM TRY_CAST(" +
             cast + " AS DECIMAL(38, 18))";
  }
  auto rows =
      state.engine().Query("SELECT CAST(" + misfit + " AS VARCHAR), CAST(" + cast +
                           " AS VARCHAR), " + cast + " FROM (SELECT " + text.text() + " AS v)");
  if (!rows.ok()) return AtPlace(rows.status(), item.offset);
  std::shared_ptr<arrow::RecordBatch> batch;
  arrow::Status read = (*rows)->ReadNext(&batch);
  if (!read.ok()) return AtPlace(read, item.offset);
  const auto& misfits = static_cast<const arrow::StringArray&>(*batch->column(0));
  if (misfits.IsValid(0) && misfits.GetView(0) == "true") {
    return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "partition column '", item.column,
                        "' is ", type, ", of which ", text.text(), " is no value"),
                   item.offset);
  }
  PartitionValue value;
  value.column = field;
  value.offset = item.offset;
  value.value = batch->column(2)->Slice(0, 1);
  const auto& texts = static_cast<const arrow::StringArray&>(*batch->column(1));
  value.constant =
      "CAST(" + (texts.IsNull(0) ? "NULL" : QuotedText(texts.GetString(0))) + " AS " + type + ")";
  return value;
}

arrow::Result<std::vector<std::string>> PartitionsOfValues(
    SessionState& state, const NamedTable& table, const std::vector<PartitionValue>& values) {
  arrow::FieldVector fields;
  arrow::ArrayVector columns;
  for (const PartitionValue& one : values) {
    fields.push_back(arrow::field(one.column, one.value->type()));
    columns.push_back(one.value);
  }
  std::shared_ptr<arrow::RecordBatch> row =
      arrow::RecordBatch::Make(arrow::schema(std::move(fields)), 1, std::move(columns));
  auto paths = FindPartitions(table.base_path, *row, state.settings());
  if (!paths.ok()) return AtPlace(paths.status(), values.front().offset);
  return paths;
}

arrow::Result<std::vector<std::string>> PartitionsOfSpec(SessionState& state,
                                                         const Statement& statement,
                                                         const NamedTable& table,
                                                         const TableInfo& info,
                                                         const PartitionSpec& spec) {
  const std::vector<std::string> fields = PartitionFieldsOf(info.properties);
  if (fields.empty()) {
    return AtPlace(
        Fail(ErrorCode::kInvalidArgument, table.name, "'", table.name, "' is not partitioned"),
        spec.front().offset);
  }
  std::vector<PartitionValue> values;
  for (const PartitionItem& item : spec) {
    auto field = std::find_if(fields.begin(), fields.end(),
                              [&](const std::string& name) { return SameWord(name, item.column); });
    if (field == fields.end()) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "'", item.column,
                          "' is no partition column of '", table.name, "'"),
                     item.offset);
    }
    if (!item.value) {
      return AtPlace(Fail(ErrorCode::kInvalidArgument, item.column, "partition column '",
                          item.column, "' needs a value: ", item.column, " = '...'"),
                     item.offset);
    }
    ARROW_ASSIGN_OR_RAISE(PartitionValue value,
                          EvaluatePartitionValue(state, statement, info, item, *field));
    values.push_back(std::move(value));
  }
  return PartitionsOfValues(state, table, values);
}

arrow::Result<StatementResult> DeletePartitions(SessionState& state, const NamedTable& table,
                                                const std::vector<std::string>& paths) {
  StatementResult result;
  if (paths.empty()) {
    state.Notice("no partition matches; nothing was dropped");
    return result;
  }
  WriteOptions write = state.OptionsOfWrite(table);
  write.config["hoodie.datasource.write.operation"] = "delete_partition";
  write.partitions = paths;
  ARROW_ASSIGN_OR_RAISE(WriteResult written, WriteTable(table.base_path, nullptr, write));
  result.change = SummaryOf(table, written);
  return result;
}

}  // namespace hudi::sql
