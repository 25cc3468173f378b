// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/row_writers.h"

#include <exception>

#include <arrow/ipc/writer.h>
#include <parquet/arrow/writer.h>

#include "hudi/error.h"
#include "hudi/format/rows/cell_text.h"
#include "hudi/format/rows/row_files.h"
#include "hudi/format/rows/value_text.h"

namespace hudi::rows {
namespace {

constexpr size_t kFlushBytes = 256 * 1024;

/// Text on its way to a stream.
class TextOutput {
 public:
  explicit TextOutput(arrow::io::OutputStream& output) : output_(output) {}

  std::string& text() { return text_; }
  arrow::Status FlushIfFull() { return text_.size() < kFlushBytes ? arrow::Status::OK() : Flush(); }
  arrow::Status Flush() {
    arrow::Status status = output_.Write(text_.data(), static_cast<int64_t>(text_.size()));
    text_.clear();
    return status;
  }

 private:
  arrow::io::OutputStream& output_;
  std::string text_;
};

void AppendCsvField(std::string_view text, std::string* out) {
  bool plain = !text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos;
  if (plain) {
    out->append(text);
    return;
  }
  out->push_back('"');
  for (char c : text) {
    if (c == '"') out->push_back('"');
    out->push_back(c);
  }
  out->push_back('"');
}

}  // namespace

arrow::Status WriteJsonRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output) {
  ARROW_RETURN_NOT_OK(CheckHasText(*rows.schema()));
  std::vector<std::string> before;  // what stands before each value
  for (const std::shared_ptr<arrow::Field>& field : rows.schema()->fields()) {
    before.emplace_back(before.empty() ? "{" : ",");
    AppendJsonString(field->name(), &before.back());
    before.back().push_back(':');
  }
  TextOutput out(output);
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) return out.Flush();
    arrow::ArrayVector columns = batch->columns();
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      std::string& text = out.text();
      if (columns.empty()) text.push_back('{');
      for (size_t i = 0; i < columns.size(); ++i) {
        text.append(before[i]);
        AppendJson(*columns[i], row, &text);
      }
      text.append("}\n");
      ARROW_RETURN_NOT_OK(out.FlushIfFull());
    }
  }
}

arrow::Status WriteCsvRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output) {
  ARROW_RETURN_NOT_OK(CheckHasText(*rows.schema()));
  TextOutput out(output);
  for (int i = 0; i < rows.schema()->num_fields(); ++i) {
    if (i > 0) out.text().push_back(',');
    AppendCsvField(rows.schema()->field(i)->name(), &out.text());
  }
  out.text().push_back('\n');
  std::shared_ptr<arrow::RecordBatch> batch;
  std::string cell;
  while (true) {
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) return out.Flush();
    arrow::ArrayVector columns = batch->columns();
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      std::string& text = out.text();
      for (size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) text.push_back(',');
        if (columns[i]->IsNull(row)) continue;
        cell.clear();
        AppendPlain(*columns[i], row, &cell);
        AppendCsvField(cell, &text);
      }
      text.push_back('\n');
      ARROW_RETURN_NOT_OK(out.FlushIfFull());
    }
  }
}

arrow::Status WriteParquetRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output) {
  auto doing = [](const arrow::Status& status) {
    return FindErrorDetail(status) != nullptr ? status : While(status, "writing Parquet");
  };
  try {
    std::shared_ptr<parquet::WriterProperties> properties =
        parquet::WriterProperties::Builder().compression(parquet::Compression::ZSTD)->build();
    std::shared_ptr<parquet::ArrowWriterProperties> arrow_properties =
        parquet::ArrowWriterProperties::Builder().store_schema()->build();
    // The stream belongs to the caller; the writer only borrows it.
    std::shared_ptr<arrow::io::OutputStream> borrowed(&output, [](arrow::io::OutputStream*) {});
    ARROW_ASSIGN_OR_RAISE(
        std::unique_ptr<parquet::arrow::FileWriter> writer,
        parquet::arrow::FileWriter::Open(*rows.schema(), arrow::default_memory_pool(), borrowed,
                                         properties, arrow_properties));
    std::shared_ptr<arrow::RecordBatch> batch;
    while (true) {
      ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
      if (batch == nullptr) break;
      ARROW_RETURN_NOT_OK(doing(writer->WriteRecordBatch(*batch)));
    }
    return doing(writer->Close());
  } catch (const std::exception& exception) {
    return Fail(ErrorCode::kStorage, "", exception.what(), "; while writing Parquet");
  }
}

arrow::Status WriteArrowRows(arrow::RecordBatchReader& rows, arrow::io::OutputStream& output) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ipc::RecordBatchWriter> writer,
                        arrow::ipc::MakeStreamWriter(&output, rows.schema()));
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    ARROW_RETURN_NOT_OK(rows.ReadNext(&batch));
    if (batch == nullptr) return writer->Close();
    ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*batch));
  }
}

arrow::Status DrainRows(arrow::RecordBatchReader& rows, RowOutputFormat format,
                        arrow::io::OutputStream& output) {
  switch (format) {
    case RowOutputFormat::kTable:
      return WriteTableRows(rows, output);
    case RowOutputFormat::kJson:
      return WriteJsonRows(rows, output);
    case RowOutputFormat::kCsv:
      return WriteCsvRows(rows, output);
    case RowOutputFormat::kParquet:
      return WriteParquetRows(rows, output);
    case RowOutputFormat::kArrow:
      return WriteArrowRows(rows, output);
  }
  return Fail(ErrorCode::kInternal, "", "unknown output format");
}

}  // namespace hudi::rows
