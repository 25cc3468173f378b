// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace hudi::fuzz {

/// Changes bytes at random, the same for the same seed.
class Mutator {
 public:
  explicit Mutator(uint64_t seed) : random_(seed) {}

  struct Mutant {
    std::string bytes;
    /// Bytes were changed where they stand: as many as before, at most `kPatchSize` of them.
    bool in_place = false;
  };
  static constexpr size_t kPatchSize = 8;

  Mutant Mutate(std::string_view original);

 private:
  size_t Below(size_t limit) { return static_cast<size_t>(random_() % limit); }
  void Patch(std::string* bytes);
  void Reshape(std::string* bytes);

  std::mt19937_64 random_;
};

}  // namespace hudi::fuzz
