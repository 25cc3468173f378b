// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/dictionary_choice.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include <arrow/array.h>
#include <arrow/type_traits.h>

#include "hudi/base/key_table.h"

namespace hudi {
namespace {

// Below this many values a dictionary costs next to nothing either way.
constexpr int64_t kFewValues = 64;
// From so many rows to a value on, ascending numbers are best kept as runs of a dictionary.
constexpr int64_t kRowsOfFewValues = 16;

/// Counts distinct values by their hashes; a collision only makes the count one less.
class DistinctCounter {
 public:
  explicit DistinctCounter(int64_t expected)
      : slots_(std::bit_ceil(static_cast<uint64_t>(expected) * 2 + 2)), mask_(slots_.size() - 1) {}

  /// True if the value is new.
  bool Add(std::string_view value) {
    uint64_t hash = HashKey(value) | 1;  // 0 is a free slot
    uint64_t slot = (hash >> 1) & mask_;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask_) {
      if (slots_[slot] == hash) return false;
    }
    slots_[slot] = hash;
    return true;
  }

 private:
  std::vector<uint64_t> slots_;
  uint64_t mask_;
};

struct Sample {
  int64_t num_values = 0;
  int64_t value_bytes = 0;  // as plain values of a page
  int64_t num_distinct = 0;
  int64_t distinct_bytes = 0;
  /// Whole numbers none of which is less than the one before.
  bool ascending = false;

  bool dictionary_pays(bool compressed) const {
    if (num_values < kFewValues) return true;
    // Compression finds the repetitions of ascending numbers itself: 32,768 keys of four rows each
    // take 40 kB as plain values, and 94 kB with a dictionary that is read more slowly.
    if (compressed && ascending && num_distinct > num_values / kRowsOfFewValues) return false;
    int64_t index_bits = std::bit_width(static_cast<uint64_t>(num_distinct));
    return distinct_bytes + num_values * index_bits / 8 < value_bytes;
  }
};

template <typename ViewOf>
Sample TakeSample(const std::vector<const arrow::Array*>& pieces, int64_t length_bytes,
                  const ViewOf& view_of) {
  Sample sample;
  int64_t length = 0;
  for (const arrow::Array* piece : pieces) length += piece->length();
  DistinctCounter distinct(length);
  for (const arrow::Array* piece : pieces) {
    for (int64_t i = 0; i < piece->length(); ++i) {
      if (piece->IsNull(i)) continue;
      std::string_view value = view_of(*piece, i);
      int64_t bytes = static_cast<int64_t>(value.size()) + length_bytes;
      ++sample.num_values;
      sample.value_bytes += bytes;
      if (!distinct.Add(value)) continue;
      ++sample.num_distinct;
      sample.distinct_bytes += bytes;
    }
  }
  return sample;
}

/// Width of a fixed-width Arrow value; 0 for types that are not looked at.
int64_t FixedWidth(const arrow::DataType& type) {
  if (type.id() == arrow::Type::BOOL || type.id() == arrow::Type::DICTIONARY ||
      !arrow::is_fixed_width(type.id())) {
    return 0;
  }
  return static_cast<const arrow::FixedWidthType&>(type).bit_width() / 8;
}

template <typename Value>
bool AreAscending(const std::vector<const arrow::Array*>& pieces) {
  Value last = std::numeric_limits<Value>::min();
  for (const arrow::Array* piece : pieces) {
    const Value* values = piece->data()->GetValues<Value>(1);
    for (int64_t i = 0; i < piece->length(); ++i) {
      if (piece->IsNull(i)) continue;
      if (values[i] < last) return false;
      last = values[i];
    }
  }
  return true;
}

bool AreAscendingNumbers(const std::vector<const arrow::Array*>& pieces) {
  switch (pieces[0]->type_id()) {
    case arrow::Type::INT32:
    case arrow::Type::DATE32:
      return AreAscending<int32_t>(pieces);
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
      return AreAscending<int64_t>(pieces);
    default:
      return false;
  }
}

void Judge(const std::vector<const arrow::Array*>& pieces, bool compressed, const std::string& path,
           std::vector<std::string>* without) {
  for (const arrow::Array* piece : pieces) {
    if (piece->type_id() == arrow::Type::DICTIONARY) return;  // it has proved its worth
  }
  const arrow::DataType& type = *pieces[0]->type();
  if (type.id() == arrow::Type::STRUCT) {
    for (int f = 0; f < type.num_fields(); ++f) {
      std::vector<std::shared_ptr<arrow::Array>> held;
      std::vector<const arrow::Array*> fields;
      for (const arrow::Array* piece : pieces) {
        held.push_back(static_cast<const arrow::StructArray&>(*piece).field(f));
        fields.push_back(held.back().get());
      }
      Judge(fields, compressed, path + "." + type.field(f)->name(), without);
    }
    return;
  }
  Sample sample;
  if (type.id() == arrow::Type::STRING || type.id() == arrow::Type::BINARY) {
    sample = TakeSample(pieces, sizeof(int32_t), [](const arrow::Array& array, int64_t i) {
      return static_cast<const arrow::BinaryArray&>(array).GetView(i);
    });
  } else if (int64_t width = FixedWidth(type); width > 0) {
    sample = TakeSample(pieces, 0, [width](const arrow::Array& array, int64_t i) {
      const uint8_t* values = array.data()->buffers[1]->data();
      return std::string_view(reinterpret_cast<const char*>(values + (array.offset() + i) * width),
                              static_cast<size_t>(width));
    });
    sample.ascending = AreAscendingNumbers(pieces);
  } else {
    return;
  }
  if (!sample.dictionary_pays(compressed)) without->push_back(path);
}

}  // namespace

std::vector<std::string> ColumnsWithoutDictionary(
    const std::vector<std::shared_ptr<arrow::RecordBatch>>& first_rows, bool compressed) {
  std::vector<std::string> without;
  if (first_rows.empty()) return without;
  for (int c = 0; c < first_rows[0]->num_columns(); ++c) {
    std::vector<const arrow::Array*> pieces;
    for (const std::shared_ptr<arrow::RecordBatch>& batch : first_rows) {
      pieces.push_back(batch->column(c).get());
    }
    Judge(pieces, compressed, first_rows[0]->schema()->field(c)->name(), &without);
  }
  return without;
}

}  // namespace hudi
