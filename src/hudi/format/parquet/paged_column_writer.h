// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <parquet/column_page.h>
#include <parquet/column_writer.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>
#include <parquet/schema.h>
#include <parquet/size_statistics.h>
#include <parquet/statistics.h>

namespace hudi {

/// What column writers with pages of their own have in common.
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
  void AddDictionary(const parquet::DictionaryPage& page) {
    bytes_ += pages_->WriteDictionaryPage(page);
  }
  /// Ends the chunk, which has these statistics and sizes. `fallback`: after pages with a
  /// dictionary came some without.
  void Finish(const parquet::EncodedStatistics& statistics, const parquet::SizeStatistics& sizes,
              bool has_dictionary, bool fallback);

  const parquet::WriterProperties* properties_;
  parquet::PageWriter& pages() { return *pages_; }
  int64_t num_rows_ = 0;
  bool is_closed_ = false;

 private:
  parquet::ColumnChunkMetaDataBuilder* metadata_;
  std::unique_ptr<parquet::PageWriter> pages_;
  int64_t bytes_ = 0;
};

}  // namespace hudi
