// SPDX-License-Identifier: Apache-2.0
#include "cli/result_table.h"

#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>

#include "cli/amounts.h"
#include "cli/output.h"

namespace hudi::cli {

Style StyleOfState(std::string_view state) {
  if (state == "COMPLETED" || state == "live") return Style::kGood;
  if (state == "INFLIGHT") return Style::kWarning;
  if (state == "REQUESTED") return Style::kAccent;
  if (state == "replaced") return Style::kNote;
  return Style::kFaint;
}

namespace {

Cell CellOf(const arrow::Array& column, int64_t row, Form form) {
  if (column.IsNull(row)) return {"-", Style::kFaint};
  switch (column.type_id()) {
    case arrow::Type::INT64: {
      int64_t value = static_cast<const arrow::Int64Array&>(column).Value(row);
      return {form == Form::kSize ? SizeText(value) : GroupedText(value)};
    }
    case arrow::Type::BOOL:
      return {static_cast<const arrow::BooleanArray&>(column).Value(row) ? "true" : "false"};
    default: {
      std::string text(static_cast<const arrow::StringArray&>(column).GetView(row));
      Style style = form == Form::kState ? StyleOfState(text) : Style::kPlain;
      return {std::move(text), style};
    }
  }
}

}  // namespace

std::string ResultTable::Text(const Screen& screen, size_t indent) const {
  TextTable table({});
  for (size_t i = 0; i < columns_.size(); ++i) {
    ColumnLook look = shown_[i].look;
    if (look.title.empty()) look.title = shown_[i].name;
    look.to_the_right = columns_[i]->type_id() == arrow::Type::INT64;
    std::vector<Cell> cells;
    for (int64_t row = 0; row < num_rows_; ++row) {
      cells.push_back(CellOf(*columns_[i], row, shown_[i].form));
    }
    table.AddColumn(std::move(look), std::move(cells));
  }
  return table.Text(screen, indent);
}

arrow::Status ResultTable::Print(RowOutputFormat format) const {
  if (format == RowOutputFormat::kTable) return cli::Print(Text(OutputScreen()));
  arrow::FieldVector fields;
  for (size_t i = 0; i < columns_.size(); ++i) {
    fields.push_back(arrow::field(shown_[i].name, columns_[i]->type()));
  }
  auto batch = arrow::RecordBatch::Make(arrow::schema(std::move(fields)), num_rows_, columns_);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::RecordBatchReader> rows,
                        arrow::RecordBatchReader::Make({batch}, batch->schema()));
  std::shared_ptr<arrow::io::OutputStream> output = StandardOutput();
  ARROW_RETURN_NOT_OK(WriteRows(*rows, format, *output));
  return output->Flush();
}

}  // namespace hudi::cli
