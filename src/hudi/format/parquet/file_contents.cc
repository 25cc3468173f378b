// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/file_contents.h"

#include <string>
#include <utility>

#include <arrow/util/key_value_metadata.h>
#include <parquet/column_writer.h>
#include <parquet/exception.h>

#include "hudi/format/parquet/flat_columns.h"

namespace hudi {

class FileContents::RowGroup : public parquet::RowGroupWriter::Contents {
 public:
  RowGroup(FileContents* file, parquet::RowGroupMetaDataBuilder* metadata) : metadata_(metadata) {
    const parquet::WriterProperties* properties = file->properties_.get();
    for (int i = 0; i < file->num_columns(); ++i) {
      parquet::ColumnChunkMetaDataBuilder* chunk = metadata->NextColumnChunk();
      std::unique_ptr<parquet::PageWriter> pages = OpenPages(file, chunk, i);
      const int leader = file->leaders_.empty() ? -1 : file->leaders_[static_cast<size_t>(i)];
      if (leader >= 0) {
        auto& first = static_cast<FlatColumnWriter&>(*columns_[static_cast<size_t>(leader)]);
        columns_.push_back(MakeFollowingColumnWriter(&first, chunk, std::move(pages)));
      } else if (file->flat_[static_cast<size_t>(i)]) {
        columns_.push_back(
            MakeFlatColumnWriter(chunk, std::move(pages), properties, i, &file->buffers_));
      } else {
        columns_.push_back(parquet::ColumnWriter::Make(chunk, std::move(pages), properties));
      }
    }
  }

  int num_columns() const override { return static_cast<int>(columns_.size()); }
  int64_t num_rows() const override {
    if (is_closed_) return num_rows_;
    const int64_t rows = columns_.empty() ? 0 : columns_[0]->rows_written();
    for (const auto& column : columns_) {
      if (column->rows_written() == rows) continue;
      throw parquet::ParquetException("columns of one row group have different numbers of rows");
    }
    return rows;
  }
  parquet::ColumnWriter* NextColumn() override {
    throw parquet::ParquetException("all columns of a row group are written side by side");
  }
  parquet::ColumnWriter* column(int i) override { return columns_[static_cast<size_t>(i)].get(); }
  int current_column() const override { return metadata_->current_column(); }
  bool buffered() const override { return true; }

  void Close() override {
    if (is_closed_) return;
    num_rows_ = num_rows();
    is_closed_ = true;
    for (const auto& column : columns_) {
      bytes_ += column->Close();
      compressed_bytes_ += column->total_compressed_bytes_written();
    }
    columns_.clear();
    metadata_->set_num_rows(num_rows_);
    metadata_->Finish(bytes_);
  }

  int64_t total_bytes_written() const override {
    return bytes_ + Sum(&parquet::ColumnWriter::total_bytes_written);
  }
  int64_t total_compressed_bytes() const override {
    return Sum(&parquet::ColumnWriter::total_compressed_bytes);
  }
  int64_t total_compressed_bytes_written() const override {
    return compressed_bytes_ + Sum(&parquet::ColumnWriter::total_compressed_bytes_written);
  }
  parquet::RowGroupWriter::BufferedStats EstimatedBufferedStats() const override {
    parquet::RowGroupWriter::BufferedStats stats;
    stats.def_level_bytes = Sum(&parquet::ColumnWriter::estimated_buffered_def_level_bytes);
    stats.rep_level_bytes = Sum(&parquet::ColumnWriter::estimated_buffered_rep_level_bytes);
    stats.value_bytes = Sum(&parquet::ColumnWriter::estimated_buffered_value_bytes);
    stats.dict_bytes = Sum(&parquet::ColumnWriter::estimated_buffered_dict_bytes);
    return stats;
  }

 private:
  std::unique_ptr<parquet::PageWriter> OpenPages(FileContents* file,
                                                 parquet::ColumnChunkMetaDataBuilder* chunk,
                                                 int i) const {
    const parquet::WriterProperties& properties = *file->properties_;
    const std::shared_ptr<parquet::schema::ColumnPath> path = chunk->descr()->path();
    const std::shared_ptr<parquet::CodecOptions> codec_options = properties.codec_options(path);
    const bool indexed = properties.page_index_enabled(path);
    return parquet::PageWriter::Open(
        file->output_, properties.compression(path), chunk, /*row_group_ordinal=*/-1,
        /*column_chunk_ordinal=*/-1, properties.memory_pool(), /*buffered_row_group=*/true,
        /*header_encryptor=*/nullptr,
        /*data_encryptor=*/nullptr, properties.page_checksum_enabled(),
        indexed && properties.statistics_enabled(path) ? file->page_index_->GetColumnIndexBuilder(i)
                                                       : nullptr,
        indexed ? file->page_index_->GetOffsetIndexBuilder(i) : nullptr,
        codec_options == nullptr ? parquet::CodecOptions{} : *codec_options);
  }

  int64_t Sum(int64_t (parquet::ColumnWriter::*of_column)() const) const {
    int64_t sum = 0;
    for (const auto& column : columns_) sum += ((*column).*of_column)();
    return sum;
  }

  parquet::RowGroupMetaDataBuilder* metadata_;
  std::vector<std::shared_ptr<parquet::ColumnWriter>> columns_;
  bool is_closed_ = false;
  int64_t num_rows_ = 0;          // once closed, as the two below
  int64_t bytes_ = 0;             // before compression
  int64_t compressed_bytes_ = 0;  // with page headers
};

FileContents::FileContents(std::shared_ptr<arrow::io::OutputStream> output,
                           std::shared_ptr<parquet::schema::GroupNode> root,
                           const arrow::Schema& schema,
                           std::shared_ptr<parquet::WriterProperties> properties)
    : Contents(std::move(root), nullptr),
      output_(std::move(output)),
      properties_(std::move(properties)),
      metadata_(parquet::FileMetaDataBuilder::Make(&schema_, properties_)),
      page_index_(parquet::PageIndexBuilder::Make(&schema_)) {
  plain_fields_.assign(static_cast<size_t>(schema.num_fields()), -1);
  for (int i = 0; i < schema_.num_columns(); ++i) {
    const parquet::ColumnDescriptor& column = *schema_.Column(i);
    const int field = schema.GetFieldIndex(column.path()->ToDotString());
    flat_.push_back(field >= 0 && column.path()->ToDotVector().size() == 1 &&
                    IsFlatColumn(column, *schema.field(field)->type(), *properties_));
    if (flat_.back() && !properties_->dictionary_enabled(column.path())) {
      plain_fields_[static_cast<size_t>(field)] = i;
    }
  }
  buffers_ = PageBuffers(flat_.size());
  PARQUET_THROW_NOT_OK(output_->Write(parquet::kParquetMagic, sizeof(parquet::kParquetMagic)));
}

FileContents::~FileContents() = default;

void FileContents::CloseRowGroup() {
  if (!std::exchange(is_open_, false)) return;
  num_rows_ += row_group_->num_rows();
  row_group_->Close();
}

parquet::RowGroupWriter* FileContents::AppendRowGroup() {
  throw parquet::ParquetException("row groups of base files are written with all columns at once");
}

parquet::RowGroupWriter* FileContents::AppendBufferedRowGroup() {
  CloseRowGroup();
  page_index_->AppendRowGroup();
  row_group_ = std::make_unique<parquet::RowGroupWriter>(
      std::make_unique<RowGroup>(this, metadata_->AppendRowGroup()));
  ++num_row_groups_;
  is_open_ = true;
  return row_group_.get();
}

void FileContents::AddKeyValueMetadata(
    const std::shared_ptr<const arrow::KeyValueMetadata>& metadata) {
  key_value_metadata_ =
      key_value_metadata_ == nullptr ? metadata : key_value_metadata_->Merge(*metadata);
}

void FileContents::FinishRowGroup(int64_t* compressed_bytes, int64_t* uncompressed_bytes) {
  CloseRowGroup();
  *compressed_bytes = row_group_->total_compressed_bytes_written();
  *uncompressed_bytes = row_group_->total_bytes_written();
}

void FileContents::Close() {
  if (std::exchange(is_closed_, true)) return;
  CloseRowGroup();
  row_group_ = nullptr;
  page_index_->Finish();
  const parquet::PageIndexBuilder::WriteResult index = page_index_->WriteTo(output_.get());
  metadata_->SetIndexLocations(parquet::IndexKind::kColumnIndex, index.column_index_locations);
  metadata_->SetIndexLocations(parquet::IndexKind::kOffsetIndex, index.offset_index_locations);
  file_metadata_ = metadata_->Finish(key_value_metadata_);
  parquet::WriteFileMetaData(*file_metadata_, output_.get());
}

}  // namespace hudi
