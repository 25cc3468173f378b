// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/array.h>
#include <arrow/buffer.h>
#include <arrow/result.h>
#include <arrow/type.h>

#include "hudi/format/parquet/paged_column_writer.h"

namespace hudi {

/// Memory of pages, kept from one row group to the next.
struct PageBuffers {
  explicit PageBuffers(size_t num_columns = 0) : pages(num_columns), indices(num_columns) {}

  std::vector<std::shared_ptr<arrow::ResizableBuffer>> pages;  ///< by column
  std::vector<std::vector<int32_t>> indices;                   ///< by column
  std::shared_ptr<arrow::ResizableBuffer> compressed;
};

class FollowingColumnWriter;

/// A chunk of a flat column: pages, dictionary, statistics and sizes are byte by byte those of
/// Arrow's column writer, which takes a third longer, but for longer runs (index_runs.h). Values go
/// straight into the memory of the page, which is kept for the next one.
class FlatColumnWriter : public PagedColumnWriter {
 public:
  int64_t Close() override;
  int64_t estimated_buffered_value_bytes() const override;
  int64_t estimated_buffered_def_level_bytes() const override {
    return static_cast<int64_t>(levels_.size() * sizeof(int16_t));
  }
  int64_t estimated_buffered_dict_bytes() const override {
    return uses_dictionary_ ? dictionary_size().bytes : 0;
  }
  int64_t total_compressed_bytes() const override { return waiting_bytes_; }
  arrow::Status WriteArrow(const int16_t* def_levels, const int16_t* rep_levels, int64_t num_levels,
                           const arrow::Array& values, parquet::ArrowWriteContext* context,
                           bool nullable) override;

 protected:
  struct DictionarySize {
    int32_t num_values;
    int64_t bytes;  ///< in its page
  };

  FlatColumnWriter(parquet::ColumnChunkMetaDataBuilder* metadata,
                   std::unique_ptr<parquet::PageWriter> pages,
                   const parquet::WriterProperties* properties, int column, PageBuffers* buffers);

  virtual arrow::Status CheckType(const arrow::DataType& type) const = 0;
  /// Appends the values that are not null to the page.
  virtual arrow::Status AppendValues(const arrow::Array& values) = 0;
  /// Appends their places in the dictionary, which takes those that it lacks.
  virtual arrow::Status AppendIndices(const arrow::Array& values,
                                      std::vector<int32_t>* indices) = 0;
  virtual DictionarySize dictionary_size() const = 0;
  /// The content of the dictionary page.
  virtual std::string DictionaryBytes() const = 0;
  /// Statistics of the page, which it then counts as the chunk's.
  virtual parquet::EncodedStatistics TakePageStatistics() = 0;
  virtual parquet::EncodedStatistics ChunkStatistics() = 0;

  /// Makes room for so many bytes at the end of the page.
  arrow::Result<uint8_t*> Room(int64_t bytes);
  void Advance(int64_t bytes) { page_end_ += bytes; }
  void CountTextBytes(int64_t bytes) { text_bytes_ += bytes; }

 private:
  friend class FollowingColumnWriter;
  /// A page begins with the levels, which are known when it ends: this much is left free, which is
  /// enough where no value is null.
  static constexpr int64_t kLevelRoom = 16;

  arrow::Status AppendBatch(const arrow::Array& batch);
  void AppendLevels(const arrow::Array& values);
  int IndexBits() const;
  arrow::Status PackIndices();
  arrow::Status EndPage();
  arrow::Status EndDictionary();
  arrow::Result<std::shared_ptr<arrow::Buffer>> PageBytes();
  std::string EncodedLevels() const;

  const bool has_dictionary_;
  bool uses_dictionary_;  // still
  std::vector<FollowingColumnWriter*> followers_;
  PageBuffers* buffers_;
  std::shared_ptr<arrow::ResizableBuffer>& page_;  // of buffers_
  std::vector<int32_t>& indices_;                  // of buffers_; the page's
  int64_t page_end_ = kLevelRoom;                  // place in page_ behind the last value
  int64_t page_rows_ = 0;
  int64_t page_nulls_ = 0;
  int64_t text_bytes_ = 0;                    // of the page's texts, without their lengths
  std::vector<int16_t> levels_;               // of the page, from its first null on
  std::vector<parquet::DataPageV1> waiting_;  // for the dictionary, which stands before them
  int64_t waiting_bytes_ = 0;
  parquet::SizeStatistics sizes_;     // of the chunk
  parquet::EncodedStatistics stats_;  // of the chunk, once closed
};

/// A column that holds in all rows of its chunk what `leader`, a column before it of the same
/// physical type and repetition and without dictionary, holds: it takes that one's pages as they
/// are. The caller has made sure of it.
std::shared_ptr<parquet::ColumnWriter> MakeFollowingColumnWriter(
    FlatColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
    std::unique_ptr<parquet::PageWriter> pages);

}  // namespace hudi
