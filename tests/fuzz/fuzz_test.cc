// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include <arrow/memory_pool.h>
#include <gtest/gtest.h>

#include "fuzz/mutator.h"
#include "fuzz/targets.h"
#include "hudi/base/text.h"

// A single allocation of more than this is an error of the reader.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=1024"; }

namespace hudi::fuzz {
namespace {

constexpr unsigned kSecondsToHang = 60;
// A kilobyte of zstandard may stand for a hundred megabytes.
constexpr int64_t kMostMemory = int64_t{512} << 20;

int64_t FromEnvironment(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoll(text);
}

// What is being read, for a crash or a hang.
char g_running[200];
void TellAndDie(int) {
  ssize_t ignored = write(STDERR_FILENO, g_running, std::char_traits<char>::length(g_running));
  static_cast<void>(ignored);
  _exit(3);
}

class FuzzTest : public testing::TestWithParam<Target> {
 protected:
  void SetUp() override { std::signal(SIGALRM, TellAndDie); }
  void TearDown() override { alarm(0); }
};

TEST_P(FuzzTest, BrokenBytesGiveAnErrorOrAllRows) {
  const Target& target = GetParam();
  const int64_t iterations = FromEnvironment("HUDI_FUZZ_ITERATIONS", 2000) / target.slowness + 1;
  const auto seed =
      static_cast<uint64_t>(FromEnvironment("HUDI_FUZZ_SEED", 20261130)) ^ Crc32(target.name);
  ASSERT_FALSE(target.bytes.empty());
  arrow::Result<Reading> whole = target.read(target.bytes);
  if (target.counts_rows) {
    ASSERT_TRUE(whole.ok()) << whole.status();
  }
  Mutator mutator(seed);
  int64_t errors = 0;
  for (int64_t i = 0; i < iterations; ++i) {
    Mutator::Mutant mutant = mutator.Mutate(target.bytes);
    std::snprintf(g_running, sizeof(g_running), "hung: %s, seed %llu, round %lld\n",
                  target.name.c_str(), static_cast<unsigned long long>(seed),
                  static_cast<long long>(i));
    alarm(kSecondsToHang);
    const int64_t before = arrow::default_memory_pool()->bytes_allocated();
    arrow::Result<Reading> reading = target.read(mutant.bytes);
    ASSERT_LT(arrow::default_memory_pool()->bytes_allocated() - before, kMostMemory);
    if (!reading.ok()) {
      ++errors;
      ASSERT_FALSE(reading.status().message().empty()) << i;
      continue;
    }
    if (target.counts_rows && mutant.in_place && !reading->reports_damage) {
      ASSERT_GE(reading->rows, whole->rows) << "round " << i << " of " << target.name;
    }
  }
  EXPECT_LT(arrow::default_memory_pool()->max_memory(), kMostMemory);
  std::cout << target.name << ": " << errors << " errors in " << iterations << " rounds\n";
}

INSTANTIATE_TEST_SUITE_P(Readers, FuzzTest, testing::ValuesIn(AllTargets()), [](const auto& info) {
  std::string name;
  for (char c : info.param.name) {
    if (std::isalnum(static_cast<unsigned char>(c))) name.push_back(c);
  }
  return name;
});

}  // namespace
}  // namespace hudi::fuzz
