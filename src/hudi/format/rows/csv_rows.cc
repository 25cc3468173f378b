// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/csv_rows.h"

#include <unordered_map>

#include <arrow/util/utf8.h>
#include <fmt/format.h>

#include "hudi/error.h"
#include "hudi/format/rows/column_builder.h"
#include "hudi/format/rows/csv_records.h"
#include "hudi/format/rows/json_rows.h"
#include "hudi/format/rows/limits.h"
#include "hudi/format/rows/value_text.h"

namespace hudi::rows {
namespace {

arrow::Status ErrorAtField(const CsvRecords& records, size_t index, const std::string& message) {
  CsvRecords::Position position = records.FieldPosition(index);
  return RowError(records.file(), position.line, position.column, message);
}

arrow::Result<std::vector<std::string>> ReadHeader(CsvRecords* records) {
  std::vector<CsvRecords::Field> fields;
  ARROW_ASSIGN_OR_RAISE(bool found, records->Next(&fields));
  if (!found) {
    return RowError(records->file(), 1, 1, "expected a header line with the columns' names");
  }
  std::vector<std::string> names;
  std::unordered_map<std::string, size_t> seen;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!arrow::util::ValidateUTF8(fields[i].text)) {
      return ErrorAtField(*records, i, "expected a column's name in UTF-8");
    }
    names.emplace_back(fields[i].text);
    if (names.back().empty()) {
      return ErrorAtField(*records, i, "expected a column's name in the header");
    }
    if (!seen.emplace(names.back(), i).second) {
      return ErrorAtField(
          *records, i,
          fmt::format("column '{}' stands twice in the header", ShownText(names.back())));
    }
  }
  records->set_one_column(names.size() == 1);
  return names;
}

arrow::Status CheckWidth(const CsvRecords& records, const std::vector<CsvRecords::Field>& fields,
                         size_t num_columns) {
  if (fields.size() == num_columns) return arrow::Status::OK();
  CsvRecords::Position position =
      fields.size() > num_columns ? records.FieldPosition(num_columns) : records.RecordPosition();
  return RowError(
      records.file(), position.line, position.column,
      fmt::format("{} fields: expected {} as in the header", fields.size(), num_columns));
}

class CsvRowReader : public arrow::RecordBatchReader {
 public:
  CsvRowReader(CsvRecords records, std::unique_ptr<BatchBuilder> builder, int64_t batch_rows)
      : records_(std::move(records)), builder_(std::move(builder)), batch_rows_(batch_rows) {}

  arrow::Status Start() {
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> names, ReadHeader(&records_));
    Column& root = builder_->root();
    std::vector<bool> present(root.children.size(), false);
    for (size_t i = 0; i < names.size(); ++i) {
      int index = root.FindChild(names[i]);
      if (index < 0) {
        return ErrorAtField(
            records_, i,
            fmt::format("unknown column '{}': {}", names[i], NearestName(root, names[i])));
      }
      columns_.push_back(&root.children[static_cast<size_t>(index)]);
      present[static_cast<size_t>(index)] = true;
    }
    for (size_t i = 0; i < present.size(); ++i) {
      if (present[i]) continue;
      Column& column = root.children[i];
      if (!column.nullable) {
        return RowError(records_.file(), 1, 1,
                        fmt::format("column '{}' is missing and may not be null", column.path));
      }
      absent_.push_back(&column);
    }
    return arrow::Status::OK();
  }

  std::shared_ptr<arrow::Schema> schema() const override { return builder_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    ARROW_RETURN_NOT_OK(failed_);
    failed_ = ReadBatch(batch);
    return failed_;
  }

 private:
  arrow::Status ReadBatch(std::shared_ptr<arrow::RecordBatch>* batch) {
    int64_t num_rows = 0;
    int64_t num_bytes = 0;
    while (num_rows < batch_rows_ && num_bytes < kMaxBatchBytes) {
      ARROW_ASSIGN_OR_RAISE(bool more, records_.Next(&fields_));
      if (!more) break;
      if (num_rows == 0) ARROW_RETURN_NOT_OK(builder_->Reserve(reserve_rows_));
      ARROW_RETURN_NOT_OK(CheckWidth(records_, fields_, columns_.size()));
      for (size_t i = 0; i < fields_.size(); ++i) {
        ARROW_RETURN_NOT_OK(AppendField(i));
      }
      num_bytes += records_.record_bytes();
      ++num_rows;
    }
    if (num_rows == 0) return arrow::Status::OK();
    for (Column* column : absent_) {
      ARROW_RETURN_NOT_OK(column->builder->AppendNulls(num_rows));
    }
    reserve_rows_ = num_rows;
    ARROW_ASSIGN_OR_RAISE(*batch, builder_->Finish(num_rows));
    return arrow::Status::OK();
  }

  arrow::Status AppendField(size_t index) {
    const CsvRecords::Field& field = fields_[index];
    Column& column = *columns_[index];
    if (field.text.empty() && !field.quoted) {
      if (column.nullable) return AppendNull(column);
      return ErrorAtField(records_, index,
                          fmt::format("column '{}' is empty and may not be null: expected {}",
                                      column.path, ExpectedText(*column.type)));
    }
    if (column.kind >= ValueKind::kList) return AppendNested(column, index);
    if (column.kind == ValueKind::kString && !arrow::util::ValidateUTF8(field.text)) {
      return ErrorAtField(records_, index,
                          fmt::format("column '{}': expected text in UTF-8", column.path));
    }
    TextProblem problem = TextProblem::kNone;
    ARROW_RETURN_NOT_OK(AppendText(column, field.text, &problem));
    if (problem == TextProblem::kNone) return arrow::Status::OK();
    return ErrorAtField(records_, index,
                        fmt::format("column '{}' = \"{}\": expected {}", column.path,
                                    ShownText(field.text), ExpectedText(*column.type, problem)));
  }

  arrow::Status AppendNested(Column& column, size_t index) {
    CsvRecords::Position position = records_.FieldPosition(index);
    RowPlace place;
    place.file = &records_.file();
    place.line_number = position.line;
    place.line = fields_[index].text;
    place.characters_before = position.column - 1 + (fields_[index].quoted ? 1 : 0);
    return parser_.AppendCell(column, place);
  }

  CsvRecords records_;
  std::unique_ptr<BatchBuilder> builder_;
  int64_t batch_rows_;
  int64_t reserve_rows_ = 0;
  arrow::Status failed_;
  std::vector<Column*> columns_;  ///< in the order of the file
  std::vector<Column*> absent_;
  std::vector<CsvRecords::Field> fields_;
  JsonParser parser_;
};

/// Types that a column's fields have allowed so far.
struct Candidates {
  std::shared_ptr<arrow::DataType> wanted;  ///< null: none
  bool outgrown = false;                    ///< a field is not of the wanted type
  bool any_value = false;
  bool integer = true;
  bool number = true;
  bool boolean = true;
  bool date = true;
  bool timestamp = true;
  bool inexact_integer = false;  ///< one that a double would change
};

bool HasLeadingZero(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

bool FitsInteger(std::string_view text, const arrow::DataType& type) {
  int64_t value = 0;
  auto fits = [&](int64_t min, int64_t max) {
    return ParseInteger(text, min, max, &value) == TextProblem::kNone;
  };
  switch (type.id()) {
    case arrow::Type::INT8:
      return fits(INT8_MIN, INT8_MAX);
    case arrow::Type::INT16:
      return fits(INT16_MIN, INT16_MAX);
    case arrow::Type::INT32:
      return fits(INT32_MIN, INT32_MAX);
    default:
      return fits(INT64_MIN, INT64_MAX);
  }
}

void Narrow(Candidates* column, const CsvRecords::Field& field) {
  if (field.text.empty() && !field.quoted) return;
  column->any_value = true;
  if (column->wanted != nullptr) {
    if (!arrow::is_integer(column->wanted->id())) return;
    column->outgrown = column->outgrown || !FitsInteger(field.text, *column->wanted);
  }
  if (column->number) {
    int64_t whole = 0;
    double number = 0;
    if (HasLeadingZero(field.text)) {
      column->integer = column->number = false;
    } else if (ParseInteger(field.text, INT64_MIN, INT64_MAX, &whole) == TextProblem::kNone) {
      if (whole > kExactInDouble || whole < -kExactInDouble) column->inexact_integer = true;
    } else {
      column->integer = false;
      bool only_digits = field.text.find_first_of(".eENI") == std::string_view::npos;
      if (only_digits || ParseDouble(field.text, &number) != TextProblem::kNone) {
        column->number = false;
      }
    }
  }
  if (column->boolean) {
    bool value = false;
    column->boolean = ParseBoolean(field.text, &value) == TextProblem::kNone;
  }
  if (column->date) {
    int32_t days = 0;
    column->date = ParseDate(field.text, &days) == TextProblem::kNone;
  }
  if (column->timestamp) {
    int64_t micros = 0;
    column->timestamp =
        ParseTimestamp(field.text, arrow::TimeUnit::MICRO, true, &micros) == TextProblem::kNone;
  }
}

std::shared_ptr<arrow::DataType> TypeOf(const Candidates& column) {
  bool whole = column.integer && column.number;
  if (column.wanted != nullptr) return whole && column.outgrown ? arrow::int64() : column.wanted;
  if (!column.any_value) return arrow::utf8();
  if (whole) return arrow::int64();
  if (column.number && !column.inexact_integer) return arrow::float64();
  if (column.boolean) return arrow::boolean();
  if (column.date) return arrow::date32();
  if (column.timestamp) return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  return arrow::utf8();
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> ReadCsvRows(
    std::shared_ptr<arrow::io::InputStream> stream, std::string file,
    std::shared_ptr<arrow::Schema> schema, int64_t batch_rows) {
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<BatchBuilder> builder,
                        BatchBuilder::Make(std::move(schema)));
  auto reader = std::make_shared<CsvRowReader>(CsvRecords(std::move(stream), std::move(file)),
                                               std::move(builder), batch_rows);
  ARROW_RETURN_NOT_OK(reader->Start());
  return reader;
}

class CsvInference::Impl {
 public:
  explicit Impl(std::shared_ptr<arrow::Schema> wanted) : wanted_(std::move(wanted)) {}

  arrow::Status AddFile(std::shared_ptr<arrow::io::InputStream> stream, const std::string& file) {
    CsvRecords records(std::move(stream), file);
    ARROW_ASSIGN_OR_RAISE(std::vector<std::string> names, ReadHeader(&records));
    std::vector<size_t> columns;
    for (const std::string& name : names) {
      auto [found, added] = column_of_name_.try_emplace(name, columns_.size());
      if (added) {
        names_.push_back(name);
        columns_.emplace_back();
        std::shared_ptr<arrow::Field> field =
            wanted_ != nullptr ? wanted_->GetFieldByName(name) : nullptr;
        if (field != nullptr) columns_.back().wanted = field->type();
      }
      columns.push_back(found->second);
    }
    std::vector<CsvRecords::Field> fields;
    while (true) {
      ARROW_ASSIGN_OR_RAISE(bool more, records.Next(&fields));
      if (!more) return arrow::Status::OK();
      ARROW_RETURN_NOT_OK(CheckWidth(records, fields, names.size()));
      for (size_t i = 0; i < fields.size(); ++i) Narrow(&columns_[columns[i]], fields[i]);
    }
  }

  std::shared_ptr<arrow::Schema> Finish() const {
    arrow::FieldVector fields;
    for (size_t i = 0; i < names_.size(); ++i) {
      fields.push_back(arrow::field(names_[i], TypeOf(columns_[i])));
    }
    return arrow::schema(std::move(fields));
  }

 private:
  std::shared_ptr<arrow::Schema> wanted_;
  std::vector<std::string> names_;
  std::vector<Candidates> columns_;
  std::unordered_map<std::string, size_t> column_of_name_;
};

CsvInference::CsvInference(std::shared_ptr<arrow::Schema> wanted)
    : impl_(std::make_unique<Impl>(std::move(wanted))) {}
CsvInference::~CsvInference() = default;

arrow::Status CsvInference::AddFile(std::shared_ptr<arrow::io::InputStream> stream,
                                    const std::string& file) {
  return impl_->AddFile(std::move(stream), file);
}

std::shared_ptr<arrow::Schema> CsvInference::Finish() const { return impl_->Finish(); }

}  // namespace hudi::rows
