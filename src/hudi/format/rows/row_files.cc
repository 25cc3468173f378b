// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/rows/row_files.h"

#include <utility>
#include <vector>

#include "hudi/base/text.h"
#include "hudi/error.h"
#include "hudi/format/avro/row_reader.h"
#include "hudi/format/rows/binary_rows.h"
#include "hudi/format/rows/column_cast.h"
#include "hudi/format/rows/csv_rows.h"
#include "hudi/format/rows/input_file.h"
#include "hudi/format/rows/json_inference.h"
#include "hudi/format/rows/json_rows.h"

namespace hudi::rows {
namespace {

using Rows = std::shared_ptr<arrow::RecordBatchReader>;

/// Text inputs one after the other; each is opened when its turn comes.
class TextRows : public arrow::RecordBatchReader {
 public:
  TextRows(std::vector<InputFile> inputs, RowFormat format, std::shared_ptr<arrow::Schema> schema,
           int64_t batch_rows)
      : inputs_(std::move(inputs)),
        format_(format),
        schema_(std::move(schema)),
        batch_rows_(batch_rows) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    while (true) {
      if (current_ == nullptr) {
        if (next_ == inputs_.size()) return arrow::Status::OK();
        ARROW_ASSIGN_OR_RAISE(current_, Open(inputs_[next_++]));
      }
      ARROW_RETURN_NOT_OK(current_->ReadNext(batch));
      if (*batch != nullptr) return arrow::Status::OK();
      current_.reset();
    }
  }

  /// Opens the first input now, so that its mistakes show before anything else is done.
  arrow::Status Start() {
    ARROW_ASSIGN_OR_RAISE(current_, Open(inputs_[next_++]));
    return arrow::Status::OK();
  }

 private:
  arrow::Result<Rows> Open(InputFile& input) const {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream, input.OpenStream());
    if (format_ == RowFormat::kCsv) {
      return ReadCsvRows(std::move(stream), input.name(), schema_, batch_rows_);
    }
    return ReadJsonRows(std::move(stream), input.name(), schema_, batch_rows_);
  }

  std::vector<InputFile> inputs_;
  RowFormat format_;
  std::shared_ptr<arrow::Schema> schema_;
  int64_t batch_rows_;
  size_t next_ = 0;
  Rows current_;
};

/// Streams of one schema one after the other.
class ChainedRows : public arrow::RecordBatchReader {
 public:
  ChainedRows(std::vector<Rows> parts, std::shared_ptr<arrow::Schema> schema)
      : parts_(std::move(parts)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    for (; next_ < parts_.size(); parts_[next_++].reset()) {
      do {
        ARROW_RETURN_NOT_OK(parts_[next_]->ReadNext(batch));
      } while (*batch != nullptr && (*batch)->num_rows() == 0);
      if (*batch != nullptr) return arrow::Status::OK();
    }
    return arrow::Status::OK();
  }

 private:
  std::vector<Rows> parts_;
  std::shared_ptr<arrow::Schema> schema_;
  size_t next_ = 0;
};

// A stream that must be looked at twice is copied first.
arrow::Result<std::shared_ptr<arrow::io::InputStream>> FirstLook(InputFile& input) {
  ARROW_RETURN_NOT_OK(input.OpenFile().status());
  return input.OpenStream();
}

arrow::Result<std::shared_ptr<arrow::Schema>> InferSchema(std::vector<InputFile>& inputs,
                                                          const RowInput& wish) {
  std::shared_ptr<arrow::Schema> schema;
  if (wish.format == RowFormat::kCsv) {
    CsvInference inference(wish.wanted_types);
    for (InputFile& input : inputs) {
      ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream, FirstLook(input));
      ARROW_RETURN_NOT_OK(inference.AddFile(std::move(stream), input.name()));
    }
    return inference.Finish();
  }
  JsonInference inference;
  for (InputFile& input : inputs) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::InputStream> stream, FirstLook(input));
    ARROW_RETURN_NOT_OK(inference.AddFile(std::move(stream), input.name()));
  }
  ARROW_ASSIGN_OR_RAISE(schema, inference.Finish(wish.wanted_types.get()));
  if (schema->num_fields() == 0) {
    // No rows at all are fine where it is known which columns they would have.
    if (wish.wanted_types != nullptr) return wish.wanted_types;
    return Fail(ErrorCode::kInvalidRow, inputs[0].name(), inputs[0].name(),
                ": no rows to tell the columns from: expected rows, or a schema");
  }
  return schema;
}

void BeginPhase(Progress::Phase phase, const std::vector<InputFile>& files, const RowInput& input) {
  if (input.progress == nullptr) return;
  int64_t total = 0;
  for (const InputFile& file : files) {
    std::optional<int64_t> size = file.Size();
    if (!size) {
      total = 0;
      break;
    }
    total += *size;
  }
  input.progress->Begin(phase, 0, total);
}

arrow::Result<Rows> OpenText(std::vector<InputFile> inputs, const RowInput& input) {
  std::shared_ptr<arrow::Schema> schema = input.schema;
  if (schema == nullptr) {
    BeginPhase(Progress::Phase::kInfer, inputs, input);
    ARROW_ASSIGN_OR_RAISE(schema, InferSchema(inputs, input));
  }
  BeginPhase(Progress::Phase::kRead, inputs, input);
  auto rows = std::make_shared<TextRows>(std::move(inputs), input.format, std::move(schema),
                                         input.batch_rows);
  ARROW_RETURN_NOT_OK(rows->Start());
  return rows;
}

arrow::Result<Rows> OpenBinaryFile(InputFile& file, const RowInput& input) {
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::io::RandomAccessFile> bytes, file.OpenFile());
  switch (input.format) {
    case RowFormat::kParquet:
      return ReadParquetRows(std::move(bytes), file.name(), input.batch_rows);
    case RowFormat::kArrow:
      return ReadArrowRows(std::move(bytes), file.name(), input.batch_rows);
    default:
      return avro::OpenAvroRows(std::move(bytes), file.name(), input.batch_rows);
  }
}

arrow::Result<Rows> OpenBinary(std::vector<InputFile> inputs, const RowInput& input) {
  BeginPhase(Progress::Phase::kRead, inputs, input);
  std::vector<Rows> parts;
  std::vector<std::shared_ptr<arrow::Schema>> schemas;
  std::vector<std::string> names;
  for (InputFile& file : inputs) {
    ARROW_ASSIGN_OR_RAISE(Rows rows, OpenBinaryFile(file, input));
    schemas.push_back(rows->schema());
    names.push_back(file.name());
    parts.push_back(std::move(rows));
  }
  std::shared_ptr<arrow::Schema> schema = input.schema;
  if (schema == nullptr) {
    ARROW_ASSIGN_OR_RAISE(schema, MergeSchemas(schemas, names));
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(parts[i], CastRows(std::move(parts[i]), schema, names[i]));
  }
  return std::make_shared<ChainedRows>(std::move(parts), std::move(schema));
}

}  // namespace

arrow::Result<RowFormat> FormatOfPath(const std::string& path) {
  constexpr std::pair<std::string_view, RowFormat> kSuffixes[] = {
      {".parquet", RowFormat::kParquet}, {".csv", RowFormat::kCsv},
      {".json", RowFormat::kJson},       {".jsonl", RowFormat::kJson},
      {".ndjson", RowFormat::kJson},     {".arrow", RowFormat::kArrow},
      {".arrows", RowFormat::kArrow},    {".feather", RowFormat::kArrow},
      {".avro", RowFormat::kAvro}};
  std::string lower = ToLowerAscii(path);
  for (const auto& [suffix, format] : kSuffixes) {
    if (lower.size() > suffix.size() && lower.ends_with(suffix)) return format;
  }
  return Fail(ErrorCode::kInvalidArgument, path, path,
              ": the name does not tell its format: expected .parquet, .csv, .json, .jsonl, "
              ".ndjson, .arrow, .arrows, .feather or .avro, or the format by name");
}

arrow::Result<Rows> OpenRowFiles(const RowInput& input) {
  if (input.paths.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "",
                "no input: expected a file, or - for standard "
                "input");
  }
  if (input.batch_rows < 1) {
    return Fail(ErrorCode::kInvalidArgument, "batch_rows", "batch_rows = ", input.batch_rows,
                ": expected at least 1");
  }
  std::vector<InputFile> inputs;
  bool has_stdin = false;
  for (const std::string& path : input.paths) {
    ARROW_ASSIGN_OR_RAISE(InputFile file,
                          InputFile::Open(path, {input.should_stop, input.progress}));
    if (file.is_stdin() && has_stdin) {
      return Fail(ErrorCode::kInvalidArgument, "-", "standard input (-) can be named only once");
    }
    has_stdin = has_stdin || file.is_stdin();
    inputs.push_back(std::move(file));
  }
  bool is_text = input.format == RowFormat::kJson || input.format == RowFormat::kCsv;
  return is_text ? OpenText(std::move(inputs), input) : OpenBinary(std::move(inputs), input);
}

}  // namespace hudi::rows
