// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/base_file_writer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <arrow/table.h>
#include <arrow/util/byte_size.h>
#include <arrow/util/compression.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/schema.h>
#include <parquet/arrow/writer.h>
#include <parquet/exception.h>
#include <parquet/file_writer.h>
#include <parquet/properties.h>

#include "hudi/base/compute.h"
#include "hudi/error.h"
#include "hudi/format/parquet/column_followers.h"
#include "hudi/format/parquet/dictionary_choice.h"
#include "hudi/format/parquet/file_contents.h"
#include "hudi/format/parquet/parquet_status.h"

namespace hudi {
namespace {

// A slice is at most this many rows, so that row groups end near their byte target.
constexpr int64_t kSliceRows = 16 * 1024;
// As many rows are collected before the file is opened: they tell which columns get a dictionary.
constexpr int64_t kFirstRows = 16 * 1024;
// Share of its buffered size that data takes once compressed, until finished row groups tell.
constexpr double kUnknownCompression = 0.4;

arrow::Compression::type CompressionOf(ParquetCodec codec) {
  switch (codec) {
    case ParquetCodec::kUncompressed:
      return arrow::Compression::UNCOMPRESSED;
    case ParquetCodec::kSnappy:
      return arrow::Compression::SNAPPY;
    case ParquetCodec::kGzip:
      return arrow::Compression::GZIP;
    case ParquetCodec::kZstd:
      return arrow::Compression::ZSTD;
    case ParquetCodec::kLz4:
      return arrow::Compression::LZ4;  // LZ4_RAW in the file
    case ParquetCodec::kBrotli:
      return arrow::Compression::BROTLI;
  }
  return arrow::Compression::UNCOMPRESSED;
}

// Passes everything on until it is cut; then it refuses to write. A writer that is given up must
// not leave a file that looks whole, yet Parquet's destructors write the footer.
class CuttableOutput : public arrow::io::OutputStream {
 public:
  explicit CuttableOutput(std::shared_ptr<arrow::io::OutputStream> output)
      : output_(std::move(output)) {}

  void Cut() { cut_ = true; }

  using arrow::io::Writable::Write;
  arrow::Status Write(const void* data, int64_t size) override {
    if (cut_) return arrow::Status::Cancelled("the file was given up");
    return output_->Write(data, size);
  }
  arrow::Status Write(const std::shared_ptr<arrow::Buffer>& data) override {
    if (cut_) return arrow::Status::Cancelled("the file was given up");
    return output_->Write(data);
  }
  arrow::Status Flush() override { return output_->Flush(); }
  arrow::Status Close() override { return output_->Close(); }
  arrow::Result<int64_t> Tell() const override { return output_->Tell(); }
  bool closed() const override { return output_->closed(); }

 private:
  std::shared_ptr<arrow::io::OutputStream> output_;
  bool cut_ = false;
};

// Sizes of the open row group; all of it is in memory.
struct OpenGroupSize {
  int64_t pages = 0;     // finished pages, compressed
  int64_t buffered = 0;  // not pages yet
  int64_t memory() const { return pages + buffered; }
};

OpenGroupSize SizeOf(const parquet::RowGroupWriter* group) {
  OpenGroupSize size;
  if (group == nullptr) return size;
  parquet::RowGroupWriter::BufferedStats buffered = group->estimated_buffered_stats();
  size.buffered = buffered.def_level_bytes + buffered.rep_level_bytes + buffered.value_bytes +
                  buffered.dict_bytes;
  // Pages of dictionary columns wait for their dictionary, others for the end of the row group.
  size.pages = group->total_compressed_bytes_written() + group->total_compressed_bytes();
  return size;
}

arrow::Result<std::shared_ptr<parquet::schema::GroupNode>> RootNode(
    const arrow::Schema& schema, const parquet::WriterProperties& properties,
    const parquet::ArrowWriterProperties& arrow_properties, const std::string& name) {
  std::shared_ptr<parquet::SchemaDescriptor> descriptor;
  ARROW_RETURN_NOT_OK(
      parquet::arrow::ToParquetSchema(&schema, properties, arrow_properties, &descriptor));
  const parquet::schema::GroupNode& made = *descriptor->group_node();
  parquet::schema::NodeVector fields;
  for (int i = 0; i < made.field_count(); ++i) fields.push_back(made.field(i));
  return std::static_pointer_cast<parquet::schema::GroupNode>(
      parquet::schema::GroupNode::Make(name, parquet::Repetition::REQUIRED, fields));
}

}  // namespace

class BaseFileWriter::Impl {
 public:
  std::shared_ptr<CuttableOutput> output;
  std::shared_ptr<arrow::Schema> schema;
  ParquetWriteOptions options;
  FileContents* file = nullptr;                        // owned by `writer`
  std::unique_ptr<parquet::arrow::FileWriter> writer;  // null as long as first rows are collected
  std::vector<std::shared_ptr<arrow::RecordBatch>> first_rows;
  std::optional<ColumnFollowers> followers;
  int64_t first_bytes = 0;
  int64_t num_rows = 0;
  int64_t group_rows = 0;
  double compression = kUnknownCompression;
  bool failed = false;
  bool closed = false;

  ~Impl() {
    if (output != nullptr) output->Cut();
  }

  arrow::Result<std::shared_ptr<parquet::WriterProperties>> Properties(
      const std::vector<std::string>& without_dictionary) const {
    const arrow::Compression::type codec = CompressionOf(options.codec);
    if (!arrow::util::Codec::IsAvailable(codec)) {
      return Fail(ErrorCode::kUnsupported, "", "this build of Arrow has no codec ",
                  arrow::util::Codec::GetCodecAsString(codec));
    }
    parquet::WriterProperties::Builder properties;
    properties.version(parquet::ParquetVersion::PARQUET_2_6)
        ->data_page_version(parquet::ParquetDataPageVersion::V1)
        ->compression(codec)
        ->data_pagesize(options.page_bytes)
        // Readers pay for each page; Arrow's own limit of rows makes ten of what is one by size.
        ->max_rows_per_page(options.row_group_rows)
        ->max_row_group_length(options.row_group_rows)
        ->write_batch_size(BatchRows())
        ->enable_page_checksum();
    if (!options.dictionary) properties.disable_dictionary();
    for (const std::string& column : without_dictionary) properties.disable_dictionary(column);
    return properties.build();
  }

  /// Rows that Arrow encodes between two looks at the size of a page: many, which is faster, but
  /// few of wide values, of which a page must not become too large.
  int64_t BatchRows() const {
    int64_t rows = 0;
    std::vector<int64_t> column_bytes(static_cast<size_t>(schema->num_fields()));
    for (const std::shared_ptr<arrow::RecordBatch>& batch : first_rows) {
      rows += batch->num_rows();
      for (int c = 0; c < batch->num_columns(); ++c) {
        arrow::Result<int64_t> bytes = arrow::util::ReferencedBufferSize(*batch->column(c));
        if (!bytes.ok()) return parquet::DEFAULT_WRITE_BATCH_SIZE;
        column_bytes[static_cast<size_t>(c)] += *bytes;
      }
    }
    if (rows == 0 || column_bytes.empty()) return parquet::DEFAULT_WRITE_BATCH_SIZE;
    int64_t widest = *std::max_element(column_bytes.begin(), column_bytes.end());
    return std::clamp<int64_t>(2 * options.page_bytes / std::max<int64_t>(widest / rows, 1),
                               parquet::DEFAULT_WRITE_BATCH_SIZE, kSliceRows);
  }

  /// Opens the file proper.
  arrow::Status Start() {
    std::shared_ptr<parquet::ArrowWriterProperties> arrow_properties =
        parquet::ArrowWriterProperties::Builder().enable_compliant_nested_types()->build();
    const std::vector<std::string> without =
        ColumnsWithoutDictionary(first_rows, options.codec != ParquetCodec::kUncompressed);
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<parquet::WriterProperties> properties,
                          Properties(without));
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<parquet::schema::GroupNode> root,
                          RootNode(*schema, *properties, *arrow_properties, options.root_name));
    auto contents = std::make_unique<FileContents>(output, root, *schema, properties);
    file = contents.get();
    followers.emplace(file->plain_fields());
    auto outer = std::make_unique<parquet::ParquetFileWriter>();
    outer->Open(std::move(contents));
    return parquet::arrow::FileWriter::Make(arrow::default_memory_pool(), std::move(outer), schema,
                                            arrow_properties, &writer);
  }

  /// Starts with the rows that were collected.
  arrow::Status StartWithFirstRows() {
    ARROW_RETURN_NOT_OK(Start());
    for (std::shared_ptr<arrow::RecordBatch>& batch : first_rows) {
      ARROW_RETURN_NOT_OK(WriteBatch(*batch));
      batch.reset();
    }
    first_rows.clear();
    first_bytes = 0;
    return arrow::Status::OK();
  }

  arrow::Status Write(const arrow::RecordBatch& batch) {
    for (int c = 0; c < batch.num_columns(); ++c) {
      if (schema->field(c)->nullable() || batch.column(c)->null_count() == 0) continue;
      return arrow::Status::Invalid("column '", schema->field(c)->name(),
                                    "' is required, but a row has a null in it");
    }
    num_rows += batch.num_rows();
    if (writer != nullptr) return WriteBatch(batch);
    ARROW_ASSIGN_OR_RAISE(int64_t bytes, arrow::util::ReferencedBufferSize(batch));
    first_rows.push_back(batch.Slice(0));
    first_bytes += bytes;
    return num_rows >= kFirstRows || first_bytes >= options.row_group_bytes / 8
               ? StartWithFirstRows()
               : arrow::Status::OK();
  }

  arrow::Status WriteSlice(const arrow::RecordBatch& slice) {
    if (file->row_group() != nullptr && !followers->Hold(slice)) FinishRowGroup();
    if (file->row_group() == nullptr) {
      followers->Find(slice);
      file->SetLeaders(followers->ByColumn(file->num_columns()));
      ARROW_RETURN_NOT_OK(writer->NewBufferedRowGroup());
    }
    ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(slice));
    group_rows += slice.num_rows();
    if (group_rows >= options.row_group_rows ||
        SizeOf(file->row_group()).memory() >= options.row_group_bytes) {
      FinishRowGroup();
    }
    return arrow::Status::OK();
  }

  void FinishRowGroup() {
    int64_t compressed = 0;
    int64_t uncompressed = 0;
    file->FinishRowGroup(&compressed, &uncompressed);
    if (uncompressed > 0) {
      compression = static_cast<double>(compressed) / static_cast<double>(uncompressed);
    }
    group_rows = 0;
  }

  arrow::Status WriteBatch(const arrow::RecordBatch& batch) {
    ARROW_ASSIGN_OR_RAISE(int64_t bytes, arrow::util::ReferencedBufferSize(batch));
    const int64_t row_bytes = std::max<int64_t>(1, bytes / batch.num_rows());
    const int64_t slice_rows =
        std::clamp<int64_t>(options.row_group_bytes / 8 / row_bytes, 1, kSliceRows);
    for (int64_t offset = 0; offset < batch.num_rows();) {
      int64_t length =
          std::min({slice_rows, batch.num_rows() - offset, options.row_group_rows - group_rows});
      ARROW_RETURN_NOT_OK(WriteSlice(*batch.Slice(offset, length)));
      offset += length;
    }
    return arrow::Status::OK();
  }
};

BaseFileWriter::BaseFileWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
BaseFileWriter::~BaseFileWriter() = default;

arrow::Result<std::unique_ptr<BaseFileWriter>> BaseFileWriter::Open(
    std::shared_ptr<arrow::io::OutputStream> output, std::shared_ptr<arrow::Schema> schema,
    const ParquetWriteOptions& options) {
  if (options.row_group_rows < 1 || options.row_group_bytes < 1 || options.page_bytes < 1) {
    return Fail(ErrorCode::kInvalidArgument, "",
                "row group rows, row group bytes and page bytes must be at least 1");
  }
  ARROW_RETURN_NOT_OK(InitializeCompute());  // for the statistics of dictionaries
  auto impl = std::make_unique<Impl>();
  impl->output = std::make_shared<CuttableOutput>(std::move(output));
  impl->schema = schema;
  impl->options = options;
  if (options.codec == ParquetCodec::kUncompressed) impl->compression = 1.0;

  // What cannot be written at all is told now, although the file proper may be opened later.
  ARROW_RETURN_NOT_OK(CatchParquet([&]() -> arrow::Status {
    if (!options.dictionary) return impl->Start();
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<parquet::WriterProperties> properties,
                          impl->Properties({}));
    return RootNode(*schema, *properties, *parquet::default_arrow_writer_properties(),
                    options.root_name)
        .status();
  }));
  return std::unique_ptr<BaseFileWriter>(new BaseFileWriter(std::move(impl)));
}

arrow::Status BaseFileWriter::Write(const arrow::RecordBatch& batch) {
  Impl& impl = *impl_;
  if (impl.failed || impl.closed) {
    return Fail(ErrorCode::kInternal, "", "write to a base file that failed or is closed");
  }
  if (!batch.schema()->Equals(*impl.schema, /*check_metadata=*/false)) {
    return Fail(ErrorCode::kInternal, "", "rows of schema {", batch.schema()->ToString(),
                "} written to a base file of schema {", impl.schema->ToString(), "}");
  }
  if (batch.num_rows() == 0) return arrow::Status::OK();
  arrow::Status status = CatchParquet([&] { return impl.Write(batch); });
  impl.failed = !status.ok();
  return status;
}

int64_t BaseFileWriter::num_rows() const { return impl_->num_rows; }

arrow::Result<int64_t> BaseFileWriter::EstimatedSizeBytes() const {
  const Impl& impl = *impl_;
  ARROW_ASSIGN_OR_RAISE(int64_t written, impl.output->Tell());
  if (impl.writer == nullptr) {
    return static_cast<int64_t>(impl.compression * static_cast<double>(impl.first_bytes));
  }
  OpenGroupSize size = SizeOf(impl.file->row_group());
  return written + size.pages +
         static_cast<int64_t>(impl.compression * static_cast<double>(size.buffered));
}

arrow::Result<int64_t> BaseFileWriter::Close(const std::map<std::string, std::string>& footer) {
  Impl& impl = *impl_;
  if (impl.failed || impl.closed) {
    return Fail(ErrorCode::kInternal, "", "close of a base file that failed or is closed");
  }
  impl.closed = true;
  std::vector<std::string> keys;
  std::vector<std::string> values;
  for (const auto& [key, value] : footer) {
    keys.push_back(key);
    values.push_back(value);
  }
  int64_t size_bytes = 0;
  ARROW_RETURN_NOT_OK(CatchParquet([&]() -> arrow::Status {
    if (impl.writer == nullptr) ARROW_RETURN_NOT_OK(impl.StartWithFirstRows());
    ARROW_RETURN_NOT_OK(impl.writer->AddKeyValueMetadata(arrow::key_value_metadata(keys, values)));
    ARROW_RETURN_NOT_OK(impl.writer->Close());
    ARROW_ASSIGN_OR_RAISE(size_bytes, impl.output->Tell());
    return impl.output->Close();
  }));
  return size_bytes;
}

}  // namespace hudi
