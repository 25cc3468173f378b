// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/plain_column_writer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <arrow/array.h>
#include <arrow/util/endian.h>
#include <parquet/exception.h>
#include <parquet/types.h>

namespace hudi {
namespace {

// Copies of short texts take as many bytes at once, and write that far behind their end.
constexpr int64_t kCopyBytes = 32;
constexpr int64_t kFirstPageBytes = 16 * 1024;
// A run of fewer equal levels is not written as one.
constexpr int64_t kLeastRun = 8;

bool IsMillisOrMicros(const parquet::LogicalType& logical, const arrow::DataType& type) {
  if (!logical.is_timestamp() || type.id() != arrow::Type::TIMESTAMP) return false;
  const auto& stored = static_cast<const parquet::TimestampLogicalType&>(logical);
  const arrow::TimeUnit::type unit = static_cast<const arrow::TimestampType&>(type).unit();
  return (stored.time_unit() == parquet::LogicalType::TimeUnit::MICROS &&
          unit == arrow::TimeUnit::MICRO) ||
         (stored.time_unit() == parquet::LogicalType::TimeUnit::MILLIS &&
          unit == arrow::TimeUnit::MILLI);
}

// The least and greatest of texts, as bytes without sign. Most texts are told apart by their first
// eight bytes.
class TextRange {
 public:
  void Add(std::string_view text) {
    const uint64_t head = HeadOf(text);
    if (!has_values_) {
      has_values_ = true;
      least_ = greatest_ = text;
      least_head_ = greatest_head_ = head;
      return;
    }
    if (head < least_head_ || (head == least_head_ && text < least_)) {
      least_ = text;
      least_head_ = head;
    } else if (head > greatest_head_ || (head == greatest_head_ && text > greatest_)) {
      greatest_ = text;
      greatest_head_ = head;
    }
  }
  bool has_values() const { return has_values_; }
  std::string_view least() const { return least_; }
  std::string_view greatest() const { return greatest_; }

 private:
  // Zeros stand for the bytes that a short text lacks: it is not greater then, as it should be.
  static uint64_t HeadOf(std::string_view text) {
    uint64_t head = 0;
    if (text.size() >= sizeof(head)) {
      std::memcpy(&head, text.data(), sizeof(head));
    } else {
      std::memcpy(&head, text.data(), text.size());
    }
    return arrow::bit_util::FromBigEndian(head);
  }

  std::string_view least_;
  std::string_view greatest_;
  uint64_t least_head_ = 0;
  uint64_t greatest_head_ = 0;
  bool has_values_ = false;
};

// Statistics of the page and of the chunk, kept as Arrow keeps them.
template <typename ParquetType>
class TypedPlainColumn : public PlainColumnWriter {
 public:
  TypedPlainColumn(parquet::ColumnChunkMetaDataBuilder* metadata,
                   std::unique_ptr<parquet::PageWriter> pages,
                   const parquet::WriterProperties* properties, int column, PageBuffers* buffers)
      : PlainColumnWriter(metadata, std::move(pages), properties, column, buffers),
        page_(parquet::MakeStatistics<ParquetType>(descr(), properties->memory_pool())),
        chunk_(parquet::MakeStatistics<ParquetType>(descr(), properties->memory_pool())) {}

 protected:
  arrow::Status CheckType(const arrow::DataType& type) const override {
    if (IsPlainColumn(*descr(), type, *properties_)) return arrow::Status::OK();
    return arrow::Status::Invalid("column '", descr()->name(), "' does not take values of type ",
                                  type.ToString());
  }
  parquet::EncodedStatistics TakePageStatistics() override {
    parquet::EncodedStatistics encoded = Encoded(*page_);
    chunk_->Merge(*page_);
    page_->Reset();
    return encoded;
  }
  parquet::EncodedStatistics ChunkStatistics() override { return Encoded(*chunk_); }

  parquet::EncodedStatistics Encoded(parquet::Statistics& statistics) const {
    parquet::EncodedStatistics encoded = statistics.Encode();
    encoded.ApplyStatSizeLimits(properties_->max_statistics_size(descr()->path()));
    encoded.set_is_signed(descr()->sort_order() == parquet::SortOrder::SIGNED);
    return encoded;
  }

  std::shared_ptr<parquet::TypedStatistics<ParquetType>> page_;
  std::shared_ptr<parquet::TypedStatistics<ParquetType>> chunk_;
};

template <typename ParquetType>
class NumberColumn : public TypedPlainColumn<ParquetType> {
 public:
  using TypedPlainColumn<ParquetType>::TypedPlainColumn;

 protected:
  using Value = typename ParquetType::c_type;

  arrow::Status AppendValues(const arrow::Array& array) override {
    const Value* values = array.data()->template GetValues<Value>(1);
    const int64_t nulls = array.null_count();
    const int64_t present = array.length() - nulls;
    ARROW_ASSIGN_OR_RAISE(uint8_t * room,
                          this->Room(present * static_cast<int64_t>(sizeof(Value))));
    if (nulls == 0) {
      std::memcpy(room, values, static_cast<size_t>(present) * sizeof(Value));
      this->page_->Update(values, present, 0);
    } else {
      for (int64_t i = 0; i < array.length(); ++i) {
        if (array.IsNull(i)) continue;
        std::memcpy(room, values + i, sizeof(Value));
        room += sizeof(Value);
      }
      this->page_->UpdateSpaced(values, array.null_bitmap_data(), array.offset(), array.length(),
                                present, nulls);
    }
    this->Advance(present * static_cast<int64_t>(sizeof(Value)));
    return arrow::Status::OK();
  }
};

class TextColumn : public TypedPlainColumn<parquet::ByteArrayType> {
 public:
  using TypedPlainColumn::TypedPlainColumn;

 protected:
  arrow::Status AppendValues(const arrow::Array& array) override {
    const auto& texts = static_cast<const arrow::BinaryArray&>(array);
    const int64_t present = texts.length() - texts.null_count();
    const int64_t all_bytes = texts.total_values_length();
    ARROW_ASSIGN_OR_RAISE(
        uint8_t* const room,
        Room(present * static_cast<int64_t>(sizeof(uint32_t)) + all_bytes + kCopyBytes));
    TextRange range;
    uint8_t* end = room;
    const int32_t* offsets = texts.raw_value_offsets();
    const uint8_t* bytes = texts.raw_data();
    const int64_t readable = texts.value_data() == nullptr ? 0 : texts.value_data()->size();
    for (int64_t i = 0; i < texts.length(); ++i) {
      if (present < texts.length() && texts.IsNull(i)) continue;
      const auto length = static_cast<uint32_t>(offsets[i + 1] - offsets[i]);
      const uint32_t stored = arrow::bit_util::ToLittleEndian(length);
      std::memcpy(end, &stored, sizeof(stored));
      end += sizeof(stored);
      if (length <= kCopyBytes && offsets[i] + kCopyBytes <= readable) {
        std::memcpy(end, bytes + offsets[i], kCopyBytes);
      } else if (length > 0) {
        std::memcpy(end, bytes + offsets[i], length);
      }
      end += length;
      range.Add({reinterpret_cast<const char*>(bytes) + offsets[i], length});
    }
    Advance(end - room);
    CountTextBytes(end - room - present * static_cast<int64_t>(sizeof(uint32_t)));
    page_->IncrementNumValues(present);
    page_->IncrementNullCount(texts.null_count());
    if (range.has_values()) {
      page_->SetMinMax(parquet::ByteArray(range.least()), parquet::ByteArray(range.greatest()));
    }
    return arrow::Status::OK();
  }
};

}  // namespace

bool IsPlainColumn(const parquet::ColumnDescriptor& column, const arrow::DataType& type,
                   const parquet::WriterProperties& properties) {
  if (column.max_repetition_level() > 0 || column.max_definition_level() > 1 ||
      properties.dictionary_enabled(column.path()) ||
      !properties.statistics_enabled(column.path()) ||
      column.sort_order() == parquet::SortOrder::UNKNOWN) {
    return false;
  }
  switch (column.physical_type()) {
    case parquet::Type::BYTE_ARRAY:
      return type.id() == arrow::Type::STRING || type.id() == arrow::Type::BINARY;
    case parquet::Type::INT32:
      return type.id() == arrow::Type::INT32 || type.id() == arrow::Type::DATE32;
    case parquet::Type::INT64:
      return type.id() == arrow::Type::INT64 || IsMillisOrMicros(*column.logical_type(), type);
    case parquet::Type::FLOAT:
      return type.id() == arrow::Type::FLOAT;
    case parquet::Type::DOUBLE:
      return type.id() == arrow::Type::DOUBLE;
    default:
      return false;
  }
}

// Takes the leader's pages as they come.
class FollowingColumnWriter : public PagedColumnWriter {
 public:
  FollowingColumnWriter(PlainColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
                        std::unique_ptr<parquet::PageWriter> pages)
      : PagedColumnWriter(metadata, std::move(pages), leader->properties()), leader_(leader) {
    leader->followers_.push_back(this);
  }

  using PagedColumnWriter::AddPage;
  int64_t Close() override {
    // The leader stands before it and is closed already.
    if (!std::exchange(is_closed_, true)) Finish(leader_->stats_, leader_->sizes_);
    return total_bytes_written();
  }
  arrow::Status WriteArrow(const int16_t* /*def_levels*/, const int16_t* /*rep_levels*/,
                           int64_t /*num_levels*/, const arrow::Array& values,
                           parquet::ArrowWriteContext* /*context*/, bool /*nullable*/) override {
    num_rows_ += values.length();
    return arrow::Status::OK();
  }

 private:
  PlainColumnWriter* leader_;
};

void PagedColumnWriter::Finish(const parquet::EncodedStatistics& statistics,
                               const parquet::SizeStatistics& sizes) {
  if (num_rows_ > 0) {
    metadata_->SetStatistics(statistics);
    if (sizes.is_set()) metadata_->SetSizeStatistics(sizes);
  }
  pages_->Close(/*has_dictionary=*/false, /*fallback=*/false);
}

PlainColumnWriter::PlainColumnWriter(parquet::ColumnChunkMetaDataBuilder* metadata,
                                     std::unique_ptr<parquet::PageWriter> pages,
                                     const parquet::WriterProperties* properties, int column,
                                     PageBuffers* buffers)
    : PagedColumnWriter(metadata, std::move(pages), properties),
      buffers_(buffers),
      page_(buffers->pages[static_cast<size_t>(column)]),
      sizes_(*parquet::SizeStatistics::Make(descr())) {}

arrow::Result<uint8_t*> PlainColumnWriter::Room(int64_t bytes) {
  const int64_t needed = page_end_ + bytes + kCopyBytes;
  if (page_ == nullptr) {
    ARROW_ASSIGN_OR_RAISE(page_, arrow::AllocateResizableBuffer(std::max(needed, kFirstPageBytes),
                                                                properties_->memory_pool()));
  } else if (page_->size() < needed) {
    ARROW_RETURN_NOT_OK(page_->Resize(std::max(needed, 2 * page_->size())));
  }
  return page_->mutable_data() + page_end_;
}

void PlainColumnWriter::AppendLevels(const arrow::Array& values) {
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

arrow::Status PlainColumnWriter::WriteArrow(const int16_t* /*def_levels*/,
                                            const int16_t* /*rep_levels*/, int64_t num_levels,
                                            const arrow::Array& values,
                                            parquet::ArrowWriteContext* /*context*/,
                                            bool /*nullable*/) {
  ARROW_RETURN_NOT_OK(CheckType(*values.type()));
  if (values.length() != num_levels ||
      (descr()->max_definition_level() == 0 && values.null_count() > 0)) {
    return arrow::Status::Invalid("column '", descr()->name(), "': ", values.length(),
                                  " values with ", values.null_count(), " nulls for ", num_levels,
                                  " rows");
  }
  const int64_t batch_rows = properties_->write_batch_size();
  for (int64_t offset = 0; offset < values.length(); offset += batch_rows) {
    const std::shared_ptr<arrow::Array> batch = values.Slice(offset, batch_rows);
    ARROW_RETURN_NOT_OK(AppendValues(*batch));
    AppendLevels(*batch);
    num_rows_ += batch->length();
    if (page_rows_ >= properties_->max_rows_per_page() ||
        estimated_buffered_value_bytes() >= properties_->data_pagesize()) {
      ARROW_RETURN_NOT_OK(EndPage());
    }
  }
  return arrow::Status::OK();
}

// Definition levels as a page holds them: length, then runs. Empty for a required column.
std::string PlainColumnWriter::EncodedLevels() const {
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
arrow::Result<std::shared_ptr<arrow::Buffer>> PlainColumnWriter::PageBytes() {
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

arrow::Status PlainColumnWriter::EndPage() {
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
  const parquet::DataPageV1 data_page(
      page, static_cast<int32_t>(page_rows_), parquet::Encoding::PLAIN, parquet::Encoding::RLE,
      parquet::Encoding::RLE, page_bytes, TakePageStatistics(), num_rows_ - page_rows_, sizes);
  AddPage(data_page);
  for (FollowingColumnWriter* follower : followers_) follower->AddPage(data_page);
  page_end_ = kLevelRoom;
  page_rows_ = 0;
  page_nulls_ = 0;
  text_bytes_ = 0;
  levels_.clear();
  return arrow::Status::OK();
}

int64_t PlainColumnWriter::Close() {
  if (std::exchange(is_closed_, true)) return total_bytes_written();
  if (page_rows_ > 0) PARQUET_THROW_NOT_OK(EndPage());
  stats_ = ChunkStatistics();
  Finish(stats_, sizes_);
  return total_bytes_written();
}

std::shared_ptr<PlainColumnWriter> MakePlainColumnWriter(
    parquet::ColumnChunkMetaDataBuilder* metadata, std::unique_ptr<parquet::PageWriter> pages,
    const parquet::WriterProperties* properties, int column, PageBuffers* buffers) {
  const auto make = [&]<typename Writer>(std::type_identity<Writer>) {
    return std::make_shared<Writer>(metadata, std::move(pages), properties, column, buffers);
  };
  switch (metadata->descr()->physical_type()) {
    case parquet::Type::BYTE_ARRAY:
      return make(std::type_identity<TextColumn>());
    case parquet::Type::INT32:
      return make(std::type_identity<NumberColumn<parquet::Int32Type>>());
    case parquet::Type::INT64:
      return make(std::type_identity<NumberColumn<parquet::Int64Type>>());
    case parquet::Type::FLOAT:
      return make(std::type_identity<NumberColumn<parquet::FloatType>>());
    case parquet::Type::DOUBLE:
      return make(std::type_identity<NumberColumn<parquet::DoubleType>>());
    default:
      throw parquet::ParquetException("no plain column: ", metadata->descr()->name());
  }
}

std::shared_ptr<parquet::ColumnWriter> MakeFollowingColumnWriter(
    PlainColumnWriter* leader, parquet::ColumnChunkMetaDataBuilder* metadata,
    std::unique_ptr<parquet::PageWriter> pages) {
  return std::make_shared<FollowingColumnWriter>(leader, metadata, std::move(pages));
}

}  // namespace hudi
