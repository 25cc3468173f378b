// SPDX-License-Identifier: Apache-2.0
#include "hudi/format/parquet/index_runs.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace hudi {
namespace {

using Indices = std::vector<int32_t>;

std::vector<uint8_t> Packed(const Indices& indices, int bit_width) {
  std::vector<uint8_t> bytes(
      static_cast<size_t>(MaxIndexRunBytes(static_cast<int64_t>(indices.size()), bit_width)));
  uint8_t* end = AppendIndexRuns(indices.data(), static_cast<int64_t>(indices.size()), bit_width,
                                 bytes.data());
  EXPECT_LE(end - bytes.data(), static_cast<int64_t>(bytes.size()));
  bytes.resize(static_cast<size_t>(end - bytes.data()));
  return bytes;
}

// By the format's own words: a header, then one value and its number, or groups of eight values,
// the lowest bit first; what is behind the last value is padding.
Indices Unpacked(const std::vector<uint8_t>& bytes, int bit_width, size_t count) {
  Indices indices;
  size_t at = 0;
  while (at < bytes.size()) {
    uint64_t header = 0;
    for (int shift = 0;; shift += 7) {
      header |= static_cast<uint64_t>(bytes.at(at) & 0x7f) << shift;
      if (bytes[at++] < 0x80) break;
    }
    uint64_t bit = at * 8;
    const auto take = [&] {
      int32_t value = 0;
      for (int i = 0; i < bit_width; ++i, ++bit) {
        value |= (bytes.at(bit / 8) >> (bit % 8) & 1) << i;
      }
      return value;
    };
    if ((header & 1) == 0) {
      indices.insert(indices.end(), header >> 1, take());
    } else {
      for (uint64_t i = 0; i < (header >> 1) * 8; ++i) indices.push_back(take());
    }
    at = (bit + 7) / 8;
  }
  EXPECT_GE(indices.size(), count);
  EXPECT_LT(indices.size(), count + 8);
  indices.resize(count);
  return indices;
}

TEST(IndexRuns, AreThoseOfTheFormat) {
  EXPECT_EQ(Packed({}, 0), std::vector<uint8_t>());
  // The examples of the format: 0 … 7 in three bits, and one value repeated.
  EXPECT_EQ(Packed({0, 1, 2, 3, 4, 5, 6, 7}, 3), (std::vector<uint8_t>{0x03, 0x88, 0xc6, 0xfa}));
  EXPECT_EQ(Packed(Indices(100, 4), 3), (std::vector<uint8_t>{0xc8, 0x01, 0x04}));
  // A run of fewer than eight values is packed, unless it is all there is; the last group is
  // filled.
  EXPECT_EQ(Packed({1, 1, 0}, 1), (std::vector<uint8_t>{0x03, 0x03}));
  EXPECT_EQ(Packed({0, 1, 0, 1, 0, 1, 0, 1, 1, 1}, 1), (std::vector<uint8_t>{0x05, 0xaa, 0x03}));
  EXPECT_EQ(Packed({1, 1, 1}, 1), (std::vector<uint8_t>{0x06, 0x01}));
  // Places of more than one byte take whole bytes in a run.
  EXPECT_EQ(Packed(Indices(8, 0x102), 9), (std::vector<uint8_t>{0x10, 0x02, 0x01}));
}

TEST(IndexRuns, GiveBackWhatWentIn) {
  std::mt19937 random(3);
  for (int bit_width : {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31}) {
    for (size_t count : {size_t{1}, size_t{7}, size_t{8}, size_t{9}, size_t{2047}, size_t{2048},
                         size_t{2049}, size_t{2056}, size_t{5000}}) {
      for (unsigned run : {1U, 12U, 40U}) {
        Indices indices;
        while (indices.size() < count) {
          const auto value = static_cast<int32_t>(random() & ((1U << bit_width) - 1));
          indices.insert(indices.end(), 1 + random() % run, value);
        }
        indices.resize(count);
        EXPECT_EQ(Unpacked(Packed(indices, bit_width), bit_width, count), indices)
            << count << " values of " << bit_width << " bits, runs up to " << run;
      }
    }
  }
}

}  // namespace
}  // namespace hudi
