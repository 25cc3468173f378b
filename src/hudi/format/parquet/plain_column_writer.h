// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/type.h>
#include <parquet/column_page.h>
#include <parquet/column_writer.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>
#include <parquet/schema.h>
#include <parquet/size_statistics.h>
#include <parquet/statistics.h>

namespace hudi {

/// Memory of pages, kept from one row group to the next.
struct PageBuffers {
  std::vector<std::shared_ptr<arrow::ResizableBuffer>> pages;  ///< by column
  std::shared_ptr<arrow::ResizableBuffer> compressed;
};

/// Whether the column is written by PlainColumnWriter: flat, without dictionary, and its values
/// stand in the Arrow array as they stand in the file (texts, numbers, dates, timestamps).
bool IsPlainColumn(const parquet::ColumnDescriptor& column, const arrow::DataType& type,
                   const parquet::WriterProperties& properties);

class FollowingColumnWriter;

/// What column writers with pages of their own have in common. Pages go to the row group at once,
/// so that nothing compressed waits.
class PagedColumnWriter : public parquet::ColumnWriter {
 public:
  parquet::Type::type type() const override { return descr()->physical_type(); }
  const parquet::ColumnDescriptor* descr() const override { return metadata_->descr(); }
  int64_t rows_written() const override { return num_rows_; }
  int64_t total_compressed_bytes() const override { return 0; }
  int64_t total_bytes_written() const override { return bytes_; }
  int64_t total_compressed_bytes_written() const override {
    return pages_->total_compressed_bytes_written();
  }
  int64_t estimated_buffered_value_bytes() const override { return 0; }
  int64_t estimated_buffered_def_level_bytes() const override { return 0; }
  int64_t estimated_buffered_rep_level_bytes() const override { return 0; }
  int64_t estimated_buffered_dict_bytes() const override { return 0; }
  const parquet::WriterProperties* properties() override { return properties_; }
  void AddKeyValueMetadata(
      const std::shared_ptr<const arrow::KeyValueMetadata>& metadata) override {
    metadata_->SetKeyValueMetadata(metadata);
  }
  void ResetKeyValueMetadata() override {}

 protected:
  PagedColumnWriter(parquet::ColumnChunkMetaDataBuilder* metadata,
                    std::unique_ptr<parquet::PageWriter> pages,
                    const parquet::WriterProperties* properties)
      : properties_(properties), metadata_(metadata), pages_(std::move(pages)) {}

  void AddPage(const parquet::DataPage& page) { bytes_ += pages_->WriteDataPage(page); }
  /// Ends the chunk, which has these statistics and sizes.
  void Finish(const parquet::EncodedStatistics& statistics, const parquet::SizeStatistics& sizes);

  const parquet::WriterProperties* properties_;
  parquet::PageWriter& pages() { return *pages_; }
  int64_t num_rows_ = 0;
  bool is_closed_ = false;

 private:
  parquet::ColumnChunkMetaDataBuilder* metadata_;
  std::unique_ptr<parquet::PageWriter> pages_;
  int64_t bytes_ = 0;
};

/// A chunk of a plain column: pages, statistics and sizes are byte by byte those of Arrow's column
/// writer, which takes a third longer. Values go straight into the memory of the page, which is
/// kept for the next one; texts are compared for their least and greatest by their first eight
/// bytes.
class PlainColumnWriter : public PagedColumnWriter {
 public:
  int64_t Close() override;
  int64_t estimated_buffered_value_bytes() const override { return page_end_ - kLevelRoom; }
  int64_t estimated_buffered_def_level_bytes() const override {
    return static_cast<int64_t>(levels_.size() * sizeof(int16_t));
  }
  arrow::Status WriteArrow(const int16_t* def_levels, const int16_t* rep_levels, int64_t num_levels,
                           const arrow::Array& values, parquet::ArrowWriteContext* context,
                           bool nullable) override;

 protected:
  PlainColumnWriter(parquet::ColumnChunkMetaDataBuilder* metadata,
                    std::unique_ptr<parquet::PageWriter> pages,
                    const parquet::WriterProperties* properties, int column, PageBuffers* buffers);

  virtual arrow::Status CheckType(const arrow::DataType& type) const = 0;
  /// Appends the values that are not null to the page.
  virtual arrow::Status AppendValues(const arrow::Array& values) = 0;
  /// Statistics of the page, which it then counts as the chunk's.
  virtual parquet::EncodedStatistics TakePageStatistics() = 0;
  virtual parquet::EncodedStatistics ChunkStatistics() = 0;

  /// Makes room for so many bytes at the end of the page, and a few to spare.
  arrow::Result<uint8_t*> Room(int64_t bytes);
  void Advance(int64_t bytes) { page_end_ += bytes; }
  void CountTextBytes(int64_t bytes) { text_bytes_ += bytes; }

 private:
  friend class FollowingColumnWriter;
  /// A page begins with the levels, which are known when it ends: this much is left free, which is
  /// enough where no value is null.
  static constexpr int64_t kLevelRoom = 16;

  void AppendLevels(const arrow::Array& values);
  arrow::Status EndPage();
  arrow::Result<std::shared_ptr<arrow::Buffer>> PageBytes();
  std::string EncodedLevels() const;

  std::vector<FollowingColumnWriter*> followers_;
  PageBuffers* buffers_;
  std::shared_ptr<arrow::ResizableBuffer>& page_;  // of buffers_
  int64_t page_end_ = kLevelRoom;                  // place in page_ behind the last value
  int64_t page_rows_ = 0;
  int64_t page_nulls_ = 0;
  int64_t text_bytes_ = 0;            // of the page's texts, without their lengths
  std::vector<int16_t> levels_;       // of the page, from its first null on
  parquet::SizeStatistics sizes_;     // of the chunk
  parquet::EncodedStatistics stats_;  // of the chunk, once closed
};

/// `column`: its place in the file. `buffers` outlives the writer.
std::shared_ptr<PlainColumnWriter> MakePlainColumnWriter(
    parquet::ColumnChunkMetaDataBuilder* metadata, std::unique_ptr<parquet::PageWriter> pages,
    const parquet::WriterProperties* properties, int column, PageBuffers* buffers);

/// A column that holds in all rows of its chunk what `leader`, a column before it of the same
/// physical type and repetition, holds: it takes that one's pages as they are. The caller has made
/// sure of it.
std::shared_ptr<parquet::ColumnWriter> MakeFollowingColumnWriter(
    PlainColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
    std::unique_ptr<parquet::PageWriter> pages);

}  // namespace hudi
