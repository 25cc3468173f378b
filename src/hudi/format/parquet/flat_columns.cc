// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/flat_columns.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <arrow/array.h>
#include <arrow/util/endian.h>
#include <parquet/exception.h>
#include <parquet/types.h>

#include "hudi/format/parquet/repeated_texts.h"
#include "hudi/format/parquet/value_dictionary.h"

namespace hudi {
namespace {

// Copies of short texts take as many bytes at once, and write that far behind their end.
constexpr int64_t kCopyBytes = 32;

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

// Room for so many more places; returns where they begin.
int32_t* AppendPlaces(int64_t count, std::vector<int32_t>* indices) {
  const size_t old = indices->size();
  indices->resize(old + static_cast<size_t>(count));
  return indices->data() + old;
}

// Statistics of the page and of the chunk, kept as Arrow keeps them.
template <typename ParquetType>
class TypedFlatColumn : public FlatColumnWriter {
 public:
  TypedFlatColumn(parquet::ColumnChunkMetaDataBuilder* metadata,
                  std::unique_ptr<parquet::PageWriter> pages,
                  const parquet::WriterProperties* properties, int column, PageBuffers* buffers)
      : FlatColumnWriter(metadata, std::move(pages), properties, column, buffers),
        page_(parquet::MakeStatistics<ParquetType>(descr(), properties->memory_pool())),
        chunk_(parquet::MakeStatistics<ParquetType>(descr(), properties->memory_pool())) {}

 protected:
  arrow::Status CheckType(const arrow::DataType& type) const override {
    if (IsFlatColumn(*descr(), type, *properties_)) return arrow::Status::OK();
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
class NumberColumn : public TypedFlatColumn<ParquetType> {
 public:
  using TypedFlatColumn<ParquetType>::TypedFlatColumn;

 protected:
  using Value = typename ParquetType::c_type;
  using DictionarySize = FlatColumnWriter::DictionarySize;

  arrow::Status AppendValues(const arrow::Array& array) override {
    const Value* values = array.data()->template GetValues<Value>(1);
    const int64_t nulls = array.null_count();
    const int64_t present = array.length() - nulls;
    ARROW_ASSIGN_OR_RAISE(uint8_t * room,
                          this->Room(present * static_cast<int64_t>(sizeof(Value))));
    if (nulls == 0) {
      std::memcpy(room, values, static_cast<size_t>(present) * sizeof(Value));
    } else {
      for (int64_t i = 0; i < array.length(); ++i) {
        if (array.IsNull(i)) continue;
        std::memcpy(room, values + i, sizeof(Value));
        room += sizeof(Value);
      }
    }
    CountInPage(array, values);
    this->Advance(present * static_cast<int64_t>(sizeof(Value)));
    return arrow::Status::OK();
  }

  arrow::Status AppendIndices(const arrow::Array& array, std::vector<int32_t>* indices) override {
    if (array.type_id() == arrow::Type::DICTIONARY) {
      return arrow::Status::NotImplemented("dictionary arrays of numbers");
    }
    const Value* values = array.data()->template GetValues<Value>(1);
    const int64_t nulls = array.null_count();
    int32_t* end = AppendPlaces(array.length() - nulls, indices);
    for (int64_t i = 0; i < array.length(); ++i) {
      if (nulls == 0 || array.IsValid(i)) *end++ = dictionary_.Add(values[i]);
    }
    CountInPage(array, values);
    return arrow::Status::OK();
  }
  DictionarySize dictionary_size() const override {
    return {dictionary_.size(), dictionary_.size() * static_cast<int64_t>(sizeof(Value))};
  }
  std::string DictionaryBytes() const override {
    const std::vector<Value>& values = dictionary_.values();
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
  }

 private:
  void CountInPage(const arrow::Array& array, const Value* values) {
    const int64_t nulls = array.null_count();
    const int64_t present = array.length() - nulls;
    if (nulls == 0) {
      this->page_->Update(values, present, 0);
    } else {
      this->page_->UpdateSpaced(values, array.null_bitmap_data(), array.offset(), array.length(),
                                present, nulls);
    }
  }

  NumberDictionary<Value> dictionary_;
};

// Rows of one array that are known to hold one value: batches of a file tend to be given parts of
// the same constant column.
struct KnownConstant {
  std::shared_ptr<arrow::Buffer> offsets, values;
  int64_t begin = 0;
  int64_t end = 0;
  int32_t place = 0;  // of the value in the dictionary

  bool Covers(const arrow::BinaryArray& texts) const {
    return IsOf(texts) && begin <= texts.offset() && texts.offset() + texts.length() <= end;
  }
  void Extend(const arrow::BinaryArray& texts, int32_t its_place) {
    const int64_t its_end = texts.offset() + texts.length();
    if (IsOf(texts) && place == its_place && begin <= texts.offset() && texts.offset() <= end) {
      end = std::max(end, its_end);
      return;
    }
    *this = {texts.data()->buffers[1], texts.data()->buffers[2], texts.offset(), its_end,
             its_place};
  }

 private:
  bool IsOf(const arrow::BinaryArray& texts) const {
    return values != nullptr && values == texts.data()->buffers[2] &&
           offsets == texts.data()->buffers[1] && texts.null_count() == 0;
  }
};

// Fixed bytes, the most significant one first.
class DecimalColumn : public TypedFlatColumn<parquet::FLBAType> {
 public:
  DecimalColumn(parquet::ColumnChunkMetaDataBuilder* metadata,
                std::unique_ptr<parquet::PageWriter> pages,
                const parquet::WriterProperties* properties, int column, PageBuffers* buffers)
      : TypedFlatColumn(metadata, std::move(pages), properties, column, buffers),
        width_(static_cast<size_t>(descr()->type_length())) {}

 protected:
  arrow::Status AppendValues(const arrow::Array& array) override {
    const int64_t present = array.length() - array.null_count();
    ARROW_ASSIGN_OR_RAISE(uint8_t* const room,
                          Room(present * static_cast<int64_t>(width_) + kDecimalBytes));
    uint8_t* end = room;
    CountInPage(array, [&](UnscaledDecimal value) {
      Store(value, end);
      end += width_;
    });
    Advance(end - room);
    return arrow::Status::OK();
  }

  arrow::Status AppendIndices(const arrow::Array& array, std::vector<int32_t>* indices) override {
    int32_t* end = AppendPlaces(array.length() - array.null_count(), indices);
    CountInPage(array, [&](UnscaledDecimal value) { *end++ = dictionary_.Add(value); });
    return arrow::Status::OK();
  }
  DictionarySize dictionary_size() const override {
    return {dictionary_.size(), dictionary_.size() * static_cast<int64_t>(width_)};
  }
  std::string DictionaryBytes() const override {
    std::string bytes(static_cast<size_t>(dictionary_size().bytes) + kDecimalBytes, '\0');
    auto* end = reinterpret_cast<uint8_t*>(bytes.data());
    for (const UnscaledDecimal& value : dictionary_.values()) {
      Store(value, end);
      end += width_;
    }
    bytes.resize(static_cast<size_t>(dictionary_size().bytes));
    return bytes;
  }

 private:
  static constexpr int64_t kDecimalBytes = 16;

  // Writes sixteen bytes, of which the first are the value's.
  void Store(UnscaledDecimal value, uint8_t* out) const {
    uint64_t bytes[4] = {arrow::bit_util::ToBigEndian(static_cast<uint64_t>(value.high)),
                         arrow::bit_util::ToBigEndian(value.low), 0, 0};
    std::memcpy(out, reinterpret_cast<const uint8_t*>(bytes) + kDecimalBytes - width_,
                kDecimalBytes);
  }

  template <typename Take>
  void CountInPage(const arrow::Array& array, const Take& take) {
    const auto& decimals = static_cast<const arrow::Decimal128Array&>(array);
    const bool has_nulls = array.null_count() > 0;
    UnscaledDecimal least{std::numeric_limits<int64_t>::max(), ~uint64_t{0}};
    UnscaledDecimal greatest{std::numeric_limits<int64_t>::min(), 0};
    for (int64_t i = 0; i < array.length(); ++i) {
      if (has_nulls && array.IsNull(i)) continue;
      const arrow::BasicDecimal128 decimal(decimals.GetValue(i));
      const UnscaledDecimal value{decimal.high_bits(), decimal.low_bits()};
      least = std::min(least, value);
      greatest = std::max(greatest, value);
      take(value);
    }
    const int64_t present = array.length() - array.null_count();
    page_->IncrementNumValues(present);
    page_->IncrementNullCount(array.null_count());
    if (present == 0) return;
    uint8_t bounds[2][kDecimalBytes];
    Store(least, bounds[0]);
    Store(greatest, bounds[1]);
    page_->SetMinMax(parquet::FLBA(bounds[0]), parquet::FLBA(bounds[1]));
  }

  size_t width_;
  NumberDictionary<UnscaledDecimal> dictionary_;
};

class TextColumn : public TypedFlatColumn<parquet::ByteArrayType> {
 public:
  using TypedFlatColumn::TypedFlatColumn;

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
    Extend(range);
    return arrow::Status::OK();
  }

  arrow::Status AppendIndices(const arrow::Array& array, std::vector<int32_t>* indices) override {
    const int64_t present = array.length() - array.null_count();
    const size_t begin = indices->size();
    int32_t* const places = AppendPlaces(present, indices);
    if (array.type_id() == arrow::Type::DICTIONARY) {
      ARROW_RETURN_NOT_OK(Translate(static_cast<const arrow::DictionaryArray&>(array), places));
    } else {
      LookUp(static_cast<const arrow::BinaryArray&>(array), places);
    }
    counts_.resize(static_cast<size_t>(dictionary_.size()));
    for (size_t i = begin; i < indices->size(); ++i) ++counts_[static_cast<size_t>((*indices)[i])];
    page_->IncrementNumValues(present);
    page_->IncrementNullCount(array.null_count());
    return arrow::Status::OK();
  }
  DictionarySize dictionary_size() const override {
    return {dictionary_.size(), dictionary_.plain_size()};
  }
  std::string DictionaryBytes() const override { return dictionary_.PlainBytes(); }

  parquet::EncodedStatistics TakePageStatistics() override {
    TextRange range;
    for (size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      const std::string_view text = dictionary_.text(static_cast<int32_t>(i));
      range.Add(text);
      CountTextBytes(counts_[i] * static_cast<int64_t>(text.size()));
      counts_[i] = 0;
    }
    Extend(range);
    return TypedFlatColumn::TakePageStatistics();
  }

 private:
  static constexpr int32_t kUnknown = -1;

  void Extend(const TextRange& range) {
    if (!range.has_values()) return;
    page_->SetMinMax(parquet::ByteArray(range.least()), parquet::ByteArray(range.greatest()));
  }

  void LookUp(const arrow::BinaryArray& texts, int32_t* places) {
    if (constant_.Covers(texts)) {
      std::fill_n(places, texts.length(), constant_.place);
      return;
    }
    if (HoldsOneValue(texts)) {
      const int32_t place = dictionary_.Add(texts.GetView(0));
      constant_.Extend(texts, place);
      std::fill_n(places, texts.length(), place);
      return;
    }
    const bool has_nulls = texts.null_count() > 0;
    for (int64_t i = 0; i < texts.length(); ++i) {
      if (!has_nulls || texts.IsValid(i)) *places++ = dictionary_.Add(texts.GetView(i));
    }
  }

  // Only values that some row has become part of the chunk's dictionary.
  arrow::Status Translate(const arrow::DictionaryArray& encoded, int32_t* places) {
    const auto& texts = static_cast<const arrow::BinaryArray&>(*encoded.dictionary());
    if (encoded.indices()->type_id() != arrow::Type::INT32 || texts.null_count() > 0) {
      return arrow::Status::TypeError("places in a dictionary are int32, and its values not null");
    }
    if (known_ != encoded.data()->dictionary) {
      known_ = encoded.data()->dictionary;
      known_places_.assign(static_cast<size_t>(texts.length()), kUnknown);
    }
    const auto& indices = static_cast<const arrow::Int32Array&>(*encoded.indices());
    const bool has_nulls = encoded.null_count() > 0;
    for (int64_t i = 0; i < encoded.length(); ++i) {
      if (has_nulls && encoded.IsNull(i)) continue;
      const auto index = static_cast<uint32_t>(indices.Value(i));
      if (index >= known_places_.size()) {
        return arrow::Status::Invalid("a value's place lies outside of the dictionary of ",
                                      texts.length(), " values");
      }
      int32_t& place = known_places_[index];
      if (place == kUnknown) place = dictionary_.Add(texts.GetView(index));
      *places++ = place;
    }
    return arrow::Status::OK();
  }

  TextDictionary dictionary_;
  KnownConstant constant_;
  std::vector<int64_t> counts_;  // rows of the page by place in dictionary_
  // The dictionary of the last array that came with one, and its values' places in dictionary_.
  std::shared_ptr<arrow::ArrayData> known_;
  std::vector<int32_t> known_places_;
};

}  // namespace

bool IsFlatColumn(const parquet::ColumnDescriptor& column, const arrow::DataType& type,
                  const parquet::WriterProperties& properties) {
  if (column.max_repetition_level() > 0 || column.max_definition_level() > 1 ||
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
    case parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return type.id() == arrow::Type::DECIMAL128 && column.logical_type()->is_decimal();
    default:
      return false;
  }
}

std::shared_ptr<FlatColumnWriter> MakeFlatColumnWriter(
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
    case parquet::Type::FIXED_LEN_BYTE_ARRAY:
      return make(std::type_identity<DecimalColumn>());
    default:
      throw parquet::ParquetException("no flat column: ", metadata->descr()->name());
  }
}

}  // namespace hudi
