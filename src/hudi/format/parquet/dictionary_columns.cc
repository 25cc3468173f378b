// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/dictionary_columns.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <arrow/buffer.h>
#include <arrow/util/bit_util.h>
#include <arrow/util/bitmap_ops.h>
#include <parquet/types.h>

namespace hudi {
namespace {

// Where the values of a dictionary lie, and where each row finds its own.
struct Places {
  const int32_t* of_row;
  const arrow::Array* nulls;  // null if no row is null
  const int32_t* offsets;
  const uint8_t* bytes;
  int64_t num_values;
  int64_t num_rows;

  // Bytes of a row's value; 0 for a null, whose place means nothing.
  int64_t LengthOf(int64_t row) const {
    if (nulls != nullptr && nulls->IsNull(row)) return 0;
    return offsets[of_row[row] + 1] - offsets[of_row[row]];
  }
};

bool AllInside(const Places& places) {
  if (places.nulls == nullptr) {
    uint32_t greatest = 0;
    for (int64_t i = 0; i < places.num_rows; ++i) {
      greatest = std::max(greatest, static_cast<uint32_t>(places.of_row[i]));
    }
    return places.num_rows == 0 || greatest < places.num_values;
  }
  for (int64_t i = 0; i < places.num_rows; ++i) {
    if (places.nulls->IsNull(i)) continue;
    if (static_cast<uint32_t>(places.of_row[i]) >= places.num_values) return false;
  }
  return true;
}

arrow::Result<Places> PlacesOf(const arrow::DictionaryArray& column) {
  const arrow::DataType& type = *column.type();
  const auto& dictionary_type = static_cast<const arrow::DictionaryType&>(type);
  const arrow::Type::type values = dictionary_type.value_type()->id();
  if (dictionary_type.index_type()->id() != arrow::Type::INT32 ||
      (values != arrow::Type::STRING && values != arrow::Type::BINARY)) {
    return arrow::Status::TypeError("no such dictionary can be decoded: ", type.ToString());
  }
  const auto& dictionary = static_cast<const arrow::BinaryArray&>(*column.dictionary());
  const auto& indices = static_cast<const arrow::Int32Array&>(*column.indices());
  Places places{indices.raw_values(),
                column.null_count() > 0 ? &column : nullptr,
                dictionary.raw_value_offsets(),
                dictionary.raw_data(),
                dictionary.length(),
                column.length()};
  if (!AllInside(places)) {
    return arrow::Status::Invalid("a value's place lies outside of the dictionary of ",
                                  dictionary.length(), " values");
  }
  return places;
}

int64_t LongestValue(const Places& places) {
  int32_t longest = 0;
  for (int64_t i = 0; i < places.num_values; ++i) {
    longest = std::max(longest, places.offsets[i + 1] - places.offsets[i]);
  }
  return longest;
}

// One value for all rows: copies what is copied already.
void RepeatValue(const uint8_t* value, int64_t length, int64_t total, uint8_t* out) {
  std::memcpy(out, value, static_cast<size_t>(length));
  for (int64_t done = length; done < total;) {
    const int64_t more = std::min(done, total - done);
    std::memcpy(out + done, out, static_cast<size_t>(more));
    done += more;
  }
}

// Copies `kWidth` bytes a row, whatever its length; the next row overwrites what is too much. Both
// sides have that many bytes to spare at the end.
template <size_t kWidth>
void CopyShort(const Places& places, const uint8_t* values, const int32_t* ends, uint8_t* out) {
  for (int64_t i = 0; i < places.num_rows; ++i) {
    std::memcpy(out + ends[i], values + places.offsets[places.of_row[i]], kWidth);
  }
}

void CopyEach(const Places& places, const int32_t* ends, uint8_t* out) {
  for (int64_t i = 0; i < places.num_rows; ++i) {
    const auto length = static_cast<size_t>(ends[i + 1] - ends[i]);
    // Of a null the place means nothing.
    if (length > 0) {
      std::memcpy(out + ends[i], places.bytes + places.offsets[places.of_row[i]], length);
    }
  }
}

arrow::Result<std::shared_ptr<arrow::Buffer>> CopyValues(const Places& places, int64_t longest,
                                                         const int32_t* ends) {
  constexpr int64_t kSpare = 32;
  const int64_t total = ends[places.num_rows];
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::ResizableBuffer> data,
                        arrow::AllocateResizableBuffer(total + kSpare));
  uint8_t* out = data->mutable_data();
  if (total == 0) {
    // Nothing to copy; `bytes` may be null.
  } else if (places.nulls != nullptr || longest > kSpare) {
    if (places.nulls == nullptr && places.num_values == 1) {
      RepeatValue(places.bytes + places.offsets[0], longest, total, out);
    } else {
      CopyEach(places, ends, out);
    }
  } else {
    const int64_t end = places.offsets[places.num_values];
    std::vector<uint8_t> values(static_cast<size_t>(end + kSpare));
    std::memcpy(values.data(), places.bytes, static_cast<size_t>(end));
    if (longest <= 16) {
      CopyShort<16>(places, values.data(), ends, out);
    } else {
      CopyShort<kSpare>(places, values.data(), ends, out);
    }
  }
  ARROW_RETURN_NOT_OK(data->Resize(total, /*shrink_to_fit=*/false));
  return data;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> ValidityOf(const arrow::DictionaryArray& column) {
  if (column.null_count() == 0) return std::shared_ptr<arrow::Buffer>();
  return arrow::internal::CopyBitmap(arrow::default_memory_pool(), column.null_bitmap_data(),
                                     column.offset(), column.length());
}

}  // namespace

bool IsDictionaryEncoded(const parquet::FileMetaData& metadata, const std::vector<int>& row_groups,
                         int leaf) {
  for (int row_group : row_groups) {
    std::unique_ptr<parquet::RowGroupMetaData> group = metadata.RowGroup(row_group);
    std::unique_ptr<parquet::ColumnChunkMetaData> chunk = group->ColumnChunk(leaf);
    if (chunk->encoding_stats().empty()) return false;
    for (const parquet::PageEncodingStats& pages : chunk->encoding_stats()) {
      const bool data = pages.page_type == parquet::PageType::DATA_PAGE ||
                        pages.page_type == parquet::PageType::DATA_PAGE_V2;
      const bool dictionary = pages.encoding == parquet::Encoding::RLE_DICTIONARY ||
                              pages.encoding == parquet::Encoding::PLAIN_DICTIONARY;
      if (data && !dictionary) return false;
    }
  }
  return true;
}

arrow::Result<int64_t> RowsWithin(const arrow::DictionaryArray& column, int64_t max_bytes) {
  ARROW_ASSIGN_OR_RAISE(Places places, PlacesOf(column));
  const int64_t longest = LongestValue(places);
  if (longest == 0 || places.num_rows <= max_bytes / longest) return places.num_rows;
  int64_t bytes = 0;
  for (int64_t i = 0; i < places.num_rows; ++i) {
    bytes += places.LengthOf(i);
    if (bytes > max_bytes) return std::max<int64_t>(i, 1);
  }
  return places.num_rows;
}

arrow::Result<std::shared_ptr<arrow::Array>> DecodeDictionary(
    const arrow::DictionaryArray& column, const std::shared_ptr<arrow::DataType>& type) {
  ARROW_ASSIGN_OR_RAISE(Places places, PlacesOf(column));
  ARROW_ASSIGN_OR_RAISE(
      std::shared_ptr<arrow::Buffer> offsets,
      arrow::AllocateBuffer((places.num_rows + 1) * static_cast<int64_t>(sizeof(int32_t))));
  auto* ends = reinterpret_cast<int32_t*>(offsets->mutable_data());
  int64_t total = 0;
  for (int64_t i = 0; i < places.num_rows; ++i) {
    ends[i] = static_cast<int32_t>(total);
    total += places.LengthOf(i);
    if (total > std::numeric_limits<int32_t>::max()) {
      return arrow::Status::CapacityError("the values of ", places.num_rows, " rows exceed 2 GB");
    }
  }
  ends[places.num_rows] = static_cast<int32_t>(total);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> data,
                        CopyValues(places, LongestValue(places), ends));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> validity, ValidityOf(column));
  return arrow::MakeArray(arrow::ArrayData::Make(
      type, places.num_rows, {std::move(validity), std::move(offsets), std::move(data)},
      column.null_count()));
}

}  // namespace hudi
