// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutator.h"

#include <algorithm>

namespace hudi::fuzz {
namespace {

// Lengths and counts that readers stumble over.
constexpr int64_t kNumbers[] = {0,    1,      -1,         2,          7,          127,
                                128,  255,    256,        65535,      65536,      INT32_MAX,
                                -2,   -128,   INT32_MIN,  0x40000000, 0x7FFFFFF0, INT64_MAX,
                                1000, 100000, 0x01000000, INT64_MIN,  4096,       3};

}  // namespace

void Mutator::Patch(std::string* bytes) {
  const size_t at = Below(bytes->size());
  const size_t left = bytes->size() - at;
  switch (Below(4)) {
    case 0:
      (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << Below(8)));
      break;
    case 1:
      (*bytes)[at] = static_cast<char>(random_());
      break;
    case 2: {
      // A whole number of 1, 2, 4 or 8 bytes, in either order.
      const int64_t number = kNumbers[Below(std::size(kNumbers))];
      const size_t size = std::min(size_t{1} << Below(4), left);
      const bool big_endian = Below(2) == 0;
      for (size_t i = 0; i < size; ++i) {
        const size_t shift = 8 * (big_endian ? size - 1 - i : i);
        (*bytes)[at + i] = static_cast<char>(static_cast<uint64_t>(number) >> shift);
      }
      break;
    }
    default: {
      // Bytes from elsewhere.
      const size_t size = std::min(1 + Below(kPatchSize), left);
      const size_t from = Below(bytes->size() - size + 1);
      const std::string copy = bytes->substr(from, size);
      bytes->replace(at, size, copy);
      break;
    }
  }
}

void Mutator::Reshape(std::string* bytes) {
  const size_t at = Below(bytes->size() + 1);
  const size_t size = 1 + Below(Below(8) == 0 ? 4096 : 16);
  switch (Below(4)) {
    case 0:
      bytes->resize(at);
      break;
    case 1:
      bytes->erase(std::min(at, bytes->size()), size);
      break;
    case 2:
      bytes->insert(at, std::string(size, static_cast<char>(random_())));
      break;
    default:
      bytes->insert(at, bytes->substr(Below(bytes->size() + 1), size));
      break;
  }
}

Mutator::Mutant Mutator::Mutate(std::string_view original) {
  Mutant mutant{std::string(original), /*in_place=*/true};
  if (original.empty() || Below(4) != 0) {
    if (!original.empty()) Patch(&mutant.bytes);
    return mutant;
  }
  mutant.in_place = false;
  for (size_t i = 1 + Below(6); i > 0; --i) {
    if (mutant.bytes.empty() || Below(2) == 0) {
      Reshape(&mutant.bytes);
    } else {
      Patch(&mutant.bytes);
    }
  }
  return mutant;
}

}  // namespace hudi::fuzz
