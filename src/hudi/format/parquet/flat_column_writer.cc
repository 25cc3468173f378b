// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/flat_column_writer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include <arrow/util/bit_util.h>
#include <arrow/util/endian.h>
#include <parquet/exception.h>
#include <parquet/types.h>

#include "hudi/format/parquet/dictionary_columns.h"
#include "hudi/format/parquet/index_runs.h"

namespace hudi {
namespace {

constexpr int64_t kFirstPageBytes = 16 * 1024;
// A run of fewer equal levels is not written as one.
constexpr int64_t kLeastRun = 8;

}  // namespace

// Takes the leader's pages as they come.
class FollowingColumnWriter : public PagedColumnWriter {
 public:
  FollowingColumnWriter(FlatColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
                        std::unique_ptr<parquet::PageWriter> pages)
      : PagedColumnWriter(metadata, std::move(pages), leader->properties()), leader_(leader) {
    leader->followers_.push_back(this);
  }

  using PagedColumnWriter::AddPage;
  int64_t Close() override {
    // The leader stands before it and is closed already.
    if (!std::exchange(is_closed_, true)) {
      Finish(leader_->stats_, leader_->sizes_, /*has_dictionary=*/false, /*fallback=*/false);
    }
    return total_bytes_written();
  }
  arrow::Status WriteArrow(const int16_t* /*def_levels*/, const int16_t* /*rep_levels*/,
                           int64_t /*num_levels*/, const arrow::Array& values,
                           parquet::ArrowWriteContext* /*context*/, bool /*nullable*/) override {
    num_rows_ += values.length();
    return arrow::Status::OK();
  }

 private:
  FlatColumnWriter* leader_;
};

FlatColumnWriter::FlatColumnWriter(parquet::ColumnChunkMetaDataBuilder* metadata,
                                   std::unique_ptr<parquet::PageWriter> pages,
                                   const parquet::WriterProperties* properties, int column,
                                   PageBuffers* buffers)
    : PagedColumnWriter(metadata, std::move(pages), properties),
      has_dictionary_(properties->dictionary_enabled(descr()->path())),
      uses_dictionary_(has_dictionary_),
      buffers_(buffers),
      page_(buffers->pages[static_cast<size_t>(column)]),
      indices_(buffers->indices[static_cast<size_t>(column)]),
      sizes_(*parquet::SizeStatistics::Make(descr())) {}

arrow::Result<uint8_t*> FlatColumnWriter::Room(int64_t bytes) {
  const int64_t needed = page_end_ + bytes;
  if (page_ == nullptr) {
    ARROW_ASSIGN_OR_RAISE(page_, arrow::AllocateResizableBuffer(std::max(needed, kFirstPageBytes),
                                                                properties_->memory_pool()));
  } else if (page_->size() < needed) {
    ARROW_RETURN_NOT_OK(page_->Resize(std::max(needed, 2 * page_->size())));
  }
  return page_->mutable_data() + page_end_;
}

void FlatColumnWriter::AppendLevels(const arrow::Array& values) {
  const int64_t nulls = values.null_count();
  if (nulls > 0 && levels_.empty()) levels_.assign(static_cast<size_t>(page_rows_), 1);
  if (nulls > 0) {
    for (int64_t i = 0; i < values.length(); ++i) levels_.push_back(values.IsValid(i) ? 1 : 0);
  } else if (!levels_.empty()) {
    levels_.insert(levels_.end(), static_cast<size_t>(values.length()), 1);
  }
  page_rows_ += values.length();
  page_nulls_ += nulls;
}

arrow::Status FlatColumnWriter::WriteArrow(const int16_t* /*def_levels*/,
                                           const int16_t* /*rep_levels*/, int64_t num_levels,
                                           const arrow::Array& values,
                                           parquet::ArrowWriteContext* /*context*/,
                                           bool /*nullable*/) {
  const bool is_encoded = values.type_id() == arrow::Type::DICTIONARY;
  ARROW_RETURN_NOT_OK(
      CheckType(is_encoded ? *static_cast<const arrow::DictionaryType&>(*values.type()).value_type()
                           : *values.type()));
  if (values.length() != num_levels ||
      (descr()->max_definition_level() == 0 && values.null_count() > 0)) {
    return arrow::Status::Invalid("column '", descr()->name(), "': ", values.length(),
                                  " values with ", values.null_count(), " nulls for ", num_levels,
                                  " rows");
  }
  const int64_t batch_rows = properties_->write_batch_size();
  for (int64_t offset = 0; offset < values.length(); offset += batch_rows) {
    const std::shared_ptr<arrow::Array> batch = values.Slice(offset, batch_rows);
    ARROW_RETURN_NOT_OK(AppendBatch(*batch));
    AppendLevels(*batch);
    num_rows_ += batch->length();
    if (page_rows_ >= properties_->max_rows_per_page() ||
        estimated_buffered_value_bytes() >= properties_->data_pagesize()) {
      ARROW_RETURN_NOT_OK(EndPage());
    }
    if (uses_dictionary_ && dictionary_size().bytes >= properties_->dictionary_pagesize_limit()) {
      ARROW_RETURN_NOT_OK(EndDictionary());
    }
  }
  return arrow::Status::OK();
}

arrow::Status FlatColumnWriter::AppendBatch(const arrow::Array& batch) {
  if (uses_dictionary_) return AppendIndices(batch, &indices_);
  if (batch.type_id() != arrow::Type::DICTIONARY) return AppendValues(batch);
  const auto& encoded = static_cast<const arrow::DictionaryArray&>(batch);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> values,
                        DecodeDictionary(encoded, encoded.dictionary()->type()));
  return AppendValues(*values);
}

int FlatColumnWriter::IndexBits() const {
  const int32_t num_values = dictionary_size().num_values;
  return num_values < 2 ? num_values : arrow::bit_util::Log2(static_cast<uint64_t>(num_values));
}

int64_t FlatColumnWriter::estimated_buffered_value_bytes() const {
  if (!uses_dictionary_) return page_end_ - kLevelRoom;
  return 1 + MaxIndexRunBytes(static_cast<int64_t>(indices_.size()), IndexBits());
}

// The width of the places, then the places.
arrow::Status FlatColumnWriter::PackIndices() {
  const auto num_indices = static_cast<int64_t>(indices_.size());
  ARROW_ASSIGN_OR_RAISE(uint8_t* const room, Room(1 + MaxIndexRunBytes(num_indices, IndexBits())));
  *room = static_cast<uint8_t>(IndexBits());
  Advance(AppendIndexRuns(indices_.data(), num_indices, IndexBits(), room + 1) - room);
  indices_.clear();
  return arrow::Status::OK();
}

// Values that come from now on stand in the pages themselves.
arrow::Status FlatColumnWriter::EndDictionary() {
  if (page_rows_ > 0) ARROW_RETURN_NOT_OK(EndPage());
  uses_dictionary_ = false;
  AddDictionary(parquet::DictionaryPage(arrow::Buffer::FromString(DictionaryBytes()),
                                        dictionary_size().num_values,
                                        properties_->dictionary_page_encoding()));
  for (const parquet::DataPageV1& page : waiting_) AddPage(page);
  waiting_.clear();
  waiting_bytes_ = 0;
  return arrow::Status::OK();
}

// Definition levels as a page holds them: length, then runs. Empty for a required column.
std::string FlatColumnWriter::EncodedLevels() const {
  if (descr()->max_definition_level() == 0) return "";
  std::string encoded(sizeof(int32_t), '\0');
  if (levels_.empty() && page_rows_ >= kLeastRun) {
    for (auto header = static_cast<uint64_t>(page_rows_) << 1;; header >>= 7) {
      const bool is_last = header < 0x80;
      encoded.push_back(static_cast<char>((header & 0x7f) | (is_last ? 0 : 0x80)));
      if (is_last) break;
    }
    encoded.push_back(1);
  } else {
    const std::vector<int16_t> ones(levels_.empty() ? static_cast<size_t>(page_rows_) : 0, 1);
    const std::vector<int16_t>& levels = levels_.empty() ? ones : levels_;
    const auto count = static_cast<int>(levels.size());
    const int room = parquet::LevelEncoder::MaxBufferSize(parquet::Encoding::RLE, 1, count);
    encoded.resize(encoded.size() + static_cast<size_t>(room));
    parquet::LevelEncoder encoder;
    encoder.Init(parquet::Encoding::RLE, 1, count,
                 reinterpret_cast<uint8_t*>(encoded.data()) + sizeof(int32_t), room);
    if (encoder.Encode(count, levels.data()) != count) {
      throw parquet::ParquetException("levels do not fit their buffer");
    }
    encoded.resize(sizeof(int32_t) + static_cast<size_t>(encoder.len()));
  }
  const auto length =
      arrow::bit_util::ToLittleEndian(static_cast<int32_t>(encoded.size() - sizeof(int32_t)));
  std::memcpy(encoded.data(), &length, sizeof(length));
  return encoded;
}

// Levels and values, one behind the other.
arrow::Result<std::shared_ptr<arrow::Buffer>> FlatColumnWriter::PageBytes() {
  const std::string levels = EncodedLevels();
  const auto level_bytes = static_cast<int64_t>(levels.size());
  if (level_bytes <= kLevelRoom) {
    ARROW_RETURN_NOT_OK(Room(0).status());  // a page of nulls alone has no memory yet
    const int64_t begin = kLevelRoom - level_bytes;
    std::memcpy(page_->mutable_data() + begin, levels.data(), levels.size());
    return std::make_shared<arrow::Buffer>(page_->data() + begin, page_end_ - begin);
  }
  const int64_t value_bytes = page_end_ - kLevelRoom;
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::Buffer> joined,
      arrow::AllocateBuffer(level_bytes + value_bytes, properties_->memory_pool()));
  std::memcpy(joined->mutable_data(), levels.data(), levels.size());
  if (value_bytes > 0) {
    std::memcpy(joined->mutable_data() + level_bytes, page_->data() + kLevelRoom,
                static_cast<size_t>(value_bytes));
  }
  return joined;
}

arrow::Status FlatColumnWriter::EndPage() {
  if (uses_dictionary_) ARROW_RETURN_NOT_OK(PackIndices());
  parquet::EncodedStatistics statistics = TakePageStatistics();
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> page, PageBytes());
  const int64_t page_bytes = page->size();
  if (page_bytes > INT32_MAX) {
    return arrow::Status::Invalid("a page of column '", descr()->name(), "' would have ",
                                  page_bytes, " bytes; a Parquet page has 2 GiB at most");
  }
  if (pages().has_compressor()) {
    if (buffers_->compressed == nullptr) {
      ARROW_ASSIGN_OR_RAISE(buffers_->compressed,
                            arrow::AllocateResizableBuffer(0, properties_->memory_pool()));
    }
    pages().Compress(*page, buffers_->compressed.get());
    page = buffers_->compressed;
  }
  parquet::SizeStatistics sizes = *parquet::SizeStatistics::Make(descr());
  if (!sizes.definition_level_histogram.empty()) {
    sizes.definition_level_histogram = {page_nulls_, page_rows_ - page_nulls_};
  }
  if (type() == parquet::Type::BYTE_ARRAY) sizes.IncrementUnencodedByteArrayDataBytes(text_bytes_);
  sizes_.Merge(sizes);
  if (uses_dictionary_) {
    ARROW_ASSIGN_OR_RAISE(page, page->CopySlice(0, page->size(), properties_->memory_pool()));
    waiting_bytes_ += page->size();
  }
  parquet::DataPageV1 data_page(
      page, static_cast<int32_t>(page_rows_),
      uses_dictionary_ ? properties_->dictionary_index_encoding() : parquet::Encoding::PLAIN,
      parquet::Encoding::RLE, parquet::Encoding::RLE, page_bytes, std::move(statistics),
      num_rows_ - page_rows_, sizes);
  if (uses_dictionary_) {
    waiting_.push_back(std::move(data_page));
  } else {
    AddPage(data_page);
    for (FollowingColumnWriter* follower : followers_) follower->AddPage(data_page);
  }
  page_end_ = kLevelRoom;
  page_rows_ = 0;
  page_nulls_ = 0;
  text_bytes_ = 0;
  levels_.clear();
  return arrow::Status::OK();
}

int64_t FlatColumnWriter::Close() {
  if (std::exchange(is_closed_, true)) return total_bytes_written();
  const bool fallback = has_dictionary_ && !uses_dictionary_;
  if (uses_dictionary_) {
    PARQUET_THROW_NOT_OK(EndDictionary());
  } else if (page_rows_ > 0) {
    PARQUET_THROW_NOT_OK(EndPage());
  }
  stats_ = ChunkStatistics();
  Finish(stats_, sizes_, has_dictionary_, fallback);
  return total_bytes_written();
}

std::shared_ptr<parquet::ColumnWriter> MakeFollowingColumnWriter(
    FlatColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
    std::unique_ptr<parquet::PageWriter> pages) {
  return std::make_shared<FollowingColumnWriter>(leader, metadata, std::move(pages));
}

}  // namespace hudi
