// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/base_file_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include "hudi/base/compute.h"
#include "hudi/base/relabel.h"
#include "hudi/error.h"
#include "hudi/format/parquet/column_statistics.h"
#include "hudi/format/parquet/dictionary_columns.h"
#include "hudi/format/parquet/normalised_types.h"
#include "hudi/format/parquet/parquet_status.h"
#include "hudi/format/parquet/repeated_chunks.h"

namespace hudi {
namespace {

// Column chunks of a row group are read whole up to this many bytes, else through buffers.
constexpr int64_t kWholeChunksBytes = 32 * 1024 * 1024;
constexpr int64_t kStreamBufferBytes = 1024 * 1024;
// Arrow hands out the whole dictionary with each batch: not worth it for fewer rows.
constexpr int64_t kDictionaryBatchRows = 16 * 1024;

// Makes the error of a file that Parquet could not read; what the storage said stays as it is.
arrow::Status FileError(const arrow::Status& status, std::string_view path) {
  if (status.ok() || FindErrorDetail(status) != nullptr) return status;
  switch (status.code()) {
    case arrow::StatusCode::OutOfMemory:
    case arrow::StatusCode::Cancelled:
      return status.WithMessage(path, ": ", status.message());
    case arrow::StatusCode::NotImplemented:
      return Fail(ErrorCode::kUnsupported, path, path, ": ", status.message());
    default:
      return Fail(ErrorCode::kCorruptFile, path, path,
                  ": not a readable Parquet file: ", status.message());
  }
}

// Names the byte at which the file's frame is broken, if it is the frame; else `status`.
arrow::Status DiagnoseFrame(arrow::io::RandomAccessFile& file, std::string_view path,
                            const arrow::Status& status) {
  constexpr std::string_view kMagic = "PAR1";
  ARROW_ASSIGN_OR_RAISE(int64_t size, file.GetSize());
  if (size < 12) {
    return CorruptFile(path, size, "a Parquet file has at least 12 bytes");
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> head, file.ReadAt(0, 4));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> tail, file.ReadAt(size - 8, 8));
  if (std::string_view(*head) != kMagic) {
    return CorruptFile(path, 0, "a Parquet file must start with 'PAR1'");
  }
  if (std::string_view(*tail).substr(4) != kMagic) {
    return CorruptFile(path, size - 4, "a Parquet file must end with 'PAR1'");
  }
  uint32_t footer_size = 0;
  std::memcpy(&footer_size, tail->data(), 4);
  if (footer_size > size - 12) {
    return CorruptFile(path, size - 8, "the length of the footer exceeds the file");
  }
  return FileError(status, path);
}

void CollectLeaves(const parquet::arrow::SchemaField& field, std::vector<int>* leaves) {
  if (field.is_leaf()) leaves->push_back(field.column_index);
  for (const parquet::arrow::SchemaField& child : field.children) CollectLeaves(child, leaves);
}

// What a file is made of; fixed once it is open, shared by its streams.
struct OpenFile {
  std::shared_ptr<arrow::io::RandomAccessFile> file;
  std::string path;
  std::shared_ptr<parquet::FileMetaData> metadata;
  parquet::arrow::SchemaManifest manifest;
  std::shared_ptr<arrow::Schema> schema;
  std::map<std::string, std::string> footer;
};

parquet::ArrowReaderProperties ArrowProperties() {
  parquet::ArrowReaderProperties properties(/*use_threads=*/false);
  properties.set_coerce_int96_timestamp_unit(arrow::TimeUnit::MICRO);
  properties.set_pre_buffer(false);
  return properties;
}

arrow::Status ReadFooter(OpenFile* open) {
  std::unique_ptr<parquet::ParquetFileReader> reader = parquet::ParquetFileReader::Open(open->file);
  open->metadata = reader->metadata();
  // The Arrow schema that some writers leave in the footer is not consulted: it says how they held
  // the rows, not what the file holds.
  ARROW_RETURN_NOT_OK(parquet::arrow::SchemaManifest::Make(open->metadata->schema(), nullptr,
                                                           ArrowProperties(), &open->manifest));
  arrow::FieldVector fields;
  for (const parquet::arrow::SchemaField& field : open->manifest.schema_fields) {
    fields.push_back(NormalisedField(field, *open->metadata->schema()));
  }
  open->schema = arrow::schema(std::move(fields));
  int64_t rows = 0;
  for (int i = 0; i < open->metadata->num_row_groups(); ++i) {
    int64_t group_rows = open->metadata->RowGroup(i)->num_rows();
    if (group_rows < 0) return arrow::Status::Invalid("row group ", i, " has a negative size");
    rows += group_rows;
  }
  if (rows != open->metadata->num_rows()) {
    return arrow::Status::Invalid("the footer counts ", open->metadata->num_rows(),
                                  " rows, its row groups ", rows);
  }
  if (open->metadata->key_value_metadata() != nullptr) {
    const arrow::KeyValueMetadata& pairs = *open->metadata->key_value_metadata();
    for (int64_t i = 0; i < pairs.size(); ++i) open->footer[pairs.key(i)] = pairs.value(i);
  }
  return arrow::Status::OK();
}

// Batches of one scan, columns normalised and in the order asked for.
class NormalisedReader : public arrow::RecordBatchReader {
 public:
  NormalisedReader(std::shared_ptr<const OpenFile> open,
                   std::unique_ptr<parquet::arrow::FileReader> reader,
                   std::unique_ptr<arrow::RecordBatchReader> batches,
                   std::shared_ptr<arrow::Schema> schema, std::vector<int> source,
                   arrow::ScalarVector constants, int64_t expected_rows)
      : open_(std::move(open)),
        reader_(std::move(reader)),
        batches_(std::move(batches)),
        schema_(std::move(schema)),
        source_(std::move(source)),
        constants_(std::move(constants)),
        constant_arrays_(constants_.size()),
        missing_rows_(expected_rows) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    return FileError(CatchParquet([&] { return ReadNextRaw(batch); }), open_->path);
  }

 private:
  arrow::Status ReadNextRaw(std::shared_ptr<arrow::RecordBatch>* batch) {
    std::shared_ptr<arrow::RecordBatch> raw = std::move(rest_);
    rest_ = nullptr;
    while (raw == nullptr || raw->num_rows() == 0) {
      ARROW_RETURN_NOT_OK(batches_->ReadNext(&raw));
      if (raw == nullptr) break;
    }
    if (raw == nullptr) {
      *batch = nullptr;
      if (missing_rows_ == 0) return arrow::Status::OK();
      return arrow::Status::Invalid("its columns lack ", missing_rows_,
                                    " rows that the footer counts");
    }
    ARROW_ASSIGN_OR_RAISE(raw, HoldBackTooMuch(std::move(raw)));
    missing_rows_ -= raw->num_rows();
    arrow::ArrayVector columns;
    for (size_t i = 0; i < source_.size(); ++i) {
      std::shared_ptr<arrow::Array> column;
      if (constants_[i] != nullptr) {
        ARROW_ASSIGN_OR_RAISE(column, Constant(i, raw->num_rows()));
      } else {
        ARROW_ASSIGN_OR_RAISE(column, NormaliseArray(raw->column(source_[i]),
                                                     schema_->field(static_cast<int>(i))->type()));
      }
      columns.push_back(std::move(column));
    }
    *batch = arrow::RecordBatch::Make(schema_, raw->num_rows(), std::move(columns));
    return arrow::Status::OK();
  }

  // The leading rows whose texts fit into arrays; the others wait for the next call. Arrow does so
  // itself, except for dictionaries.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> HoldBackTooMuch(
      std::shared_ptr<arrow::RecordBatch> raw) {
    int64_t num_rows = raw->num_rows();
    for (const std::shared_ptr<arrow::Array>& column : raw->columns()) {
      if (column->type_id() != arrow::Type::DICTIONARY) continue;
      ARROW_ASSIGN_OR_RAISE(int64_t fitting,
                            RowsWithin(static_cast<const arrow::DictionaryArray&>(*column),
                                       std::numeric_limits<int32_t>::max()));
      num_rows = std::min(num_rows, fitting);
    }
    if (num_rows == raw->num_rows()) return raw;
    rest_ = raw->Slice(num_rows);
    return raw->Slice(0, num_rows);
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Constant(size_t column, int64_t num_rows) {
    std::shared_ptr<arrow::Array>& array = constant_arrays_[column];
    if (array == nullptr || array->length() < num_rows) {
      ARROW_ASSIGN_OR_RAISE(array, arrow::MakeArrayFromScalar(*constants_[column], num_rows));
    }
    return array->Slice(0, num_rows);
  }

  std::shared_ptr<const OpenFile> open_;
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
  std::shared_ptr<arrow::Schema> schema_;
  // For each column of the schema its place in the batches of the file.
  std::vector<int> source_;
  // For each column its value in all rows, if that is known; else null.
  arrow::ScalarVector constants_;
  arrow::ArrayVector constant_arrays_;
  int64_t missing_rows_;
  std::shared_ptr<arrow::RecordBatch> rest_;
};

// The value that a text column has in every row of the row groups; null if there is none or the
// footer does not tell.
std::shared_ptr<arrow::Scalar> ConstantText(const OpenFile& open, const std::vector<int>& groups,
                                            int column) {
  const parquet::arrow::SchemaField& field =
      open.manifest.schema_fields[static_cast<size_t>(column)];
  const std::shared_ptr<arrow::DataType>& type = open.schema->field(column)->type();
  if (!field.is_leaf() || type->id() != arrow::Type::STRING) return nullptr;
  std::shared_ptr<arrow::Scalar> constant;
  for (int number : groups) {
    std::unique_ptr<parquet::RowGroupMetaData> group = open.metadata->RowGroup(number);
    std::optional<ColumnStatistics> statistics =
        ReadStatistics(*group->ColumnChunk(field.column_index), group->num_rows(), type);
    if (!statistics.has_value() || statistics->null_count != 0 || statistics->min == nullptr ||
        statistics->max == nullptr || !statistics->min->Equals(*statistics->max) ||
        (constant != nullptr && !constant->Equals(*statistics->min))) {
      return nullptr;
    }
    constant = statistics->min;
  }
  return constant;
}

int64_t GroupBytes(const parquet::FileMetaData& metadata, int group,
                   const std::vector<int>& leaves) {
  std::unique_ptr<parquet::RowGroupMetaData> row_group = metadata.RowGroup(group);
  int64_t bytes = 0;
  for (int leaf : leaves) bytes += row_group->ColumnChunk(leaf)->total_compressed_size();
  return bytes;
}

// Bytes of the columns in the largest of the row groups.
int64_t LargestGroupBytes(const parquet::FileMetaData& metadata, const std::vector<int>& groups,
                          const std::vector<int>& leaves) {
  int64_t largest = 0;
  for (int group : groups) largest = std::max(largest, GroupBytes(metadata, group, leaves));
  return largest;
}

// Of these columns the texts that are best read as places in a dictionary.
std::vector<int> DictionaryLeaves(const OpenFile& open, const std::vector<int>& columns,
                                  const std::vector<int>& groups) {
  std::vector<int> leaves;
  for (int index : columns) {
    const parquet::arrow::SchemaField& field =
        open.manifest.schema_fields[static_cast<size_t>(index)];
    const std::shared_ptr<arrow::DataType>& type = open.schema->field(index)->type();
    const bool text = type->id() == arrow::Type::STRING || type->id() == arrow::Type::BINARY;
    if (field.is_leaf() && text && field.field->type()->Equals(*type) &&
        IsDictionaryEncoded(*open.metadata, groups, field.column_index)) {
      leaves.push_back(field.column_index);
    }
  }
  return leaves;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> StartScan(
    const std::shared_ptr<const OpenFile>& open, const ScanOptions& options,
    const std::vector<int>& groups) {
  // Columns in file order, as Parquet hands them out, and where each of them goes.
  std::vector<int> wanted;
  for (const std::string& name : options.columns) {
    int index = open->schema->GetFieldIndex(name);
    if (index >= 0) wanted.push_back(index);
  }
  arrow::ScalarVector constants(wanted.size());
  std::vector<int> in_file_order;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (options.constants_from_statistics) constants[i] = ConstantText(*open, groups, wanted[i]);
    // One column is read in any case: batches are cut as it comes.
    bool last = i + 1 == wanted.size() && in_file_order.empty();
    if (constants[i] == nullptr || last) in_file_order.push_back(wanted[i]);
  }
  std::sort(in_file_order.begin(), in_file_order.end());
  in_file_order.erase(std::unique(in_file_order.begin(), in_file_order.end()), in_file_order.end());
  ARROW_ASSIGN_OR_RAISE(const std::vector<int> read_for,
                        ColumnsToRead({*open->metadata, open->manifest, *open->schema},
                                      open->file.get(), in_file_order, groups));
  std::vector<int> to_read = read_for;
  std::sort(to_read.begin(), to_read.end());
  to_read.erase(std::unique(to_read.begin(), to_read.end()), to_read.end());
  const auto place_of = [](const std::vector<int>& sorted, int index) {
    return std::lower_bound(sorted.begin(), sorted.end(), index) - sorted.begin();
  };
  std::vector<int> leaves;
  for (int index : to_read) {
    CollectLeaves(open->manifest.schema_fields[static_cast<size_t>(index)], &leaves);
  }
  arrow::FieldVector fields;
  std::vector<int> source;
  for (int index : wanted) {
    fields.push_back(open->schema->field(index));
    const auto place = static_cast<size_t>(place_of(in_file_order, index));
    const bool is_read = place < in_file_order.size() && in_file_order[place] == index;
    source.push_back(is_read ? static_cast<int>(place_of(to_read, read_for[place])) : -1);
  }

  parquet::ReaderProperties file_properties;
  file_properties.set_page_checksum_verification(true);
  if (LargestGroupBytes(*open->metadata, groups, leaves) > kWholeChunksBytes) {
    file_properties.enable_buffered_stream();
    file_properties.set_buffer_size(kStreamBufferBytes);
  }
  parquet::ArrowReaderProperties arrow_properties = ArrowProperties();
  arrow_properties.set_use_threads(options.use_threads);
  arrow_properties.set_batch_size(options.batch_rows);
  if (options.batch_rows >= kDictionaryBatchRows) {
    for (int leaf : DictionaryLeaves(*open, to_read, groups)) {
      arrow_properties.set_read_dictionary(leaf, true);
    }
  }
  ARROW_ASSIGN_OR_RAISE(
      std::unique_ptr<parquet::arrow::FileReader> reader,
      parquet::arrow::FileReader::Make(
          arrow::default_memory_pool(),
          parquet::ParquetFileReader::Open(open->file, file_properties, open->metadata),
          arrow_properties));
  ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::RecordBatchReader> batches,
                        reader->GetRecordBatchReader(groups, leaves));
  int64_t expected_rows = 0;
  for (int group : groups) expected_rows += open->metadata->RowGroup(group)->num_rows();
  return std::make_shared<NormalisedReader>(open, std::move(reader), std::move(batches),
                                            arrow::schema(std::move(fields)), std::move(source),
                                            std::move(constants), expected_rows);
}

class ConvertedRows : public arrow::RecordBatchReader {
 public:
  ConvertedRows(std::shared_ptr<arrow::RecordBatchReader> rows,
                std::shared_ptr<arrow::Schema> schema, BaseFileReader::Conversion convert)
      : rows_(std::move(rows)), schema_(std::move(schema)), convert_(std::move(convert)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    return *batch == nullptr ? arrow::Status::OK() : convert_(std::move(*batch)).Value(batch);
  }

 private:
  std::shared_ptr<arrow::RecordBatchReader> rows_;
  std::shared_ptr<arrow::Schema> schema_;
  BaseFileReader::Conversion convert_;
};

}  // namespace

class BaseFileReader::Impl {
 public:
  std::shared_ptr<OpenFile> open = std::make_shared<OpenFile>();
  std::shared_ptr<arrow::Schema> names;  // null: those of the file
  std::shared_ptr<arrow::Schema> types;  // null: those of the file
  Conversion convert;

  const std::shared_ptr<arrow::Schema>& schema() const {
    if (types != nullptr) return types;
    return names != nullptr ? names : open->schema;
  }
  // The file's own names of columns.
  std::vector<std::string> StoredNames(const std::vector<std::string>& columns) const {
    std::vector<std::string> stored;
    for (const std::string& column : columns) {
      const int index = schema()->GetFieldIndex(column);
      if (index >= 0) stored.push_back(open->schema->field(index)->name());
    }
    return stored;
  }
};

BaseFileReader::BaseFileReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BaseFileReader::~BaseFileReader() = default;

arrow::Result<std::shared_ptr<BaseFileReader>> BaseFileReader::Open(
    std::shared_ptr<arrow::io::RandomAccessFile> file, std::string path) {
  auto impl = std::make_unique<Impl>();
  ARROW_RETURN_NOT_OK(InitializeCompute());
  OpenFile* open = impl->open.get();
  open->file = std::move(file);
  open->path = std::move(path);
  arrow::Status status = CatchParquet([&] { return ReadFooter(open); });
  if (!status.ok()) {
    if (FindErrorDetail(status) != nullptr) return status;
    return DiagnoseFrame(*open->file, open->path, status);
  }
  return std::shared_ptr<BaseFileReader>(new BaseFileReader(std::move(impl)));
}

const std::string& BaseFileReader::path() const { return impl_->open->path; }
const std::shared_ptr<arrow::Schema>& BaseFileReader::schema() const { return impl_->schema(); }

std::shared_ptr<BaseFileReader> BaseFileReader::WithNames(
    std::shared_ptr<arrow::Schema> names) const {
  auto impl = std::make_unique<Impl>();
  impl->open = impl_->open;
  impl->names = std::move(names);
  return std::shared_ptr<BaseFileReader>(new BaseFileReader(std::move(impl)));
}

std::shared_ptr<BaseFileReader> BaseFileReader::WithTypes(std::shared_ptr<arrow::Schema> types,
                                                          Conversion convert) const {
  auto impl = std::make_unique<Impl>();
  impl->open = impl_->open;
  impl->names = impl_->names;
  impl->types = std::move(types);
  impl->convert = std::move(convert);
  return std::shared_ptr<BaseFileReader>(new BaseFileReader(std::move(impl)));
}

const std::map<std::string, std::string>& BaseFileReader::footer() const {
  return impl_->open->footer;
}
bool BaseFileReader::has_legacy_types() const {
  return HasLegacyTypes(*impl_->open->metadata->schema()->group_node());
}
int64_t BaseFileReader::num_rows() const { return impl_->open->metadata->num_rows(); }
int BaseFileReader::num_row_groups() const { return impl_->open->metadata->num_row_groups(); }
int64_t BaseFileReader::row_group_rows(int row_group) const {
  return impl_->open->metadata->RowGroup(row_group)->num_rows();
}

arrow::Result<int64_t> BaseFileReader::StoredBytes(const std::vector<std::string>& columns) const {
  const OpenFile& open = *impl_->open;
  std::vector<int> leaves;
  for (const std::string& name : columns) {
    int index = schema()->GetFieldIndex(name);
    if (index < 0) continue;
    CollectLeaves(open.manifest.schema_fields[static_cast<size_t>(index)], &leaves);
  }
  int64_t bytes = 0;
  arrow::Status status = CatchParquet([&] {
    for (int group = 0; group < open.metadata->num_row_groups(); ++group) {
      bytes += GroupBytes(*open.metadata, group, leaves);
    }
    return arrow::Status::OK();
  });
  ARROW_RETURN_NOT_OK(FileError(status, open.path));
  return bytes;
}

arrow::Result<std::optional<ColumnStatistics>> BaseFileReader::Statistics(
    int row_group, const std::string& column) const {
  const OpenFile& open = *impl_->open;
  int index = schema()->GetFieldIndex(column);
  if (index < 0) return std::nullopt;
  const parquet::arrow::SchemaField& field =
      open.manifest.schema_fields[static_cast<size_t>(index)];
  if (!field.is_leaf()) return std::nullopt;
  const std::shared_ptr<arrow::DataType>& stored_type = open.schema->field(index)->type();
  if (!schema()->field(index)->type()->Equals(*stored_type)) return std::nullopt;
  std::optional<ColumnStatistics> statistics;
  arrow::Status status = CatchParquet([&] {
    std::unique_ptr<parquet::RowGroupMetaData> group = open.metadata->RowGroup(row_group);
    statistics = ReadStatistics(*group->ColumnChunk(field.column_index), group->num_rows(),
                                open.schema->field(index)->type());
    return arrow::Status::OK();
  });
  ARROW_RETURN_NOT_OK(FileError(status, open.path));
  return statistics;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> BaseFileReader::Scan(
    const ScanOptions& options) const {
  const OpenFile& open = *impl_->open;
  if (options.batch_rows < 1) {
    return Fail(ErrorCode::kInvalidArgument, "", "batch_rows = ", options.batch_rows,
                ": expected at least 1");
  }
  std::vector<int> groups;
  if (options.row_groups.has_value()) {
    groups = *options.row_groups;
    for (int group : groups) {
      if (group < 0 || group >= num_row_groups()) {
        return Fail(ErrorCode::kInvalidArgument, open.path, open.path, " has ", num_row_groups(),
                    " row groups, asked for number ", group);
      }
    }
  } else {
    groups.resize(static_cast<size_t>(num_row_groups()));
    std::iota(groups.begin(), groups.end(), 0);
  }
  ScanOptions stored = options;
  if (schema() != open.schema) stored.columns = impl_->StoredNames(options.columns);
  std::shared_ptr<arrow::RecordBatchReader> stream;
  ARROW_RETURN_NOT_OK(FileError(CatchParquet([&]() -> arrow::Status {
                                  ARROW_ASSIGN_OR_RAISE(stream,
                                                        StartScan(impl_->open, stored, groups));
                                  return arrow::Status::OK();
                                }),
                                open.path));
  const auto chosen = [&](const arrow::Schema& all) {
    arrow::FieldVector fields;
    for (const std::string& column : options.columns) {
      if (auto field = all.GetFieldByName(column)) fields.push_back(std::move(field));
    }
    return arrow::schema(std::move(fields));
  };
  if (impl_->names != nullptr) stream = RelabelRows(std::move(stream), chosen(*impl_->names));
  if (impl_->types == nullptr) return stream;
  return std::make_shared<ConvertedRows>(std::move(stream), chosen(*impl_->types), impl_->convert);
}

}  // namespace hudi
